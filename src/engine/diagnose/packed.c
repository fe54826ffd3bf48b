/* packed.c - single bytes of LZO1X data with which a block unpacks to its size; see packed.h
 *
 * A changed instruction mostly shows later: a match reaches before the start, or the block becomes too long or too
 * short. What follows an instruction does not depend on it, only how far that may reach back. So each place where an
 * instruction may begin is looked at once, and then a repair is one instruction and one look at what follows it. */
#include "engine/diagnose/packed.h"
#include "engine/document/plan.h"

#include <string.h>

/* a3d_tail.made */
#define UNKNOWN UINT32_MAX
#define IMPOSSIBLE (UINT32_MAX - 1)
/* Instructions that count as one step. */
enum { A_STEP = 8, BYTES = 256 };

static const uint8_t *packed_bytes(const a3d_packed_block *b)
{
    return b->s->copy + b->start;
}

static bool read_at(const a3d_packed_block *b, size_t at, a3d_lzo_state state, a3d_instruction *out)
{
    return a3d_lzo1x_instruction(packed_bytes(b), b->n, at, state, out);
}

static bool may_go_on(const a3d_packed_block *b)
{
    return b->s->budget > b->least;
}

/* What the instructions from a place on yield, as far as that is known. */
static a3d_tail *tail_at(const a3d_packed_block *b, size_t at, a3d_lzo_state state)
{
    return &b->tails[at * A3D_LZO_STATES + state];
}

/* The tail that begins with the instruction at the n-th place of the path, when `rest` follows it. */
static a3d_tail longer_tail(const a3d_packed_block *b, size_t n, a3d_tail rest)
{
    a3d_instruction i;
    if (rest.made == IMPOSSIBLE || !read_at(b, b->path[n] / A3D_LZO_STATES, b->path[n] % A3D_LZO_STATES, &i))
        return (a3d_tail){IMPOSSIBLE, 0};
    size_t made = i.match + i.literals, need = rest.need > made ? rest.need - made : 0;
    if (made + rest.made > b->size)
        return (a3d_tail){IMPOSSIBLE, 0};
    return (a3d_tail){(uint32_t)(made + rest.made), (uint32_t)(i.distance > need ? i.distance : need)};
}

/* Finds what the instructions from a place on yield: follows them up to the end marker, or to a place that is known,
 * and goes back. */
static a3d_tail tail_from(const a3d_packed_block *b, size_t at, a3d_lzo_state state)
{
    a3d_instruction i;
    a3d_tail rest = {IMPOSSIBLE, 0};
    size_t n = 0;
    bool more = true;
    while (more && at < b->n && tail_at(b, at, state)->made == UNKNOWN) {
        more = read_at(b, at, state, &i) && !i.end;
        if (!more && i.end && i.match == 3) {
            rest = *tail_at(b, at, state) = (a3d_tail){0, 0};
        } else {
            b->path[n++] = (uint32_t)(at * A3D_LZO_STATES + state);
            at = i.next;
            state = i.state;
        }
    }
    if (more && at < b->n)
        rest = *tail_at(b, at, state);
    a3d_charge(b->s, 2 * n / A_STEP);
    while (n-- > 0)
        rest = b->tails[b->path[n]] = longer_tail(b, n, rest);
    return rest;
}

/* Lists the instructions of the damaged block up to its fault. */
static bool list_steps(a3d_packed_block *b)
{
    a3d_instruction i;
    a3d_packed_step at = {0, 0, A3D_LZO_START};
    for (bool more = true; more;) {
        b->steps = a3d_grow(&b->s->arena, b->steps, &b->cap_steps, b->n_steps + 1, sizeof *b->steps);
        if (b->steps == NULL)
            return false;
        b->steps[b->n_steps++] = at;
        more = read_at(b, at.at, at.state, &i) && !i.end && i.distance <= at.made &&
               i.match + i.literals <= b->size - at.made;
        at = (a3d_packed_step){(uint32_t)i.next, at.made + (uint32_t)(i.match + i.literals), i.state};
    }
    a3d_charge(b->s, b->n_steps / A_STEP);
    return true;
}

/* Whether the block unpacks to its size when the instruction is as it is now. */
static bool fits(const a3d_packed_block *b, const a3d_packed_step *at)
{
    a3d_instruction i;
    if (!read_at(b, at->at, at->state, &i))
        return false;
    if (i.end)
        return i.match == 3 && at->made == b->size;
    uint64_t made = (uint64_t)at->made + i.match + i.literals;
    if (i.distance > at->made || made > b->size || i.next >= b->n)
        return false;
    a3d_tail rest = tail_from(b, i.next, i.state);
    return rest.made != IMPOSSIBLE && made + rest.made == b->size && rest.need <= made;
}

static uint8_t bits_of(unsigned v)
{
    uint8_t n = 0;
    for (; v != 0; v &= v - 1)
        n++;
    return n;
}

