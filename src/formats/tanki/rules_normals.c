/* rules_normals.c - normals have length 1, and second normals go with the places of vertices. */
#include "base/bytes.h"
#include "base/kernels_vectors.h"
#include "formats/tanki/model.h"
#include "formats/tanki/rules.h"

#include <math.h>
#include <string.h>

enum { VECTOR = 12 };

/* TANKI-067, TANKI-068. Squares of 1 - 10^-3 and 1 + 10^-3 are compared with the square of the length. */
static void check_length(const a3d_tanki_model *m, uint32_t node, uint32_t stream, uint32_t off, const uint8_t *p, uint32_t i)
{
    double x = a3d_tanki_float(p), y = a3d_tanki_float(p + 4), z = a3d_tanki_float(p + 8), square = x * x + y * y + z * z;
    if ((square >= 0.999 * 0.999 && square <= 1.001 * 1.001) || !(square < (double)INFINITY))
        return;
    a3d_finding *f = a3d_report(m->ctx, &m->ctx->format->rules[TANKI_RULE_NORMAL_LENGTH], node, stream, off + i * VECTOR, VECTOR);
    a3d_suffix(m->ctx, f, "[%u]", (unsigned)i);
    a3d_say(m->ctx, f, "Normal %u has length %.6g", (unsigned)i, a3d_tanki_root(square));
}

/* Squared lengths that differ from 1 by less are right whatever was lost in reckoning them in single precision. */
static const float slack = 0.00199f;

/* Normals of a piece are looked at one by one only when they are not surely right. */
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

/* TANKI-069. Positions that were met stand in a table of bounded chains: each vertex costs the same whatever the
 * file holds, and a table that is unluckily full overlooks a difference rather than taking long. */
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
    a3d_finding *f = a3d_report(ctx, &ctx->format->rules[TANKI_RULE_NORMAL_SHARED], s->node, s->stream, s->off + i * VECTOR, VECTOR);
    a3d_suffix(ctx, f, "[%u]", (unsigned)i);
    a3d_say(ctx, f, "Vertex %u lies where vertex %u does, but has another second normal", (unsigned)i, (unsigned)first);
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
        if (first != 0 && chain < CHAIN && memcmp(s->normals + (size_t)(first - 1) * VECTOR, s->normals + (size_t)i * VECTOR, VECTOR) != 0)
            report_shared(s, i, first - 1);
    }
}

/* --- the same without a doubt, and quickly --- */

static inline bool differ(const uint8_t *data, uint32_t i, uint32_t k)
{
    uint64_t a, b;
    uint32_t c, d;
    memcpy(&a, data + (size_t)i * VECTOR, 8);
    memcpy(&b, data + (size_t)k * VECTOR, 8);
    memcpy(&c, data + (size_t)i * VECTOR + 8, 4);
    memcpy(&d, data + (size_t)k * VECTOR + 8, 4);
    return ((a ^ b) | (c ^ d)) != 0;
}

/* Each slot of the table gets one of the vertices that fall into it, and the others are compared with that one.
 * Those at other places are left for the next round. Returns how many, or UINT32_MAX when a normal differs. */
static uint32_t settle_shared(const shared *s, uint32_t *left, uint32_t n, uint32_t *table, unsigned shift, uint64_t factor)
{
    uint32_t remaining = 0;
    bool torn = false;
    uint32_t *slots = left + s->count;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t a;
        uint32_t b;
        memcpy(&a, s->positions + (size_t)left[k] * VECTOR, 8);
        memcpy(&b, s->positions + (size_t)left[k] * VECTOR + 8, 4);
        slots[k] = (uint32_t)((a * factor + b * UINT64_C(0x9e3779b97f4a7c15)) >> shift);
        table[slots[k]] = left[k];
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = left[k], other = table[slots[k]];
        bool elsewhere = differ(s->positions, i, other);
        torn |= !elsewhere & differ(s->normals, i, other);
        left[remaining] = i;
        remaining += elsewhere;
    }
    return torn ? UINT32_MAX : remaining;
}

/* Whether no normal differs for sure. `work` has room for the table and twice the vertices. */
static bool surely_shared(const shared *s, uint32_t *work, uint32_t size)
{
    static const uint64_t factors[] = {UINT64_C(0xff51afd7ed558ccd), UINT64_C(0xc4ceb9fe1a85ec53), UINT64_C(0xbf58476d1ce4e5b9),
                                       UINT64_C(0x94d049bb133111eb)};
    uint32_t *left = work + size, n = s->count;
    unsigned shift = 64;
    for (uint32_t k = size; k > 1; k /= 2)
        shift--;
    for (uint32_t k = 0; k < n; k++)
        left[k] = k;
    for (unsigned round = 0; round < 4 && n > 0 && n != UINT32_MAX; round++)
        n = settle_shared(s, left, n, work, shift, factors[round]);
    return n == 0;
}

static void check_shared(const a3d_tanki_model *m, uint32_t positions, uint32_t normals)
{
    uint32_t stream, off, size = 16;
    shared s = {.m = m, .node = normals};
    if (normals == A3D_NO_NODE || positions == A3D_NO_NODE)
        return;
    s.positions = a3d_tanki_bytes(m, positions, VECTOR, &s.count, &stream, &off);
    if (s.positions == NULL || a3d_work(m->ctx, s.count) != A3D_OK)
        return;
    while (size < 2 * (uint64_t)s.count)
        size *= 2;
    uint32_t *work = a3d_block_resize(m->doc->arena, NULL, (size + 2 * (size_t)s.count) * sizeof *work), same;
    if (work == NULL) {
        a3d_limit(m->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    s.normals = a3d_tanki_bytes(m, normals, VECTOR, &same, &s.stream, &s.off);
    if (s.normals != NULL && !surely_shared(&s, work, size))
        compare_shared(&s, work, size - 1);
    a3d_block_resize(m->doc->arena, work, 0);
}

void a3d_tanki_judge_normals(const a3d_tanki_model *m, uint32_t positions, uint32_t first, uint32_t second)
{
    check_lengths(m, first);
    check_lengths(m, second);
    check_shared(m, positions, second);
}
