/* check.c - see check.h */
#include "engine/check/check.h"
#include "base/never.h"
#include "base/utf8.h"
#include "engine/check/columns.h"
#include "engine/check/describe.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"
#include "engine/document/plan.h"

#include <stdio.h>
#include <string.h>

const a3d_rule *a3d_domain_rule(const a3d_format *format, const a3d_row *row, unsigned type)
{
    if (row->domain.rule != 0)
        return &format->rules[row->domain.rule];
    bool version = row->publish == A3D_VAR_VERSION + 1;
    switch (row->domain.kind) {
    case A3D_IS:
        return a3d_rule_for(format, version ? A3D_FAULT_VERSION : A3D_FAULT_CONSTANT);
    case A3D_ENUM:
        return a3d_rule_for(format, A3D_FAULT_ENUM);
    case A3D_FINITE:
    case A3D_STRICT:
        return a3d_rule_for(format, A3D_FAULT_FLOAT);
    case A3D_UTF8:
        return a3d_rule_for(format, A3D_FAULT_TEXT_CODING);
    case A3D_BYTES:
        return a3d_rule_for(format, A3D_FAULT_MAGIC);
    case A3D_RANGE:
        return a3d_rule_for(format, version ? A3D_FAULT_VERSION : A3D_FAULT_RANGE);
    default:
        return a3d_rule_for(format, type == A3D_BOOL ? A3D_FAULT_BOOLEAN : A3D_FAULT_RANGE);
    }
}

void a3d_domain_report(a3d_ctx *ctx, uint32_t index, const a3d_row *row, unsigned type, uint64_t value)
{
    const a3d_rule *rule = a3d_domain_rule(ctx->format, row, type);
    a3d_finding *f = a3d_report_node(ctx, rule, index);
    const a3d_cold *cold = row->cold;
    a3d_describe(ctx, f, row, type, value, a3d_title_of(ctx->doc, index).text);
    if (cold != NULL && cold->known != NULL && value == (uint64_t)cold->known_value && a3d_keeps_message(ctx, f))
        a3d_say(ctx, f, "%s; %lld means %s", f->message, (long long)value, cold->known);
    else if (cold != NULL && cold->note != NULL && a3d_keeps_message(ctx, f))
        a3d_say(ctx, f, "%s; %s", f->message, cold->note);
}

enum { MAGIC_ROOM = 64 };

/* Writes an identifier as text in quotes, or as hex when not all of its bytes are printable. */
static void put_magic(char *out, const uint8_t *p, uint32_t n)
{
    bool text = true;
    for (uint32_t i = 0; i < n; i++)
        text &= p[i] > ' ' && p[i] < 0x7f && p[i] != '"';
    size_t used = (size_t)snprintf(out, MAGIC_ROOM, text ? "\"" : "");
    for (uint32_t i = 0; i < n && used < MAGIC_ROOM - 8; i++)
        used += (size_t)snprintf(out + used, MAGIC_ROOM - used, text ? "%c" : i > 0 ? " %02x" : "%02x", p[i]);
    if (text)
        snprintf(out + used, MAGIC_ROOM - used, "\"");
}

int a3d_check_magic(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    uint32_t stream, off;
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    const a3d_domain *d = &node->row->domain;
    A3D_ASSERT(d->kind == A3D_BYTES);
    if (node->v.at.count == (uint64_t)d->lo && memcmp(p, d->bytes, node->v.at.count) == 0)
        return A3D_OK;
    const a3d_rule *rule = a3d_domain_rule(ctx->format, node->row, A3D_U8);
    char is[MAGIC_ROOM], should[MAGIC_ROOM];
    put_magic(is, p, node->v.at.count);
    put_magic(should, (const uint8_t *)d->bytes, (uint32_t)d->lo);
    a3d_say(ctx, a3d_report_node(ctx, rule, index), "the file starts with %s; expected %s", is, should);
    return A3D_BAD;
}

/* ---- arrays of scalars ---- */

/* The values of one row inside an array or a plain list, as far as findings need to know. A damaged list may have a bad
 * value at each place, and trials of repairs meet them again and again. */
typedef struct inside {
    const a3d_row *row;
    const a3d_rule *rule;
    uint32_t stream, base; /* where the content of the list begins */
} inside;

static inside inside_of(a3d_ctx *ctx, uint32_t index)
{
    inside in = {0};
    a3d_content(ctx->doc, a3d_at(ctx->doc, index), &in.stream, &in.base);
    return in;
}

/* Reports one value, `off` bytes into the content. */
static a3d_finding *report_inside(a3d_ctx *ctx, inside *in, uint32_t index, const a3d_row *row, unsigned type,
                                  uint32_t off)
{
    if (in->row != row) {
        in->row = row;
        in->rule = a3d_domain_rule(ctx->format, row, type);
    }
    return a3d_report(ctx, in->rule, index, in->stream, in->base + off, a3d_width(type));
}

