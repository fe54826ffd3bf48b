/* rules_ranges.c - rules about single numbers that the setters of the API reject */
#include "engine/document/findings.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

#include <math.h>

typedef struct bound {
    uint8_t type;
    uint8_t only; /* for a camera: the projection to which the bound applies; 0: any that has the field */
    uint16_t slot;
    bool open; /* the bounds themselves are excluded */
    double low, high;
    uint16_t rule;
    const char *words;
} bound;

/* For M3G-085, M3G-108 to M3G-112, M3G-118, M3G-155 to M3G-157, M3G-159 to M3G-161. */
static const bound bounds[] = {
    {M3G_CONTROLLER, 0, ANIMATION_CONTROLLER_weight, false, 0, INFINITY, M3G_RULE_CONTROLLER_WEIGHT, "0 or more"},
    {M3G_CAMERA, 49, CAMERA_fovy, true, 0, INFINITY, M3G_RULE_FIELD_OF_VIEW, "more than 0"},
    {M3G_CAMERA, 50, CAMERA_fovy, true, 0, 180, M3G_RULE_FIELD_OF_VIEW, "more than 0 and less than 180"},
    {M3G_CAMERA, 0, CAMERA_aspectRatio, true, 0, INFINITY, M3G_RULE_ASPECT_RATIO, "more than 0"},
    {M3G_CAMERA, 50, CAMERA_near, true, 0, INFINITY, M3G_RULE_CAMERA_PLANES, "more than 0"},
    {M3G_CAMERA, 50, CAMERA_far, true, 0, INFINITY, M3G_RULE_CAMERA_PLANES, "more than 0"},
    {M3G_FOG, 0, FOG_density, false, 0, INFINITY, M3G_RULE_FOG_DENSITY, "0 or more"},
    {M3G_LIGHT, 0, LIGHT_attenuationConstant, false, 0, INFINITY, M3G_RULE_ATTENUATION, "0 or more"},
    {M3G_LIGHT, 0, LIGHT_attenuationLinear, false, 0, INFINITY, M3G_RULE_ATTENUATION, "0 or more"},
    {M3G_LIGHT, 0, LIGHT_attenuationQuadratic, false, 0, INFINITY, M3G_RULE_ATTENUATION, "0 or more"},
    {M3G_LIGHT, 0, LIGHT_spotAngle, false, 0, 90, M3G_RULE_SPOT_ANGLE, "0\u201390"},
    {M3G_LIGHT, 0, LIGHT_spotExponent, false, 0, 128, M3G_RULE_SPOT_EXPONENT, "0\u2013128"},
    {M3G_MATERIAL, 0, MATERIAL_shininess, false, 0, 128, M3G_RULE_SHININESS, "0\u2013128"},
};

/* The classes of the table. */
static const uint64_t bounded = M3G_KIND(M3G_CONTROLLER) | M3G_KIND(M3G_CAMERA) | M3G_KIND(M3G_FOG) |
                                M3G_KIND(M3G_LIGHT) | M3G_KIND(M3G_MATERIAL);

static a3d_finding *report_float(const a3d_m3g_objects *s, unsigned rule, uint32_t node, const char *words)
{
    const a3d_node *n = a3d_at(s->doc, node);
    double value;
    a3d_finding *f = a3d_report_node(s->ctx, &s->ctx->format->rules[rule], node);
    a3d_m3g_float(s->doc, node, &value);
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = n->v.i};
    a3d_expect_text(f, words);
    a3d_say(s->ctx, f, "%s is %s; expected %s", a3d_row_name(n->row), a3d_real_of(value).text, words);
    return f;
}

static void check_bounds(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const bound *b = &bounds[i];
        double value;
        if (b->type != o->type || (b->only != 0 && a3d_m3g_get(s, o, CAMERA_projectionType) != b->only))
            continue;
        uint32_t node = a3d_m3g_field(s->doc, o, b->slot);
        if (!a3d_m3g_float(s->doc, node, &value))
            continue;
        if (b->open ? value <= b->low || value >= b->high : value < b->low || value > b->high)
            report_float(s, b->rule, node, b->words);
    }
}

/* Checks M3G-113. */
static void check_depth(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    double near, far;
    if (!a3d_m3g_float(s->doc, a3d_m3g_field(s->doc, o, CAMERA_near), &near) ||
        !a3d_m3g_float(s->doc, a3d_m3g_field(s->doc, o, CAMERA_far), &far) || near < far || near > far)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_CAMERA_DEPTH, o, CAMERA_far);
    a3d_say(s->ctx, f, "near and far are both %s; expected two different values", a3d_real_of(near).text);
}

/* Checks M3G-158. */
static void check_attenuation(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    static const uint16_t slots[] = {LIGHT_attenuationConstant, LIGHT_attenuationLinear, LIGHT_attenuationQuadratic};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (!a3d_m3g_has(s, o, slots[i]) || a3d_m3g_get(s, o, slots[i]) != 0)
            return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_ATTENUATION_ZERO, o, LIGHT_attenuationConstant);
    a3d_say(s->ctx, f,
            "attenuationConstant, attenuationLinear and attenuationQuadratic are all 0; expected one above 0");
}

