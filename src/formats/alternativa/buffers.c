/* buffers.c - checks one index buffer or one vertex buffer; see alternativa.h */
#include "base/bytes.h"
#include "base/kernels.h"
#include "base/kernels_vectors.h"
#include "base/never.h"
#include "engine/document/findings.h"
#include "engine/scene/scene.h"
#include "formats/alternativa/alternativa.h"

#include <float.h>
#include <string.h>

static const uint8_t widths[A3D_ATTRIBUTES] = {3, 3, 4, 4, 2, 0};

static const char *const names[A3D_ATTRIBUTES] = {"POSITION", "NORMAL", "TANGENT4", "JOINT", "TEXCOORD", "?"};

/* Replaces fabs, since the program does not link the math library. */
static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

/* ---- index buffers ---- */

static void find_largest(a3d_indices *b)
{
    enum { PIECE = 4096 };
    const uint8_t *p = b->bytes.data;
    uint32_t n = b->bytes.size / 2, i = 0;
    b->largest = a3d_greatest16(p, n, false);
    while (b->largest > 0 && n - i > PIECE && !a3d_has_half(p + 2 * (size_t)i, PIECE, false, (uint16_t)b->largest))
        i += PIECE;
    while (b->largest > 0 && a3d_load16(p + 2 * (size_t)i, false) != b->largest)
        i++;
    b->at = i;
}

/* Checks A3D-144. */
static void check_index_limit(a3d_alternativa *s, a3d_indices *b)
{
    enum { MOST_INDICES = 524287 };
    if (b->count <= MOST_INDICES)
        return;
    a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_INDEX_COUNT_LIMIT], b->count_node);
    a3d_actual(f, b->count);
    a3d_expect(f, 0, MOST_INDICES);
    a3d_say(s->ctx, f, "indexCount is %lld; expected 0\u2013%d", (long long)b->count, MOST_INDICES);
    b->cause = a3d_alternativa_number(s, f);
}

static void follow(a3d_finding *f, uint32_t cause)
{
    if (cause != 0 && f->cause == A3D_NO_CAUSE)
        f->cause = cause - 1;
}

/* Checks A3D-145 and A3D-146. An odd length is reported once, and a negative count has a rule of its own. */
static void check_index_size(a3d_alternativa *s, a3d_indices *b)
{
    const a3d_bytes *bytes = &b->bytes;
    if (bytes->size % 2 != 0) {
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_INDEX_ODD], bytes->node);
        a3d_actual(f, bytes->size);
        a3d_say(s->ctx, f, "byteBuffer has %s; expected a multiple of 2, the size of an index",
                a3d_amount_of(bytes->size, "byte").text);
    } else if (b->count >= 0 && bytes->size != 2 * (uint64_t)b->count) {
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_INDEX_SIZE], b->count_node);
        a3d_actual(f, b->count);
        a3d_expect(f, bytes->size / 2, bytes->size / 2);
        a3d_say(s->ctx, f, "indexCount is %lld; expected %u, the number of indices in byteBuffer", (long long)b->count,
                (unsigned)bytes->size / 2);
        follow(f, b->cause);
        b->cause = b->cause != 0 ? b->cause : a3d_alternativa_number(s, f);
    }
}

void a3d_check_indices(a3d_alternativa *s, a3d_indices *b)
{
    if (b->bytes.data == NULL || a3d_work(s->ctx, 1 + b->bytes.size / 64) != A3D_OK)
        return;
    find_largest(b);
    if (b->count_node == A3D_NO_NODE)
        return;
    check_index_limit(s, b);
    check_index_size(s, b);
    if (b->count == 0) /* A3D-149 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_INDEX_EMPTY], b->count_node),
                "indexCount is 0; expected 1 or more");
    if (b->count > 0 && b->count % 3 != 0) { /* A3D-148 */
        a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_INDEX_TRIPLES], b->count_node);
        a3d_actual(f, b->count);
        follow(f, b->cause);
        a3d_say(s->ctx, f, "indexCount is %lld; expected a multiple of 3, because three indices make a triangle",
                (long long)b->count);
    }
}

/* ---- vertex buffers ---- */

unsigned a3d_attribute_width(unsigned attribute)
{
    A3D_ASSERT(attribute < A3D_ATTRIBUTES);
    return widths[attribute];
}

/* Since 2.6 a word is a half-precision float, but without zero, denormals, infinity and NaN (A3D-233). */
static float word_value(uint32_t word)
{
    uint32_t bits = ((word & 0x7fff) + 0x1c000) << 13;
    return a3d_float_from(word > 0x8000 ? bits | 0x80000000u : bits);
}

