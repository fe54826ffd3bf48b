/* inflate_whole.c - sound zlib streams, unpacked in one go and nearly twice as fast as zlib does.
 *
 * What is taken here zlib takes too, with the same bytes; of all else nothing is said, and zlib is asked. libdeflate
 * cannot stand here, although it is faster still: it takes a distance whose code the block does not define, which zlib
 * refuses, and nothing short of reading all codes would tell. */
#include "base/bytes.h"
#include "codec/codec.h"
#include "codec/inflate_codes.h"

#include <string.h>

enum {
    HEADER = 2, TRAILER = 4, FIRST_BYTE = 0x78, /* deflate, with the largest window */
    IN_MARGIN = 32,  /* more than what one turn loads */
    OUT_MARGIN = A3D_INFLATE_MARGIN /* more than what one turn writes: a few bytes, a match of 258, and what is scratched behind it */
};

/* Bits, to be had from the lowest of `next` on: `held` of them (its lowest six bits count), and above these more that
 * come again. */
typedef struct source {
    const uint8_t *at; /* the next byte to load */
    uint64_t next;
    unsigned held;
    const uint8_t *stop; /* the last place from where bytes may be loaded */
} source;

typedef struct reader {
    const uint8_t *whole;
    size_t size;
    source s;
    const uint8_t *first; /* that of the whole, or near its end of `tail`, which has zeroes behind it */
    size_t base;          /* where in the whole that stands */
    size_t made, summed; /* bytes that came out, and those of them that are in the checksum */
    uint32_t sum;
    a3d_sink *sink;
    a3d_code symbols, distances;
    bool fixed; /* they are those of a block of fixed codes */
    uint8_t tail[3 * IN_MARGIN];
    uint32_t symbol_entries[A3D_CODE_ROOM_SYMBOLS], distance_entries[A3D_CODE_ROOM_DISTANCES];
} reader;

/* ---- input ---- */

/* Goes on at a byte of the whole. Near the end that is a copy of the last bytes, where loads may go beyond them. */
static void turn_to(reader *r, size_t place)
{
    size_t left = r->size - place;
    if (left > IN_MARGIN) {
        r->first = r->whole;
        r->base = 0;
        r->s.at = r->whole + place;
        r->s.stop = r->whole + r->size - IN_MARGIN;
        return;
    }
    memset(r->tail, 0, sizeof r->tail);
    if (left > 0)
        memcpy(r->tail, r->whole + place, left);
    r->first = r->s.at = r->tail;
    r->base = place;
    r->s.stop = r->tail + left + 8; /* what is held is at most eight bytes behind */
}

/* Whether bits can be loaded. Behind the end some more are zeroes. */
static bool has_more(reader *r)
{
    if (r->s.at <= r->s.stop)
        return true;
    if (r->first == r->tail)
        return false;
    turn_to(r, (size_t)(r->s.at - r->whole));
    return true;
}

/* The place of the first byte of which no bit was taken. */
static size_t place_of(const reader *r)
{
    return r->base + (size_t)(r->s.at - r->first) - (r->s.held & 63) / 8;
}

/* Then at least 56 bits are held. */
A3D_INLINE void fill(source *s)
{
    s->next |= a3d_load64(s->at, false) << (s->held & 63);
    s->at += (~s->held & 63) >> 3;
    s->held |= 56;
}

/* The lowest six bits of n say how many. */
A3D_INLINE void drop(source *s, uint32_t n)
{
    s->next >>= n & 63;
    s->held -= n;
}

A3D_INLINE unsigned take(source *s, unsigned n)
{
    unsigned value = (unsigned)s->next & ((1u << n) - 1);
    drop(s, n);
    return value;
}

/* The entry of the code that comes next, in a table that looks at the bits of the mask. */
A3D_INLINE uint32_t look(const source *s, const uint32_t *table, unsigned mask)
{
    return table[(unsigned)s->next & mask];
}

A3D_INLINE uint32_t look_longer(source *s, const uint32_t *table, uint32_t entry)
{
    drop(s, entry);
    return look(s, table + (entry >> 16), (1u << (entry >> 8 & 15)) - 1);
}

/* A length or distance with its extra bits. */
A3D_INLINE size_t value_of(const source *s, uint32_t entry)
{
    return (entry >> 16) + (size_t)((s->next & (((uint64_t)1 << (entry & 63)) - 1)) >> (entry >> 8 & 15));
}

/* ---- output ---- */

static bool make_room(reader *r, size_t n)
{
    while (r->sink->room - r->made < n)
        if (!r->sink->grow(r->sink))
            return false;
    return true;
}

static void copy8(uint8_t *to, const uint8_t *from)
{
    uint64_t block;
    memcpy(&block, from, 8);
    memcpy(to, &block, 8);
}

