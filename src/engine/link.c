/* link.c - see link.h */
#include "engine/link.h"
#include "base/sort.h"
#include "engine/flat.h"

#include <stdio.h>
#include <string.h>

/* ---- keys ---- */

static int by_key(const void *a, const void *b)
{
    const a3d_key *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    if (p->space != q->space)
        return p->space < q->space ? -1 : 1;
    if (p->list != q->list)
        return p->list < q->list ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index; /* defensive: no two are the same */
}

typedef struct wanted {
    const a3d_row *row;
    bool big;
    int64_t value;
} wanted;

static int take_leaf(void *user, const a3d_leaf *leaf)
{
    wanted *w = user;
    if (leaf->depth != 1 || leaf->rows[0] != w->row) /* defensive: no table says so */
        return 0;
    w->value = a3d_load_type(leaf->data, leaf->shape->type, w->big);
    return 1;
}

bool a3d_element_value(const a3d_doc *doc, uint32_t list, uint32_t index, unsigned slot, int64_t *value)
{
    const a3d_node *node = a3d_at(doc, list);
    if (!node->flat) {
        const a3d_node *element = a3d_at(doc, node->v.at.first + index);
        const a3d_node *field = element->state == A3D_PRESENT ? a3d_at(doc, element->v.at.first + slot) : NULL;
        if (field == NULL || field->state != A3D_PRESENT)
            return false;
        *value = field->v.i;
        return true;
    }
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, size, at = a3d_flat_locate(doc, list, index, &size);
    const uint8_t *p = a3d_content(doc, node, &stream, &off);
    wanted w = {&type->rows[slot], doc->format->big_endian, 0};
    if (a3d_flat_element(doc, list, type, p + at, size, take_leaf, &w) != A3D_FLAT_ENDED)
        return false;
    *value = w.value;
    return true;
}

