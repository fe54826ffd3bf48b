/* texts.c - texts whose NUL was lost, so that they run into what follows; see search.h */
#include "engine/diagnose/search.h"

/* Bytes of one text where its end is tried. */
enum { MOST_ENDS = 256 };

bool a3d_ends_with_nul(const a3d_node *node)
{
    const a3d_shape *shape = a3d_shape_of(node);
    return shape->kind == A3D_ARRAY && shape->count_by == A3D_COUNT_NUL;
}

bool a3d_is_common(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte == '_' ||
           byte == '\\' || byte == '.' || byte == '/';
}

void a3d_try_text_ends(a3d_search *s, uint32_t index, bool common)
{
    const a3d_node node = *a3d_at(s->doc, index); /* a trial may move the nodes */
    uint32_t end = s->doc->streams[s->stream].size;
    if (node.state == A3D_PRESENT)
        end = node.off + node.v.at.count;
    if (end - node.off > MOST_ENDS)
        end = node.off + MOST_ENDS;
    for (uint32_t at = end; at-- > node.off && s->budget > 0;) {
        a3d_attempt r = {.node = index, .off = at, .size = 1, .bit = A3D_NO_BIT, .element = at - node.off};
        if (s->copy[at] != 0 && a3d_is_common(s->copy[at]) == common)
            a3d_try_repair(s, &r, false);
    }
}
