/* flat.c - see flat.h */
#include "engine/document/flat.h"
#include "base/bytes.h"
#include "base/never.h"
#include "engine/document/domain.h"
#include "engine/document/prefix.h"

#include <string.h>

enum { MOST_ROWS = 16 };

static bool plain_shape(const a3d_shape *s)
{
    if (s->pack != A3D_PACK_NONE || A3D_NEVER(s->fill || s->pad) || s->text)
        return false;
    if (s->kind == A3D_SCALAR)
        return true;
    if (s->kind == A3D_RECORD)
        return a3d_is_flat(s->record);
    return s->kind == A3D_ARRAY && !A3D_NEVER(s->count_by != A3D_COUNT_FIXED && s->count_by != A3D_COUNT_FIELD &&
                                              s->count_by != A3D_COUNT_OUTER && s->count_by != A3D_COUNT_PREFIX);
}

static bool plain_row(const a3d_row *row)
{
    if (row->optional || row->publish || A3D_NEVER(row->transparent) || row->when[0].op != A3D_ALWAYS ||
        row->when_call != NULL || row->derive.kind != A3D_GIVEN || row->domain.kind == A3D_BYTES)
        return false;
    if (row->alts == NULL)
        return plain_shape(&row->shape);
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++)
        if (!plain_shape(&alt->shape) || A3D_NEVER(alt->when.op != A3D_ALWAYS))
            return false;
    return true;
}

bool a3d_is_flat(const a3d_record *type)
{
    if (type->n_rows > MOST_ROWS)
        return false;
    for (unsigned i = 0; i < type->n_rows; i++)
        if (!plain_row(&type->rows[i]))
            return false;
    return true;
}

/* The shape that a row has in the version and branch of the document; NULL when its gate is closed. */
A3D_INLINE const a3d_shape *shape_now(const a3d_doc *doc, const a3d_row *row)
{
    if (!a3d_gate_open(doc, &row->gate))
        return NULL;
    if (row->alts == NULL)
        return &row->shape;
    const a3d_alt *alt = row->alts;
    while (!A3D_NEVER(alt->shape.kind == A3D_NOTHING) && !a3d_gate_open(doc, &alt->gate))
        alt++;
    return A3D_NEVER(alt->shape.kind == A3D_NOTHING) ? NULL : &alt->shape;
}

/* The count that a field of `record` gives. */
A3D_INLINE int64_t count_by(const a3d_doc *doc, uint32_t record, const a3d_shape *shape)
{
    if (record == A3D_NO_NODE)
        return 0;
    const a3d_node *field = a3d_at(doc, a3d_field(doc, record, shape->slot));
    if (field->state != A3D_PRESENT)
        return 0;
    unsigned kind = a3d_shape_of(field)->kind;
    int64_t value = kind == A3D_VECTOR ? field->v.at.count : field->v.i; /* an array of scalars is never a count */
    value = value * shape->count_mul + shape->count_add;
    return value > 0 ? value : 0;
}

int64_t a3d_outer_count(const a3d_doc *doc, uint32_t node, const a3d_shape *shape)
{
    return count_by(doc, a3d_enclosing(doc, node, shape->outer), shape);
}

/* The same for a list, which is most often a field of that record. */
static int64_t count_of_list(const a3d_doc *doc, uint32_t list, const a3d_shape *shape)
{
    const a3d_record *outer = shape->outer;
    uint32_t record = a3d_at(doc, list)->parent, first = a3d_at(doc, record)->v.at.first;
    bool inside = first <= list && list - first < outer->n_rows && a3d_at(doc, first)->row == outer->rows;
    return count_by(doc, inside ? record : a3d_enclosing(doc, list, outer), shape);
}

uint32_t a3d_flat_stride(const a3d_doc *doc, uint32_t list, const a3d_record *type)
{
    uint64_t size = 0;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_shape *s = shape_now(doc, &type->rows[i]);
        if (s == NULL)
            continue;
        uint64_t part = a3d_width(s->type);
        if (s->kind == A3D_RECORD) {
            part = a3d_flat_stride(doc, list, s->record);
            if (part == 0)
                return 0;
        } else if (s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_FIXED) {
            part *= (uint32_t)s->count_add;
        } else if (s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_OUTER) {
            part *= (uint64_t)count_of_list(doc, list, s);
        } else if (s->kind == A3D_ARRAY) {
            return 0;
        }
        size += part;
    }
    return size <= INT32_MAX ? (uint32_t)size : INT32_MAX; /* an element of 2 GiB or more fits in no window */
}

