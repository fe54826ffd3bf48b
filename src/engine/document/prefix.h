/* prefix.h - inline counts as each format writes them */
#ifndef A3D_ENGINE_DOCUMENT_PREFIX_H
#define A3D_ENGINE_DOCUMENT_PREFIX_H

#include "base/bytes.h"
#include "model/format.h"

/* The size in bytes of the count at p: 4, or 1 to 3 by the top bits of the first byte. `left` may be 0. */
static inline uint32_t a3d_prefix_size(const a3d_format *format, const uint8_t *p, uint32_t left)
{
    if (format->prefix == A3D_PREFIX_U32)
        return 4;
    return left == 0 || p[0] < 0x80 ? 1 : p[0] < 0xc0 ? 2 : 3;
}

/* The greatest count that fits in this many bytes. */
static inline uint32_t a3d_prefix_most(const a3d_format *format, uint32_t size)
{
    static const uint32_t most[4] = {0, 0x7f, 0x3fff, 0x3fffff};
    return format->prefix == A3D_PREFIX_U32 ? UINT32_MAX : most[size];
}

/* The count itself. All of its `size` bytes must exist. */
static inline uint32_t a3d_prefix_load(const a3d_format *format, const uint8_t *p, uint32_t size)
{
    if (format->prefix == A3D_PREFIX_U32)
        return a3d_load32(p, format->big_endian);
    return (uint32_t)a3d_load(p, size, true) & a3d_prefix_most(format, size);
}

/* Writes a count in this many bytes. High bits that do not fit are lost. */
static inline void a3d_prefix_store(const a3d_format *format, uint8_t *p, uint32_t size, uint64_t count)
{
    static const uint32_t forms[4] = {0, 0, 0x8000, 0xc00000};
    if (format->prefix == A3D_PREFIX_U32)
        a3d_store(p, 4, count, format->big_endian);
    else
        a3d_store(p, size, (count & a3d_prefix_most(format, size)) | forms[size], true);
}

/* The size of the shortest form of a count. */
static inline uint32_t a3d_prefix_least(const a3d_format *format, uint64_t count)
{
    return format->prefix == A3D_PREFIX_U32 ? 4 : count < 128 ? 1 : count < 16384 ? 2 : 3;
}

#endif
