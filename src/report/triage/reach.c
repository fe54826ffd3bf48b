/* reach.c - what depends on damaged records; see parts.h
 *
 * A mesh whose vertices are damaged is drawn as damaged, although no finding is in the mesh itself. */
#include "engine/check/links.h"
#include "engine/document/path.h"
#include "report/triage/parts.h"

enum { ROUNDS = 4, MOST_PATHS = 200, MOST_VALUES = 65536 };

/* The state of a node: sound, damaged itself, or dependent on something damaged. */
enum { SOUND, DAMAGED, DEPENDENT };

typedef struct reach {
    a3d_ctx ctx;
    const a3d_doc *doc;
    uint8_t *state;
} reach;

/* The innermost list element that contains a node, or A3D_NO_NODE. */
static uint32_t element_of(const a3d_doc *doc, uint32_t node)
{
    while (node != A3D_NO_NODE && a3d_at(doc, node)->row != &a3d_row_element)
        node = a3d_at(doc, node)->parent;
    return node;
}

/* The outermost element that contains a node, which is what others refer to; A3D_NO_NODE when there is none. */
static uint32_t whole_of(const a3d_doc *doc, uint32_t node)
{
    uint32_t whole = element_of(doc, node), outer = whole;
    while (outer != A3D_NO_NODE && a3d_at(doc, a3d_at(doc, outer)->parent)->row->keys.space == 0) {
        outer = element_of(doc, a3d_at(doc, outer)->parent);
        whole = outer != A3D_NO_NODE ? outer : whole;
    }
    return whole;
}

static void damage(reach *r, const a3d_place *place)
{
    uint32_t whole = whole_of(r->doc, place->node);
    if (whole != A3D_NO_NODE)
        r->state[whole] = DAMAGED;
}

static bool names_damaged(reach *r, const a3d_row *row, int64_t value)
{
    const a3d_key *key = a3d_index_find(&r->ctx, row->ref.spaces, value);
    uint32_t target = key != NULL ? a3d_key_node(r->doc, key) : A3D_NO_NODE;
    return target != A3D_NO_NODE && r->state[target] != SOUND;
}

static bool refers_to_damaged(reach *r, const a3d_node *node)
{
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off;
    if (s->kind == A3D_SCALAR)
        return names_damaged(r, node->row, node->v.i);
    const uint8_t *p = s->kind == A3D_ARRAY ? a3d_content(r->doc, node, &stream, &off) : NULL;
    for (uint32_t i = 0; p != NULL && i < a3d_stored_count(node) && i < MOST_VALUES; i++)
        if (names_damaged(r, node->row,
                          a3d_load_type(p + (size_t)i * a3d_width(s->type), s->type, r->doc->format->big_endian)))
            return true;
    return false;
}

static bool spread(reach *r)
{
    bool some = false;
    for (uint32_t i = 0; i < r->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(r->doc, i);
        if (node->row == NULL || node->row->ref.spaces == 0 || node->state != A3D_PRESENT)
            continue;
        uint32_t whole = whole_of(r->doc, i);
        if (whole == A3D_NO_NODE || r->state[whole] != SOUND || !refers_to_damaged(r, node))
            continue;
        r->state[whole] = DEPENDENT;
        some = true;
    }
    return some;
}

void a3d_put_reached(a3d_json *j, a3d_doc *doc, const bool *shown)
{
    reach r = {.doc = doc, .state = a3d_arena_alloc(doc->arena, doc->n_nodes)};
    unsigned n = 0;
    a3d_json_member_open(j, "reached", '[');
    bool good = r.state != NULL && a3d_resume(&r.ctx, doc) == A3D_OK && a3d_index_build(&r.ctx) == A3D_OK;
    for (uint32_t i = 0; good && i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (!shown[i] || f->severity < A3D_WARNING)
            continue;
        damage(&r, &f->place);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            damage(&r, &f->suspects[k].place);
    }
    for (unsigned round = 0; good && round < ROUNDS && spread(&r); round++)
        ;
    for (uint32_t i = 0; good && i < doc->n_nodes && n < MOST_PATHS; i++) {
        if (r.state[i] != DEPENDENT)
            continue;
        a3d_text path;
        a3d_text_init(&path, j->out->arena);
        a3d_put_path(&path, doc, i);
        a3d_json_text(j, path.data, path.size);
        a3d_text_free(&path);
        n++;
    }
    a3d_json_close(j, ']');
}
