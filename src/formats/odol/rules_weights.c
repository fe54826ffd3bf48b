/* rules_weights.c - rules about the bones that each vertex follows, and about neighbors of vertices */
#include "formats/odol/parts.h"

#include <stdio.h>

enum {
    BONE_REF_SIZE = 12,
    NEIGHBOUR_SIZE = 16,
    NEIGHBOURS_SIZE = 2 * NEIGHBOUR_SIZE,
    MOST_BONES = 4,
    MOST_ALIKE = 256
};

typedef struct weight_faults {
    tally many, bone, sum, zero, twice, unused, several;
} weight_faults;

/* Whether n pairs, and the unused ones after them, are all valid. They are in a single word: indices in its even bytes,
 * weights in its odd ones. All pairs are checked at once, with room for a carry above each. */
static bool is_sound(uint32_t n, uint64_t pairs, uint32_t subskeleton)
{
    if (n == 1) /* the most common case; all weight is on one bone */
        return pairs >> 8 == 0xff && (pairs & 0xff) < subskeleton;
    const uint64_t each = UINT64_C(0x0001000100010001), bytes = 0xff * each;
    uint64_t used = n < MOST_BONES ? (UINT64_C(1) << 16 * n) - 1 : UINT64_MAX, numbers = pairs & bytes,
             weights = pairs >> 8 & bytes;
    uint64_t carries = (each & used) << 8, beyond = subskeleton <= 256 ? (256 - subskeleton) * each : 0;
    bool sum = n == 0 || (weights * each) >> 48 == 255, some = ((weights + bytes) & carries) == carries,
         known = ((numbers + beyond) & carries) == 0;
    if ((pairs & ~used) != 0 || !sum || !some || !known)
        return false;
    uint64_t a = numbers & 0xff, b = numbers >> 16 & 0xff, c = numbers >> 32 & 0xff, d = numbers >> 48;
    return !((n > 1 && a == b) || (n > 2 && (a == c || b == c)) || (n > 3 && (a == d || b == d || c == d)));
}

/* Checks one record of four pairs, the first n of which are used. True if there is nothing to report. */
static bool check_ref(weight_faults *w, const uint8_t *p, uint32_t index, uint32_t subskeleton)
{
    uint32_t n = a3d_load32(p, false), sum = 0;
    bool bone = false, zero = false, twice = false, unused = false;
    if (n <= MOST_BONES && is_sound(n, a3d_load64(p + 4, false), subskeleton)) {
        if (n > 1)
            tally_add(&w->several, index);
        return true;
    }
    if (n > MOST_BONES) {
        tally_add(&w->many, index);
        return false;
    }
    for (uint32_t i = 0; i < MOST_BONES; i++) {
        uint8_t number = p[4 + 2 * i], weight = p[5 + 2 * i];
        if (i >= n) {
            unused = unused || number != 0 || weight != 0;
            continue;
        }
        bone = bone || number >= subskeleton;
        zero = zero || weight == 0;
        sum += weight;
        for (uint32_t k = 0; k < i; k++)
            twice = twice || p[4 + 2 * k] == number;
    }
    if (bone)
        tally_add(&w->bone, index);
    if (n > 0 && sum != 255)
        tally_add(&w->sum, index);
    if (zero)
        tally_add(&w->zero, index);
    if (twice)
        tally_add(&w->twice, index);
    if (unused)
        tally_add(&w->unused, index);
    if (n > 1)
        tally_add(&w->several, index);
    return false;
}

static void report_weights(a3d_ctx *ctx, unsigned rule, const content *c, const tally *t, const char *one,
                           const char *several)
{
    if (t->count == 0)
        return;
    a3d_finding *f = tally_report(ctx, rule, c, t, BONE_REF_SIZE);
    a3d_say(ctx, f, "%s %s", a3d_amount_of(t->count, "vertex").text, t->count == 1 ? one : several);
}

/* The same, with the number of the first vertex and something about it in the message. */
#define report_first(ctx, rule, c, t, format, value)                                                                   \
    do {                                                                                                               \
        if ((t)->count > 0)                                                                                            \
            a3d_say(ctx, tally_report(ctx, rule, c, t, BONE_REF_SIZE), format " (%s affected)", (unsigned)(t)->first,  \
                    (unsigned)(value), a3d_amount_of((t)->count, "vertex").text);                                      \
    } while (0)

static uint32_t bones_at(const content *c, uint32_t vertex)
{
    return a3d_load32(c->p + (size_t)vertex * BONE_REF_SIZE, false);
}

/* The sum of the weights of a vertex. */
static uint32_t sum_at(const content *c, uint32_t vertex)
{
    const uint8_t *p = c->p + (size_t)vertex * BONE_REF_SIZE;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < bones_at(c, vertex) && i < MOST_BONES; i++)
        sum += p[5 + 2 * i];
    return sum;
}

