/* edit.c - applies edits, and sets values; see edit.h */
#include "engine/edit/edit.h"
#include "engine/document/cases.h"
#include "engine/document/path.h"
#include "engine/edit/claim.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"
#include "engine/edit/parts.h"
#include "engine/edit/value.h"

#include <string.h>

static const char *apply(a3d_ctx *ctx, const a3d_target *base, const a3d_edit_word *e);
static const char *encode_quietly(a3d_doc *doc, a3d_encode_mode mode);

/* Splits at the first '=' outside quotes and braces. */
static bool split(const char *text, size_t n, a3d_edit_word *e)
{
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"')
            quoted = !quoted;
        if (text[i] == '{' && !quoted)
            return false;
        if (text[i] != '=' || quoted)
            continue;
        bool two = i > 0 && strchr(":+-", text[i - 1]) != NULL;
        *e = (a3d_edit_word){text, text + i + 1, two ? i - 1 : i, n - i - 1, two ? text[i - 1] : '='};
        return true;
    }
    return false;
}

/* ---- setting ---- */

const char *a3d_edit_fields(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1;
    for (; p < end; p++) {
        const char *stop = a3d_item_end(p, end), *why;
        a3d_edit_word inner;
        if (!split(p, (size_t)(stop - p), &inner))
            return a3d_error(ctx, "'%.*s' is not an edit: NAME=VALUE", (int)(stop - p), p);
        if (e->op == ':' && inner.op == '=')
            inner.op = ':';
        why = apply(ctx, t, &inner);
        if (why != NULL)
            return why;
        p = stop;
    }
    return NULL;
}

static const char *set_scalar(a3d_ctx *ctx, uint32_t index, const a3d_edit_word *e)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_row *row = node->row;
    const a3d_shape *s = a3d_shape_of(node);
    int64_t value;
    unsigned type = s->kind == A3D_SCALAR ? s->type : A3D_U32;
    const a3d_name *names = row->domain.names;
    const char *why = NULL;
    if (!a3d_case_value(ctx->doc, index, e->value, e->value_size, &value))
        why = a3d_parse_scalar(ctx, e->value, e->value_size, type, names, &value);
    if (why != NULL)
        return why;
    node->v.i = value;
    node->honest = 0; /* a derived value that was set by hand is kept, right or wrong */
    ctx->doc->by_hand += row->derive.kind != A3D_GIVEN && e->op == '=';
    if (row->publish && a3d_publisher(ctx->doc, row->publish - 1u) == index)
        ctx->doc->vars[row->publish - 1] = value;
    return NULL;
}

/* Whether an array holds the addresses of a list in the same record. */
static bool holds_addresses(const a3d_doc *doc, uint32_t index)
{
    uint32_t record = a3d_at(doc, index)->parent;
    unsigned slot = record != A3D_NO_NODE ? index - a3d_at(doc, record)->v.at.first : 0;
    for (uint32_t i = 0; record != A3D_NO_NODE && i < a3d_at(doc, record)->v.at.count; i++) {
        const a3d_row *row = a3d_at(doc, a3d_field(doc, record, i))->row;
        if (row->place_start != 0 && (row->place_start - 1u == slot || row->place_end - 1u == slot))
            return true;
    }
    return false;
}

/* An address that was set by hand is kept, right or wrong. The other addresses of the array must be right before,
 * since they are not recomputed any more. */
static const char *set_address(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e)
{
    const char *why = encode_quietly(ctx->doc, A3D_FAITHFUL);
    if (why == NULL)
        why = t->element ? a3d_edit_inside(ctx, t, e) : a3d_edit_array(ctx, t->node, e);
    a3d_at(ctx->doc, t->node)->honest = 0;
    ctx->doc->by_hand += e->op == '=';
    return why;
}

static const char *set_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const a3d_edit_word *e = user;
    unsigned kind = a3d_shape_of(a3d_at(ctx->doc, t->node))->kind;
    bool record = t->element && !t->field && kind == A3D_VECTOR;
    if (t->claim[0] != '\0') {
        ctx->doc->by_hand += kind == A3D_CUSTOM && e->op == '=';
        return a3d_set_claim(ctx, t, e->value, e->value_size);
    }
    if (kind == A3D_ARRAY && a3d_at(ctx->doc, t->node)->state == A3D_PRESENT && holds_addresses(ctx->doc, t->node))
        return set_address(ctx, t, e);
    if (!record && (t->element || t->field))
        return a3d_edit_inside(ctx, t, e);
    if (a3d_at(ctx->doc, t->node)->state == A3D_GATED || a3d_at(ctx->doc, t->node)->state == A3D_NOT_READ)
        return a3d_error(ctx, "%s does not exist in this version or with these values",
                         a3d_row_name(a3d_at(ctx->doc, t->node)->row));
    if (a3d_at(ctx->doc, t->node)->state == A3D_ABSENT && a3d_fresh(ctx, t->node) != A3D_OK)
        return "memory ran out";
    if (kind == A3D_ARRAY)
        return a3d_edit_array(ctx, t->node, e);
    if (kind == A3D_SCALAR || kind == A3D_CUSTOM)
        return set_scalar(ctx, t->node, e);
    if (!a3d_is_braced(e))
        return a3d_error(ctx, "%s is a record or list: set its fields, or several as {name=value,…}",
                         a3d_row_name(a3d_at(ctx->doc, t->node)->row));
    return a3d_edit_fields(ctx, t, e);
}

