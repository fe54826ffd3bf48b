/* declared.c - see declared.h */
#include "engine/document/declared.h"

/* Where a length ends what it measures, in the file. */
static uint64_t span_end(const a3d_doc *doc, const a3d_node *node)
{
    const a3d_derive_row *d = &node->row->derive;
    uint64_t from = d->from == A3D_AFTER_FIELD ? (uint64_t)node->off + node->size
                    : d->from == A3D_FROM_FIELD ? node->off : a3d_at(doc, node->parent)->off;
    return from + node->v.u - (uint64_t)(int64_t)d->bias;
}

/* The greatest end address of a placed list of the root, or 0. */
static uint64_t placed_end(const a3d_doc *doc)
{
    const a3d_node *root = a3d_at(doc, doc->root);
    uint64_t most = 0;
    for (uint32_t i = 0; i < root->v.at.count; i++) {
        const a3d_node *list = a3d_at(doc, root->v.at.first + i);
        if (list->row == NULL || list->row->place_end == 0)
            continue;
        const a3d_node *ends = a3d_at(doc, a3d_field(doc, doc->root, list->row->place_end - 1));
        uint32_t stream, off;
        const uint8_t *p = ends->state == A3D_PRESENT ? a3d_content(doc, ends, &stream, &off) : NULL;
        for (uint32_t k = 0; p != NULL && k < ends->v.at.count; k++) {
            uint32_t end = a3d_load32(p + 4 * (size_t)k, doc->format->big_endian);
            most = end > most ? end : most;
        }
    }
    return most;
}

/* Whether a field is one of the root, or of a part of it that paths leave out. */
static bool is_of_root(const a3d_doc *doc, const a3d_node *node)
{
    uint32_t at = node->parent;
    while (at != doc->root && at != A3D_NO_NODE && a3d_at(doc, at)->row->transparent)
        at = a3d_at(doc, at)->parent;
    return at == doc->root;
}

uint64_t a3d_declared_size(const a3d_doc *doc, uint32_t *node)
{
    enum { NEAR = 4096 };
    uint32_t first = A3D_NO_NODE;
    *node = A3D_NO_NODE;
    for (uint32_t i = 0; i < doc->n_nodes && i < NEAR; i++) {
        const a3d_node *n = a3d_at(doc, i);
        unsigned kind = n->state == A3D_PRESENT && n->stream == 0 ? n->row->derive.kind : A3D_GIVEN;
        if (kind == A3D_TOTAL) {
            *node = i;
            return n->v.u;
        }
        if (kind == A3D_SPAN && first == A3D_NO_NODE && n->v.u > 0 && is_of_root(doc, n))
            first = i;
    }
    *node = first;
    return first != A3D_NO_NODE ? span_end(doc, a3d_at(doc, first)) : placed_end(doc);
}

bool a3d_is_after_end(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t node;
    if (f->rule->fault != A3D_FAULT_TRAILING || f->place.node != A3D_NO_NODE || f->cause != A3D_NO_CAUSE ||
        doc->more_findings > 0 || a3d_declared_size(doc, &node) != f->off)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *other = &doc->findings[i];
        if (other != f && other->severity == A3D_ERROR && other->rule->fault != A3D_FAULT_NONE)
            return false;
    }
    return true;
}

bool a3d_is_cut(const a3d_doc *doc, uint32_t list)
{
    const a3d_node *node = a3d_at(doc, list);
    bool cut = a3d_side_find(doc, list, A3D_SIDE_TAINT, NULL) != NULL;
    if (a3d_shape_of(node)->count_by != A3D_COUNT_FRAMED)
        return false;
    for (size_t i = 0; !cut && node->packed && i < doc->n_findings; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        bool ends = fault == A3D_FAULT_PACKED_ENDS || fault == A3D_FAULT_PACKED_DATA ||
                    fault == A3D_FAULT_PACKED_TRAILING;
        cut = ends && doc->findings[i].place.node == list;
    }
    return cut;
}
