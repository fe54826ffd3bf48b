/* rules.c - the rules of A3D2 that tables cannot express: the order of the checks, texts and hygiene */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/a3d2/statements.h"

#include <string.h>

static const uint16_t statements[A3D_STATEMENTS] = {
#define X(name) [A3D_SAYS_##name] = A3D2_RULE_##name,
    A3D_COMMON_STATEMENTS(X) A3D_A3D2_STATEMENTS(X)
#undef X
};

#define KIND(list, space, P) {SCENE_##list, A3D2_##space, P##_boundBoxId, P##_id, P##_name, P##_parentId}
const a3d2_kind a3d2_kinds[A3D2_NODE_KINDS] = {
    KIND(ambientLights, AMBIENT_LIGHT, LIGHT),
    KIND(decals, DECAL, DECAL),
    KIND(directionalLights, DIRECTIONAL_LIGHT, LIGHT),
    KIND(joints, JOINT, JOINT),
    KIND(meshes, MESH, MESH),
    KIND(objects, OBJECT, NODE),
    KIND(omniLights, OMNI_LIGHT, OMNI),
    KIND(skins, SKIN, SKIN),
    KIND(spotLights, SPOT_LIGHT, SPOT),
    KIND(sprites, SPRITE, SPRITE),
    KIND(cameras, CAMERA, CAMERA),
    KIND(lods, LOD, LOD),
};

/* ---- texts ---- */

/* Checks A3D-065. A text that is too long is already reported for its length. */
static void check_nul(a3d_alternativa *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    uint32_t stream, off, n = node->v.at.count;
    const uint8_t *p = a3d_content(s->ctx->doc, node, &stream, &off);
    const uint8_t *nul = n > 0 && n <= A3D_MOST_CHARACTERS ? memchr(p, 0, n) : NULL;
    if (nul == NULL)
        return;
    uint32_t at = (uint32_t)(nul - p);
    a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_STRING_NUL, index, stream, off + at, 1);
    a3d_suffix(s->ctx, f, "[%u]", (unsigned)at);
    a3d_say(s->ctx, f, "byte %u of %s is NUL; expected text", (unsigned)at, a3d_row_name(node->row));
}

/* Checks A3D-138 to A3D-140. */
static void check_images(a3d_alternativa *s, uint32_t scene)
{
    uint32_t first, n = a3d_elements(s->ctx->doc, scene, SCENE_images, &first);
    a3d_text_list urls = {0};
    for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++) {
        a3d_check_url(s, i, IMAGE_url);
        if (a3d_at(s->ctx->doc, i)->state == A3D_PRESENT)
            a3d_text_list_add(s, &urls, i, IMAGE_url);
    }
    a3d_text_list_sort(s, &urls);
    a3d_text_list_report_repeats(s, &urls, A3D2_RULE_URL_TWICE, "url");
}

/* ---- notes on single values ---- */

/* Checks A3D-058: a small number whose eight bytes are in the other order. */
static uint64_t swapped(int64_t value)
{
    uint8_t bytes[8];
    a3d_store(bytes, 8, (uint64_t)value, true);
    return a3d_load64(bytes, false);
}

static bool is_swapped(int64_t value)
{
    return (value > INT64_C(9007199254740992) || value < -INT64_C(9007199254740992)) && swapped(value) < 65536;
}

/* Checks A3D-084, A3D-168, A3D-195, A3D-224: -1 where the field could be left out. Returns the rule, or 0. */
static unsigned none_rule(const a3d_row *row)
{
    if (!row->optional || !row->ref.has_none)
        return 0;
    if ((row->ref.spaces & A3D2_IN(BOX)) != 0)
        return A3D2_RULE_BOX_NONE;
    if ((row->ref.spaces & A3D2_IN(MATERIAL)) != 0)
        return A3D2_RULE_MATERIAL_NONE;
    return (row->ref.spaces & (A3D2_IN(MAP) | A3D2_IN(CUBE_MAP))) != 0 ? A3D2_RULE_MAP_NONE : 0;
}

static void note_scalar(a3d_alternativa *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    const a3d_row *row = node->row;
    unsigned type = row->shape.type;
    if (type == A3D_I64 && is_swapped(node->v.i)) {
        a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_ID_SWAPPED, index);
        a3d_actual(f, node->v.i);
        a3d_say(s->ctx, f, "%s is %lld; expected %lld, the same bytes in the order of the format", a3d_row_name(row),
                (long long)node->v.i, (long long)swapped(node->v.i));
    }
    if (type == A3D_I32 && row->optional && node->v.i == INT32_MIN) /* A3D-061 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_INT_ABSENT, index),
                "%s is -2147483648; expected any other value, because loaders take this one for absent",
                a3d_row_name(row));
    if (type == A3D_I32 && node->v.i == -1 && none_rule(row) != 0)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, none_rule(row), index),
                "%s is -1 (none); expected the field to be absent", a3d_row_name(row));
}

/* Checks A3D-261 to A3D-268: unreferenced elements. The reference checks have marked each element that is
 * referenced. */
static void note_unreferenced(a3d_alternativa *s, uint32_t scene)
{
    const a3d_node *list = a3d_present(s->ctx->doc, scene, SCENE_animationClips);
    bool clips = list != NULL && list->v.at.count > 0;
    const uint64_t wanted = A3D2_IN(IMAGE) | A3D2_IN(MAP) | A3D2_IN(CUBE_MAP) | A3D2_IN(MATERIAL) | A3D2_IN(BOX) |
                            A3D2_IN(INDEX_BUFFER) | A3D2_IN(VERTEX_BUFFER) | (clips ? A3D2_IN(TRACK) : 0);
    const a3d_index *index = &s->ctx->index;
    for (size_t i = 0; i < index->n; i++) {
        const a3d_key *key = &index->keys[i];
        if (key->used || (wanted >> key->space & 1) == 0)
            continue;
        uint32_t node = a3d_key_node(s->ctx->doc, key);
        a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_UNREFERENCED, node != A3D_NO_NODE ? node : key->list);
        a3d_say(s->ctx, f, "%s[%u] is unused; expected a reference to it",
                a3d_row_name(a3d_at(s->ctx->doc, key->list)->row), (unsigned)key->index);
    }
}

/* Whether a node is a number to which one of these notes may apply. What most nodes are not comes first. */
static inline bool may_be_noted(const a3d_node *node)
{
    const a3d_row *row = node->row;
    return (row->shape.type == A3D_I64 || (node->v.i < 0 && row->shape.type == A3D_I32 && row->optional)) &&
           row->shape.kind == A3D_SCALAR && node->state == A3D_PRESENT;
}

void a3d2_check_notes(a3d_alternativa *s, uint32_t scene)
{
    const a3d_doc *doc = s->ctx->doc;
    for (const a3d_node *node = doc->nodes, *end = node + doc->n_nodes; node < end; node++)
        if (may_be_noted(node))
            note_scalar(s, (uint32_t)(node - doc->nodes));
    bool whole = !doc->faulty; /* what was not read may refer to anything */
    if (a3d_work(s->ctx, a3d_all_nodes(doc) / 8) == A3D_OK && whole)
        note_unreferenced(s, scene);
}

void a3d2_check(a3d_ctx *ctx, uint32_t scene)
{
    a3d_alternativa s;
    if (ctx->doc->limited != 0 || !a3d_alternativa_open(&s, ctx, statements))
        return;
    a3d2_check_geometry(&s, scene);
    a3d2_check_nodes(&s, scene);
    a3d2_check_animation(&s, scene);
    a3d_check_texts(&s, check_nul);
    check_images(&s, scene);
    a3d2_check_notes(&s, scene);
}
