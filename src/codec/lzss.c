/* lzss.c - see codec.h
 *
 * Reads and writes LZSS streams with a ring of 4096 spaces and a byte sum. */
#include "codec/codec.h"

#include <string.h>

enum { RING = 4096, MATCH_MIN = 3, MATCH_MAX = 18, TABLE_BITS = 12, CHECKSUM = 4 };

static uint32_t sum_of(const uint8_t *p, size_t n)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

/* The output itself serves as the ring; whatever precedes its first byte is a space, as in a fresh ring. */
static void copy_from_ring(uint8_t *out, size_t made, size_t distance, size_t length)
{
    if (distance <= made && distance >= length) {
        memcpy(out + made, out + made - distance, length);
        return;
    }
    for (size_t i = made; i < made + length; i++)
        out[i] = i < distance ? 0x20 : out[i - distance];
}

static a3d_codec_result fault(a3d_codec_status status, size_t used, size_t made, size_t at)
{
    return (a3d_codec_result){.status = status, .used = used, .made = made, .at = at,
                              .what = a3d_codec_status_text(status)};
}

static a3d_codec_result check_sum(const uint8_t *in, size_t in_size, size_t at, const uint8_t *out, size_t out_size)
{
    a3d_codec_result r;

    if (in_size - at < CHECKSUM)
        return fault(A3D_CODEC_INPUT_ENDS, at, out_size, in_size);
    uint32_t stored = in[at] | (uint32_t)in[at + 1] << 8 | (uint32_t)in[at + 2] << 16 | (uint32_t)in[at + 3] << 24;
    uint32_t computed = sum_of(out, out_size);
    if (stored == computed)
        return fault(A3D_CODEC_OK, at + CHECKSUM, out_size, at + CHECKSUM);
    r = fault(A3D_CODEC_BAD_CHECKSUM, at + CHECKSUM, out_size, at);
    r.stored = stored;
    r.computed = computed;
    return r;
}

a3d_codec_result a3d_lzss_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    size_t ip = 0, made = 0;
    unsigned flags = 1; /* unused flag bits below a guard bit; 1: none left */

    while (made < out_size) {
        if (flags == 1) {
            if (ip == in_size)
                return fault(A3D_CODEC_INPUT_ENDS, ip, made, in_size);
            flags = 0x100u | in[ip++];
        }
        unsigned literal = flags & 1;
        flags >>= 1;
        if (in_size - ip < (literal ? 1u : 2u))
            return fault(A3D_CODEC_INPUT_ENDS, ip, made, in_size);
        if (literal) {
            out[made++] = in[ip++];
            continue;
        }
        size_t distance = in[ip] | (in[ip + 1] & 0xf0u) << 4;
        size_t length = (in[ip + 1] & 0x0fu) + MATCH_MIN;
        if (length > out_size - made)
            return fault(A3D_CODEC_OUTPUT_OVERRUN, ip, made, ip);
        /* Distance 0 means the slot of the ring that is about to be written, which holds the byte from one turn ago. */
        copy_from_ring(out, made, distance == 0 ? RING : distance, length);
        made += length;
        ip += 2;
    }
    return check_sum(in, in_size, ip, out, out_size);
}

size_t a3d_lzss_pack_bound(size_t n)
{
    return n + n / 8 + 1 + CHECKSUM;
}

static uint32_t hash3(const uint8_t *p)
{
    uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;

    return (v * 2654435761u) >> (32 - TABLE_BITS);
}

/* Compares with the last position that had the same hash. Returns the length of the match, or 0 if it is useless. */
static size_t find_match(const uint8_t *in, size_t n, size_t at, uint32_t *table, size_t *distance)
{
    size_t length = 0, most = n - at < MATCH_MAX ? n - at : MATCH_MAX;

    if (most < MATCH_MIN)
        return 0;
    /* Positions are kept modulo 2^32. An outdated one only costs a comparison, since the bytes themselves are
     * compared. */
    uint32_t *slot = &table[hash3(in + at)];
    size_t d = (uint32_t)((uint32_t)at - *slot);
    *slot = (uint32_t)at;
    if (d == 0 || d > at || d >= RING)
        return 0;
    while (length < most && in[at + length] == in[at + length - d])
        length++;
    *distance = d;
    return length < MATCH_MIN ? 0 : length;
}

size_t a3d_lzss_pack(const uint8_t *in, size_t n, uint8_t *out)
{
    uint32_t table[1u << TABLE_BITS] = {0};
    size_t op = 0, flags_at = 0, at = 0;

    for (unsigned item = 0; at < n; item = (item + 1) & 7) {
        size_t distance = 0, length = find_match(in, n, at, table, &distance);

        if (item == 0) {
            flags_at = op++;
            out[flags_at] = 0;
        }
        if (length == 0) {
            out[flags_at] = (uint8_t)(out[flags_at] | 1u << item);
            out[op++] = in[at++];
        } else {
            out[op++] = (uint8_t)(distance & 0xff);
            out[op++] = (uint8_t)((distance >> 4 & 0xf0) | (length - MATCH_MIN));
            at += length;
        }
    }
    uint32_t sum = sum_of(in, n);
    for (unsigned i = 0; i < CHECKSUM; i++)
        out[op++] = (uint8_t)(sum >> (8 * i));
    return op;
}
