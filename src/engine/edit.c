/* edit.c - see edit.h */
#include "engine/edit.h"
#include "engine/decode.h"
#include "engine/edit_claim.h"
#include "engine/flat.h"
#include "engine/generate.h"
#include "engine/path.h"
#include "engine/resolve.h"
#include "engine/value.h"

#include <stdlib.h>
#include <string.h>

/* One edit, split at its operator. */
typedef struct edit {
    const char *path, *value;
    size_t path_size, value_size;
    char op; /* '=', ':' (:=), '+' or '-' */
} edit;

static const char *apply(a3d_ctx *ctx, const a3d_target *base, const edit *e);
static const char *encode_quietly(a3d_doc *doc, a3d_encode_mode mode);

/* Splits at the first '=' outside quotes and braces. */
static bool split(const char *text, size_t n, edit *e)
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
        *e = (edit){text, text + i + 1, two ? i - 1 : i, n - i - 1, two ? text[i - 1] : '='};
        return true;
    }
    return false;
}

static bool braced(const edit *e)
{
    return e->value_size >= 2 && e->value[0] == '{' && e->value[e->value_size - 1] == '}';
}

/* ---- contents ---- */

static const char *set_bytes(a3d_ctx *ctx, uint32_t index, const a3d_text *bytes)
{
    unsigned width = a3d_width(a3d_shape_of(a3d_at(ctx->doc, index))->type);
    if (bytes->failed)
        return "memory ran out";
    if (bytes->size % width != 0)
        return a3d_error(ctx, "%u bytes are no whole number of elements of %u bytes", (unsigned)bytes->size, width);
    return a3d_set_content(ctx->doc, index, bytes->data, (uint32_t)bytes->size, (uint32_t)(bytes->size / width)) == A3D_OK ? NULL : "memory ran out";
}

static const char *put_values(a3d_ctx *ctx, const edit *e, unsigned type, const a3d_row *row, a3d_text *bytes)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1;
    const a3d_name *names = row->domain.kind == A3D_ENUM ? row->domain.names : NULL;
    for (; p < end; p++) {
        const char *stop = a3d_item_end(p, end);
        int64_t value;
        const char *why = a3d_parse_scalar(ctx, p, (size_t)(stop - p), type, names, &value);
        uint8_t *at = why == NULL ? a3d_extend(bytes, a3d_width(type)) : NULL;
        if (why != NULL)
            return why;
        if (at != NULL)
            a3d_store(at, a3d_width(type), (uint64_t)value, ctx->format->big_endian);
        p = stop;
    }
    return NULL;
}

static const char *set_array(a3d_ctx *ctx, uint32_t index, const edit *e)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    a3d_text bytes;
    a3d_text_init(&bytes, ctx->doc->arena);
    const char *why = braced(e) ? put_values(ctx, e, a3d_shape_of(node)->type, node->row, &bytes)
                                : a3d_parse_bytes(ctx, e->value, e->value_size, &bytes);
    if (why == NULL)
        why = set_bytes(ctx, index, &bytes);
    a3d_text_free(&bytes);
    return why;
}

/* Overwrites bytes inside the content of an array or plain list, in a copy of its own. */
static const char *overwrite(a3d_ctx *ctx, uint32_t index, uint32_t at, const void *bytes, uint32_t n)
{
    a3d_doc *doc = ctx->doc;
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream, off, total = (uint32_t)a3d_content_size(doc, index), count = node->v.at.count;
    bool fill = a3d_shape_of(node)->fill && (node->form & A3D_FORM_FILL);
    a3d_text copy;
    if ((uint64_t)at + n > total)
        return "the bytes lie beyond the end of the content";
    a3d_text_init(&copy, doc->arena);
    a3d_put(&copy, a3d_content(doc, node, &stream, &off), total);
    if (!copy.failed && n > 0)
        memcpy(copy.data + at, bytes, n);
    bool ok = !copy.failed && a3d_set_content(doc, index, copy.data, total, count) == A3D_OK;
    if (fill)
        a3d_at(doc, index)->form |= A3D_FORM_FILL;
    a3d_text_free(&copy);
    return ok ? NULL : "memory ran out";
}

/* What stands before an array inside an element, from its count on, for an array of n values. */
static void put_counter(a3d_doc *doc, const a3d_target *t, uint64_t n, a3d_text *out)
{
    if (t->counter == NULL) {
        a3d_put_prefix(doc, out, n, 0);
        return;
    }
    uint32_t stream, off;
    const uint8_t *content = a3d_content(doc, a3d_at(doc, t->node), &stream, &off);
    unsigned width = a3d_width(t->counter->shape.type);
    uint8_t *at = a3d_extend(out, width);
    if (at != NULL)
        a3d_store(at, width, n, doc->format->big_endian);
    a3d_put(out, content + t->counter_off + width, t->off - t->counter_off - width);
}

