/* refs.c - compares references by position; see parts.h */
#include "engine/diff/parts.h"

bool a3d_open_refs(a3d_comparing *c, a3d_doc *const doc[2])
{
    size_t n = doc[0]->n_nodes;
    for (unsigned side = 0; side < 2; side++)
        if (a3d_resume(&c->ctx[side], doc[side]) != A3D_OK || a3d_index_build(&c->ctx[side]) != A3D_OK)
            return false;
    c->partners = a3d_block_resize(c->arena, NULL, (n + 1) * sizeof *c->partners);
    for (size_t i = 0; c->partners != NULL && i < n; i++)
        c->partners[i] = A3D_NO_NODE;
    return c->partners != NULL;
}

void a3d_close_refs(a3d_comparing *c)
{
    if (c->partners != NULL)
        a3d_block_resize(c->arena, c->partners, 0);
}

/* The element that a reference names by position, or A3D_NO_NODE. */
static uint32_t target(a3d_ctx *ctx, const a3d_row *row, int64_t value)
{
    const a3d_key *key = a3d_index_find(ctx, row->ref.spaces, value);
    if (key == NULL || !a3d_at(ctx->doc, key->list)->row->keys.by_position)
        return A3D_NO_NODE;
    return a3d_key_node(ctx->doc, key);
}

bool a3d_same_target(a3d_comparing *c, const a3d_row *row, int64_t a, int64_t b)
{
    uint32_t ta = row->ref.spaces != 0 ? target(&c->ctx[0], row, a) : A3D_NO_NODE;
    uint32_t tb = ta != A3D_NO_NODE ? target(&c->ctx[1], row, b) : A3D_NO_NODE;
    return tb != A3D_NO_NODE && c->partners[ta] == tb;
}
