/* rules_model.c - rules about values of the model info: boxes, radii, masses, hints */
#include "formats/odol/parts.h"

/* --- boxes, radii, masses --- */

/* Checks ODOL-066, ODOL-067. */
static void check_radii(a3d_ctx *ctx, uint32_t info)
{
    static const uint16_t slots[] = {MODEL_INFO_bounding_sphere, MODEL_INFO_geometry_sphere};
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
        if (float_of(ctx->doc, info, slots[i]) < 0)
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_RADIUS, info, slots[i]), "%s is %s; expected 0 or more",
                    a3d_node_name(ctx->doc, a3d_whole_field(ctx->doc, info, slots[i])),
                    a3d_real_of(float_of(ctx->doc, info, slots[i])).text);
    double density = float_of(ctx->doc, info, MODEL_INFO_view_density);
    if (density < -100 || density > 0) /* ODOL-069 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_VIEW_DENSITY, info, MODEL_INFO_view_density),
                "view_density is %s; expected -100 to 0", a3d_real_of(density).text);
}

void a3d_odol_check_box(a3d_ctx *ctx, uint32_t record, unsigned min_slot, unsigned max_slot, unsigned rule)
{
    vec3d min = vector_of(ctx->doc, record, min_slot), max = vector_of(ctx->doc, record, max_slot);
    if (!is_present(ctx->doc, record, min_slot) || !is_present(ctx->doc, record, max_slot))
        return;
    for (unsigned i = 0; i < 3; i++) {
        if (!(min.at[i] > max.at[i]))
            continue;
        uint32_t least = inner(ctx->doc, record, min_slot), greatest = inner(ctx->doc, record, max_slot);
        a3d_finding *f = broken_field(ctx, rule, least, VEC3_x + i);
        a3d_suggest_float(ctx, f, a3d_whole_field(ctx->doc, least, VEC3_x + i), 0, max.at[i]);
        a3d_suggest_float(ctx, f, a3d_whole_field(ctx->doc, greatest, VEC3_x + i), 0, min.at[i]);
        a3d_say(ctx, f, "%s.%c is %g; expected at most %s.%c, which is %g", a3d_node_name(ctx->doc, least), "xyz"[i],
                min.at[i], a3d_node_name(ctx->doc, greatest), "xyz"[i], max.at[i]);
    }
}

/* Checks ODOL-070, ODOL-074, ODOL-075. */
static void check_model_boxes(a3d_ctx *ctx, uint32_t info)
{
    a3d_odol_check_box(ctx, info, MODEL_INFO_bbox_min, MODEL_INFO_bbox_max, ODOL_RULE_BOX_ORDER);
    a3d_odol_check_box(ctx, info, MODEL_INFO_bbox_visual_min, MODEL_INFO_bbox_visual_max, ODOL_RULE_BOX_ORDER);
    if (!is_present(ctx->doc, info, MODEL_INFO_bbox_visual_max))
        return;
    vec3d min = vector_of(ctx->doc, info, MODEL_INFO_bbox_min), max = vector_of(ctx->doc, info, MODEL_INFO_bbox_max);
    vec3d visual_min = vector_of(ctx->doc, info, MODEL_INFO_bbox_visual_min),
          visual_max = vector_of(ctx->doc, info, MODEL_INFO_bbox_visual_max);
    unsigned i = 0;
    while (i < 3 && !(visual_min.at[i] < min.at[i] || visual_max.at[i] > max.at[i]))
        i++;
    if (i < 3)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_VISUAL_BOX, info, MODEL_INFO_bbox_visual_min),
                "the visual box is from %g to %g in %c; expected it inside the box of the model, from %g to %g",
                visual_min.at[i], visual_max.at[i], "xyz"[i], min.at[i], max.at[i]);
}

static bool is_reciprocal(double value, double inverse)
{
    double product = value * inverse - 1;
    return product >= -1e-5 && product <= 1e-5;
}

/* Checks ODOL-107 to ODOL-110. */
static void check_masses(a3d_ctx *ctx, uint32_t info)
{
    double mass = float_of(ctx->doc, info, MODEL_INFO_mass), inv_mass = float_of(ctx->doc, info, MODEL_INFO_inv_mass);
    double armor = float_of(ctx->doc, info, MODEL_INFO_armor),
           inv_armor = float_of(ctx->doc, info, MODEL_INFO_inv_armor);
    if (mass < 0)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_MASS, info, MODEL_INFO_mass), "mass is %s; expected 0 or more",
                a3d_real_of(mass).text);
    if (is_present(ctx->doc, info, MODEL_INFO_inv_mass) && mass > 0 && !is_reciprocal(mass, inv_mass))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_INVERSE, info, MODEL_INFO_inv_mass),
                "inv_mass is %s; expected %s, which is 1 / mass", a3d_real_of(inv_mass).text,
                a3d_real_of(1 / mass).text);
    if (is_present(ctx->doc, info, MODEL_INFO_inv_mass) && mass == 0 && inv_mass != 1 && inv_mass != (double)1e10f)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_NO_MASS, info, MODEL_INFO_inv_mass),
                "inv_mass is %s; expected 1 or 1e+10, because mass is 0", a3d_real_of(inv_mass).text);
    if (is_present(ctx->doc, info, MODEL_INFO_inv_armor) && !is_reciprocal(armor, inv_armor))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_INVERSE, info, MODEL_INFO_inv_armor),
                "inv_armor is %s; expected %s, which is 1 / armor", a3d_real_of(inv_armor).text,
                a3d_real_of(1 / armor).text);
}

