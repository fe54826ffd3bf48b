/* form.c - changes the presence of fields and the free choices of the encoding; see mutant.h */
#include "engine/decode/mask.h"
#include "engine/document/content.h"
#include "engine/document/nodes.h"
#include "engine/edit/elements.h"
#include "engine/mutate/mutant.h"

#include <string.h>

static bool is_optional(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return node->row->optional && (node->state == A3D_PRESENT || node->state == A3D_ABSENT);
}

bool a3d_change_presence(a3d_mutant *m)
{
    uint32_t index = a3d_pick(m, m->doc, is_optional);
    if (index == A3D_NO_NODE)
        return false;
    m->normalize = true;
    a3d_note(m, index, a3d_at(m->doc, index)->state == A3D_ABSENT);
    if (a3d_at(m->doc, index)->state == A3D_ABSENT)
        return a3d_fresh(&m->ctx, index) == A3D_OK;
    a3d_at(m->doc, index)->state = A3D_ABSENT;
    return true;
}

/* ---- counts ---- */

static bool has_inline_count(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    return node->state == A3D_PRESENT && (s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) &&
           s->count_by == A3D_COUNT_PREFIX;
}

bool a3d_change_claim(a3d_mutant *m)
{
    static const uint32_t odd[] = {0,     1,        127,        128,       255,        16383,     16384,
                                   65536, 0x3fffff, 0x10000000, INT32_MAX, 0x80000000, UINT32_MAX};
    uint32_t index = a3d_pick(m, m->doc, has_inline_count);
    if (index == A3D_NO_NODE)
        return false;
    uint32_t count = a3d_at(m->doc, index)->v.at.count, claim = odd[a3d_random_below(&m->r, sizeof odd / sizeof *odd)];
    if (a3d_random_chance(&m->r, 2, 3))
        claim = count + (uint32_t)a3d_random_between(&m->r, -2, 2);
    if (m->ctx.format->prefix == A3D_PREFIX_A3D && claim > 0x3fffff)
        claim &= 0x3fffff;
    a3d_note(m, index, (int64_t)claim - count);
    return a3d_side_set(m->doc, index, A3D_SIDE_CLAIM, claim) == 0;
}

/* ---- forms ---- */

static bool has_form(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->state != A3D_PRESENT)
        return false;
    if (s->kind == A3D_CUSTOM)
        return s->custom->forms != NULL && s->custom != &a3d_null_mask;
    return s->fill || s->pack == A3D_PACK_BLOCK ||
           (has_inline_count(doc, index) && doc->format->prefix == A3D_PREFIX_A3D);
}

/* Stores one element for all, or all of a list that stored one. */
static bool change_fill(a3d_mutant *m, uint32_t index)
{
    uint32_t size, count = a3d_at(m->doc, index)->v.at.count;
    bool filled = a3d_at(m->doc, index)->form & A3D_FORM_FILL;
    if (count == 0 || a3d_own_content(m, index, &size) == NULL || (filled && (uint64_t)size * count > m->room))
        return false;
    return a3d_set_fill(m->doc, index, !filled) == A3D_OK;
}

static unsigned other_custom_form(a3d_mutant *m, const a3d_name *forms)
{
    unsigned n = 0;
    while (forms[n].name != NULL)
        n++;
    return (unsigned)forms[a3d_random_below(&m->r, n)].value & 7;
}

