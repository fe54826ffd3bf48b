/* tree.c - a document as a folded tree for the page: what contains a finding is open, the rest is shortened
 *
 * A node is [name, value, stream, offset, size, [findings], state, [nodes]]; state 0 is sound, 1 has a finding, 2 is
 * suspected, 3 was not read. A ninth member, true, says that paths do not have the name. In a list a number stands for
 * that many elements that were left out. */
#include "base/never.h"
#include "report/triage/parts.h"

#include <inttypes.h>
#include <string.h>

enum { FEW = 6, SOME = 40, OPEN_DEPTH = 2, MOST_DEPTH = 90, MOST_NODES = 1500, MOST_TEXT = 60, FEW_VALUES = 6 };
enum { SOUND, FAULTY, SUSPECTED, UNREAD };

typedef struct tree {
    a3d_json *j;
    const a3d_doc *doc;
    const bool *shown;
    uint8_t *holds; /* by node: contains a finding */
    unsigned nodes;
} tree;

static void put_node(tree *t, uint32_t index, uint32_t element, unsigned depth);

static void mark(tree *t, const a3d_place *place)
{
    for (uint32_t i = place->node; i != A3D_NO_NODE && !t->holds[i]; i = a3d_at(t->doc, i)->parent)
        t->holds[i] = 1;
}

/* ---- values ---- */

static void put_shortened(a3d_text *out, const uint8_t *p, uint32_t n)
{
    uint32_t most = n < MOST_TEXT ? n : MOST_TEXT;
    while (most < n && most > 0 && (p[most] & 0xc0) == 0x80)
        most--;
    a3d_putc(out, '"');
    a3d_put_printable(out, (const char *)p, most);
    a3d_puts(out, most < n ? "…" : "\"");
}

static void put_array(a3d_text *out, const tree *t, const a3d_node *node)
{
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off, n = a3d_stored_count(node), i;
    const uint8_t *p = a3d_content(t->doc, node, &stream, &off);
    if (s->text && p != NULL) {
        put_shortened(out, p, n);
        return;
    }
    a3d_printf(out, "%" PRIu32 " value%s", n, n == 1 ? "" : "s");
    for (i = 0; p != NULL && i < n && i < FEW_VALUES; i++) {
        a3d_puts(out, i == 0 ? ": " : ", ");
        a3d_put_scalar(out, node->row, s->type,
                       a3d_load_type(p + (size_t)i * a3d_width(s->type), s->type, t->doc->format->big_endian));
    }
    a3d_puts(out, i < n && i > 0 ? " …" : "");
}

static void put_value(tree *t, const a3d_node *node)
{
    a3d_text text;
    unsigned kind = a3d_shape_of(node)->kind;
    a3d_text_init(&text, t->j->out->arena);
    if (node->state == A3D_NOT_READ)
        a3d_puts(&text, "not read");
    else if (kind == A3D_SCALAR)
        a3d_put_node_value(&text, t->doc, (uint32_t)(node - t->doc->nodes), node->v.i);
    else if (kind == A3D_ARRAY)
        put_array(&text, t, node);
    else if (kind == A3D_VECTOR)
        a3d_printf(&text, "%" PRIu32 " element%s", node->v.at.count, node->v.at.count == 1 ? "" : "s");
    else if (kind == A3D_SLACK || kind == A3D_GAP)
        a3d_printf(&text, "%" PRIu32 " byte%s that no field owns", node->size, node->size == 1 ? "" : "s");
    if (node->state == A3D_PRESENT && node->row->derive.kind != A3D_GIVEN && !node->honest)
        a3d_puts(&text, " (wrong)");
    a3d_json_text(t->j, text.data != NULL ? text.data : "", text.size);
    a3d_text_free(&text);
}

/* Writes the findings and suspects of a node, and returns the state that they give it. */
static unsigned put_findings(tree *t, uint32_t index, unsigned state)
{
    a3d_json_open(t->j, '[');
    for (uint32_t i = 0; i < t->doc->n_findings; i++) {
        const a3d_finding *f = &t->doc->findings[i];
        bool here = f->place.node == index, suspected = false;
        if (!t->shown[i])
            continue;
        for (uint32_t k = 0; k < f->n_suspects; k++)
            suspected |= f->suspects[k].place.node == index;
        if (!here && !suspected)
            continue;
        a3d_json_uint(t->j, i);
        state = here && f->severity >= A3D_WARNING ? FAULTY : suspected && state == SOUND ? SUSPECTED : state;
    }
    a3d_json_close(t->j, ']');
    return state;
}

