/* reduce.c - rounds of steps, each of which must keep the wanted property; see reduce.h */
#include "engine/reduce/reduce.h"
#include "engine/edit/fresh.h"
#include "engine/edit/shift.h"
#include "engine/encode/encode.h"
#include "engine/reduce/parts.h"

#include <string.h>

enum { COARSEST = 256 }; /* into how many pieces an array is divided at most */

/* ---- changes ---- */

bool a3d_step_remove(a3d_reducer *r, const a3d_step *step)
{
    a3d_span span = {step->at, step->n};
    return a3d_shift_for_removed(&r->ctx, step->node, &span, 1, A3D_GONE_KEEPS_INDEX) &&
           a3d_remove_spans(&r->ctx, step->node, &span, 1) == A3D_OK;
}

static bool leave_out(a3d_reducer *r, const a3d_step *step)
{
    a3d_at(r->doc, step->node)->state = A3D_ABSENT;
    return true;
}

static bool make_fresh(a3d_reducer *r, const a3d_step *step)
{
    return a3d_fresh(&r->ctx, step->node) == A3D_OK;
}

static bool make_content_fresh(a3d_reducer *r, const a3d_step *step)
{
    uint32_t count = a3d_at(r->doc, step->node)->v.at.count;
    return a3d_stored_count(a3d_at(r->doc, step->node)) == count &&
           a3d_fresh_list(&r->ctx, step->node, count) == A3D_OK;
}

static bool set_value(a3d_reducer *r, const a3d_step *step)
{
    a3d_at(r->doc, step->node)->v.i = step->value;
    return true;
}

static bool make_honest(a3d_reducer *r, const a3d_step *step)
{
    a3d_at(r->doc, step->node)->honest = 1;
    for (size_t i = 0; i < r->n_lies; i++)
        if (r->lies[i].node == step->node)
            r->lies[i].by = 0;
    return true;
}

static bool set_form(a3d_reducer *r, const a3d_step *step)
{
    a3d_at(r->doc, step->node)->form = (unsigned)step->value & 7;
    return true;
}

/* An edited mask is written in its smallest form, without unused bits. */
static bool renew_mask(a3d_reducer *r, const a3d_step *step)
{
    a3d_at(r->doc, step->node)->edited = 1;
    return true;
}

/* Keeps `n` bytes of slack or a gap, from `at` on. */
static bool keep_part(a3d_reducer *r, const a3d_step *step)
{
    a3d_node *node = a3d_at(r->doc, step->node);
    node->off += step->at;
    node->size = step->n;
    return true;
}

/* ---- rounds ---- */

bool a3d_reduce_still(a3d_reducer *r, uint32_t index, const a3d_row *row)
{
    return a3d_reduce_open(r) && index < r->doc->n_nodes && a3d_at(r->doc, index)->row == row &&
           a3d_at(r->doc, index)->state == A3D_PRESENT;
}

/* Removes elements: all of them, then halves, then ever smaller pieces. */
static void thin_out(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    bool array = a3d_shape_of(a3d_at(r->doc, index))->kind == A3D_ARRAY || a3d_at(r->doc, index)->flat;
    uint32_t all = a3d_at(r->doc, index)->v.at.count;
    for (uint32_t piece = all; piece >= 1 && (!array || all / piece <= COARSEST); piece /= 2)
        for (uint32_t end = UINT32_MAX; end > 0 && !a3d_reduce_spent(r);) {
            if (!a3d_reduce_still(r, index, row))
                return;
            uint32_t count = a3d_at(r->doc, index)->v.at.count;
            end = end < count ? end : count;
            if (end == 0)
                break;
            uint32_t n = piece < end ? piece : end;
            a3d_reduce_attempt(r, a3d_step_remove, &(a3d_step){.node = index, .at = end - n, .n = n}, A3D_SMALLER);
            end -= n;
        }
}

static void thin_bytes(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    for (uint32_t piece = a3d_at(r->doc, index)->size; piece >= 1; piece /= 2)
        for (unsigned front = 0; front < 2;) {
            if (a3d_reduce_spent(r) || !a3d_reduce_still(r, index, row))
                return;
            uint32_t size = a3d_at(r->doc, index)->size;
            a3d_step step = {.node = index, .at = front ? piece : 0, .n = size - piece};
            if (piece > size || !a3d_reduce_attempt(r, keep_part, &step, A3D_SMALLER))
                front++;
        }
}

