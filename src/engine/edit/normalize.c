/* normalize.c - see normalize.h */
#include "engine/edit/normalize.h"
#include "engine/document/conditions.h"
#include "engine/document/content.h"
#include "engine/document/unchanged.h"
#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"

#include <string.h>

static int normalize_record(a3d_ctx *ctx, uint32_t record);

/* Keeps the values of an array whose wire type changed with the version or an encoding. */
static int convert_array(a3d_ctx *ctx, uint32_t index, unsigned old_type, unsigned type)
{
    a3d_doc *doc = ctx->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream, off, n = a3d_stored_count(node), count = node->v.at.count;
    unsigned from = a3d_width(old_type), to = a3d_width(type);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const uint8_t *p = n > 0 ? a3d_content(doc, node, &stream, &off) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = (uint64_t)a3d_load_type(p + (size_t)i * from, old_type, doc->format->big_endian);
        uint8_t *at = a3d_extend(&bytes, to);
        if (at != NULL)
            a3d_store(at, to, value, doc->format->big_endian);
    }
    int st = bytes.failed ? A3D_STOP : a3d_set_content(doc, index, bytes.data, (uint32_t)bytes.size, count);
    a3d_text_free(&bytes);
    return st;
}

static int change_alt(a3d_ctx *ctx, uint32_t index, unsigned alt)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *old = a3d_shape_of(node);
    node->alt = alt & 3;
    const a3d_shape *now = a3d_shape_of(node);
    if (node->state != A3D_PRESENT)
        return A3D_OK;
    if (old->kind != now->kind || (old->kind == A3D_VECTOR && old->record != now->record))
        return a3d_fresh(ctx, index);
    if (old->kind == A3D_ARRAY && old->type != now->type)
        return convert_array(ctx, index, old->type, now->type);
    return A3D_OK;
}

/* Whether a list keeps its count although a field gives it: the field follows this list, or was set to a lie. */
static bool keeps_count(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (s->count_by != A3D_COUNT_FIELD)
        return false;
    const a3d_node *field = a3d_at(doc, a3d_field(doc, node->parent, s->slot));
    const a3d_derive_row *d = &field->row->derive;
    if (d->kind != A3D_COUNT)
        return d->kind == A3D_COMPUTED;
    return a3d_field(doc, node->parent, d->to) == index || !field->honest;
}

static int normalize_count(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    unsigned by = a3d_shape_of(node)->count_by;
    if ((by != A3D_COUNT_FIELD && by != A3D_COUNT_OUTER && by != A3D_COUNT_CALL) || keeps_count(ctx->doc, index))
        return A3D_OK;
    uint64_t want = a3d_given_count(ctx->doc, index);
    uint32_t have = a3d_at(ctx->doc, index)->v.at.count;
    if (want > have && want - have > A3D_MOST_FRESH)
        return A3D_OK;
    if (have < want && a3d_fresh_elements(ctx, index, have, (uint32_t)want - have) == A3D_NO_NODE)
        return A3D_STOP;
    return have > want ? a3d_remove_elements(ctx, index, (uint32_t)want, have - (uint32_t)want) : A3D_OK;
}

/* The size of the bytes that a plain list actually has. */
static uint64_t stored_size(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_side *size = a3d_side_find(doc, index, A3D_SIDE_SIZE, NULL);
    if (node->edited && size != NULL)
        return (uint32_t)size->value;
    return node->packed ? doc->streams[node->v.at.first].size : (uint64_t)node->off + node->size - node->v.at.first;
}

/* Makes plain elements anew if their layout changed with the version or with a count around them: their old bytes
 * would be misread. */
static int normalize_elements(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    bool fresh = ctx->doc->edit_stream != 0 && node->stream == ctx->doc->edit_stream && !node->edited;
    if (!node->flat || node->v.at.count == 0 || fresh ||
        a3d_content_size(ctx->doc, index) == stored_size(ctx->doc, index))
        return A3D_OK;
    return a3d_fresh_list(ctx, index, node->v.at.count);
}

