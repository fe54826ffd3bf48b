/* rules_normals.c - rules about normals: they have length 1, and second normals depend on the position of the vertex */
#include "base/bytes.h"
#include "base/kernels_vectors.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/rules.h"

#include <math.h>
#include <string.h>

enum { VECTOR = 12 };

/* Checks TANKI-067 and TANKI-068. Compares squared lengths with the squares of 1 - 10^-3 and 1 + 10^-3. */
static void check_length(const a3d_tanki_model *m, uint32_t node, uint32_t stream, uint32_t off, const uint8_t *p,
                         uint32_t i)
{
    double x = a3d_tanki_float(p), y = a3d_tanki_float(p + 4), z = a3d_tanki_float(p + 8),
           square = x * x + y * y + z * z;
    if ((square >= 0.999 * 0.999 && square <= 1.001 * 1.001) || !(square < (double)INFINITY))
        return;
    a3d_finding *f = a3d_report(m->ctx, &m->ctx->format->rules[TANKI_RULE_NORMAL_LENGTH], node, stream,
                                off + i * VECTOR, VECTOR);
    a3d_suffix(m->ctx, f, "[%u]", (unsigned)i);
    a3d_say(m->ctx, f, "the length of normal %u is %.6g; expected 1", (unsigned)i, a3d_tanki_root(square));
}

/* A squared length closer to 1 than this is right, whatever error single precision has added. */
static const float slack = 0.00199f;

/* Looks at the normals of a piece one by one only if the fast check is not certain. */
static void check_lengths(const a3d_tanki_model *m, uint32_t node)
{
    enum { PIECE = 256 };
    uint32_t count, stream, off;
    const uint8_t *p = node != A3D_NO_NODE ? a3d_tanki_bytes(m, node, VECTOR, &count, &stream, &off) : NULL;
    const a3d_extent *e = p != NULL ? a3d_extent_of(m->ctx, node) : NULL;
    if (e != NULL && e->least >= 1 - slack && e->square <= 1 + slack)
        return;
    for (uint32_t from = 0, to; p != NULL && from < count; from = to) {
        to = count - from < PIECE ? count : from + PIECE;
        if (a3d_vectors_unit(p + (size_t)from * VECTOR, to - from, false, slack))
            continue;
        for (uint32_t i = from; i < to; i++)
            check_length(m, node, stream, off, p + (size_t)i * VECTOR, i);
    }
}

/* Checks TANKI-069. Known positions are kept in a hash table of bounded chains, so that each vertex costs the same for
 * any input. If a chain is full, a difference may be missed. */
enum { CHAIN = 8 };

static uint32_t spread(const uint8_t *p)
{
    uint32_t hash = a3d_load32(p, false) * 0x9e3779b1u;
    hash = (hash ^ hash >> 15 ^ a3d_load32(p + 4, false)) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13 ^ a3d_load32(p + 8, false)) * 0xc2b2ae35u;
    return hash ^ hash >> 16;
}

typedef struct shared {
    const a3d_tanki_model *m;
    const uint8_t *positions, *normals;
    uint32_t node, stream, off; /* the normals */
    uint32_t count;
} shared;

static void report_shared(const shared *s, uint32_t i, uint32_t first)
{
    a3d_ctx *ctx = s->m->ctx;
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[TANKI_RULE_NORMAL_SHARED], s->node, s->stream,
                                s->off + i * VECTOR, VECTOR);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    a3d_say(ctx, f,
            "normal2 of vertex %u differs from that of vertex %u; expected the same, because they share a position",
            (unsigned)i, (unsigned)first);
}

static void compare_shared(const shared *s, uint32_t *table, uint32_t mask)
{
    memset(table, 0, (mask + (size_t)1) * sizeof *table);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint8_t *here = s->positions + (size_t)i * VECTOR;
        uint32_t slot = spread(here) & mask, chain = 0, first = 0;
        for (; chain < CHAIN && (first = table[slot]) != 0; chain++, slot = (slot + 1) & mask)
            if (memcmp(s->positions + (size_t)(first - 1) * VECTOR, here, VECTOR) == 0)
                break;
        if (first == 0)
            table[slot] = i + 1;
        if (first != 0 && chain < CHAIN &&
            memcmp(s->normals + (size_t)(first - 1) * VECTOR, s->normals + (size_t)i * VECTOR, VECTOR) != 0)
            report_shared(s, i, first - 1);
    }
}

/* --- the same, as a fast check that is certain when it succeeds --- */

enum { MOST = 0x10000, SLOTS = 16, ROUNDS = 8 }; /* vertices; bits of a slot */

