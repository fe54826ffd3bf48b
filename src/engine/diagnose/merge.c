/* merge.c - findings of a repaired copy become findings of the document; see search.h */
#include "engine/diagnose/search.h"
#include "engine/document/nodes.h"
#include "engine/document/path.h"

#include <string.h>

/* MOST_LATER: findings that may be added. */
enum { DEPTH = 64, MOST_LATER = 16 };

/* A document and its repaired copy. */
typedef struct merge {
    a3d_doc *doc;
    const a3d_doc *next;
    uint32_t *same; /* by finding of the copy: the one of the document, or A3D_NO_CAUSE */
} merge;

/* ---- places ---- */

static bool has_child(const a3d_doc *doc, uint32_t parent, uint32_t child)
{
    const a3d_node *node = a3d_at(doc, parent);
    unsigned kind = a3d_shape_of(node)->kind;
    return node->state == A3D_PRESENT && !node->flat &&
           (kind == A3D_RECORD || kind == A3D_VECTOR || kind == A3D_SWITCH) && child < node->v.at.count;
}

/* The node of the document at the place of one of the copy, or the innermost one around it, where *exact is false. */
static uint32_t node_of(const merge *m, uint32_t node, bool *exact)
{
    uint32_t path[DEPTH], n = 0, at = m->doc->root;
    for (; node != m->next->root && node != A3D_NO_NODE && n < DEPTH; node = a3d_at(m->next, node)->parent)
        path[n++] = node;
    *exact = n < DEPTH;
    while (n-- > 0 && *exact) {
        const a3d_node *step = a3d_at(m->next, path[n]);
        uint32_t child = path[n] - a3d_at(m->next, step->parent)->v.at.first;
        uint32_t found = a3d_at(m->doc, at)->v.at.first + child;
        *exact = has_child(m->doc, at, child) && a3d_at(m->doc, found)->row == step->row;
        at = *exact ? found : at;
    }
    return at;
}

static const char *copy_text(const merge *m, const char *text)
{
    const char *copy = text != NULL ? a3d_arena_text(m->doc->arena, text, strlen(text)) : NULL;
    return copy != NULL ? copy : "";
}

/* The same place in the document. What the document lacks of its path becomes a suffix. */
static a3d_place place_of(const merge *m, const a3d_place *place)
{
    bool exact;
    a3d_place out = *place;
    a3d_text whole, outer;
    if (place->node == A3D_NO_NODE)
        return out;
    out.node = node_of(m, place->node, &exact);
    a3d_text_init(&whole, m->doc->arena);
    a3d_text_init(&outer, m->doc->arena);
    a3d_put_place(&whole, m->next, place);
    a3d_put_path(&outer, m->doc, out.node);
    a3d_putc(&whole, '\0');
    bool inside = !whole.failed && !outer.failed && whole.size > outer.size;
    out.suffix = copy_text(m, exact ? place->suffix : inside ? whole.data + outer.size : "");
    a3d_text_free(&outer);
    a3d_text_free(&whole);
    return out;
}

/* The place of bytes of the copy in the document. What is unpacked in the copy only is named by its packed bytes; the
 * result is false then. */
static bool span_of(const merge *m, uint32_t *stream, uint32_t *off, uint32_t *size, uint32_t *bit)
{
    const a3d_stream *s = &m->next->streams[*stream];
    bool exact = false;
    uint32_t owner = *stream != 0 && s->owner != A3D_NO_NODE ? node_of(m, s->owner, &exact) : A3D_NO_NODE;
    uint32_t same = exact ? a3d_stream_of(m->doc, owner) : 0;
    if (*stream == 0)
        return true;
    if (same != 0 && *off <= m->doc->streams[same].size && *size <= m->doc->streams[same].size - *off) {
        *stream = same;
        return true;
    }
    *stream = s->parent;
    *off = s->off;
    *size = s->packed_size;
    *bit = A3D_NO_BIT;
    span_of(m, stream, off, size, bit);
    return false;
}

/* ---- findings ---- */

/* The finding of the document about the same place, or A3D_NO_CAUSE. */
static uint32_t same_finding(const merge *m, const a3d_finding *f, size_t known)
{
    uint32_t stream = f->stream, off = f->off, size = f->size, bit = f->bit;
    span_of(m, &stream, &off, &size, &bit);
    for (uint32_t i = 0; i < known; i++) {
        const a3d_finding *g = &m->doc->findings[i];
        if (g->rule == f->rule && g->stream == stream && g->off == off)
            return i;
    }
    return A3D_NO_CAUSE;
}

static void copy_suspects(const merge *m, const a3d_finding *from, a3d_finding *to)
{
    bool known = from->n_suspects > 0 && !from->suspects[0].partial;
    a3d_suspect *list = known ? a3d_arena_alloc(m->doc->arena, from->n_suspects * sizeof *list) : NULL;
    to->n_suspects = 0;
    for (uint32_t i = 0; list != NULL && i < from->n_suspects; i++) {
        list[i] = from->suspects[i];
        list[i].place = place_of(m, &from->suspects[i].place);
        list[i].repair = copy_text(m, from->suspects[i].repair);
        list[i].message = copy_text(m, from->suspects[i].message);
        /* the bytes that should be there are none of the packed ones */
        list[i].structural &= span_of(m, &list[i].stream, &list[i].off, &list[i].size, &list[i].bit);
        to->n_suspects++;
    }
    to->suspects = list;
}