/* A whole array inside an element: one whose count lies in the element too may change its length. */
static const char *replace_array(a3d_ctx *ctx, const a3d_target *t, const a3d_text *values, unsigned width)
{
    a3d_doc *doc = ctx->doc;
    if (values->size == (size_t)t->count * width && t->prefix == 0)
        return overwrite(ctx, t->node, t->off, values->data, (uint32_t)values->size);
    if (t->prefix == 0 && t->counter == NULL)
        return a3d_error(ctx, "%s takes %u values here", a3d_row_name(t->row), (unsigned)t->count);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    put_counter(doc, t, values->size / width, &bytes);
    a3d_put(&bytes, values->data, values->size);
    uint32_t from = t->counter != NULL ? t->counter_off : t->off - t->prefix;
    int st = a3d_splice(doc, t->node, from, t->off + t->count * width, &bytes, a3d_at(doc, t->node)->v.at.count);
    a3d_text_free(&bytes);
    return st == A3D_OK ? NULL : "memory ran out";
}

static const char *set_inside(a3d_ctx *ctx, const a3d_target *t, const edit *e)
{
    uint8_t bytes[8];
    int64_t value;
    const a3d_node *node = a3d_at(ctx->doc, t->node);
    unsigned type = t->field ? t->type : a3d_shape_of(node)->type, width = a3d_width(type);
    const a3d_row *row = t->field ? t->row : node->row;
    if (t->field && t->array) {
        a3d_text all;
        a3d_text_init(&all, ctx->doc->arena);
        const char *why = braced(e) ? put_values(ctx, e, type, row, &all) : a3d_parse_bytes(ctx, e->value, e->value_size, &all);
        if (why == NULL)
            why = replace_array(ctx, t, &all, width);
        a3d_text_free(&all);
        return why;
    }
    const char *why = a3d_parse_scalar(ctx, e->value, e->value_size, type, row->domain.kind == A3D_ENUM ? row->domain.names : NULL, &value);
    if (why != NULL)
        return why;
    a3d_store(bytes, width, (uint64_t)value, ctx->format->big_endian);
    return overwrite(ctx, t->node, t->field ? t->off : t->index * width, bytes, width);
}

/* ---- setting ---- */

