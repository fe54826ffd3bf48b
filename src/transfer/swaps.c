/* swaps.c - files whose bytes were swapped in words of 16 or 32 bits */
#include "transfer/tracing.h"

#include <string.h>

/* The rank of a start with letters. One of small numbers, as A3D1 has, is that of many files, too. */
enum { MAGIC = 4, LETTERS = 3, NUMBERS_BITS = A3D_EVIDENT - 1 };

/* Swaps the whole words; the bytes after the last one stay as they are. */
static void swap(const uint8_t *data, size_t size, size_t width, uint8_t *to)
{
    size_t whole = size - size % width;
    for (size_t i = 0; i < whole; i++)
        to[i] = data[i - i % width + width - 1 - i % width];
    if (whole < size)
        memcpy(to + whole, data + whole, size - whole);
}

static bool has_letters(const uint8_t *data, size_t size)
{
    unsigned n = 0;
    for (size_t i = 0; i < MAGIC && i < size; i++)
        n += data[i] > ' ' && data[i] < 0x7f;
    return n >= LETTERS;
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
    unsigned bits = has_letters(undone, t->size) ? A3D_EVIDENT : NUMBERS_BITS;
    a3d_evidence e = {rule, 0, t->size - t->size % width, bits, false, undone, t->size};
    a3d_add_trace(t, &e, "the bytes of %s are swapped", width == 2 ? "all 16-bit words" : "all 32-bit words");
}

void a3d_trace_swaps(a3d_tracing *t)
{
    if (a3d_model_starts(t, t->data, t->size))
        return;
    trace_swap(t, 2, A3D_FILE_BYTE_SWAP_16);
    trace_swap(t, 4, A3D_FILE_BYTE_SWAP_32);
}