/* Up to 15 bytes behind the match are written, too. */
A3D_INLINE void copy_match(uint8_t *to, size_t distance, size_t length)
{
    const uint8_t *from = to - distance, *end = to + length;
    copy8(to, from);
    if (length <= 8 && length <= distance)
        return;
    if (distance < 8) {
        if (distance == 1) {
            memset(to, *from, length);
            return;
        }
        do { /* what repeats in so few bytes repeats in twice as many */
            to += distance;
            distance += distance;
            copy8(to, from);
        } while (distance < 8);
    }
    while (end - to > 8) {
        to += 8;
        from += 8;
        copy8(to, from);
    }
}

/* ---- blocks ---- */

static bool read_stored(reader *r)
{
    size_t place = place_of(r);
    if (place > r->size || r->size - place < 4)
        return false;
    size_t n = a3d_load16(r->whole + place, false);
    if ((n ^ 0xffff) != a3d_load16(r->whole + place + 2, false) || r->size - place - 4 < n || !make_room(r, n))
        return false;
    if (n > 0)
        memcpy(r->sink->data + r->made, r->whole + place + 4, n);
    r->made += n;
    r->s.next = 0;
    r->s.held = 0;
    turn_to(r, place + 4 + n);
    return true;
}

static bool make_codes(reader *r, const uint8_t *lengths, unsigned symbols, unsigned distances)
{
    r->symbols.entry = r->symbol_entries;
    r->distances.entry = r->distance_entries;
    return a3d_code_make(&r->symbols, A3D_CODE_OF_SYMBOLS, lengths, symbols) &&
           a3d_code_make(&r->distances, A3D_CODE_OF_DISTANCES, lengths + symbols, distances);
}

