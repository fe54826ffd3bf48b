/* huffman.c - see huffman.h */
#include "codec/huffman.h"

#include <string.h>

enum { LONGEST_CODE = 15, MOST_SYMBOLS = 288 };

#define OTHER(value, extra) ((uint32_t)(value) << A3D_ENTRY_VALUE | A3D_ENTRY_MORE | (extra))
#define RARE (A3D_ENTRY_MORE | A3D_ENTRY_RARE)

/* Symbols 256 to 287: the end of the block, lengths with their extra bits, and two that are never defined. */
static const uint32_t lengths[] = {
    RARE | A3D_ENTRY_END,
    OTHER(3, 0),   OTHER(4, 0),   OTHER(5, 0),   OTHER(6, 0),   OTHER(7, 0),  OTHER(8, 0),  OTHER(9, 0),  OTHER(10, 0),
    OTHER(11, 1),  OTHER(13, 1),  OTHER(15, 1),  OTHER(17, 1),  OTHER(19, 2), OTHER(23, 2), OTHER(27, 2), OTHER(31, 2),
    OTHER(35, 3),  OTHER(43, 3),  OTHER(51, 3),  OTHER(59, 3),  OTHER(67, 4), OTHER(83, 4), OTHER(99, 4),
    OTHER(115, 4), OTHER(131, 5), OTHER(163, 5), OTHER(195, 5), OTHER(227, 5), OTHER(258, 0),
    RARE,          RARE,
};

static const uint32_t distances[] = {
    OTHER(1, 0),     OTHER(2, 0),     OTHER(3, 0),     OTHER(4, 0),     OTHER(5, 1),      OTHER(7, 1),
    OTHER(9, 2),     OTHER(13, 2),    OTHER(17, 3),    OTHER(25, 3),    OTHER(33, 4),     OTHER(49, 4),
    OTHER(65, 5),    OTHER(97, 5),    OTHER(129, 6),   OTHER(193, 6),   OTHER(257, 7),    OTHER(385, 7),
    OTHER(513, 8),   OTHER(769, 8),   OTHER(1025, 9),  OTHER(1537, 9),  OTHER(2049, 10),  OTHER(3073, 10),
    OTHER(4097, 11), OTHER(6145, 11), OTHER(8193, 12), OTHER(12289, 12), OTHER(16385, 13), OTHER(24577, 13),
    RARE,            RARE,
};

const a3d_alphabet a3d_literals_and_lengths = {256, lengths, RARE, true};
const a3d_alphabet a3d_distances = {0, distances, RARE, true};
/* Without any code, zlib takes each bit as a code length of 0. */
const a3d_alphabet a3d_code_lengths = {19, NULL, A3D_ENTRY_LITERAL, false};

/* What is left to put into a table. */
typedef struct codes {
    const a3d_alphabet *alphabet;
    uint16_t count[LONGEST_CODE + 1]; /* codes of each length */
    unsigned longest;
    uint16_t symbols[MOST_SYMBOLS];   /* in the order of their codes */
    unsigned at;                      /* the next symbol */
    unsigned code;                    /* its code, the first bit lowest */
} codes;

/* Counts the codes. False if they are more than fit, or fewer than complete a set. */
static bool count_codes(codes *c, const uint8_t *length, unsigned n)
{
    uint16_t other[LONGEST_CODE + 1] = {0}; /* in turn, since neighbors often have the same length */
    int left = 1;
    memset(c->count, 0, sizeof c->count);
    for (unsigned i = 0; i < n / 2; i++) {
        c->count[length[2 * i]]++;
        other[length[2 * i + 1]]++;
    }
    if (n % 2 != 0)
        other[length[n - 1]]++;
    for (unsigned k = 0; k <= LONGEST_CODE; k++)
        c->count[k] = (uint16_t)(c->count[k] + other[k]);
    c->longest = LONGEST_CODE;
    while (c->longest > 0 && c->count[c->longest] == 0)
        c->longest--;
    for (unsigned k = 1; k <= c->longest; k++) {
        left = 2 * left - c->count[k];
        if (left < 0)
            return false;
    }
    return left == 0 || c->longest == 0 || (c->alphabet->lone && c->longest == 1);
}

static void sort_symbols(codes *c, const uint8_t *length, unsigned n)
{
    uint16_t next[LONGEST_CODE + 1] = {0};
    for (unsigned k = 1; k < LONGEST_CODE; k++)
        next[k + 1] = (uint16_t)(next[k] + c->count[k]);
    for (unsigned i = 0; i < n; i++)
        if (length[i] != 0)
            c->symbols[next[length[i]]++] = (uint16_t)i;
}

