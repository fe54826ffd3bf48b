/* judge_same.c - two documents that say the same; see judge.h */
#include "engine/document/flat.h"
#include "judge.h"

#include <stdio.h>
#include <string.h>

typedef struct pair {
    const a3d_doc *a, *b;
    char *why;
    size_t room;
} pair;

static bool differ(const pair *p, uint32_t ia, const char *what)
{
    const a3d_row *row = a3d_at(p->a, ia)->row;
    snprintf(p->why, p->room, "decoding the canonical encode gives another document: %s of %s (node %u, offset %u) differs", what,
             row != NULL ? a3d_row_name(row) : "a row", (unsigned)ia, (unsigned)a3d_at(p->a, ia)->off);
    return false;
}

bool judge_is_place(const a3d_doc *doc, const a3d_node *node)
{
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
    for (unsigned i = 0; type != NULL && i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (row->place_start != 0 && (node->row == &type->rows[row->place_start - 1] || node->row == &type->rows[row->place_end - 1]))
            return true;
    }
    return false;
}

/* Bytes of an element, or of the whole content when elements have no common size. */
static uint64_t element_size(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t last = 0, count = a3d_stored_count(node);
    if (s->kind == A3D_ARRAY)
        return a3d_width(s->type);
    uint32_t stride = a3d_flat_stride(doc, index, s->record);
    return stride != 0 || count == 0 ? stride : a3d_flat_locate(doc, index, count - 1, &last) + (uint64_t)last;
}

static bool same_content(const pair *p, uint32_t ia, uint32_t ib)
{
    const a3d_node *a = a3d_at(p->a, ia), *b = a3d_at(p->b, ib);
    uint32_t stream, off, na = a3d_stored_count(a), nb = a3d_stored_count(b);
    uint64_t size = element_size(p->a, ia);
    if (a->v.at.count != b->v.at.count || size != element_size(p->b, ib))
        return differ(p, ia, "the length");
    const uint8_t *da = a3d_content(p->a, a, &stream, &off), *db = a3d_content(p->b, b, &stream, &off);
    bool uneven = a3d_shape_of(a)->kind == A3D_VECTOR && a3d_flat_stride(p->a, ia, a3d_shape_of(a)->record) == 0;
    uint32_t n = uneven ? na > 0 : na > nb ? na : nb;
    for (uint32_t i = 0; i < n && size > 0; i++) /* a filled list stores one element for all */
        if (memcmp(da + (i < na ? i : 0) * size, db + (i < nb ? i : 0) * size, (size_t)size) != 0)
            return differ(p, ia, "the content");
    return true;
}

static bool same(const pair *p, uint32_t ia, uint32_t ib);

static bool same_children(const pair *p, uint32_t ia, uint32_t ib)
{
    const a3d_node *a = a3d_at(p->a, ia), *b = a3d_at(p->b, ib);
    if (a->v.at.count != b->v.at.count)
        return differ(p, ia, "the number of elements");
    for (uint32_t i = 0; i < a->v.at.count; i++)
        if (!same(p, a->v.at.first + i, b->v.at.first + i))
            return false;
    return true;
}

static bool same(const pair *p, uint32_t ia, uint32_t ib)
{
    const a3d_node *a = a3d_at(p->a, ia), *b = a3d_at(p->b, ib);
    if (a->row != b->row || a->state != b->state)
        return differ(p, ia, "the presence");
    if (a->state != A3D_PRESENT || a->row->derive.kind != A3D_GIVEN || judge_is_place(p->a, a))
        return true;
    const a3d_shape *sa = a3d_shape_of(a), *sb = a3d_shape_of(b);
    if (sa->kind != sb->kind || sa->type != sb->type || a->flat != b->flat)
        return differ(p, ia, "the kind");
    if (sa->kind == A3D_CUSTOM)
        return true;
    if (sa->kind == A3D_SCALAR)
        return a->v.i == b->v.i || differ(p, ia, "the value");
    if (sa->kind == A3D_ARRAY || a->flat)
        return same_content(p, ia, ib);
    if (a3d_record_type(p->a, ia) != a3d_record_type(p->b, ib))
        return differ(p, ia, "the type");
    return same_children(p, ia, ib);
}

bool judge_same(const a3d_doc *a, const a3d_doc *b, char *why, size_t room)
{
    pair p = {a, b, why, room};
    return same(&p, a->root, b->root);
}
