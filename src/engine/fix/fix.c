/* fix.c - see fix.h */
#include "engine/fix/fix.h"
#include "base/never.h"
#include "base/text.h"
#include "engine/document/content.h"
#include "engine/document/nodes.h"
#include "engine/document/path.h"
#include "engine/edit/edit.h"
#include "engine/edit/normalize.h"

#include <inttypes.h>
#include <string.h>

bool a3d_fix_begin(a3d_fixer *x, a3d_doc *doc)
{
    memset(x, 0, sizeof *x);
    x->doc = doc;
    return a3d_resume(&x->ctx, doc) == A3D_OK && a3d_edit_bytes(doc, "", 0) != UINT32_MAX;
}

bool a3d_fix_end(a3d_fixer *x)
{
    bool good = !x->values_set || a3d_normalize(&x->ctx) == A3D_OK;
    x->values_set = false;
    return good;
}

/* ---- values ---- */

/* Applies PATH=VALUE, as the command `edit` does. */
static bool edit(a3d_fixer *x, const a3d_place *place, const char *tail, const char *value)
{
    a3d_text text;
    a3d_text_init(&text, x->doc->arena);
    a3d_put_place(&text, x->doc, place);
    a3d_puts(&text, tail);
    a3d_putc(&text, '=');
    a3d_puts(&text, value);
    a3d_putc(&text, '\0');
    x->cost += x->doc->n_nodes + a3d_at(x->doc, place->node)->size;
    bool good = !text.failed && a3d_edit(x->doc, text.data, &x->patches, &x->n_patches) == NULL;
    a3d_text_free(&text);
    return good;
}

/* Sets a scalar. Fields that depend on it follow in a3d_fix_end, because visiting the document for every value would
 * take too long. */
static bool set_scalar(a3d_fixer *x, uint32_t index, int64_t value)
{
    a3d_node *node = a3d_at(x->doc, index);
    node->v.i = value;
    x->values_set = true;
    return true;
}

static bool holds(const a3d_doc *doc, unsigned type, int64_t value)
{
    uint8_t bytes[8] = {0};
    a3d_store(bytes, a3d_width(type), (uint64_t)value, doc->format->big_endian);
    return a3d_load_type(bytes, type, doc->format->big_endian) == value;
}

static bool edit_number(a3d_fixer *x, const a3d_place *place, const a3d_quantity *q)
{
    const a3d_node *node = a3d_at(x->doc, place->node);
    const a3d_shape *s = a3d_shape_of(node);
    bool whole = node->state == A3D_PRESENT && s->kind == A3D_SCALAR && place->suffix[0] == '\0';
    if (whole && q->kind == A3D_Q_INT && holds(x->doc, s->type, q->i))
        return set_scalar(x, place->node, q->i);
    a3d_text text;
    a3d_text_init(&text, x->doc->arena);
    if (q->kind == A3D_Q_INT)
        a3d_printf(&text, "%" PRId64 "%c", q->i, '\0');
    bool good = text.size > 0 && !text.failed && edit(x, place, "", text.data);
    a3d_text_free(&text);
    return good;
}

/* Sets one value of an array, in a copy of the content. */
static bool set_element(a3d_fixer *x, const a3d_suggestion *m)
{
    a3d_doc *doc = x->doc;
    a3d_node *node = a3d_at(doc, m->node);
    uint32_t size, count = node->v.at.count;
    const uint8_t *p;
    unsigned width = a3d_width(a3d_shape_of(node)->type);
    if (!a3d_stored_content(doc, m->node, &p, &size) || (uint64_t)m->index * width + width > size)
        return false;
    a3d_text copy;
    x->cost += size;
    a3d_text_init(&copy, doc->arena);
    a3d_put(&copy, p, size);
    if (!copy.failed)
        a3d_store((uint8_t *)copy.data + (size_t)m->index * width, width, (uint64_t)m->value, doc->format->big_endian);
    bool good = !copy.failed && a3d_set_content(doc, m->node, copy.data, size, count) == A3D_OK;
    a3d_text_free(&copy);
    return good;
}