/* ---- nodes ---- */

static void put_left_out(tree *t, uint32_t n)
{
    if (n > 0)
        a3d_json_uint(t->j, n);
}

/* Writes the first elements and those that contain findings. */
static void put_elements(tree *t, const a3d_node *node, unsigned depth)
{
    uint32_t out = 0, some = 0;
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        uint32_t child = node->v.at.first + i;
        if ((i < FEW || (t->holds[child] && some++ < SOME)) && t->nodes < MOST_NODES) {
            put_left_out(t, out);
            out = 0;
            put_node(t, child, i, depth);
        } else {
            out++;
        }
    }
    put_left_out(t, out);
}

static bool is_shown(const a3d_node *field)
{
    return field->state != A3D_GATED && field->state != A3D_ABSENT;
}

static void put_fields(tree *t, uint32_t index, unsigned depth)
{
    const a3d_node *node = a3d_at(t->doc, index);
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        uint32_t child = node->v.at.first + i;
        const a3d_node *field = a3d_at(t->doc, child);
        if (!is_shown(field))
            continue;
        if (t->nodes >= MOST_NODES) {
            put_left_out(t, node->v.at.count - i);
            return;
        }
        if (field->row->transparent && field->state == A3D_PRESENT && a3d_record_type(t->doc, child) != NULL)
            put_fields(t, child, depth);
        else
            put_node(t, child, UINT32_MAX, depth);
    }
    static const a3d_side_kind kinds[] = {A3D_SIDE_SLACK, A3D_SIDE_GAP};
    for (unsigned k = 0; k < 2; k++)
        for (const a3d_side *s = a3d_side_find(t->doc, index, kinds[k], NULL); s != NULL && t->nodes < MOST_NODES;
             s = a3d_side_find(t->doc, index, kinds[k], s))
            put_node(t, (uint32_t)s->value, UINT32_MAX, depth);
}

/* Packed content and flat lists have no nodes that could be shown inside them. */
static void put_inside(tree *t, uint32_t index, unsigned depth)
{
    const a3d_node *node = a3d_at(t->doc, index);
    unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
    if (depth > OPEN_DEPTH && !t->holds[index])
        return;
    if (A3D_NEVER(depth > MOST_DEPTH)) /* test_depth (test_tables.c) limits how deeply records nest */
        return;
    if (kind == A3D_VECTOR && !node->flat)
        put_elements(t, node, depth + 1);
    else if (kind == A3D_RECORD || kind == A3D_SWITCH)
        put_fields(t, index, depth + 1);
}

static void put_node(tree *t, uint32_t index, uint32_t element, unsigned depth)
{
    const a3d_node *node = a3d_at(t->doc, index);
    a3d_text name;
    a3d_text_init(&name, t->j->out->arena);
    if (element != UINT32_MAX)
        a3d_printf(&name, "[%" PRIu32 "]", element);
    else
        a3d_puts(&name, a3d_row_name(node->row));
    t->nodes++;
    a3d_json_open(t->j, '[');
    a3d_json_text(t->j, name.data != NULL ? name.data : "", name.size);
    a3d_text_free(&name);
    put_value(t, node);
    a3d_json_uint(t->j, node->stream);
    a3d_json_uint(t->j, node->off);
    a3d_json_uint(t->j, node->size);
    unsigned state = put_findings(t, index, node->state == A3D_NOT_READ ? UNREAD : SOUND);
    a3d_json_uint(t->j, state);
    a3d_json_open(t->j, '[');
    put_inside(t, index, depth);
    a3d_json_close(t->j, ']');
    if (node->row->transparent)
        a3d_json_bool(t->j, true);
    a3d_json_close(t->j, ']');
}

void a3d_put_detail_tree(a3d_json *j, const a3d_doc *doc, const bool *shown)
{
    tree t = {.j = j, .doc = doc, .shown = shown};
    t.holds = a3d_arena_alloc(doc->arena, doc->n_nodes + 1);
    a3d_json_open(j, '[');
    if (t.holds == NULL)
        j->out->failed = true;
    for (uint32_t i = 0; t.holds != NULL && i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (!shown[i])
            continue;
        mark(&t, &f->place);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            mark(&t, &f->suspects[k].place);
    }
    if (t.holds != NULL)
        put_fields(&t, doc->root, 0);
    a3d_json_close(j, ']');
}
