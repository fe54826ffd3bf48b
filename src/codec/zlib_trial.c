/* zlib_trial.c - other values of a byte of deflate data, and what the checksum then is; see zlib_sweep.h */
#include "codec/zlib_sweep.h"

/* The first symbol of some trials, if it begins before the byte; else nothing. */
typedef struct first_symbol {
    a3d_symbol y;
    unsigned change;  /* how the bits that it has of the byte differ */
    unsigned of;      /* how many bits that are */
    const uint8_t *bytes; /* what it yields; NULL: it copies bytes of its own */
} first_symbol;

/* ---- what follows ---- */

static a3d_changed_tail *read_tail(a3d_sweep *s, const a3d_changed_byte *c, unsigned bit, unsigned change,
                                   a3d_changed_tail *here);

/* The tail from a bit of the byte on, when the bits from there on differ by `change`. It is read once for each byte. */
A3D_INLINE a3d_changed_tail *changed_tail(a3d_sweep *s, const a3d_changed_byte *c, unsigned bit, unsigned change)
{
    a3d_changed_tail *known = &s->changed[(1u << (8 - bit)) + change];
    return known->byte == c->offset + 1 ? known : read_tail(s, c, bit, change, known);
}

/* The tail from a bit on after the last one that differs, counted from the first one of the byte. */
A3D_INLINE a3d_zlib_tail *same_tail(a3d_sweep *s, const a3d_changed_byte *c, unsigned bit)
{
    return bit <= c->left ? &s->tails[(c->bit + bit) % A3D_FOLLOWED] : &s->nothing;
}

static a3d_changed_tail *read_tail(a3d_sweep *s, const a3d_changed_byte *c, unsigned bit, unsigned change,
                                   a3d_changed_tail *here)
{
    here->byte = c->offset + 1;
    here->tail.follow = A3D_NOTHING_FOLLOWS;
    here->weighed = false;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, c->bit + bit) ^ change, &here->y) || here->y.length == 0)
        return here;
    unsigned left = here->y.bits < 8 ? change >> here->y.bits : 0;
    here->change = left != 0 ? changed_tail(s, c, bit + here->y.bits, left) : NULL;
    here->next = left != 0 ? &here->change->tail : same_tail(s, c, bit + here->y.bits);
    a3d_begin_tail(s, &here->y, here->next, &here->tail);
    return here;
}

static void weigh(a3d_sweep *s, a3d_changed_tail *t)
{
    if (t->weighed)
        return;
    if (t->change != NULL)
        weigh(s, t->change);
    a3d_weigh_tail(s, &t->y, t->next, &t->tail);
    t->weighed = true;
}

/* The first symbol that a change of a byte can affect. */
static uint64_t affected_from(const a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit)
{
    uint64_t from = bit > b->first ? bit : b->first;
    while (from > b->first && !a3d_starts_at(s, from))
        from--;
    return from;
}

/* Whether a trial changes the low sum as it should, as far as that is known without its bytes. */
A3D_INLINE bool may_agree(const a3d_sweep *s, const a3d_changed_byte *c, const first_symbol *f,
                          a3d_zlib_tail *tail, int shift)
{
    int64_t at = (int64_t)c->at - shift, low;
    if (f->bytes == NULL || tail->source > c->at || at < 0 || tail->source + (int64_t)shift > c->at ||
        !a3d_is_near(tail, (uint32_t)at))
        return true;
    return !a3d_low_of_trial(s, f->bytes, f->y.length, c->at, tail, shift, &low) || a3d_agrees(low, s->wanted.low);
}

/* Whether a change of the byte fits. `least` bytes must follow the first symbol at least. */
A3D_INLINE bool try_change(a3d_sweep *s, const a3d_changed_byte *c, const first_symbol *f, unsigned change,
                           uint32_t least)
{
    unsigned left = f->of < 8 ? change >> f->of : 0;
    a3d_changed_tail *changed = left != 0 ? changed_tail(s, c, f->of, left) : NULL;
    a3d_zlib_tail *tail = changed != NULL ? &changed->tail : same_tail(s, c, f->of);
    uint32_t more = tail->follow - least;
    if (more >= s->shifts || tail->follow == A3D_NOTHING_FOLLOWS)
        return false;
    int shift = (int)more + s->q->least_shift;
    if (changed != NULL && !changed->weighed)
        weigh(s, changed);
    return may_agree(s, c, f, tail, shift) && a3d_whole_trial_agrees(s, c, change, tail, shift);
}

/* Reads the first symbol, which begins before the byte, with a change of the byte. */
A3D_INLINE bool read_first(const a3d_sweep *s, const a3d_changed_byte *c, unsigned change, first_symbol *f)
{
    unsigned before = (unsigned)(c->bit - c->from);
    a3d_symbol *y = &f->y;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, c->from) ^ (uint64_t)change << before, y) || y->length == 0 ||
        y->distance > c->at)
        return false;
    f->change = change;
    f->of = y->bits - before;
    f->bytes = y->distance == 0 ? &y->literal : y->distance >= y->length ? s->out + (c->at - y->distance) : NULL;
    return true;
}

/* Tries the changes of a byte in their order. Those with the same first symbol come in a row. */
static void try_changes(a3d_sweep *s, a3d_changed_byte *c, first_symbol *f)
{
    uint32_t left = s->q->out_size - c->at + (uint32_t)s->q->least_shift;
    unsigned n = 0, mask = (1u << f->of) - 1;
    const unsigned tries = s->tries;
    while (n < tries) {
        if (c->from < c->bit) {
            if (!read_first(s, c, s->order[n], f)) {
                n++;
                continue;
            }
            mask = f->of < 8 ? (1u << f->of) - 1 : UINT8_MAX;
        }
        const first_symbol first = *f; /* in registers */
        uint32_t least = left - first.y.length;
        for (unsigned change; n < tries && (((change = s->order[n]) ^ first.change) & mask) == 0; n++)
            if (try_change(s, c, &first, change, least))
                c->any = c->fits[change] = true;
        if (c->from >= c->bit)
            break;
    }
}

void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at)
{
    uint64_t byte = (uint64_t)at * 8;
    unsigned before = b->first > byte ? (unsigned)(b->first - byte) : 0; /* bits that are of no symbol */
    first_symbol first = {.of = before, .bytes = s->out};
    a3d_changed_byte c = {.offset = at, .bit = byte, .left = b->end - byte, .from = affected_from(s, b, byte),
                          .at = s->at};
    if (c.from < byte && a3d_symbol_at(&s->z, a3d_bits_at(s, c.from), &first.y))
        c.at -= first.y.length;
    try_changes(s, &c, &first);
    for (unsigned n = 0; c.any && n < s->tries; n++)
        if (c.fits[s->changes[n]])
            a3d_sweep_found(s, at, (uint8_t)(s->q->in[at] ^ s->changes[n]));
    a3d_sweep_charge(s, 1 + s->tries * a3d_value_steps(s->q));
}

void a3d_try_stored_byte(a3d_sweep *s, uint32_t at)
{
    int64_t low = (int64_t)s->low[s->at] + 1;
    int64_t high = ((int64_t)s->high[s->at] + s->q->out_size - s->at) % A3D_ADLER32_MODULUS;
    int old = s->q->in[at];
    if ((s->wanted.low * high - s->wanted.high * low) % A3D_ADLER32_MODULUS != 0)
        return;
    for (int value = 0; value <= UINT8_MAX; value++) {
        a3d_sums change = {(value - old) * low, (value - old) * high};
        if (value != old && a3d_sums_agree(s, &change))
            a3d_sweep_found(s, at, (uint8_t)value);
    }
}
