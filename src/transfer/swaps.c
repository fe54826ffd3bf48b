/* swaps.c - files whose bytes were swapped in words of 16 or 32 bits */
#include "transfer/tracing.h"

#include <string.h>

enum { MAGIC_BITS = 24 };

/* Swaps the whole words; the bytes after the last one stay as they are. */
static void swap(const uint8_t *data, size_t size, size_t width, uint8_t *to)
{
    size_t whole = size - size % width;
    for (size_t i = 0; i < whole; i++)
        to[i] = data[i - i % width + width - 1 - i % width];
    if (whole < size)
        memcpy(to + whole, data + whole, size - whole);
}

/* Only the start of a model proves it. */
static void trace_swap(a3d_tracing *t, size_t width, unsigned rule)
{
    uint8_t *undone = a3d_undone_room(t, t->size);
    if (undone == NULL)
        return;
    swap(t->data, t->size, width, undone);
    if (!a3d_model_starts(t, undone, t->size)) {
        a3d_drop_room(t, undone, t->size);
        return;
    }
    a3d_evidence e = {rule, 0, t->size - t->size % width, MAGIC_BITS, false, undone, t->size};
    a3d_add_trace(t, &e, "the bytes of %s are swapped", width == 2 ? "all 16-bit words" : "all 32-bit words");
}

void a3d_trace_swaps(a3d_tracing *t)
{
    if (a3d_model_starts(t, t->data, t->size))
        return;
    trace_swap(t, 2, A3D_FILE_BYTE_SWAP_16);
    trace_swap(t, 4, A3D_FILE_BYTE_SWAP_32);
}
