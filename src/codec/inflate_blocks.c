/* inflate_blocks.c - the blocks of deflate data, read with care for every bit; see inflate.h */
#include "codec/inflate_symbol.h"

#include <string.h>

enum { STORED, FIXED, DYNAMIC };
enum { END_OF_BLOCK = 256, MOST_LITERALS = 286, MOST_DISTANCES = 30, CODE_LENGTHS = 19, LONGEST_LENGTH_CODE = 7 };

static a3d_inflate_step fault(a3d_inflate *s, const char *what)
{
    s->fault = what;
    return A3D_STEP_FAULT;
}

/* ---- bits ---- */

/* Holds at least 57 bits, or all that are left. */
static void fill_slowly(a3d_bits *b)
{
    for (; b->count <= 56 && b->next < b->end; b->count += 8)
        b->hold |= (uint64_t)*b->next++ << b->count;
}

A3D_INLINE void fill(a3d_bits *b)
{
    if (b->end - b->next < 8) {
        fill_slowly(b);
    } else if (b->count <= 56) {
        unsigned bytes = (63 - b->count) / 8;
        uint64_t all = UINT64_MAX >> (64 - 8 * bytes); /* higher bits of `hold` stay 0 */
        b->hold |= (a3d_load64(b->next, false) & all) << b->count;
        b->next += bytes;
        b->count += 8 * bytes;
    }
}

static bool have(a3d_bits *b, unsigned n)
{
    if (b->count < n)
        fill(b);
    return b->count >= n;
}

static void skip(a3d_bits *b, unsigned n)
{
    b->hold >>= n;
    b->count -= n;
}

static unsigned take(a3d_bits *b, unsigned n)
{
    unsigned value = (unsigned)(b->hold & ((1u << n) - 1));
    skip(b, n);
    return value;
}

/* ---- heads of blocks ---- */

static a3d_inflate_step read_stored_head(a3d_inflate *s)
{
    a3d_bits *b = &s->bits;
    skip(b, b->count & 7);
    if (!have(b, 32))
        return A3D_STEP_ENDS;
    if (((b->hold ^ b->hold >> 16) & 0xffff) != 0xffff)
        return fault(s, "the length of a stored block does not match its complement");
    s->left = take(b, 16);
    skip(b, 16);
    a3d_bits_return(b);
    s->phase = A3D_INFLATE_STORED;
    return A3D_STEP_ON;
}

static a3d_inflate_step read_fixed_head(a3d_inflate *s)
{
    s->literals = a3d_fixed_literals;
    s->literal_bits = A3D_FIXED_LITERAL_BITS;
    s->distances = a3d_fixed_distances;
    s->distance_bits = A3D_FIXED_DISTANCE_BITS;
    s->joined = false;
    s->phase = A3D_INFLATE_CODES;
    return A3D_STEP_ON;
}