/* The first of the components of a vertex from `at` on. */
static inline const uint8_t *components_of(const a3d_vertices *b, uint32_t vertex, uint32_t at)
{
    return b->bytes.data + (size_t)vertex * b->stride + (b->words ? 2 : 4) * (size_t)at;
}

A3D_INLINE double load_component(const uint8_t *p, unsigned c, bool words)
{
    return words ? word_value(a3d_load16(p + 2 * c, true)) : a3d_float_from(a3d_load32(p + 4 * c, false));
}

static inline double value_at(const a3d_vertices *b, uint32_t vertex, uint32_t component)
{
    return load_component(components_of(b, vertex, component), 0, b->words);
}

double a3d_component(const a3d_vertices *b, uint32_t vertex, uint32_t component)
{
    return value_at(b, vertex, component);
}

/* Bad places of one kind inside a buffer: the first one, and their number. */
typedef struct places {
    uint32_t vertex, component, n;
    double value; /* what is wrong with the first */
} places;

static void add_place(places *p, uint32_t vertex, uint32_t component, double value)
{
    if (p->n++ == 0)
        *p = (places){vertex, component, 1, value};
}

static void report_places(a3d_alternativa *s, const a3d_vertices *b, a3d_statement says, const places *p,
                          unsigned components, const char *what, const char *expected)
{
    unsigned width = b->words ? 2 : 4;
    if (p->n == 0 || s->rules[says] == 0)
        return;
    uint32_t at = p->vertex * b->stride + p->component * width;
    a3d_finding *f = a3d_alternativa_report(s, s->rules[says], b->bytes.node, b->bytes.stream, b->bytes.off + at,
                                            components * width);
    a3d_suffix(s->ctx, f, "[%u]", (unsigned)at);
    a3d_say(s->ctx, f, "%s of vertex %u is %s; expected %s%s", what, (unsigned)p->vertex, a3d_real_of(p->value).text,
            expected, p->n > 1 ? " (the first of several)" : "");
    if (f != &s->ctx->spare)
        f->count = p->n;
}

static bool all_finite(const a3d_vertices *b)
{
    size_t n = (size_t)b->count * b->stride / (b->words ? 2 : 4);
    return b->words ? a3d_halves_lack(b->bytes.data, n, true, 0x7c00) : a3d_scan_finite(b->bytes.data, n, false) == n;
}

/* Checks A3D-234 to A3D-239. */
static bool check_finite(a3d_alternativa *s, const a3d_vertices *b, a3d_attribute kind, uint32_t at)
{
    static const a3d_statement says[] = {A3D_SAYS_POSITION_FINITE, A3D_SAYS_NORMAL_FINITE, A3D_SAYS_TANGENT_FINITE,
                                         A3D_SAYS_JOINT_FINITE, A3D_SAYS_TEXCOORD_FINITE};
    places bad = {0};
    for (uint32_t v = 0; v < b->count; v++) {
        const uint8_t *p = components_of(b, v, at);
        for (unsigned c = 0; c < widths[kind]; c++) {
            bool strange = b->words ? (a3d_load16(p + 2 * c, true) & 0x7c00) == 0x7c00
                                    : (a3d_load32(p + 4 * c, false) & 0x7f800000) == 0x7f800000;
            if (strange)
                add_place(&bad, v, at + c, value_at(b, v, at + c));
        }
    }
    if (b->words)
        report_places(s, b, A3D_SAYS_WORD_EXPONENT, &bad, 1, names[kind],
                      "less than 65536, because readers do not treat the exponent 31 as infinity");
    else
        report_places(s, b, says[kind], &bad, 1, names[kind], "a finite number");
    return bad.n == 0;
}

static void measure_words(a3d_vertices *b, uint32_t at)
{
    uint16_t low[3], high[3];
    if (b->count == 0)
        return;
    a3d_signed_bounds(components_of(b, 0, at), b->count, b->stride, true, low, high);
    for (unsigned c = 0; c < 3; c++) {
        double least = word_value(low[c]), most = word_value(high[c]);
        b->low[c] = least < b->low[c] ? least : b->low[c];
        b->high[c] = most > b->high[c] ? most : b->high[c];
    }
}

