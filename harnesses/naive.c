/* naive.c - see naive.h */
#include "naive.h"

static unsigned next(naive *n)
{
    if (n->used == n->in_size)
        n->failed = true;
    return n->failed ? 0 : n->in[n->used++];
}

static void put(naive *n, unsigned byte)
{
    if (n->made == n->out_size)
        n->failed = true;
    if (!n->failed)
        n->out[n->made++] = (uint8_t)byte;
}

static void literals(naive *n, size_t count)
{
    for (; count > 0 && !n->failed; count--) {
        unsigned byte = next(n);
        if (!n->failed)
            put(n, byte);
    }
}

/* ---- LZO1X ---- */

/* A length: the low bits of its instruction, or when they are all 0 what the next bytes add up to. */
static size_t length_of(naive *n, unsigned bits, size_t most)
{
    size_t length = most;
    unsigned byte = 0;
    if (bits != 0)
        return bits;
    while (!n->failed && (byte = next(n)) == 0)
        length += 255;
    return length + byte;
}

static void repeat(naive *n, size_t distance, size_t length)
{
    if (distance > n->made)
        n->failed = true;
    for (; length > 0 && !n->failed; length--)
        put(n, n->out[n->made - distance]);
}

typedef struct step {
    size_t length, distance;
    unsigned riding; /* literals that follow the match */
    bool end;
} step;

/* A match by its first byte. `before` is the number of literals just before it, 4 standing for a whole run. */
static step match_of(naive *n, unsigned t, unsigned before)
{
    step s = {.riding = t & 3};
    if (t >= 64) {
        s.length = (t >> 5) + 1;
        s.distance = 1 + (t >> 2 & 7) + 8 * (size_t)next(n);
    } else if (t >= 16) {
        s.length = 2 + (t >= 32 ? length_of(n, t & 31, 31) : length_of(n, t & 7, 7));
        unsigned low = next(n), word = low + 256 * next(n);
        s.riding = word & 3;
        s.distance = t >= 32 ? 1 + (size_t)(word >> 2) : 16384 + 2048 * (size_t)(t & 8) + (word >> 2);
        s.end = t < 32 && s.distance == 16384;
    } else {
        s.length = before == 4 ? 3 : 2;
        s.distance = (before == 4 ? 2049 : 1) + (t >> 2) + 4 * (size_t)next(n);
    }
    return s;
}

bool naive_lzo1x(naive *n)
{
    unsigned before = 0;
    if (n->in_size > 0 && n->in[0] > 17) {
        unsigned count = next(n) - 17;
        literals(n, count);
        before = count < 4 ? count : 4;
    }
    while (!n->failed) {
        unsigned t = next(n);
        if (t < 16 && before == 0) {
            literals(n, 3 + length_of(n, t, 15));
            before = 4;
            continue;
        }
        step s = match_of(n, t, before);
        if (s.end)
            return !n->failed && s.length == 3 && n->made == n->out_size;
        if (!n->failed)
            repeat(n, s.distance, s.length);
        literals(n, s.riding);
        before = s.riding;
    }
    return false;
}

/* ---- LZSS ---- */

bool naive_lzss(naive *n)
{
    enum { RING = 4096 };
    uint8_t ring[RING];
    uint32_t sum = 0, stored = 0, at = 0;
    for (unsigned i = 0; i < RING; i++)
        ring[i] = ' ';
    for (unsigned flags = 0, left = 0; n->made < n->out_size && !n->failed; flags >>= 1, left--) {
        if (left == 0) {
            flags = next(n);
            left = 8;
        }
        unsigned first = next(n), second = (flags & 1) != 0 ? 0 : next(n);
        unsigned count = (flags & 1) != 0 ? 1 : 3 + (second & 15), distance = first + 16 * (second & 0xf0);
        if (count > n->out_size - n->made)
            n->failed = true;
        for (; count > 0 && !n->failed; count--) {
            unsigned byte = (flags & 1) != 0 ? first : ring[(at - distance) % RING];
            ring[at++ % RING] = (uint8_t)byte;
            sum += byte;
            put(n, byte);
        }
    }
    for (unsigned shift = 0; shift < 32; shift += 8)
        stored |= (uint32_t)next(n) << shift;
    return !n->failed && stored == sum;
}
