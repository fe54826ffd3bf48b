/* links.c - see links.h */
#include "engine/check/links.h"
#include "base/never.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"
#include "engine/document/path.h"
#include "engine/document/plan.h"
#include "engine/document/targets.h"

#include <stdio.h>
#include <string.h>

size_t a3d_refs_from(const a3d_ctx *ctx, uint32_t node)
{
    size_t low = 0, high = ctx->refs.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ctx->refs.at[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- repeated keys ---- */

uint32_t a3d_missing_cause(const a3d_doc *doc)
{
    if (!doc->faulty)
        return A3D_NO_CAUSE;
    for (size_t i = 0; i < doc->n_sides; i++)
        if (doc->sides[i].kind == A3D_SIDE_TAINT)
            return (uint32_t)doc->sides[i].value;
    return doc->n_findings > 0 ? 0 : A3D_NO_CAUSE;
}

static void report_repeat(a3d_ctx *ctx, const a3d_key *key, const a3d_key *first, const a3d_rule *rule)
{
    const a3d_node *list = a3d_at(ctx->doc, key->list);
    const a3d_row *row = &a3d_shape_of(list)->record->rows[list->row->keys.slot];
    a3d_finding *f;
    if (list->flat) {
        uint32_t size, stream, off, at = a3d_flat_locate(ctx->doc, key->list, key->index, &size);
        a3d_content(ctx->doc, list, &stream, &off);
        f = a3d_report(ctx, rule, key->list, stream, off + at, size);
        a3d_suffix(ctx, f, "[%u].%s", (unsigned)key->index, a3d_row_name(row));
    } else {
        f = a3d_report_node(ctx, rule, a3d_field(ctx->doc, list->v.at.first + key->index, list->row->keys.slot));
    }
    a3d_actual(f, key->key);
    a3d_say(ctx, f, "%s %lld is already used by %s[%u]", a3d_row_name(row), (long long)key->key,
            a3d_row_name(list->row), (unsigned)first->index);
}

static void check_repeats(a3d_ctx *ctx)
{
    const a3d_index *index = &ctx->index;
    for (size_t i = 1; i < index->n; i++) {
        const a3d_key *key = &index->keys[i];
        size_t first = i - 1;
        unsigned rule = a3d_at(ctx->doc, key->list)->row->keys.rule;
        if (index->keys[first].key == key->key && index->keys[first].space == key->space && rule != 0)
            report_repeat(ctx, key, &index->keys[first], &ctx->format->rules[rule]);
    }
}

/* ---- references ---- */

/* A reference to a missing element, to be explained when all are known. */
typedef struct dangling {
    uint32_t finding;
    int64_t value;
    uint64_t spaces;
} dangling;

enum { MOST_DANGLING = 32 };

typedef struct ref_walk {
    a3d_ctx *ctx;
    dangling list[MOST_DANGLING];
    unsigned n;
    uint32_t node, element, base;
    int64_t own; /* the key of the element that contains the reference, or -1 */
    uint32_t owner; /* the record for which a key was looked up last, */
    int64_t of_owner; /* and that key */
} ref_walk;

int64_t a3d_own_key(const a3d_ctx *ctx, uint32_t node)
{
    const a3d_doc *doc = ctx->doc;
    const a3d_index *index = &ctx->index;
    for (; !A3D_NEVER(node == A3D_NO_NODE); node = a3d_at(doc, node)->parent) {
        uint32_t list = a3d_at(doc, node)->row == &a3d_row_element ? a3d_at(doc, node)->parent : A3D_NO_NODE;
        if (list == A3D_NO_NODE || a3d_at(doc, list)->row->keys.by_position == 0)
            continue;
        size_t low = 0, high = index->n_lists;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (index->lists[middle].list < list)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < index->n_lists && index->lists[low].list == list)
            return index->lists[low].first + (node - a3d_at(doc, list)->v.at.first);
    }
    return -1;
}

/* The key of the element that contains a field of `record`, where the order of the row matters; else -1. Neighbors are
 * in the same record. */
static int64_t own_key(ref_walk *w, const a3d_row *row, uint32_t record)
{
    if (row->ref.later_rule == 0)
        return -1;
    if (record != w->owner) {
        w->owner = record;
        w->of_owner = a3d_own_key(w->ctx, record);
    }
    return w->of_owner;
}

/* The rule that a reference breaks, or 0. */
static unsigned broken_rule(const ref_walk *w, const a3d_ref *ref, int64_t value)
{
    if (ref->has_none && value == ref->none)
        return ref->null_rule;
    if (ref->later_rule != 0 && w->own >= 0 && value >= w->own)
        return ref->later_rule;
    return a3d_index_find(w->ctx, ref->spaces, value) == NULL ? ref->rule : 0;
}

/* Keeps a dangling reference. Another one to the same missing element follows from the first. */
static void keep_dangling(ref_walk *w, a3d_finding *f, const a3d_ref *ref, int64_t value)
{
    a3d_doc *doc = w->ctx->doc;
    if (f == &w->ctx->spare)
        return;
    uint32_t number = (uint32_t)(f - doc->findings);
    for (unsigned i = 0; i < w->n; i++)
        if (w->list[i].value == value && (w->list[i].spaces & ref->spaces) != 0 && w->list[i].finding != number) {
            f->cause = w->list[i].finding;
            return;
        }
    if (w->n < MOST_DANGLING)
        w->list[w->n++] = (dangling){number, value, ref->spaces};
}

/* A reference to an element of another kind, or to none at all. */
static void describe_kind(a3d_ctx *ctx, a3d_finding *f, const char *name, int64_t value, const a3d_text *kind)
{
    const a3d_key *other = a3d_index_any(ctx, value);
    uint32_t node = other != NULL ? a3d_key_node(ctx->doc, other) : A3D_NO_NODE;
    a3d_text found;
    a3d_text_init(&found, ctx->doc->arena);
    if (node != A3D_NO_NODE) {
        a3d_put_path(&found, ctx->doc, node);
        a3d_puts(&found, ", ");
        a3d_put_target(&found, ctx->format, UINT64_C(1) << other->space, true);
    } else {
        a3d_puts(&found, "no element");
    }
    a3d_say(ctx, f, "%s is %lld (%.*s); expected %.*s", name, (long long)value, (int)found.size, found.data,
            (int)kind->size, kind->data);
    a3d_text_free(&found);
}

/* A position that no element has. */
static void describe_position(a3d_ctx *ctx, a3d_finding *f, const char *name, int64_t value, const a3d_row *list,
                              const a3d_text *kind)
{
    int64_t n = 0;
    for (size_t i = 0; i < ctx->index.n_lists; i++)
        if (a3d_at(ctx->doc, ctx->index.lists[i].list)->row == list)
            n += a3d_stored_count(a3d_at(ctx->doc, ctx->index.lists[i].list));
    if (n == 0)
        a3d_say(ctx, f, "%s is %lld; expected the index of %.*s, but the file has none", name, (long long)value,
                (int)kind->size, kind->data);
    else
        a3d_say(ctx, f, "%s is %lld; expected %s, the index of %.*s", name, (long long)value,
                a3d_range_of(list->keys.base, list->keys.base + n - 1, value).text, (int)kind->size, kind->data);
}

/* Says what is wrong with a reference. */
static void describe_ref(const ref_walk *w, a3d_finding *f, unsigned rule, const a3d_row *row, int64_t value,
                         const char *suffix)
{
    a3d_ctx *ctx = w->ctx;
    char name[200];
    a3d_referent target = {0};
    a3d_text kind;
    bool any = a3d_keeps_message(ctx, f) && a3d_next_target(ctx->format, row->ref.spaces, &target);
    if (!a3d_keeps_message(ctx, f) || A3D_NEVER(!any))
        return;
    const a3d_keys *keys = &target.list->keys;
    snprintf(name, sizeof name, "%s%s", a3d_row_name(a3d_at(ctx->doc, w->node)->row), suffix);
    a3d_text_init(&kind, ctx->doc->arena);
    a3d_put_target(&kind, ctx->format, row->ref.spaces, keys->by_position != 0);
    if (rule == row->ref.null_rule)
        a3d_say(ctx, f, "%s is %lld (none); expected %.*s", name, (long long)value, (int)kind.size, kind.data);
    else if (rule == row->ref.later_rule)
        a3d_say(ctx, f, "%s is %lld; expected less than %lld, because only earlier elements can be referred to", name,
                (long long)value, (long long)w->own);
    else if (keys->kind_slot != 0)
        describe_kind(ctx, f, name, value, &kind);
    else if (keys->by_position != 0)
        describe_position(ctx, f, name, value, target.list, &kind);
    else
        a3d_say(ctx, f, "%s is %lld, but no %.*s has that %s", name, (long long)value, (int)kind.size, kind.data,
                a3d_row_name(&target.list->shape.record->rows[keys->slot]));
    a3d_text_free(&kind);
}

static void report_ref(ref_walk *w, unsigned rule, const a3d_row *row, int64_t value, uint32_t stream, uint32_t off,
                       uint32_t size, const char *suffix)
{
    a3d_ctx *ctx = w->ctx;
    if (ctx->doc->limited != A3D_LIMIT_NONE)
        return; /* the search for the key ended early, so the element may exist */
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[rule], w->node, stream, off, size);
    a3d_suffix(ctx, f, "%s", suffix);
    a3d_actual(f, value);
    if (f->cause == A3D_NO_CAUSE)
        f->cause = a3d_missing_cause(ctx->doc);
    if (rule == row->ref.rule && f->cause == A3D_NO_CAUSE)
        keep_dangling(w, f, &row->ref, value);
    describe_ref(w, f, rule, row, value, suffix);
}

