/* resume.c - trials that start in the middle of a stream; see search.h
 *
 * The document of the trials begins as a copy of what the damaged one has of the stream. A trial resumes at the field
 * that it changes, and afterwards the nodes that it overwrote are restored. So it only costs what is between the
 * change and its end. */
#include "engine/diagnose/search.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <string.h>

/* Whether the searched stream is the content of a packed node, which then is the root of the trials. */
static bool is_packed(const a3d_search *s)
{
    return s->doc->streams[s->stream].owner != A3D_NO_NODE;
}

/* Whether a node of the damaged document has children. */
static bool has_children(const a3d_node *node)
{
    if (node->row == NULL || node->state != A3D_PRESENT || node->flat)
        return false;
    unsigned kind = a3d_shape_of(node)->kind;
    return (kind == A3D_RECORD || kind == A3D_VECTOR || kind == A3D_SWITCH) && node->v.at.count > 0;
}

/* Node `index` of the trials' document before any trial. For a whole file it is that of the damaged document. The root
 * of an unpacked stream keeps what place_root gave it. */
static a3d_node shared_node(const a3d_search *s, uint32_t index)
{
    uint32_t shift = s->first.shift, owner = s->doc->streams[s->stream].owner;
    a3d_node node = *a3d_at(s->doc, index + shift);
    if (!is_packed(s))
        return node;
    if (index == 0) {
        a3d_node root = *a3d_at(s->doc, owner);
        root.v.at.first -= shift;
        root.row = s->first.root.row;
        root.alt = s->first.root.alt;
        root.packed = s->first.root.packed;
        root.parent = A3D_NO_NODE;
        root.stream = 0;
        return root;
    }
    node.parent = node.parent == owner ? 0 : node.parent - shift;
    node.stream = 0;
    if (has_children(&node))
        node.v.at.first -= shift;
    return node;
}

/* Restores `n` nodes from `from` on. */
static void restore_nodes(a3d_search *s, size_t from, size_t n)
{
    size_t end = from + n < s->first.n_nodes ? from + n : s->first.n_nodes;
    a3d_node *nodes = s->ctx.doc->nodes;
    if (is_packed(s))
        for (size_t i = from; i < end; i++)
            nodes[i] = shared_node(s, (uint32_t)i);
    else if (from < end)
        memcpy(nodes + from, s->doc->nodes + from, (end - from) * sizeof *nodes);
    s->restored += n;
}

/* A stream of the damaged document whose data stays owned by that. */
static a3d_stream borrowed(const a3d_search *s, size_t stream)
{
    a3d_stream borrowed = s->doc->streams[stream];
    borrowed.owned = false;
    return borrowed;
}

/* Gives the trials the unpacked streams of the damaged document, when the file itself is searched. */
static bool borrow_streams(a3d_search *s)
{
    const a3d_doc *doc = s->doc;
    uint32_t id;
    for (size_t i = 1; s->stream == 0 && i < doc->n_streams; i++)
        if (a3d_open_stream(&s->ctx, borrowed(s, i), &id) != A3D_OK)
            return false;
    s->first.n_streams = s->ctx.doc->n_streams;
    return true;
}

/* Notes the fields that mask bits decide about, in the order of decoding, and for each node how many bits were used
 * before it. */
static void note_bits(a3d_search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx.doc, index);
    a3d_reading *first = &s->first;
    first->used[index] = first->n_bits;
    if (node->row != NULL && node->row->optional && node->state != A3D_GATED && first->n_bits < s->doc->mask.used)
        first->bits[first->n_bits++] = index;
    for (uint32_t i = 0; has_children(node) && i < node->v.at.count; i++)
        note_bits(s, node->v.at.first + i);
}

static bool note_mask(a3d_search *s)
{
    const a3d_mask *mask = &s->doc->mask;
    a3d_reading *first = &s->first;
    if (mask->node == A3D_NO_NODE || a3d_at(s->doc, mask->node)->stream != s->stream)
        return true;
    first->used = a3d_block_resize(&s->arena, NULL, first->n_nodes * sizeof *first->used);
    first->bits = a3d_block_resize(&s->arena, NULL, (mask->used + 1u) * sizeof *first->bits);
    if (first->used == NULL || first->bits == NULL)
        return false;
    first->mask = *mask;
    first->mask.node -= first->shift;
    first->mask.bytes = s->copy + a3d_at(s->doc, mask->node)->off;
    note_bits(s, 0);
    return true;
}