/* The number of vertices of LOD `i`, or -1. */
static int64_t vertices_of(const a3d_doc *doc, int64_t i)
{
    range lods = elements(doc, doc->root, P3D_lods);
    if (i < 0 || i >= (int64_t)lods.count || !is_whole(doc, lods.first + (uint32_t)i))
        return -1;
    return count_of(doc, lods.first + (uint32_t)i, LOD_positions);
}

/* Checks ODOL-106: one mass for each vertex of a geometry LOD. */
static void check_mass_array(a3d_ctx *ctx, uint32_t info)
{
    static const uint16_t slots[] = {MODEL_INFO_geometry,      MODEL_INFO_geometry_simple, MODEL_INFO_geometry_physx,
                                     MODEL_INFO_geometry_dayz, MODEL_INFO_geometry_fire,   MODEL_INFO_geometry_view};
    int64_t n = count_of(ctx->doc, info, MODEL_INFO_mass_array);
    int64_t usual = -1, lod = -1; /* the first such LOD, and its number of vertices */
    bool found = n <= 0;
    for (unsigned i = 0; i < sizeof slots / sizeof *slots && !found; i++) {
        int64_t k = is_present(ctx->doc, info, slots[i]) ? a3d_whole_value(ctx->doc, info, slots[i]) : -1;
        int64_t vertices = vertices_of(ctx->doc, k);
        found = vertices == n;
        lod = usual < 0 ? k : lod;
        usual = usual < 0 ? vertices : usual;
    }
    if (found)
        return;
    a3d_finding *f = broken_field(ctx, ODOL_RULE_MASS_ARRAY, info, MODEL_INFO_mass_array);
    if (usual >= 0)
        a3d_say(ctx, f, "mass_array has %s; expected %s, one for each vertex of LOD %lld (geometry)",
                a3d_amount_of((uint64_t)n, "entry").text, a3d_number_of((uint64_t)usual).text, (long long)lod);
    else
        a3d_say(ctx, f, "mass_array has %s, but no geometry LOD was found", a3d_amount_of((uint64_t)n, "entry").text);
}

/* --- hints and other single values --- */

static bool any_vertices(const a3d_doc *doc)
{
    range lods = elements(doc, doc->root, P3D_lods);
    for (uint32_t i = 0; i < lods.count; i++)
        if (!is_whole(doc, lods.first + i) || count_of(doc, lods.first + i, LOD_positions) != 0)
            return true;
    return false;
}

/* Checks ODOL-068: the hints that all LODs have in common, and those that some have. */
static void check_model_hints(a3d_ctx *ctx, uint32_t info)
{
    uint32_t and_hints = (uint32_t)a3d_whole_value(ctx->doc, info, MODEL_INFO_and_hints);
    uint32_t or_hints = (uint32_t)a3d_whole_value(ctx->doc, info, MODEL_INFO_or_hints);
    bool empty = and_hints == 0x0FFFFF00 && or_hints == 0 && !any_vertices(ctx->doc);
    if ((and_hints & ~or_hints) != 0 && !empty)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_HINTS, info, MODEL_INFO_and_hints),
                "and_hints has the bits %08x, which or_hints lacks; expected them in both",
                (unsigned)(and_hints & ~or_hints));
}

static void check_odd_values(a3d_ctx *ctx, uint32_t info)
{
    static const uint16_t names[] = {MODEL_INFO_class, MODEL_INFO_damage};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) { /* ODOL-138 */
        text t = text_of(ctx->doc, a3d_whole_field(ctx->doc, info, names[i]));
        for (uint32_t k = 0; k < t.n; k++)
            if (fold(t.p[k]) != t.p[k]) {
                a3d_say(ctx, broken_field(ctx, ODOL_RULE_CLASS_CASE, info, names[i]),
                        "%s is \"%.*s\"; expected only lower case",
                        a3d_node_name(ctx->doc, a3d_whole_field(ctx->doc, info, names[i])), QUOTED(t));
                break;
            }
    }
    if (a3d_whole_value(ctx->doc, info, MODEL_INFO_frequent) == 1) /* ODOL-140 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_FREQUENT, info, MODEL_INFO_frequent),
                "frequent is 1; expected 0, as in other files");
    if (is_present(ctx->doc, info, MODEL_INFO_dayz_float) &&
        float_of(ctx->doc, info, MODEL_INFO_dayz_float) != 1) /* ODOL-084 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_DAYZ_FLOAT, info, MODEL_INFO_dayz_float),
                "dayz_float is %s; expected 1, as in other files",
                a3d_real_of(float_of(ctx->doc, info, MODEL_INFO_dayz_float)).text);
}

void a3d_odol_check_header(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t info = model_info_of(doc);
    a3d_odol_check_lod_list(ctx);
    if (info == A3D_NO_NODE)
        return;
    check_radii(ctx, info);
    check_model_boxes(ctx, info);
    check_masses(ctx, info);
    check_mass_array(ctx, info);
    check_model_hints(ctx, info);
    check_odd_values(ctx, info);
    a3d_work(ctx, (uint64_t)content_of(doc, doc->root, P3D_resolution).stored * 16);
}
