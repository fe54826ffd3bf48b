/* geometry.c - checks how buffers, surfaces and boxes fit together; see alternativa.h */
#include "base/bytes.h"
#include "base/sort.h"
#include "engine/document/findings.h"
#include "formats/alternativa/alternativa.h"

static void follow(a3d_finding *f, uint32_t cause)
{
    if (cause != 0 && f->cause == A3D_NO_CAUSE)
        f->cause = cause - 1;
}

/* ---- boxes ---- */

static double bound(const a3d_bytes *box, unsigned i)
{
    return a3d_float_from(a3d_load32(box->data + 4 * (size_t)i, true));
}

/* Checks A3D-110 to A3D-112. */
void a3d_check_box(a3d_alternativa *s, const a3d_bytes *box)
{
    static const char axes[] = "XYZ";
    if (box->data == NULL || box->count != 6)
        return;
    for (unsigned i = 0; i < 3; i++) {
        if (!(bound(box, i) > bound(box, i + 3)))
            continue;
        a3d_finding *f = a3d_alternativa_report(s, s->rules[A3D_SAYS_BOX_ORDER], box->node, box->stream,
                                                box->off + 4 * i, 4);
        a3d_suffix(s->ctx, f, "[%u]", i);
        a3d_suggest_float(s->ctx, f, box->node, i, bound(box, i + 3));
        a3d_suggest_float(s->ctx, f, box->node, i + 3, bound(box, i));
        a3d_say(s->ctx, f, "min%c is %.9g; expected at most max%c, which is %.9g", axes[i], bound(box, i), axes[i],
                bound(box, i + 3));
    }
}

static bool is_inverted(const a3d_bytes *box)
{
    for (unsigned i = 0; i < 3; i++)
        if (!(bound(box, i) <= bound(box, i + 3)))
            return true;
    return false;
}

/* How far a position may be outside of the box, since its value may have been rounded after the box was made. */
static double tolerance(const a3d_vertices *b, double bound_value)
{
    double size = bound_value < 0 ? -bound_value : bound_value;
    return b->words ? size / 1024 + 1.0 / 16384 : size * 1e-4;
}

static void report_outside(a3d_alternativa *s, const a3d_drawn *d, unsigned i, double reach)
{
    a3d_finding *f = a3d_alternativa_report(s, s->rules[A3D_SAYS_BOX_CONTAINS], d->box.node, d->box.stream,
                                            d->box.off + 4 * i, 4);
    a3d_suffix(s->ctx, f, "[%u]", i);
    a3d_suggest_float(s->ctx, f, d->box.node, i, reach);
    a3d_say(s->ctx, f, "box[%u] is %.9g; expected %.9g, the extent of the positions", i, bound(&d->box, i), reach);
}

/* Checks A3D-114. */
static void check_bounds(a3d_alternativa *s, const a3d_drawn *d)
{
    const a3d_geometry *g = d->geometry;
    if (d->box.data == NULL || d->box.count != 6 || is_inverted(&d->box))
        return;
    for (uint32_t k = 0; k < g->n_buffers; k++) {
        const a3d_vertices *b = g->buffers[k];
        for (unsigned i = 0; i < 3 && b->low[i] <= b->high[i]; i++) {
            double low = bound(&d->box, i), high = bound(&d->box, i + 3);
            if (b->low[i] < low - tolerance(b, low))
                report_outside(s, d, i, b->low[i]);
            if (b->high[i] > high + tolerance(b, high))
                report_outside(s, d, i + 3, b->high[i]);
        }
    }
}

/* ---- buffers of a geometry ---- */

/* Checks A3D-244. */
static bool check_counts(a3d_alternativa *s, const a3d_geometry *g)
{
    for (uint32_t k = 1; k < g->n_buffers; k++) {
        const a3d_vertices *b = g->buffers[k];
        if (b->count_node == A3D_NO_NODE || g->buffers[0]->count_node == A3D_NO_NODE ||
            b->count == g->buffers[0]->count)
            continue;
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_VERTEX_COUNTS], b->count_node);
        a3d_actual(f, b->count);
        a3d_expect(f, g->buffers[0]->count, g->buffers[0]->count);
        a3d_say(s->ctx, f, "vertexCount is %u; expected %u, as in the first vertex buffer of the geometry",
                (unsigned)b->count, (unsigned)g->buffers[0]->count);
        follow(f, b->cause != 0 ? b->cause : g->buffers[0]->cause);
        return false;
    }
    return true;
}

