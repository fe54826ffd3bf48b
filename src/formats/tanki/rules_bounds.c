/* rules_bounds.c - rules about the bounds of each mesh and its radius */
#include "base/bytes.h"
#include "base/kernels.h"
#include "base/kernels_vectors.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

#include <math.h>
#include <string.h>

enum { VECTOR = 12 };

typedef struct mesh_view {
    const a3d_tanki_model *m;
    uint32_t mesh, positions; /* its record, and the list of its positions */
} mesh_view;

typedef struct extent {
    double low[3], high[3];
    double square; /* of the greatest distance from the origin */
} extent;

static inline float coordinate(const uint8_t *p)
{
    uint32_t bits = a3d_load32(p, false);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void find_bounds(const uint8_t *p, uint32_t count, float low[3], float high[3])
{
    if (a3d_vectors_bounds(p, count, VECTOR, false, low, high))
        return;
    for (unsigned k = 0; k < 3; k++)
        low[k] = high[k] = coordinate(p + 4 * k);
    for (uint32_t i = 1; i < count; i++)
        for (unsigned k = 0; k < 3; k++) {
            float x = coordinate(p + (size_t)i * VECTOR + 4 * k);
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
}

/* The greatest squared distance from the origin. `least` is the distance found in single precision, minus its error. */
static double find_farthest(const uint8_t *p, uint32_t count, float least)
{
    double farthest = 0;
    for (uint32_t i = 0; i < count; i++, p += VECTOR) {
        float a = coordinate(p), b = coordinate(p + 4), c = coordinate(p + 8);
        if (a * a + b * b + c * c < least)
            continue;
        double x = (double)a, y = (double)b, z = (double)c, square = x * x + y * y + z * z;
        farthest = square > farthest ? square : farthest;
    }
    return farthest;
}

/* The sign of a bound that is 0 is not known. */
static bool bounds_known(const a3d_extent *known)
{
    bool sure = known != NULL;
    for (unsigned k = 0; sure && k < 3; k++)
        sure = (known->low[k] < 0 || known->low[k] > 0) && (known->high[k] < 0 || known->high[k] > 0);
    return sure;
}

/* False if a coordinate is not finite, which is reported elsewhere. */
static bool measure(const mesh_view *v, const uint8_t *p, uint32_t count, extent *e)
{
    a3d_extent found = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0, 0};
    const a3d_extent *known = a3d_extent_of(v->m->ctx, v->positions);
    bool close = known != NULL && known->square > 1e-30f && known->square < 1e37f; /* within one part in a million */
    if (known == NULL && a3d_scan_finite(p, 3 * (size_t)count, false) < 3 * (size_t)count)
        return false;
    if (bounds_known(known))
        found = *known;
    else
        find_bounds(p, count, found.low, found.high);
    for (unsigned k = 0; k < 3; k++) {
        e->low[k] = (double)found.low[k];
        e->high[k] = (double)found.high[k];
    }
    e->square = find_farthest(p, count, close ? known->square * 0.99999f : 0);
    return true;
}

static bool same(const double a[3], const double b[3])
{
    for (unsigned k = 0; k < 3; k++)
        if (a[k] < b[k] || a[k] > b[k])
            return false;
    return true;
}

static void suggest_bound(const mesh_view *v, a3d_finding *f, unsigned slot, unsigned axis, double real)
{
    a3d_suggest_float(v->m->ctx, f, a3d_field(v->m->doc, a3d_field(v->m->doc, v->mesh, slot), axis), 0, real);
}

/* Checks TANKI-050, TANKI-051, TANKI-052. `e` is NULL if the mesh has no positions that say what is right. */
static bool check_order(const mesh_view *v, const double low[3], const double high[3], const extent *e)
{
    for (unsigned k = 0; k < 3; k++) {
        if (low[k] <= high[k])
            continue;
        a3d_finding *f = a3d_tanki_report(v->m, TANKI_RULE_BOUNDS_ORDER, a3d_field(v->m->doc, v->mesh, MESH_boundsMin));
        for (unsigned i = 0; e != NULL && i < 3; i++) {
            suggest_bound(v, f, MESH_boundsMin, i, e->low[i]);
            suggest_bound(v, f, MESH_boundsMax, i, e->high[i]);
        }
        if (e != NULL && same(low, e->high) && same(high, e->low))
            a3d_say(v->m->ctx, f,
                    "boundsMin and boundsMax are swapped, as the exporter io_scene_a3d writes them; expected the "
                    "minimum first");
        else
            a3d_say(v->m->ctx, f, "boundsMin.%c is %g; expected at most boundsMax.%c, which is %g", "xyz"[k], low[k],
                    "xyz"[k], high[k]);
        return false;
    }
    return true;
}

/* Checks TANKI-053, TANKI-054. */
static void check_exact(const mesh_view *v, unsigned slot, const double stated[3], const double real[3])
{
    for (unsigned k = 0; k < 3; k++) {
        if (!(stated[k] < real[k]) && !(stated[k] > real[k]))
            continue;
        uint32_t record = a3d_field(v->m->doc, v->mesh, slot);
        a3d_finding *f = a3d_tanki_report(v->m, TANKI_RULE_BOUNDS_EXACT, a3d_field(v->m->doc, record, k));
        f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = a3d_at(v->m->doc, a3d_field(v->m->doc, record, k))->v.i};
        suggest_bound(v, f, slot, k, real[k]);
        a3d_say(v->m->ctx, f, "%s.%c is %.9g; expected %.9g, the %s of the positions",
                slot == MESH_boundsMin ? "boundsMin" : "boundsMax", "xyz"[k], stated[k], real[k],
                slot == MESH_boundsMin ? "minimum" : "maximum");
    }
}

