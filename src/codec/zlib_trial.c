/* zlib_trial.c - other values of a byte of deflate data, and what the checksum then is; see zlib_sweep.h */
#include "codec/zlib_sweep.h"

/* The bytes that a trial yields until the symbols after the changed byte. */
enum { MADE_MOST = 2 * A3D_LONGEST_MATCH + 64 };

typedef struct trial {
    uint64_t from;   /* the bit of the first symbol that differs */
    uint64_t byte;   /* the first bit of the changed byte */
    uint64_t after;  /* the bit after the last one that differs */
    uint64_t next;   /* the bit after the symbols that were read */
    uint64_t change; /* how the bits of the byte differ */
    uint32_t at;     /* where the output of the symbols begins */
    uint32_t size;   /* how many bytes they yield */
    uint8_t made[MADE_MOST];
} trial;

static int64_t weight_low(const a3d_sweep *s, uint32_t i)
{
    return (int64_t)s->copied[i].low + 1;
}

static int64_t weight_high(const a3d_sweep *s, uint32_t i)
{
    return (int64_t)s->copied[i].high + (s->q->out_size - i);
}

void a3d_sweep_bit(a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit)
{
    a3d_symbol y;
    uint32_t *here = &s->follow[bit % A3D_FOLLOWED];
    *here = A3D_NOTHING_FOLLOWS;
    if (!a3d_symbol_at(&s->z, a3d_bits_at(s, bit), &y) || y.length == 0 || bit + y.bits > b->end)
        return;
    uint32_t next = s->follow[(bit + y.bits) % A3D_FOLLOWED];
    if (next == A3D_NOTHING_FOLLOWS || y.length > s->q->out_size - next)
        return;
    *here = next + y.length;
    if (a3d_starts_at(s, bit))
        a3d_sweep_symbol(s, &y);
}

/* ---- trials ---- */

/* The symbol at a bit, when the byte at bit `byte` is changed. False when there is none, or when the block ends. */
A3D_INLINE bool changed_symbol(const a3d_sweep *s, const trial *t, uint64_t bit, a3d_symbol *y)
{
    uint64_t change = bit <= t->byte      ? t->change << (t->byte - bit)
                      : bit < t->byte + 8 ? t->change >> (bit - t->byte)
                                          : 0;
    return a3d_symbol_at(&s->z, a3d_bits_at(s, bit) ^ change, y) && y->length > 0;
}

/* Finds how many bytes follow the start of the trial when the byte is changed, or A3D_NOTHING_FOLLOWS. The symbols up
 * to the first one after the changed bits are read. */
static uint32_t following(const a3d_sweep *s, const a3d_zlib_block *b, const trial *t)
{
    a3d_symbol y;
    uint64_t bit = t->from;
    uint32_t size = 0;
    for (; bit < t->after; bit += y.bits, size += y.length)
        if (!changed_symbol(s, t, bit, &y) || y.distance > t->at + size)
            return A3D_NOTHING_FOLLOWS;
    uint32_t follow = bit <= b->end ? s->follow[bit % A3D_FOLLOWED] : A3D_NOTHING_FOLLOWS;
    return follow != A3D_NOTHING_FOLLOWS ? follow + size : A3D_NOTHING_FOLLOWS;
}

static void make_bytes(const a3d_sweep *s, trial *t, const a3d_symbol *y)
{
    if (y->distance == 0)
        t->made[t->size++] = y->literal;
    for (unsigned k = 0; y->distance > 0 && k < y->length; k++, t->size++)
        t->made[t->size] = t->size >= y->distance ? t->made[t->size - y->distance]
                                                  : s->out[t->at + t->size - y->distance];
}

/* Makes the bytes of a trial, until its symbols are those of the stream again. */
static bool make_trial(const a3d_sweep *s, const a3d_zlib_block *b, trial *t)
{
    a3d_symbol y;
    t->size = 0;
    for (t->next = t->from; t->next < t->after || !a3d_starts_at(s, t->next); t->next += y.bits) {
        if (t->next > b->end || !changed_symbol(s, t, t->next, &y) || y.length > MADE_MOST - t->size ||
            y.distance > t->at + t->size)
            return false;
        make_bytes(s, t, &y);
    }
    return t->next <= b->end;
}

/* How the sums change when the bytes of the trial take the place of those up to `end`, apart from copies of them. */
static a3d_sums change_itself(const a3d_sweep *s, const trial *t, uint32_t end, int shift)
{
    int64_t before = (int64_t)s->before, left = (int64_t)s->q->out_size - t->at + shift;
    a3d_sums c = {0, 0};
    for (uint32_t i = t->at; i < s->at; i++)
        before -= s->out[i];
    c.high = shift + shift * before;
    for (uint32_t k = 0; k < t->size; k++, left--) {
        c.low += t->made[k];
        c.high += left * t->made[k];
    }
    for (uint32_t i = t->at; i < end; i++) {
        c.low -= s->out[i];
        c.high -= (int64_t)(s->q->out_size - i) * s->out[i];
    }
    return c;
}

