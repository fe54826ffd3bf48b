/* pbo.c - reads packed banks of Bohemia Interactive (.pbo)
 *
 * A header of entries, each a name that ends with NUL and five little-endian words: packing method, size when
 * unpacked, reserved, time, size in the bank. The first entry may have no name and the method "Vers"; then pairs of
 * texts follow it, up to an empty one. An entry without a name ends the header. The data of all entries follow in the
 * same order, and in later banks a zero byte with a SHA-1, which is not checked here.
 * Source of fact: the community wiki's page on the format. */
#include "cli/archive/pbo.h"
#include "base/bytes.h"
#include "cli/archive/archive.h"
#include "codec/codec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 20, NAME_MOST = 1024, TRAILER = 21 };
#define VERS 0x56657273u
#define CPRS 0x43707273u
#define ENCR 0x456e6372u

typedef struct entry {
    const char *name;
    uint32_t method, unpacked, packed;
    size_t next; /* where the next entry starts */
} entry;

/* The text at *at, which moves past its NUL. NULL when the text has no end. */
static const char *read_text(const uint8_t *data, size_t size, size_t *at)
{
    size_t room = *at < size ? size - *at : 0;
    const uint8_t *start = data + *at;
    const uint8_t *end = room > 0 ? memchr(start, 0, room < NAME_MOST ? room : NAME_MOST) : NULL;
    if (end == NULL)
        return NULL;
    *at += (size_t)(end - start) + 1;
    return (const char *)start;
}

static bool read_entry(const uint8_t *data, size_t size, size_t at, entry *e)
{
    e->name = read_text(data, size, &at);
    if (e->name == NULL || size - at < WORDS)
        return false;
    e->method = a3d_load32(data + at, false);
    e->unpacked = a3d_load32(data + at + 4, false);
    e->packed = a3d_load32(data + at + 16, false);
    e->next = at + WORDS;
    return true;
}

/* Skips the pairs of texts after an entry of the method "Vers". */
static bool skip_pairs(const uint8_t *data, size_t size, size_t *at)
{
    for (;;) {
        const char *key = read_text(data, size, at);
        if (key == NULL)
            return false;
        if (key[0] == '\0')
            return true;
        if (read_text(data, size, at) == NULL)
            return false;
    }
}

static bool is_vers(const entry *e)
{
    return e->name[0] == '\0' && e->method == VERS;
}

typedef struct header {
    size_t first, body; /* offsets of the first entry and of its data */
    uint64_t total;     /* bytes of data */
    size_t cut;         /* offset of the entry at which a header without an end breaks off */
} header;

static bool read_header(const uint8_t *data, size_t size, header *h)
{
    entry e;
    size_t at = 0;
    memset(h, 0, sizeof *h);
    for (;;) {
        h->cut = at;
        if (!read_entry(data, size, at, &e))
            return false;
        if (at == 0 && is_vers(&e)) {
            at = e.next;
            if (!skip_pairs(data, size, &at))
                return false;
            h->first = at;
            continue;
        }
        at = e.next;
        if (e.name[0] == '\0')
            break;
        h->total += e.packed;
    }
    h->body = at;
    return true;
}

/* Banks without "Vers" have no magic. They are recognized by a printable first name, a known method, and a header and
 * data that fill the file exactly. */
static bool looks_like_old(const uint8_t *data, size_t size)
{
    entry e;
    header h;
    if (size < 2 * (WORDS + 1) || data[0] < 0x20 || data[0] >= 0x7f || !read_entry(data, size, 0, &e))
        return false;
    for (const char *p = e.name; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20)
            return false;
    if ((e.method != 0 && e.method != CPRS) || !read_header(data, size, &h))
        return false;
    return h.body + h.total == size || h.body + h.total + TRAILER == size;
}

bool a3d_pbo_recognise(const uint8_t *data, size_t size)
{
    return (size >= 5 && memcmp(data, "\0sreV", 5) == 0) || looks_like_old(data, size);
}

static const char *fault(a3d_arena *arena, const char *format, uint64_t number)
{
    char text[160];
    snprintf(text, sizeof text, format, number);
    char *kept = a3d_arena_text(arena, text, strlen(text));
    return kept != NULL ? kept : "not enough memory";
}

const char *a3d_pbo_open(a3d_archive *a)
{
    header h;
    if (!read_header(a->data, a->size, &h))
        return fault(a->arena, "the header of the bank has no end: what starts at byte %" PRIu64 " is cut short",
                     h.cut);
    a->entry = h.first;
    a->at = h.body;
    uint64_t rest = a->size - h.body;
    if (h.total < rest && !(rest - h.total == TRAILER && a->data[h.body + (size_t)h.total] == 0))
        a->note = fault(a->arena, "%" PRIu64 " bytes after the last member are neither data nor a checksum",
                        rest - h.total);
    return NULL;
}

/* LZSS makes at most 18 bytes of 17 bits, so a much larger size cannot be true. */
static bool is_plausible(const entry *e)
{
    return e->method != CPRS || e->unpacked / 9 <= e->packed;
}

static void unpack(a3d_archive *a, a3d_arena *arena, const uint8_t *data, const entry *e, a3d_member *m)
{
    if (!a3d_member_resize(a, arena, m, (size_t)e->unpacked + 1))
        return;
    a3d_codec_result r = a3d_lzss_unpack(data, e->packed, m->data, e->unpacked);
    m->size = r.made;
    if (r.status != A3D_CODEC_OK)
        m->problem = r.what;
    else if (r.used != e->packed)
        m->problem = "bytes follow its packed data";
}

static void take(a3d_archive *a, a3d_arena *arena, const entry *e, a3d_member *m)
{
    bool packed = e->method == CPRS && e->unpacked != e->packed;
    m->size = e->method == CPRS ? e->unpacked : e->packed;
    m->too_large = m->size > a->most;
    if (!is_plausible(e))
        m->problem = "it declares more unpacked bytes than its data can yield";
    else if (e->method == ENCR)
        m->problem = "it is encrypted";
    else if (e->method != 0 && e->method != CPRS)
        m->problem = fault(arena, "its packing method 0x%08" PRIx64 " is not known", e->method);
    else if (packed && !m->too_large)
        unpack(a, arena, a->data + a->at, e, m);
    else
        m->data = a->data + a->at;
}

a3d_member_status a3d_pbo_next(a3d_archive *a, a3d_arena *arena, a3d_member *m)
{
    entry e;
    if (!read_entry(a->data, a->size, a->entry, &e) || e.name[0] == '\0')
        return A3D_MEMBERS_END;
    m->name = e.name;
    if (e.packed > a->size - a->at) {
        a->why = fault(a->arena,
                       "the bank is cut short: the data of a member want %" PRIu64 " bytes that are not there",
                       e.packed - (a->size - a->at));
        return A3D_MEMBERS_BROKEN;
    }
    if (e.method == CPRS && is_plausible(&e) && e.unpacked > a->left && e.unpacked <= a->most) {
        a->why = "its members unpack to more than the limit (--max-unpacked); the rest was not checked";
        return A3D_MEMBERS_LIMITED;
    }
    take(a, arena, &e, m);
    if (e.method == CPRS && m->problem == NULL && !m->too_large)
        a->left -= m->size;
    a->unpacked += e.method == CPRS ? m->size : 0;
    a->entry = e.next;
    a->at += e.packed;
    a->seen++;
    return A3D_MEMBER;
}

void a3d_pbo_pass(a3d_archive *a)
{
    entry e;
    for (; read_entry(a->data, a->size, a->entry, &e) && e.name[0] != '\0'; a->entry = e.next)
        a->seen++;
}