/* Sets the oldest version that holds. */
static void set_oldest_version(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    int64_t now = a3d_at(r->doc, index)->v.i;
    for (const a3d_version *v = r->how->format->versions; v->text != NULL; v++) {
        a3d_step step = {.node = index, .value = v->number};
        if (v->number < now &&
            (!a3d_reduce_still(r, index, row) || a3d_reduce_attempt(r, set_value, &step, A3D_AS_LARGE)))
            return;
    }
}

/* Makes a value fresh, or as small as possible. Halving a count can make the file smaller. */
static void simplify_scalar(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    a3d_step_fn simplify = a3d_reduce_is_lie(r->doc, index) ? make_honest : make_fresh;
    if (a3d_reduce_attempt(r, simplify, &(a3d_step){.node = index}, A3D_AS_LARGE) || !a3d_reduce_still(r, index, row))
        return;
    if (row->derive.kind != A3D_GIVEN || a3d_shape_of(a3d_at(r->doc, index))->type == A3D_F32)
        return;
    if (row->publish == A3D_VAR_VERSION + 1) {
        set_oldest_version(r, index);
        return;
    }
    for (unsigned part = 2; part <= 32 && a3d_reduce_still(r, index, row);) {
        int64_t value = a3d_at(r->doc, index)->v.i;
        if (value <= 0)
            break;
        int64_t less = value - (value / part > 0 ? value / part : 1);
        if (!a3d_reduce_attempt(r, set_value, &(a3d_step){.node = index, .value = less}, A3D_SMALLER) &&
            value < (int64_t)part)
            break;
        if (a3d_reduce_still(r, index, row) && a3d_at(r->doc, index)->v.i == value)
            part *= 2;
    }
}

static void simplify_form(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    for (unsigned form = 0; a3d_reduce_still(r, index, row) && form < a3d_at(r->doc, index)->form; form++)
        if (a3d_reduce_attempt(r, set_form, &(a3d_step){.node = index, .value = form}, A3D_AS_LARGE))
            return;
}

static void freshen(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    if (!a3d_reduce_attempt(r, make_fresh, &(a3d_step){.node = index}, A3D_AS_LARGE) && a3d_reduce_still(r, index, row))
        a3d_reduce_together(r, index);
}

/* Removes parts of a node. */
static void shrink_node(a3d_reducer *r, uint32_t index)
{
    const a3d_node *node = a3d_at(r->doc, index);
    const a3d_row *row = node->row;
    unsigned kind = a3d_shape_of(node)->kind;
    if (row->optional && a3d_reduce_attempt(r, leave_out, &(a3d_step){.node = index}, A3D_SMALLER))
        return;
    if (!a3d_reduce_still(r, index, row))
        return;
    if (kind == A3D_ARRAY || kind == A3D_VECTOR)
        thin_out(r, index);
    else if (kind == A3D_SLACK || kind == A3D_GAP)
        thin_bytes(r, index);
    else if ((kind == A3D_RECORD || kind == A3D_SWITCH) && index != r->doc->root)
        freshen(r, index);
}

static void simplify_node(a3d_reducer *r, uint32_t index)
{
    const a3d_row *row = a3d_at(r->doc, index)->row;
    unsigned kind = a3d_shape_of(a3d_at(r->doc, index))->kind;
    if (kind == A3D_SCALAR)
        simplify_scalar(r, index);
    else if ((kind == A3D_ARRAY || a3d_at(r->doc, index)->flat) && a3d_at(r->doc, index)->v.at.count > 0)
        a3d_reduce_attempt(r, make_content_fresh, &(a3d_step){.node = index}, A3D_AS_LARGE);
    else if (kind == A3D_CUSTOM && r->doc->mask.node == index && !r->doc->faulty)
        a3d_reduce_attempt(r, renew_mask, &(a3d_step){.node = index}, A3D_AS_LARGE);
    else if (kind == A3D_CUSTOM && a3d_reduce_is_lie(r->doc, index))
        a3d_reduce_attempt(r, make_honest, &(a3d_step){.node = index}, A3D_AS_LARGE);
    if (kind != A3D_SLACK && kind != A3D_GAP && a3d_reduce_still(r, index, row) && a3d_at(r->doc, index)->form != 0)
        simplify_form(r, index);
}

