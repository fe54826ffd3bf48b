/* sparse.c - records that have no nodes for fields that are not there; see reading.h */
#include "engine/decode/reading.h"
#include "engine/document/nodes.h"

/* Whether nothing but its record knows the node of a field, so that it may move. */
static bool may_move(const a3d_node *node)
{
    unsigned kind = a3d_shape_of(node)->kind;
    bool nodes = kind == A3D_VECTOR && !node->flat && node->v.at.count > 0;
    bool plain = kind == A3D_SCALAR || kind == A3D_ARRAY || (kind == A3D_VECTOR && !nodes);
    return !node->extra && (node->state != A3D_PRESENT || (plain && !node->packed));
}

/* The state of the fields that are left out, which their stand-ins have. */
static a3d_state left_out_state(const a3d_row *row)
{
    return row->optional ? A3D_ABSENT : A3D_GATED;
}

/* Counts the fields after the first that can do without a node. 0 if some field has to stay where it is. */
static uint32_t count_left_out(const a3d_ctx *ctx, const a3d_record *type, uint32_t first)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t n = 0;
    if (doc->n_nodes != (size_t)first + type->n_rows || doc->n_findings + doc->more_findings > 0 ||
        (ctx->n_middles > 0 && ctx->middles[ctx->n_middles - 1].list >= first))
        return 0;
    for (uint32_t i = 0; i < type->n_rows; i++) {
        const a3d_node *node = a3d_at(doc, first + i);
        if (!may_move(node))
            return 0;
        n += i > 0 && node->state == left_out_state(node->row);
    }
    return n;
}

/* Adds the stand-ins for fields of records of this type, unless there are any. */
static int add_stand_ins(a3d_ctx *ctx, const a3d_record *type)
{
    a3d_doc *doc = ctx->doc;
    for (size_t i = 0; i < doc->n_left_out; i++)
        if (doc->left_out[i].rows == type->rows)
            return A3D_OK;
    a3d_left_out *all = a3d_grow(doc->arena, doc->left_out, &doc->cap_left_out, doc->n_left_out + 1, sizeof *all);
    if (all == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    doc->left_out = all;
    if (doc->n_nodes + type->n_rows > doc->cap_nodes && a3d_grow_nodes(ctx, type->n_rows) != A3D_OK)
        return A3D_STOP;
    all[doc->n_left_out++] = (a3d_left_out){type->rows, (uint32_t)doc->n_nodes};
    for (const a3d_row *row = type->rows, *end = row + type->n_rows; row < end; row++)
        doc->nodes[doc->n_nodes++] = (a3d_node){.row = row, .parent = doc->root, .state = left_out_state(row) & 3};
    doc->spared -= type->n_rows;
    return A3D_OK;
}

int a3d_make_sparse(a3d_ctx *ctx, const a3d_record *type, uint32_t self)
{
    a3d_doc *doc = ctx->doc;
    uint32_t first = a3d_at(doc, self)->v.at.first, n = count_left_out(ctx, type, first), kept = 1;
    if (n == 0)
        return A3D_OK;
    for (uint32_t i = 1; i < type->n_rows; i++) {
        const a3d_node *node = a3d_at(doc, first + i);
        if (node->state != left_out_state(node->row))
            *a3d_at(doc, first + kept++) = *node;
    }
    a3d_at(doc, self)->v.at.count = kept;
    a3d_at(doc, self)->form = A3D_FORM_SPARSE;
    doc->n_nodes -= n;
    doc->spared += n;
    return add_stand_ins(ctx, type);
}