/* --- transforms, which have the same slots in all classes --- */

/* Reads the three floats of a vector; *zero is set if all are 0. */
static bool read_vector(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, double out[3])
{
    if (!a3d_m3g_has(s, o, slot))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!a3d_m3g_float(s->doc, a3d_field(s->doc, a3d_m3g_field(s->doc, o, slot), i), &out[i]))
            return false;
    return true;
}

static bool is_zero(double value)
{
    return !(value < 0) && !(value > 0);
}

/* Checks M3G-224. */
static void check_axis(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    double axis[3], angle;
    if (!read_vector(s, o, GROUP_orientationAxis, axis) || !is_zero(axis[0]) || !is_zero(axis[1]) ||
        !is_zero(axis[2]) || !a3d_m3g_float(s->doc, a3d_m3g_field(s->doc, o, GROUP_orientationAngle), &angle) ||
        is_zero(angle))
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_ORIENTATION_AXIS, o, GROUP_orientationAxis);
    a3d_say(s->ctx, f, "orientationAxis is (0, 0, 0); expected another axis, because orientationAngle is %s",
            a3d_real_of(angle).text);
}

/* Remembers that the transform of an object cannot be inverted, and the finding that says so if it is kept. */
static void set_flat(const a3d_m3g_objects *s, a3d_m3g_object *o, const a3d_finding *f)
{
    o->flat = (uint32_t)(o - s->objects);
    if (s->doc->n_findings > 0 && f == &s->doc->findings[s->doc->n_findings - 1])
        o->broken = (uint32_t)s->doc->n_findings;
}

/* Checks M3G-225. */
static void check_scale(const a3d_m3g_objects *s, a3d_m3g_object *o)
{
    double scale[3];
    if (!read_vector(s, o, GROUP_scale, scale) || !(is_zero(scale[0]) || is_zero(scale[1]) || is_zero(scale[2])))
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_SCALE_ZERO, o, GROUP_scale);
    a3d_say(s->ctx, f, "scale is (%g, %g, %g); expected no component of 0", scale[0], scale[1], scale[2]);
    set_flat(s, o, f);
}

/* The sum of the products over three rows; `odd` is the weight of odd permutations, which is -1 for a determinant. */
static double minor3(const double m[16], const unsigned c[3], double odd)
{
    const double *a = m + 4, *b = m + 8, *d = m + 12;
    return a[c[0]] * (b[c[1]] * d[c[2]] + odd * b[c[2]] * d[c[1]]) +
           odd * a[c[1]] * (b[c[0]] * d[c[2]] + odd * b[c[2]] * d[c[0]]) +
           a[c[2]] * (b[c[0]] * d[c[1]] + odd * b[c[1]] * d[c[0]]);
}

static double sum_of_products(const double m[16], double odd)
{
    static const unsigned columns[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    double sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += (i % 2 ? odd : 1) * m[i] * minor3(m, columns[i], odd);
    return sum;
}

/* For M3G-226. A determinant below 10^-14 of the sum of the absolute products is 0 except for rounding. */
static bool singular(const double m[16])
{
    double sizes[16];
    for (unsigned i = 0; i < 16; i++)
        sizes[i] = fabs(m[i]);
    return fabs(sum_of_products(m, -1)) <= sum_of_products(sizes, 1) * 1e-14;
}

/* Checks M3G-226, M3G-227. */
static void check_matrix(const a3d_m3g_objects *s, a3d_m3g_object *o)
{
    a3d_m3g_items items;
    double m[16];
    if (!a3d_m3g_items_of(s, o, GROUP_transform, &items) || items.count != 16)
        return;
    for (uint32_t i = 0; i < 16; i++)
        if (!a3d_m3g_float_bits(a3d_m3g_item(&items, i, 0), &m[i]))
            return;
    bool affine = is_zero(m[12]) && is_zero(m[13]) && is_zero(m[14]) && is_zero(m[15] - 1);
    if (o->type != M3G_TEXTURE && !affine) {
        a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_TRANSFORM_PROJECTIVE, &items, 12, 0, 16, "");
        a3d_expect_text(f, "0 0 0 1");
        a3d_say(s->ctx, f, "the bottom row of transform is %g %g %g %g; expected 0 0 0 1", m[12], m[13], m[14], m[15]);
    } else if (singular(m)) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_TRANSFORM_SINGULAR, o, GROUP_transform);
        a3d_say(s->ctx, f, "the determinant of transform is 0; expected an invertible matrix");
        set_flat(s, o, f);
    }
}

void a3d_m3g_check_ranges(a3d_m3g_objects *s)
{
    for (uint32_t i = 1; i < s->count; i++) {
        a3d_m3g_object *o = &s->objects[i];
        if (o->body == A3D_NO_NODE)
            continue;
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        if (a3d_m3g_is(o, bounded))
            check_bounds(s, o);
        if (o->type == M3G_CAMERA)
            check_depth(s, o);
        if (o->type == M3G_LIGHT)
            check_attenuation(s, o);
        if (!a3d_m3g_is(o, M3G_NODE_KINDS | M3G_KIND(M3G_TEXTURE)))
            continue;
        check_axis(s, o);
        check_scale(s, o);
        check_matrix(s, o);
    }
}
