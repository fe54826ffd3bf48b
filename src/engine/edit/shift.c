/* shift.c - see shift.h */
#include "engine/edit/shift.h"
#include "base/never.h"
#include "engine/document/content.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "engine/edit/elements.h"
#include "engine/edit/parts.h"

/* References to `from` and on name elements that get other numbers, up to the next range. */
typedef struct range {
    int64_t from;
    uint32_t n;    /* the first n of them are removed */
    int64_t moves; /* what is added to the numbers of the others */
} range;

typedef struct shift {
    a3d_ctx *ctx;
    a3d_gone gone;
    uint32_t list; /* its elements come or go */
    const a3d_span *spans;
    uint32_t n_spans;
    bool come;
    unsigned space; /* of the numbers that change */
    bool kinds;     /* elements of several kinds are numbered together */
    int64_t next;   /* how many elements have numbers so far */
    int64_t end;    /* numbers from here on name nothing */
    range *ranges;
    size_t n, cap;
    bool write;     /* false: only look whether anything changes */
    bool changes;
} shift;

/* ---- which numbers change ---- */

static bool is_present(const a3d_node *node)
{
    return node->state == A3D_PRESENT;
}

/* How many nodes are inside one, one after another from v.at.first on: no record of an edited document is sparse. */
static uint32_t children_of(const a3d_node *node)
{
    unsigned kind = is_present(node) ? a3d_shape_of(node)->kind : A3D_NOTHING;
    return kind == A3D_RECORD || kind == A3D_SWITCH || (kind == A3D_VECTOR && !node->flat) ? node->v.at.count : 0;
}

typedef bool visit_fn(shift *s, uint32_t index, bool removed);

/* Visits what is present, in the order of the document, which the nodes of an edited one do not have. */
static bool walk(shift *s, uint32_t index, bool removed, visit_fn *visit)
{
    const a3d_doc *doc = s->ctx->doc;
    if (!is_present(a3d_at(doc, index)))
        return true;
    if (!visit(s, index, removed))
        return false;
    uint32_t count = children_of(a3d_at(doc, index)), n_spans = index == s->list && !s->come ? s->n_spans : 0;
    for (uint32_t i = 0, span = 0; i < count; i++) {
        while (span < n_spans && i >= s->spans[span].at + s->spans[span].n)
            span++;
        bool goes = removed || (span < n_spans && i >= s->spans[span].at);
        if (!walk(s, a3d_at(doc, index)->v.at.first + i, goes, visit))
            return false;
    }
    return true;
}

static bool is_numbered(const a3d_node *node)
{
    return node->row->keys.by_position;
}

static bool add_range(shift *s, int64_t from, uint32_t n, int64_t moves)
{
    range *ranges = a3d_grow(s->ctx->doc->arena, s->ranges, &s->cap, s->n + 1, sizeof *ranges);
    if (ranges == NULL)
        return false;
    s->ranges = ranges;
    moves += s->n > 0 ? ranges[s->n - 1].moves : 0;
    ranges[s->n++] = (range){from, n, moves};
    return true;
}

static bool number_list(shift *s, uint32_t index, bool removed)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    if (!is_numbered(node) || node->row->keys.space != s->space)
        return true;
    uint32_t count = a3d_stored_count(node);
    int64_t first = node->row->keys.base + s->next;
    bool good = true;
    s->kinds = node->row->keys.kind_slot != 0;
    if (removed)
        good = add_range(s, first, count, -(int64_t)count);
    for (uint32_t i = 0; good && index == s->list && i < s->n_spans; i++)
        good = add_range(s, first + s->spans[i].at, s->come ? 0 : s->spans[i].n,
                         s->come ? s->spans[i].n : -(int64_t)s->spans[i].n);
    s->next += count;
    s->end = first + count;
    return good;
}

/* The space of the first numbered list at a node or inside it, or 0. */
static unsigned space_in(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned space = is_numbered(node) ? node->row->keys.space : 0;
    for (uint32_t i = 0, n = children_of(node); space == 0 && i < n; i++)
        space = space_in(doc, node->v.at.first + i);
    return space;
}

/* The space whose numbers change, since no element holds lists of two spaces. */
static unsigned changed_space(const shift *s)
{
    const a3d_doc *doc = s->ctx->doc;
    const a3d_node *list = a3d_at(doc, s->list);
    unsigned space = is_numbered(list) ? list->row->keys.space : 0;
    if (s->come || children_of(list) == 0)
        return space;
    for (uint32_t i = 0; i < s->n_spans; i++)
        for (uint32_t k = 0; space == 0 && k < s->spans[i].n; k++)
            space = space_in(doc, list->v.at.first + s->spans[i].at + k);
    return space;
}

