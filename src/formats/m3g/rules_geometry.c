/* rules_geometry.c - rules about vertex buffers, the shapes of their arrays, and triangle strips */
#include "base/bytes.h"
#include "base/kernels.h"
#include "engine/document/findings.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

enum { MOST_VERTICES = 65535 };

/* --- vertex buffers --- */

/* A reference from a vertex buffer to an array. */
typedef struct use {
    const a3d_m3g_object *buffer;
    const a3d_m3g_items *items; /* of texcoordArrays, or NULL for a field */
    uint32_t index;
    unsigned slot;
    const char *name;
} use;

static a3d_finding *report_use(const a3d_m3g_objects *s, unsigned rule, const use *u)
{
    if (u->items == NULL)
        return a3d_m3g_report(s, rule, u->buffer, u->slot);
    return a3d_m3g_report_item(s, rule, u->items, u->index, 0, 4, ".texCoords");
}

/* Checks M3G-247, M3G-249, M3G-251, M3G-252, M3G-255: the allowed component counts (one bit each) and sizes. */
static void check_shape(const a3d_m3g_objects *s, const use *u, const a3d_m3g_object *array, unsigned rule,
                        unsigned counts, int64_t size)
{
    int64_t n = a3d_m3g_get(s, array, VERTEX_ARRAY_componentCount),
            width = a3d_m3g_get(s, array, VERTEX_ARRAY_componentSize);
    if (n < 2 || n > 4 || ((counts >> n & 1) != 0 && width <= size))
        return;
    a3d_finding *f = report_use(s, rule, u);
    int64_t allowed[3];
    size_t count = 0;
    for (int64_t k = 2; k <= 4; k++)
        if ((counts >> k & 1) != 0)
            allowed[count++] = k;
    a3d_say(s->ctx, f, "%s has %lld components of %s; expected %s of %s", u->name, (long long)n,
            a3d_amount_of((uint64_t)width, "byte").text, a3d_values_of(allowed, count).text,
            size == 1 ? "1 byte" : "1 or 2 bytes");
}

/* Checks M3G-256. `*common` is the vertex count of the earlier arrays, 0 before the first. */
static void check_count(const a3d_m3g_objects *s, const use *u, const a3d_m3g_object *array, int64_t *common)
{
    int64_t n = a3d_m3g_get(s, array, VERTEX_ARRAY_vertexCount);
    if (*common == 0)
        *common = n;
    if (n == *common || n == 0)
        return;
    a3d_finding *f = report_use(s, M3G_RULE_VERTEX_COUNTS_DIFFER, u);
    a3d_actual(f, n);
    a3d_expect(f, *common, *common);
    a3d_say(s->ctx, f, "%s has %s; expected %lld, as in the first array of the buffer", u->name,
            a3d_amount_of((uint64_t)n, "vertex").text, (long long)*common);
}

/* Checks M3G-244. */
static void check_bias(const a3d_m3g_objects *s, const use *u, const a3d_m3g_object *array)
{
    enum { THIRD = 12 }; /* after the reference and two floats */
    uint32_t bits = a3d_m3g_item(u->items, u->index, THIRD);
    double bias;
    if (bits == 0 || a3d_m3g_get(s, array, VERTEX_ARRAY_componentCount) != 2 || !a3d_m3g_float_bits(bits, &bias))
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_TEXCOORD_BIAS, u->items, u->index, THIRD, 4, ".texCoordBias[2]");
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = bits};
    a3d_expect_text(f, "0.0");
    a3d_say(s->ctx, f, "texCoordBias[2] is %s; expected 0.0, because the coordinates have 2 components",
            a3d_real_of(bias).text);
}

static void check_texcoords(const a3d_m3g_objects *s, const a3d_m3g_object *o, int64_t *common)
{
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, VERTEX_BUFFER_texcoordArrays, &items))
        return;
    for (uint32_t i = 0; i < items.count; i++) {
        use u = {o, &items, i, 0, "texCoords"};
        const a3d_m3g_object *array = a3d_m3g_named(s, o, a3d_m3g_item(&items, i, 0), M3G_KIND(M3G_ARRAY));
        if (array == NULL)
            continue;
        check_shape(s, &u, array, M3G_RULE_TEXCOORDS_SHAPE, 1 << 2 | 1 << 3, 2);
        check_count(s, &u, array, common);
        check_bias(s, &u, array);
    }
}

