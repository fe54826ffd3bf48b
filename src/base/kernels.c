/* kernels.c - see kernels.h */
#include "base/kernels.h"
#include "base/bytes.h"
#include "base/lanes.h"

#include <string.h>

/* Words that are looked at in one go, and before a loop asks whether it found something. */
enum { BLOCK = 16, PIECE = 1024 };

/* ---- floats ---- */

/* A mask over bytes as they lie in memory. */
static uint32_t in_memory(uint32_t mask, bool big)
{
    uint8_t bytes[4];
    a3d_store(bytes, 4, mask, big);
    memcpy(&mask, bytes, 4);
    return mask;
}

static size_t first_bad(const uint8_t *p, size_t from, size_t n, uint32_t exponent, bool strict)
{
    for (size_t i = from; i < n; i++) {
        uint32_t x;
        memcpy(&x, p + 4 * i, 4);
        uint32_t e = x & exponent;
        if (e == exponent || (strict && e == 0 && x != 0))
            return i;
    }
    return n;
}

static inline a3d_words not_finite(const uint8_t *p, a3d_words exponent)
{
    return a3d_words_same(a3d_words_and(a3d_words_at(p), exponent), exponent);
}

static bool any_not_finite(const uint8_t *p, size_t n, uint32_t exponent)
{
    a3d_words mask = a3d_words_of(exponent), odd = a3d_words_of(0);
    for (; n >= BLOCK; n -= BLOCK, p += 4 * BLOCK) {
        a3d_words low = a3d_words_or(not_finite(p, mask), not_finite(p + 16, mask));
        a3d_words high = a3d_words_or(not_finite(p + 32, mask), not_finite(p + 48, mask));
        odd = a3d_words_or(odd, a3d_words_or(low, high));
    }
    return a3d_words_any(odd);
}

size_t a3d_scan_finite(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    while (n - i >= BLOCK) {
        size_t piece = n - i < PIECE ? (n - i) / BLOCK * BLOCK : PIECE;
        if (any_not_finite(p + 4 * i, piece, exponent))
            break;
        i += piece;
    }
    return first_bad(p, i, n, exponent, false);
}

static inline a3d_words not_strict(const uint8_t *p, a3d_words exponent, a3d_words zero)
{
    a3d_words x = a3d_words_at(p), e = a3d_words_and(x, exponent);
    a3d_words tiny = a3d_words_without(a3d_words_same(e, zero), a3d_words_same(x, zero));
    return a3d_words_or(a3d_words_same(e, exponent), tiny);
}

static bool any_not_strict(const uint8_t *p, size_t n, uint32_t exponent)
{
    a3d_words mask = a3d_words_of(exponent), zero = a3d_words_of(0), odd = zero;
    for (; n >= BLOCK; n -= BLOCK, p += 4 * BLOCK) {
        a3d_words low = a3d_words_or(not_strict(p, mask, zero), not_strict(p + 16, mask, zero));
        a3d_words high = a3d_words_or(not_strict(p + 32, mask, zero), not_strict(p + 48, mask, zero));
        odd = a3d_words_or(odd, a3d_words_or(low, high));
    }
    return a3d_words_any(odd);
}

size_t a3d_scan_strict(const uint8_t *p, size_t n, bool big)
{
    uint32_t exponent = in_memory(0x7f800000u, big);
    size_t i = 0;
    while (n - i >= BLOCK) {
        size_t piece = n - i < PIECE ? (n - i) / BLOCK * BLOCK : PIECE;
        if (any_not_strict(p + 4 * i, piece, exponent))
            break;
        i += piece;
    }
    return first_bad(p, i, n, exponent, true);
}

/* ---- indices ---- */

unsigned a3d_greatest16(const uint8_t *p, size_t n, bool big)
{
    unsigned most = 0;
    size_t i = 0;
    if (a3d_is_native(big)) {
        a3d_halves lanes = {{0}};
        for (; n - i >= 8; i += 8)
            lanes = a3d_halves_max(lanes, a3d_halves_at(p + 2 * i));
        for (unsigned k = 0; k < 8; k++)
            most = lanes.v[k] > most ? lanes.v[k] : most;
    }
    for (; i < n; i++) {
        unsigned x = a3d_load16(p + 2 * i, big);
        most = x > most ? x : most;
    }
    return most;
}

static bool triple_differs(const uint8_t *p)
{
    return memcmp(p, p + 2, 2) != 0 && memcmp(p, p + 4, 2) != 0 && memcmp(p + 2, p + 4, 2) != 0;
}

/* Lanes other than 0 where a number equals the next one, or the one after that, of its own triple. The masks say
 * which of the eight numbers at p are not the last of a triple, and which are the first. */
static inline a3d_halves equal_in_triple(const uint8_t *p, a3d_halves not_last, a3d_halves first)
{
    a3d_halves x = a3d_halves_at(p);
    a3d_halves next = a3d_halves_and(a3d_halves_same(x, a3d_halves_at(p + 2)), not_last);
    return a3d_halves_or(next, a3d_halves_and(a3d_halves_same(x, a3d_halves_at(p + 4)), first));
}

bool a3d_triples_differ16(const uint8_t *p, size_t n)
{
    enum { EIGHT_TRIPLES = 24, BEHIND = 2 }; /* numbers that one round looks at, and further ones that it loads */
    static const a3d_halves not_last[3] = {{{0xffff, 0xffff, 0, 0xffff, 0xffff, 0, 0xffff, 0xffff}},
                                           {{0, 0xffff, 0xffff, 0, 0xffff, 0xffff, 0, 0xffff}},
                                           {{0xffff, 0, 0xffff, 0xffff, 0, 0xffff, 0xffff, 0}}};
    static const a3d_halves first[3] = {{{0xffff, 0, 0, 0xffff, 0, 0, 0xffff, 0}},
                                        {{0, 0xffff, 0, 0, 0xffff, 0, 0, 0xffff}},
                                        {{0, 0, 0xffff, 0, 0, 0xffff, 0, 0}}};
    a3d_halves equal = {{0}};
    size_t i = 0;
    for (; n - i >= EIGHT_TRIPLES + BEHIND; i += EIGHT_TRIPLES) {
        equal = a3d_halves_or(equal, equal_in_triple(p + 2 * i, not_last[0], first[0]));
        equal = a3d_halves_or(equal, equal_in_triple(p + 2 * i + 16, not_last[1], first[1]));
        equal = a3d_halves_or(equal, equal_in_triple(p + 2 * i + 32, not_last[2], first[2]));
    }
    bool differ = !a3d_halves_any(equal);
    for (; n - i >= 3; i += 3)
        differ = differ && triple_differs(p + 2 * i);
    return differ;
}
