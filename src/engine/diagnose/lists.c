/* lists.c - counts that follow from the place of the fault; see search.h */
#include "base/bytes.h"
#include "engine/diagnose/search.h"
#include "engine/document/prefix.h"

/* Tries a list with `count` elements, by whatever field or prefix states its count, in as many bytes as that has. */
static void try_list_count(a3d_search *s, uint32_t list, uint64_t count)
{
    const a3d_format *format = s->doc->format;
    const a3d_node *node = a3d_at(s->doc, list);
    const a3d_shape *shape = a3d_shape_of(node);
    bool inside = shape->count_by == A3D_COUNT_PREFIX;
    if (!inside && (shape->count_by != A3D_COUNT_FIELD || shape->count_mul != 1 || shape->count_add != 0))
        return;
    uint32_t from = inside ? list : a3d_field(s->doc, node->parent, shape->slot), off = a3d_at(s->doc, from)->off;
    uint32_t size = inside ? a3d_prefix_size(format, s->copy + off, 4) : a3d_at(s->doc, from)->size;
    a3d_attempt r = {.node = from, .off = off, .size = size, .bit = A3D_NO_BIT, .value = (int64_t)count,
                     .element = A3D_ITSELF};
    if (s->budget == 0 || size > sizeof r.bytes || (size < 8 && count >> 8 * size != 0) ||
        (inside && a3d_prefix_least(format, count) != size))
        return;
    if (inside)
        a3d_prefix_store(format, r.bytes, size, count);
    else
        a3d_store(r.bytes, size, count, format->big_endian);
    a3d_try_repair(s, &r, false);
}

/* A list that contains the fault may end before the element with the fault. */
static void try_early_ends(a3d_search *s)
{
    for (uint32_t node = s->at, list; node != A3D_NO_NODE; node = list) {
        list = a3d_at(s->doc, node)->parent;
        if (list != A3D_NO_NODE && a3d_at(s->doc, list)->stream == s->stream &&
            a3d_shape_of(a3d_at(s->doc, list))->kind == A3D_VECTOR && a3d_at(s->doc, node)->row == &a3d_row_element)
            try_list_count(s, list, node - a3d_at(s->doc, list)->v.at.first);
    }
}

/* The first slack at or after the fault, or NULL. */
static const a3d_node *first_slack(const a3d_search *s)
{
    const a3d_node *first = NULL;
    for (size_t i = 0; i < s->doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(s->doc, (uint32_t)i);
        if (n->row == &a3d_row_slack && n->stream == s->stream && n->off >= s->fault &&
            (first == NULL || n->off < first->off))
            first = n;
    }
    return first;
}

/* Bytes left over after an array may be elements that its count leaves out, and padding. A trial may move the nodes
 * of the document, so they are copied. */
static void try_left_over(a3d_search *s)
{
    const a3d_node *first = first_slack(s);
    a3d_node slack = first != NULL ? *first : (a3d_node){.row = NULL};
    for (size_t i = s->doc->n_nodes; i-- > 0 && slack.row != NULL;) {
        a3d_node n = *a3d_at(s->doc, (uint32_t)i);
        const a3d_shape *shape = a3d_shape_of(&n);
        if (shape->kind != A3D_ARRAY || shape->pack != A3D_PACK_NONE || shape->fill || n.state != A3D_PRESENT ||
            n.stream != s->stream || n.off + n.size != slack.off)
            continue;
        uint64_t most = ((uint64_t)slack.off + slack.size - n.v.at.first) / a3d_width(shape->type);
        uint64_t pad = shape->pad / a3d_width(shape->type);
        for (uint64_t count = most; count > n.v.at.count && count + pad >= most; count--)
            try_list_count(s, (uint32_t)i, count);
    }
}

void a3d_try_lists(a3d_search *s)
{
    try_early_ends(s);
    try_left_over(s);
}