static bool set_suggestions(a3d_fixer *x, const a3d_finding *f)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->n_suggestions; i++) {
        const a3d_suggestion *m = &f->suggestions[i];
        unsigned kind = a3d_shape_of(a3d_at(x->doc, m->node))->kind;
        if (kind == A3D_SCALAR)
            changed |= a3d_at(x->doc, m->node)->v.i != m->value && set_scalar(x, m->node, m->value);
        else if (kind == A3D_ARRAY)
            changed |= set_element(x, m);
    }
    return changed;
}

/* A derived value is recomputed when the file is encoded; any other value is set. */
static bool set_expected(a3d_fixer *x, const a3d_finding *f)
{
    if (f->n_suggestions > 0)
        return set_suggestions(x, f);
    if (A3D_NEVER(f->max.kind != A3D_Q_NONE)) /* rules that allow a range have no such fix */
        return false;
    a3d_node *node = a3d_at(x->doc, f->place.node);
    if (node->row->derive.kind != A3D_GIVEN && f->place.suffix[0] == '\0') {
        bool lies = !node->honest;
        node->honest = 1;
        return lies;
    }
    return edit_number(x, &f->place, &f->min);
}

static bool set_true(a3d_fixer *x, const a3d_finding *f)
{
    static const a3d_quantity yes = {.kind = A3D_Q_INT, .i = 1};
    return edit_number(x, &f->place, &yes);
}

/* ---- forms ---- */

static bool shorten(a3d_fixer *x, const a3d_finding *f)
{
    a3d_node *node = a3d_at(x->doc, f->place.node);
    if (f->place.suffix[0] != '\0' || a3d_shape_of(node)->count_by != A3D_COUNT_PREFIX || node->form == 0)
        return false;
    node->form = 0;
    return true;
}

/* An edited mask is written in its smallest form. */
static bool renew_mask(a3d_fixer *x)
{
    if (x->doc->mask.node == A3D_NO_NODE || a3d_at(x->doc, x->doc->mask.node)->edited)
        return false;
    a3d_at(x->doc, x->doc->mask.node)->edited = 1;
    return true;
}

static bool clear_padding(a3d_fixer *x, const a3d_finding *f)
{
    return edit(x, &(a3d_place){f->place.node, ""}, ".$pad", "hex:00000000000000");
}

/* ---- bytes that no field owns ---- */

static bool cut(a3d_fixer *x, const a3d_finding *f, bool any)
{
    const a3d_stream *s = &x->doc->streams[f->stream];
    bool changed = false;
    if ((uint64_t)f->off + f->size > s->size || !(any || a3d_is_redundant(s, f->off, f->size)))
        return false;
    x->cost += x->doc->n_nodes;
    for (uint32_t i = 0; i < x->doc->n_nodes; i++) {
        a3d_node *node = a3d_at(x->doc, i);
        bool loose = node->row == &a3d_row_slack || node->row == &a3d_row_gap;
        if (!loose || node->stream != f->stream || node->off < f->off || node->off + node->size > f->off + f->size)
            continue;
        changed |= node->size > 0;
        node->size = 0;
    }
    return changed;
}

/* ---- bytes put in place ---- */

/* Replaces `size` bytes of a stream. The whole stream is then written from the patch. */
static bool change_bytes(a3d_fixer *x, uint32_t in, uint32_t off, uint32_t size, const uint8_t *other, uint32_t n)
{
    a3d_doc *doc = x->doc;
    const a3d_stream *stream = &doc->streams[in];
    uint32_t owner = stream->owner != A3D_NO_NODE ? stream->owner : doc->root;
    a3d_patch *patch = a3d_arena_alloc(doc->arena, sizeof *patch);
    a3d_text bytes;
    if (patch == NULL || (uint64_t)off + size > stream->size)
        return false;
    a3d_text_init(&bytes, doc->arena);
    a3d_put(&bytes, stream->data, off);
    a3d_put(&bytes, other, n);
    a3d_put(&bytes, stream->data + off + size, stream->size - off - size);
    if (bytes.failed)
        return false;
    if (a3d_shape_of(a3d_at(doc, owner))->pack == A3D_PACK_BLOCK && owner != doc->root)
        return size == n &&
               a3d_set_content(doc, owner, bytes.data, stream->size, a3d_at(doc, owner)->v.at.count) == A3D_OK;
    *patch = (a3d_patch){
        .owner = owner, .size = (uint32_t)bytes.size, .bytes = (const uint8_t *)bytes.data, .whole = true};
    x->patches = patch;
    x->n_patches = 1;
    x->done = true;
    return true;
}