/* The entry of a symbol, of whose code `length` bits are left. */
A3D_INLINE uint32_t entry_of(const a3d_alphabet *alphabet, unsigned symbol, unsigned length)
{
    if (symbol < alphabet->literals)
        return symbol << A3D_ENTRY_VALUE | A3D_ENTRY_LITERAL | length;
    return alphabet->others[symbol - alphabet->literals] + (length << A3D_ENTRY_CODE | length);
}

/* Adds 1 to a code whose lowest bit comes first: the carry goes down. */
A3D_INLINE unsigned next_code(unsigned code, unsigned length)
{
    unsigned bit = 1u << (length - 1);
    while (code & bit) {
        code ^= bit;
        bit >>= 1;
    }
    return code | bit;
}

static void fill_table(codes *c, uint32_t *table, unsigned bits)
{
    const a3d_alphabet alphabet = *c->alphabet; /* copies, which no store into the table can change */
    const uint16_t *symbol = c->symbols;
    unsigned code = 0;
    table[0] = table[1] = alphabet.undefined | 1;
    for (unsigned length = 1; length <= bits; length++) {
        if (length > 1) /* shorter codes hold for both values of the new bit */
            memcpy(table + (1u << (length - 1)), table, sizeof *table << (length - 1));
        for (unsigned left = c->count[length]; left > 0; left--) {
            table[code] = entry_of(&alphabet, *symbol++, length);
            code = next_code(code, length);
        }
    }
    c->at = (unsigned)(symbol - c->symbols);
    c->code = code;
}

/* Returns the bits of the index that a subtable needs, which begins with a code of this length. */
static unsigned subtable_bits(const codes *c, unsigned length, unsigned bits)
{
    unsigned width = length - bits;
    for (int left = 1 << width; (left -= c->count[width + bits]) > 0; left *= 2)
        width++;
    return width;
}

/* Puts the codes of more than `bits` bits into subtables. */
static void fill_subtables(codes *c, uint32_t *table, unsigned bits)
{
    unsigned none = 1u << bits, first = none, start = none, size = 0;
    for (unsigned length = bits + 1; length <= c->longest; length++) {
        for (; c->count[length] > 0; c->count[length]--) {
            if ((c->code & (none - 1)) != first) {
                unsigned width = subtable_bits(c, length, bits);
                first = c->code & (none - 1);
                start += size;
                size = 1u << width;
                table[first] = start << A3D_ENTRY_VALUE | RARE | A3D_ENTRY_LINK | width << A3D_ENTRY_CODE | bits;
            }
            uint32_t entry = entry_of(c->alphabet, c->symbols[c->at++], length - bits);
            for (unsigned i = c->code >> bits; i < size; i += 1u << (length - bits))
                table[start + i] = entry;
            c->code = next_code(c->code, length);
        }
    }
}

unsigned a3d_huffman_build(const a3d_alphabet *alphabet, const uint8_t *length, unsigned n, uint32_t *table,
                           unsigned least, unsigned most)
{
    codes c; /* without an initializer, which would clear all symbols each time */
    c.alphabet = alphabet;
    c.at = c.code = 0;
    if (!count_codes(&c, length, n))
        return 0;
    sort_symbols(&c, length, n);
    unsigned bits = c.longest < least ? least : c.longest > most ? most : c.longest;
    fill_table(&c, table, bits);
    fill_subtables(&c, table, bits);
    return bits;
}

void a3d_huffman_join(uint32_t *table, unsigned bits)
{
    enum { LONGEST_MATCH = 257 };
    /* downwards, since what follows a literal is at a smaller index and must not be joined yet */
    for (unsigned i = 1u << bits; i-- > 0;) {
        uint32_t first = table[i], rest = i, next = first;
        if (a3d_is_plain(first)) {
            rest = i >> (first & A3D_ENTRY_SKIP);
            next = table[rest];
        } else {
            first = 0;
        }
        if ((first & A3D_ENTRY_SKIP) + (next & A3D_ENTRY_SKIP) > bits)
            continue;
        if (a3d_is_plain(next))
            table[i] = first + (next & A3D_ENTRY_SKIP) + A3D_ENTRY_LITERAL +
                       ((uint32_t)(uint8_t)(next >> A3D_ENTRY_VALUE) << A3D_ENTRY_SECOND);
        else if (!(next & A3D_ENTRY_RARE) && a3d_entry_value(next, rest) <= LONGEST_MATCH)
            table[i] = first + (next & A3D_ENTRY_SKIP) + (A3D_ENTRY_JOINED | A3D_ENTRY_MORE) +
                       ((a3d_entry_value(next, rest) - 2) << A3D_ENTRY_SECOND);
    }
}