static int add_key(a3d_ctx *ctx, a3d_key key)
{
    a3d_index *index = &ctx->index;
    a3d_key *keys = a3d_grow(ctx->doc->arena, index->keys, &index->cap, index->n + 1, sizeof *keys);
    if (keys == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    index->keys = keys;
    keys[index->n++] = key;
    return a3d_work(ctx, 1);
}

static int add_start(a3d_ctx *ctx, uint32_t list, int64_t first)
{
    a3d_index *index = &ctx->index;
    struct a3d_list_start *lists = a3d_grow(ctx->doc->arena, index->lists, &index->cap_lists, index->n_lists + 1, sizeof *lists);
    if (lists == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    index->lists = lists;
    lists[index->n_lists++] = (struct a3d_list_start){first, list};
    return A3D_OK;
}

static int add_list(a3d_ctx *ctx, uint32_t list, int64_t *positions)
{
    const a3d_keys *k = &a3d_at(ctx->doc, list)->row->keys;
    uint32_t count = a3d_stored_count(a3d_at(ctx->doc, list));
    int64_t *next = &positions[k->space - 1];
    if (k->by_position && add_start(ctx, list, k->base + *next) != A3D_OK)
        return A3D_STOP;
    for (uint32_t i = 0; i < count; i++) {
        int64_t kind = k->space - 1, key = k->base + (*next)++;
        if (k->kind_slot != 0 && !a3d_element_value(ctx->doc, list, i, k->kind_slot - 1u, &kind)) /* defensive: no table says so */
            continue;
        if (kind < 0 || kind > A3D_SPACE_OTHER) /* defensive: no table says so */
            kind = A3D_SPACE_OTHER; /* one bit for all kinds that have none of their own */
        if (!k->by_position && !a3d_element_value(ctx->doc, list, i, k->slot, &key))
            continue;
        if (add_key(ctx, (a3d_key){key, list, i, (uint32_t)kind, false}) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

/* Where no check of all nodes came before. */
static int list_all(a3d_ctx *ctx)
{
    if (ctx->listed)
        return A3D_OK;
    ctx->keyed.n = ctx->refs.n = 0;
    for (uint32_t i = 0; i < ctx->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(ctx->doc, i);
        if (node->state == A3D_PRESENT && a3d_is_linked(node) && a3d_list_linked(ctx, i) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

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

int a3d_index_build(a3d_ctx *ctx)
{
    int64_t positions[64] = {0};
    a3d_index *index = &ctx->index;
    if (list_all(ctx) != A3D_OK)
        return A3D_STOP;
    for (size_t i = 0; i < ctx->keyed.n; i++)
        if (add_list(ctx, ctx->keyed.at[i], positions) != A3D_OK)
            return A3D_STOP;
    size_t depth = 1;
    for (size_t n = index->n; n > 1; n /= 2)
        depth++;
    index->last = a3d_arena_alloc(ctx->doc->arena, A3D_ASKED_LAST * sizeof *index->last); /* spaces are never none */
    if (index->n > 0)
        a3d_sort(index->keys, index->n, sizeof *index->keys, by_key);
    return a3d_work(ctx, index->n * depth);
}

/* The key in one space, among the keys from `low` on; those with the same key stand in the order of spaces. */
static a3d_key *find_in(const a3d_index *index, size_t low, int64_t key, unsigned space, size_t *steps)
{
    size_t high = index->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const a3d_key *k = &index->keys[middle];
        if (k->key < key || (k->key == key && k->space < space))
            low = middle + 1;
        else
            high = middle;
        ++*steps;
    }
    return low < index->n && index->keys[low].key == key && index->keys[low].space == space ? &index->keys[low] : NULL;
}

/* Keys that go up by one, as most writers count, stand where their distance from the first says. */
static bool stands_there(const a3d_index *index, int64_t key, size_t *at)
{
    uint64_t far = index->n > 0 ? (uint64_t)key - (uint64_t)index->keys[0].key : 0;
    if (far >= index->n || index->keys[far].key != key || (far > 0 && index->keys[far - 1].key == key))
        return false;
    *at = (size_t)far;
    return true;
}

/* The same is asked again and again, such as the material of each surface. */
static a3d_asked *last_of(const a3d_index *index, uint64_t spaces, int64_t key)
{
    uint64_t mixed = ((uint64_t)key ^ spaces) * UINT64_C(0x9e3779b97f4a7c15);
    return index->last != NULL ? &index->last[mixed >> 32 & (A3D_ASKED_LAST - 1)] : NULL;
}

const a3d_key *a3d_index_find(a3d_ctx *ctx, uint64_t spaces, int64_t key)
{
    const a3d_index *index = &ctx->index;
    a3d_asked *last = last_of(index, spaces, key);
    if (last != NULL && last->spaces == spaces && last->key == key)
        return a3d_work(ctx, 1) == A3D_OK ? last->found : NULL;
    size_t low = 0, high = index->n, steps = 1;
    if (stands_there(index, key, &low))
        high = low;
    for (; low < high; steps++) {
        size_t middle = low + (high - low) / 2;
        if (index->keys[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    a3d_key *found = NULL;
    for (unsigned space = 0; low < index->n && index->keys[low].key == key && space <= A3D_SPACE_OTHER && found == NULL; space++)
        if (spaces >> space & 1)
            found = find_in(index, low, key, space, &steps);
    if (found != NULL)
        found->used = true;
    if (last != NULL)
        *last = (a3d_asked){spaces, key, found};
    return a3d_work(ctx, steps) == A3D_OK ? found : NULL;
}

uint32_t a3d_key_node(const a3d_doc *doc, const a3d_key *key)
{
    const a3d_node *list = a3d_at(doc, key->list);
    return list->flat ? A3D_NO_NODE : list->v.at.first + key->index;
}

/* ---- keys that repeat ---- */

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
    a3d_say(ctx, f, "%s %lld is that of %s[%u] already", a3d_row_name(row), (long long)key->key, a3d_row_name(list->row),
            (unsigned)first->index);
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

/* ---- values that name ---- */

/* A value that names nothing, to be explained when all are known. */
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
} ref_walk;

int64_t a3d_own_key(const a3d_ctx *ctx, uint32_t node)
{
    const a3d_doc *doc = ctx->doc;
    const a3d_index *index = &ctx->index;
    for (; node != A3D_NO_NODE; node = a3d_at(doc, node)->parent) { /* defensive: a chain of parents ends at the root */
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

/* The rule that a value breaks, or 0. */
static unsigned broken_rule(const ref_walk *w, const a3d_ref *ref, int64_t value, int64_t own)
{
    if (ref->has_none && value == ref->none)
        return ref->null_rule;
    if (ref->later_rule != 0 && own >= 0 && value >= own)
        return ref->later_rule;
    return a3d_index_find(w->ctx, ref->spaces, value) == NULL ? ref->rule : 0;
}

/* Keeps a dangling value; one that names the same missing element follows from the first. */
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

static void report_ref(ref_walk *w, unsigned rule, const a3d_row *row, int64_t value, uint32_t stream, uint32_t off,
                       uint32_t size, const char *suffix)
{
    a3d_ctx *ctx = w->ctx;
    if (ctx->doc->limited != A3D_LIMIT_NONE)
        return; /* the search ended early: nothing is known */
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[rule], w->node, stream, off, size);
    a3d_suffix(ctx, f, "%s", suffix);
    a3d_actual(f, value);
    if (f->cause == A3D_NO_CAUSE)
        f->cause = a3d_missing_cause(ctx->doc);
    if (rule == row->ref.rule && f->cause == A3D_NO_CAUSE)
        keep_dangling(w, f, &row->ref, value);
    if (rule == row->ref.null_rule)
        a3d_say(ctx, f, "%s names nothing", a3d_row_name(row));
    else if (rule == row->ref.later_rule)
        a3d_say(ctx, f, "%s names %lld, which does not come before it", a3d_row_name(row), (long long)value);
    else
        a3d_say(ctx, f, "%s names %lld, and there is no such element that it may name", a3d_row_name(row), (long long)value);
}

static void check_scalar_ref(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    unsigned rule = broken_rule(w, &node->row->ref, node->v.i, node->row->ref.later_rule ? a3d_own_key(w->ctx, node->parent) : -1);
    if (rule != 0)
        report_ref(w, rule, node->row, node->v.i, node->stream, node->off, node->size, "");
}

static void check_array_refs(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    unsigned type = a3d_shape_of(node)->type, width = a3d_width(type);
    uint32_t stream, off, count = a3d_stored_count(node);
    const uint8_t *p = a3d_content(w->ctx->doc, node, &stream, &off);
    int64_t own = node->row->ref.later_rule ? a3d_own_key(w->ctx, node->parent) : -1;
    const a3d_row *row = node->row;
    for (uint32_t i = 0; i < count && w->ctx->doc->limited == A3D_LIMIT_NONE; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, w->ctx->format->big_endian);
        unsigned rule = broken_rule(w, &row->ref, value, own);
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
    unsigned rule = broken_rule(w, &row->ref, value, row->ref.later_rule ? a3d_own_key(w->ctx, w->node) : -1);
    if (rule == 0)
        return 0;
    uint32_t stream, off;
    char suffix[80];
    a3d_content(w->ctx->doc, a3d_at(w->ctx->doc, w->node), &stream, &off);
    snprintf(suffix, sizeof suffix, "[%u].%s", (unsigned)w->element, a3d_row_name(row));
    report_ref(w, rule, row, value, stream, off + w->base + leaf->off, a3d_width(leaf->shape->type), suffix);
    return 0;
}

static bool any_ref(const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++)
        if (type->rows[i].ref.spaces != 0)
            return true;
    return false;
}

static void check_flat_refs(ref_walk *w)
{
    const a3d_node *node = a3d_at(w->ctx->doc, w->node);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, count = a3d_stored_count(node);
    if (count == 0 || !any_ref(type))
        return;
    const uint8_t *p = a3d_content(w->ctx->doc, node, &stream, &off);
    uint32_t left = w->ctx->doc->streams[stream].size - off;
    w->base = 0;
    for (w->element = 0; w->element < count; w->element++) {
        int64_t size = a3d_flat_element(w->ctx->doc, w->node, type, p + w->base, left - w->base, check_leaf_ref, w);
        if (size < 0 || a3d_work(w->ctx, 1) != A3D_OK)
            return;
        w->base += (uint32_t)size;
    }
}

/* The same as a3d_also for an element of a list without nodes: the bytes are those of the key alone. */
static void suspect_element(a3d_ctx *ctx, a3d_finding *f, const a3d_key *k, int64_t value)
{
    const a3d_row *row = &a3d_shape_of(a3d_at(ctx->doc, k->list))->record->rows[a3d_at(ctx->doc, k->list)->row->keys.slot];
    uint32_t stream, off, size, at = a3d_flat_locate(ctx->doc, k->list, k->index, &size);
    unsigned before = f->n_suspects;
    char text[120];
    a3d_also(ctx, f, k->list, value);
    if (f->n_suspects == before)
        return;
    a3d_suspect *s = (a3d_suspect *)(uintptr_t)&f->suspects[before];
    a3d_content(ctx->doc, a3d_at(ctx->doc, k->list), &stream, &off);
    s->stream = stream;
    s->off = off + at;
    s->size = size;
    snprintf(text, sizeof text, "[%u].%s", (unsigned)k->index, a3d_row_name(row));
    s->place.suffix = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    snprintf(text, sizeof text, "with %s %lld it would hold", a3d_row_name(row), (long long)value);
    s->message = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    if (s->place.suffix == NULL || s->message == NULL)
        f->n_suspects = before;
}

/* An element with a key that nothing names, or that another has too, may be the one that is missing. */
static bool could_be(const a3d_index *index, size_t i, uint64_t spaces)
{
    const a3d_key *k = &index->keys[i];
    if (k->space >= 64 || (spaces >> k->space & 1) == 0) /* defensive: no table says so */
        return false;
    bool twin = (i > 0 && k[-1].key == k->key && k[-1].space == k->space) ||
                (i + 1 < index->n && k[1].key == k->key && k[1].space == k->space);
    return twin || !k->used;
}

/* Whether the element itself is what names the missing one: with that id it would name itself. */
static bool holds_key(const a3d_doc *doc, const dangling *d, const a3d_key *k)
{
    const a3d_node *list = a3d_at(doc, k->list);
    uint32_t element = list->flat ? A3D_NO_NODE : list->v.at.first + k->index, node = doc->findings[d->finding].place.node;
    while (node != A3D_NO_NODE && node != element)
        node = a3d_at(doc, node)->parent;
    return node != A3D_NO_NODE;
}

/* The id that a repeat reports follows from the missing one, when both are about the same element. */
static void link_repeat(a3d_doc *doc, uint32_t node, uint32_t number)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].place.node == node && doc->findings[i].cause == A3D_NO_CAUSE && i != number)
            doc->findings[i].cause = number;
}

/* Suspects for what names a missing element: the elements that nobody names, when they are few. */
static void explain_dangling(a3d_ctx *ctx, const dangling *d)
{
    const a3d_index *index = &ctx->index;
    size_t found[A3D_SUSPECTS], n = 0;
    for (size_t i = 0; i < index->n && n <= A3D_SUSPECTS; i++)
        if (could_be(index, i, d->spaces) && !holds_key(ctx->doc, d, &index->keys[i]) && !a3d_at(ctx->doc, index->keys[i].list)->row->keys.by_position) {
            if (n < A3D_SUSPECTS)
                found[n] = i;
            n++;
        }
    if (n == 0 || n > A3D_SUSPECTS || a3d_work(ctx, index->n / 8) != A3D_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        const a3d_key *k = &index->keys[found[i]];
        const a3d_node *list = a3d_at(ctx->doc, k->list);
        uint32_t field = list->flat ? A3D_NO_NODE : a3d_field(ctx->doc, list->v.at.first + k->index, list->row->keys.slot);
        if (field == A3D_NO_NODE) {
            suspect_element(ctx, &ctx->doc->findings[d->finding], k, d->value);
            continue;
        }
        a3d_also(ctx, &ctx->doc->findings[d->finding], field, d->value);
        link_repeat(ctx->doc, field, d->finding);
    }
}

void a3d_link_check(a3d_ctx *ctx)
{
    ref_walk w = {.ctx = ctx};
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
