/* zlib_whole.c - all bytes of a trial, and what the checksum then is; see zlib_sweep.h
 *
 * Few trials get here: those with which the low half of the checksum may agree. */
#include "codec/zlib_sweep.h"

#include <string.h>

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
    return h == LOW ? s->low[i] : s->high[i];
}

A3D_INLINE int64_t weight(const a3d_sweep *s, uint32_t i, half h)
{
    return copied(s, i, h) + (h == LOW ? 1 : s->q->out_size - i);
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
A3D_INLINE bool changed_symbol(const a3d_sweep *s, const a3d_changed_byte *c, uint64_t change, uint64_t bit,
                               a3d_symbol *y)
{
    change = bit <= c->bit ? change << (c->bit - bit) : change >> (bit - c->bit);
    return a3d_symbol_at(&s->z, a3d_bits_at(s, bit) ^ change, y) && y->length > 0;
}

/* Makes the bytes of a trial, until its symbols are those of the stream again. There are at most A3D_MADE_MOST. */
static bool make_trial(const a3d_sweep *s, const a3d_changed_byte *c, trial *t)
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

/* How much copies of the bytes before `at` change if all of these move. */
A3D_INLINE int64_t change_by_moves(const a3d_sweep *s, int shift, half h)
{
    int k = shift - s->q->least_shift;
    return h == LOW ? (int64_t)s->shifted_low[k] - s->low_as_it_is : (int64_t)s->shifted_high[k] - s->high_as_it_is;
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
    return change_itself(s, t, end, shift, h) + change_by_moves(s, shift, h) + change_by_copies(s, t, end, shift, h) -
           change_by_replaced(s, t, end, shift, h);
}

/* Whether the low half changes as it should. That needs no sums of all matches if the trial is near. */
static bool low_agrees(const a3d_sweep *s, const trial *t, const a3d_zlib_tail *tail, int shift)
{
    int64_t at = (int64_t)t->at - shift, low;
    a3d_zlib_tail none = {.meets = tail->meets, .front = tail->front};
    if (at < 0 || !a3d_is_near(tail, (uint32_t)at) || !a3d_low_of_trial(s, t->made, t->size, t->at, &none, shift, &low))
        low = change_of(s, t, tail->meets, shift, LOW);
    return a3d_agrees(low, s->wanted.low);
}

bool a3d_whole_trial_agrees(const a3d_sweep *s, const a3d_changed_byte *c, unsigned change, const a3d_zlib_tail *tail,
                            int shift)
{
    trial t;
    t.change = change;
    t.at = c->at;
    return (int64_t)tail->meets + shift - c->at <= A3D_MADE_MOST && make_trial(s, c, &t) &&
           low_agrees(s, &t, tail, shift) && a3d_agrees(change_of(s, &t, tail->meets, shift, HIGH), s->wanted.high);
}
