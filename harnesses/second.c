/* second.c - see second.h
 *
 * The loader's primitives report each number and text that it reads. second_fields.c finds them in the document. */
#define LOADER_WATCHED
#include "second.h"
#include "loaders/loader.h"
#include "second_fields.h"

#include <stdio.h>
#include <stdlib.h>

int second_a3d1(const uint8_t *bytes, size_t size);
int second_a3d2(const uint8_t *bytes, size_t size);
int second_m3g(const uint8_t *bytes, size_t size);
int second_odol(const uint8_t *bytes, size_t size);
int second_tanki(const uint8_t *bytes, size_t size);

enum { MOST_STREAMS = 64 };

/* Unpacked content. The loader frees it before anything is compared, so its sum is kept. */
typedef struct content {
    const uint8_t *from, *bytes;
    size_t size;
    uint64_t sum;
} content;

static struct watch {
    second_seen *seen;
    size_t n, cap;
    content contents[MOST_STREAMS];
    size_t n_contents;
    unsigned planted;
    bool ended; /* it ran out of bytes */
    bool again; /* it did not load as the first branch, and began anew as the second */
    bool full; /* no memory to watch with */
} watch;

static char words[200];

/* ---- what the loader reports ---- */

bool fault(unsigned number)
{
    watch.planted = number;
    return true;
}

static uint64_t sum_of(const uint8_t *bytes, size_t n)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static void add(const uint8_t *at, size_t width, uint64_t value, bool text)
{
    if (watch.n == watch.cap) {
        size_t cap = watch.cap * 2 + 1024;
        second_seen *more = realloc(watch.seen, cap * sizeof *more);
        watch.full |= more == NULL;
        if (more == NULL)
            return;
        watch.seen = more;
        watch.cap = cap;
    }
    watch.seen[watch.n++] = (second_seen){at, width, value, text};
}

void saw(const uint8_t *at, size_t width, uint64_t value) { add(at, width, value, false); }

void saw_text(const uint8_t *at, size_t n)
{
    if (n > 0)
        add(at, n, 0, true);
}

void saw_end(void) { watch.ended = true; }

void saw_again(void) { watch.again = true; }

void unsee(const uint8_t *from, const uint8_t *to)
{
    while (watch.n > 0 && watch.seen[watch.n - 1].at >= from && watch.seen[watch.n - 1].at < to)
        watch.n--;
}

void saw_packed(const uint8_t *from, const uint8_t *to, const uint8_t *bytes, size_t size)
{
    (void)to;
    if (watch.n_contents < MOST_STREAMS)
        watch.contents[watch.n_contents++] = (content){from, bytes, size, sum_of(bytes, size)};
    watch.full |= watch.n_contents == MOST_STREAMS;
}

/* ---- comparing ---- */

/* The content that the loader unpacked from these bytes of the file, or NULL. */
static const content *content_at(const uint8_t *from)
{
    for (size_t i = 0; i < watch.n_contents; i++)
        if (watch.contents[i].from == from)
            return &watch.contents[i];
    return NULL;
}

static const char *compare_streams(const a3d_doc *doc, const uint8_t *data, const uint8_t **bases)
{
    bases[0] = data;
    for (size_t i = 1; i < doc->n_streams; i++) {
        const a3d_stream *s = &doc->streams[i];
        const content *c = s->parent == 0 ? content_at(data + s->off) : NULL;
        bases[i] = c != NULL ? c->bytes : NULL;
        if (c == NULL || (c->size == s->size && c->sum == sum_of(s->data, s->size)))
            continue;
        snprintf(words, sizeof words, "the second reader unpacks %zu bytes from offset %u, and not these %u",
                 c->size, (unsigned)s->off, (unsigned)s->size);
        return words;
    }
    return NULL;
}

static const char *compare(const a3d_doc *doc, const uint8_t *data)
{
    const uint8_t **bases = calloc(doc->n_streams, sizeof *bases);
    if (bases == NULL)
        return NULL;
    const char *broken = compare_streams(doc, data, bases);
    if (broken == NULL && second_differs(doc, bases, watch.seen, watch.n, words, sizeof words))
        broken = words;
    free(bases);
    return broken;
}

/* What a warning is about may be a reason for a loader to refuse a file. */
static bool has_reasons(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING)
            return true;
    return doc->more_findings > 0;
}

/* A loader that loads a file found its checksums right. */
static bool blames_checksum(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity != A3D_ERROR || f->place.node >= doc->n_nodes)
            continue;
        if (a3d_at(doc, f->place.node)->row->derive.kind == A3D_ADLER32)
            return true;
    }
    return false;
}

static int load_as(const char *name, const uint8_t *data, uint32_t size)
{
    static const struct { const char *name; int (*load)(const uint8_t *, size_t); } all[] = {
        {"a3d1", second_a3d1}, {"a3d2", second_a3d2}, {"m3g", second_m3g}, {"odol", second_odol},
        {"tanki", second_tanki}};
    watch.n = watch.n_contents = watch.planted = 0;
    watch.full = watch.ended = watch.again = rooms_were_full = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].load(data, size);
    fprintf(stderr, "second.c: no example loader for %s\n", name);
    abort();
}

/* Whether the loader may have read another branch than the document has: that is a guess, or was asked for, and the
 * loader, which checks less, takes the first branch that it can read. */
static bool is_other_branch(const a3d_doc *doc)
{
    if (doc->format->branches == NULL || doc->why == A3D_WHY_VERSION)
        return false;
    return doc->why > A3D_WHY_FIRST || ((doc->vars[A3D_VAR_BRANCH] & doc->format->branches->mask) == 0) != watch.again;
}

const char *second_opinion(const a3d_doc *doc, const uint8_t *data, uint32_t size)
{
    if (doc->limited != A3D_LIMIT_NONE || doc->faulty)
        return NULL;
    bool ok = load_as(doc->format->name, data, size) == 0;
    if (watch.full || rooms_were_full)
        return NULL;
    if (watch.ended && doc->why <= A3D_WHY_VERSION) /* of two branches it may have taken the other */
        return "the second reader runs out of bytes in a document that was read to its end";
    if (ok && blames_checksum(doc))
        return "the second reader finds a checksum right that is called wrong";
    if (ok)
        return is_other_branch(doc) ? NULL : compare(doc, data);
    /* What a loader reads before it gives up may be a guess, unless the file is as it should be. */
    if (has_reasons(doc))
        return NULL;
    if (watch.planted == 0)
        return "the second reader does not load a file without errors and warnings";
    return compare(doc, data);
}