static void check_scalar_ref(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    w->own = own_key(w, node->row, node->parent);
    unsigned rule = broken_rule(w, &node->row->ref, node->v.i);
    if (rule != 0)
        report_ref(w, rule, node->row, node->v.i, node->stream, node->off, node->size, "");
}

static void check_array_refs(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    unsigned type = a3d_shape_of(node)->type, width = a3d_width(type);
    uint32_t stream, off, count = a3d_stored_count(node);
    const uint8_t *p = a3d_content(w->ctx->doc, node, &stream, &off);
    w->own = own_key(w, node->row, node->parent);
    const a3d_row *row = node->row;
    for (uint32_t i = 0; i < count && w->ctx->doc->limited == A3D_LIMIT_NONE; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, w->ctx->format->big_endian);
        unsigned rule = broken_rule(w, &row->ref, value);
        char suffix[16];
        if (rule == 0)
            continue;
        snprintf(suffix, sizeof suffix, "[%u]", (unsigned)i);
        report_ref(w, rule, row, value, stream, off + i * width, width, suffix);
    }
}

static int check_leaf_ref(void *user, const a3d_leaf *leaf)
{
    ref_walk *w = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    if (row->ref.spaces == 0 || leaf->count != 1)
        return 0;
    int64_t value = a3d_load_type(leaf->data, leaf->shape->type, w->ctx->format->big_endian);
    w->own = own_key(w, row, a3d_at(w->ctx->doc, w->node)->parent);
    unsigned rule = broken_rule(w, &row->ref, value);
    if (rule == 0)
        return 0;
    uint32_t stream, off;
    char suffix[80];
    a3d_content(w->ctx->doc, a3d_at(w->ctx->doc, w->node), &stream, &off);
    snprintf(suffix, sizeof suffix, "[%u].%s", (unsigned)w->element, a3d_row_name(row));
    report_ref(w, rule, row, value, stream, off + w->base + leaf->off, a3d_width(leaf->shape->type), suffix);
    return 0;
}