static void measure_positions(a3d_vertices *b, uint32_t at)
{
    if (b->words) {
        measure_words(b, at);
        return;
    }
    float low[3], high[3];
    bool known = a3d_vectors_bounds(b->bytes.data + 4 * (size_t)at, b->count, b->stride, false, low, high);
    for (unsigned c = 0; c < 3 && known; c++) {
        b->low[c] = (double)low[c] < b->low[c] ? (double)low[c] : b->low[c];
        b->high[c] = (double)high[c] > b->high[c] ? (double)high[c] : b->high[c];
    }
    for (uint32_t v = 0; v < b->count && !known; v++)
        for (unsigned c = 0; c < 3; c++) {
            double x = load_component(components_of(b, v, at), c, false);
            b->low[c] = x < b->low[c] ? x : b->low[c];
            b->high[c] = x > b->high[c] ? x : b->high[c];
        }
}

/* Checks A3D-240. */
static void check_normals(a3d_alternativa *s, const a3d_vertices *b, uint32_t at)
{
    double tolerance = b->words ? 5e-3 : 1e-3;
    double low = (1 - tolerance) * (1 - tolerance), high = (1 + tolerance) * (1 + tolerance);
    places bad = {0};
    for (uint32_t v = 0; v < b->count; v++) {
        const uint8_t *p = components_of(b, v, at);
        double x = load_component(p, 0, b->words), y = load_component(p, 1, b->words);
        double z = load_component(p, 2, b->words);
        double square = x * x + y * y + z * z;
        if (!(square >= low && square <= high))
            add_place(&bad, v, at, square);
    }
    bad.value = a3d_square_root(bad.value);
    report_places(s, b, A3D_SAYS_NORMAL_LENGTH, &bad, 3, "the length of the NORMAL", "1");
}

/* Checks A3D-241. */
static void check_binormals(a3d_alternativa *s, const a3d_vertices *b, uint32_t at)
{
    places bad = {0};
    for (uint32_t v = 0; v < b->count; v++)
        if (magnitude(value_at(b, v, at + 3)) != 1)
            add_place(&bad, v, at + 3, value_at(b, v, at + 3));
    report_places(s, b, A3D_SAYS_BINORMAL, &bad, 1, "the fourth value of the TANGENT4", "1 or -1");
}

/* Checks A3D-255, A3D-257, A3D-258. The components are index, weight, index, weight. A word cannot be 0, so 2^-15
 * counts as 0. */
static void check_joints(a3d_alternativa *s, const a3d_vertices *b, uint32_t at)
{
    double grain = b->words ? 1.0 / 32768 : 0;
    places strange = {0}, odd = {0}, heavy = {0};
    for (uint32_t v = 0; v < b->count; v++)
        for (unsigned c = 0; c < 4; c += 2) {
            const uint8_t *p = components_of(b, v, at + c);
            double index = load_component(p, 0, b->words), weight = load_component(p, 1, b->words);
            index = magnitude(index) <= grain ? 0 : index;
            /* From 2^24 on every float is whole, and no skin has so many joints. */
            if (!(index >= 0 && index < 16777216) || index != (double)(uint32_t)index)
                add_place(&strange, v, at + c, index);
            else if ((uint32_t)index % 3 != 0)
                add_place(&odd, v, at + c, index);
            if (!(weight >= 0 && weight <= 1))
                add_place(&heavy, v, at + c + 1, weight);
        }
    report_places(s, b, A3D_SAYS_JOINT_INDEX, &strange, 1, "a joint index", "a whole number, 0 or more");
    report_places(s, b, A3D_SAYS_JOINT_TRIPLE, &odd, 1, "a joint index", "a multiple of 3");
    report_places(s, b, A3D_SAYS_WEIGHT_RANGE, &heavy, 1, "a joint weight", "0\u20131");
}

/* Checks A3D-259 over all JOINT attributes of the buffer. */
static void check_weight_sums(a3d_alternativa *s, const a3d_vertices *b)
{
    uint32_t at, first = 0, first_at = 0;
    while (first < b->n_attributes && b->attributes[first] != A3D_JOINT)
        first_at += widths[b->attributes[first++]];
    places bad = {0};
    for (uint32_t v = 0; v < b->count; v++) {
        double sum = 0;
        at = first_at;
        for (uint32_t i = first; i < b->n_attributes; at += widths[b->attributes[i++]])
            if (b->attributes[i] == A3D_JOINT)
                sum += value_at(b, v, at + 1) + value_at(b, v, at + 3);
        if (!(magnitude(sum - 1) <= 1e-3))
            add_place(&bad, v, first_at, sum);
    }
    report_places(s, b, A3D_SAYS_WEIGHT_SUM, &bad, 4, "the sum of the joint weights", "1");
}

