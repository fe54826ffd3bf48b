/* bytes.c - changes bytes regardless of structure; see mutant.h */
#include "engine/mutate/mutant.h"

#include <string.h>

enum { LONGEST = 64, MOST_CHANGES = 4 };

typedef struct bytes {
    a3d_random *r;
    uint8_t *buf;
    size_t size, most;
    const uint8_t *other;
    size_t other_size;
} bytes;

static size_t random_offset(const bytes *b, size_t n)
{
    return a3d_random_below(b->r, (uint32_t)(n < UINT32_MAX ? n : UINT32_MAX));
}

/* Sets a number of 1, 2, 4 or 8 bytes to one that readers often get wrong, or changes it slightly. */
static void set_number(bytes *b)
{
    static const int64_t odd[] = {0,     1,     -1,    2,     16,        32,        64,   100,  127,    128,
                                  255,   256,   512,   1000,  1024,      4096,      32767, 32768, 65535, 65536,
                                  INT32_MAX, INT32_MIN, -128, -129, -32768, 0x3fffff, 0x7f800000, 0x7fc00000};
    unsigned width = 1u << a3d_random_below(b->r, 4);
    bool big = a3d_random_chance(b->r, 1, 2);
    if (width > b->size)
        width = 1;
    uint8_t *p = b->buf + random_offset(b, b->size - width + 1);
    uint64_t value = (uint64_t)odd[a3d_random_below(b->r, sizeof odd / sizeof *odd)];
    if (a3d_random_chance(b->r, 1, 2))
        value = a3d_load(p, width, big) + (uint64_t)a3d_random_between(b->r, -16, 16);
    a3d_store(p, width, value, big);
}

static void flip_bit(bytes *b)
{
    size_t at = random_offset(b, b->size); /* drawn first, because C leaves the order inside an expression open */
    b->buf[at] ^= (uint8_t)(1u << a3d_random_below(b->r, 8));
}

static void remove_range(bytes *b)
{
    size_t at = random_offset(b, b->size), left = b->size - at;
    size_t n = 1 + random_offset(b, left < LONGEST ? left : LONGEST);
    if (a3d_random_chance(b->r, 1, 8))
        n = left; /* truncate the file */
    if (n == b->size)
        n--;
    memmove(b->buf + at, b->buf + at + n, b->size - at - n);
    b->size -= n;
}

/* Makes room for up to n bytes at a random offset. Returns how many, and where in *at. */
static size_t make_room(bytes *b, size_t n, size_t *at)
{
    *at = random_offset(b, b->size + 1);
    if (n > b->most - b->size)
        n = b->most - b->size;
    memmove(b->buf + *at + n, b->buf + *at, b->size - *at);
    b->size += n;
    return n;
}

static void insert_range(bytes *b)
{
    size_t at, n = make_room(b, 1 + random_offset(b, LONGEST), &at);
    uint8_t same = (uint8_t)a3d_random_next(b->r);
    bool all_same = a3d_random_chance(b->r, 1, 2);
    for (size_t i = 0; i < n; i++)
        b->buf[at + i] = all_same ? same : (uint8_t)a3d_random_next(b->r);
}

/* Copies a piece of the other file, or of this one, over other bytes or between them. */
static void copy_range(bytes *b)
{
    bool own = b->other == NULL || b->other_size == 0;
    size_t whole = own ? b->size : b->other_size, from = random_offset(b, whole), left = whole - from;
    size_t n = 1 + random_offset(b, left), at;
    uint8_t piece[LONGEST];
    if (n > LONGEST)
        n = LONGEST;
    memcpy(piece, (own ? b->buf : b->other) + from, n);
    if (a3d_random_chance(b->r, 1, 2)) {
        n = make_room(b, n, &at);
    } else {
        at = random_offset(b, b->size);
        n = n < b->size - at ? n : b->size - at;
    }
    memcpy(b->buf + at, piece, n);
}

size_t a3d_mutate_bytes(a3d_random *r, uint8_t *buf, size_t size, size_t most, const uint8_t *other, size_t other_size)
{
    static void (*const changes[])(bytes *) = {flip_bit,     set_number,   set_number,
                                               remove_range, insert_range, copy_range};
    bytes b = {r, buf, size, most, other, other_size};
    if (most == 0)
        return 0;
    if (size == 0) {
        buf[0] = (uint8_t)a3d_random_next(r);
        b.size = 1;
    }
    for (unsigned n = 1 + a3d_random_below(r, MOST_CHANGES); n > 0; n--)
        changes[a3d_random_below(r, sizeof changes / sizeof *changes)](&b);
    return b.size;
}