/* {a=1,b=2}: edits inside a record or element. */
static const char *set_fields(a3d_ctx *ctx, const a3d_target *t, const edit *e)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1;
    for (; p < end; p++) {
        const char *stop = a3d_item_end(p, end), *why;
        edit inner;
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

/* The value that a case of the switch on this field is called by. */
static bool case_value(const a3d_doc *doc, uint32_t index, const edit *e, int64_t *value)
{
    uint32_t record = a3d_at(doc, index)->parent;
    unsigned slot = index - a3d_at(doc, record)->v.at.first;
    for (uint32_t i = slot + 1; i < a3d_at(doc, record)->v.at.count; i++) {
        const a3d_row *row = a3d_at(doc, a3d_field(doc, record, i))->row;
        for (const a3d_alt *alt = row->alts; ; alt++) {
            const a3d_shape *s = row->alts != NULL ? &alt->shape : &row->shape;
            for (const a3d_case *c = s->kind == A3D_SWITCH && s->slot == slot ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
                if (strlen(c->name) == e->value_size && memcmp(c->name, e->value, e->value_size) == 0) {
                    *value = c->key;
                    return true;
                }
            if (row->alts == NULL || s->kind == A3D_NOTHING)
                break;
        }
    }
    return false;
}

static const char *set_scalar(a3d_ctx *ctx, uint32_t index, const edit *e)
{
    a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_row *row = node->row;
    const a3d_shape *s = a3d_shape_of(node);
    int64_t value;
    unsigned type = s->kind == A3D_SCALAR ? s->type : A3D_U32;
    const char *why = case_value(ctx->doc, index, e, &value) ? NULL : a3d_parse_scalar(ctx, e->value, e->value_size, type, row->domain.kind == A3D_ENUM ? row->domain.names : NULL, &value);
    if (why != NULL)
        return why;
    node->v.i = value;
    node->honest = 0; /* a derived value that somebody sets is a lie that stays */
    if (row->publish)
        ctx->doc->vars[row->publish - 1] = value;
    return NULL;
}

/* Whether an array holds the addresses of a list beside it. */
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

/* An address that somebody sets is a lie that stays; those beside it in the array stay what they are. */
static const char *set_address(a3d_ctx *ctx, const a3d_target *t, const edit *e)
{
    const char *why = encode_quietly(ctx->doc, A3D_FAITHFUL);
    if (why == NULL)
        why = t->element ? set_inside(ctx, t, e) : set_array(ctx, t->node, e);
    a3d_at(ctx->doc, t->node)->honest = 0;
    return why;
}

static const char *set_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const edit *e = user;
    const char *why;
    unsigned kind = a3d_shape_of(a3d_at(ctx->doc, t->node))->kind;
    if (t->claim[0] != '\0')
        return a3d_set_claim(ctx, t, e->value, e->value_size);
    if (kind == A3D_ARRAY && a3d_at(ctx->doc, t->node)->state == A3D_PRESENT && holds_addresses(ctx->doc, t->node))
        return set_address(ctx, t, e);
    if (t->element && braced(e) && !t->field && kind == A3D_VECTOR)
        return set_fields(ctx, t, e);
    if (t->element || t->field)
        return set_inside(ctx, t, e);
    if (a3d_at(ctx->doc, t->node)->state == A3D_GATED || a3d_at(ctx->doc, t->node)->state == A3D_NOT_READ)
        return a3d_error(ctx, "%s does not exist in this version or with these values", a3d_row_name(a3d_at(ctx->doc, t->node)->row));
    if (a3d_at(ctx->doc, t->node)->state == A3D_ABSENT && a3d_fresh(ctx, t->node) != A3D_OK)
        return "memory ran out";
    if (kind == A3D_ARRAY)
        return set_array(ctx, t->node, e);
    if (kind == A3D_SCALAR || kind == A3D_CUSTOM)
        return set_scalar(ctx, t->node, e);
    if (!braced(e))
        return a3d_error(ctx, "%s is a record or list: set its fields, or several as {name=value,…}", a3d_row_name(a3d_at(ctx->doc, t->node)->row));
    a3d_target inner = *t;
    why = set_fields(ctx, &inner, e);
    return why;
}

/* ---- inserting and removing ---- */

/* The list that a target means, and where in it. */
static const char *list_of(a3d_ctx *ctx, const a3d_target *t, uint32_t *list, uint32_t *at)
{
    a3d_doc *doc = ctx->doc;
    *list = t->indexed && !t->element ? a3d_at(doc, t->node)->parent : t->node;
    if (a3d_at(doc, *list)->state == A3D_ABSENT && a3d_fresh(ctx, *list) != A3D_OK)
        return "memory ran out";
    if (a3d_at(doc, *list)->state == A3D_PRESENT && a3d_shape_of(a3d_at(doc, *list))->kind == A3D_RECORD) {
        for (uint32_t i = 0; i < a3d_at(doc, *list)->v.at.count; i++) {
            uint32_t inner = a3d_field(doc, *list, i);
            if (a3d_at(doc, inner)->row->transparent && a3d_shape_of(a3d_at(doc, inner))->kind == A3D_VECTOR) {
                *list = inner;
                break;
            }
        }
    }
    unsigned kind = a3d_shape_of(a3d_at(doc, *list))->kind;
    if ((kind != A3D_VECTOR && kind != A3D_ARRAY) || a3d_at(doc, *list)->state != A3D_PRESENT)
        return a3d_error(ctx, "%s is not a list", a3d_row_name(a3d_at(doc, *list)->row));
    *at = t->indexed ? t->index : a3d_at(doc, *list)->v.at.count;
    return NULL;
}

static const char *insert_values(a3d_ctx *ctx, uint32_t list, uint32_t at, const edit *e)
{
    const char *p = e->value + 1, *end = e->value + e->value_size - 1, *why = NULL;
    for (; p < end && why == NULL; p++, at++) {
        const char *stop = a3d_item_end(p, end);
        edit one = {.value = p, .value_size = (size_t)(stop - p), .op = '='};
        a3d_target t = {.node = list, .element = true, .index = at, .indexed = true};
        if (a3d_fresh_element(ctx, list, at) == A3D_NO_NODE)
            return "memory ran out";
        why = set_inside(ctx, &t, &one);
        p = stop;
    }
    return why;
}

/* += and -= on an array inside an element that has no nodes. */
static const char *resize_inside(a3d_ctx *ctx, const a3d_target *t, const edit *e)
{
    uint32_t stream, off;
    unsigned width = a3d_width(t->type);
    int64_t n = 0;
    if (!t->array)
        return a3d_error(ctx, "%s is not a list", a3d_row_name(t->row));
    a3d_text all;
    a3d_text_init(&all, ctx->doc->arena);
    a3d_put(&all, a3d_content(ctx->doc, a3d_at(ctx->doc, t->node), &stream, &off) + t->off, (size_t)t->count * width);
    const char *why = e->op == '+' && braced(e) ? put_values(ctx, e, t->type, t->row, &all)
                                                : a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why == NULL && e->op == '-' && n > t->count)
        why = a3d_error(ctx, "%s has only %u elements", a3d_row_name(t->row), (unsigned)t->count);
    if (why == NULL && e->op == '-')
        all.size -= (size_t)n * width;
    uint8_t *zeros = why == NULL && e->op == '+' ? a3d_extend(&all, (size_t)n * width) : NULL;
    if (zeros != NULL)
        memset(zeros, 0, (size_t)n * width);
    if (why == NULL)
        why = all.failed ? "memory ran out" : replace_array(ctx, t, &all, width);
    a3d_text_free(&all);
    return why;
}

