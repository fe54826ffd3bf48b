/* bytes.c - removes pieces of the file, large ones first; see parts.h */
#include "engine/reduce/parts.h"

enum { FINEST = 4096 }; /* larger files are not cut byte by byte */

static bool cut(a3d_reducer *r, size_t at, size_t n)
{
    a3d_text bytes;
    a3d_text_init(&bytes, r->best->arena);
    a3d_put(&bytes, r->best->data, at);
    a3d_put(&bytes, r->best->data + at + n, r->best->size - at - n);
    bool taken = !bytes.failed && a3d_reduce_try(r) &&
                 a3d_reduce_take(r, (const uint8_t *)bytes.data, bytes.size, A3D_SMALLER);
    r->failed |= bytes.failed;
    a3d_text_free(&bytes);
    return taken;
}

void a3d_reduce_bytes(a3d_reducer *r)
{
    for (size_t piece = r->best->size; piece >= 1 && !a3d_reduce_spent(r); piece /= 2) {
        if (r->best->size / piece > FINEST)
            break;
        /* from the end, because cutting there moves nothing */
        for (size_t end = r->best->size; end > 0 && !a3d_reduce_spent(r);) {
            size_t n = piece < end ? piece : end;
            cut(r, end - n, n);
            end -= n;
        }
    }
}