bool a3d_flat_zero_sized(const a3d_doc *doc, uint32_t list, const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_shape *s = shape_now(doc, &type->rows[i]);
        if (s != NULL && (s->kind != A3D_ARRAY || s->count_by != A3D_COUNT_OUTER || count_of_list(doc, list, s) != 0))
            return false;
    }
    return true;
}

typedef struct walk {
    const a3d_doc *doc;
    uint32_t list, left, pos;
    const uint8_t *data;
    a3d_leaf_fn each;
    void *user;
    a3d_leaf leaf;
} walk;

/* The count of an array in an element; *prefix is the size of an inline count. A3D_FLAT_CUT when that does not fit. */
static int64_t leaf_count(walk *w, const a3d_shape *s, const int64_t *values, uint32_t *prefix)
{
    *prefix = 0;
    switch (s->count_by) {
    case A3D_COUNT_FIXED:
        return s->count_add;
    case A3D_COUNT_OUTER:
        return count_of_list(w->doc, w->list, s);
    case A3D_COUNT_FIELD: {
        int64_t n = values[s->slot] * s->count_mul + s->count_add;
        return n > 0 ? n : 0;
    }
    default:
        *prefix = a3d_prefix_size(w->doc->format, w->data + w->pos, w->left - w->pos);
        if (w->left - w->pos < *prefix)
            return A3D_FLAT_CUT;
        return a3d_prefix_load(w->doc->format, w->data + w->pos, *prefix);
    }
}

static int walk_record(walk *w, const a3d_record *type, unsigned depth);

static int walk_leaf(walk *w, const a3d_row *row, const a3d_shape *s, unsigned depth, int64_t *values, unsigned slot)
{
    uint32_t prefix = 0;
    int64_t count = s->kind == A3D_ARRAY ? leaf_count(w, s, values, &prefix) : 1;
    if (count < 0)
        return A3D_FLAT_CUT;
    unsigned width = a3d_width(s->type);
    if ((uint64_t)count * width > w->left - w->pos - prefix)
        return A3D_FLAT_CUT;
    const uint8_t *at = w->data + w->pos + prefix;
    values[slot] = s->kind == A3D_SCALAR ? a3d_load_type(at, s->type, w->doc->format->big_endian) : count;
    if (w->each != NULL) {
        w->leaf.rows[depth] = row;
        w->leaf.depth = depth + 1;
        w->leaf.shape = s;
        w->leaf.data = at;
        w->leaf.off = w->pos + prefix;
        w->leaf.count = (uint32_t)count;
        w->leaf.prefix = prefix;
        if (w->each(w->user, &w->leaf) != 0)
            return A3D_FLAT_ENDED;
    }
    w->pos += prefix + (uint32_t)count * width;
    bool vital = row->domain.vital && s->kind == A3D_SCALAR;
    return vital && !a3d_domain_holds(&row->domain, values[slot]) ? A3D_FLAT_VITAL : 0;
}

static int walk_record(walk *w, const a3d_record *type, unsigned depth)
{
    int64_t values[MOST_ROWS]; /* of the rows so far, and their places */
    uint32_t places[MOST_ROWS];
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        const a3d_shape *s = shape_now(w->doc, row);
        values[i] = 0;
        places[i] = w->pos;
        if (s == NULL || A3D_NEVER(depth >= A3D_FLAT_DEPTH))
            continue;
        bool counted = s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_FIELD;
        w->leaf.rows[depth] = row;
        w->leaf.counter = counted ? &type->rows[s->slot] : NULL;
        w->leaf.counter_off = counted ? places[s->slot] : 0;
        int st = s->kind == A3D_RECORD ? walk_record(w, s->record, depth + 1) : walk_leaf(w, row, s, depth, values, i);
        if (st != 0)
            return st;
    }
    return 0;
}

/* The shape of the last field if it is an array with an inline count and the others are numbers that can always be
 * passed, which *before bytes are; else NULL. */
static const a3d_shape *array_after_numbers(const a3d_doc *doc, const a3d_record *type, uint32_t *before)
{
    unsigned last = type->n_rows - 1u;
    *before = 0;
    for (unsigned i = 0; i < last; i++) {
        const a3d_shape *s = shape_now(doc, &type->rows[i]);
        if (s == NULL || s->kind != A3D_SCALAR || type->rows[i].domain.vital)
            return NULL;
        *before += a3d_width(s->type);
    }
    const a3d_shape *s = shape_now(doc, &type->rows[last]);
    return s != NULL && s->kind == A3D_ARRAY && s->count_by == A3D_COUNT_PREFIX ? s : NULL;
}