/* Only fields before the stream count, since misread ones after the damage may have published anything. */
void a3d_publish_before(a3d_search *s)
{
    const a3d_doc *doc = s->doc;
    uint32_t owner = doc->streams[s->stream].owner, end = is_packed(s) ? a3d_at(doc, owner)->v.at.first : 0;
    s->ctx.doc->vars[A3D_VAR_BRANCH] = doc->vars[A3D_VAR_BRANCH];
    for (uint32_t i = 0; i < end && i < doc->n_nodes; i++)
        if (a3d_at(doc, i)->row != NULL && a3d_at(doc, i)->state == A3D_PRESENT)
            a3d_publish(s->ctx.doc, a3d_at(doc, i));
}

/* Notes the nodes that publish variables. There are only a few. */
static void note_published(a3d_search *s)
{
    a3d_reading *first = &s->first;
    const a3d_node *nodes = s->ctx.doc->nodes;
    for (uint32_t i = 0; i < first->n_nodes && first->n_published < A3D_PUBLISHED; i++)
        if (nodes[i].row != NULL && nodes[i].row->publish)
            first->published[first->n_published++] = i;
}

/* Sets the variables of a mark to their values before a field at `off`. */
static void publish_until(const a3d_search *s, a3d_mark *mark, uint32_t off)
{
    const a3d_reading *first = &s->first;
    for (unsigned i = 0; i < first->n_published && first->published[i] < mark->nodes; i++) {
        const a3d_node node = shared_node(s, first->published[i]);
        if (node.state == A3D_PRESENT && (node.stream != 0 || node.off < off) && mark->vars[node.row->publish - 1] == 0)
            mark->vars[node.row->publish - 1] = node.v.i;
    }
}

void a3d_share_reading(a3d_search *s)
{
    const a3d_doc *doc = s->doc;
    a3d_reading *first = &s->first;
    uint32_t owner = doc->streams[s->stream].owner, end = (uint32_t)doc->n_nodes, made;
    const a3d_node *top = a3d_at(doc, is_packed(s) ? owner : doc->root);
    if (!has_children(top) || (s->stream == 0 && doc->root != 0))
        return;
    while (s->stream != 0 && end > 0 && a3d_at(doc, end - 1)->stream != s->stream)
        end--;
    first->shift = s->stream == 0 ? 0 : top->v.at.first - 1;
    if (end <= top->v.at.first)
        return;
    first->n_nodes = end - first->shift;
    first->root = *a3d_at(s->ctx.doc, 0);
    if (a3d_reserve(&s->ctx, (uint32_t)(first->n_nodes - 1), 0, 0, &made) != A3D_OK ||
        made != 1 || !borrow_streams(s))
        return;
    restore_nodes(s, 0, first->n_nodes);
    note_published(s);
    first->known = note_mask(s);
}

/* ---- the start and end of a trial ---- */

/* The node after the last child of a record or list. */
static uint32_t children_end(const a3d_doc *doc, uint32_t parent)
{
    return a3d_at(doc, parent)->v.at.first + a3d_at(doc, parent)->v.at.count;
}

/* The first node that was added after the reading of node `index` began. */
static uint32_t first_added(const a3d_search *s, uint32_t index)
{
    const a3d_doc *doc = s->ctx.doc;
    uint32_t off = a3d_at(doc, index)->off, at = index, added = (uint32_t)s->first.n_nodes;
    while (at != A3D_NO_NODE) {
        uint32_t parent = a3d_at(doc, at)->parent;
        uint32_t end = parent != A3D_NO_NODE ? children_end(doc, parent) : at + 1;
        while (at < end && !has_children(a3d_at(doc, at))) /* after an unread element all others are unread */
            at = a3d_at(doc, at)->row == &a3d_row_element ? end : at + 1;
        if (at < end) {
            added = a3d_at(doc, at)->v.at.first;
            break;
        }
        do { /* go on after the record or list */
            at = parent;
            parent = at != A3D_NO_NODE ? a3d_at(doc, at)->parent : A3D_NO_NODE;
        } while (parent != A3D_NO_NODE && at + 1 == children_end(doc, parent));
        at = parent != A3D_NO_NODE ? at + 1 : A3D_NO_NODE;
    }
    while (added > index + 1 && a3d_at(doc, added - 1)->row == &a3d_row_slack && a3d_at(doc, added - 1)->off >= off)
        added--;
    return added;
}

/* Sets the path from the root to the node that `node` of the damaged document is in the trial. False when there is
 * none. */
static bool find_path(a3d_search *s, uint32_t node)
{
    const a3d_doc *doc = s->ctx.doc;
    unsigned n = 0;
    if (node <= s->first.shift || node - s->first.shift >= s->first.n_nodes)
        return false;
    node -= s->first.shift;
    for (uint32_t at = node; at != 0; at = a3d_at(doc, at)->parent)
        if (at == A3D_NO_NODE || at >= s->first.n_nodes || ++n >= A3D_PATH_MOST)
            return false;
    s->resume_path[n] = A3D_NO_NODE;
    for (uint32_t at = node; n > 0; at = a3d_at(doc, at)->parent)
        s->resume_path[--n] = at;
    return true;
}

