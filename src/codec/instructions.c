/* instructions.c - see instructions.h; the format is described in lzo1x.c */
#include "codec/instructions.h"

/* Reads a length whose field is 0: each zero byte counts 255, the first other byte ends it. */
static bool long_length(const uint8_t *in, size_t in_size, size_t *at, size_t base, size_t *length)
{
    *length = base;
    while (*at < in_size && in[*at] == 0) {
        *length += 255;
        ++*at;
    }
    if (*at == in_size)
        return false;
    *length += in[(*at)++];
    return true;
}

/* Instructions 16..63, whose distance is a word with the number of literals in its low bits. */
static bool word_match(const uint8_t *in, size_t in_size, size_t *at, unsigned t, a3d_instruction *out)
{
    bool far = t < 32;
    size_t field = far ? t & 7 : t & 31;
    out->match = field + 2;
    if (field == 0 && !long_length(in, in_size, at, far ? 9 : 33, &out->match))
        return false;
    if (in_size - *at < 2)
        return false;
    unsigned word = in[*at] | (unsigned)in[*at + 1] << 8;
    *at += 2;
    out->literals = word & 3;
    out->distance = (word >> 2) + (far ? (t & 8) << 11 : 1u);
    out->end = far && out->distance == 0;
    out->distance += far ? 16384 : 0;
    return true;
}

/* Instructions of two bytes. */
static bool byte_match(const uint8_t *in, size_t in_size, size_t *at, unsigned t, a3d_lzo_state state,
                       a3d_instruction *out)
{
    if (*at == in_size)
        return false;
    size_t next = in[(*at)++];
    out->literals = t & 3;
    if (t >= 64) {
        out->match = (t >> 5) + 1;
        out->distance = (t >> 2 & 7) + (next << 3) + 1;
        return true;
    }
    out->match = state == A3D_LZO_RUN ? 3 : 2;
    out->distance = (t >> 2) + (next << 2) + (state == A3D_LZO_RUN ? 2049 : 1);
    return true;
}

/* A run of literals, or the first byte of a stream that stands for one. */
static bool run(const uint8_t *in, size_t in_size, size_t *at, unsigned t, a3d_lzo_state state, a3d_instruction *out)
{
    if (state == A3D_LZO_START && t > 17)
        out->literals = t - 17;
    else if (t != 0)
        out->literals = t + 3;
    else if (!long_length(in, in_size, at, 18, &out->literals))
        return false;
    return true;
}

bool a3d_lzo1x_instruction(const uint8_t *in, size_t in_size, size_t at, a3d_lzo_state state, a3d_instruction *out)
{
    *out = (a3d_instruction){.match = 0};
    if (at >= in_size)
        return false;
    unsigned t = in[at++];
    bool first = state == A3D_LZO_START && t > 17, literals = first || (t < 16 && (state % A3D_LZO_STATES) == 0);
    bool read = literals ? run(in, in_size, &at, t, state, out)
                : t < 16 || t >= 64 ? byte_match(in, in_size, &at, t, state, out)
                                    : word_match(in, in_size, &at, t, out);
    if (!read || out->literals > in_size - at)
        return false;
    out->from = at;
    out->next = at + out->literals;
    out->state = out->literals == 0 ? A3D_LZO_PLAIN : out->literals <= 3 ? A3D_LZO_LITERALS : A3D_LZO_RUN;
    if (literals && !first)
        out->state = A3D_LZO_RUN;
    return true;
}
