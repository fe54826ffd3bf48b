/* parts.h - shared by the value rules of ODOL: short functions to inspect a document and to report.
 *
 * All of them tolerate what was not read: a missing field has no elements, no text and no value. */
#ifndef A3D_FORMATS_ODOL_PARTS_H
#define A3D_FORMATS_ODOL_PARTS_H

#include "base/text.h"
#include "engine/check/links.h"
#include "engine/document/cases.h"
#include "engine/document/context.h"
#include "engine/document/findings.h"
#include "formats/odol/names.h"
#include "formats/odol/odol.h"
#include "formats/odol/rules.h"
#include "formats/odol/schema.h"

#include <stdlib.h>
#include <string.h>

static inline const a3d_rule *rule_of(const a3d_ctx *ctx, unsigned rule)
{
    return &ctx->format->rules[rule];
}

static inline bool is_present(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return a3d_at(doc, a3d_whole_field(doc, record, slot))->state == A3D_PRESENT;
}

/* The number of elements of a list, or -1 if it is absent. */
static inline int64_t count_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *node = a3d_at(doc, a3d_whole_field(doc, record, slot));
    return node->state == A3D_PRESENT ? (int64_t)node->v.at.count : -1;
}

/* The elements of a list with nodes: [first, first + count). */
typedef struct range {
    uint32_t first, count;
} range;

static inline range elements_of(const a3d_doc *doc, uint32_t list)
{
    const a3d_node *node = a3d_at(doc, list);
    if (node->state != A3D_PRESENT || node->flat)
        return (range){0, 0};
    return (range){node->v.at.first, node->v.at.count};
}

static inline range elements(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return elements_of(doc, a3d_whole_field(doc, record, slot));
}

/* Whether the fields of an element can be read. */
static inline bool is_whole(const a3d_doc *doc, uint32_t element)
{
    return a3d_at(doc, element)->state == A3D_PRESENT;
}

/* A record inside a record, or A3D_NO_NODE. */
static inline uint32_t inner(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    return is_present(doc, record, slot) ? a3d_whole_field(doc, record, slot) : A3D_NO_NODE;
}

/* --- content of arrays and plain lists --- */

typedef struct content {
    const uint8_t *p;     /* NULL if there is none */
    uint32_t stream, off; /* its position */
    uint32_t stored;      /* elements with bytes; 1 if a single one applies to all */
    uint32_t node;
} content;

static inline content content_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    content c = {.node = a3d_whole_field(doc, record, slot)};
    const a3d_node *node = a3d_at(doc, c.node);
    if (node->state != A3D_PRESENT || node->v.at.count == 0)
        return c;
    c.p = a3d_content(doc, node, &c.stream, &c.off);
    c.stored = c.p != NULL ? a3d_stored_count(node) : 0;
    return c;
}

/* A list of lists of 32-bit numbers, each preceded by its count. */
typedef struct number_lists {
    content all;
    uint32_t pos, left;   /* left: lists that were not taken yet */
    const uint8_t *values;
    uint32_t count, off;  /* of the list that was taken; off from the start of the content */
} number_lists;

static inline number_lists number_lists_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    number_lists lists = {.all = content_of(doc, record, slot)};
    lists.left = a3d_at(doc, lists.all.node)->flat ? lists.all.stored : 0;
    return lists;
}

static inline bool next_numbers(number_lists *l)
{
    if (l->left == 0)
        return false;
    l->left--;
    l->count = a3d_load32(l->all.p + l->pos, false);
    l->off = l->pos + 4;
    l->values = l->all.p + l->off;
    l->pos = l->off + 4 * l->count;
    return true;
}

/* --- floats --- */

static inline float load_float(const uint8_t *p)
{
    uint32_t bits = a3d_load32(p, false);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of a float field, 0 if it is absent. */
static inline double float_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    uint32_t bits = (uint32_t)a3d_whole_value(doc, record, slot);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline bool is_finite_bits(uint32_t bits)
{
    return (bits & 0x7f800000u) != 0x7f800000u;
}

typedef struct vec3d {
    double at[3];
} vec3d;

/* The value of a vector field, zero if it is absent. */
static inline vec3d vector_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    vec3d v = {{0, 0, 0}};
    uint32_t node = inner(doc, record, slot);
    for (unsigned i = 0; node != A3D_NO_NODE && i < 3; i++)
        v.at[i] = float_of(doc, node, VEC3_x + i);
    return v;
}

