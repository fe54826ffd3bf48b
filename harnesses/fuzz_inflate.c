/* fuzz_inflate.c - any bytes as a zlib stream, read in steps and up to a limit, against zlib's own reader.
 *
 * The first byte chooses the size of the steps, the second the limit: a power of two of bytes. */
#include "codec/codec.h"
#include "family.h"
#include "pool.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 18, MOST_POWER = 18 };

typedef struct reading {
    uint8_t *out; /* MOST bytes */
    size_t made;
    bool ended; /* the stream, well or badly; else the limit was reached */
    a3d_codec_result last;
} reading;

/* Reads in steps of `step` bytes until more than `limit` have come. */
static void read_steps(a3d_arena *arena, const uint8_t *in, size_t size, size_t step, size_t limit, reading *r)
{
    a3d_inflate z;
    size_t made;
    memset(&z, 0, sizeof z);
    a3d_zlib_memory(&z.z, arena);
    r->ended = a3d_inflate_begin(&z, in, size, &r->last) != A3D_CODEC_OK;
    while (!r->ended && r->made < limit) {
        size_t room = limit - r->made < step ? limit - r->made : step;
        uint8_t *piece = a3d_block_resize(arena, NULL, room); /* with a guard behind it */
        if (piece == NULL)
            break;
        int more = a3d_inflate_more(&z, piece, room, &made, &r->last);
        if (made > room || (more && made < room))
            family_refuse("inflate", size, "a step is neither whole nor the last");
        memcpy(r->out + r->made, piece, made);
        r->made += made;
        r->ended = !more;
        a3d_block_resize(arena, piece, 0);
    }
    a3d_inflate_end(&z);
}

static int read_zlib(a3d_arena *arena, const uint8_t *in, size_t size, uint8_t *out, size_t *made, size_t *used)
{
    z_stream z = {.next_in = in, .avail_in = (uInt)size, .next_out = out, .avail_out = MOST};
    a3d_zlib_memory(&z, arena);
    if (inflateInit(&z) != Z_OK)
        return Z_MEM_ERROR;
    int code = inflate(&z, Z_FINISH);
    *made = MOST - z.avail_out;
    *used = size - z.avail_in;
    (void)inflateEnd(&z);
    return code;
}

static void compare(a3d_arena *arena, const uint8_t *in, size_t size, const reading *r, size_t limit)
{
    uint8_t *out = a3d_block_resize(arena, NULL, MOST);
    size_t made = 0, used = 0, known;
    if (out == NULL)
        return;
    int code = read_zlib(arena, in, size, out, &made, &used);
    known = r->made < made ? r->made : made;
    if (memcmp(out, r->out, known) != 0)
        family_refuse("inflate", size, "other bytes come out than zlib's");
    if (!r->ended && r->made < limit)
        family_refuse("inflate", size, "reading ends before the stream and the limit");
    if (r->ended && (r->last.status == A3D_CODEC_OK) != (code == Z_STREAM_END))
        family_refuse("inflate", size, "zlib is of another opinion");
    if (r->ended && code == Z_STREAM_END && (r->made != made || r->last.used != used || r->last.made != made))
        family_refuse("inflate", size, "a sound stream has another size");
    if (r->ended && (r->last.used > size || r->last.at > size || r->last.made != r->made))
        family_refuse("inflate", size, "the result points beyond the stream");
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
    reading r = {.out = a3d_block_resize(&arena, NULL, MOST)};
    size_t limit = (size_t)1 << data[1] % (MOST_POWER + 1);
    if (r.out != NULL) {
        read_steps(&arena, data + 2, size - 2, 1 + (size_t)data[0] * data[0], limit, &r);
        compare(&arena, data + 2, size - 2, &r, limit);
        round_trip(&arena, data + 2, size - 2, data[0] % 16 == 0 ? 6 : -1, r.out);
    }
    a3d_arena_free(&arena);
    return 0;
}