/* The size of such an element. */
static int64_t size_with_array(const a3d_format *format, const a3d_shape *s, uint32_t before, const uint8_t *data,
                               uint32_t left)
{
    if (left < before)
        return A3D_FLAT_CUT;
    uint32_t prefix = a3d_prefix_size(format, data + before, left -= before);
    if (left < prefix)
        return A3D_FLAT_CUT;
    uint64_t size = (uint64_t)a3d_prefix_load(format, data + before, prefix) * a3d_width(s->type);
    return size <= left - prefix ? (int64_t)(before + prefix + size) : A3D_FLAT_CUT;
}

int64_t a3d_flat_element(const a3d_doc *doc, uint32_t list, const a3d_record *type, const uint8_t *data, uint32_t left,
                         a3d_leaf_fn each, void *user)
{
    uint32_t before = 0;
    const a3d_shape *array = each == NULL && type->n_rows > 0 ? array_after_numbers(doc, type, &before) : NULL;
    if (array != NULL)
        return size_with_array(doc->format, array, before, data, left);
    walk w; /* without an initializer, which would clear the leaf each time */
    w.doc = doc;
    w.list = list;
    w.left = left;
    w.pos = 0;
    w.data = data;
    w.each = each;
    w.user = user;
    int st = walk_record(&w, type, 0);
    return st != 0 ? st : (int64_t)w.pos;
}

/* ---- elements that differ by one count ---- */

/* Adds one field to the plan. *counter is the slot of the count, once it is known; *counted is set with its array. */
static bool plan_field(a3d_flat_plan *plan, const a3d_shape *s, const a3d_row *row, uint16_t slot, uint16_t *counter,
                       bool *counted)
{
    unsigned width = a3d_width(s->type);
    const a3d_domain *d = &row->domain;
    if (s->kind == A3D_SCALAR && d->vital) {
        if (A3D_NEVER(d->kind != A3D_RANGE || s->type != A3D_U8 || *counted || *counter != A3D_NO_SLOT))
            return false;
        *counter = slot;
        plan->at = plan->base++;
        plan->lo = (uint32_t)d->lo;
        plan->hi = (uint32_t)d->hi;
        return true;
    }
    if (s->kind == A3D_SCALAR) {
        plan->base += width;
        return !A3D_NEVER(a3d_has_domain(row, s->type));
    }
    if (A3D_NEVER(s->kind != A3D_ARRAY) || s->count_by != A3D_COUNT_FIELD)
        return false;
    if (A3D_NEVER(*counted || s->slot != *counter || s->count_mul < 0 || s->count_add < 0 ||
                  a3d_has_domain(row, s->type)))
        return false;
    *counted = true;
    plan->base += (uint32_t)s->count_add * width;
    plan->unit = (uint32_t)s->count_mul * width;
    return true;
}

bool a3d_flat_plan_of(const a3d_doc *doc, const a3d_record *type, a3d_flat_plan *plan)
{
    uint16_t counter = A3D_NO_SLOT;
    bool counted = false;
    *plan = (a3d_flat_plan){.base = 0};
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_shape *s = shape_now(doc, &type->rows[i]);
        if (s != NULL && !plan_field(plan, s, &type->rows[i], (uint16_t)i, &counter, &counted))
            return false;
    }
    return !A3D_NEVER(!counted || plan->hi > UINT8_MAX ||
                      plan->base + (uint64_t)plan->unit * plan->hi > A3D_FLAT_SHORT);
}

/* A walk over elements; `at` is the offset of the number in the next one. */
typedef struct skipping {
    const uint8_t *at, *end; /* at `end` and after it an element may be cut off */
    uint32_t left, n;        /* elements left; the number of the last one */
} skipping;

/* Skips the next four elements if all have the same number as the last one. */
A3D_INLINE bool skip_alike(skipping *s, size_t one)
{
    if (s->at[0] != s->n || s->at[one] != s->n || s->at[2 * one] != s->n || s->at[3 * one] != s->n)
        return false;
    s->at += 4 * one;
    s->left -= 4;
    return true;
}