static const char *insert_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const edit *e = user;
    uint32_t list, at;
    int64_t n = 1;
    if (t->field)
        return resize_inside(ctx, t, e);
    const char *why = list_of(ctx, t, &list, &at);
    if (why == NULL && !braced(e))
        why = a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why != NULL)
        return why;
    if (braced(e) && a3d_shape_of(a3d_at(ctx->doc, list))->kind == A3D_ARRAY)
        return insert_values(ctx, list, at, e);
    if (n > A3D_MOST_FRESH) /* defensive: limits of the harness are narrower */
        return a3d_error(ctx, "more than %u elements at once", (unsigned)A3D_MOST_FRESH);
    uint32_t element = n > 0 ? a3d_fresh_elements(ctx, list, at, (uint32_t)n) : list;
    if (element == A3D_NO_NODE)
        return "memory ran out";
    if (!braced(e))
        return NULL;
    if (a3d_settle(ctx) != A3D_OK)
        return "memory ran out";
    a3d_target inner = {.node = element, .claim_index = -1};
    if (element == list)
        inner = (a3d_target){.node = list, .element = true, .index = at, .indexed = true, .claim_index = -1};
    return set_fields(ctx, &inner, e);
}

static const char *remove_target(void *user, a3d_ctx *ctx, const a3d_target *t)
{
    const edit *e = user;
    uint32_t list, at;
    int64_t n;
    if (t->field)
        return resize_inside(ctx, t, e);
    const char *why = list_of(ctx, t, &list, &at);
    if (why == NULL)
        why = a3d_parse_scalar(ctx, e->value, e->value_size, A3D_U32, NULL, &n);
    if (why != NULL)
        return why;
    uint32_t count = a3d_at(ctx->doc, list)->v.at.count;
    if (n > count || (t->indexed && at + n > count))
        return a3d_error(ctx, "%s has only %u elements", a3d_row_name(a3d_at(ctx->doc, list)->row), (unsigned)count);
    if (!t->indexed)
        at = count - (uint32_t)n;
    return a3d_remove_elements(ctx, list, at, (uint32_t)n) == A3D_OK ? NULL : "memory ran out";
}

/* ---- whole edits ---- */

static const char *apply(a3d_ctx *ctx, const a3d_target *base, const edit *e)
{
    a3d_target_fn each = e->op == '+' ? insert_target : e->op == '-' ? remove_target : set_target;
    const char *why = a3d_resolve(ctx, base, e->path, e->path_size, true, each, (void *)(uintptr_t)e);
    if (why != NULL || e->op == ':')
        return why;
    return a3d_settle(ctx) == A3D_OK ? NULL : "memory ran out";
}

/* The node that a stream name means: one whose packed content has that name, or a path. */
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
        return overwrite(ctx, patch.owner, (uint32_t)off, bytes.data, (uint32_t)bytes.size);
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

/* After := nothing may be repaired: every derived value that the edit made wrong is kept as it was. */
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
    edit e;
    if (a3d_resume(&ctx, doc) != A3D_OK)
        return "memory ran out";
    if (text[0] == '@')
        return patch_stream(&ctx, text + 1, patches, n_patches);
    if (!split(text, strlen(text), &e))
        return a3d_error(&ctx, "'%s' is not an edit: PATH=VALUE, PATH:=VALUE, PATH+=N, PATH-=N or @STREAM+OFFSET=HEX", text);
    const char *why = e.op == ':' ? encode_quietly(doc, A3D_FAITHFUL) : NULL; /* what is honest now is what may turn into a lie */
    if (why == NULL)
        why = apply(&ctx, NULL, &e);
    return why != NULL || e.op != ':' ? why : encode_quietly(doc, A3D_FREEZE);
}
