/* zlib_change.c - goes through the blocks of a zlib stream, forwards and then backwards; see zlib_change.h */
#include "codec/zlib_sweep.h"
#include "base/never.h"

#include <string.h>

enum { HEADER_BITS = 16, MOST_BLOCKS = 1 << 14, FEWEST = 8 };

void a3d_sweep_charge(a3d_sweep *s, uint64_t steps)
{
    s->q->budget -= steps < s->q->budget ? steps : s->q->budget;
}

bool a3d_sums_agree(const a3d_sweep *s, const a3d_sums *change)
{
    return (change->low - s->wanted.low) % A3D_ADLER32_MODULUS == 0 &&
           (change->high - s->wanted.high) % A3D_ADLER32_MODULUS == 0;
}

void a3d_sweep_found(a3d_sweep *s, uint32_t at, uint8_t byte)
{
    for (unsigned i = 0; i < s->n_found; i++)
        if (s->found[i].at == at && s->found[i].byte == byte)
            return;
    if (s->n_found < s->most)
        s->found[s->n_found++] = (a3d_zlib_change){at, byte};
}

/* ---- forwards ---- */

/* Notes where the symbols of a block begin. Returns the bit after the block, or 0 when it cannot be read. */
static uint64_t walk_codes(a3d_sweep *s, a3d_zlib_block *b, uint32_t *made)
{
    a3d_symbol y;
    uint64_t bit = b->first, bits = (uint64_t)s->q->in_size * 8;
    do {
        b->end = bit;
        if (bit >= bits || !a3d_symbol_at(&s->z, a3d_bits_at(s, bit), &y) || y.length > s->q->out_size - *made)
            return 0;
        s->starts[bit / 8] |= (uint8_t)(1u << bit % 8);
        bit += y.bits;
        *made += y.length;
    } while (y.length > 0);
    a3d_sweep_charge(s, (bit - b->first) / 64);
    return bit;
}

static uint64_t walk_stored(a3d_sweep *s, a3d_zlib_block *b, uint32_t *made)
{
    if (s->z.left > s->q->out_size - *made || s->z.left > s->q->in_size - b->first / 8)
        return 0;
    *made += s->z.left;
    b->end = b->first + (uint64_t)s->z.left * 8;
    return b->end;
}

/* Lists the blocks. False when they do not unpack to the output, or memory runs out. */
static bool walk(a3d_sweep *s)
{
    uint64_t bit = HEADER_BITS;
    uint32_t made = 0;
    do {
        s->blocks = a3d_grow(s->arena, s->blocks, &s->cap_blocks, s->n_blocks + 1, sizeof *s->blocks);
        if (s->blocks == NULL || s->n_blocks == MOST_BLOCKS || s->q->budget == 0 ||
            a3d_inflate_open_block(&s->z, bit) != A3D_STEP_ON)
            return false;
        a3d_zlib_block *b = &s->blocks[s->n_blocks++];
        *b = (a3d_zlib_block){bit, a3d_inflate_bit(&s->z), 0, made, s->z.phase == A3D_INFLATE_STORED};
        bit = b->stored ? walk_stored(s, b, &made) : walk_codes(s, b, &made);
        a3d_sweep_charge(s, 64);
    } while (bit != 0 && !s->z.final);
    return bit != 0 && made == s->q->out_size;
}

/* ---- backwards ---- */

static void sweep_codes(a3d_sweep *s, const a3d_zlib_block *b)
{
    a3d_sweep_end(s, b);
    for (uint64_t bit = b->end; bit-- > b->first && s->q->budget > 0;) {
        a3d_sweep_bit(s, b, bit);
        if ((bit % 8 == 0 || bit == b->first) && bit / 8 < s->q->last)
            a3d_try_byte_of_codes(s, b, (uint32_t)(bit / 8));
    }
}

static void sweep_stored(a3d_sweep *s, const a3d_zlib_block *b)
{
    const a3d_symbol y = {.bits = 8, .length = 1};
    for (uint64_t bit = b->end; bit > b->first && s->q->budget > 0;) {
        bit -= 8;
        a3d_sweep_symbol(s, &y);
        if (bit / 8 < s->q->last)
            a3d_try_stored_byte(s, (uint32_t)(bit / 8));
    }
}

static void sweep(a3d_sweep *s)
{
    const a3d_zlib_question *q = s->q;
    s->at = q->out_size;
    for (uint32_t i = 0; i < q->out_size; i++)
        s->before += s->out[i];
    for (size_t i = s->n_blocks; i-- > 0 && s->q->budget > 0;) {
        const a3d_zlib_block *b = &s->blocks[i];
        a3d_inflate_step st = a3d_inflate_open_block(&s->z, b->head);
        A3D_ASSERT(st == A3D_STEP_ON);
        (void)st;
        if (b->stored)
            sweep_stored(s, b);
        else
            sweep_codes(s, b);
    }
}

