/* hash.c - hashes the content of nodes; see parts.h */
#include "base/bytes.h"
#include "base/never.h"
#include "engine/diff/parts.h"
#include "engine/document/content.h"

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

uint64_t a3d_hash_bytes(uint64_t seed, const uint8_t *p, size_t n)
{
    uint64_t hash = mix(seed, n), rest = 0;
    for (; n >= 8; p += 8, n -= 8)
        hash = mix(hash, a3d_load64(p, false));
    for (; n > 0; n--)
        rest = rest << 8 | *p++;
    return mix(hash, rest);
}

/* Whether values of the row are left out of hashes: positions, which shift when an element is inserted before them,
 * and floats, which may differ within the tolerance. */
static bool is_left_out(const a3d_comparing *c, const a3d_row *row, unsigned type)
{
    return row->ref.spaces != 0 || (type == A3D_F32 && c->how->tolerance > 0);
}

static uint64_t hash_content(a3d_comparing *c, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t size;
    uint64_t hash = mix(3, node->v.at.count);
    const uint8_t *p;
    bool stored = a3d_stored_content(doc, index, &p, &size);
    if (A3D_NEVER(!stored) || p == NULL ||
        (s->kind == A3D_ARRAY && is_left_out(c, node->row, s->type)) ||
        (s->kind == A3D_VECTOR && c->how->tolerance > 0))
        return hash;
    return a3d_diff_spend(c, size / 64) ? a3d_hash_bytes(hash, p, size) : hash;
}

uint64_t a3d_hash_node(a3d_comparing *c, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint64_t hash = 1;
    if (!a3d_diff_spend(c, 1) || !a3d_counts_as_present(doc, index))
        return 0;
    if (s->kind == A3D_SCALAR) {
        bool derived = node->row->derive.kind != A3D_GIVEN;
        return node->row->storage || derived || is_left_out(c, node->row, s->type) ? 2 : mix(2, node->v.u);
    }
    if (s->kind == A3D_ARRAY || node->flat)
        return hash_content(c, doc, index);
    if (A3D_NEVER(s->kind == A3D_CUSTOM)) /* the only one in an element, unknown_layout of ODOL, has no value */
        return 4;
    for (uint32_t i = 0; i < node->v.at.count; i++)
        hash = mix(hash, a3d_hash_node(c, doc, node->v.at.first + i));
    return hash;
}