/* Normalizes the records of a list, except those that did not change. */
static int normalize_list(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node before = *a3d_at(ctx->doc, index);
    bool unchanged = a3d_elements_unchanged(ctx->doc, index);
    if (normalize_elements(ctx, index) != A3D_OK || normalize_count(ctx, index) != A3D_OK)
        return A3D_STOP;
    if (before.flat || (unchanged && a3d_at(ctx->doc, index)->v.u == before.v.u))
        return A3D_OK;
    for (uint32_t i = 0; i < a3d_at(ctx->doc, index)->v.at.count; i++)
        if (normalize_record(ctx, a3d_at(ctx->doc, index)->v.at.first + i) != A3D_OK)
            return A3D_STOP;
    return A3D_OK;
}

static int normalize_inside(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    const a3d_record *type;
    switch (s->kind) {
    case A3D_ARRAY:
        return normalize_count(ctx, index);
    case A3D_VECTOR:
        return normalize_list(ctx, index);
    case A3D_SWITCH:
        type = a3d_record_type(ctx->doc, index);
        if (type != NULL && a3d_at(ctx->doc, node->v.at.first)->row != type->rows)
            return a3d_fresh(ctx, index);
        return type != NULL ? normalize_record(ctx, index) : A3D_OK;
    case A3D_RECORD:
        return normalize_record(ctx, index);
    default:
        a3d_publish(ctx->doc, node);
        return A3D_OK;
    }
}

static int normalize_row(a3d_ctx *ctx, uint32_t record, uint32_t index)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_row *row = node->row;
    int alt = a3d_row_applies(ctx->doc, row, record) ? a3d_choose_alt(ctx->doc, row, record) : -1;
    if (alt < 0) {
        ctx->doc->dropped += node->state == A3D_PRESENT;
        node->state = A3D_GATED;
        return A3D_OK;
    }
    if (node->state == A3D_GATED) {
        node->alt = (unsigned)alt & 3;
        node->state = A3D_ABSENT;
        return row->optional ? A3D_OK : a3d_fresh(ctx, index);
    }
    if (row->alts != NULL && (unsigned)alt != node->alt && change_alt(ctx, index, (unsigned)alt) != A3D_OK)
        return A3D_STOP;
    return a3d_at(ctx->doc, index)->state == A3D_PRESENT ? normalize_inside(ctx, index) : A3D_OK;
}

static void normalize_derived_counts(a3d_doc *doc, uint32_t record)
{
    for (uint32_t i = 0; i < a3d_at(doc, record)->v.at.count; i++) {
        a3d_node *node = a3d_at(doc, a3d_field(doc, record, i));
        const a3d_derive_row *d = &node->row->derive;
        if (node->state != A3D_PRESENT || !node->honest)
            continue;
        if (d->kind == A3D_COMPUTED)
            node->v.u = d->compute(doc, record);
        const a3d_node *list = d->kind == A3D_COUNT ? a3d_at(doc, a3d_field(doc, record, d->to)) : NULL;
        if (list != NULL && list->state == A3D_PRESENT)
            node->v.i = list->v.at.count / (d->bias != 0 ? (uint8_t)d->bias : 1u);
    }
}

static int normalize_record(a3d_ctx *ctx, uint32_t record)
{
    if (a3d_at(ctx->doc, record)->state != A3D_PRESENT || a3d_is_unchanged(ctx->doc, record))
        return A3D_OK;
    normalize_derived_counts(ctx->doc, record);
    for (uint32_t i = 0; i < a3d_at(ctx->doc, record)->v.at.count; i++) {
        if (a3d_at(ctx->doc, a3d_field(ctx->doc, record, i))->state == A3D_NOT_READ)
            break; /* what a fault left unread stays unread: its bytes are slack */
        if (normalize_row(ctx, record, a3d_field(ctx->doc, record, i)) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

int a3d_normalize(a3d_ctx *ctx)
{
    a3d_unpublish(ctx->doc);
    a3d_look_for_changes(ctx->doc);
    return normalize_record(ctx, ctx->doc->root);
}

int a3d_set_value(a3d_ctx *ctx, uint32_t index, int64_t value)
{
    a3d_at(ctx->doc, index)->v.i = value;
    return a3d_normalize(ctx);
}
