/* repair.c - see repair.h */
#include "report/common/repair.h"
#include "base/never.h"
#include "engine/document/path.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"
#include "report/common/phrases.h"
#include "transfer/transfer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TRIES = 12, MOST_BYTES = 48, MOST_MORE = 1 << 20 };

/* The number of places that break a rule. */
static uint64_t broken(const a3d_doc *doc, const a3d_rule *rule)
{
    uint64_t n = 0;
    for (size_t i = 0; doc != NULL && i < doc->n_findings; i++)
        if (strcmp(doc->findings[i].rule->id, rule->id) == 0)
            n += doc->findings[i].count;
    return n;
}

static bool better(const a3d_result *before, const a3d_result *after, const a3d_rule *rule)
{
    return a3d_is_complete(after) && broken(after->doc, rule) < broken(before->doc, rule) &&
           after->counts[A3D_ERROR] <= before->counts[A3D_ERROR];
}

/* The search for one repair. */
typedef struct quest {
    a3d_text *edit; /* the edit that is being tried */
    const a3d_result *result;
    const a3d_finding *f;
    uint64_t *left; /* of steps */
    uint64_t bytes; /* in all streams; a repair may add at most MOST_MORE bytes to them */
} quest;

/* Checks a try within the remaining steps, without looking for suspects. */
static const a3d_result *check(const quest *q, a3d_arena *arena, const void *data, size_t size)
{
    a3d_level asked = {q->f->rule->id, q->f->severity}; /* the rule may be off by default */
    a3d_options options = {.format = q->result->format,
                           .links = q->result->links,
                           .levels = &asked,
                           .n_levels = q->f->rule->severity == A3D_OFF};
    options.limits.unsearched = true;
    options.limits.unpacked = q->bytes + MOST_MORE;
    a3d_limits_lower_work(&options.limits, size, *q->left);
    const a3d_result *result = a3d_lint(arena, data, size, &options);
    if (result != NULL)
        *q->left -= result->steps < *q->left ? result->steps : *q->left;
    return result;
}

/* Tries an edit, or the canonical form when it is NULL, on a copy of the document. */
static bool helps(const quest *q, const char *edit)
{
    const a3d_stream *file = &q->result->doc->streams[0];
    a3d_arena arena;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text out;
    if (*q->left == 0)
        return false;
    a3d_arena_init_below(&arena, q->edit->arena);
    a3d_text_init(&out, &arena);
    const a3d_result *own = check(q, &arena, file->data, file->size);
    bool good = a3d_is_complete(own);
    if (good && edit != NULL)
        good = a3d_edit(own->doc, edit, &patches, &n_patches) == NULL;
    if (good)
        good = a3d_encode(own->doc, edit != NULL ? A3D_FAITHFUL : A3D_CANONICAL, &out, patches, n_patches) == NULL &&
               !out.failed;
    if (good)
        good = better(q->result, check(q, &arena, out.data, out.size), q->f->rule);
    a3d_arena_free(&arena);
    return good;
}

/* Tries PATH SIGN VALUE; when it helps, the edit is left in *edit. */
static bool try_value(const quest *q, const a3d_place *place, const char *value)
{
    a3d_text *edit = q->edit;
    static const char *const signs[] = {"=", ":="};
    for (unsigned i = 0; i < 2; i++) {
        edit->size = 0;
        a3d_put_place(edit, q->result->doc, place);
        a3d_puts(edit, signs[i]);
        a3d_puts(edit, value);
        a3d_putc(edit, '\0');
        if (!edit->failed && helps(q, edit->data)) {
            edit->size--;
            return true;
        }
    }
    edit->size = 0;
    return false;
}

static bool try_quantity(const quest *q, const a3d_quantity *quantity)
{
    a3d_text value;
    a3d_text_init(&value, q->edit->arena);
    if (quantity->kind == A3D_Q_NONE)
        return false;
    const a3d_row *row = a3d_at(q->result->doc, q->f->place.node)->row;
    if (row != NULL && row->derive.kind == A3D_ADLER32) {
        a3d_put_scalar(&value, row, A3D_U32, quantity->i);
    } else {
        a3d_puts(&value, quantity->kind == A3D_Q_FLOAT ? "f:" : "");
        a3d_put_quantity(&value, quantity);
    }
    a3d_putc(&value, '\0');
    bool good = !value.failed && try_value(q, &q->f->place, value.data);
    a3d_text_free(&value);
    return good;
}

static double number_of(const a3d_quantity *q)
{
    uint32_t bits = (uint32_t)q->i;
    float real;
    memcpy(&real, &bits, sizeof real);
    return q->kind == A3D_Q_FLOAT ? (double)real : q->kind == A3D_Q_INT ? (double)q->i : (double)q->u;
}

/* Whether the upper bound is nearer to the actual value than the lower one. */
static bool is_above(const a3d_finding *f)
{
    if (f->max.kind == A3D_Q_NONE || f->actual.kind == A3D_Q_NONE)
        return false;
    return number_of(&f->actual) - number_of(&f->min) > number_of(&f->max) - number_of(&f->actual);
}

/* ---- the value of a twin ---- */

