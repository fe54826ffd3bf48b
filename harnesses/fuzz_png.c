/* fuzz_png.c - any bytes as a PNG image. The first byte's lowest bit puts the checksums of chunks right first, so that
 * what lies behind them is met; the others choose how much may be unpacked, as a power of two. */
#include "base/bytes.h"
#include "codec/png.h"
#include "family.h"
#include "pool.h"

#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIGNATURE = 8, FRAME = 12, MOST_POWER = 20 };

static void mend_checksums(uint8_t *image, size_t size)
{
    for (size_t at = SIGNATURE; size - at >= FRAME && at < size;) {
        uint32_t n = a3d_load32(image + at, true);
        if (n > size - at - FRAME)
            return;
        a3d_store(image + at + 8 + n, 4, crc32(0, image + at + 4, n + 4), true);
        at += FRAME + n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    a3d_png png;
    if (size < 1 + SIGNATURE)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    uint8_t choice = data[0], *image = a3d_block_resize(&arena, NULL, size - 1), *scratch = a3d_block_resize(&arena, NULL, size - 1 + A3D_INFLATE_WINDOW);
    if (image != NULL && scratch != NULL) {
        memcpy(image, data + 1, size - 1);
        if (choice % 2 != 0)
            mend_checksums(image, size - 1);
        bool good = a3d_png_check(image, size - 1, scratch, UINT64_C(1) << choice / 2 % MOST_POWER, &png);
        if (good != (png.why == NULL) || png.at > size - 1 || (good && !a3d_png_signed(image, size - 1)))
            family_refuse("png", size, "the result does not fit the verdict");
    }
    a3d_arena_free(&arena);
    return 0;
}