/* Allocates what the search needs. False when memory ran out. */
static bool prepare(a3d_sweep *s)
{
    a3d_zlib_question *q = s->q;
    size_t pad = A3D_PAD, bits = q->in_size, n = A3D_NEAR + q->out_size + (size_t)1;
    s->starts = a3d_block_resize(s->arena, NULL, bits > 0 ? bits : 1);
    s->room = a3d_block_resize(s->arena, NULL, q->out_size + 2 * pad);
    s->weights = a3d_block_resize(s->arena, NULL, 2 * n * sizeof *s->weights);
    if (s->starts == NULL || s->room == NULL || s->weights == NULL || !a3d_prepare_fronts(s))
        return false;
    memset(s->starts, 0, bits);
    memset(s->weights, 0, 2 * n * sizeof *s->weights);
    s->low = s->weights + A3D_NEAR;
    s->high = s->low + n;
    memset(s->room, 0, pad);
    memcpy(s->room + pad, q->out, q->out_size);
    memset(s->room + pad + q->out_size, 0, pad);
    s->out = s->room + pad;
    return true;
}

/* How the halves of the checksum must change. */
static a3d_sums wanted_change(const a3d_zlib_question *q)
{
    return (a3d_sums){(int64_t)(q->stored & 0xffff) - (q->computed & 0xffff),
                      (int64_t)(q->stored >> 16) - (q->computed >> 16)};
}

/* Lists the changes of a byte: those of one bit first, then those of two ... */
static void list_changes(uint8_t *list)
{
    unsigned n = 0;
    for (unsigned bits = 1; bits <= 8; bits++)
        for (unsigned change = 1; change <= UINT8_MAX; change++) {
            unsigned set = 0;
            for (unsigned left = change; left != 0; left &= left - 1)
                set++;
            if (set == bits)
                list[n++] = (uint8_t)change;
        }
}

/* Lists the changes that are tried by their bits from the lowest one on. */
static void order_changes(a3d_sweep *s)
{
    unsigned n = 0;
    bool tried[UINT8_MAX + 1] = {false};
    for (unsigned i = 0; i < s->tries; i++)
        tried[s->changes[i]] = true;
    for (unsigned i = 1; i <= UINT8_MAX; i++) {
        unsigned change = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            change |= (i >> bit & 1) << (7 - bit);
        if (tried[change])
            s->order[n++] = (uint8_t)change;
    }
}

/* How many values of each byte the budget allows. Fewer than those with one changed bit are not worth it. */
static unsigned affordable_values(const a3d_zlib_question *q)
{
    uint64_t besides = q->in_size + 2 * (uint64_t)q->out_size, bytes = q->last < q->in_size ? q->last : q->in_size;
    uint64_t values = q->budget > besides ? (q->budget - besides) / (a3d_value_steps(q) * (bytes + 1)) : 0;
    return values < FEWEST ? 0 : values < UINT8_MAX ? (unsigned)values : UINT8_MAX;
}

unsigned a3d_zlib_find_changes(a3d_arena *arena, a3d_zlib_question *q, a3d_zlib_change *found, unsigned most)
{
    a3d_codec_result r;
    a3d_sweep *s = a3d_block_resize(arena, NULL, sizeof *s);
    if (s == NULL)
        return 0;
    memset(s, 0, sizeof *s);
    s->q = q;
    s->arena = arena;
    s->found = found;
    s->most = most;
    s->shifts = (unsigned)(q->most_shift - q->least_shift) + 1;
    s->wanted = wanted_change(q);
    s->tries = affordable_values(q);
    list_changes(s->changes);
    order_changes(s);
    if (s->tries > 0 && q->out_size > 0 && a3d_inflate_begin(&s->z, q->in, q->in_size, &r) == A3D_CODEC_OK &&
        prepare(s) && walk(s))
        sweep(s);
    unsigned n = s->n_found;
    q->all = q->budget > 0 && s->tries == UINT8_MAX && n < most;
    a3d_block_resize(arena, s->starts, 0);
    a3d_block_resize(arena, s->room, 0);
    a3d_block_resize(arena, s->weights, 0);
    a3d_block_resize(arena, s->of_fronts, 0);
    a3d_block_resize(arena, s->blocks, 0);
    a3d_block_resize(arena, s, 0);
    return n;
}
