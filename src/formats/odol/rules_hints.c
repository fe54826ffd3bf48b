/* rules_hints.c - rules about loading hints, which repeat values of the LODs */
#include "formats/odol/parts.h"

/* The fields of a hint, their position in it, and what they repeat. Counts are compared with the lists themselves, so
 * that a wrong count in the LOD is not reported here a second time; the same applies to a vertex list of the wrong
 * length. */
static const struct loadable_field {
    uint16_t slot, lod_slot;
    uint8_t offset, type;
    uint16_t rule;
    const char *name;
} loadable_fields[] = {
    {LOADABLE_n_faces, LOD_faces, 0, A3D_U32, ODOL_RULE_LOADABLE_VALUES, "n_faces"},
    {LOADABLE_color, LOD_color, 4, A3D_U32, ODOL_RULE_LOADABLE_VALUES, "color"},
    {LOADABLE_special, LOD_special, 8, A3D_U32, ODOL_RULE_LOADABLE_VALUES, "special"},
    {LOADABLE_or_hints, LOD_or_hints, 12, A3D_U32, ODOL_RULE_LOADABLE_VALUES, "or_hints"},
    {LOADABLE_has_skeleton, LOD_sub2skel, 16, A3D_BOOL, ODOL_RULE_LOADABLE_SKELETON, "has_skeleton"},
    {LOADABLE_n_vertices, LOD_positions, 17, A3D_U32, ODOL_RULE_LOADABLE_VALUES, "n_vertices"},
    {LOADABLE_face_area, LOD_face_area, 21, A3D_U32, ODOL_RULE_LOADABLE_AREA, "face_area"}};
enum { LOADABLE_OLD_FIELDS = 5, LOADABLE_OLD_SIZE = 17, LOADABLE_SIZE = 25 };

/* The value that the field of a hint should have. */
static int64_t repeated_value(const a3d_doc *doc, uint32_t lod, const struct loadable_field *field)
{
    switch (field->slot) {
    case LOADABLE_has_skeleton: return count_of(doc, lod, field->lod_slot) > 0;
    case LOADABLE_n_faces:
    case LOADABLE_n_vertices: return count_of(doc, lod, field->lod_slot);
    default: return a3d_whole_value(doc, lod, field->lod_slot);
    }
}

/* Whether a hint repeats the vertex count that its LOD states; then it is the list that is wrong. */
static bool is_stated_count(const a3d_doc *doc, uint32_t lod, const struct loadable_field *field, int64_t value)
{
    return field->slot == LOADABLE_n_vertices && is_present(doc, lod, LOD_n_vertices) &&
           a3d_whole_value(doc, lod, LOD_n_vertices) == value;
}

/* The hints are a flat list, so their fields are found by arithmetic. */
typedef struct hints {
    uint32_t node, stream, off;
    const uint8_t *data;
    unsigned stride, n_fields;
} hints;

static void check_hint(a3d_ctx *ctx, const hints *h, uint32_t k, uint32_t lod)
{
    for (unsigned i = 0; i < h->n_fields; i++) {
        const struct loadable_field *field = &loadable_fields[i];
        if (!is_present(ctx->doc, lod, field->lod_slot))
            continue;
        uint32_t at = k * h->stride + field->offset;
        int64_t stated = a3d_load_type(h->data + at, field->type, false);
        int64_t real = repeated_value(ctx->doc, lod, field);
        bool skeleton = field->slot == LOADABLE_has_skeleton;
        if (stated == real || is_stated_count(ctx->doc, lod, field, stated))
            continue;
        if (skeleton && stated > 1) /* neither 0 nor 1 has a finding of its own */
            continue;
        a3d_finding *f = a3d_report(ctx, rule_of(ctx, field->rule), h->node, h->stream, h->off + at,
                                    a3d_width(field->type));
        a3d_suffix(ctx, f, "[%u].%s", (unsigned)k, field->name);
        expect_one(f, real, stated);
        const a3d_shape *shape = a3d_shape_of(a3d_at(ctx->doc, a3d_whole_field(ctx->doc, lod, field->lod_slot)));
        a3d_say(ctx, f,
                shape->type == A3D_F32 ? "%s of loading hint %u is %08llx; expected %08llx, as in the LOD"
                                       : "%s of loading hint %u is %lld; expected %lld, as in the LOD",
                field->name, (unsigned)k, (long long)stated, (long long)real);
        if (shape->kind == A3D_SCALAR && shape->type != A3D_F32) /* the LOD may be what is wrong */
            a3d_add_suspect(ctx, f, a3d_whole_field(ctx->doc, lod, field->lod_slot), stated);
    }
}

int a3d_odol_check_hints(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    bool old = doc->vars[A3D_VAR_VERSION] < 51;
    hints h = {.node = a3d_whole_field(doc, doc->root, P3D_loadableInfos)};
    const a3d_node *list = a3d_at(doc, h.node);
    const a3d_node *permanent = a3d_at(doc, a3d_whole_field(doc, doc->root, P3D_permanent));
    range lods = elements(doc, doc->root, P3D_lods);
    if (list->state != A3D_PRESENT || !list->flat || permanent->state != A3D_PRESENT)
        return A3D_OK;
    uint32_t stream, off, k = 0;
    const uint8_t *always = a3d_content(doc, permanent, &stream, &off);
    h.data = a3d_content(doc, list, &h.stream, &h.off);
    h.stride = old ? LOADABLE_OLD_SIZE : LOADABLE_SIZE;
    h.n_fields = old ? LOADABLE_OLD_FIELDS : sizeof loadable_fields / sizeof *loadable_fields;
    if (always == NULL || h.data == NULL)
        return A3D_OK;
    for (uint32_t i = 0; i < lods.count && i < permanent->v.at.count; i++) {
        if (always[i] != 0 || k >= list->v.at.count)
            continue;
        if (a3d_at(doc, lods.first + i)->state == A3D_PRESENT)
            check_hint(ctx, &h, k, lods.first + i);
        k++;
    }
    return a3d_work(ctx, lods.count);
}
