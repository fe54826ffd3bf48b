/* zlib_low.c - how much a trial changes the low half of the checksum, without its bytes; see zlib_sweep.h
 *
 * The bytes of a trial are in the place of bytes of the output, counted from its end. Each of these has a weight:
 * itself, and those who copy it after the symbols of the trial. That is what was known when the output was swept from
 * the end of these symbols on, which a front keeps. */
#include "codec/zlib_sweep.h"

#include <string.h>

bool a3d_prepare_fronts(a3d_sweep *s)
{
    size_t n = s->shifts, all = A3D_FRONTS * n;
    int64_t *moved = a3d_block_resize(s->arena, NULL, all * (sizeof *moved + sizeof(uint32_t) + sizeof(uint16_t)));
    s->of_fronts = moved;
    if (moved == NULL)
        return false;
    uint32_t *shifted = (uint32_t *)(moved + all);
    uint16_t *near = (uint16_t *)(shifted + all);
    for (size_t i = 0; i < A3D_FRONTS; i++) {
        s->fronts[i].moved = moved + i * n;
        s->fronts[i].shifted = shifted + i * n;
        s->fronts[i].near = near + i * n;
    }
    return true;
}

a3d_zlib_front *a3d_note_front(a3d_sweep *s)
{
    a3d_zlib_front *f = &s->fronts[s->n_fronts++ % A3D_FRONTS];
    unsigned n = s->shifts;
    f->at = s->at;
    f->as_it_is = s->low_as_it_is;
    memcpy(f->low, s->low + s->at - A3D_NEAR, sizeof f->low);
    memcpy(f->shifted, s->shifted_low, n * sizeof *f->shifted);
    memset(f->near, 0, n * sizeof *f->near);
    return f;
}

/* ---- tails ---- */

/* Numbers a match of a tail. */
static size_t add_copy(a3d_sweep *s, const a3d_zlib_copy *copy)
{
    s->copies[++s->n_copies % A3D_COPIES] = *copy;
    return s->n_copies;
}

void a3d_weigh_tail(a3d_sweep *s, const a3d_symbol *y, const a3d_zlib_tail *next, a3d_zlib_tail *here)
{
    uint32_t at = s->q->out_size - here->follow;
    const uint8_t *were = s->out + at;
    here->source = UINT32_MAX;
    if (here->follow > s->q->out_size || next->source == UINT32_MAX || !a3d_is_near(here, at) || y->distance > at)
        return;
    const a3d_zlib_front *f = here->front;
    here->source = next->source;
    here->copies = next->copies;
    here->shift = 0;
    if (y->distance == 0) {
        here->low = next->low + a3d_low_of_bytes(f, &y->literal, were, at, 1);
        return;
    }
    if (y->distance < y->length) {
        here->source = UINT32_MAX;
        return;
    }
    uint32_t from = at - y->distance;
    here->source = next->source > from + y->length ? next->source : from + y->length;
    here->copies = add_copy(s, &(a3d_zlib_copy){at, from, y->length, next->copies});
    here->low = next->low + a3d_low_of_bytes(f, s->out + from, were, at, y->length);
}

/* ---- trials that move bytes ---- */

/* The sum of the bytes that are before a front only because they move; less than 0: they no longer are. */
static int64_t sum_of_moved(const uint8_t *front, int shift)
{
    int64_t sum = 0;
    for (int k = 0; k < shift; k++)
        sum += front[k];
    for (int k = shift; k < 0; k++)
        sum -= front[k];
    return sum;
}

/* How much the low sum changes if all before a front moves, except for the `n` bytes before it, which a trial then has
 * in their place. Trials that move bytes as far begin near each other, so only what lies between them is summed. */
static int64_t low_of_moved(const a3d_sweep *s, a3d_zlib_front *f, uint32_t n, int shift)
{
    int k = shift - s->q->least_shift;
    uint32_t known = f->near[k], more = n > known ? n - known : 0, less = known > n ? known - n : 0;
    const uint8_t *were = s->out + f->at, *are = were + shift;
    int64_t low = known > 0 ? f->moved[k] : (int64_t)f->shifted[k] - f->as_it_is + sum_of_moved(were, shift);
    if (more > 0)
        low -= a3d_low_of_bytes(f, are - n, were - n, f->at - n, more);
    else if (less > 0)
        low += a3d_low_of_bytes(f, are - known, were - known, f->at - known, less);
    f->near[k] = (uint16_t)n;
    f->moved[k] = low;
    return low;
}

/* Sets what the bytes of a tail change if those that it copies move. False if its matches are forgotten. */
static bool shift_tail(const a3d_sweep *s, const a3d_zlib_front *f, a3d_zlib_tail *tail, int shift)
{
    int64_t low = tail->low;
    for (size_t i = tail->copies; i != 0;) {
        const a3d_zlib_copy *c = &s->copies[i % A3D_COPIES];
        const uint8_t *were = s->out + c->from;
        if (i + A3D_COPIES <= s->n_copies)
            return false;
        low += a3d_low_of_bytes(f, were + shift, were, c->at, c->length);
        i = c->next;
    }
    tail->shifted = low;
    tail->shift = shift;
    return true;
}

bool a3d_low_of_shifted(const a3d_sweep *s, const uint8_t *bytes, uint32_t n, uint32_t at, a3d_zlib_tail *tail,
                        int shift, int64_t *change)
{
    a3d_zlib_front *f = tail->front;
    uint32_t to = at - (uint32_t)shift; /* where the trial is, counted from the end */
    if (tail->shift != shift && !shift_tail(s, f, tail, shift))
        return false;
    *change = low_of_moved(s, f, f->at - to, shift) + tail->shifted + a3d_low_of_bytes(f, bytes, s->out + to, to, n);
    return true;
}
