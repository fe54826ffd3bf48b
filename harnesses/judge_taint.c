/* judge_taint.c - what a fault left unread is marked; see judge.h
 *
 * Two traces of such a fault are in the tree itself, whatever rule it broke: nodes that were not read, and slack. So
 * the marks can be checked without knowing which faults end a record. */
#include "judge.h"

#include <stdio.h>

static bool is_tainted(const a3d_doc *doc, uint32_t node)
{
    return a3d_side_find(doc, node, A3D_SIDE_TAINT, NULL) != NULL;
}

static bool lies_in_tainted(const a3d_doc *doc, uint32_t node)
{
    while (node != A3D_NO_NODE && !is_tainted(doc, node))
        node = a3d_at(doc, node)->parent;
    return node != A3D_NO_NODE;
}

/* Whether the node is a child of its parent. When a record is read again, it has other children, and these are left. */
static bool is_child(const a3d_doc *doc, uint32_t node)
{
    uint32_t parent = a3d_at(doc, node)->parent;
    const a3d_node *above = parent != A3D_NO_NODE ? a3d_at(doc, parent) : NULL;
    return above != NULL && above->state == A3D_PRESENT && node - above->v.at.first < above->v.at.count;
}

static bool is_surplus(a3d_fault fault)
{
    return fault == A3D_FAULT_LEFT_OVER || fault == A3D_FAULT_TRAILING || fault == A3D_FAULT_PACKED_TRAILING;
}

/* Whether a finding says that bytes are left after content that was read to its end. Repeats are counted with the
 * first, wherever that is. */
static bool is_left_over(const a3d_doc *doc, uint32_t owner)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        bool here = f->place.node == owner || (f->place.node == A3D_NO_NODE && owner == doc->root) || f->count > 1;
        if (here && is_surplus(f->rule->fault))
            return true;
    }
    return doc->more_findings > 0;
}

static const char *name_of(const a3d_doc *doc, uint32_t node)
{
    const char *name = a3d_row_name(a3d_at(doc, node)->row);
    return name[0] != '\0' ? name : node == doc->root ? "the file" : "an element";
}

/* Whether a reference to what may be missing was reported as a fault of its own, although something was not read. */
static bool is_blamed(const a3d_doc *doc, const a3d_finding *f)
{
    const a3d_row *row = f->place.node != A3D_NO_NODE ? a3d_at(doc, f->place.node)->row : NULL;
    return row != NULL && row->ref.spaces != 0 && f->cause == A3D_NO_CAUSE &&
           f->rule == &doc->format->rules[row->ref.rule];
}

/* Nodes that were not read stand side by side: the first one speaks for all. */
static bool unread_is_marked(const a3d_doc *doc, char *why, size_t room)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i), *before = i > 0 ? a3d_at(doc, i - 1) : NULL;
        bool first = before == NULL || before->state != A3D_NOT_READ || before->parent != node->parent;
        if (node->state == A3D_NOT_READ && first && is_child(doc, i) && !lies_in_tainted(doc, i)) {
            snprintf(why, room, "%s was not read, and nothing around it is marked as tainted", name_of(doc, i));
            return false;
        }
    }
    return true;
}

static bool sides_agree(const a3d_doc *doc, char *why, size_t room)
{
    for (size_t i = 0; i < doc->n_sides; i++) {
        const a3d_side *s = &doc->sides[i];
        if (s->kind == A3D_SIDE_TAINT && s->value >= doc->n_findings) {
            snprintf(why, room, "%s is tainted by a finding that there is not", name_of(doc, s->node));
            return false;
        }
        if (s->kind == A3D_SIDE_SLACK && !is_tainted(doc, s->node) && !is_left_over(doc, s->node)) {
            snprintf(why, room, "%s ends in slack, but is not marked as tainted", name_of(doc, s->node));
            return false;
        }
    }
    return true;
}

static bool missing_has_cause(const a3d_doc *doc, char *why, size_t room)
{
    bool tainted = false;
    for (size_t i = 0; i < doc->n_sides && !tainted; i++)
        tainted = doc->sides[i].kind == A3D_SIDE_TAINT;
    for (size_t i = 0; i < doc->n_findings && tainted; i++) {
        if (!is_blamed(doc, &doc->findings[i]))
            continue;
        snprintf(why, room, "what %s refers to may be unread, and the finding has no cause",
                 name_of(doc, doc->findings[i].place.node));
        return false;
    }
    return true;
}

bool judge_taint(const a3d_doc *doc, char *why, size_t room)
{
    return doc->n_findings == 0 || (unread_is_marked(doc, why, room) && sides_agree(doc, why, room) &&
                                    missing_has_cause(doc, why, room));
}