/* Fills in a finding of report_inside. `suffix` is the path of the value inside the node. */
static void describe_inside(a3d_ctx *ctx, a3d_finding *f, uint32_t index, const a3d_row *row, unsigned type,
                            uint64_t value, const char *suffix)
{
    char name[200];
    a3d_suffix(ctx, f, "%s", suffix);
    snprintf(name, sizeof name, "%s%s", a3d_row_name(a3d_at(ctx->doc, index)->row), suffix);
    a3d_describe(ctx, f, row, type, value, name);
}

/* Whether a wrong value there is of interest. Where only the first error is wanted, those after a known one are not. */
static inline bool is_wanted(const a3d_ctx *ctx, uint32_t stream, uint32_t off)
{
    return !ctx->watches || (stream == ctx->watched && off >= ctx->watched_from && off < ctx->watched_error);
}

static void check_values(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_row *row = node->row;
    unsigned type = a3d_shape_of(node)->type, width = a3d_width(type);
    if (!a3d_has_domain(row, type))
        return;
    uint32_t stream, off, count = a3d_stored_count(node);
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    const a3d_domain *d = a3d_domain_of(row, type);
    char suffix[16];
    if (a3d_work(ctx, (uint64_t)count * width / 64) != A3D_OK)
        return;
    if (a3d_values_hold(ctx, d, type, p, count))
        return;
    inside in = inside_of(ctx, index);
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, ctx->format->big_endian);
        if (!is_wanted(ctx, in.stream, in.base + i * width) || a3d_domain_holds(d, value))
            continue;
        a3d_finding *f = report_inside(ctx, &in, index, row, type, i * width);
        if (!a3d_keeps_suffix(ctx, f))
            continue;
        snprintf(suffix, sizeof suffix, "[%u]", (unsigned)i);
        describe_inside(ctx, f, index, row, type, (uint64_t)value, suffix);
    }
}

static void check_text(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    uint32_t stream, off, n = node->v.at.count;
    if (node->row->domain.kind != A3D_UTF8)
        return;
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    if (n < 64 && a3d_utf8_valid(p, n) == n) /* too little work to count */
        return;
    const a3d_rule *rule = a3d_domain_rule(ctx->format, node->row, A3D_U8);
    if (a3d_work(ctx, n / 64) != A3D_OK)
        return;
    uint32_t bad = (uint32_t)a3d_utf8_valid(p, n);
    if (bad == n)
        return;
    a3d_finding *f = a3d_report(ctx, rule, index, stream, off + bad, 1);
    a3d_actual(f, p[bad]);
    a3d_expect_text(f, "well-formed UTF-8");
    a3d_say(ctx, f, "byte %u of %s is 0x%02x; expected well-formed UTF-8", (unsigned)bad, a3d_row_name(node->row),
            p[bad]);
}

/* ---- lists without nodes ---- */

typedef struct flat_check {
    a3d_ctx *ctx;
    uint32_t index, element, base;
    inside in;
} flat_check;

/* Writes the path of a field inside its element. Returns its length, below `room`. */
static size_t leaf_path(const a3d_leaf *leaf, char *out, size_t room)
{
    size_t n = 0;
    for (unsigned i = 0; i < leaf->depth && !A3D_NEVER(n >= room); i++)
        n += (size_t)snprintf(out + n, room - n, ".%s", a3d_row_name(leaf->rows[i]));
    return A3D_NEVER(n >= room) ? room - 1 : n;
}

static int check_leaf(void *user, const a3d_leaf *leaf)
{
    flat_check *c = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    unsigned type = leaf->shape->type, width = a3d_width(type);
    if (!a3d_has_domain(row, type))
        return 0;
    const a3d_domain *d = a3d_domain_of(row, type);
    for (uint32_t i = 0; i < leaf->count; i++) {
        int64_t value = a3d_load_type(leaf->data + (size_t)i * width, type, c->ctx->format->big_endian);
        if (a3d_domain_holds(d, value))
            continue;
        a3d_finding *f = report_inside(c->ctx, &c->in, c->index, row, type, c->base + leaf->off + i * width);
        if (!a3d_keeps_suffix(c->ctx, f))
            continue;
        char suffix[160];
        size_t n = (size_t)snprintf(suffix, sizeof suffix, "[%u]", (unsigned)c->element);
        n += leaf_path(leaf, suffix + n, sizeof suffix - n);
        if (leaf->shape->kind == A3D_ARRAY)
            snprintf(suffix + n, sizeof suffix - n, "[%u]", (unsigned)i);
        describe_inside(c->ctx, f, c->index, row, type, (uint64_t)value, suffix);
    }
    return 0;
}

