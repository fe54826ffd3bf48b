/* maker.c - random content from rows; see maker.h */
#include "engine/generate/maker.h"
#include "base/never.h"
#include "engine/document/conditions.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"

/* ---- relations ---- */

typedef struct range {
    int64_t lo, hi, except;
} range;

/* The value of a term that is already known: a number, or a field before `slot`. */
static bool known_term(const a3d_doc *doc, uint32_t record, const a3d_term *t, unsigned slot, int64_t *value)
{
    *value = t->factor;
    if (t->kind == A3D_TERM_NUMBER)
        return true;
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, t->slot));
    *value *= t->kind == A3D_TERM_VALUE ? node->v.i : (int64_t)node->v.at.count;
    return t->slot < slot && node->state == A3D_PRESENT;
}

static void narrow(range *r, unsigned op, int64_t bound)
{
    if ((op == A3D_EQ || op == A3D_GE) && bound > r->lo)
        r->lo = bound;
    if ((op == A3D_EQ || op == A3D_LE) && bound < r->hi)
        r->hi = bound;
    if (op == A3D_NE)
        r->except = bound;
}

/* Narrows the range of the value or count of a field by the relations of its record. */
static range related_range(a3d_maker *m, uint32_t record, unsigned slot, unsigned kind, range r)
{
    static const uint8_t mirrored[] = {A3D_ALWAYS, A3D_EQ, A3D_NE, A3D_GT, A3D_GE, A3D_LT, A3D_LE};
    const a3d_record *type = a3d_record_type(m->ctx.doc, record);
    for (const a3d_relation *s = type != NULL ? type->relations : NULL; s != NULL && s->op != A3D_ALWAYS; s++) {
        int64_t bound;
        if (m->ctx.format->rules[s->rule].severity == A3D_NOTE && a3d_luck(m, 1, 4))
            continue; /* breaking it only causes a note, so allow it sometimes */
        if (s->left.kind == kind && s->left.slot == slot && known_term(m->ctx.doc, record, &s->right, slot, &bound))
            narrow(&r, s->op, bound / s->left.factor);
        else if (s->right.kind == kind && s->right.slot == slot &&
                 known_term(m->ctx.doc, record, &s->left, slot, &bound))
            narrow(&r, mirrored[s->op], bound / s->right.factor);
    }
    return r;
}

/* ---- scalars ---- */

/* Whether the field holds the keys of the list that contains its record. */
static bool holds_key(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    uint32_t list = a3d_at(doc, record)->parent;
    const a3d_keys *k = list != A3D_NO_NODE ? &a3d_at(doc, list)->row->keys : NULL;
    return k != NULL && k->space != 0 && !k->by_position && k->slot == slot;
}

static int64_t next_key(a3d_maker *m)
{
    int64_t key = m->next_key;
    m->next_key += 1 + (a3d_luck(m, 1, 8) ? a3d_random_below(&m->random, 100) : 0);
    return key;
}

static int64_t scalar_value(a3d_maker *m, uint32_t index)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_node *node = a3d_at(doc, index);
    const a3d_row *row = node->row;
    unsigned type = a3d_shape_of(node)->type, slot = index - a3d_at(doc, node->parent)->v.at.first;
    if (row->derive.kind != A3D_GIVEN)
        return 0;
    if (holds_key(doc, node->parent, slot))
        return next_key(m);
    if (row->ref.spaces != 0)
        return row->ref.none;
    range r = {INT64_MIN, INT64_MAX, INT64_MIN};
    r = related_range(m, node->parent, slot, A3D_TERM_VALUE, r);
    for (unsigned i = 0; i < 32; i++) {
        int64_t value = a3d_random_value(&m->random, row, type);
        if (value >= r.lo && value <= r.hi && value != r.except)
            return value;
    }
    return r.lo != INT64_MIN ? r.lo : r.hi;
}

static int make_scalar(a3d_maker *m, uint32_t index)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_row *row = a3d_at(doc, index)->row;
    int64_t value = row->publish ? doc->vars[row->publish - 1] : scalar_value(m, index);
    if (row->publish && value == 0)
        value = row->domain.kind == A3D_IS ? row->domain.lo : 0;
    a3d_at(doc, index)->v.i = value;
    a3d_at(doc, index)->honest = row->derive.kind != A3D_GIVEN;
    m->room -= a3d_width(a3d_shape_of(a3d_at(doc, index))->type);
    a3d_publish(doc, a3d_at(doc, index));
    return A3D_OK;
}