static void check_contents(a3d_alternativa *s, a3d_vertices *b)
{
    uint32_t at = 0;
    bool joints = b->number[A3D_JOINT] > 0, all = all_finite(b);
    for (uint32_t i = 0; i < b->n_attributes; at += widths[b->attributes[i++]]) {
        a3d_attribute kind = (a3d_attribute)b->attributes[i];
        bool finite = all || check_finite(s, b, kind, at);
        joints &= kind != A3D_JOINT || finite || b->words;
        if (kind == A3D_POSITION && (finite || b->words))
            measure_positions(b, at);
        else if (kind == A3D_NORMAL && finite && s->rules[A3D_SAYS_NORMAL_LENGTH] != 0)
            check_normals(s, b, at);
        else if (kind == A3D_TANGENT4 && finite && s->rules[A3D_SAYS_BINORMAL] != 0)
            check_binormals(s, b, at);
        else if (kind == A3D_JOINT && (finite || b->words))
            check_joints(s, b, at);
    }
    if (joints)
        check_weight_sums(s, b);
}

/* Checks A3D-230, A3D-231, A3D-307. */
static bool check_vertex_size(a3d_alternativa *s, a3d_vertices *b)
{
    uint64_t need = (uint64_t)b->count * b->stride;
    if (b->bytes.size == need)
        return true;
    a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_VERTEX_SIZE], b->bytes.node);
    a3d_actual(f, b->bytes.size);
    a3d_expect(f, (int64_t)need, (int64_t)need);
    a3d_say(s->ctx, f, "byteBuffer has %s; expected %s for %s of %s each", a3d_amount_of(b->bytes.size, "byte").text,
            a3d_number_of(need).text, a3d_amount_of(b->count, "vertex").text, a3d_amount_of(b->stride, "byte").text);
    bool whole = b->stride > 0 && b->bytes.size % b->stride == 0 && b->bytes.size / b->stride <= UINT16_MAX;
    if (whole && !b->doubted) {
        a3d_add_suspect(s->ctx, f, b->count_node, b->bytes.size / b->stride);
        a3d_suggest(s->ctx, f, b->count_node, 0, b->bytes.size / b->stride);
    }
    b->cause = a3d_alternativa_number(s, f);
    return false;
}

bool a3d_other_form(const a3d_vertices *buffers, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const a3d_vertices *b = &buffers[i];
        uint64_t stride = 0;
        bool known = b->bytes.data != NULL && b->count > 0;
        for (uint32_t k = 0; known && k < b->n_attributes; k++) {
            known = b->attributes[k] != A3D_STRANGE;
            stride += widths[b->attributes[k]] * (b->words ? 4u : 2u);
        }
        if (known && stride > 0 && b->bytes.size != b->count * stride)
            return false;
        found += known && stride > 0;
    }
    return found > 0;
}

static void count_attributes(a3d_alternativa *s, a3d_vertices *b)
{
    for (uint32_t i = 0; i < b->n_attributes; i++) {
        b->number[b->attributes[i]]++;
        b->stride += widths[b->attributes[i]] * (b->words ? 2u : 4u);
    }
    for (unsigned kind = A3D_POSITION; kind <= A3D_TANGENT4; kind++)
        if (b->number[kind] > 1) /* A3D-249 to A3D-251, within one buffer */
            a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_ATTRIBUTE_TWICE], b->attributes_node),
                    b->number[kind] == 2 ? "attributes lists %s twice; expected each attribute once"
                                         : "attributes lists %s %u times; expected each attribute once",
                    names[kind], (unsigned)b->number[kind]);
    if (b->number[A3D_JOINT] > 4 && s->rules[A3D_SAYS_JOINTS_FOUR] != 0) /* A3D-252 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_JOINTS_FOUR], b->attributes_node),
                "JOINT is listed %u times; expected at most 4", (unsigned)b->number[A3D_JOINT]);
}

void a3d_check_vertices(a3d_alternativa *s, a3d_vertices *b)
{
    for (unsigned c = 0; c < 3; c++) {
        b->low[c] = DBL_MAX;
        b->high[c] = -DBL_MAX;
    }
    if (a3d_work(s->ctx, 1 + (b->n_attributes + b->bytes.size) / 64) != A3D_OK)
        return;
    count_attributes(s, b);
    if (b->count_node == A3D_NO_NODE)
        return;
    if (b->count == 0 && s->rules[A3D_SAYS_VERTEX_EMPTY] != 0) /* A3D-242 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_VERTEX_EMPTY], b->count_node),
                "vertexCount is 0; expected 1 or more");
    if (b->bytes.data == NULL || b->n_attributes == 0 || b->number[A3D_STRANGE] > 0)
        return;
    b->sound = check_vertex_size(s, b);
    if (b->sound)
        check_contents(s, b);
}