/* ---- the references ---- */

/* What names nothing, if a field has no value for that. */
static int64_t names_nothing(unsigned type)
{
    return a3d_width(type) < 4 ? a3d_type_most(type) : INT32_MAX;
}

/* The new value of a reference. A reference that was wrong, because it names nothing or an element of the wrong
 * kind, shifts like the others and stays wrong. */
static int64_t shifted(shift *s, const a3d_row *row, unsigned type, int64_t value)
{
    bool here = s->kinds || (row->ref.spaces >> (s->space - 1) & 1) != 0;
    if (row->ref.spaces == 0 || !here || (row->ref.has_none && value == row->ref.none) || value < s->ranges[0].from)
        return value;
    size_t low = 0, high = s->n; /* find the last range that begins at or before it */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->ranges[middle].from <= value)
            low = middle;
        else
            high = middle;
    }
    if (value >= s->ranges[low].from + s->ranges[low].n)
        return value + s->ranges[low].moves;
    s->ctx->doc->unlinked += s->write;
    if (row->ref.has_none)
        return row->ref.none;
    return s->gone == A3D_GONE_KEEPS_INDEX ? value : names_nothing(type);
}

static void shift_values(shift *s, const a3d_row *row, unsigned type, const uint8_t *p, uint32_t n)
{
    bool big = s->ctx->doc->format->big_endian;
    unsigned width = a3d_width(type);
    for (uint32_t i = 0; row->ref.spaces != 0 && i < n; i++) {
        int64_t value = a3d_load_type(p + (size_t)i * width, type, big), now = shifted(s, row, type, value);
        s->changes |= now != value;
        if (s->write && now != value)
            a3d_store((uint8_t *)(uintptr_t)p + (size_t)i * width, width, (uint64_t)now, big);
    }
}

static int shift_leaf(void *user, const a3d_leaf *leaf)
{
    shift_values(user, leaf->rows[leaf->depth - 1], leaf->shape->type, leaf->data, leaf->count);
    return 0;
}

static void shift_content(shift *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    uint32_t stream, off, n = a3d_stored_count(node), pos = 0;
    const uint8_t *p = n > 0 ? a3d_content(s->ctx->doc, node, &stream, &off) : NULL;
    if (p == NULL)
        return;
    if (shape->kind == A3D_ARRAY) {
        shift_values(s, node->row, shape->type, p, n);
        return;
    }
    uint32_t left = s->ctx->doc->streams[stream].size - off;
    for (uint32_t i = 0; i < n; i++) {
        int64_t size = a3d_flat_element(s->ctx->doc, index, shape->record, p + pos, left - pos, shift_leaf, s);
        if (size < 0)
            return;
        pos += (uint32_t)size;
    }
}

static bool shift_node(shift *s, uint32_t index, bool removed)
{
    a3d_node *node = a3d_at(s->ctx->doc, index);
    unsigned kind = removed ? A3D_NOTHING : a3d_shape_of(node)->kind;
    s->write = true;
    if (kind == A3D_SCALAR && node->row->ref.spaces != 0)
        node->v.i = shifted(s, node->row, a3d_shape_of(node)->type, node->v.i);
    if ((kind != A3D_ARRAY || node->row->ref.spaces == 0) && (kind != A3D_VECTOR || !node->flat))
        return true;
    s->write = s->changes = false;
    shift_content(s, index);
    if (!s->changes)
        return true;
    s->write = true;
    if (!a3d_edit_own(s->ctx->doc, index))
        return false;
    shift_content(s, index);
    return true;
}

static bool shift_all(shift *s)
{
    uint32_t root = s->ctx->doc->root;
    s->space = changed_space(s);
    if (s->space == 0)
        return true;
    if (!walk(s, root, false, number_list))
        return false;
    bool at_end = s->come && s->n > 0 && s->ranges[0].from == s->end; /* where a reference may be before its element */
    return s->n == 0 || at_end || walk(s, root, false, shift_node);
}

bool a3d_shift_for_removed(a3d_ctx *ctx, uint32_t list, const a3d_span *spans, uint32_t n, a3d_gone gone)
{
    shift s = {.ctx = ctx, .gone = gone, .list = list, .spans = spans, .n_spans = n};
    return shift_all(&s);
}

bool a3d_shift_for_new(a3d_ctx *ctx, uint32_t list, uint32_t at, uint32_t n)
{
    a3d_span span = {at, n};
    shift s = {.ctx = ctx, .gone = A3D_GONE_KEEPS_INDEX, .list = list, .spans = &span, .n_spans = 1, .come = true};
    return shift_all(&s);
}
