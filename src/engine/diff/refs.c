/* refs.c - compares references by position; see parts.h */
#include "engine/diff/parts.h"

/* Whether all elements with numbers were read: those after others that were not have lower numbers than in the file. */
static bool is_numbered(const a3d_doc *doc)
{
    for (uint32_t i = 0; !doc->faulty && i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state == A3D_PRESENT && node->row != NULL && node->row->keys.by_position &&
            a3d_shape_of(node)->kind != A3D_VECTOR)
            return false;
    }
    return !doc->faulty;
}

bool a3d_open_refs(a3d_comparing *c, a3d_doc *const doc[2])
{
    for (unsigned side = 0; side < 2; side++) {
        size_t n = doc[side]->n_nodes;
        if (a3d_resume(&c->ctx[side], doc[side]) != A3D_OK || a3d_index_build(&c->ctx[side]) != A3D_OK)
            return false;
        uint32_t *partners = a3d_block_resize(c->arena, NULL, (n + 1) * sizeof *partners);
        for (size_t i = 0; partners != NULL && i < n; i++)
            partners[i] = A3D_NO_NODE;
        c->partners[side] = partners;
    }
    c->numbered = is_numbered(doc[0]) && is_numbered(doc[1]);
    return c->partners[0] != NULL && c->partners[1] != NULL;
}

void a3d_close_refs(a3d_comparing *c)
{
    for (unsigned side = 0; side < 2; side++)
        if (c->partners[side] != NULL)
            a3d_block_resize(c->arena, c->partners[side], 0);
}

bool a3d_names_positions(const a3d_comparing *c, const a3d_row *row)
{
    return row->ref.spaces != 0 && c->ctx[0].index.n_lists > 0 && c->ctx[1].index.n_lists > 0;
}

bool a3d_may_refer(const a3d_comparing *c, const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (a3d_names_positions(c, row) || (row->shape.record != NULL && a3d_may_refer(c, row->shape.record)))
            return true;
    }
    return false;
}

/* The element that a reference names by position, be it of the wrong kind, or A3D_NO_NODE. */
static uint32_t target(a3d_ctx *ctx, const a3d_row *row, int64_t value)
{
    const a3d_key *key = a3d_index_find(ctx, row->ref.spaces, value);
    if (key == NULL) {
        key = a3d_index_find(ctx, UINT64_MAX, value);
        if (key == NULL || a3d_at(ctx->doc, key->list)->row->keys.kind_slot == 0)
            return A3D_NO_NODE;
    }
    return a3d_at(ctx->doc, key->list)->row->keys.by_position ? a3d_key_node(ctx->doc, key) : A3D_NO_NODE;
}

a3d_targets a3d_compare_targets(a3d_comparing *c, const a3d_row *row, int64_t a, int64_t b)
{
    bool known = a3d_names_positions(c, row) && a3d_diff_spend(c, 1);
    uint32_t ta = known ? target(&c->ctx[0], row, a) : A3D_NO_NODE;
    uint32_t tb = known ? target(&c->ctx[1], row, b) : A3D_NO_NODE;
    uint32_t pa = ta != A3D_NO_NODE ? c->partners[0][ta] : A3D_NO_NODE;
    uint32_t pb = tb != A3D_NO_NODE ? c->partners[1][tb] : A3D_NO_NODE;
    if (pa == A3D_NO_NODE && pb == A3D_NO_NODE)
        return A3D_TARGETS_UNKNOWN;
    if (pa == tb)
        return A3D_TARGETS_SAME;
    return c->numbered ? A3D_TARGETS_OTHER : A3D_TARGETS_UNKNOWN;
}