/* ---- packed data ---- */

/* Stores the checksum of packed data, which stays as it is. */
static bool set_packed_checksum(a3d_fixer *x, const a3d_finding *f)
{
    enum { SIZE = 4 };
    uint8_t bytes[SIZE];
    const a3d_stream *s = &x->doc->streams[a3d_stream_of(x->doc, f->place.node)];
    bool block = a3d_shape_of(a3d_at(x->doc, f->place.node))->pack == A3D_PACK_BLOCK;
    a3d_store(bytes, SIZE, (uint32_t)f->min.i, !block); /* that of zlib is big-endian in every format */
    return s->owner == f->place.node && f->min.kind == A3D_Q_INT &&
           change_bytes(x, s->parent, s->off + s->packed_size - SIZE, SIZE, bytes, SIZE);
}

/* Drops the packed bytes, so that the content is packed again when the file is encoded. */
static bool repack(a3d_fixer *x, const a3d_finding *f)
{
    if (f->rule->fault == A3D_FAULT_PACKED_CHECKSUM)
        return set_packed_checksum(x, f);
    a3d_doc *doc = x->doc;
    a3d_node *node = a3d_at(doc, f->place.node);
    if (!node->packed)
        return false;
    if (a3d_shape_of(node)->pack != A3D_PACK_BLOCK) {
        node->packed = 0;
        return true;
    }
    const a3d_stream *s = &doc->streams[node->v.at.first];
    x->cost += s->size;
    return a3d_set_content(doc, f->place.node, s->data, s->size, node->v.at.count) == A3D_OK;
}

/* ---- causes ---- */

bool a3d_fix_suspect(a3d_fixer *x, const a3d_suspect *s)
{
    return s->structural && s->size <= sizeof s->bytes &&
           change_bytes(x, s->stream, s->off, s->size, s->bytes, s->size);
}

static bool remove_cause(a3d_fixer *x, const a3d_finding *f)
{
    bool known = x->content ? a3d_has_content_cause(f) : a3d_has_proven_cause(f);
    return known && a3d_fix_suspect(x, f->suspects);
}

static bool remove_surplus(a3d_fixer *x)
{
    uint32_t node, off, size;
    bool (*surplus)(const a3d_doc *, uint32_t *, uint32_t *, uint32_t *) = x->doc->format->surplus;
    x->cost += surplus != NULL ? x->doc->n_nodes : 0;
    return surplus != NULL && surplus(x->doc, &node, &off, &size) &&
           change_bytes(x, a3d_at(x->doc, node)->stream, off, size, NULL, 0);
}

bool a3d_fix_finding(a3d_fixer *x, const a3d_finding *f)
{
    if (x->done || !a3d_is_fixable(x->doc, f, x->content))
        return false;
    a3d_fix fix = f->rule->fix;
    bool whole_file = fix == A3D_FIX_CUT || fix == A3D_FIX_NONE || fix == A3D_FIX_MASK;
    if (A3D_NEVER(f->place.node == A3D_NO_NODE && !whole_file))
        return false;
    if (fix != A3D_FIX_CUT && remove_cause(x, f)) /* what is proven comes before what the rule does in general */
        return true;
    switch (fix) {
    case A3D_FIX_VALUE: return set_expected(x, f);
    case A3D_FIX_BOOLEAN: return set_true(x, f);
    case A3D_FIX_SHORTEST: return shorten(x, f);
    case A3D_FIX_MASK: return renew_mask(x);
    case A3D_FIX_PADDING: return clear_padding(x, f);
    case A3D_FIX_SWAP:
    case A3D_FIX_BOUNDS: return set_suggestions(x, f);
    case A3D_FIX_ORDER: return a3d_fix_order(x, f);
    case A3D_FIX_REPACK: return repack(x, f);
    case A3D_FIX_CUT: return remove_surplus(x) || remove_cause(x, f) || cut(x, f, a3d_may_cut(x->doc, f));
    case A3D_FIX_DROP: return cut(x, f, x->content);
    default: return false;
    }
}
