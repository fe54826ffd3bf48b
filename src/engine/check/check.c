/* check.c - see check.h */
#include "engine/check/check.h"
#include "base/never.h"
#include "base/utf8.h"
#include "engine/check/columns.h"
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
    case A3D_IS: return a3d_rule_for(format, version ? A3D_FAULT_VERSION : A3D_FAULT_CONSTANT);
    case A3D_ENUM: return a3d_rule_for(format, A3D_FAULT_ENUM);
    case A3D_FINITE:
    case A3D_STRICT: return a3d_rule_for(format, A3D_FAULT_FLOAT);
    case A3D_UTF8: return a3d_rule_for(format, A3D_FAULT_TEXT_CODING);
    case A3D_BYTES: return a3d_rule_for(format, A3D_FAULT_MAGIC);
    case A3D_RANGE: return a3d_rule_for(format, version ? A3D_FAULT_VERSION : A3D_FAULT_RANGE);
    default: return a3d_rule_for(format, type == A3D_BOOL ? A3D_FAULT_BOOLEAN : A3D_FAULT_RANGE);
    }
}

static void expect_names(a3d_ctx *ctx, a3d_finding *f, const a3d_name *names)
{
    char text[300] = "";
    size_t n = 0;
    for (const a3d_name *e = names; e->name != NULL && n < sizeof text - 40; e++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%lld (%s)", n > 0 ? ", " : "", (long long)e->value,
                              e->name);
    const char *copy = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    if (copy != NULL)
        a3d_expect_text(f, copy);
    else
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* Fills in what was expected and found. `name` is the name of the node, or its path inside the node. */
static void describe(a3d_ctx *ctx, a3d_finding *f, const a3d_domain *d, unsigned type, uint64_t value, const char *name)
{
    if (!a3d_keeps_message(ctx, f))
        return;
    if (d->kind == A3D_ENUM)
        expect_names(ctx, f, d->names);
    else if (d->kind == A3D_IS || d->kind == A3D_RANGE)
        a3d_expect(f, d->lo, d->kind == A3D_IS ? d->lo : d->hi);
    if (type == A3D_F32) {
        f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = (int64_t)value};
        a3d_expect_text(f, d->kind == A3D_FINITE ? "a finite number"
                                                 : "a finite number that is neither denormal nor -0");
        a3d_say(ctx, f, "%s has the bits %08x, which %s", name, (unsigned)value,
                (value & 0x7f800000u) != 0x7f800000u
                    ? ((value & 0x7fffffffu) == 0 ? "mean -0" : "mean a denormal number")
                : (value & 0x7fffff) != 0 ? "are not a number" : "mean infinity");
        return;
    }
    a3d_actual(f, (int64_t)value);
    if (d->kind == A3D_ENUM)
        a3d_say(ctx, f, "%s is %lld; known are %s", name, (long long)value,
                f->expected != NULL ? f->expected : "others");
    else if (d->kind == A3D_MULTIPLE)
        a3d_say(ctx, f, "%s is %lld, not a multiple of %lld", name, (long long)value, (long long)d->lo);
    else if (d->kind == A3D_NOT)
        a3d_say(ctx, f, "%s is %lld", name, (long long)value);
    else if (d->kind == A3D_IS)
        a3d_say(ctx, f, "%s is %lld; it must be %lld", name, (long long)value, (long long)d->lo);
    else
        a3d_say(ctx, f, "%s is %lld; it must lie in %lld to %lld", name, (long long)value, (long long)d->lo,
                (long long)d->hi);
}

void a3d_domain_report(a3d_ctx *ctx, uint32_t index, const a3d_row *row, unsigned type, uint64_t value)
{
    const a3d_rule *rule = a3d_domain_rule(ctx->format, row, type);
    a3d_finding *f = a3d_report_node(ctx, rule, index);
    const a3d_cold *cold = row->cold;
    describe(ctx, f, a3d_domain_of(row, type), type, value, a3d_row_name(row));
    if (cold != NULL && cold->known != NULL && value == (uint64_t)cold->known_value && a3d_keeps_message(ctx, f))
        a3d_say(ctx, f, "%s: this is %s", f->message, cold->known);
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
    a3d_say(ctx, a3d_report_node(ctx, rule, index), "the file does not start with the identifier of its format");
    return A3D_BAD;
}

/* ---- arrays of scalars ---- */

/* Reports one value inside an array or a plain list, `off` bytes into its content. */
static a3d_finding *report_inside(a3d_ctx *ctx, uint32_t index, const a3d_row *row, unsigned type, uint32_t off)
{
    const a3d_rule *rule = a3d_domain_rule(ctx->format, row, type);
    uint32_t stream, base;
    a3d_content(ctx->doc, a3d_at(ctx->doc, index), &stream, &base);
    return a3d_report(ctx, rule, index, stream, base + off, a3d_width(type));
}

/* Fills in a finding of report_inside. `suffix` is the path of the value inside the node. */
static void describe_inside(a3d_ctx *ctx, a3d_finding *f, uint32_t index, const a3d_row *row, unsigned type,
                            uint64_t value, const char *suffix)
{
    char name[200];
    a3d_suffix(ctx, f, "%s", suffix);
    snprintf(name, sizeof name, "%s%s", a3d_row_name(a3d_at(ctx->doc, index)->row), suffix);
    describe(ctx, f, a3d_domain_of(row, type), type, value, name);
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
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, ctx->format->big_endian);
        if (a3d_domain_holds(d, value))
            continue;
        a3d_finding *f = report_inside(ctx, index, row, type, i * width);
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
    a3d_say(ctx, f, "byte %u of %s (%02x) is not part of a UTF-8 character", (unsigned)bad, a3d_row_name(node->row),
            p[bad]);
}