bool a3d_change_form(a3d_mutant *m)
{
    uint32_t index = a3d_pick(m, m->doc, has_form);
    if (index == A3D_NO_NODE)
        return false;
    a3d_node *node = a3d_at(m->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    unsigned flag = a3d_random_chance(&m->r, 1, 8) ? a3d_random_below(&m->r, 4) : 2 * a3d_random_below(&m->r, 2);
    m->normalize = true;
    a3d_note(m, index, 0);
    if (s->kind == A3D_CUSTOM)
        node->form = other_custom_form(m, s->custom->forms) & 7;
    else if (s->fill && a3d_random_chance(&m->r, 1, 2))
        return change_fill(m, index);
    else if (s->pack == A3D_PACK_BLOCK)
        node->form = ((node->form & A3D_FORM_FILL) | flag << A3D_FORM_FLAG_SHIFT) & 7;
    else
        node->form = a3d_random_below(&m->r, 3) & 7;
    return true;
}

/* ---- the null mask ---- */

/* Flips a bit, which shifts the reading of everything after it, or changes the form or size, which does not. */
bool a3d_change_mask(a3d_mutant *m)
{
    const a3d_mask *mask = &m->doc->mask;
    if (mask->node == A3D_NO_NODE)
        return false;
    uint32_t bytes = (mask->room + mask->header) / 8, bit = a3d_random_below(&m->r, mask->room + 1);
    uint64_t form = a3d_random_below(&m->r, 3);
    a3d_note(m, mask->node, 0);
    uint64_t size = a3d_random_chance(&m->r, 1, 2) ? 0 : 1 + a3d_random_below(&m->r, bytes + 3);
    if (form == A3D_MASK_SHORT && size > 4)
        size = 4;
    if (form == A3D_MASK_LONG1 && size > 64)
        form = A3D_MASK_LONG3;
    if (form == A3D_MASK_LONG3 && size > 0 && size < 3)
        size = 3;
    if (a3d_random_chance(&m->r, 1, 2))
        return a3d_side_set(m->doc, mask->node, A3D_SIDE_MASK, size << 2 | form) == 0;
    return a3d_side_add(m->doc, mask->node, A3D_SIDE_FLIP, (uint64_t)bit << 1 | a3d_random_below(&m->r, 2)) == 0;
}

/* ---- bytes that no field asks for ---- */

static bool is_record(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    return node->state == A3D_PRESENT && (kind == A3D_RECORD || kind == A3D_SWITCH);
}

bool a3d_add_slack(a3d_mutant *m)
{
    uint8_t bytes[8];
    uint32_t index = a3d_random_chance(&m->r, 1, 4) ? m->doc->root : a3d_pick(m, m->doc, is_record);
    uint32_t n = 1 + a3d_random_below(&m->r, sizeof bytes);
    if (index == A3D_NO_NODE)
        return false;
    a3d_note(m, index, n);
    a3d_store(bytes, 8, a3d_random_chance(&m->r, 1, 2) ? a3d_random_next(&m->r) : 0, false);
    return a3d_set_slack(&m->ctx, index, bytes, n) == A3D_OK;
}

static bool is_unpacked(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return node->state == A3D_PRESENT && node->packed && a3d_shape_of(node)->pack == A3D_PACK_ZLIB;
}

bool a3d_patch_stream(a3d_mutant *m)
{
    uint32_t owner = a3d_pick(m, m->doc, is_unpacked), stream = owner != A3D_NO_NODE ? a3d_stream_of(m->doc, owner) : 0;
    uint32_t size = stream != 0 ? m->doc->streams[stream].size : 0, n = 1u << a3d_random_below(&m->r, 3);
    if (size < n || m->n_patches > 0)
        return false;
    uint8_t *bytes = a3d_arena_alloc(m->doc->arena, 8);
    m->patches = a3d_arena_alloc(m->doc->arena, sizeof *m->patches);
    if (bytes == NULL || m->patches == NULL)
        return false;
    a3d_note(m, owner, n);
    uint64_t value = a3d_random_next(&m->r);
    value <<= 8 * a3d_random_below(&m->r, 8);
    a3d_store(bytes, 8, value, a3d_random_chance(&m->r, 1, 2));
    *m->patches = (a3d_patch){.owner = owner, .off = a3d_random_below(&m->r, size - n + 1), .size = n, .bytes = bytes};
    m->n_patches = 1;
    return true;
}