static const char *resize_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const a3d_edit_word *e = user;
    if (t->claim[0] != '\0')
        return a3d_error(ctx, "%s is not a list", t->claim);
    return e->op == '+' ? a3d_edit_insert(user, ctx, t) : a3d_edit_remove(user, ctx, t);
}

/* ---- whole edits ---- */

static const char *apply(a3d_ctx *ctx, const a3d_target *base, const a3d_edit_word *e)
{
    a3d_target_fn each = e->op == '+' || e->op == '-' ? resize_target : set_target;
    const char *why = a3d_resolve(ctx, base, e->path, e->path_size, true, each, (void *)(uintptr_t)e);
    if (why != NULL || e->op == ':')
        return why;
    return a3d_normalize(ctx) == A3D_OK ? NULL : "memory ran out";
}

/* Finds the node that owns a stream, by the stream's name or path. */
static const char *stream_owner(a3d_ctx *ctx, const char *name, size_t n, uint32_t *owner)
{
    a3d_doc *doc = ctx->doc;
    *owner = doc->root;
    if (n == 4 && memcmp(name, "file", 4) == 0)
        return NULL;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_shape *s = a3d_shape_of(a3d_at(doc, i));
        if (a3d_at(doc, i)->state != A3D_PRESENT || s->pack == A3D_PACK_NONE)
            continue;
        a3d_text text;
        a3d_text_init(&text, doc->arena);
        a3d_put_owner(&text, doc, i);
        bool same = text.size == n && memcmp(text.data, name, n) == 0;
        a3d_text_free(&text);
        if (same) {
            *owner = i;
            return NULL;
        }
    }
    return a3d_error(ctx, "no packed stream is named '%.*s'", (int)n, name);
}

/* @STREAM+OFF=HEX */
static const char *patch_stream(a3d_ctx *ctx, const char *text, a3d_patch **patches, size_t *n_patches)
{
    const char *equals = strchr(text, '='), *plus = equals;
    while (plus != NULL && plus > text && *plus != '+')
        plus--;
    if (equals == NULL || plus == text)
        return a3d_error(ctx, "'@%s' is not @STREAM+OFFSET=HEX", text);
    a3d_patch patch = {0};
    int64_t off;
    a3d_text bytes, all;
    a3d_text_init(&bytes, ctx->doc->arena);
    a3d_text_init(&all, ctx->doc->arena);
    a3d_puts(&all, "hex:");
    a3d_puts(&all, equals + 1);
    const char *why = stream_owner(ctx, text, (size_t)(plus - text), &patch.owner);
    if (why == NULL)
        why = a3d_parse_scalar(ctx, plus + 1, (size_t)(equals - plus - 1), A3D_U32, NULL, &off);
    if (why == NULL)
        why = a3d_parse_bytes(ctx, all.data, all.size, &bytes);
    if (why != NULL)
        return why;
    if (a3d_shape_of(a3d_at(ctx->doc, patch.owner))->pack == A3D_PACK_BLOCK)
        return a3d_edit_overwrite(ctx, patch.owner, (uint32_t)off, bytes.data, (uint32_t)bytes.size);
    patch.off = (uint32_t)off;
    patch.size = (uint32_t)bytes.size;
    patch.bytes = (const uint8_t *)a3d_arena_text(ctx->doc->arena, bytes.data, bytes.size);
    a3d_patch *list = a3d_block_resize(ctx->doc->arena, *patches, (*n_patches + 1) * sizeof *list);
    if (list == NULL || patch.bytes == NULL)
        return "memory ran out";
    list[(*n_patches)++] = patch;
    *patches = list;
    return NULL;
}

/* Encodes only for the effects on the document: see a3d_encode_mode. */
static const char *encode_quietly(a3d_doc *doc, a3d_encode_mode mode)
{
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    const char *why = a3d_encode(doc, mode, &bytes, NULL, 0);
    a3d_text_free(&bytes);
    return why;
}

const char *a3d_edit(a3d_doc *doc, const char *text, a3d_patch **patches, size_t *n_patches)
{
    a3d_ctx ctx;
    a3d_edit_word e;
    if (a3d_resume(&ctx, doc) != A3D_OK)
        return "memory ran out";
    if (text[0] == '@')
        return patch_stream(&ctx, text + 1, patches, n_patches);
    if (!split(text, strlen(text), &e))
        return a3d_error(
            &ctx, "'%s' is not an edit: PATH=VALUE, PATH:=VALUE, PATH+=N, PATH-=N or @STREAM+OFFSET=HEX", text);
    /* derived values must be right before the edit, because it may make them wrong for good */
    const char *why = e.op == ':' ? encode_quietly(doc, A3D_FAITHFUL) : NULL;
    if (why == NULL)
        why = apply(&ctx, NULL, &e);
    return why != NULL || e.op != ':' ? why : encode_quietly(doc, A3D_FREEZE);
}
