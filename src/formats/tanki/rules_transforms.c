/* rules_transforms.c - rules about rotations, scales and parents */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

static bool is_zero(double value)
{
    return !(value < 0) && !(value > 0);
}

/* Checks TANKI-091, TANKI-092. */
static void check_rotation(const a3d_tanki_model *m, uint32_t transform)
{
    double q[4];
    uint32_t node = a3d_field(m->doc, transform, TRANSFORM_rotation);
    if (!a3d_tanki_floats(m->doc, node, 4, q))
        return;
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (square >= 0.999 * 0.999 && square <= 1.001 * 1.001)
        return;
    bool zero = is_zero(q[0]) && is_zero(q[1]) && is_zero(q[2]) && is_zero(q[3]);
    a3d_finding *f = a3d_tanki_report(m, zero ? TANKI_RULE_ROTATION_ZERO : TANKI_RULE_ROTATION_LENGTH, node);
    if (zero)
        a3d_say(m->ctx, f, "rotation is (0, 0, 0, 0); expected (0, 0, 0, 1) for no rotation");
    else
        a3d_say(m->ctx, f, "the length of rotation is %.6g; expected 1", a3d_tanki_root(square));
}

/* Checks TANKI-093, TANKI-094. */
static void check_scale(const a3d_tanki_model *m, uint32_t transform)
{
    double scale[3];
    uint32_t node = a3d_field(m->doc, transform, TRANSFORM_scale);
    if (!a3d_tanki_floats(m->doc, node, 3, scale))
        return;
    unsigned zeros = 0;
    for (unsigned k = 0; k < 3; k++)
        zeros += is_zero(scale[k]);
    if (zeros == 0)
        return;
    a3d_finding *f = a3d_tanki_report(m, zeros == 3 ? TANKI_RULE_SCALE_ZERO : TANKI_RULE_SCALE_FLAT, node);
    a3d_say(m->ctx, f, "scale is (%g, %g, %g); expected no component of 0", scale[0], scale[1], scale[2]);
}

/* --- parents --- */

typedef struct parents {
    const a3d_tanki_model *m;
    const uint8_t *data;
    uint32_t count, stream, off;
    uint32_t *round; /* for each transform the number of the first walk that visited it, or 0 */
} parents;

/* The index of the parent of a transform; -1 if it has none or an invalid one. */
static int64_t parent_of(const parents *p, uint32_t i)
{
    int64_t value = (int32_t)a3d_load32(p->data + 4 * (size_t)i, false);
    int64_t position = p->m->version == 2 ? value - 1 : value;
    return position >= 0 && position < p->count ? position : -1;
}

static a3d_finding *report_parent(const parents *p, unsigned rule, uint32_t i)
{
    a3d_ctx *ctx = p->m->ctx;
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[rule], p->m->parents, p->stream, p->off + 4 * i, 4);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    a3d_actual(f, (int32_t)a3d_load32(p->data + 4 * (size_t)i, false));
    return f;
}

/* Checks TANKI-097, TANKI-098, TANKI-099, TANKI-101. */
static void check_parent(const parents *p, uint32_t i)
{
    a3d_ctx *ctx = p->m->ctx;
    int32_t value = (int32_t)a3d_load32(p->data + 4 * (size_t)i, false);
    int64_t base = p->m->version == 2 ? 1 : 0, none = base - 1, last = (int64_t)p->count - 1 + base;
    if (value < -1 || value > last) {
        a3d_finding *f = report_parent(p, TANKI_RULE_PARENT_RANGE, i);
        a3d_expect(f, none, last);
        a3d_say(ctx, f, "parents[%u] is %d; expected %s", (unsigned)i, (int)value, a3d_range_of(none, last, last).text);
    } else if (value < none) {
        a3d_finding *f = report_parent(p, TANKI_RULE_PARENT_MINUS_ONE, i);
        a3d_expect(f, none, none);
        a3d_say(ctx, f, "parents[%u] is -1; expected 0, which means none in version 2", (unsigned)i);
    } else if (value != none && value - base > i) {
        a3d_finding *f = report_parent(p, TANKI_RULE_PARENT_LATER, i);
        a3d_say(ctx, f, "parents[%u] is %d, a later transform; expected an earlier one", (unsigned)i, (int)value);
    }
}

/* Checks TANKI-100. Each walk goes up to a root or to a transform that an earlier walk visited. A walk that meets
 * itself has found a cycle, which is reported once. */
static void check_cycle(const parents *p, uint32_t start)
{
    int64_t at = start;
    while (at >= 0 && p->round[at] == 0) {
        p->round[at] = start + 1;
        at = parent_of(p, (uint32_t)at);
    }
    if (at < 0 || p->round[at] != start + 1)
        return;
    uint32_t length = 1, least = (uint32_t)at;
    for (int64_t i = parent_of(p, (uint32_t)at); i != at; i = parent_of(p, (uint32_t)i), length++)
        least = i < least ? (uint32_t)i : least;
    a3d_finding *f = report_parent(p, TANKI_RULE_PARENT_CYCLE, least);
    if (length == 1)
        a3d_say(p->m->ctx, f, "parents[%u] is the transform itself; expected another one", (unsigned)least);
    else
        a3d_say(p->m->ctx, f, "parents[%u] is %d, in a cycle of %s; expected a tree", (unsigned)least,
                (int)(int32_t)a3d_load32(p->data + 4 * (size_t)least, false), a3d_amount_of(length, "transform").text);
}

static void check_parents(const a3d_tanki_model *m)
{
    parents p = {.m = m};
    if (m->parents == A3D_NO_NODE)
        return;
    p.data = a3d_tanki_bytes(m, m->parents, 4, &p.count, &p.stream, &p.off);
    if (p.data == NULL || a3d_work(m->ctx, p.count) != A3D_OK)
        return;
    p.round = a3d_arena_alloc(m->ctx->scratch, p.count * sizeof *p.round);
    if (p.round == NULL) {
        a3d_limit(m->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < p.count; i++)
        check_parent(&p, i);
    for (uint32_t i = 0; i < p.count; i++)
        check_cycle(&p, i);
}

void a3d_tanki_check_transforms(const a3d_tanki_model *m)
{
    for (uint32_t i = 0; i < m->transforms.count; i++) {
        if (!a3d_was_read(m->doc, m->transforms.first + i))
            continue;
        if (a3d_work(m->ctx, 1) != A3D_OK)
            return;
        check_rotation(m, m->transforms.first + i);
        check_scale(m, m->transforms.first + i);
    }
    check_parents(m);
}