static inline uint64_t eight(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Returns 0 only for equal vectors. */
static inline uint64_t difference(const uint8_t *a, const uint8_t *b)
{
    return (eight(a) ^ eight(b)) | (eight(a + 4) ^ eight(b + 4));
}

static inline uint32_t slot_of(const uint8_t *p, unsigned round, unsigned shift)
{
    static const uint32_t factors[ROUNDS][2] = {
        {0x5851f42d, 0x2c1b3c6d}, {0x297a2d39, 0x4cf5ad43}, {0x1b873593, 0x3c6ef373}, {0x64d049bb, 0x484763e5},
        {0x7feb352d, 0x46ca68ab}, {0x2545f491, 0x45d9f3b5}, {0x3ad8025f, 0x119de1f3}, {0x53c5ca59, 0x74743c1b}};
    return (uint32_t)((eight(p) * factors[round][0] + eight(p + 4) * factors[round][1]) >> shift);
}

/* Each slot of the table keeps the last of its vertices. The vertices that it replaces go to `met`, and the numbers of
 * the replacing ones to `left`. Returns how many. */
static inline uint32_t meet(const uint8_t *positions, const uint16_t *list, uint32_t n, uint16_t *table, unsigned round,
                            unsigned shift, uint16_t *left, uint16_t *met)
{
    uint32_t pairs = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = list != NULL ? list[k] : k, slot = slot_of(positions + (size_t)i * VECTOR, round, shift);
        met[k] = (uint16_t)slot;
        table[slot] = (uint16_t)i;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = list != NULL ? list[k] : k, other = table[met[k]];
        left[pairs] = (uint16_t)i;
        met[pairs] = (uint16_t)other;
        pairs += i != other;
    }
    return pairs;
}

/* Splits pairs: those at the same position stay in `left` and `met`, and the first vertex of each other one goes to
 * `elsewhere`. Returns how many stay. Nothing branches on a position, which would often be mispredicted. */
static uint32_t split(const uint8_t *positions, uint32_t pairs, uint16_t *left, uint16_t *met, uint16_t *elsewhere)
{
    uint32_t same = 0;
    for (uint32_t k = 0; k < pairs; k++) {
        uint16_t i = left[k], other = met[k];
        uint64_t apart = difference(positions + (size_t)i * VECTOR, positions + (size_t)other * VECTOR);
        elsewhere[k - same] = i;
        left[same] = i;
        met[same] = other;
        same += apart == 0;
    }
    return same;
}

/* Compares the normals of each vertex in `left` and the one that it met, if they are at the same position. The others
 * are in `left` afterwards, for the next round. Returns their number, or MOST if a normal differs. `spare` has room
 * for all of them. */
static uint32_t compare(const shared *s, uint32_t pairs, uint16_t *left, uint16_t *met, uint16_t *spare)
{
    uint32_t same = split(s->positions, pairs, left, met, spare);
    uint64_t torn = 0;
    for (uint32_t k = 0; k < same; k++)
        torn |= difference(s->normals + (size_t)left[k] * VECTOR, s->normals + (size_t)met[k] * VECTOR);
    memcpy(left, spare, (pairs - same) * sizeof *left);
    return torn != 0 ? MOST : pairs - same;
}

/* Whether certainly no normal differs. `work` has room for a table of 2^bits slots, at least as many as there are
 * vertices, and for two numbers per vertex. */
static bool surely_shared(const shared *s, uint16_t *work, unsigned bits)
{
    uint16_t *left = work + ((size_t)1 << bits), *met = left + s->count;
    uint32_t n = compare(s, meet(s->positions, NULL, s->count, work, 0, 64 - bits, left, met), left, met, work);
    for (unsigned round = 1; round < ROUNDS && n > 0 && n < MOST; round++)
        n = compare(s, meet(s->positions, left, n, work, round, 64 - bits, left, met), left, met, work);
    return n == 0;
}

static void check_shared_normals(const a3d_tanki_model *m, uint32_t positions, uint32_t normals)
{
    uint32_t stream, off, size = 16;
    unsigned bits = 5;
    shared s = {.m = m, .node = normals};
    if (normals == A3D_NO_NODE || positions == A3D_NO_NODE)
        return;
    s.positions = a3d_tanki_bytes(m, positions, VECTOR, &s.count, &stream, &off);
    if (s.positions == NULL || a3d_work(m->ctx, s.count) != A3D_OK)
        return;
    while (size < 2 * (uint64_t)s.count)
        size *= 2;
    while (bits < SLOTS && UINT64_C(1) << bits < 4 * (uint64_t)s.count)
        bits++;
    uint32_t *work = a3d_block_resize(m->doc->arena, NULL, (size + (size_t)s.count) * sizeof *work), same;
    if (work == NULL) {
        a3d_limit(m->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    s.normals = a3d_tanki_bytes(m, normals, VECTOR, &same, &s.stream, &s.off);
    s.count = same < s.count ? same : s.count; /* a list that is cut off may have fewer */
    if (s.normals != NULL && !(s.count < MOST && surely_shared(&s, (uint16_t *)work, bits)))
        compare_shared(&s, work, size - 1);
    a3d_block_resize(m->doc->arena, work, 0);
}

void a3d_tanki_check_normals(const a3d_tanki_model *m, uint32_t positions, uint32_t first, uint32_t second)
{
    check_lengths(m, first);
    check_lengths(m, second);
    check_shared_normals(m, positions, second);
}
