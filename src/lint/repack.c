/* repack.c - see repack.h
 *
 * A repair tries many files, and packing them as small as zlib can takes most of the time. So what tries pack is only
 * stored, and the file that is kept is packed once more. */
#include "lint/repack.h"
#include "engine/encode/encode.h"

#include <string.h>

/* NEAR: so far after the last stream that both files have the next one is looked for. */
enum { NEAR = 64, LEAST = 6 };

static bool is_packed(const a3d_doc *doc, const a3d_stream *s)
{
    return s->owner != A3D_NO_NODE && s->packed_size >= LEAST &&
           a3d_shape_of(a3d_at(doc, s->owner))->pack == A3D_PACK_ZLIB;
}

static const uint8_t *packed_bytes(const a3d_doc *doc, const a3d_stream *s)
{
    return doc->streams[s->parent].data + s->off;
}

/* Whether the original has the packed bytes, not long after *at, which becomes the place after them. */
static bool is_original(const a3d_doc *original, const a3d_doc *doc, const a3d_stream *s, size_t *at)
{
    for (size_t i = *at; i < original->n_streams && i < *at + NEAR; i++) {
        const a3d_stream *o = &original->streams[i];
        if (is_packed(original, o) && o->packed_size == s->packed_size &&
            memcmp(packed_bytes(original, o), packed_bytes(doc, s), s->packed_size) == 0) {
            *at = i + 1;
            return true;
        }
    }
    return false;
}

/* Whether packed bytes are equal but for those that a likely cause may have changed back. */
static bool is_patched(const uint8_t *was, const uint8_t *is, uint32_t size)
{
    enum { MOST = sizeof ((a3d_suspect *)NULL)->bytes };
    uint32_t n = 0;
    for (uint32_t i = 0; i < size && n <= MOST; i++)
        n += was[i] != is[i];
    return n <= MOST;
}

/* Whether the original has the packed bytes at the same distance from its start or its end, where nothing was unpacked
 * before the repair. A few bytes may be those that the repair put back. */
static bool was_unread(const a3d_doc *original, const a3d_doc *doc, const a3d_stream *s)
{
    const a3d_stream *was = &original->streams[0], *is = &doc->streams[0];
    int64_t places[] = {s->off, (int64_t)s->off + was->size - is->size};
    for (size_t i = 0; i < 2 && s->parent == 0; i++)
        if (places[i] >= 0 && places[i] + s->packed_size <= was->size &&
            is_patched(was->data + places[i], is->data + s->off, s->packed_size))
            return true;
    return false;
}

/* Marks the streams to pack: those that the original does not have. Returns whether there are any. */
static bool mark_stale(const a3d_doc *original, a3d_doc *doc)
{
    size_t at = 1;
    bool any = false;
    for (size_t i = 1; i < doc->n_streams; i++) {
        a3d_stream *s = &doc->streams[i];
        bool same = is_packed(doc, s) && (is_original(original, doc, s, &at) || was_unread(original, doc, s));
        s->stale = is_packed(doc, s) && !same;
        any |= s->stale;
    }
    return any;
}

static bool finds_the_same(const a3d_result *a, const a3d_result *b)
{
    bool same = a != NULL && b != NULL && a->verdict == b->verdict;
    for (unsigned s = A3D_NOTE; same && s <= A3D_ERROR; s++)
        same = b->counts[s] + b->more[s] <= a->counts[s] + a->more[s];
    return same;
}

void a3d_repack(a3d_arena *arena, const a3d_doc *original, a3d_text *file, const a3d_options *options, uint64_t *steps)
{
    a3d_arena own;
    a3d_text out;
    a3d_options quick = *options;
    quick.limits.unsearched = quick.limits.wordless = true;
    a3d_arena_init_below(&own, arena);
    a3d_text_init(&out, &own);
    const a3d_result *was = a3d_lint(&own, (const uint8_t *)file->data, file->size, &quick);
    if (a3d_is_complete(was) && was->format == original->format && mark_stale(original, was->doc) &&
        a3d_encode(was->doc, A3D_FAITHFUL, &out, NULL, 0) == NULL && out.size <= file->size) {
        const a3d_result *is = a3d_lint(&own, (const uint8_t *)out.data, out.size, &quick);
        *steps += is != NULL ? is->steps : 0;
        if (finds_the_same(was, is)) {
            memcpy(file->data, out.data, out.size);
            file->size = out.size;
        }
    }
    *steps += was != NULL && was->doc != NULL ? was->doc->steps : 0;
    a3d_arena_free(&own);
}