/* Checks the references in elements that consist of numbers only. */
static void check_number_refs(ref_walk *w, const a3d_record *type, const uint8_t *p, uint32_t count)
{
    a3d_leaf leaf = {.depth = 1, .count = 1};
    for (w->element = 0; w->element < count; w->element++) {
        leaf.off = 0;
        for (const a3d_row *row = type->rows, *end = row + type->n_rows; row < end; row++) {
            leaf.rows[0] = row;
            leaf.shape = &row->shape;
            leaf.data = p + w->base + leaf.off;
            check_leaf_ref(w, &leaf);
            leaf.off += a3d_width(row->shape.type);
        }
        if (a3d_work(w->ctx, 1) != A3D_OK)
            return;
        w->base += leaf.off;
    }
}

static void check_flat_refs(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, count = a3d_stored_count(node);
    if (count == 0 || !a3d_plan_elements(w->ctx, type)->refers)
        return;
    const uint8_t *p = a3d_content(w->ctx->doc, node, &stream, &off);
    uint32_t left = w->ctx->doc->streams[stream].size - off;
    w->base = 0;
    if (a3d_plan_rows(w->ctx, type)->numbers > 0) {
        check_number_refs(w, type, p, count);
        return;
    }
    for (w->element = 0; w->element < count; w->element++) {
        int64_t size = a3d_flat_element(w->ctx->doc, w->node, type, p + w->base, left - w->base, check_leaf_ref, w);
        if (size < 0 || a3d_work(w->ctx, 1) != A3D_OK)
            return;
        w->base += (uint32_t)size;
    }
}

