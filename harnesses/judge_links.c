/* judge_links.c - see judge_links.h */
#include "judge_links.h"
#include "engine/document/path.h"

links links_open(a3d_doc *file)
{
    links l = {.known = false};
    l.known = a3d_resume(&l.ctx, file) == A3D_OK && a3d_index_build(&l.ctx) == A3D_OK;
    return l;
}

/* Whether the elements that a row may name have their keys by position, as far as the file has any. */
static bool by_position(const links *l, const a3d_row *row)
{
    for (uint32_t i = 0; i < l->ctx.doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(l->ctx.doc, i);
        const a3d_keys *keys = node->state == A3D_PRESENT && node->row != NULL ? &node->row->keys : NULL;
        if (keys != NULL && keys->space != 0 && (keys->kind_slot != 0 || (row->ref.spaces >> (keys->space - 1) & 1)))
            return keys->by_position;
    }
    return false;
}

const char *links_target(links *l, a3d_arena *arena, const a3d_row *row, int64_t value)
{
    if (!l->known || row == NULL || row->ref.spaces == 0 || !by_position(l, row))
        return NULL;
    if (row->ref.has_none && value == row->ref.none)
        return "";
    const a3d_key *key = a3d_index_find(&l->ctx, row->ref.spaces, value);
    uint32_t node = key != NULL ? a3d_key_node(l->ctx.doc, key) : A3D_NO_NODE;
    if (key == NULL || node == A3D_NO_NODE)
        return key == NULL ? "" : NULL;
    a3d_text path;
    a3d_text_init(&path, arena);
    a3d_put_path(&path, l->ctx.doc, node);
    a3d_putc(&path, '\0');
    return path.failed ? NULL : path.data;
}
