/* odol_unpack.c - the blocks of ODOL: raw, LZSS (below version 44) or LZO1X. */
#include "odol_scene.h"

typedef struct unpacker {
    reader *in;
    uint8_t *out;
    size_t n, at;
} unpacker;

/* `length` bytes from `distance` back. */
static bool copy_match(unpacker *u, size_t distance, size_t length)
{
    if (distance > u->at || length > u->n - u->at || u->in->bad)
        return false;
    for (; length > 0; length--, u->at++)
        u->out[u->at] = u->out[u->at - distance];
    return true;
}

static bool copy_literals(unpacker *u, size_t length)
{
    const uint8_t *p = take(u->in, length);
    if (p == NULL || length > u->n - u->at)
        return false;
    memcpy(u->out + u->at, p, length);
    u->at += length;
    return true;
}

/* A length that goes on in further bytes when its bits are all 0. */
static size_t long_length(unpacker *u, unsigned bits, unsigned most)
{
    size_t length = bits;
    if (bits != 0)
        return length;
    uint8_t more;
    for (length = most; (more = get_u8(u->in)) == 0 && !u->in->bad;)
        length += 255;
    return length + more;
}

/* One match of LZO1X: its distance (0: the end of the stream), length, and the literals that follow it. */
static size_t lzo_match(unpacker *u, unsigned t, unsigned state, size_t *length, unsigned *literals)
{
    size_t distance;
    if (t >= 64) {
        *length = (t >> 5) + 1;
        distance = ((t >> 2) & 7) + ((size_t)get_u8(u->in) << 3) + 1;
        *literals = t & 3;
        return distance;
    }
    if (t < 16) {
        *length = state == 4 ? 3 : 2;
        distance = (t >> 2) + ((size_t)get_u8(u->in) << 2) + (state == 4 ? 2049 : 1);
        *literals = t & 3;
        return distance;
    }
    *length = t >= 32 ? long_length(u, t & 31, 31) + 2 : long_length(u, t & 7, 7) + 2;
    unsigned word = get_le16(u->in);
    *literals = word & 3;
    if (t >= 32)
        return (word >> 2) + 1;
    distance = ((size_t)(t & 8) << 11) + (word >> 2);
    return distance == 0 ? 0 : distance + 0x4000;
}

/* `state`: the literals that came last, 1 to 3 behind a match, 4 for a run of their own. */
static bool lzo(unpacker *u)
{
    unsigned state = 0, t = get_u8(u->in);
    if (t > 17) {
        if (!copy_literals(u, t - 17))
            return false;
        state = t - 17 < 4 ? t - 17 : 4;
        t = get_u8(u->in);
    }
    for (; !u->in->bad; t = get_u8(u->in)) {
        size_t length;
        if (t < 16 && state == 0) {
            if (!copy_literals(u, long_length(u, t, 15) + 3))
                return false;
            state = 4;
            continue;
        }
        size_t distance = lzo_match(u, t, state, &length, &state);
        if (distance == 0)
            return u->at == u->n;
        if (!copy_match(u, distance, length) || !copy_literals(u, state))
            return false;
    }
    return false;
}

/* LZSS with a ring of 4096 bytes that is full of spaces at first; a sum of all bytes follows and must be right. */
static bool lzss(unpacker *u)
{
    uint32_t sum = 0;
    unsigned flags = 1;
    while (u->at < u->n && !u->in->bad) {
        if (flags == 1)
            flags = 0x100u | get_u8(u->in);
        if (flags & 1) {
            u->out[u->at++] = get_u8(u->in);
        } else {
            unsigned low = get_u8(u->in), high = get_u8(u->in);
            size_t distance = low | (high & 0xf0) << 4, length = (high & 15) + 3;
            if (length > u->n - u->at)
                return false;
            if (distance == 0)
                distance = 4096;
            for (; length > 0; length--, u->at++)
                u->out[u->at] = distance > u->at ? ' ' : u->out[u->at - distance];
        }
        flags >>= 1;
    }
    for (size_t i = 0; i < u->n; i++)
        sum += u->out[i];
    return get_le32(u->in) == sum && !u->in->bad;
}

const uint8_t *odol_block(uint32_t version, reader *r, uint64_t n)
{
    const uint8_t *start = r->at;
    bool packed = n >= 1024;
    if (n > 64u << 20)
        r->bad = true;
    if (version >= 64 && n > 0)
        packed = get_u8(r) != 0;
    unpacker u = {r, r->bad || (!packed && n > left(r)) ? NULL : room((size_t)n, 1), (size_t)n, 0};
    bool ok = u.out != NULL;
    if (ok && n > 0)
        ok = !packed ? copy_literals(&u, (size_t)n) : version < 44 ? lzss(&u) : lzo(&u);
    r->bad |= !ok;
    unsee(start, r->at);
    if (ok && packed)
        saw_packed(start + (version >= 64), r->at, u.out, (size_t)n);
    return r->bad ? NULL : u.out;
}