static bool fixed_codes(reader *r)
{
    uint8_t lengths[A3D_CODE_SYMBOLS + A3D_CODE_DISTANCES];
    if (r->fixed)
        return true;
    for (unsigned i = 0; i < sizeof lengths; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : i < A3D_CODE_SYMBOLS ? 8 : 5;
    r->fixed = true;
    return make_codes(r, lengths, A3D_CODE_SYMBOLS, A3D_CODE_DISTANCES);
}

/* The lengths of the code of lengths, in their odd order, make the code. */
static bool code_of_lengths(reader *r, a3d_code *code, unsigned n)
{
    static const uint8_t order[A3D_CODE_LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[A3D_CODE_LENGTHS] = {0};
    for (unsigned i = 0; i < n; i++) {
        if (!has_more(r))
            return false;
        fill(&r->s);
        lengths[order[i]] = (uint8_t)take(&r->s, 3);
    }
    return a3d_code_make(code, A3D_CODE_OF_LENGTHS, lengths, A3D_CODE_LENGTHS);
}

static bool read_lengths(reader *r, const a3d_code *code, uint8_t *lengths, unsigned n)
{
    enum { REPEAT = 16, ZEROES = 17 };
    source *s = &r->s;
    for (unsigned i = 0; i < n;) {
        if (!has_more(r))
            return false;
        fill(s);
        uint32_t e = look(s, code->entry, (1u << code->bits) - 1);
        unsigned symbol = e >> 16;
        drop(s, e);
        if (symbol < REPEAT) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        unsigned times = symbol == REPEAT ? 3 + take(s, 2) : symbol == ZEROES ? 3 + take(s, 3) : 11 + take(s, 7);
        if (times > n - i || (symbol == REPEAT && i == 0))
            return false;
        memset(lengths + i, symbol == REPEAT ? lengths[i - 1] : 0, times);
        i += times;
    }
    return true;
}

static bool own_codes(reader *r)
{
    enum { MOST_SYMBOLS = 286, MOST_DISTANCES = 30, END_OF_BLOCK = 256 };
    uint8_t lengths[MOST_SYMBOLS + MOST_DISTANCES];
    uint32_t entries[A3D_CODE_ROOM_LENGTHS];
    a3d_code code = {.entry = entries};
    r->fixed = false;
    unsigned symbols = 257 + take(&r->s, 5), distances = 1 + take(&r->s, 5), n = 4 + take(&r->s, 4);
    return symbols <= MOST_SYMBOLS && distances <= MOST_DISTANCES && code_of_lengths(r, &code, n) &&
           read_lengths(r, &code, lengths, symbols + distances) && lengths[END_OF_BLOCK] > 0 && make_codes(r, lengths, symbols, distances);
}

/* What read_codes works on, apart from the reader so that it stays in registers. */
typedef struct view {
    source s;
    uint8_t *out, *to, *full; /* the sink's first byte, the next one, and its end */
} view;

static view view_of(const reader *r)
{
    return (view){r->s, r->sink->data, r->sink->data + r->made, r->sink->data + r->sink->room};
}

static void keep(reader *r, const view *v)
{
    r->s = v->s;
    r->made = (size_t)(v->to - v->out);
}

/* Makes sure of input and output for one turn. */
static bool go_on(reader *r, view *v)
{
    keep(r, v);
    if (!has_more(r) || !make_room(r, OUT_MARGIN))
        return false;
    *v = view_of(r);
    return true;
}

A3D_INLINE void put_byte(view *v, uint32_t entry)
{
    drop(&v->s, entry);
    *v->to++ = (uint8_t)(entry >> 16);
}

/* Puts out up to four bytes that come next; *entry is that of the code behind them. True when the turn is over, as what is
 * held would not do for a match. */
A3D_INLINE bool put_bytes(view *v, const uint32_t *symbols, unsigned mask, uint32_t *entry)
{
    uint32_t e = *entry;
    put_byte(v, e);
    e = look(&v->s, symbols, mask);
    if (e & A3D_CODE_LITERAL) {
        put_byte(v, e);
        e = look(&v->s, symbols, mask);
        if (e & A3D_CODE_LITERAL) {
            put_byte(v, e);
            e = look(&v->s, symbols, mask);
            if (e & A3D_CODE_LITERAL) {
                put_byte(v, e);
                return true;
            }
        }
    }
    fill(&v->s);
    *entry = e;
    return false;
}

/* The distance of a match, or 0 when there is none or it reaches before the first byte. */
A3D_INLINE size_t take_distance(view *v, const uint32_t *distances, unsigned mask)
{
    uint32_t e = look(&v->s, distances, mask);
    if (e & A3D_CODE_LONGER)
        e = look_longer(&v->s, distances, e);
    size_t distance = value_of(&v->s, e);
    drop(&v->s, e);
    return (e & A3D_CODE_ODD) == 0 && distance <= (size_t)(v->to - v->out) ? distance : 0;
}

/* The content of a block of codes, to its end. A length takes 20 bits at most, its distance 28. */
static bool read_codes(reader *r)
{
    const uint32_t *symbols = r->symbol_entries, *distances = r->distance_entries;
    const unsigned symbol_mask = (1u << r->symbols.bits) - 1, distance_mask = (1u << r->distances.bits) - 1;
    view v = view_of(r);
    for (;;) {
        if ((v.s.at > v.s.stop || (size_t)(v.full - v.to) < OUT_MARGIN) && !go_on(r, &v))
            return false;
        fill(&v.s);
        uint32_t e = look(&v.s, symbols, symbol_mask);
        if ((e & A3D_CODE_LITERAL) && put_bytes(&v, symbols, symbol_mask, &e))
            continue;
        if (e & A3D_CODE_ODD) {
            if (e & A3D_CODE_LONGER)
                e = look_longer(&v.s, symbols, e);
            if (e & A3D_CODE_LITERAL) {
                put_byte(&v, e);
                continue;
            }
            if (e & A3D_CODE_ODD) {
                drop(&v.s, e);
                keep(r, &v);
                return (e & A3D_CODE_END) != 0;
            }
        }
        size_t length = value_of(&v.s, e);
        drop(&v.s, e);
        size_t distance = take_distance(&v, distances, distance_mask);
        if (distance == 0)
            return false;
        copy_match(v.to, distance, length);
        v.to += length;
    }
}

/* Block by block, while the bytes are still near. */
static void sum_up(reader *r)
{
    r->sum = a3d_adler32(r->sum, r->sink->data + r->summed, r->made - r->summed);
    r->summed = r->made;
}

static bool read_block(reader *r, bool *last)
{
    if (!has_more(r))
        return false;
    fill(&r->s);
    *last = take(&r->s, 1) != 0;
    switch (take(&r->s, 2)) {
    case 0: return read_stored(r);
    case 1: return fixed_codes(r) && read_codes(r);
    case 2: return own_codes(r) && read_codes(r);
    default: return false;
    }
}

bool a3d_inflate_whole(const uint8_t *in, size_t in_size, a3d_sink *sink, size_t *used, size_t *made)
{
    reader r;
    bool last = false;
    /* a window that is claimed to be smaller is left to zlib, of which some builds hold streams to it */
    if (in_size < HEADER || in[0] != FIRST_BYTE || (in[0] * 256u + in[1]) % 31 != 0 || (in[1] & 0x20))
        return false;
    r.whole = in;
    r.size = in_size;
    r.s.next = 0;
    r.s.held = 0;
    r.made = 0;
    r.summed = 0;
    r.sum = 1;
    r.sink = sink;
    r.fixed = false;
    turn_to(&r, HEADER);
    if (!make_room(&r, OUT_MARGIN))
        return false;
    while (!last) {
        if (!read_block(&r, &last))
            return false;
        sum_up(&r);
    }
    size_t end = place_of(&r);
    if (end > in_size || in_size - end < TRAILER || a3d_load32(in + end, true) != r.sum)
        return false;
    *used = end + TRAILER;
    *made = r.made;
    return true;
}
