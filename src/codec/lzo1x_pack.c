/* lzo1x_pack.c - see codec.h
 *
 * Writes LZO1X streams: greedy, with one look into a small hash table at each position. */
#include "codec/codec.h"

#include <string.h>

enum {
    TABLE_BITS = 13,
    MATCH_MIN = 4,
    NEAR_MAX = 2048,   /* farthest distance of the two-byte match, lengths 3..8 */
    MIDDLE_MAX = 16384,
    FAR_MAX = 49151
};

size_t a3d_lzo1x_pack_bound(size_t n)
{
    /* The worst case is a four-byte match between runs of 19 literals, which adds one byte for every 23. */
    return n + n / 16 + 64;
}

static uint32_t load_little32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A length that exceeds the bits of its instruction: a zero byte for each 255, then the rest, 1..255. */
static uint8_t *put_long(uint8_t *op, size_t rest)
{
    for (; rest > 255; rest -= 255)
        *op++ = 0;
    *op++ = (uint8_t)rest;
    return op;
}

static uint8_t *put_literals(uint8_t *op, const uint8_t *out, const uint8_t *from, size_t length)
{
    if (length == 0)
        return op;
    if (op == out && length <= 238)
        *op++ = (uint8_t)(17 + length);
    else if (length <= 3) /* never first, so a match precedes; its last byte but one has two bits for the count */
        op[-2] = (uint8_t)(op[-2] | length);
    else if (length <= 18)
        *op++ = (uint8_t)(length - 3);
    else {
        *op++ = 0;
        op = put_long(op, length - 18);
    }
    memcpy(op, from, length);
    return op + length;
}

static uint8_t *put_match(uint8_t *op, size_t length, size_t distance)
{
    if (length <= 8 && distance <= NEAR_MAX) {
        *op++ = (uint8_t)((length - 1) << 5 | ((distance - 1) & 7) << 2);
        *op++ = (uint8_t)((distance - 1) >> 3);
        return op;
    }
    bool far = distance > MIDDLE_MAX;
    size_t word = far ? distance - MIDDLE_MAX : distance - 1, field = far ? 7 : 31;
    unsigned code = far ? 16u | (unsigned)(word >> 14) << 3 : 32u;

    if (length - 2 <= field) {
        *op++ = (uint8_t)(code | (length - 2));
    } else {
        *op++ = (uint8_t)code;
        op = put_long(op, length - 2 - field);
    }
    *op++ = (uint8_t)(word << 2 & 0xff);
    *op++ = (uint8_t)(word >> 6 & 0xff);
    return op;
}

/* The distance to the last occurrence of the four bytes at `at`, or 0 for none. */
static size_t seen_before(const uint8_t *in, size_t at, uint32_t *table)
{
    uint32_t bytes = load_little32(in + at), *slot = &table[(bytes * 2654435761u) >> (32 - TABLE_BITS)];
    /* Positions are kept modulo 2^32. An outdated one only costs a comparison, since the bytes themselves are
     * compared. */
    size_t distance = (uint32_t)((uint32_t)at - *slot);

    *slot = (uint32_t)at;
    if (distance == 0 || distance > at || distance > FAR_MAX || load_little32(in + at - distance) != bytes)
        return 0;
    return distance;
}

size_t a3d_lzo1x_pack(const uint8_t *in, size_t n, uint8_t *out)
{
    uint32_t table[1u << TABLE_BITS] = {0};
    uint8_t *op = out;
    size_t at = 0, done = 0;

    while (n - at >= MATCH_MIN) {
        size_t distance = seen_before(in, at, table), length = MATCH_MIN;

        if (distance == 0) {
            at += 1 + (at - done) / 64; /* longer strides after a long stretch without a match */
            if (at > n)
                at = n;
            continue;
        }
        while (at + length < n && in[at + length] == in[at + length - distance])
            length++;
        op = put_literals(op, out, in + done, at - done);
        op = put_match(op, length, distance);
        at += length;
        done = at;
    }
    if (done < n)
        op = put_literals(op, out, in + done, n - done);
    *op++ = 0x11;
    *op++ = 0;
    *op++ = 0;
    return (size_t)(op - out);
}