/* ---- lists ---- */

static uint32_t list_count(a3d_maker *m, uint32_t index)
{
    const a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_row *row = node->row;
    if (s->count_by != A3D_COUNT_PREFIX && s->count_by != A3D_COUNT_NUL)
        return (uint32_t)a3d_given_count(m->ctx.doc, index);
    uint32_t each = s->kind == A3D_ARRAY ? a3d_width(s->type) : 8 * s->record->n_rows;
    unsigned slot = index - a3d_at(m->ctx.doc, node->parent)->v.at.first;
    range r = related_range(m, node->parent, slot, A3D_TERM_COUNT, (range){row->least, UINT32_MAX / 64, -1});
    uint32_t n = s->kind == A3D_ARRAY && a3d_luck(m, 1, 4) ? a3d_many(m, (uint32_t)r.lo, (uint32_t)r.hi, each)
                                                           : a3d_few(m, (uint32_t)r.lo, (uint32_t)r.hi, each);
    return n != r.except ? n : n + 1;
}

static void put_text(a3d_maker *m, const a3d_row *row, a3d_text *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ";
    static const char *const wide[] = {"\xc3\xa9", "\xc3\x9f", "\xd0\xb6", "\xe6\xbc\xa2", "\xe2\x82\xac"};
    uint32_t n = a3d_few(m, 0, 64, 1);
    n *= 1 + a3d_random_below(&m->random, 4);
    for (uint32_t i = 0; i < n; i++) {
        if (row->domain.kind == A3D_UTF8 && !m->plain && a3d_luck(m, 1, 32))
            a3d_puts(out, wide[a3d_random_below(&m->random, 5)]);
        else
            a3d_putc(out, letters[a3d_random_below(&m->random, i == 0 ? 26 : sizeof letters - 1)]);
    }
}

static void put_values(a3d_maker *m, const a3d_row *row, unsigned type, uint32_t count, a3d_text *out)
{
    bool big = m->ctx.format->big_endian;
    uint8_t *p = a3d_extend(out, (size_t)count * a3d_width(type));
    for (uint32_t i = 0; p != NULL && i < count; i++) {
        int64_t value = row->ref.spaces != 0 ? row->ref.none : a3d_random_value(&m->random, row, type);
        a3d_store(p + (size_t)i * a3d_width(type), a3d_width(type), (uint64_t)value, big);
    }
}

static int make_array(a3d_maker *m, uint32_t index, uint32_t count)
{
    const a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_row *row = node->row;
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    if (row->domain.kind == A3D_BYTES)
        a3d_put(&bytes, row->domain.bytes, (size_t)row->domain.lo);
    else if (s->text)
        put_text(m, row, &bytes);
    else
        put_values(m, row, s->type, count, &bytes);
    if (s->text)
        count = (uint32_t)bytes.size;
    int st = a3d_make_content(m, index, &bytes, count);
    a3d_text_free(&bytes);
    return st;
}

static int make_record(a3d_maker *m, uint32_t index, const a3d_record *type);

/* Appends one plain element that consists of numbers only. Formats make elements with lists and condensed lists
 * themselves. */
static void put_plain(a3d_maker *m, uint32_t list, const a3d_record *type, bool element, a3d_text *out)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_keys *keys = &a3d_at(doc, list)->row->keys;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        const a3d_shape *s = &row->shape;
        if (!a3d_gate_open(doc, &row->gate))
            continue;
        if (s->kind == A3D_RECORD) {
            put_plain(m, list, s->record, false, out);
            continue;
        }
        bool key = element && keys->space != 0 && !A3D_NEVER(keys->by_position) && keys->slot == i;
        int64_t value = key                    ? next_key(m)
                        : row->ref.spaces != 0 ? row->ref.none
                                               : a3d_random_value(&m->random, row, s->type);
        a3d_put_type(out, s->type, value, doc->format->big_endian);
    }
}