/* The first node of the damaged document that a repair affects. For a mask bit it is the field that the bit decides
 * about. */
static uint32_t changed_node(const a3d_search *s, const a3d_attempt *r)
{
    if (r->bit == A3D_NO_BIT)
        return r->node;
    uint32_t bit = 8 * (r->off - a3d_at(s->doc, r->node)->off) + r->bit - s->doc->mask.header;
    return s->first.used != NULL && bit < s->first.n_bits ? s->first.bits[bit] + s->first.shift : A3D_NO_NODE;
}

/* Counts the faults before `off` that end no record, since that part is not read again. */
static void count_reported(a3d_search *s, uint32_t off)
{
    a3d_ctx *ctx = &s->ctx;
    for (size_t i = 0; i < s->doc->n_findings; i++) {
        const a3d_finding *f = &s->doc->findings[i];
        bool once = f->rule->fault == A3D_FAULT_OVERLONG || f->rule->fault == A3D_FAULT_PADDING;
        if (!once || f->stream != s->stream || f->off >= off)
            continue;
        ctx->reported += f->count * a3d_weight(f->rule->severity);
        ctx->reported_errors += f->rule->severity == A3D_ERROR ? f->count : 0;
    }
}

static void restore_reading(a3d_search *s);

void a3d_prepare_full_trial(a3d_search *s)
{
    a3d_ctx *ctx = &s->ctx;
    restore_reading(s);
    a3d_release(ctx, &s->clean);
    ctx->doc->mask.node = A3D_NO_NODE;
    ctx->reported = ctx->reported_errors = 0;
    ctx->resume_path = NULL;
    ctx->lost = false;
    s->from = 0;
}

void a3d_prepare_trial(a3d_search *s, const a3d_attempt *r)
{
    a3d_ctx *ctx = &s->ctx;
    restore_reading(s);
    uint32_t node = s->first.known ? changed_node(s, r) : A3D_NO_NODE;
    if (node == A3D_NO_NODE || !find_path(s, node)) {
        a3d_prepare_full_trial(s);
        return;
    }
    uint32_t here = node - s->first.shift, off = a3d_at(ctx->doc, here)->off;
    a3d_mark mark = s->clean;
    mark.nodes = first_added(s, here);
    for (size_t i = 1; i < s->first.n_streams; i++)
        if (s->doc->streams[i].parent == 0 && s->doc->streams[i].off < off)
            mark.streams = i + 1;
    publish_until(s, &mark, off);
    mark.mask.node = A3D_NO_NODE;
    if (s->first.used != NULL && here > s->first.mask.node) {
        mark.mask = s->first.mask;
        mark.mask.used = s->first.used[here];
    }
    a3d_release(ctx, &mark);
    ctx->reported = ctx->reported_errors = 0;
    count_reported(s, off);
    s->from = (uint32_t)mark.nodes;
    ctx->resume_path = s->resume_path;
}

/* Restores the record or list that contains a node of the path. In a list each element that was read added a node; if
 * the list has become shorter, all of its elements were overwritten. */
static void restore_step(a3d_search *s, uint32_t node, size_t added)
{
    const a3d_node was = shared_node(s, node), parent = shared_node(s, was.parent);
    size_t left = parent.v.at.first + parent.v.at.count - node;
    if (was.row != &a3d_row_element)
        restore_nodes(s, parent.v.at.first, parent.v.at.count);
    else if (added < left && a3d_at(s->ctx.doc, was.parent)->v.at.count == parent.v.at.count)
        restore_nodes(s, node, added + 1);
    else
        restore_nodes(s, node, left);
}

/* Undoes the last trial, which wrote into nodes that it added and into the records and lists on its path. */
static void restore_reading(a3d_search *s)
{
    a3d_doc *doc = s->ctx.doc;
    size_t added = doc->n_nodes > s->from ? doc->n_nodes - s->from : 0;
    if (!s->first.known || !s->changed)
        return;
    s->changed = false;
    a3d_release(&s->ctx, &s->clean);
    doc->n_nodes = s->first.n_nodes;
    for (doc->n_streams = 1; doc->n_streams < s->first.n_streams; doc->n_streams++)
        doc->streams[doc->n_streams] = borrowed(s, doc->n_streams);
    restore_nodes(s, s->from, added);
    unsigned n = 0;
    while (s->from > 0 && s->resume_path[n] != A3D_NO_NODE)
        n++;
    while (n-- > 0)
        restore_step(s, s->resume_path[n], added);
    restore_nodes(s, 0, 1);
}