static void add(a3d_sums *c, int difference, int64_t low, int64_t high)
{
    c->low += difference * low;
    c->high += difference * high;
}

/* How much a byte differs that a later match copies, when what is copied moves. */
static int difference_at(const a3d_sweep *s, const trial *t, uint32_t i, int shift)
{
    int64_t at = (int64_t)i + shift;
    return (at < t->at ? s->out[at] : t->made[at - t->at]) - s->out[i];
}

/* Takes back what was added for the symbols that the trial replaces. */
static void leave_out(const a3d_sweep *s, const trial *t, int shift, a3d_sums *c)
{
    a3d_symbol y;
    uint32_t at = s->at;
    for (uint64_t bit = t->byte; bit < t->next; bit += a3d_starts_at(s, bit) ? y.bits : 1) {
        if (!a3d_starts_at(s, bit))
            continue;
        a3d_symbol_at(&s->z, a3d_bits_at(s, bit), &y);
        for (unsigned k = 0; k < y.length && y.distance > 0; k++)
            add(c, -difference_at(s, t, at + k - y.distance, shift), weight_low(s, at + k), weight_high(s, at + k));
        at += y.length;
    }
}

/* Whether the sums agree with a trial, which may move what follows it. */
static bool agrees(const a3d_sweep *s, const trial *t, uint32_t end, int shift)
{
    a3d_sums c = change_itself(s, t, end, shift);
    const a3d_sums *moved = &s->shifted[shift - s->q->least_shift];
    uint32_t near = shift <= 0 ? t->at : (uint32_t)shift < t->at ? t->at - (uint32_t)shift : 0;
    c.low += moved->low;
    c.high += moved->high;
    for (uint32_t i = near; i < s->at; i++)
        add(&c, s->out[i] - s->out[(int64_t)i + shift], s->copied[i].low, s->copied[i].high);
    for (uint32_t i = near; i < end; i++)
        add(&c, difference_at(s, t, i, shift), s->copied[i].low, s->copied[i].high);
    leave_out(s, t, shift, &c);
    return a3d_sums_agree(s, &c);
}

/* The first symbol that a change of a byte can affect. */
static uint64_t affected_from(const a3d_sweep *s, const a3d_zlib_block *b, uint64_t bit)
{
    uint64_t from = bit > b->first ? bit : b->first;
    while (from > b->first && !a3d_starts_at(s, from))
        from--;
    return from;
}

/* Whether the checksum agrees with the changed byte. */
static bool is_fit(const a3d_sweep *s, const a3d_zlib_block *b, trial *t)
{
    uint32_t follow = following(s, b, t);
    int64_t shift = (int64_t)follow - (s->q->out_size - t->at);
    if (follow == A3D_NOTHING_FOLLOWS || shift < s->q->least_shift || shift > s->q->most_shift || !make_trial(s, b, t))
        return false;
    return agrees(s, t, (uint32_t)(t->at + t->size - shift), (int)shift);
}

/* The bit after the last one that is set. */
static unsigned after_bits(unsigned bits)
{
    unsigned n = 0;
    for (; bits != 0; bits >>= 1)
        n++;
    return n;
}

void a3d_try_byte_of_codes(a3d_sweep *s, const a3d_zlib_block *b, uint32_t at)
{
    uint64_t byte = (uint64_t)at * 8;
    unsigned fixed = b->first > byte ? (unsigned)(b->first - byte) : 0; /* bits before the first symbol */
    a3d_symbol y = {0};
    trial t = {.from = affected_from(s, b, byte), .byte = byte, .at = s->at};
    if (t.from < byte && a3d_symbol_at(&s->z, a3d_bits_at(s, t.from), &y))
        t.at -= y.length;
    for (unsigned n = 0; n < s->tries; n++) {
        t.change = s->changes[n];
        t.after = byte + after_bits(s->changes[n]);
        if ((t.change & ((1u << fixed) - 1)) == 0 && is_fit(s, b, &t))
            a3d_sweep_found(s, at, (uint8_t)(s->q->in[at] ^ s->changes[n]));
    }
    a3d_sweep_charge(s, 1 + s->tries * a3d_value_steps(s->q));
}

void a3d_try_stored_byte(a3d_sweep *s, uint32_t at)
{
    int64_t low = weight_low(s, s->at), high = weight_high(s, s->at) % A3D_ADLER32_PERIOD;
    int old = s->q->in[at];
    if ((s->wanted.low * high - s->wanted.high * low) % A3D_ADLER32_PERIOD != 0)
        return;
    for (int value = 0; value <= UINT8_MAX; value++) {
        a3d_sums change = {(value - old) * low, (value - old) * high};
        if (value != old && a3d_sums_agree(s, &change))
            a3d_sweep_found(s, at, (uint8_t)value);
    }
}