static void check_buffer(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    static const struct {
        unsigned slot, rule, counts;
        int64_t size;
        const char *name;
    } parts[] = {
        {VERTEX_BUFFER_positions, M3G_RULE_POSITIONS_SHAPE, 1 << 3, 2, "positions"},
        {VERTEX_BUFFER_normals, M3G_RULE_NORMALS_SHAPE, 1 << 3, 2, "normals"},
        {VERTEX_BUFFER_colors, M3G_RULE_COLORS_SHAPE, 1 << 3 | 1 << 4, 1, "colors"},
    };
    int64_t common = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        use u = {o, NULL, 0, parts[i].slot, parts[i].name};
        const a3d_m3g_object *array = a3d_m3g_target(s, o, parts[i].slot, M3G_KIND(M3G_ARRAY));
        if (array == NULL)
            continue;
        check_shape(s, &u, array, parts[i].rule, parts[i].counts, parts[i].size);
        check_count(s, &u, array, &common);
    }
    check_texcoords(s, o, &common);
}

/* --- triangle strips --- */

/* Checks M3G-237: encodings 0 and 128 are never needed, 2 and 130 only for numbers above 255. */
static void check_width(const a3d_m3g_objects *s, const a3d_m3g_object *o, int64_t encoding, uint64_t highest)
{
    int64_t best = (encoding & 128) + (highest > 255 ? 2 : 1);
    if (encoding == best || (encoding & 3) == 1 || highest > MOST_VERTICES)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_STRIP_ENCODING_WIDE, o, TRIANGLE_STRIP_ARRAY_encoding);
    a3d_actual(f, encoding);
    a3d_expect(f, best, best);
    a3d_say(s->ctx, f, "encoding is %lld; expected %d, because the highest index is only %llu", (long long)encoding,
            (int)best, (unsigned long long)highest);
}

static uint32_t index_at(const a3d_m3g_items *indices, uint32_t i)
{
    return (uint32_t)a3d_load(indices->data + (size_t)i * indices->stride, indices->stride, false);
}

static uint32_t highest_of(const a3d_m3g_items *indices, uint32_t from, uint32_t to, uint32_t highest)
{
    if (indices->stride == 2) {
        unsigned most = a3d_greatest16(indices->data + 2 * (size_t)from, to - from, false);
        return most > highest ? most : highest;
    }
    for (uint32_t i = from; i < to; i++) {
        uint32_t index = index_at(indices, i);
        highest = index > highest ? index : highest;
    }
    return highest;
}

/* How unlikely it is that a strip had `length` vertices: damage seldom changes more than one byte, and most strips are
 * as long as one beside them. */
static unsigned unlikely_length(const a3d_m3g_items *lengths, uint32_t i, uint32_t length)
{
    uint32_t changed = a3d_m3g_item(lengths, i, 0) ^ length;
    bool one_byte = false;
    for (unsigned shift = 0; shift < 32; shift += 8)
        one_byte |= (changed & ~(UINT32_C(0xFF) << shift)) == 0;
    bool alike = (i > 0 && a3d_m3g_item(lengths, i - 1, 0) == length) ||
                 (i + 1 < lengths->count && a3d_m3g_item(lengths, i + 1, 0) == length);
    return (one_byte ? 0u : 2u) + (alike ? 0u : 1u);
}

/* Suggests the strips with another length of which there would be as many vertices as indices. */
static void suspect_strips(const a3d_m3g_objects *s, a3d_finding *f, const a3d_m3g_items *lengths, int64_t surplus)
{
    enum { LEAST = 3, GRADES = 4 };
    for (unsigned grade = 0; grade < GRADES; grade++)
        for (uint32_t i = 0; i < lengths->count && f->n_suspects < A3D_SUSPECTS; i++) {
            int64_t length = (int64_t)a3d_m3g_item(lengths, i, 0) - surplus;
            const a3d_value_part part = {lengths->node, i, i * lengths->stride, lengths->stride, NULL};
            if (length >= LEAST && length <= MOST_VERTICES && unlikely_length(lengths, i, (uint32_t)length) == grade)
                a3d_add_part_suspect(s->ctx, f, &part, length);
        }
}

