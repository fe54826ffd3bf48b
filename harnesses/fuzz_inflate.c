/* fuzz_inflate.c - any bytes as a zlib stream or as raw deflate data, read in steps and up to a limit, against zlib's own
 * reader: the same verdict, bytes, end, place and reason.
 *
 * The first byte chooses the size of the steps, the second the limit, a power of two of bytes, and by its highest bit
 * whether the data is raw. */
#include "family.h"
#include "pool.h"
#include "zlib_control.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 18, MOST_POWER = 18 };

typedef struct reading {
    uint8_t *out; /* MOST bytes */
    size_t made;
    bool raw;
    bool ended; /* the stream, well or badly; else the limit was reached */
    a3d_codec_result last;
} reading;

/* Reads in steps of `step` bytes until `limit` have come, each time into another block with a guard behind it. */
static void read_steps(a3d_arena *arena, const uint8_t *in, size_t size, size_t step, size_t limit, reading *r)
{
    a3d_inflate z;
    size_t made;
    if (r->raw)
        a3d_inflate_begin_raw(&z, in, size);
    else
        r->ended = a3d_inflate_begin(&z, in, size, &r->last) != A3D_CODEC_OK;
    while (!r->ended) {
        size_t room = limit - r->made < step ? limit - r->made : step;
        size_t have = r->made < A3D_INFLATE_REACH ? r->made : A3D_INFLATE_REACH;
        uint8_t *piece = a3d_block_resize(arena, NULL, have + room + 1);
        if (piece == NULL)
            break;
        uint8_t *last = piece + 1; /* so that the room ends where the block does */
        memcpy(last, r->out + r->made - have, have);
        int more = a3d_inflate_more(&z, last, have, room, &made, &r->last);
        if (made > room || (more && made < room))
            family_refuse("inflate", size, "a step is neither whole nor the last");
        memcpy(r->out + r->made, last + have, made);
        r->made += made;
        r->ended = !more;
        a3d_block_resize(arena, piece, 0);
        if (more && r->made == limit)
            break;
    }
}

static void compare(a3d_arena *arena, const uint8_t *in, size_t size, const reading *r, size_t limit)
{
    uint8_t *out = a3d_block_resize(arena, NULL, limit + 1);
    if (out == NULL || (!r->ended && r->made < limit))
        return; /* there was no memory */
    zlib_verdict v = zlib_read(in, size, out, limit, r->raw);
    const char *why = zlib_differs(&v, !r->ended, r->made, &r->last, size);
    if (why != NULL)
        family_refuse("inflate", size, why);
    if (memcmp(out, r->out, r->made) != 0)
        family_refuse("inflate", size, "other bytes come out than zlib's");
}

/* The same in pieces of a window. */
static void compare_pieces(a3d_arena *arena, const uint8_t *in, size_t size, const reading *r)
{
    uint8_t *window = a3d_block_resize(arena, NULL, A3D_INFLATE_WINDOW);
    const uint8_t *piece;
    a3d_inflate z;
    a3d_codec_result last = r->last;
    size_t made = 0, all = 0;
    if (window == NULL || !r->ended)
        return;
    bool more = true;
    if (r->raw)
        a3d_inflate_begin_raw(&z, in, size);
    else
        more = a3d_inflate_begin(&z, in, size, &last) == A3D_CODEC_OK;
    while (more && all <= r->made) {
        more = a3d_inflate_piece(&z, window, &piece, &made, &last);
        if (made > r->made - all || memcmp(r->out + all, piece, made) != 0)
            family_refuse("inflate", size, "pieces differ from steps");
        all += made;
    }
    if (more || all != r->made || last.status != r->last.status || last.at != r->last.at)
        family_refuse("inflate", size, "pieces end otherwise than steps");
}

static void round_trip(a3d_arena *arena, const uint8_t *in, size_t size, int level, uint8_t *out)
{
    size_t room = a3d_deflate_bound(size), n = room;
    uint8_t *packed = a3d_block_resize(arena, NULL, room);
    if (packed == NULL)
        return;
    if (level < 0)
        n = a3d_deflate_stored(in, size, packed);
    else if (a3d_deflate(arena, in, size, level, packed, &n) != 0)
        return;
    reading r = {.out = out};
    read_steps(arena, packed, n, MOST, MOST, &r);
    if (!r.ended || r.last.status != A3D_CODEC_OK || r.made != size || (size > 0 && memcmp(in, out, size) != 0))
        family_refuse("inflate", size, "what was packed does not come back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena arena;
    if (size < 2 || size >= MOST)
        return 0;
    a3d_arena_init(&arena, &mem);
    reading r = {.out = a3d_block_resize(&arena, NULL, MOST), .raw = data[1] >= 128};
    size_t limit = (size_t)1 << (data[1] & 127) % (MOST_POWER + 1);
    if (r.out != NULL) {
        read_steps(&arena, data + 2, size - 2, 1 + (size_t)data[0] * data[0], limit, &r);
        compare(&arena, data + 2, size - 2, &r, limit);
        compare_pieces(&arena, data + 2, size - 2, &r);
        round_trip(&arena, data + 2, size - 2, data[0] % 16 == 0 ? 6 : -1, r.out);
    }
    a3d_arena_free(&arena);
    return 0;
}