static inline bool is_zero_vector(vec3d v)
{
    return v.at[0] == 0 && v.at[1] == 0 && v.at[2] == 0;
}

/* --- reports --- */

static inline void expect_one(a3d_finding *f, int64_t expected, int64_t actual)
{
    a3d_expect(f, expected, expected);
    a3d_actual(f, actual);
}

static inline a3d_finding *broken(a3d_ctx *ctx, unsigned rule, uint32_t node)
{
    return a3d_report_node(ctx, rule_of(ctx, rule), node);
}

/* Reports a finding at a field of a record. */
static inline a3d_finding *broken_field(a3d_ctx *ctx, unsigned rule, uint32_t record, unsigned slot)
{
    return broken(ctx, rule, a3d_whole_field(ctx->doc, record, slot));
}

/* Reports a list whose inline count, the first four bytes of its span, is wrong. */
static inline a3d_finding *wrong_count(a3d_ctx *ctx, unsigned rule, uint32_t list, int64_t expected)
{
    const a3d_node *node = a3d_at(ctx->doc, list);
    a3d_finding *f = a3d_report(ctx, rule_of(ctx, rule), list, node->stream, node->off,
                                node->size < 4 ? node->size : 4);
    expect_one(f, expected, (int64_t)node->v.at.count);
    return f;
}

/* Reports a finding at `size` bytes `at` bytes into a content. */
static inline a3d_finding *broken_at(a3d_ctx *ctx, unsigned rule, const content *c, uint32_t at, uint32_t size)
{
    return a3d_report(ctx, rule_of(ctx, rule), c->node, c->stream, c->off + at, size);
}

/* A single finding for all elements of a content that break a rule: the first is shown, the others are counted. */
typedef struct tally {
    uint32_t first, count;
} tally;

static inline void tally_add(tally *t, uint32_t index)
{
    if (t->count++ == 0)
        t->first = index;
}

static inline a3d_finding *tally_report(a3d_ctx *ctx, unsigned rule, const content *c, const tally *t, uint32_t stride)
{
    a3d_finding *f = broken_at(ctx, rule, c, t->first * stride, stride);
    a3d_suffix(ctx, f, "[%u]", (unsigned)t->first);
    f->count = t->count;
    return f;
}

/* A finding that something is missing follows from the fault that stopped the reading. */
static inline void blame(a3d_ctx *ctx, a3d_finding *f)
{
    if (f->cause == A3D_NO_CAUSE)
        f->cause = a3d_missing_cause(ctx->doc);
}

/* --- the parts that rules look up --- */

static inline uint32_t model_info_of(const a3d_doc *doc)
{
    return inner(doc, doc->root, P3D_modelInfo);
}

/* The skeleton, or A3D_NO_NODE. */
static inline uint32_t skeleton_of(const a3d_doc *doc)
{
    uint32_t info = model_info_of(doc);
    return info != A3D_NO_NODE ? inner(doc, info, MODEL_INFO_skeleton) : A3D_NO_NODE;
}

/* The number of bones in the skeleton, or -1 if it was not decoded. */
static inline int64_t skeleton_bones(const a3d_doc *doc)
{
    uint32_t skeleton = skeleton_of(doc);
    if (skeleton == A3D_NO_NODE)
        return -1;
    const a3d_node *bones = a3d_at(doc, a3d_whole_field(doc, skeleton, SKELETON_bones));
    if (bones->state == A3D_GATED)
        return 0;
    return bones->state == A3D_PRESENT ? (int64_t)bones->v.at.count : -1;
}

/* The kind of a LOD follows from the range of its resolution. */
enum { FIRST_SPECIAL = 1000, SHADOW_VOLUMES = 10000, SHADOW_BUFFERS = 11000, END_OF_SHADOWS = 12000 };

/* The resolution of LOD `i`, or 0 if it is absent. */
static inline double resolution_of(const a3d_doc *doc, uint32_t i)
{
    content c = content_of(doc, doc->root, P3D_resolution);
    return i < c.stored ? (double)load_float(c.p + 4 * (size_t)i) : 0;
}