/* The number of buffers that have the attribute; *total is how often it occurs in all of them. */
static uint32_t spread(const a3d_geometry *g, a3d_attribute kind, uint32_t *total)
{
    uint32_t n = 0;
    *total = 0;
    for (uint32_t k = 0; k < g->n_buffers; k++) {
        n += g->buffers[k]->number[kind] > 0;
        *total += g->buffers[k]->number[kind];
    }
    return n;
}

/* Checks A3D-248 to A3D-251 across buffers, A3D-253, A3D-254. False if one is broken. */
static bool check_attributes(a3d_alternativa *s, const a3d_geometry *g)
{
    static const char *const names[] = {"POSITION", "NORMAL", "TANGENT4"};
    bool known = true;
    uint32_t total;
    size_t before = s->ctx->doc->n_findings;
    for (uint32_t k = 0; k < g->n_buffers; k++)
        known &= g->buffers[k]->n_attributes > 0 && g->buffers[k]->number[A3D_STRANGE] == 0;
    for (unsigned kind = A3D_POSITION; kind <= A3D_TANGENT4; kind++)
        if (spread(g, (a3d_attribute)kind, &total) > 1)
            a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_ATTRIBUTE_TWICE], g->buffers_node),
                    "%s is in several vertex buffers; expected one that has it", names[kind]);
    if (known && g->complete && g->n_buffers > 0 && spread(g, A3D_POSITION, &total) == 0)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_NO_POSITION], g->buffers_node),
                "no vertex buffer has POSITION; expected one that has it");
    if (s->rules[A3D_SAYS_JOINTS_BUFFER] != 0 && spread(g, A3D_JOINT, &total) > 1)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_JOINTS_BUFFER], g->buffers_node),
                "JOINT is in several vertex buffers; expected one that has it");
    spread(g, A3D_TEXCOORD, &total);
    if (total > 8)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_TEXCOORDS], g->buffers_node),
                "the vertex buffers have %u TEXCOORD attributes; expected at most 8", (unsigned)total);
    return s->ctx->doc->n_findings == before;
}

/* Checks A3D-243 and A3D-147: indices read in the wrong byte order are too large as well. */
static void check_largest(a3d_alternativa *s, const a3d_geometry *g)
{
    const a3d_indices *i = g->indices;
    if (i == NULL || i->bytes.data == NULL || i->bytes.size < 2 || g->n_buffers == 0 || !g->complete)
        return;
    const a3d_vertices *b = g->buffers[0];
    for (uint32_t k = 1; k < g->n_buffers; k++)
        b = g->buffers[k]->count < b->count ? g->buffers[k] : b;
    if (b->count_node == A3D_NO_NODE || i->largest < b->count)
        return;
    uint32_t at = 2 * i->at;
    a3d_finding *f = a3d_alternativa_report(s, s->rules[A3D_SAYS_INDEX_BELOW], i->bytes.node, i->bytes.stream,
                                            i->bytes.off + at, 2);
    a3d_suffix(s->ctx, f, "[%u]", (unsigned)at);
    a3d_actual(f, i->largest);
    if (b->count > 0)
        a3d_expect(f, 0, (int64_t)b->count - 1);
    else
        a3d_expect_text(f, "no indices");
    a3d_say(s->ctx, f, "index %u is %u; expected %s, because the geometry has %s", (unsigned)i->at,
            (unsigned)i->largest, b->count > 0 ? a3d_range_of(0, b->count - 1, 0).text : "no indices",
            a3d_amount_of(b->count, "vertex").text);
    follow(f, b->cause);
}

void a3d_check_geometry(a3d_alternativa *s, const a3d_geometry *g)
{
    if (a3d_work(s->ctx, 1 + g->n_buffers) != A3D_OK)
        return;
    bool sound = check_counts(s, g);
    sound &= check_attributes(s, g);
    check_largest(s, g);
    if (sound && g->n_buffers > 1) { /* A3D-246; skipped if the buffers have another fault, which says more */
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_ONE_BUFFER], g->buffers_node);
        a3d_actual(f, g->n_buffers);
        a3d_say(s->ctx, f, "the geometry has %s; expected 1, because the published loader keeps only one",
                a3d_amount_of(g->n_buffers, "vertex buffer").text);
    }
}

/* ---- surfaces ---- */