static void each_node(a3d_reducer *r, void (*visit)(a3d_reducer *r, uint32_t index))
{
    for (uint32_t i = 0; !a3d_reduce_spent(r) && a3d_reduce_open(r) && i < r->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(r->doc, i);
        if (node->state == A3D_PRESENT)
            visit(r, i);
    }
}

static void reduce(a3d_reducer *r)
{
    do {
        r->progress = false;
        each_node(r, shrink_node);
        each_node(r, simplify_node);
        if (!r->progress && !r->sound && (!a3d_reduce_open(r) || r->doc->faulty))
            a3d_reduce_bytes(r);
    } while (r->progress && !a3d_reduce_spent(r));
}

/* Packs the best file in another way, and takes it if it holds. The number of tries and steps does not matter. */
static bool pack_anew(a3d_reducer *r, uint8_t packing)
{
    a3d_text bytes;
    bool ended = r->result->ended, good = false;
    r->packing = packing;
    r->doc = NULL;
    a3d_text_init(&bytes, r->best->arena);
    if (a3d_reduce_open(r)) {
        for (size_t i = 1; i < r->doc->n_streams; i++)
            r->doc->streams[i].stale = true;
        good = a3d_encode(r->doc, A3D_FAITHFUL, &bytes, NULL, 0) == NULL;
    }
    /* after an interruption the caller does not say whether it holds: in other packings it did */
    good = good && r->how->holds(r->how->user, (const uint8_t *)bytes.data, (uint32_t)bytes.size) != 0;
    if (good) {
        r->best->size = 0;
        a3d_put(r->best, bytes.data, bytes.size);
        r->failed |= r->best->failed;
    }
    a3d_text_free(&bytes);
    r->doc = NULL;
    r->result->ended = ended;
    return good;
}

/* Packs the result as small as zlib can. If that does not hold or is larger than the input, since too little was won,
 * the input is the result. */
static void pack_result(a3d_reducer *r)
{
    if (!r->packs || r->failed)
        return;
    if (r->packing == A3D_PACKS_STORED)
        pack_anew(r, A3D_PACKS_BEST);
    if (r->best->size > r->how->size) {
        r->best->size = 0;
        a3d_put(r->best, r->how->data, r->how->size);
    }
    r->packing = A3D_PACKS_BEST;
    r->doc = NULL;
}

/* Tries the forms of a package: most are smaller when they are packed by themselves. */
static void tighten(a3d_reducer *r, uint32_t index)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(r->doc, index));
    const a3d_row *row = a3d_at(r->doc, index)->row;
    const a3d_name *form = s->kind == A3D_CUSTOM && s->custom->canonical != NULL ? s->custom->forms : NULL;
    for (; form != NULL && form->name != NULL && a3d_reduce_still(r, index, row); form++)
        a3d_reduce_attempt(r, set_form, &(a3d_step){.node = index, .value = form->value}, A3D_TIGHTER);
}

static bool has_packed(const a3d_doc *doc)
{
    for (size_t i = 1; i < doc->n_streams; i++)
        if (doc->streams[i].owner != A3D_NO_NODE)
            return true;
    return false;
}

const char *a3d_reduce(a3d_arena *arena, const a3d_reduction *how, a3d_text *out, a3d_reduced *result)
{
    a3d_reducer r = {.how = how, .best = out, .result = result};
    bool unused;
    memset(result, 0, sizeof *result);
    a3d_arena_init_below(&r.scratch, arena);
    out->size = 0;
    a3d_put(out, how->data, how->size);
    r.failed = out->failed;
    /* First find the smallest file that decodes to its end. Files that do not decode are dead ends for further
     * steps. */
    r.sound = a3d_reduce_open(&r) && !r.doc->faulty;
    r.packs = r.doc != NULL && has_packed(r.doc);
    r.weight = a3d_reduce_weigh(&r, how->data, how->size, &unused);
    if (r.packs && !r.doc->faulty && !pack_anew(&r, A3D_PACKS_STORED))
        r.packing = A3D_PACKS_USUAL;
    if (r.sound)
        reduce(&r);
    r.sound = false;
    reduce(&r);
    pack_result(&r);
    each_node(&r, tighten);
    a3d_arena_free(&r.scratch);
    return r.failed || a3d_text_is_lost(out) ? "memory ran out" : NULL;
}