/* Reads the code by which the code lengths are packed. */
static a3d_inflate_step read_code_length_code(a3d_inflate *s, unsigned n, uint32_t *table, unsigned *bits)
{
    static const uint8_t order[CODE_LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t length[CODE_LENGTHS] = {0};
    for (unsigned i = 0; i < n; i++) {
        if (!have(&s->bits, 3))
            return A3D_STEP_ENDS;
        length[order[i]] = (uint8_t)take(&s->bits, 3);
    }
    *bits = a3d_huffman_build(&a3d_code_lengths, length, CODE_LENGTHS, table, 1, LONGEST_LENGTH_CODE);
    if (*bits == 0)
        return fault(s, "the code lengths of the code length code make no complete code");
    return A3D_STEP_ON;
}

/* Reads n code lengths with a copy of the reader, which no store of a length can change. */
A3D_INLINE a3d_inflate_step read_lengths(a3d_inflate *s, a3d_bits *b, unsigned n, const uint32_t *table, unsigned bits)
{
    static const uint8_t extra[] = {2, 3, 7}, least[] = {3, 3, 11};
    enum { MOST_BITS = LONGEST_LENGTH_CODE + 7 };
    uint8_t *next = s->lengths, *const end = next + n;
    while (next < end) {
        if (b->count < MOST_BITS)
            fill(b);
        uint32_t e = table[b->hold & ((1u << bits) - 1)], length = e & A3D_ENTRY_SKIP;
        unsigned value = (uint8_t)(e >> A3D_ENTRY_VALUE);
        unsigned more = value < 16 ? 0 : extra[value - 16];
        if (length + more > b->count)
            return A3D_STEP_ENDS;
        skip(b, length);
        if (value < 16) {
            *next++ = (uint8_t)value;
            continue;
        }
        bool again = value == 16;
        if (again && next == s->lengths)
            return fault(s, "a repeated code length has none before it or runs past the last");
        unsigned times = least[value - 16] + take(b, more);
        value = again ? next[-1] : 0;
        if (times > (size_t)(end - next))
            return fault(s, "a repeated code length has none before it or runs past the last");
        while (times-- > 0)
            *next++ = (uint8_t)value;
    }
    return A3D_STEP_ON;
}

static a3d_inflate_step read_code_lengths(a3d_inflate *s, unsigned n, const uint32_t *table, unsigned bits)
{
    a3d_bits b = s->bits;
    a3d_inflate_step st = read_lengths(s, &b, n, table, bits);
    s->bits = b;
    return st;
}

static a3d_inflate_step build_tables(a3d_inflate *s, unsigned literals, unsigned distances)
{
    enum { MANY = 8192 };
    bool join = !s->single && s->bits.end - s->bits.next >= MANY;
    if (s->lengths[END_OF_BLOCK] == 0)
        return fault(s, "a block has no code for its end");
    s->literals = s->literal_table;
    s->literal_bits = a3d_huffman_build(&a3d_literals_and_lengths, s->lengths, literals, s->literal_table,
                                        join ? A3D_LITERAL_BITS : 1, A3D_LITERAL_BITS);
    if (s->literal_bits == 0)
        return fault(s, "the literal and length code lengths make no complete code");
    s->distances = s->distance_table;
    s->distance_bits = a3d_huffman_build(&a3d_distances, s->lengths + literals, distances, s->distance_table, 1,
                                         A3D_DISTANCE_BITS);
    if (s->distance_bits == 0)
        return fault(s, "the distance code lengths make no complete code");
    s->joined = join;
    if (join)
        a3d_huffman_join(s->literal_table, s->literal_bits);
    s->phase = A3D_INFLATE_CODES;
    return A3D_STEP_ON;
}

static a3d_inflate_step read_dynamic_head(a3d_inflate *s)
{
    a3d_bits *b = &s->bits;
    uint32_t table[1 << LONGEST_LENGTH_CODE];
    unsigned bits;
    if (!have(b, 14))
        return A3D_STEP_ENDS;
    unsigned literals = 257 + (b->hold & 31), distances = 1 + (b->hold >> 5 & 31), n = 4 + (b->hold >> 10 & 15);
    if (literals > MOST_LITERALS || distances > MOST_DISTANCES)
        return fault(s, "a block has more than 286 length or 30 distance codes");
    skip(b, 14);
    a3d_inflate_step st = read_code_length_code(s, n, table, &bits);
    if (st == A3D_STEP_ON)
        st = read_code_lengths(s, literals + distances, table, bits);
    return st == A3D_STEP_ON ? build_tables(s, literals, distances) : st;
}

static a3d_inflate_step read_head(a3d_inflate *s)
{
    a3d_bits *b = &s->bits;
    if (!have(b, 3))
        return A3D_STEP_ENDS;
    s->final = take(b, 1);
    unsigned type = b->hold & 3;
    if (type > DYNAMIC)
        return fault(s, "a block has the reserved type 3");
    skip(b, 2);
    return type == STORED ? read_stored_head(s) : type == FIXED ? read_fixed_head(s) : read_dynamic_head(s);
}

a3d_inflate_step a3d_inflate_open_block(a3d_inflate *s, uint64_t bit)
{
    a3d_bits *b = &s->bits;
    b->next = b->start + (size_t)(bit / 8);
    b->count = (unsigned)(-bit % 8);
    b->hold = b->count > 0 ? (uint64_t)*b->next++ >> bit % 8 : 0;
    s->single = true;
    return read_head(s);
}

/* ---- contents of blocks ---- */

static a3d_inflate_step end_block(a3d_inflate *s)
{
    s->phase = s->final ? A3D_INFLATE_END : A3D_INFLATE_HEAD;
    return A3D_STEP_ON;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static a3d_inflate_step read_stored(a3d_inflate *s, a3d_output *out)
{
    a3d_bits *b = &s->bits;
    if (s->left == 0)
        return end_block(s);
    if (b->next == b->end)
        return A3D_STEP_ENDS;
    if (out->next == out->end)
        return A3D_STEP_FULL;
    size_t n = least(least(s->left, (size_t)(b->end - b->next)), (size_t)(out->end - out->next));
    memcpy(out->next, b->next, n);
    out->next += n;
    b->next += n;
    s->left -= (unsigned)n;
    return A3D_STEP_ON;
}

/* Writes what is left of a match and fits. */
static void copy_match(a3d_inflate *s, a3d_output *out)
{
    for (; s->left > 0 && out->next < out->end; s->left--, out->next++)
        *out->next = *(out->next - s->distance);
}

/* The bits of one symbol, which may be more than there are. */
typedef struct symbol {
    uint64_t hold;
    unsigned used;
} symbol;

static void pass(symbol *y, unsigned n)
{
    y->hold >>= n;
    y->used += n;
}

static uint32_t find(symbol *y, const uint32_t *table, unsigned bits)
{
    uint32_t e = table[y->hold & ((1u << bits) - 1)];
    if (!(e & A3D_ENTRY_LINK))
        return e;
    pass(y, bits);
    return table[a3d_linked(e, y->hold)];
}

/* Reads the first literal of an entry. If the entry has more, the table is not that of fixed codes. */
static a3d_inflate_step read_literal(a3d_inflate *s, a3d_output *out, symbol *y, uint32_t e)
{
    uint8_t byte = (uint8_t)(e >> A3D_ENTRY_VALUE);
    bool joined = (e & (A3D_ENTRY_LITERALS | A3D_ENTRY_MORE)) != A3D_ENTRY_LITERAL;
    pass(y, joined ? s->lengths[byte] : e & A3D_ENTRY_SKIP);
    if (y->used > s->bits.count)
        return A3D_STEP_ENDS;
    if (out->next == out->end)
        return A3D_STEP_FULL;
    *out->next++ = byte;
    skip(&s->bits, y->used);
    return A3D_STEP_ON;
}

static a3d_inflate_step read_match(a3d_inflate *s, const a3d_output *out, symbol *y, uint32_t e)
{
    unsigned length = a3d_is_joined(e) ? 2u + (uint8_t)(e >> A3D_ENTRY_SECOND) : a3d_entry_value(e, y->hold);
    pass(y, e & A3D_ENTRY_SKIP);
    e = find(y, s->distances, s->distance_bits);
    unsigned distance = a3d_entry_value(e, y->hold);
    pass(y, e & A3D_ENTRY_SKIP);
    if (y->used > s->bits.count)
        return A3D_STEP_ENDS;
    bool undefined = (e & A3D_ENTRY_RARE) != 0, far = distance > (size_t)(out->next - out->first);
    if (!undefined && !far && out->next == out->end)
        return A3D_STEP_FULL;
    skip(&s->bits, y->used);
    if (undefined)
        return fault(s, "a distance code is not one that the block defines");
    if (far)
        return fault(s, "a back-reference points before the start of the unpacked data");
    s->left = length;
    s->distance = distance;
    return A3D_STEP_ON;
}

/* Reads a literal, a match or the end of the block. Takes nothing if there is no room for it. */
static a3d_inflate_step read_symbol(a3d_inflate *s, a3d_output *out)
{
    fill(&s->bits);
    symbol y = {s->bits.hold, 0};
    uint32_t e = find(&y, s->literals, s->literal_bits);
    if (a3d_is_plain(e) || (a3d_is_joined(e) && (e & A3D_ENTRY_LITERALS) != 0))
        return read_literal(s, out, &y, e);
    if (!(e & A3D_ENTRY_RARE))
        return read_match(s, out, &y, e);
    pass(&y, e & A3D_ENTRY_SKIP);
    if (y.used > s->bits.count)
        return A3D_STEP_ENDS;
    skip(&s->bits, y.used);
    return e & A3D_ENTRY_END ? end_block(s) : fault(s, "a literal or length code is not one that the block defines");
}

static a3d_inflate_step read_codes(a3d_inflate *s, a3d_output *out)
{
    copy_match(s, out);
    if (s->left > 0)
        return A3D_STEP_FULL;
    a3d_inflate_fast(s, out);
    return out->next < out->stop || out->stop == out->end ? read_symbol(s, out) : A3D_STEP_ON;
}

a3d_inflate_step a3d_inflate_blocks(a3d_inflate *s, a3d_output *out)
{
    a3d_inflate_step st = A3D_STEP_ON;
    while (st == A3D_STEP_ON && (out->next < out->stop || out->stop == out->end)) {
        switch (s->phase) {
        case A3D_INFLATE_HEAD: st = read_head(s); break;
        case A3D_INFLATE_STORED: st = read_stored(s, out); break;
        case A3D_INFLATE_CODES: st = read_codes(s, out); break;
        default: st = A3D_STEP_DONE; break;
        }
    }
    return st == A3D_STEP_ON ? A3D_STEP_PAUSE : st;
}