static int make_plain(a3d_maker *m, uint32_t index, uint32_t count)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(m->ctx.doc, index));
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    a3d_at(m->ctx.doc, index)->flat = 1;
    for (uint32_t i = 0; i < count && !bytes.failed; i++)
        put_plain(m, index, s->record, true, &bytes);
    int st = a3d_make_content(m, index, &bytes, count);
    a3d_text_free(&bytes);
    return st;
}

int a3d_make_list(a3d_maker *m, uint32_t index, uint32_t count)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, index));
    uint32_t first = 0;
    a3d_at(doc, index)->state = A3D_PRESENT;
    a3d_at(doc, index)->honest = 1;
    if (s->kind == A3D_ARRAY)
        return make_array(m, index, count);
    if (a3d_is_flat(s->record) && !a3d_at(doc, index)->row->nodes)
        return make_plain(m, index, count);
    if (count > 0 && a3d_reserve(&m->ctx, count, index, doc->edit_stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_at(doc, index)->v.at.first = first;
    a3d_at(doc, index)->v.at.count = count;
    for (uint32_t i = 0; i < count; i++) {
        a3d_at(doc, first + i)->row = &a3d_row_element;
        a3d_at(doc, first + i)->off = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++)
        if (make_record(m, first + i, s->record) != A3D_OK)
            return A3D_STOP;
    a3d_choose_form(m, index);
    return A3D_OK;
}

/* ---- records ---- */

static int make_row(a3d_maker *m, uint32_t record, uint32_t index)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_row *row = a3d_at(doc, index)->row;
    int alt = a3d_row_applies(doc, row, record) ? a3d_choose_alt(doc, row, record) : -1;
    if (alt < 0)
        return A3D_OK;
    a3d_at(doc, index)->alt = (unsigned)alt & 3;
    a3d_at(doc, index)->state = A3D_ABSENT;
    int st = doc->format->choose != NULL ? doc->format->choose(m, index) : A3D_UNCHOSEN;
    if (st != A3D_UNCHOSEN)
        return st;
    bool left_out = row->optional && (m->room <= 0 || a3d_luck(m, 1, m->plain ? 2 : 3));
    return left_out ? A3D_OK : a3d_make(m, index);
}

static int make_record(a3d_maker *m, uint32_t index, const a3d_record *type)
{
    a3d_doc *doc = m->ctx.doc;
    uint32_t first;
    if (a3d_reserve(&m->ctx, type->n_rows, index, doc->edit_stream, &first) != A3D_OK)
        return A3D_STOP;
    a3d_node *node = a3d_at(doc, index);
    node->v.at.first = first;
    node->v.at.count = type->n_rows;
    node->state = A3D_PRESENT;
    for (unsigned i = 0; i < type->n_rows; i++) {
        a3d_at(doc, first + i)->row = &type->rows[i];
        a3d_at(doc, first + i)->state = A3D_GATED;
        a3d_at(doc, first + i)->off = UINT32_MAX;
    }
    for (unsigned i = 0; i < type->n_rows; i++)
        if (make_row(m, index, first + i) != A3D_OK)
            return A3D_STOP;
    return A3D_OK;
}

int a3d_make(a3d_maker *m, uint32_t index)
{
    a3d_doc *doc = m->ctx.doc;
    const a3d_shape *s = a3d_shape_of(a3d_at(doc, index));
    const a3d_record *type;
    a3d_at(doc, index)->state = A3D_PRESENT;
    switch (s->kind) {
    case A3D_SCALAR:
        return make_scalar(m, index);
    case A3D_ARRAY:
    case A3D_VECTOR:
        return a3d_make_list(m, index, list_count(m, index));
    case A3D_CUSTOM:
        s->custom->fresh(doc, index);
        a3d_at(doc, index)->honest = a3d_at(doc, index)->row->derive.kind != A3D_GIVEN;
        return A3D_OK;
    default:
        type = a3d_record_type(doc, index);
        if (A3D_NEVER(type == NULL)) { /* the format chooses the key of a switch among its cases */
            a3d_at(doc, index)->state = A3D_GATED;
            return A3D_OK;
        }
        return make_record(m, index, type);
    }
}
