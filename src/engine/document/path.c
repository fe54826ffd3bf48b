/* path.c - see path.h */
#include "engine/document/path.h"
#include "base/never.h"

enum { DEPTH = 64 };

static void put_index(a3d_text *out, uint32_t index)
{
    a3d_putc(out, '[');
    a3d_put_uint(out, index);
    a3d_putc(out, ']');
}

/* Appends the step of one node. `glue` is whether the path has a step already. */
static void put_step(a3d_text *out, bool glue, const a3d_doc *doc, const a3d_node *node)
{
    if (node->row == &a3d_row_element) {
        put_index(out, (uint32_t)(node - a3d_at(doc, a3d_at(doc, node->parent)->v.at.first)));
        return;
    }
    if (glue)
        a3d_putc(out, '.');
    a3d_puts(out, a3d_row_name(node->row));
}

void a3d_put_path(a3d_text *out, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *steps[DEPTH];
    unsigned n = 0;
    for (; index != A3D_NO_NODE && !A3D_NEVER(n == DEPTH); index = a3d_at(doc, index)->parent) {
        const a3d_node *node = a3d_at(doc, index);
        if (!node->row->transparent && node->row != &a3d_row_root)
            steps[n++] = node;
    }
    for (unsigned i = n; i-- > 0;)
        put_step(out, i + 1 < n, doc, steps[i]);
}

void a3d_put_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place)
{
    if (place->node == A3D_NO_NODE)
        return;
    a3d_put_path(out, doc, place->node);
    a3d_puts(out, place->suffix);
}

void a3d_put_stream(a3d_text *out, const a3d_doc *doc, uint32_t stream)
{
    const a3d_stream *s = &doc->streams[stream];
    if (s->owner == A3D_NO_NODE) {
        a3d_puts(out, A3D_NEVER(stream != 0) ? "edit" : "file");
        return;
    }
    a3d_put_owner(out, doc, s->owner);
}

void a3d_put_owner(a3d_text *out, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *owner = a3d_at(doc, index);
    if (owner->row->stream_name == NULL) {
        a3d_put_path(out, doc, index);
        return;
    }
    a3d_puts(out, owner->row->stream_name);
    const a3d_node *around = a3d_at(doc, owner->parent);
    if (around->row == &a3d_row_element)
        put_index(out, owner->parent - a3d_at(doc, around->parent)->v.at.first);
}