static unsigned later_findings(const a3d_doc *doc)
{
    unsigned n = 0;
    for (size_t i = doc->n_findings; i-- > 0 && doc->findings[i].later;)
        n++;
    return n;
}

/* What the finding says, and that it did not show before. */
static const char *later_message(const merge *m, const a3d_finding *from)
{
    a3d_text text;
    a3d_text_init(&text, m->doc->arena);
    a3d_printf(&text, "%s; this shows once the damage before it is repaired", from->message);
    a3d_putc(&text, '\0');
    const char *message = text.failed ? from->message : text.data;
    message = copy_text(m, message);
    a3d_text_free(&text);
    return message;
}

/* Adds a finding of the copy that the document does not have. */
static void add_finding(merge *m, uint32_t i)
{
    a3d_doc *doc = m->doc;
    const a3d_finding *from = &m->next->findings[i];
    if (later_findings(doc) == MOST_LATER || doc->n_findings - doc->n_suppressed >= doc->most_findings)
        return;
    a3d_finding *list = a3d_grow(doc->arena, doc->findings, &doc->cap_findings, doc->n_findings + 1, sizeof *list);
    if (list == NULL)
        return;
    doc->findings = list;
    a3d_finding *f = &list[doc->n_findings];
    *f = *from;
    f->later = true;
    f->cause = A3D_NO_CAUSE;
    f->place = place_of(m, &from->place);
    f->n_places = f->count = 1;
    f->places[0] = f->place;
    f->message = later_message(m, from);
    f->expected = from->expected != NULL ? copy_text(m, from->expected) : NULL;
    f->suggestions = NULL;
    f->n_suggestions = 0;
    span_of(m, &f->stream, &f->off, &f->size, &f->bit);
    copy_suspects(m, from, f);
    m->same[i] = (uint32_t)doc->n_findings++;
}

/* Whether a finding is about the bytes that were repaired. */
static bool is_about(const a3d_finding *f, const a3d_suspect *repair)
{
    return f->stream == repair->stream && f->off < repair->off + repair->size && repair->off < f->off + f->size;
}

/* What has no cause in the copy has none in the document. What is about the repaired bytes is left out: the value there
 * may be one of several. */
static void take_roots(merge *m, const a3d_suspect *repair)
{
    size_t known = m->doc->n_findings;
    for (uint32_t i = 0; i < m->next->n_findings; i++) {
        const a3d_finding *f = &m->next->findings[i];
        m->same[i] = same_finding(m, f, known);
        if (f->cause != A3D_NO_CAUSE || f->severity != A3D_ERROR || is_about(f, repair))
            continue;
        if (m->same[i] == A3D_NO_CAUSE) {
            add_finding(m, i);
            continue;
        }
        a3d_finding *same = &m->doc->findings[m->same[i]];
        same->cause = A3D_NO_CAUSE;
        if (same->n_suspects == 0)
            copy_suspects(m, f, same);
    }
}

/* Whether a finding follows from another one. */
static bool follows(const a3d_doc *doc, uint32_t i, uint32_t from)
{
    while (i != from && i != A3D_NO_CAUSE)
        i = doc->findings[i].cause;
    return i == from;
}

/* Whether a finding is one of those that were repaired. */
static bool is_one_of(const uint32_t *roots, unsigned n, uint32_t i)
{
    for (unsigned k = 0; k < n; k++)
        if (roots[k] == i)
            return true;
    return false;
}

/* What has a cause in the copy has it in the document. Other errors that are gone follow from the last repaired one. */
static void take_causes(const merge *m, const uint32_t *roots, unsigned n)
{
    a3d_doc *doc = m->doc;
    uint32_t root = roots[n - 1];
    uint8_t *left = a3d_arena_alloc(doc->arena, doc->n_findings + 1);
    if (left == NULL)
        return;
    for (uint32_t i = 0; i < m->next->n_findings; i++) {
        uint32_t same = m->same[i], cause = m->next->findings[i].cause;
        if (same == A3D_NO_CAUSE)
            continue;
        left[same] = 1;
        if (cause != A3D_NO_CAUSE && m->same[cause] != A3D_NO_CAUSE && same != root &&
            !follows(doc, m->same[cause], same))
            doc->findings[same].cause = m->same[cause];
    }
    for (uint32_t i = 0; i < doc->n_findings && root != A3D_NO_CAUSE; i++)
        if (!left[i] && !is_one_of(roots, n, i) && !follows(doc, root, i) &&
            doc->findings[i].cause == A3D_NO_CAUSE && doc->findings[i].severity == A3D_ERROR)
            doc->findings[i].cause = root;
}

uint32_t a3d_same_finding(a3d_doc *doc, const a3d_doc *next, uint32_t finding)
{
    const merge m = {doc, next, NULL};
    return doc == next ? finding : same_finding(&m, &next->findings[finding], doc->n_findings);
}

void a3d_merge_findings(a3d_doc *doc, const a3d_doc *next, const a3d_suspect *repair, const uint32_t *roots,
                        unsigned n)
{
    merge m = {doc, next, a3d_arena_alloc(doc->arena, (next->n_findings + 1) * sizeof *m.same)};
    if (m.same == NULL)
        return;
    take_roots(&m, repair);
    take_causes(&m, roots, n);
}