/* Checks A3D-218. Reports the number that is too large by itself, or else the later one. */
static void check_surface_end(a3d_alternativa *s, const a3d_surface *u, const a3d_indices *i)
{
    if (i == NULL || i->count_node == A3D_NO_NODE || i->count < 0 || u->begin + 3 * u->triangles <= i->count)
        return;
    bool begin = u->begin > i->count;
    a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_SURFACE_PAST],
                                                 begin ? u->begin_node : u->count_node);
    a3d_actual(f, begin ? u->begin : u->triangles);
    a3d_expect(f, 0, begin ? i->count : (i->count - u->begin) / 3);
    int64_t room = begin ? i->count : i->count - u->begin;
    a3d_say(s->ctx, f, "%s is %lld; expected %s, because the geometry has %s%s", begin ? "indexBegin" : "numTriangles",
            (long long)f->actual.i, a3d_range_of(0, begin ? room : room / 3, 0).text,
            a3d_amount_of((uint64_t)room, "index").text, begin ? "" : " from indexBegin on");
    follow(f, i->cause);
}

static void check_surface(a3d_alternativa *s, const a3d_surface *u, const a3d_indices *i)
{
    if (u->begin < 0 || u->triangles < 0)
        return; /* reported by the table */
    check_surface_end(s, u, i);
    if (u->begin % 3 != 0) { /* A3D-219 */
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_SURFACE_START], u->begin_node);
        a3d_actual(f, u->begin);
        a3d_say(s->ctx, f, "indexBegin is %lld; expected a multiple of 3, the start of a triangle",
                (long long)u->begin);
    }
    if (u->triangles == 0 && !a3d_alternativa_noted(s, s->rules[A3D_SAYS_SURFACE_EMPTY], u->count_node)) /* A3D-220 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_SURFACE_EMPTY], u->count_node),
                "numTriangles is 0; expected 1 or more");
}

static int by_begin(const void *a, const void *b)
{
    const a3d_surface *p = a, *q = b;
    if (p->begin != q->begin)
        return p->begin < q->begin ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

/* Checks A3D-221 and A3D-222; the surfaces are sorted by their begin. */
static void check_cover(a3d_alternativa *s, const a3d_drawn *d)
{
    int64_t end = 0;
    int64_t gap = 0; /* indices that no surface draws */
    for (uint32_t k = 0; k < d->n_surfaces; k++) {
        const a3d_surface *u = &d->surfaces[k];
        if (u->begin < 0 || u->triangles <= 0)
            continue;
        if (u->begin < end)
            a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_SURFACE_OVERLAP], u->begin_node),
                    "indexBegin is %lld, inside another surface; expected %lld or more", (long long)u->begin,
                    (long long)end);
        gap += u->begin > end ? u->begin - end : 0;
        end = u->begin + 3 * u->triangles > end ? u->begin + 3 * u->triangles : end;
    }
    const a3d_indices *i = d->geometry->indices;
    if (d->n_surfaces == 0 || i == NULL || i->count_node == A3D_NO_NODE)
        return;
    gap += end < i->count ? i->count - end : 0;
    if (gap > 0)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_SURFACE_COVER], d->surfaces[0].node),
                "the surfaces leave out %s; expected them to use all %s", a3d_amount_of((uint64_t)gap, "index").text,
                a3d_number_of((uint64_t)i->count).text);
}

/* Checks A3D-245, A3D-299. */
static void check_some_vertices(a3d_alternativa *s, const a3d_drawn *d)
{
    const a3d_geometry *g = d->geometry;
    bool draws = false;
    for (uint32_t k = 0; k < d->n_surfaces; k++)
        draws |= d->surfaces[k].triangles > 0;
    if (!draws || !g->complete || g->n_buffers > 0)
        return;
    a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_NO_VERTICES], g->buffers_node);
    a3d_say(s->ctx, f, "the geometry has no vertex buffer, but its surfaces draw triangles; expected a vertex buffer");
    a3d_alternativa_missing(s, f);
}

void a3d_check_drawn(a3d_alternativa *s, const a3d_drawn *d)
{
    uint64_t depth = 1;
    for (uint32_t n = d->n_surfaces; n > 1; n /= 2)
        depth++;
    if (a3d_work(s->ctx, depth * d->n_surfaces + d->geometry->n_buffers) != A3D_OK)
        return;
    for (uint32_t k = 0; k < d->n_surfaces; k++)
        check_surface(s, &d->surfaces[k], d->geometry->indices);
    check_some_vertices(s, d);
    check_bounds(s, d);
    if (d->n_surfaces > 1)
        a3d_sort(d->surfaces, d->n_surfaces, sizeof *d->surfaces, by_begin);
    check_cover(s, d);
}
