/* blanks.c - see blanks.h */
#include "engine/fix/blanks.h"
#include "codec/inflate.h"

/* Fewer zeros between other bytes may be content. */
enum { LEAST_RUN = 256 };

static bool add(a3d_blanks *d, a3d_arena *arena, a3d_blank extent)
{
    a3d_blank *more = a3d_grow(arena, d->at, &d->room, d->n + 1, sizeof *more);
    if (more == NULL)
        return false;
    d->at = more;
    d->at[d->n++] = extent;
    return true;
}

/* How many bytes the first `packed` bytes of a zlib stream unpack to. */
static uint32_t unpacked_before(const a3d_doc *doc, const a3d_stream *s, uint32_t packed)
{
    a3d_inflate z;
    a3d_codec_result r;
    size_t made = 0;
    uint8_t *out = a3d_arena_alloc(doc->arena, s->size > 0 ? s->size : 1);
    if (out == NULL || a3d_inflate_begin(&z, doc->streams[s->parent].data + s->off, packed, &r) != A3D_CODEC_OK)
        return 0;
    (void)a3d_inflate_more(&z, out, 0, s->size, &made, &r);
    return (uint32_t)made;
}

static bool add_unpacked(a3d_blanks *d, const a3d_doc *doc, uint32_t stream)
{
    const a3d_stream *s = &doc->streams[stream];
    const a3d_blank *first = s->owner != A3D_NO_NODE && s->parent == 0
                                  ? a3d_blank_in(d, 0, s->off, s->packed_size) : NULL;
    if (first == NULL || a3d_shape_of(a3d_at(doc, s->owner))->pack == A3D_PACK_BLOCK)
        return true;
    uint32_t sound = first->off > s->off ? unpacked_before(doc, s, first->off - s->off) : 0;
    return sound >= s->size || add(d, doc->arena, (a3d_blank){stream, sound, s->size});
}

bool a3d_find_blanks(a3d_blanks *blanks, const a3d_doc *doc, uint32_t off, uint32_t size)
{
    const a3d_stream *file = &doc->streams[0];
    uint32_t end = off > file->size || size > file->size - off ? file->size : off + size;
    uint32_t least = size < LEAST_RUN ? size : LEAST_RUN;
    bool good = true;
    for (uint32_t i = off, from; good && i < end; i++) {
        for (from = i; i < end && file->data[i] == 0;)
            i++;
        if (i > from && i - from >= least)
            good = add(blanks, doc->arena, (a3d_blank){0, from, i});
    }
    for (uint32_t i = 1, n = (uint32_t)doc->n_streams; good && blanks->n > 0 && i < n; i++)
        good = add_unpacked(blanks, doc, i);
    return good;
}

const a3d_blank *a3d_blank_in(const a3d_blanks *blanks, uint32_t stream, uint32_t off, uint32_t size)
{
    size_t low = 0, high = blanks->n;
    while (low < high) { /* the first that ends after `off` */
        size_t mid = low + (high - low) / 2;
        const a3d_blank *e = &blanks->at[mid];
        if (e->stream < stream || (e->stream == stream && e->end <= off))
            low = mid + 1;
        else
            high = mid;
    }
    const a3d_blank *e = low < blanks->n ? &blanks->at[low] : NULL;
    return e != NULL && e->stream == stream && size > 0 && e->off < off + size ? e : NULL;
}