/* The same for messages, with the name of its kind if it has one. */
static inline a3d_amount named_resolution(const a3d_doc *doc, double resolution)
{
    float value = (float)resolution;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return a3d_named_value(doc, a3d_whole_field(doc, doc->root, P3D_resolution), bits);
}

/* A text for messages, between quotes and not too long: the arguments of "%.*s". */
enum { MOST_QUOTED = 100 };
#define QUOTED(t) (int)((t).n < MOST_QUOTED ? (t).n : MOST_QUOTED), (t).n > 0 ? (const char *)(t).p : ""

/* --- the rules by topic; each checks what was read and stops when the work limit is reached --- */

void a3d_odol_check_version(a3d_ctx *ctx);
void a3d_odol_check_text(a3d_ctx *ctx);
void a3d_odol_check_blocks(a3d_ctx *ctx);
void a3d_odol_check_header(a3d_ctx *ctx);
void a3d_odol_check_lod_list(a3d_ctx *ctx); /* a part of the header */
void a3d_odol_check_skeleton(a3d_ctx *ctx);
void a3d_odol_check_motion(a3d_ctx *ctx);
void a3d_odol_check_tail(a3d_ctx *ctx);
int a3d_odol_check_hints(a3d_ctx *ctx);

/* Reports the axes on which the lower corner is beyond the upper one. */
void a3d_odol_check_box(a3d_ctx *ctx, uint32_t record, unsigned min_slot, unsigned max_slot, unsigned rule);

/* The results of one walk over all faces (rules_faces.c). */
typedef struct odol_faces {
    /* a byte for each vertex: some face uses it. NULL: the walk did not see all faces */
    uint8_t *used;
    uint32_t n_twice, twice, twice_at; /* faces with a repeated corner; the first of them and its position */
    int64_t measure;                   /* of all faces, if each section ends between two of them; else -1 */
} odol_faces;

/* Large arrays whose numbers are known to rise, so that no rule has to compare them again. */
enum { ODOL_LARGE_ARRAY = 1024, ODOL_MOST_RISING = 64 };
typedef struct odol_rising {
    uint32_t nodes[ODOL_MOST_RISING];
    unsigned n;
} odol_rising;

/* A LOD, and what its rules need to know. */
typedef struct odol_lod {
    uint32_t node, index;
    int64_t bones;    /* of the skeleton, -1: unknown */
    int64_t vertices; /* -1: unknown */
    odol_faces faces;
    odol_rising *rising;
} odol_lod;

/* Walks over the faces of a LOD and fills in its `faces`. They stay empty if the vertex count is unknown, or if
 * something unusual comes up. */
void a3d_odol_scan_faces(a3d_ctx *ctx, odol_lod *lod);
int a3d_odol_check_sections(a3d_ctx *ctx, const odol_lod *lod); /* after a3d_odol_scan_faces */
void a3d_odol_check_faces(a3d_ctx *ctx, const odol_lod *lod);
/* Completes a finding, whose place is known, about a number that refers to one of the `count` things that `owner` has,
 * each called `noun`. It starts at `least`: 0, or -1 for none of them. */
void a3d_odol_describe_bound(a3d_ctx *ctx, a3d_finding *f, int64_t value, int64_t least, int64_t count,
                             const char *owner, const char *noun);

void a3d_odol_check_references(a3d_ctx *ctx, const odol_lod *lod); /* fills in `rising` */
void a3d_odol_check_parts(a3d_ctx *ctx, const odol_lod *lod);
void a3d_odol_check_materials(a3d_ctx *ctx, const odol_lod *lod);
void a3d_odol_check_geometry(a3d_ctx *ctx, const odol_lod *lod);
void a3d_odol_check_weights(a3d_ctx *ctx, const odol_lod *lod);

/* Reports elements of a list with the same text field (and number field, unless A3D_NO_SLOT) as an earlier one. Empty
 * texts are skipped unless `empty_too`. */
void a3d_odol_check_unique(a3d_ctx *ctx, uint32_t list, unsigned slot, unsigned number_slot, unsigned rule,
                           bool empty_too);

#endif