/* The first bone that a vertex has twice. */
static uint32_t twice_at(const content *c, uint32_t vertex)
{
    const uint8_t *p = c->p + (size_t)vertex * BONE_REF_SIZE;
    for (uint32_t i = 1; i < bones_at(c, vertex) && i < MOST_BONES; i++)
        for (uint32_t k = 0; k < i; k++)
            if (p[4 + 2 * k] == p[4 + 2 * i])
                return p[4 + 2 * i];
    return 0;
}

/* The first bone in use that sub2skel does not have, or MOST_BONES. */
static uint32_t bone_beyond(const uint8_t *ref, uint32_t subskeleton)
{
    uint32_t n = a3d_load32(ref, false);
    for (uint32_t i = 0; n <= MOST_BONES && i < n; i++)
        if (ref[4 + 2 * i] >= subskeleton)
            return i;
    return MOST_BONES;
}

/* Reports ODOL-346 or ODOL-356: such a bone in the record at `ref` of the content. */
static void report_bone(a3d_ctx *ctx, unsigned rule, const content *c, uint32_t ref, uint32_t count,
                        uint32_t subskeleton, const char *path, const char *noun)
{
    uint32_t pair = bone_beyond(c->p + ref, subskeleton), at = ref + 4 + 2 * pair;
    a3d_finding *f = broken_at(ctx, rule, c, at, 1);
    a3d_suffix(ctx, f, "%s.pair%u.bone", path, (unsigned)pair);
    f->count = count;
    if (subskeleton > 0)
        a3d_expect(f, 0, (int64_t)subskeleton - 1);
    a3d_actual(f, c->p[at]);
    if (subskeleton > 0)
        a3d_say(ctx, f, "pair%u.bone is %u; expected %s, because sub2skel has %s (%s affected)", (unsigned)pair,
                c->p[at], a3d_range_of(0, (int64_t)subskeleton - 1, c->p[at]).text,
                a3d_amount_of(subskeleton, "entry").text, a3d_amount_of(count, noun).text);
    else
        a3d_say(ctx, f, "pair%u.bone is %u, but sub2skel has no entries (%s affected)", (unsigned)pair, c->p[at],
                a3d_amount_of(count, noun).text);
}

/* Reports ODOL-345 or ODOL-355: the bone count at `at` of the content. This is checked here and not by a table row,
 * since lists of vertices are long. */
static void report_many(a3d_ctx *ctx, const content *c, uint32_t at, uint32_t count, const char *path)
{
    uint32_t n = a3d_load32(c->p + at, false);
    a3d_finding *f = broken_at(ctx, ODOL_RULE_BONE_REF_COUNT, c, at, 4);
    a3d_suffix(ctx, f, "%s", path);
    f->count = count;
    a3d_expect(f, 0, MOST_BONES);
    a3d_actual(f, n);
    a3d_say(ctx, f, "the number of bones of a vertex, n, is %u; expected 0\u2013%d", (unsigned)n, MOST_BONES);
}

/* Checks ODOL-318, ODOL-319, ODOL-351. */
static void check_simple(a3d_ctx *ctx, const odol_lod *lod, const content *c, const weight_faults *w)
{
    const a3d_doc *doc = ctx->doc;
    int64_t simple = a3d_whole_value(doc, lod->node, LOD_bone_ref_simple);
    if (simple == 1)
        report_first(ctx, ODOL_RULE_SIMPLE_BONES, c, &w->several,
                     "vertex %u follows %u bones; expected 1, because bone_ref_simple is 1",
                     bones_at(c, w->several.first));
    if (lod->vertices > 0 && simple <= 1 && (simple == 1) != (c->stored > 0 && w->several.count == 0) &&
        (simple == 0 || w->several.count == 0))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_SIMPLE_FLAG, lod->node, LOD_bone_ref_simple),
                simple == 1 ? "bone_ref_simple is 1; expected 0, because bone_ref has 0 entries"
                            : "bone_ref_simple is 0; expected 1, because no vertex follows several bones");
    if (count_of(doc, lod->node, LOD_sub2skel) > 0 && lod->vertices > 0 && c->stored == 0 &&
        is_present(doc, lod->node, LOD_bone_ref))
        a3d_say(ctx, broken(ctx, ODOL_RULE_NO_WEIGHTS, c->node),
                "bone_ref has 0 entries; expected %s, one for each vertex, because the LOD has bones",
                a3d_number_of((uint64_t)lod->vertices).text);
}