/* Finds what one byte of an instruction may have been. False when memory ran out. */
static bool find_fits(a3d_packed_block *b, const a3d_packed_step *at, uint32_t off)
{
    uint8_t *byte = b->s->copy + b->start + off, old = *byte;
    bool failed = false;
    for (unsigned v = 0; v < BYTES && !failed; v++) {
        *byte = (uint8_t)v;
        if (v == old || !fits(b, at))
            continue;
        a3d_packed_fit *all = a3d_grow(&b->s->arena, b->fits, &b->cap_fits, b->n_fits + 1, sizeof *all);
        failed = all == NULL;
        if (failed)
            continue;
        b->fits = all;
        all[b->n_fits++] = (a3d_packed_fit){off, at->made, (uint8_t)v, bits_of(v ^ old), UINT64_MAX};
    }
    *byte = old;
    a3d_charge(b->s, BYTES / A_STEP);
    return !failed;
}

/* Goes through the bytes of the instructions, last first, since most damage shows soon. Literals do not matter, and the
 * last byte of a match is only part of its distance, which matters where it is too far. */
static void find_all_fits(a3d_packed_block *b)
{
    a3d_instruction i;
    size_t k = b->n_steps;
    while (k > 0 && may_go_on(b)) {
        const a3d_packed_step *at = &b->steps[--k];
        uint32_t end = read_at(b, at->at, at->state, &i) ? (uint32_t)i.from : at->at + 1;
        if (i.match > 0 && i.distance <= at->made && end > at->at + 1)
            end--;
        for (uint32_t off = end; off-- > at->at && may_go_on(b);)
            if (!find_fits(b, at, off))
                return;
    }
    b->all = k == 0 && may_go_on(b);
}

/* ---- the block ---- */

static uint32_t stride_of(a3d_search *s, uint32_t node)
{
    const a3d_shape *shape = a3d_shape_of(a3d_at(s->doc, node));
    uint32_t stride = shape->kind == A3D_VECTOR ? a3d_plan_of(&s->ctx, shape->record)->numbers : a3d_width(shape->type);
    return stride > 0 ? stride : 1;
}

/* Prepares the search of the block at a node. False when there is none that cannot be unpacked, or no memory. */
static bool open_block(a3d_packed_block *b, a3d_search *s, uint32_t node)
{
    const a3d_side *side = node != A3D_NO_NODE ? a3d_side_find(s->doc, node, A3D_SIDE_PACKED, NULL) : NULL;
    if (side == NULL || a3d_shape_of(a3d_at(s->doc, node))->pack != A3D_PACK_BLOCK)
        return false;
    *b = (a3d_packed_block){.s = s, .node = node, .size = (uint32_t)side->value};
    b->start = (uint32_t)(side->value >> 32);
    uint64_t left = s->doc->streams[s->stream].size - b->start, most = b->size + (uint64_t)b->size / 16 + 64 + 3;
    size_t bytes = (size_t)(left < most ? left : most) * A3D_LZO_STATES * sizeof *b->tails;
    b->n = (uint32_t)(left < most ? left : most);
    b->stride = stride_of(s, node);
    b->least = s->budget / 2;
    b->tails = a3d_block_resize(&s->arena, NULL, bytes);
    b->path = a3d_block_resize(&s->arena, NULL, b->n * sizeof *b->path);
    b->out = a3d_block_resize(&s->arena, NULL, b->size);
    if (b->tails == NULL || b->path == NULL || b->out == NULL)
        return false;
    memset(b->tails, 0xff, bytes);
    a3d_charge(s, bytes / 64);
    return true;
}

static void close_block(a3d_packed_block *b)
{
    a3d_arena *arena = &b->s->arena;
    a3d_block_resize(arena, b->tails, 0);
    a3d_block_resize(arena, b->path, 0);
    a3d_block_resize(arena, b->out, 0);
    a3d_block_resize(arena, b->steps, 0);
    a3d_block_resize(arena, b->fits, 0);
}

/* Notes the bytes in which the damage must be if it is a single one: all that fit, or everything up to the fault. */
static void set_range(const a3d_packed_block *b)
{
    const a3d_packed_step *last = &b->steps[b->n_steps - 1];
    a3d_packed_range *range = &b->s->packed;
    a3d_instruction i;
    uint32_t end = read_at(b, last->at, last->state, &i) ? (uint32_t)i.from : b->n;
    *range = (a3d_packed_range){.start = b->start, .last = end - 1, .end_made = last->made};
    if (!b->all || b->n_fits == 0 || (b->n_fits == 1 && a3d_is_disorderly(b, &b->fits[0])))
        return;
    range->first = b->fits[b->n_fits - 1].off;
    range->first_made = b->fits[b->n_fits - 1].made;
    range->last = b->fits[0].off;
    range->end_made = b->fits[0].made;
    range->only = b->n_fits == 1;
}

void a3d_try_packed(a3d_search *s)
{
    enum { MOST = 6 };
    a3d_packed_block b;
    if (!open_block(&b, s, s->at))
        return;
    if (list_steps(&b))
        find_all_fits(&b);
    if (b.n_steps > 0)
        set_range(&b);
    a3d_rank_fits(&b);
    for (size_t i = 0; i < b.n_fits && i < MOST; i++) {
        const a3d_packed_fit *fit = &b.fits[i];
        a3d_attempt r = {.node = b.node, .off = b.start + fit->off, .size = 1, .bit = A3D_NO_BIT, .value = fit->off,
                         .element = A3D_PACKED_BYTE, .bytes[0] = fit->byte};
        a3d_try_repair(s, &r, false);
    }
    close_block(&b);
    if (s->unit != A3D_NO_NODE)
        a3d_release(&s->ctx, &s->clean); /* what the last trial left is not part of the document */
}