void a3d_check_element(a3d_ctx *ctx, uint32_t list, uint32_t element, uint32_t base)
{
    const a3d_node *node = a3d_at(ctx->doc, list);
    uint32_t stream, off;
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    flat_check c = {ctx, list, element, base, inside_of(ctx, list)};
    a3d_flat_element(ctx->doc, list, a3d_shape_of(node)->record, p + base, ctx->doc->streams[stream].size - off - base,
                     check_leaf, &c);
}

/* Whether the elements have no domain but that of their vital count, which was checked when they were read. Counts
 * the same steps as a look at each of them. */
static bool checked_when_read(a3d_ctx *ctx, const a3d_record *type, uint32_t count)
{
    a3d_flat_plan plan;
    return a3d_flat_plan_of(ctx->doc, type, &plan) && a3d_has_steps(ctx, count) && a3d_work(ctx, count) == A3D_OK;
}

static void check_flat(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, count = a3d_stored_count(node);
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    const a3d_plan *plan = a3d_plan_rows(ctx, type);
    if (count == 0 || !a3d_plan_elements(ctx, type)->checked)
        return;
    uint32_t left = ctx->doc->streams[stream].size - off, stride = plan->stride;
    if (stride == 0)
        stride = a3d_flat_stride(ctx->doc, index, type);
    if (stride != 0 && a3d_work(ctx, (uint64_t)count * stride / 64 + 1) != A3D_OK)
        return;
    if (stride == 0 && a3d_flat_zero_sized(ctx->doc, index, type))
        return;
    if (stride != 0 ? a3d_elements_hold(ctx, index, p, count, stride) : checked_when_read(ctx, type, count))
        return;
    flat_check c = {ctx, index, 0, 0, inside_of(ctx, index)};
    for (uint32_t i = 0; i < count; i++) {
        c.element = i;
        int64_t size = a3d_flat_element(ctx->doc, index, type, p + c.base, left - c.base, check_leaf, &c);
        if (size < 0 || a3d_work(ctx, (uint64_t)size / 64 + 1) != A3D_OK)
            return;
        c.base += (uint32_t)size;
    }
}

/* ---- relations of records ---- */

static bool term(const a3d_doc *doc, uint32_t record, const a3d_term *t, int64_t *value)
{
    *value = t->factor;
    if (t->kind == A3D_TERM_NUMBER)
        return true;
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, t->slot));
    *value *= t->kind == A3D_TERM_VALUE ? node->v.i : (int64_t)node->v.at.count;
    return node->state == A3D_PRESENT;
}

static bool related(int64_t left, unsigned op, int64_t right)
{
    switch (op) {
    case A3D_EQ:
        return left == right;
    case A3D_NE:
        return left != right;
    case A3D_LE:
        return left <= right;
    default:
        return left >= right;
    }
}

/* Writes what a relation expects on its right: "6", "at least 2, the number of objects", "at least 1 entry". */
static void put_right(const a3d_record *type, const a3d_relation *r, long long right, char *out, size_t room)
{
    static const char *const words[] = {[A3D_LE] = "at most ", [A3D_GE] = "at least "};
    const char *name = r->right.kind != A3D_TERM_NUMBER ? a3d_row_name(&type->rows[r->right.slot]) : "";
    const char *of = r->right.kind == A3D_TERM_COUNT ? ", the number of " : r->right.kind == A3D_TERM_VALUE ? ", " : "";
    if (r->op == A3D_NE && right == 0)
        snprintf(out, room, "at least 1");
    else
        snprintf(out, room, "%s%lld%s%s",
                 r->op == A3D_EQ   ? ""
                 : r->op == A3D_NE ? "other than "
                                   : words[r->op],
                 right, of, name);
}

static void report_relation(a3d_ctx *ctx, uint32_t record, const a3d_record *type, const a3d_relation *r, int64_t left,
                            int64_t right)
{
    a3d_finding *f = a3d_report_node(ctx, &ctx->format->rules[r->rule], a3d_field(ctx->doc, record, r->left.slot));
    const a3d_row *row = &type->rows[r->left.slot];
    char expected[120];
    a3d_actual(f, left);
    a3d_expect(f, right, right);
    if (r->op != A3D_EQ)
        f->min.kind = f->max.kind = A3D_Q_NONE;
    if (r->right.kind == A3D_TERM_VALUE)
        a3d_add_suspect(ctx, f, a3d_field(ctx->doc, record, r->right.slot), left);
    put_right(type, r, right, expected, sizeof expected);
    if (r->left.kind != A3D_TERM_COUNT)
        a3d_say(ctx, f, "%s is %lld; expected %s", a3d_row_name(row), (long long)left, expected);
    else if (left == 0 && a3d_shape_of(a3d_at(ctx->doc, a3d_field(ctx->doc, record, r->left.slot)))->text)
        a3d_say(ctx, f, "%s is empty; expected at least 1 character", a3d_row_name(row));
    else
        a3d_say(ctx, f, "%s has %s; expected %s", a3d_row_name(row), a3d_amount_of((uint64_t)left, "entry").text,
                expected);
}

