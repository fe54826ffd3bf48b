/* again_parts.h - what the sources of again.h share */
#ifndef A3D_REPORT_COMMON_AGAIN_PARTS_H
#define A3D_REPORT_COMMON_AGAIN_PARTS_H

#include "model/doc.h"

enum { A3D_WINDOW_BEFORE = 4, A3D_WINDOW_AFTER = 16 };

/* Which bytes of a stream of `size` bytes reports show near a finding (a3d_bytes_near). */
static inline a3d_window a3d_window_of(const a3d_finding *f, uint32_t size)
{
    if (f->off > size)
        return (a3d_window){0};
    uint32_t from = f->off > A3D_WINDOW_BEFORE ? f->off - A3D_WINDOW_BEFORE : 0;
    uint32_t to = size - f->off > A3D_WINDOW_AFTER ? f->off + A3D_WINDOW_AFTER : size;
    return (a3d_window){.off = from, .size = to - from};
}

#endif