/* How many of up to `most` records from p on equal the one before; compares ever larger pieces. */
static uint32_t alike_from(const uint8_t *p, uint32_t most)
{
    uint32_t n = 0, piece = 1;
    while (n < most && piece > 0) {
        uint32_t now = piece < most - n ? piece : most - n;
        bool alike = memcmp(p, p - BONE_REF_SIZE, (size_t)now * BONE_REF_SIZE) == 0;
        n += alike ? now : 0;
        p += alike ? (size_t)now * BONE_REF_SIZE : 0;
        piece = !alike ? now / 2 : piece < MOST_ALIKE ? 2 * piece : piece;
    }
    return n;
}

/* Checks ODOL-346 to ODOL-350. */
static void check_refs(a3d_ctx *ctx, const odol_lod *lod)
{
    content c = content_of(ctx->doc, lod->node, LOD_bone_ref);
    int64_t subskeleton = count_of(ctx->doc, lod->node, LOD_sub2skel);
    weight_faults w = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    char path[32];
    if (a3d_work(ctx, c.stored / 4 + 1) != A3D_OK)
        return;
    subskeleton = subskeleton < 0 ? UINT8_MAX + 1 : subskeleton; /* unknown: any byte will do */
    for (uint32_t i = 0; i < c.stored; i++) {                    /* neighboring vertices often follow the same bones */
        const uint8_t *p = c.p + (size_t)i * BONE_REF_SIZE;
        uint32_t before = w.several.count;
        if (!check_ref(&w, p, i, (uint32_t)subskeleton))
            continue;
        uint32_t alike = alike_from(p + BONE_REF_SIZE, c.stored - i - 1);
        w.several.count += w.several.count > before ? alike : 0;
        i += alike;
    }
    if (w.many.count > 0) {
        snprintf(path, sizeof path, "[%u].n", (unsigned)w.many.first);
        report_many(ctx, &c, w.many.first * BONE_REF_SIZE, w.many.count, path);
    }
    if (w.bone.count > 0) {
        snprintf(path, sizeof path, "[%u]", (unsigned)w.bone.first);
        report_bone(ctx, ODOL_RULE_WEIGHT_BONE, &c, w.bone.first * BONE_REF_SIZE, w.bone.count, (uint32_t)subskeleton,
                    path, "vertex");
    }
    report_first(ctx, ODOL_RULE_WEIGHT_SUM, &c, &w.sum, "the sum of the weights of vertex %u is %u; expected 255",
                 sum_at(&c, w.sum.first));
    report_weights(ctx, ODOL_RULE_WEIGHT_ZERO, &c, &w.zero, "has a weight of 0; expected 1 or more",
                   "have a weight of 0; expected 1 or more");
    report_first(ctx, ODOL_RULE_WEIGHT_TWICE, &c, &w.twice, "vertex %u lists bone %u twice; expected each bone once",
                 twice_at(&c, w.twice.first));
    report_weights(ctx, ODOL_RULE_WEIGHT_UNUSED, &c, &w.unused,
                   "has bytes other than 0 in unused pairs of bone and weight; expected 0",
                   "have bytes other than 0 in unused pairs of bone and weight; expected 0");
    check_simple(ctx, lod, &c, &w);
}

/* --- neighbors --- */

typedef struct neighbour_faults {
    tally many, vertex, pad, bone, other;
} neighbour_faults;

/* Checks a neighbor; true if there is nothing to report. */
static bool check_neighbour(neighbour_faults *n, const uint8_t *p, uint32_t index, const content *refs,
                            int64_t vertices, uint32_t subskeleton)
{
    uint32_t vertex = a3d_load16(p, false);
    bool beyond = vertices >= 0 && vertex >= vertices, many = a3d_load32(p + 4, false) > MOST_BONES,
         pad = p[2] != 0 || p[3] != 0;
    bool bone = bone_beyond(p + 4, subskeleton) < MOST_BONES;
    bool other = vertex < refs->stored && memcmp(p + 4, refs->p + (size_t)vertex * BONE_REF_SIZE, BONE_REF_SIZE) != 0;
    if (beyond)
        tally_add(&n->vertex, index);
    if (many)
        tally_add(&n->many, index);
    if (pad)
        tally_add(&n->pad, index);
    if (bone)
        tally_add(&n->bone, index);
    if (other)
        tally_add(&n->other, index);
    return !(beyond || many || pad || bone || other);
}

static void report_neighbours(a3d_ctx *ctx, unsigned rule, const content *c, const tally *t, uint32_t at, uint32_t size,
                              const char *field, const char *one, const char *several)
{
    if (t->count == 0)
        return;
    a3d_finding *f = broken_at(ctx, rule, c, t->first * NEIGHBOUR_SIZE + at, size);
    a3d_suffix(ctx, f, "[%u].%s.%s", (unsigned)(t->first / 2), t->first % 2 == 0 ? "a" : "b", field);
    f->count = t->count;
    a3d_say(ctx, f, "%s %s", a3d_amount_of(t->count, "neighbor").text, t->count == 1 ? one : several);
}

