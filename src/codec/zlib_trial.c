/* zlib_trial.c - other values of a byte of deflate data, and what the checksum then is; see zlib_sweep.h */
#include "codec/zlib_sweep.h"

#include <string.h>

/* Symbols that a changed byte can affect, each of a bit at least, and the one that began before it. */
enum { CHANGED_MOST = 9 };

/* What all trials of a byte share. */
typedef struct changed_byte {
    const a3d_zlib_block *block;
    uint32_t offset;  /* of the byte */
    uint64_t bit;     /* its first bit */
    uint64_t from;    /* the bit of the first symbol that may differ */
    uint32_t at;      /* where the output of the symbols begins */
    bool any;         /* a change fits; */
    bool fits[UINT8_MAX + 1]; /* by change */
} changed_byte;

/* The first symbol of some trials, if it begins before the byte; else nothing. */
typedef struct first_symbol {
    a3d_symbol y;
    unsigned change;  /* how the bits that it has of the byte differ */
    unsigned of;      /* how many bits that are */
    const uint8_t *bytes; /* what it yields; NULL: it copies bytes of its own */
    bool weighed;
    int64_t low;      /* a3d_low_of_bytes of it */
} first_symbol;

typedef struct trial {
    uint64_t next;   /* the bit after the symbols that were read */
    unsigned change; /* how the bits of the byte differ */
    uint32_t at;     /* where the output of the symbols begins */
    uint32_t size;   /* how many bytes they yield */
    uint8_t made[A3D_MADE_MOST];
} trial;

/* A half of the checksum. */
typedef enum half { LOW, HIGH } half;

/* How much a byte adds to a half through those who copy it, and with its own place. */
A3D_INLINE int64_t copied(const a3d_sweep *s, uint32_t i, half h)
{
    return h == LOW ? s->copied[i].low : s->copied[i].high;
}

A3D_INLINE int64_t weight(const a3d_sweep *s, uint32_t i, half h)
{
    return copied(s, i, h) + (h == LOW ? 1 : s->q->out_size - i);
}

/* ---- what follows ---- */

static a3d_changed_tail *read_tail(a3d_sweep *s, const changed_byte *c, unsigned bit, unsigned change);

/* The tail from a bit of the byte on, when the bits from there on differ by `change`. It is read once for each byte. */
A3D_INLINE a3d_changed_tail *changed_tail(a3d_sweep *s, const changed_byte *c, unsigned bit, unsigned change)
{
    a3d_changed_tail *known = &s->changed[(1u << (8 - bit)) + change];
    return known->byte == c->offset + 1 ? known : read_tail(s, c, bit, change);
}

/* The tail from a bit on after the last one that differs, counted from the first one of the byte. */
A3D_INLINE a3d_zlib_tail *same_tail(a3d_sweep *s, const changed_byte *c, unsigned bit)
{
    return c->bit + bit <= c->block->end ? &s->tails[(c->bit + bit) % A3D_FOLLOWED] : &s->nothing;
}

static a3d_changed_tail *read_tail(a3d_sweep *s, const changed_byte *c, unsigned bit, unsigned change)
{
    a3d_changed_tail *here = &s->changed[(1u << (8 - bit)) + change];
    here->byte = c->offset + 1;
    here->tail.follow = A3D_NOTHING_FOLLOWS;
    here->tail.byte = 0;
    here->weighed = false;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, c->bit + bit) ^ change, &here->y) || here->y.length == 0)
        return here;
    unsigned left = here->y.bits < 8 ? change >> here->y.bits : 0;
    here->change = left != 0 ? changed_tail(s, c, bit + here->y.bits, left) : NULL;
    here->next = left != 0 ? &here->change->tail : same_tail(s, c, bit + here->y.bits);
    a3d_begin_tail(s, &here->y, here->next, &here->tail);
    return here;
}

static void weigh(const a3d_sweep *s, a3d_changed_tail *t)
{
    if (t->weighed)
        return;
    if (t->change != NULL)
        weigh(s, t->change);
    a3d_weigh_tail(s, &t->y, t->next, &t->tail);
    t->weighed = true;
}

