/* claim.c - see claim.h */
#include "engine/edit/claim.h"
#include "base/never.h"
#include "engine/decode/mask.h"
#include "engine/document/content.h"
#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"
#include "engine/edit/value.h"

#include <string.h>

static const a3d_name present_names[] = {{0, "no"}, {1, "yes"}, {0, NULL}};
static const a3d_name pack_names[] = {{0, "raw"}, {2, "packed"}, {0, NULL}};

static const char *set_side(a3d_ctx *ctx, uint32_t node, a3d_side_kind kind, uint64_t value)
{
    return a3d_side_set(ctx->doc, node, kind, value) == 0 ? NULL : "memory ran out";
}

static const char *set_present(a3d_ctx *ctx, uint32_t index, int64_t value)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    if (value == 0) {
        if (node->state == A3D_PRESENT)
            node->state = A3D_ABSENT;
        return NULL;
    }
    return node->state == A3D_PRESENT || a3d_fresh(ctx, index) == A3D_OK ? NULL : "memory ran out";
}

/* Sets the bytes after the end of a record, or the padding of a list. */
static const char *set_loose_bytes(a3d_ctx *ctx, uint32_t index, const char *text, size_t n, bool slack)
{
    a3d_doc *doc = ctx->doc;
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const char *why = a3d_parse_bytes(ctx, text, n, &bytes);
    if (why != NULL)
        return why;
    if (slack)
        return a3d_set_slack(ctx, index, bytes.data, (uint32_t)bytes.size) == A3D_OK ? NULL : "memory ran out";
    uint32_t at = a3d_edit_bytes(doc, bytes.data, (uint32_t)bytes.size);
    if (at == UINT32_MAX)
        return "memory ran out";
    return set_side(ctx, index, A3D_SIDE_PAD, at);
}

/* ---- the null mask ---- */

static uint32_t bits_used(a3d_ctx *ctx)
{
    a3d_text bits;
    a3d_text_init(&bits, ctx->doc->arena);
    a3d_presence(ctx->doc, ctx->doc->root, &bits);
    uint32_t n = (uint32_t)bits.size;
    a3d_text_free(&bits);
    return n;
}

static uint64_t wanted_mask(a3d_ctx *ctx, uint32_t index)
{
    const a3d_side *wish = a3d_side_find(ctx->doc, index, A3D_SIDE_MASK, NULL);
    uint32_t bytes, room;
    return wish != NULL ? wish->value : a3d_mask_form_for(bits_used(ctx), &bytes, &room);
}

static const char *set_bit(a3d_ctx *ctx, uint32_t index, uint64_t bit, uint64_t value)
{
    return a3d_side_add(ctx->doc, index, A3D_SIDE_FLIP, bit << 1 | value) == 0 ? NULL : "memory ran out";
}

/* The bits for which a mask of a wanted size has room. */
static uint64_t room_of(uint64_t wish)
{
    uint64_t bits = 8 * (wish >> 2), header = a3d_mask_header(wish & 3);
    return bits > header ? bits - header : 0;
}

/* Wants a mask of a form. `sized`: with room for so many bits; else for as many as there are. */
static const char *want_mask(a3d_ctx *ctx, uint32_t index, unsigned form, bool sized, uint64_t room)
{
    static const uint32_t most[] = {29, 8 * 0x3f, 8 * 0x3fffff};
    if (form > A3D_MASK_LONG3)
        return a3d_error(ctx, "$form is short, long1 or long3");
    if (room > most[form])
        return a3d_error(ctx, "a mask of form %s has room for at most %u bits", a3d_null_mask.forms[form].name,
                         (unsigned)most[form]);
    uint64_t bytes = sized ? (a3d_mask_header(form) + room + 7) / 8 : 0;
    return set_side(ctx, index, A3D_SIDE_MASK, bytes << 2 | form);
}

/* Sets the bits after the last used one. The lowest bit of `value` is the last bit of the mask. */
static const char *set_tail(a3d_ctx *ctx, uint32_t index, uint64_t wish, uint64_t value)
{
    uint32_t used = bits_used(ctx), bytes, room;
    a3d_mask_form_for(used, &bytes, &room);
    if (ctx->doc->mask.room > used)
        room = ctx->doc->mask.room;
    if (wish >> 2 != 0)
        room = (uint32_t)room_of(wish);
    for (uint32_t i = used; i < room; i++) {
        uint64_t bit = room - 1 - i < 64 ? value >> (room - 1 - i) & 1 : 0;
        const char *why = set_bit(ctx, index, i, bit);
        if (why != NULL)
            return why;
    }
    return NULL;
}