/* Reports ODOL-354: neighbors whose vertex does not exist. */
static void report_neighbour_vertex(a3d_ctx *ctx, const content *c, const tally *t, int64_t vertices)
{
    if (t->count == 0)
        return;
    a3d_finding *f = broken_at(ctx, ODOL_RULE_NEIGHBOUR_VERTEX, c, t->first * NEIGHBOUR_SIZE, 2);
    a3d_suffix(ctx, f, "[%u].%s.vertex", (unsigned)(t->first / 2), t->first % 2 == 0 ? "a" : "b");
    f->count = t->count;
    unsigned vertex = a3d_load16(c->p + (size_t)t->first * NEIGHBOUR_SIZE, false);
    if (vertices > 0)
        a3d_say(ctx, f, "vertex of a neighbor is %u; expected %s, because the LOD has %s (%s affected)", vertex,
                a3d_range_of(0, vertices - 1, vertex).text, a3d_amount_of((uint64_t)vertices, "vertex").text,
                a3d_amount_of(t->count, "neighbor").text);
    else
        a3d_say(ctx, f, "vertex of a neighbor is %u, but the LOD has no vertices (%s affected)", vertex,
                a3d_amount_of(t->count, "neighbor").text);
}

/* Checks ODOL-353, ODOL-354, ODOL-356 to ODOL-358. */
static void check_neighbours(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    content c = content_of(doc, lod->node, LOD_neighbours), refs = content_of(doc, lod->node, LOD_bone_ref);
    int64_t subskeleton = count_of(doc, lod->node, LOD_sub2skel);
    double resolution = resolution_of(doc, lod->index);
    neighbour_faults n = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    char path[32];
    if (c.stored == 0 || subskeleton < 0 || a3d_work(ctx, c.stored / 2 + 1) != A3D_OK)
        return;
    const uint8_t *sound = NULL; /* the last record of bones with nothing to report */
    uint32_t known = lod->vertices < 0 || lod->vertices > refs.stored ? refs.stored : (uint32_t)lod->vertices;
    for (uint32_t i = 0; i < 2 * c.stored; i++) { /* many follow the same bones */
        const uint8_t *p = c.p + (size_t)i * NEIGHBOUR_SIZE;
        uint32_t vertex = a3d_load32(p, false); /* includes the padding, which is 0 */
        if (sound != NULL && vertex < known && memcmp(p + 4, sound, BONE_REF_SIZE) == 0 &&
            memcmp(refs.p + (size_t)vertex * BONE_REF_SIZE, sound, BONE_REF_SIZE) == 0)
            continue;
        sound = check_neighbour(&n, p, i, &refs, lod->vertices, (uint32_t)subskeleton) ? p + 4 : sound;
    }
    if (n.many.count > 0) {
        snprintf(path, sizeof path, "[%u].%s.bones.n", (unsigned)(n.many.first / 2), n.many.first % 2 == 0 ? "a" : "b");
        report_many(ctx, &c, n.many.first * NEIGHBOUR_SIZE + 4, n.many.count, path);
    }
    report_neighbour_vertex(ctx, &c, &n.vertex, lod->vertices);
    report_neighbours(ctx, ODOL_RULE_NEIGHBOUR_PAD, &c, &n.pad, 2, 2, "pad",
                      "has bytes other than 0 in pad; expected 0", "have bytes other than 0 in pad; expected 0");
    if (n.bone.count > 0) {
        snprintf(path, sizeof path, "[%u].%s.bones", (unsigned)(n.bone.first / 2), n.bone.first % 2 == 0 ? "a" : "b");
        report_bone(ctx, ODOL_RULE_NEIGHBOUR_BONE, &c, n.bone.first * NEIGHBOUR_SIZE + 4, n.bone.count,
                    (uint32_t)subskeleton, path, "neighbor");
    }
    report_neighbours(ctx, ODOL_RULE_NEIGHBOUR_REF, &c, &n.other, 4, 12, "bones",
                      "has other bones than its vertex has in bone_ref; expected the same",
                      "have other bones than their vertices have in bone_ref; expected the same");
    if (resolution < SHADOW_VOLUMES || resolution >= SHADOW_BUFFERS)
        a3d_say(ctx, broken(ctx, ODOL_RULE_NEIGHBOUR_KIND, c.node),
                "a LOD of resolution %s has neighbors; expected them only in shadow volumes",
                named_resolution(doc, resolution).text);
}

void a3d_odol_check_weights(a3d_ctx *ctx, const odol_lod *lod)
{
    check_refs(ctx, lod);
    check_neighbours(ctx, lod);
}