/* Suggests the key of an element of a plain list. */
static void suspect_element(a3d_ctx *ctx, a3d_finding *f, const a3d_key *k, int64_t value)
{
    const a3d_node *list = a3d_at(ctx->doc, k->list);
    const a3d_row *row = &a3d_shape_of(list)->record->rows[list->row->keys.slot];
    a3d_value_part part = {.node = k->list, .index = k->index, .field = a3d_row_name(row)};
    part.at = a3d_flat_locate(ctx->doc, k->list, k->index, &part.size);
    a3d_add_part_suspect(ctx, f, &part, value);
}

/* Whether an element could be the missing one: nothing refers to its key, or another element has the same one. */
static bool could_be(const a3d_index *index, size_t i, uint64_t spaces)
{
    const a3d_key *k = &index->keys[i];
    if (A3D_NEVER(k->space >= 64) || (spaces >> k->space & 1) == 0)
        return false;
    bool repeated = (i > 0 && k[-1].key == k->key && k[-1].space == k->space) ||
                (i + 1 < index->n && k[1].key == k->key && k[1].space == k->space);
    return repeated || !k->used;
}

/* Whether the dangling reference is inside the element itself, which would then refer to itself. */
static bool holds_key(const a3d_doc *doc, const dangling *d, const a3d_key *k)
{
    const a3d_node *list = a3d_at(doc, k->list);
    uint32_t element = list->flat ? A3D_NO_NODE : list->v.at.first + k->index;
    uint32_t node = doc->findings[d->finding].place.node;
    while (node != A3D_NO_NODE && node != element)
        node = a3d_at(doc, node)->parent;
    return node != A3D_NO_NODE;
}

/* A repeated key of the same element follows from the dangling reference. */
static void link_repeat(a3d_doc *doc, uint32_t node, uint32_t number)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].place.node == node && doc->findings[i].cause == A3D_NO_CAUSE && i != number)
            doc->findings[i].cause = number;
}

/* Suspects the elements that nothing refers to, if they are few. */
static void explain_dangling(a3d_ctx *ctx, const dangling *d)
{
    const a3d_index *index = &ctx->index;
    size_t found[A3D_SUSPECTS], n = 0;
    for (size_t i = 0; i < index->n && n <= A3D_SUSPECTS; i++)
        if (could_be(index, i, d->spaces) && !holds_key(ctx->doc, d, &index->keys[i]) &&
            !a3d_at(ctx->doc, index->keys[i].list)->row->keys.by_position) {
            if (n < A3D_SUSPECTS)
                found[n] = i;
            n++;
        }
    if (n == 0 || n > A3D_SUSPECTS || a3d_work(ctx, index->n / 8) != A3D_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        const a3d_key *k = &index->keys[found[i]];
        const a3d_node *list = a3d_at(ctx->doc, k->list);
        if (list->flat) {
            suspect_element(ctx, &ctx->doc->findings[d->finding], k, d->value);
            continue;
        }
        uint32_t field = a3d_field(ctx->doc, list->v.at.first + k->index, list->row->keys.slot);
        a3d_add_suspect(ctx, &ctx->doc->findings[d->finding], field, d->value);
        link_repeat(ctx->doc, field, d->finding);
    }
}

void a3d_check_links(a3d_ctx *ctx)
{
    ref_walk w = {.ctx = ctx, .owner = A3D_NO_NODE};
    check_repeats(ctx);
    for (size_t i = 0; i < ctx->refs.n && ctx->doc->limited == A3D_LIMIT_NONE; i++) {
        const a3d_node *node = a3d_at(ctx->doc, w.node = ctx->refs.at[i]);
        unsigned kind = a3d_shape_of(node)->kind;
        if (kind == A3D_SCALAR && node->row->ref.spaces != 0)
            check_scalar_ref(&w);
        else if (kind == A3D_ARRAY && node->row->ref.spaces != 0)
            check_array_refs(&w);
        else if (kind == A3D_VECTOR && node->flat)
            check_flat_refs(&w);
    }
    for (unsigned i = 0; i < w.n && ctx->doc->limited == A3D_LIMIT_NONE; i++)
        explain_dangling(ctx, &w.list[i]);
}

bool a3d_is_dangling(const a3d_doc *doc, const a3d_finding *f)
{
    const a3d_format *format = doc->format;
    unsigned rule = a3d_rule_index(format, f->rule);
    for (unsigned i = 0; i < format->n_records; i++)
        for (unsigned k = 0; k < format->records[i]->n_rows; k++) {
            const a3d_ref *ref = &format->records[i]->rows[k].ref;
            if (ref->spaces != 0 && ref->rule == rule)
                return true;
        }
    return false;
}
