/* inflate_codes.c - see inflate_codes.h */
#include "codec/inflate_codes.h"

#include <string.h>

enum { END_OF_BLOCK = 256, LENGTHS_FROM = 257 };

/* A meaning, and the extra bits that belong to it. */
#define M(least, extra) ((uint32_t)(least) << 16 | (extra))

static const uint32_t length_meanings[] = {
    M(3, 0),  M(4, 0),  M(5, 0),  M(6, 0),  M(7, 0),  M(8, 0),  M(9, 0),   M(10, 0),  M(11, 1),  M(13, 1),
    M(15, 1), M(17, 1), M(19, 2), M(23, 2), M(27, 2), M(31, 2), M(35, 3),  M(43, 3),  M(51, 3),  M(59, 3),
    M(67, 4), M(83, 4), M(99, 4), M(115, 4), M(131, 5), M(163, 5), M(195, 5), M(227, 5), M(258, 0),
};

static const uint32_t distance_meanings[] = {
    M(1, 0),     M(2, 0),     M(3, 0),     M(4, 0),     M(5, 1),     M(7, 1),      M(9, 2),      M(13, 2),     M(17, 3),     M(25, 3),
    M(33, 4),    M(49, 4),    M(65, 5),    M(97, 5),    M(129, 6),   M(193, 6),    M(257, 7),    M(385, 7),    M(513, 8),    M(769, 8),
    M(1025, 9),  M(1537, 9),  M(2049, 10), M(3073, 10), M(4097, 11), M(6145, 11),  M(8193, 12),  M(12289, 12), M(16385, 13), M(24577, 13),
};

static uint32_t meaning(a3d_code_kind kind, unsigned symbol)
{
    if (kind == A3D_CODE_OF_LENGTHS)
        return M(symbol, 0);
    if (kind == A3D_CODE_OF_DISTANCES)
        return symbol < sizeof distance_meanings / sizeof distance_meanings[0] ? distance_meanings[symbol] : A3D_CODE_NONE;
    if (symbol < END_OF_BLOCK)
        return M(symbol, A3D_CODE_LITERAL);
    if (symbol == END_OF_BLOCK)
        return A3D_CODE_ODD | A3D_CODE_END;
    symbol -= LENGTHS_FROM;
    return symbol < sizeof length_meanings / sizeof length_meanings[0] ? length_meanings[symbol] : A3D_CODE_NONE;
}

/* An entry whose code takes `bits` bits of its table's index. */
static uint32_t entry_of(a3d_code_kind kind, unsigned symbol, unsigned bits)
{
    return meaning(kind, symbol) + bits * 0x101;
}

/* Codes stand in the stream with their first bit lowest. The code after one of so many bits; the last comes again. */
static unsigned next_code(unsigned code, unsigned bits)
{
    unsigned bit = 1u << (bits - 1);
    while (code & bit)
        bit >>= 1;
    return (code & (bit - 1)) | bit;
}

typedef struct plan {
    unsigned count[A3D_CODE_MOST_BITS + 1]; /* symbols by length */
    uint16_t symbol[A3D_CODE_SYMBOLS];      /* those that have a code, in the order of their codes */
    unsigned longest;
} plan;

/* False for lengths that make no code that may be. */
static bool plan_code(plan *p, a3d_code_kind kind, const uint8_t *lengths, unsigned n)
{
    unsigned from[A3D_CODE_MOST_BITS + 2] = {0};
    int left = 1;
    memset(p->count, 0, sizeof p->count);
    p->longest = 0;
    for (unsigned i = 0; i < n; i++)
        p->count[lengths[i]]++;
    for (unsigned bits = 1; bits <= A3D_CODE_MOST_BITS; bits++) {
        left = 2 * left - (int)p->count[bits];
        if (left < 0)
            return false;
        if (p->count[bits] > 0)
            p->longest = bits;
        from[bits + 1] = from[bits] + p->count[bits];
    }
    for (unsigned i = 0; i < n; i++)
        if (lengths[i] > 0)
            p->symbol[from[lengths[i]]++] = (uint16_t)i;
    return left == 0 || (kind != A3D_CODE_OF_LENGTHS && p->longest <= 1);
}

/* The bits of a table for codes from `bits` bits on that begin alike, of which `n` have just so many. */
static unsigned smaller_bits(const plan *p, unsigned bits, unsigned n, unsigned first_bits)
{
    unsigned most = bits, used = n, room = 1u << (bits - first_bits);
    while (used < room && most < p->longest) {
        used = 2 * used + p->count[++most];
        room *= 2;
    }
    return most - first_bits;
}

/* Codes of more bits than the first table looks at, of which `code` is the first and symbol `at` has it. */
static void make_smaller(a3d_code *c, a3d_code_kind kind, const plan *p, unsigned at, unsigned code)
{
    unsigned first = 1u << c->bits, begin = 0, index_bits = 0, end = first, before = first;
    for (unsigned bits = c->bits + 1; bits <= p->longest; bits++) {
        for (unsigned n = p->count[bits]; n > 0; n--) {
            if ((code & (first - 1)) != before) {
                before = code & (first - 1);
                index_bits = smaller_bits(p, bits, n, c->bits);
                begin = end;
                end += 1u << index_bits;
                c->entry[before] = M(begin, A3D_CODE_ODD | A3D_CODE_LONGER | index_bits << 8 | c->bits);
            }
            for (unsigned i = code >> c->bits; i < 1u << index_bits; i += 1u << (bits - c->bits))
                c->entry[begin + i] = entry_of(kind, p->symbol[at], bits - c->bits);
            at++;
            code = next_code(code, bits);
        }
    }
}

bool a3d_code_make(a3d_code *c, a3d_code_kind kind, const uint8_t *lengths, unsigned n)
{
    static const unsigned most[] = {7, 11, 8};
    unsigned at = 0, code = 0;
    plan p;
    if (!plan_code(&p, kind, lengths, n))
        return false;
    c->bits = p.longest < most[kind] ? p.longest : most[kind];
    c->entry[0] = A3D_CODE_NONE;
    for (unsigned bits = 1; bits <= c->bits; bits++) {
        /* what is there so far holds whatever the next bit is */
        memcpy(c->entry + (1u << (bits - 1)), c->entry, sizeof *c->entry << (bits - 1));
        for (unsigned k = p.count[bits]; k > 0; k--) {
            c->entry[code] = entry_of(kind, p.symbol[at++], bits);
            code = next_code(code, bits);
        }
    }
    if (p.longest > c->bits)
        make_smaller(c, kind, &p, at, code);
    return true;
}