/* ---- the bytes of a trial ---- */

static void make_bytes(const a3d_sweep *s, trial *t, const a3d_symbol *y)
{
    uint32_t before = t->at + t->size;
    if (y->distance == 0) {
        t->made[t->size++] = y->literal;
    } else if (y->distance >= t->size + y->length) { /* all of it was there before the trial */
        memcpy(t->made + t->size, s->out + before - y->distance, y->length);
        t->size += y->length;
    } else {
        for (unsigned k = 0; k < y->length; k++, t->size++)
            t->made[t->size] = t->size >= y->distance ? t->made[t->size - y->distance]
                                                      : s->out[t->at + t->size - y->distance];
    }
}

/* The symbol at a bit, when the byte is changed. Returns false if no code fits, or if it ends the block. */
A3D_INLINE bool changed_symbol(const a3d_sweep *s, const changed_byte *c, uint64_t change, uint64_t bit, a3d_symbol *y)
{
    change = bit <= c->bit ? change << (c->bit - bit) : change >> (bit - c->bit);
    return a3d_symbol_at(&s->z, a3d_bits_at(s, bit) ^ change, y) && y->length > 0;
}

/* Makes the bytes of a trial, until its symbols are those of the stream again. There are at most A3D_MADE_MOST. */
static bool make_trial(const a3d_sweep *s, const changed_byte *c, trial *t)
{
    a3d_symbol y;
    t->size = 0;
    for (t->next = c->from; t->next < c->bit + 8 && (t->next <= c->bit || t->change >> (t->next - c->bit) != 0);
         t->next += y.bits) {
        if (!changed_symbol(s, c, t->change, t->next, &y) || y.distance > t->at + t->size)
            return false;
        make_bytes(s, t, &y);
    }
    for (; !a3d_starts_at(s, t->next); t->next += y.bits) {
        if (!a3d_symbol_at(&s->z, a3d_bits_at(s, t->next), &y) || y.distance > t->at + t->size)
            return false;
        make_bytes(s, t, &y);
    }
    return true;
}

/* ---- the checksum ---- */

/* How much a half changes when the bytes of the trial take the place of those up to `end`, apart from copies. */
A3D_INLINE int64_t change_itself(const a3d_sweep *s, const trial *t, uint32_t end, int shift, half h)
{
    int64_t c = 0, before = (int64_t)s->before, left = (int64_t)s->q->out_size - t->at + shift;
    for (uint32_t i = t->at; h == HIGH && i < s->at; i++)
        before -= s->out[i];
    if (h == HIGH)
        c = shift + shift * before;
    for (uint32_t k = 0; k < t->size; k++)
        c += (h == LOW ? 1 : left - k) * t->made[k];
    for (uint32_t i = t->at; i < end; i++)
        c -= (h == LOW ? 1 : (int64_t)(s->q->out_size - i)) * s->out[i];
    return c;
}

/* How much copies of the bytes from..to change. They move, and each of them was `from`..`to` of the output: those from
 * `made` on are bytes of the trial now, those before it are moved bytes of the output. */
A3D_INLINE int64_t change_by_copies(const a3d_sweep *s, const trial *t, uint32_t end, int shift, half h)
{
    int64_t c = 0, made = (int64_t)t->at - shift, begin = made > 0 ? made : 0;
    for (int64_t i = begin; i < s->at; i++) /* they were taken for moved bytes of the output */
        c += (t->made[i - made] - s->out[i + shift]) * copied(s, (uint32_t)i, h);
    for (int64_t i = begin > s->at ? begin : s->at; i < end; i++)
        c += (t->made[i - made] - s->out[i]) * copied(s, (uint32_t)i, h);
    for (int64_t i = s->at; i < made && i < end; i++)
        c += (s->out[i + shift] - s->out[i]) * copied(s, (uint32_t)i, h);
    return c;
}