/* Checks M3G-234, M3G-235. */
static void check_index_count(const a3d_m3g_objects *s, a3d_m3g_object *o, uint32_t count, uint64_t need)
{
    unsigned rule = count < need ? M3G_RULE_STRIP_INDICES_MISSING : M3G_RULE_STRIP_INDICES_SURPLUS;
    a3d_finding *f = a3d_m3g_report(s, rule, o, TRIANGLE_STRIP_ARRAY_indices);
    a3d_m3g_items lengths;
    a3d_actual(f, count);
    f->min = (a3d_quantity){.kind = A3D_Q_UINT, .u = need};
    a3d_say(s->ctx, f, "indices has %s; expected %llu, the sum of stripLengths", a3d_amount_of(count, "entry").text,
            (unsigned long long)need);
    if (a3d_m3g_items_of(s, o, TRIANGLE_STRIP_ARRAY_stripLengths, &lengths) &&
        a3d_work(s->ctx, lengths.count / 4) == A3D_OK)
        suspect_strips(s, f, &lengths, (int64_t)need - count);
}

/* Checks M3G-234, M3G-235, M3G-237. */
static void check_explicit(const a3d_m3g_objects *s, a3d_m3g_object *o, int64_t encoding, uint64_t need)
{
    uint32_t count = a3d_at(s->doc, a3d_m3g_field(s->doc, o, TRIANGLE_STRIP_ARRAY_indices))->v.at.count;
    if (count != need)
        check_index_count(s, o, count, need);
    a3d_m3g_items indices;
    if (!a3d_m3g_items_of(s, o, TRIANGLE_STRIP_ARRAY_indices, &indices))
        return;
    uint32_t used = need < count ? (uint32_t)need : count;
    uint32_t highest = highest_of(&indices, 0, used, 0);
    o->reach = used > 0 && highest < UINT32_MAX ? highest + 1 : highest;
    check_width(s, o, encoding, highest_of(&indices, used, count, highest));
}

/* Checks M3G-233, M3G-237. */
static void check_implicit(const a3d_m3g_objects *s, a3d_m3g_object *o, int64_t encoding, uint64_t length)
{
    uint64_t start = (uint64_t)a3d_m3g_get(s, o, TRIANGLE_STRIP_ARRAY_startIndex), end = start + length;
    o->reach = length == 0 ? 0 : end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
    check_width(s, o, encoding, start);
    if (end <= MOST_VERTICES)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_STRIP_REACH, o, TRIANGLE_STRIP_ARRAY_startIndex);
    a3d_actual(f, (int64_t)start);
    if (length == 0)
        a3d_say(s->ctx, f, "startIndex is %llu; expected at most %d", (unsigned long long)start, MOST_VERTICES);
    else
        a3d_say(s->ctx, f, "startIndex is %llu, so the last of %s is %llu; expected at most %d",
                (unsigned long long)start, a3d_amount_of(length, "vertex").text, (unsigned long long)end - 1,
                MOST_VERTICES - 1);
}

static void check_strips(const a3d_m3g_objects *s, a3d_m3g_object *o)
{
    a3d_m3g_items lengths;
    uint64_t sum = 0;
    if (!a3d_m3g_has(s, o, TRIANGLE_STRIP_ARRAY_stripLengths))
        return;
    if (a3d_m3g_items_of(s, o, TRIANGLE_STRIP_ARRAY_stripLengths, &lengths))
        for (uint32_t i = 0; i < lengths.count; i++)
            sum += a3d_m3g_item(&lengths, i, 0);
    int64_t encoding = a3d_m3g_get(s, o, TRIANGLE_STRIP_ARRAY_encoding);
    if (a3d_m3g_has(s, o, TRIANGLE_STRIP_ARRAY_indices))
        check_explicit(s, o, encoding, sum);
    else if (a3d_m3g_has(s, o, TRIANGLE_STRIP_ARRAY_startIndex))
        check_implicit(s, o, encoding, sum);
}

void a3d_m3g_check_geometry(a3d_m3g_objects *s)
{
    for (uint32_t i = 2; i < s->count; i++) {
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        if (a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_BUFFER)))
            check_buffer(s, &s->objects[i]);
        else if (a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_STRIPS)))
            check_strips(s, &s->objects[i]);
    }
}