/* Returns `a` if k is 0 and `b` if it is 1. Nothing branches on k, since a processor could not predict it. */
A3D_INLINE uint32_t pick(uint32_t k, uint32_t a, uint32_t b)
{
    return a ^ ((a ^ b) & (0 - k));
}

/* Skips the next four elements, whose numbers are lo or lo + 1; `one` is the size if it is lo. Each number says where
 * the next one is. Instead of waiting for it, this reads all places where the next may be, and then picks from them. */
A3D_INLINE bool skip_four(skipping *s, uint32_t lo, size_t one, size_t unit)
{
    const uint8_t *second = s->at + one, *third = second + one, *fourth = third + one;
    uint32_t a = s->at[0] - lo, b0 = second[0] - lo, b1 = second[unit] - lo, c0 = third[0] - lo, c1 = third[unit] - lo,
             c2 = third[2 * unit] - lo, d0 = fourth[0] - lo, d1 = fourth[unit] - lo, d2 = fourth[2 * unit] - lo,
             d3 = fourth[3 * unit] - lo;
    uint32_t b = pick(a, b0, b1);
    c0 = pick(a, c0, c1), c1 = pick(a, c1, c2);
    d0 = pick(a, d0, d1), d1 = pick(a, d1, d2), d2 = pick(a, d2, d3);
    uint32_t c = pick(b, c0, c1);
    d0 = pick(b, d0, d1), d1 = pick(b, d1, d2);
    uint32_t d = pick(c, d0, d1);
    if ((a | b | c | d) > 1)
        return false;
    s->at += 4 * one + unit * (a + b + c + d);
    s->left -= 4;
    s->n = lo + d;
    return true;
}

/* Runs of elements with the same number are skipped in the quickest way. How often it is tried depends on how often it
 * fails, since each failure costs the time of several elements. */
A3D_INLINE void skip_most(skipping *s, const a3d_flat_plan *plan, uint32_t unit)
{
    enum { LONGEST = 16 };
    const size_t one = plan->base + unit * plan->lo;
    for (unsigned wait = 0, next = 1, run = 0; s->left >= 4 && s->at < s->end;) {
        if (wait > 0) {
            if (!skip_four(s, plan->lo, one, unit))
                return;
            wait--;
        } else if (skip_alike(s, plan->base + unit * (size_t)s->n)) {
            run++;
        } else {
            next = run > 1 ? 1 : next < LONGEST ? 2 * next : LONGEST;
            wait = next;
            run = 0;
        }
    }
}

uint32_t a3d_flat_skip(const a3d_flat_plan *plan, const uint8_t *data, uint32_t left, uint32_t count, uint32_t *size)
{
    const uint32_t most = plan->base + plan->unit * plan->hi;
    skipping s = {.at = data + plan->at, .end = data + plan->at, .left = count, .n = plan->lo};
    if (left > 4 * most)
        s.end += left - 4 * most;
    if (plan->hi == plan->lo + 1 && plan->unit == 4) /* a constant unit makes the loop faster */
        skip_most(&s, plan, 4);
    else if (plan->hi == plan->lo + 1 && plan->unit == 2)
        skip_most(&s, plan, 2);
    uint32_t pos = (uint32_t)(s.at - plan->at - data);
    for (; s.left > 0 && left - pos >= plan->base; s.left--) { /* near the end, or from the first invalid number on */
        uint32_t n = data[pos + plan->at], one = plan->base + plan->unit * n;
        if (n < plan->lo || n > plan->hi || one > left - pos)
            break;
        pos += one;
    }
    *size = pos;
    return count - s.left;
}

uint32_t a3d_flat_locate(const a3d_doc *doc, uint32_t list, uint32_t index, uint32_t *size)
{
    const a3d_node *node = a3d_at(doc, list);
    A3D_ASSERT(node->flat);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, stride = a3d_flat_stride(doc, list, type);
    if (stride != 0) {
        *size = stride;
        return index * stride;
    }
    const uint8_t *data = a3d_content(doc, node, &stream, &off);
    uint32_t pos = 0, left = doc->streams[stream].size - off;
    *size = 0;
    if (a3d_flat_zero_sized(doc, list, type))
        return 0;
    for (uint32_t i = 0;; i++) {
        int64_t n = a3d_flat_element(doc, list, type, data + pos, left - pos, NULL, NULL);
        if (i == index || n < 0) {
            *size = n > 0 ? (uint32_t)n : 0;
            return pos;
        }
        pos += (uint32_t)n;
    }
}
