/* objects.c - see objects.h */
#include "formats/m3g/objects.h"
#include "base/bytes.h"
#include "base/never.h"
#include "engine/check/links.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"
#include "engine/document/path.h"
#include "engine/document/targets.h"
#include "formats/m3g/records.h"

#include <stdio.h>
#include <string.h>

static void number_object(a3d_m3g_objects *s, const a3d_key *key)
{
    a3d_m3g_object *o = &s->objects[key->key];
    uint32_t element = a3d_key_node(s->doc, key);
    if (element == A3D_NO_NODE || a3d_at(s->doc, element)->state != A3D_PRESENT)
        return;
    uint32_t body = a3d_field(s->doc, element, OBJECT_body);
    o->type_node = a3d_field(s->doc, element, OBJECT_type);
    o->type = (int16_t)a3d_value(s->doc, element, OBJECT_type);
    if (a3d_at(s->doc, body)->state == A3D_PRESENT)
        o->body = body;
    o->fields = o->body != A3D_NO_NODE ? a3d_at(s->doc, body)->v.at.first : 0;
    o->sparse = o->body != A3D_NO_NODE && a3d_at(s->doc, body)->form == A3D_FORM_SPARSE;
}

static a3d_amount kind_words(const a3d_m3g_objects *s, int type, bool article)
{
    a3d_amount out;
    a3d_text name;
    a3d_text_init(&name, s->doc->arena);
    if (type >= 0 && type <= M3G_WORLD)
        a3d_put_target(&name, s->ctx->format, M3G_KIND(type), article);
    if (name.size > 0)
        snprintf(out.text, sizeof out.text, "%.*s", (int)name.size, name.data);
    else
        snprintf(out.text, sizeof out.text, type == M3G_EXTERNAL ? "an external reference" : "type %d", type);
    a3d_text_free(&name);
    return out;
}

a3d_amount a3d_m3g_class(const a3d_m3g_objects *s, int type)
{
    return kind_words(s, type, false);
}

a3d_amount a3d_m3g_name(const a3d_m3g_objects *s, uint32_t number)
{
    a3d_amount out;
    a3d_text path;
    const a3d_m3g_object *o = &s->objects[number < s->count ? number : 0];
    if (o->type_node == A3D_NO_NODE) {
        snprintf(out.text, sizeof out.text, "object %u", (unsigned)number);
        return out;
    }
    a3d_text_init(&path, s->doc->arena);
    a3d_put_path(&path, s->doc, a3d_at(s->doc, o->type_node)->parent);
    snprintf(out.text, sizeof out.text, "object %u (%.*s, %.24s)", (unsigned)number,
             (int)(path.size < 48 ? path.size : 48), path.size > 0 ? path.data : "", kind_words(s, o->type, true).text);
    a3d_text_free(&path);
    return out;
}

bool a3d_m3g_number_objects(a3d_m3g_objects *s)
{
    const a3d_index *index = &s->ctx->index;
    if (index->n == 0 || index->keys[index->n - 1].key > (int64_t)s->doc->n_nodes)
        return false;
    s->count = (uint32_t)index->keys[index->n - 1].key + 1;
    if (a3d_work(s->ctx, s->count) != A3D_OK)
        return false;
    s->objects = a3d_arena_alloc(s->ctx->scratch, s->count * sizeof *s->objects);
    s->marks = a3d_arena_alloc(s->ctx->scratch, s->count * sizeof *s->marks);
    if (s->objects == NULL || s->marks == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return false;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->objects[i].type_node = s->objects[i].body = A3D_NO_NODE;
        s->objects[i].type = s->objects[i].stands_for = -1;
    }
    for (size_t i = 0; i < index->n; i++)
        number_object(s, &index->keys[i]);
    return true;
}

a3d_m3g_object *a3d_m3g_named(const a3d_m3g_objects *s, const a3d_m3g_object *by, int64_t number, uint64_t kinds)
{
    if (number <= 1 || number >= by - s->objects || !a3d_m3g_is(&s->objects[number], kinds))
        return NULL;
    return &s->objects[number];
}

bool a3d_m3g_has(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot)
{
    return a3d_at(s->doc, a3d_m3g_field(s->doc, o, slot))->state == A3D_PRESENT;
}

int64_t a3d_m3g_get(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot)
{
    const a3d_node *node = a3d_at(s->doc, a3d_m3g_field(s->doc, o, slot));
    return node->state == A3D_PRESENT ? node->v.i : 0;
}

a3d_m3g_object *a3d_m3g_target(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, uint64_t kinds)
{
    return a3d_m3g_named(s, o, a3d_m3g_get(s, o, slot), kinds);
}

bool a3d_m3g_float_bits(uint32_t bits, double *value)
{
    float number;
    uint32_t exponent = bits & 0x7F800000u;
    memcpy(&number, &bits, sizeof number);
    *value = (double)number;
    return exponent != 0x7F800000u && (exponent != 0 || bits == 0);
}

bool a3d_m3g_float(const a3d_doc *doc, uint32_t node, double *value)
{
    return a3d_at(doc, node)->state == A3D_PRESENT && a3d_m3g_float_bits((uint32_t)a3d_at(doc, node)->v.u, value);
}

bool a3d_m3g_items_of(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, a3d_m3g_items *items)
{
    uint32_t index = a3d_m3g_field(s->doc, o, slot);
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    if (node->state != A3D_PRESENT || node->v.at.count == 0 || (shape->kind == A3D_VECTOR && !node->flat))
        return false;
    *items = (a3d_m3g_items){.node = index, .count = node->v.at.count};
    items->stride = shape->kind == A3D_ARRAY ? a3d_width(shape->type) : a3d_flat_stride(s->doc, index, shape->record);
    items->data = a3d_content(s->doc, node, &items->stream, &items->off);
    return items->stride != 0 && items->data != NULL &&
           a3d_work(s->ctx, (uint64_t)items->count * items->stride / 64 + 1) == A3D_OK;
}

a3d_finding *a3d_m3g_report(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_object *o, unsigned slot)
{
    A3D_ASSERT(o->body != A3D_NO_NODE);
    return a3d_report_node(s->ctx, &s->ctx->format->rules[rule], a3d_m3g_field(s->doc, o, slot));
}

a3d_finding *a3d_m3g_report_item(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_items *items, uint32_t index,
                                 uint32_t at, uint32_t size, const char *field)
{
    uint32_t off = items->off + index * items->stride + at;
    a3d_finding *f = a3d_report(s->ctx, &s->ctx->format->rules[rule], items->node, items->stream, off, size);
    a3d_suffix(s->ctx, f, "[%u]%s", (unsigned)index, field);
    return f;
}

void a3d_m3g_blame(const a3d_m3g_objects *s, a3d_finding *f)
{
    if (f->cause == A3D_NO_CAUSE)
        f->cause = a3d_missing_cause(s->doc);
}