/* What was added for the matches that the trial replaces. */
A3D_INLINE int64_t change_by_replaced(const a3d_sweep *s, const trial *t, uint32_t end, int shift, half h)
{
    int64_t c = 0, made = (int64_t)t->at - shift;
    for (size_t n = s->n_matches, first = a3d_first_match(s); n-- > first;) {
        const a3d_zlib_match *m = &s->matches[n % A3D_MATCHES];
        if (m->at >= end)
            break;
        if (shift == 0 && m->to <= made)
            continue;
        int64_t i = m->from;
        for (; i < m->to && i < made; i++)
            c += (s->out[i + shift] - s->out[i]) * weight(s, (uint32_t)i + m->distance, h);
        for (; i < m->to; i++)
            c += (t->made[i - made] - s->out[i]) * weight(s, (uint32_t)i + m->distance, h);
    }
    return c;
}

/* How much a half changes with a trial, which may move what follows it. */
A3D_INLINE int64_t change_of(const a3d_sweep *s, const trial *t, uint32_t end, int shift, half h)
{
    const a3d_sums *moved = &s->shifted[shift - s->q->least_shift];
    return change_itself(s, t, end, shift, h) + (h == LOW ? moved->low : moved->high) +
           change_by_copies(s, t, end, shift, h) - change_by_replaced(s, t, end, shift, h);
}

static int64_t change_of_low(const a3d_sweep *s, const trial *t, uint32_t end, int shift)
{
    return change_of(s, t, end, shift, LOW);
}

static int64_t change_of_high(const a3d_sweep *s, const trial *t, uint32_t end, int shift)
{
    return change_of(s, t, end, shift, HIGH);
}

A3D_INLINE bool agrees(int64_t change, int64_t wanted)
{
    return (change - wanted) % A3D_ADLER32_PERIOD == 0;
}

/* The first symbol that a change of a byte can affect. */
static uint64_t affected_from(const a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit)
{
    uint64_t from = bit > b->first ? bit : b->first;
    while (from > b->first && !a3d_starts_at(s, from))
        from--;
    return from;
}

/* Whether a trial that moves nothing changes the low sum as it should, as far as that is known without its bytes. */
A3D_INLINE bool may_agree(const a3d_sweep *s, const changed_byte *c, first_symbol *f, const a3d_zlib_tail *tail)
{
    if (f->bytes == NULL || tail->source > c->at)
        return true;
    if (!f->weighed)
        f->low = a3d_low_of_bytes(s, f->bytes, c->at, f->y.length) - s->wanted.low;
    f->weighed = true;
    int64_t low = tail->low + f->low;
    if (a3d_nearest_match(s) < tail->meets)
        low -= a3d_low_of_replaced(s, f->bytes, c->at, f->y.length, tail->meets);
    return agrees(low, 0);
}

/* The part of the low sum that is due to the first symbol of a trial. */
static int64_t low_of_first(const a3d_sweep *s, const changed_byte *c, const first_symbol *f, uint32_t end, int shift)
{
    uint32_t at = c->at - (uint32_t)shift;
    return a3d_low_of_bytes(s, f->bytes, at, f->y.length) - a3d_low_of_replaced(s, f->bytes, at, f->y.length, end);
}

/* Makes the bytes of a trial. Whether the checksum agrees with them. Trials of a byte that have the same tail, and move
 * it by as much, differ in their first symbol only, unless the tail copies bytes of that. */
static bool is_fit(const a3d_sweep *s, const changed_byte *c, const first_symbol *f, unsigned change,
                   a3d_zlib_tail *tail, int shift)
{
    trial t;
    bool alike = f->bytes != NULL && tail->source != UINT32_MAX && shift <= (int64_t)c->at &&
                 (int64_t)tail->source + shift <= c->at;
    bool known = alike && tail->byte == c->offset + 1 && tail->shift == shift;
    int64_t first = alike ? low_of_first(s, c, f, tail->meets, shift) : 0;
    if (known && !agrees(tail->rest + first, s->wanted.low))
        return false;
    t.change = change;
    t.at = c->at;
    if ((int64_t)tail->meets + shift - c->at > A3D_MADE_MOST || !make_trial(s, c, &t))
        return false;
    int64_t low = change_of_low(s, &t, tail->meets, shift);
    if (alike) {
        tail->byte = c->offset + 1;
        tail->shift = shift;
        tail->rest = low - first;
    }
    return agrees(low, s->wanted.low) && agrees(change_of_high(s, &t, tail->meets, shift), s->wanted.high);
}