/* ---- lists without nodes ---- */

typedef struct flat_check {
    a3d_ctx *ctx;
    uint32_t index, element, base;
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
        a3d_finding *f = report_inside(c->ctx, c->index, row, type, c->base + leaf->off + i * width);
        if (!a3d_keeps_suffix(c->ctx, f))
            continue;
        char suffix[160];
        size_t n = (size_t)snprintf(suffix, sizeof suffix, "[%u]", (unsigned)c->element);
        n += leaf_path(leaf, suffix + n, sizeof suffix - n);
        if (leaf->shape->kind == A3D_ARRAY )
            snprintf(suffix + n, sizeof suffix - n, "[%u]", (unsigned)i);
        describe_inside(c->ctx, f, c->index, row, type, (uint64_t)value, suffix);
    }
    return 0;
}

/* Whether any field of a plain record has a domain. */
static bool any_domain(const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (row->alts == NULL && row->shape.kind == A3D_RECORD ? any_domain(row->shape.record)
                                                               : a3d_has_domain(row, row->shape.type))
            return true;
    }
    return false;
}

void a3d_check_element(a3d_ctx *ctx, uint32_t list, uint32_t element, uint32_t base)
{
    const a3d_node *node = a3d_at(ctx->doc, list);
    uint32_t stream, off;
    const uint8_t *p = a3d_content(ctx->doc, node, &stream, &off);
    flat_check c = {ctx, list, element, base};
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
    if (count == 0 || !(plan->finite || any_domain(type)))
        return;
    uint32_t left = ctx->doc->streams[stream].size - off, stride = plan->numbers;
    if (stride == 0)
        stride = a3d_flat_stride(ctx->doc, index, type);
    if (stride != 0 && a3d_work(ctx, (uint64_t)count * stride / 64 + 1) != A3D_OK)
        return;
    if (stride == 0 && a3d_flat_zero_sized(ctx->doc, index, type))
        return;
    if (stride != 0 ? a3d_elements_hold(ctx, index, p, count, stride) : checked_when_read(ctx, type, count))
        return;
    flat_check c = {ctx, index, 0, 0};
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
    case A3D_EQ: return left == right;
    case A3D_NE: return left != right;
    case A3D_LE: return left <= right;
    default: return left >= right;
    }
}

static const char *term_text(const a3d_record *type, const a3d_term *t, char *out, size_t room)
{
    if (t->kind == A3D_TERM_NUMBER)
        return "";
    const char *name = a3d_row_name(&type->rows[t->slot]);
    snprintf(out, room, "%s%s", t->kind == A3D_TERM_COUNT ? "the count of " : "", name);
    return out;
}

static void report_relation(a3d_ctx *ctx, uint32_t record, const a3d_record *type, const a3d_relation *r, int64_t left,
                            int64_t right)
{
    static const char *const words[] = {[A3D_EQ] = "equal to", [A3D_NE] = "other than", [A3D_LE] = "at most",
                                        [A3D_GE] = "at least"};
    char a[80], b[80];
    a3d_finding *f = a3d_report_node(ctx, &ctx->format->rules[r->rule], a3d_field(ctx->doc, record, r->left.slot));
    const char *right_text = term_text(type, &r->right, b, sizeof b);
    a3d_actual(f, left);
    a3d_expect(f, right, right);
    if (r->op != A3D_EQ)
        f->min.kind = f->max.kind = A3D_Q_NONE;
    if (r->right.kind == A3D_TERM_VALUE)
        a3d_add_suspect(ctx, f, a3d_field(ctx->doc, record, r->right.slot), left);
    a3d_say(ctx, f, "%s is %lld; it must be %s %s%s%lld", term_text(type, &r->left, a, sizeof a), (long long)left,
            words[r->op], right_text, right_text[0] != '\0' ? ", " : "", (long long)right);
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
    switch (d->kind) {
    case A3D_ANY:
        return node->row->shape.type == A3D_BOOL && node->v.u > 1;
    case A3D_FINITE:
        return (node->v.u & 0x7f800000u) == 0x7f800000u;
    case A3D_RANGE:
        return node->v.i < d->lo || node->v.i > d->hi;
    default:
        return true;
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

void a3d_check_values(a3d_ctx *ctx, uint32_t first)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t list = A3D_NO_NODE;
    bool related = false;
    ctx->n_ascending = ctx->n_extents = ctx->next_extent = ctx->texts.n = ctx->keyed.n = ctx->refs.n = 0;
    ctx->listed = false;
    for (uint32_t i = first; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT)
            continue;
        unsigned kind = node->row->alts == NULL ? node->row->shape.kind : A3D_NOTHING;
        if (a3d_is_linked(node) && a3d_list_linked(ctx, i) != A3D_OK)
            return;
        if (kind == A3D_SCALAR ? !needs_check(node) : kind == A3D_RECORD && !is_related(doc, node, &list, &related))
            continue;
        check_node(ctx, i);
        if (doc->limited != A3D_LIMIT_NONE)
            return;
    }
    ctx->listed = first == 0;
}