/* Checks TANKI-056 with a tolerance of one part in 10^6, since exporters round the sum of squares to 24 bits at every
 * step. Compares squares. */
static void check_radius(const mesh_view *v, const extent *e)
{
    uint32_t field = a3d_field(v->m->doc, v->mesh, MESH_radius);
    double radius;
    if (!a3d_tanki_number(v->m->doc, field, &radius))
        return;
    double square = radius * radius;
    if (radius >= 0 && square >= e->square * (1 - 1e-6) * (1 - 1e-6) && square <= e->square * (1 + 1e-6) * (1 + 1e-6))
        return;
    a3d_finding *f = a3d_tanki_report(v->m, TANKI_RULE_RADIUS, field);
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = a3d_at(v->m->doc, field)->v.i};
    a3d_suggest_float(v->m->ctx, f, field, 0, a3d_tanki_root(e->square));
    a3d_say(v->m->ctx, f, "radius is %.9g; expected %.9g, the distance of the farthest position", radius,
            a3d_tanki_root(e->square));
}

/* Whether bounds and radius are certainly right; if not, each is checked by itself. */
static bool bounds_hold(const mesh_view *v)
{
    double low[3], high[3], radius;
    const a3d_extent *e = a3d_extent_of(v->m->ctx, v->positions);
    if (e == NULL || !(e->square > 1e-30f) || !(e->square < 1e37f) ||
        !a3d_tanki_number(v->m->doc, a3d_field(v->m->doc, v->mesh, MESH_radius), &radius) ||
        !a3d_tanki_floats(v->m->doc, a3d_field(v->m->doc, v->mesh, MESH_boundsMin), 3, low) ||
        !a3d_tanki_floats(v->m->doc, a3d_field(v->m->doc, v->mesh, MESH_boundsMax), 3, high))
        return false;
    double least[3] = {(double)e->low[0], (double)e->low[1], (double)e->low[2]}, square = (double)e->square;
    double greatest[3] = {(double)e->high[0], (double)e->high[1], (double)e->high[2]};
    return radius >= 0 && radius * radius >= square * (1 - 1e-6) && radius * radius <= square * (1 + 1e-6) &&
           same(low, least) && same(high, greatest);
}

/* Checks TANKI-050 to TANKI-056. */
void a3d_tanki_check_bounds(const a3d_tanki_model *m, uint32_t mesh, uint32_t positions)
{
    const mesh_view v = {m, mesh, positions};
    uint32_t count, stream, off;
    double low[3], high[3];
    extent e;
    if (m->version < 3)
        return;
    const uint8_t *p = positions != A3D_NO_NODE ? a3d_tanki_bytes(m, positions, VECTOR, &count, &stream, &off) : NULL;
    if (p != NULL && bounds_hold(&v))
        return;
    bool measured = p != NULL && measure(&v, p, count, &e);
    if (measured)
        check_radius(&v, &e);
    if (!a3d_tanki_floats(m->doc, a3d_field(m->doc, mesh, MESH_boundsMin), 3, low) ||
        !a3d_tanki_floats(m->doc, a3d_field(m->doc, mesh, MESH_boundsMax), 3, high) ||
        !check_order(&v, low, high, measured ? &e : NULL) || !measured)
        return;
    check_exact(&v, MESH_boundsMin, low, e.low);
    check_exact(&v, MESH_boundsMax, high, e.high);
}