static void put_scalar(a3d_text *value, unsigned type, int64_t bits)
{
    a3d_quantity q = {.kind = type == A3D_F32 ? A3D_Q_FLOAT : A3D_Q_INT, .i = bits};
    a3d_puts(value, type == A3D_F32 ? "f:" : "");
    a3d_put_quantity(value, &q);
}

/* The first value that differs between two arrays of the same length, or all bytes of a short array. */
static void put_array(a3d_text *value, char suffix[16], const a3d_doc *doc, const a3d_doc *other, uint32_t index)
{
    const a3d_node *a = a3d_at(doc, index), *b = a3d_at(other, index);
    uint32_t stream, off, i = 0, n = a3d_stored_count(b);
    unsigned type = a3d_shape_of(b)->type, width = a3d_width(type);
    const uint8_t *mine = a3d_content(doc, a, &stream, &off), *its = a3d_content(other, b, &stream, &off);
    bool same = a3d_stored_count(a) == n;
    while (same && i < n && memcmp(mine + (size_t)i * width, its + (size_t)i * width, width) == 0)
        i++;
    if (same && i == n)
        return;
    if (type == A3D_U8 && n <= MOST_BYTES) {
        a3d_puts(value, "hex:");
        a3d_put_hex(value, its, n, "");
    } else if (same) {
        snprintf(suffix, 16, "[%" PRIu32 "]", i);
        put_scalar(value, type, a3d_load_type(its + (size_t)i * width, type, doc->format->big_endian));
    }
}

/* The value of a node as an edit would write it, when the other document has a different value there. */
static void put_other(a3d_text *value, char suffix[16], const a3d_doc *doc, const a3d_doc *other, uint32_t index)
{
    const a3d_node *a = a3d_at(doc, index), *b = a3d_at(other, index);
    suffix[0] = '\0';
    if (a->row != b->row || a->row == NULL || a->state != A3D_PRESENT || b->state != A3D_PRESENT || a->alt != b->alt)
        return;
    const a3d_shape *s = a3d_shape_of(b);
    if (s->kind == A3D_SCALAR && a->v.i != b->v.i)
        put_scalar(value, s->type, b->v.i);
    else if (s->kind == A3D_ARRAY)
        put_array(value, suffix, doc, other, index);
}

/* Tries values of a twin: a document with the same nodes and a few different values. Each is tried alone; stored
 * values come before derived ones, which follow from them. */
static bool try_twin(const quest *q, const a3d_doc *twin)
{
    const a3d_doc *doc = q->result->doc;
    unsigned tries = 0;
    a3d_text value;
    if (twin->n_nodes != doc->n_nodes || twin->format != doc->format)
        return false;
    a3d_text_init(&value, q->edit->arena);
    for (unsigned derived = 0; derived < 2; derived++) {
        for (uint32_t i = 0; i < doc->n_nodes && tries < MOST_TRIES; i++) {
            char suffix[16];
            const a3d_place place = {i, suffix};
            value.size = 0;
            if ((a3d_at(doc, i)->row->derive.kind != A3D_GIVEN) == (derived != 0))
                put_other(&value, suffix, doc, twin, i);
            if (value.size == 0)
                continue;
            a3d_putc(&value, '\0');
            tries++;
            if (!value.failed && try_value(q, &place, value.data))
                return true;
        }
    }
    return false;
}

/* Drops extra bytes after the end of the content. */
static bool try_cut(const quest *q)
{
    a3d_text path;
    a3d_text_init(&path, q->edit->arena);
    if (q->f->place.node != A3D_NO_NODE)
        a3d_put_path(&path, q->result->doc, q->f->place.node);
    a3d_puts(&path, path.size > 0 ? ".$slack" : "$slack");
    a3d_putc(&path, '\0');
    const a3d_place place = {q->result->doc->root, path.data};
    return !path.failed && try_value(q, &place, "hex:");
}

a3d_repair a3d_find_repair(a3d_text *edit, const a3d_result *result, uint32_t finding, const a3d_result *twin,
                           uint64_t *steps)
{
    A3D_ASSERT(finding < result->doc->n_findings);
    const a3d_finding *f = &result->doc->findings[finding];
    quest q = {edit, result, f, steps, 0};
    if (a3d_rule_index(&a3d_format_file, f->rule) > 0) /* no field is wrong; `fix` undoes what can be undone */
        return A3D_NO_REPAIR;
    for (size_t i = 0; i < result->doc->n_streams; i++)
        q.bytes += result->doc->streams[i].size;
    bool one = f->max.kind == A3D_Q_NONE, placed = f->place.node != A3D_NO_NODE, above = is_above(f);
    if (placed && try_quantity(&q, above ? &f->max : &f->min))
        return one ? A3D_BY_VALUE : A3D_BY_BOUND;
    for (uint32_t i = 0; i < f->n_suspects; i++)
        if (try_value(&q, &f->suspects[i].place, f->suspects[i].repair))
            return A3D_BY_CAUSE;
    if (try_cut(&q))
        return A3D_BY_CUT;
    if (placed && try_quantity(&q, above ? &f->min : &f->max))
        return A3D_BY_OTHER_BOUND;
    if (!result->doc->faulty && helps(&q, NULL))
        return A3D_BY_REWRITE;
    return twin != NULL && try_twin(&q, twin->doc) ? A3D_BY_TWIN : A3D_NO_REPAIR;
}