/* Whether a change of the byte fits. `least` bytes must follow the first symbol at least. */
A3D_INLINE bool try_change(a3d_sweep *s, const changed_byte *c, first_symbol *f, unsigned change, uint32_t least)
{
    unsigned left = f->of < 8 ? change >> f->of : 0;
    a3d_changed_tail *changed = left != 0 ? changed_tail(s, c, f->of, left) : NULL;
    a3d_zlib_tail *tail = changed != NULL ? &changed->tail : same_tail(s, c, f->of);
    uint32_t more = tail->follow - least;
    if (more > (uint32_t)(s->q->most_shift - s->q->least_shift) || tail->follow == A3D_NOTHING_FOLLOWS)
        return false;
    int shift = (int)more + s->q->least_shift;
    if (changed != NULL && !changed->weighed)
        weigh(s, changed);
    return (shift != 0 || may_agree(s, c, f, tail)) && is_fit(s, c, f, change, tail, shift);
}

/* Reads the first symbol, which begins before the byte, with a change of the byte. */
A3D_INLINE bool read_first(const a3d_sweep *s, const changed_byte *c, unsigned change, first_symbol *f)
{
    unsigned before = (unsigned)(c->bit - c->from);
    a3d_symbol *y = &f->y;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, c->from) ^ (uint64_t)change << before, y) || y->length == 0 ||
        y->distance > c->at)
        return false;
    f->change = change;
    f->of = y->bits - before;
    f->weighed = false;
    f->bytes = y->distance == 0 ? &y->literal : y->distance >= y->length ? s->out + (c->at - y->distance) : NULL;
    return true;
}

/* Tries the changes of a byte in their order. Those with the same first symbol come in a row. */
static void try_changes(a3d_sweep *s, changed_byte *c, first_symbol *f)
{
    uint32_t left = s->q->out_size - c->at + (uint32_t)s->q->least_shift;
    unsigned n = 0, mask = (1u << f->of) - 1;
    while (n < s->tries) {
        if (c->from < c->bit) {
            if (!read_first(s, c, s->order[n], f)) {
                n++;
                continue;
            }
            mask = f->of < 8 ? (1u << f->of) - 1 : UINT8_MAX;
        }
        uint32_t least = left - f->y.length;
        for (; n < s->tries && ((s->order[n] ^ f->change) & mask) == 0; n++)
            if (try_change(s, c, f, s->order[n], least))
                c->any = c->fits[s->order[n]] = true;
        if (c->from >= c->bit)
            break;
    }
}

void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at)
{
    uint64_t byte = (uint64_t)at * 8;
    unsigned before = b->first > byte ? (unsigned)(b->first - byte) : 0; /* bits that are of no symbol */
    first_symbol first = {.of = before, .bytes = s->out};
    changed_byte c = {.block = b, .offset = at, .bit = byte, .from = affected_from(s, b, byte), .at = s->at};
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
    int64_t low = weight(s, s->at, LOW), high = weight(s, s->at, HIGH) % A3D_ADLER32_PERIOD;
    int old = s->q->in[at];
    if ((s->wanted.low * high - s->wanted.high * low) % A3D_ADLER32_PERIOD != 0)
        return;
    for (int value = 0; value <= UINT8_MAX; value++) {
        a3d_sums change = {(value - old) * low, (value - old) * high};
        if (value != old && a3d_sums_agree(s, &change))
            a3d_sweep_found(s, at, (uint8_t)value);
    }
}