static void check_relations(a3d_ctx *ctx, uint32_t record)
{
    const a3d_record *type = a3d_record_type(ctx->doc, record);
    if (A3D_NEVER(type == NULL) || type->relations == NULL)
        return;
    for (const a3d_relation *r = type->relations; r->op != A3D_ALWAYS; r++) {
        int64_t left, right;
        if (term(ctx->doc, record, &r->left, &left) && term(ctx->doc, record, &r->right, &right) &&
            !related(left, r->op, right))
            report_relation(ctx, record, type, r, left, right);
    }
}

/* ---- all nodes ---- */

static void check_node(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    switch (s->kind) {
    case A3D_SCALAR:
        /* a wrong vital value was reported when it ended its record */
        if (a3d_has_domain(node->row, s->type) && !node->row->domain.vital &&
            !a3d_domain_holds(a3d_domain_of(node->row, s->type), node->v.i))
            a3d_domain_report(ctx, index, node->row, s->type, node->v.u);
        break;
    case A3D_ARRAY:
        if (!s->text) {
            check_values(ctx, index);
            break;
        }
        a3d_list_add(ctx, &ctx->texts, index);
        check_text(ctx, index);
        break;
    case A3D_VECTOR:
        if (node->flat)
            check_flat(ctx, index);
        break;
    case A3D_RECORD:
    case A3D_SWITCH:
        check_relations(ctx, index);
        break;
    default:
        break;
    }
}

/* Whether a number needs check_node. Most have a simple domain, which is checked right here. */
static inline bool needs_check(const a3d_node *node)
{
    const a3d_domain *d = &node->row->domain;
    if (d->kind == A3D_ANY) /* most */
        return node->v.u > 1 && node->row->shape.type == A3D_BOOL;
    switch (d->kind) {
    case A3D_FINITE:
        return (node->v.u & 0x7f800000u) == 0x7f800000u;
    case A3D_STRICT:
        return !a3d_is_strict((uint32_t)node->v.u);
    case A3D_RANGE:
        return node->v.i < d->lo || node->v.i > d->hi;
    default:
        return !d->vital && !a3d_domain_holds(d, node->v.i); /* a wrong vital value was reported when it was read */
    }
}

/* Whether a record has relations. Most have none. The answer for an element is that of its list, and is looked up for
 * the first element only. */
static inline bool is_related(const a3d_doc *doc, const a3d_node *node, uint32_t *list, bool *related)
{
    const a3d_record *type = node->row->shape.record;
    if (node->row != &a3d_row_element)
        return type == NULL || type->relations != NULL;
    if (node->parent != *list) {
        *list = node->parent;
        *related = a3d_shape_of(a3d_at(doc, *list))->record->relations != NULL;
    }
    return *related;
}

/* Whether a present node is a number in its domain that refers to nothing, or a record without relations. Records are
 * never linked themselves. */
A3D_INLINE bool is_passed(const a3d_doc *doc, const a3d_node *node, uint32_t *list, bool *related)
{
    const a3d_row *row = node->row; /* a row with alternatives has no shape of its own */
    if (row->shape.kind == A3D_SCALAR)
        return row->ref.spaces == 0 && !needs_check(node);
    return row->shape.kind == A3D_RECORD && !is_related(doc, node, list, related);
}

/* Checks a node, and lists it where it belongs. False if the check ends. */
static bool look_at(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    if (a3d_is_linked(node) && a3d_list_linked(ctx, index) != A3D_OK)
        return false;
    if (node->row->shape.kind == A3D_SCALAR && (!needs_check(node) || !is_wanted(ctx, node->stream, node->off)))
        return true;
    check_node(ctx, index);
    return ctx->doc->limited == A3D_LIMIT_NONE;
}

void a3d_check_values(a3d_ctx *ctx, uint32_t first)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t list = A3D_NO_NODE;
    bool related = false;
    ctx->n_ascending = ctx->n_extents = ctx->next_extent = ctx->texts.n = ctx->keyed.n = ctx->refs.n = 0;
    ctx->listed = false;
    const a3d_node *nodes = doc->nodes;
    for (const a3d_node *node = nodes + first, *end = nodes + doc->n_nodes; node < end; node++)
        if (node->state == A3D_PRESENT && !is_passed(doc, node, &list, &related) &&
            !look_at(ctx, (uint32_t)(node - nodes)))
            return;
    ctx->listed = first == 0;
}