static const char *set_mask(a3d_ctx *ctx, const a3d_target *t, const char *text, size_t n)
{
    int64_t value;
    uint64_t wish = wanted_mask(ctx, t->node);
    const a3d_name *names = strcmp(t->claim, "$form") == 0 ? a3d_null_mask.forms : NULL;
    const char *why = a3d_parse_scalar(ctx, text, n, A3D_U32, names, &value);
    if (why != NULL)
        return why;
    const char *claim = t->claim + 1;
    if (strcmp(claim, "form") == 0)
        return want_mask(ctx, t->node, (unsigned)value, wish >> 2 != 0, room_of(wish));
    if (strcmp(claim, "room") == 0)
        return want_mask(ctx, t->node, wish & 3, true, (uint64_t)value);
    if (strcmp(claim, "bit") == 0 && t->claim_index >= 0)
        return set_bit(ctx, t->node, (uint64_t)t->claim_index, value != 0);
    if (strcmp(claim, "tail") != 0)
        return a3d_error(ctx, "the null mask has $form, $room, $tail and $bit[n], not %s", t->claim);
    return set_tail(ctx, t->node, wish, (uint64_t)value);
}

/* ---- all choices ---- */

static const char *set_form(a3d_ctx *ctx, uint32_t index, const char *text, size_t n)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    bool custom = s->kind == A3D_CUSTOM;
    int64_t value;
    const char *why = a3d_parse_scalar(ctx, text, n, A3D_U32, custom ? s->custom->forms : NULL, &value);
    if (why != NULL)
        return why;
    if (!custom && (s->count_by != A3D_COUNT_PREFIX || ctx->format->prefix != A3D_PREFIX_A3D || value < 1 || value > 3))
        return a3d_error(ctx, "$form is the number of bytes of an A3D length, 1 to 3");
    node->form = (unsigned)(custom ? value : value - 1) & 7;
    return NULL;
}

static const char *set_fill(a3d_ctx *ctx, uint32_t index, bool fill)
{
    if (fill && a3d_at(ctx->doc, index)->v.at.count == 0)
        return "an empty list has no element that could stand for all";
    return a3d_set_fill(ctx->doc, index, fill) == A3D_OK ? NULL : "memory ran out";
}

static const char *set_number(a3d_ctx *ctx, const a3d_target *t, int64_t value)
{
    a3d_node *node = a3d_at(ctx->doc, t->node);
    const a3d_shape *s = a3d_shape_of(node);
    if (strcmp(t->claim, "$count") == 0)
        return set_side(ctx, t->node, A3D_SIDE_CLAIM, (uint64_t)value);
    if (strcmp(t->claim, "$present") == 0)
        return set_present(ctx, t->node, value);
    if (strcmp(t->claim, "$fill") == 0 && s->fill)
        return set_fill(ctx, t->node, value != 0);
    if (strcmp(t->claim, "$pack") == 0 && s->pack == A3D_PACK_BLOCK) {
        node->form = ((node->form & A3D_FORM_FILL) | (unsigned)value << A3D_FORM_FLAG_SHIFT) & 7;
        return NULL;
    }
    return a3d_error(ctx, "%s has no %s", a3d_row_name(node->row), t->claim);
}

static const char *set_document(a3d_ctx *ctx, const a3d_target *t, const char *text, size_t n)
{
    if (strcmp(t->claim, "$branch") == 0 && ctx->format->branches != NULL) {
        for (const a3d_branch *b = ctx->format->branches; b->name != NULL; b++)
            if (strlen(b->name) == n && memcmp(b->name, text, n) == 0) {
                ctx->doc->vars[A3D_VAR_BRANCH] = b->mask;
                return NULL;
            }
        return a3d_error(ctx, "no branch is named '%.*s'", (int)n, text);
    }
    if (strcmp(t->claim, "$slack") == 0)
        return set_loose_bytes(ctx, t->node, text, n, true);
    if (strcmp(t->claim, "$version") != 0)
        return a3d_error(ctx, "a document has no %s", t->claim);
    uint32_t version_field = a3d_publisher(ctx->doc, A3D_VAR_VERSION);
    if (version_field == A3D_NO_NODE)
        return "this document states no version";
    int64_t value;
    const char *why = a3d_parse_scalar(ctx, text, n, a3d_shape_of(a3d_at(ctx->doc, version_field))->type, NULL, &value);
    if (why == NULL)
        ctx->doc->vars[A3D_VAR_VERSION] = a3d_at(ctx->doc, version_field)->v.i = value;
    return why;
}

const char *a3d_set_claim(a3d_ctx *ctx, const a3d_target *t, const char *text, size_t n)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(ctx->doc, t->node));
    int64_t value;
    A3D_ASSERT(t->claim[0] == '$');
    if (t->node == ctx->doc->root)
        return set_document(ctx, t, text, n);
    if (s->kind == A3D_CUSTOM && s->custom == &a3d_null_mask)
        return set_mask(ctx, t, text, n);
    if (strcmp(t->claim, "$form") == 0)
        return set_form(ctx, t->node, text, n);
    if (strcmp(t->claim, "$slack") == 0 || strcmp(t->claim, "$pad") == 0)
        return set_loose_bytes(ctx, t->node, text, n, t->claim[1] == 's');
    const a3d_name *names = strcmp(t->claim, "$pack") == 0      ? pack_names
                            : strcmp(t->claim, "$present") == 0 ? present_names
                                                                : NULL;
    const char *why = a3d_parse_scalar(ctx, text, n, A3D_U32, names, &value);
    return why != NULL ? why : set_number(ctx, t, value);
}
