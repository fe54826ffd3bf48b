/* dump.c - see dump.h */
#include "report/dump/dump.h"
#include "base/never.h"
#include "engine/decode/mask.h"
#include "engine/document/cases.h"
#include "engine/document/flat.h"
#include "engine/document/nodes.h"
#include "engine/document/path.h"
#include "engine/document/prefix.h"
#include "report/dump/parts.h"

#include <stdio.h>
#include <string.h>

static void put_node(a3d_dumper *d, uint32_t index);

/* ---- nodes ---- */

static void put_slack(a3d_dumper *d, uint32_t owner)
{
    a3d_side_kind kinds[] = {A3D_SIDE_SLACK, A3D_SIDE_GAP};
    for (unsigned k = 0; k < 2; k++) {
        const a3d_side *side = a3d_side_find(d->doc, owner, kinds[k], NULL);
        if (side == NULL)
            continue;
        a3d_tree_key(&d->tree, kinds[k] == A3D_SIDE_SLACK ? "$slack" : "$gap");
        a3d_tree_open(&d->tree, '[');
        for (uint32_t i = 0; side != NULL; side = a3d_side_find(d->doc, owner, kinds[k], side), i++) {
            const a3d_node *bytes = a3d_at(d->doc, (uint32_t)side->value);
            static const a3d_shape shape = {.kind = A3D_ARRAY, .type = A3D_U8};
            const a3d_stream *s = &d->doc->streams[bytes->stream];
            uint64_t end = (uint64_t)bytes->off + bytes->size;
            a3d_tree_index(&d->tree, i);
            if (A3D_NEVER(s->data == NULL || end > s->size)) /* harnesses/judge_spans.c checks that */
                a3d_tree_null(&d->tree);
            else
                a3d_dump_array(d, bytes->row, &shape, s->data + bytes->off, bytes->size);
        }
        a3d_tree_close(&d->tree, ']');
    }
}

static void put_stream(a3d_dumper *d, const a3d_node *node)
{
    if (!node->packed)
        return;
    a3d_text name;
    bool in_node = a3d_shape_of(node)->kind == A3D_ARRAY || node->flat; /* all others own their stream from outside */
    uint32_t stream = in_node ? node->v.at.first : a3d_stream_of(d->doc, (uint32_t)(node - d->doc->nodes));
    a3d_text_init(&name, d->tree.out->arena);
    a3d_put_stream(&name, d->doc, stream);
    a3d_tree_key(&d->tree, "$stream");
    a3d_tree_text(&d->tree, name.data != NULL ? name.data : "", name.size);
    a3d_dump_number(d, "$packed", d->doc->streams[stream].packed_size);
    a3d_dump_number(d, "$unpacked", d->doc->streams[stream].size);
    a3d_text_free(&name);
}

/* Writes what a transparent record states beyond its fields, under the record's own name with a `$`. */
static void put_transparent(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    char key[64];
    if (!node->packed && a3d_side_find(d->doc, index, A3D_SIDE_SLACK, NULL) == NULL)
        return;
    snprintf(key, sizeof key, "$%s", a3d_row_name(node->row));
    a3d_tree_key(&d->tree, key);
    a3d_tree_open(&d->tree, '{');
    put_stream(d, node);
    put_slack(d, index);
    a3d_tree_close(&d->tree, '}');
}

/* Whether another row of the record writes this name: rows of different versions may share it. When several were not
 * read, the first one writes it. */
static bool written_elsewhere(const a3d_dumper *d, const a3d_node *record, uint32_t slot)
{
    const a3d_node *fields = a3d_at(d->doc, record->v.at.first);
    const char *name = a3d_row_name(fields[slot].row);
    for (uint32_t i = 0; i < record->v.at.count; i++) {
        bool writes = fields[i].state == A3D_PRESENT || (fields[i].state == A3D_NOT_READ && i < slot);
        if (writes && i != slot && strcmp(a3d_row_name(fields[i].row), name) == 0)
            return true;
    }
    return false;
}

/* Writes the fields of a record into the open object. The fields of a transparent record belong to it too. */
static void put_fields(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        uint32_t child = node->v.at.first + i;
        const a3d_node *field = a3d_at(d->doc, child);
        bool missed = field->state == A3D_NOT_READ;
        if (field->state == A3D_ABSENT || field->state == A3D_GATED)
            continue;
        if (field->row->transparent && !missed && a3d_record_type(d->doc, child) != NULL) {
            put_transparent(d, child);
            put_fields(d, child);
            continue;
        }
        if (missed && written_elsewhere(d, node, i))
            continue;
        a3d_tree_key(&d->tree, a3d_row_name(field->row));
        if (missed)
            a3d_tree_null(&d->tree);
        else
            put_node(d, child);
    }
}

static void put_mask(a3d_dumper *d)
{
    const a3d_mask *mask = &d->doc->mask;
    a3d_text bits;
    a3d_dump_number(d, "$room", mask->room);
    a3d_dump_number(d, "$used", mask->used);
    a3d_text_init(&bits, d->tree.out->arena);
    for (uint32_t i = 0; i < mask->room && (d->full || i < 4096); i++)
        a3d_putc(&bits, a3d_mask_bit(mask, i) ? '1' : '0');
    a3d_tree_key(&d->tree, "$bits");
    a3d_tree_text(&d->tree, bits.data != NULL ? bits.data : "", bits.size);
    a3d_text_free(&bits);
}

static void put_custom(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    a3d_tree_open(&d->tree, '{');
    const char *form = a3d_form_name(node);
    a3d_dump_number(d, "$form", node->form);
    if (form != NULL)
        a3d_tree_remark(&d->tree, form);
    if (node->row->derive.kind != A3D_GIVEN && !node->honest) {
        a3d_tree_key(&d->tree, "$honest");
        a3d_tree_bool(&d->tree, false);
    }
    if (d->doc->mask.node == index)
        put_mask(d);
    else
        a3d_dump_number(d, "$value", node->v.i);
    a3d_tree_close(&d->tree, '}');
}

static void put_plain(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    uint32_t stream, off;
    if (s->kind == A3D_SCALAR) {
        const char *name = a3d_case_name(d->doc, index, node->v.i);
        a3d_dump_value(d, node->row, s->type, node->v.i);
        if (name != NULL)
            a3d_tree_remark(&d->tree, name);
    } else if (s->kind == A3D_ARRAY) {
        const uint8_t *data = a3d_content(d->doc, node, &stream, &off);
        a3d_dump_array(d, node->row, s, data, data != NULL ? a3d_stored_count(node) : 0);
    } else if (node->flat) {
        a3d_dump_flat(d, index);
    } else if (s->kind == A3D_VECTOR) {
        a3d_tree_open(&d->tree, '[');
        if (node->v.at.count == 0)
            a3d_tree_remark(&d->tree, "none");
        for (uint32_t i = 0; i < node->v.at.count; i++) {
            a3d_tree_index(&d->tree, i);
            put_node(d, node->v.at.first + i);
        }
        a3d_tree_close(&d->tree, ']');
    } else {
        a3d_tree_open(&d->tree, '{');
        put_stream(d, node);
        put_fields(d, index);
        put_slack(d, index);
        a3d_tree_close(&d->tree, '}');
    }
}

/* The form of a list is worth showing unless it is the shortest prefix. */
static bool shows_form(const a3d_dumper *d, const a3d_node *node)
{
    const a3d_shape *s = a3d_shape_of(node);
    bool list = s->kind == A3D_ARRAY || s->kind == A3D_VECTOR;
    if (!list || s->count_by != A3D_COUNT_PREFIX || d->doc->format->prefix != A3D_PREFIX_A3D)
        return node->form != 0;
    return node->form + 1u != a3d_prefix_least(d->doc->format, node->v.at.count);
}

/* Whether a list or scalar has more to show than its value. Records show theirs among their fields. */
static bool has_claims(const a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    bool list = a3d_shape_of(node)->kind == A3D_ARRAY || a3d_shape_of(node)->kind == A3D_VECTOR;
    if (a3d_record_type(d->doc, index) != NULL)
        return false;
    return shows_form(d, node) || node->packed || (node->row->derive.kind != A3D_GIVEN && !node->honest) ||
           (list && node->extra && (a3d_side_find(d->doc, index, A3D_SIDE_SLACK, NULL) != NULL ||
                                    a3d_side_find(d->doc, index, A3D_SIDE_GAP, NULL) != NULL ||
                                    a3d_side_find(d->doc, index, A3D_SIDE_CLAIM, NULL) != NULL));
}

static void put_claims(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    const a3d_side *claim = a3d_side_find(d->doc, index, A3D_SIDE_CLAIM, NULL);
    bool fill = a3d_shape_of(node)->fill;
    if (claim != NULL)
        a3d_dump_number(d, "$count", (int64_t)claim->value);
    else if (fill && (node->form & A3D_FORM_FILL))
        a3d_dump_number(d, "$count", node->v.at.count);
    if (fill) {
        a3d_tree_key(&d->tree, "$fill");
        a3d_tree_bool(&d->tree, (node->form & A3D_FORM_FILL) != 0);
    }
    if (shows_form(d, node))
        a3d_dump_number(d, "$form", node->form);
    if (node->row->derive.kind != A3D_GIVEN && !node->honest) {
        a3d_tree_key(&d->tree, "$honest");
        a3d_tree_bool(&d->tree, false);
    }
    put_stream(d, node);
    put_slack(d, index);
}

static void put_node(a3d_dumper *d, uint32_t index)
{
    const a3d_node *node = a3d_at(d->doc, index);
    if (node->state != A3D_PRESENT && node->row != &a3d_row_root && node->v.at.count == 0) {
        a3d_tree_null(&d->tree);
    } else if (a3d_shape_of(node)->kind == A3D_CUSTOM) {
        put_custom(d, index);
    } else if (!has_claims(d, index)) {
        put_plain(d, index);
    } else {
        a3d_tree_open(&d->tree, '{');
        put_claims(d, index);
        a3d_tree_key(&d->tree, "$value");
        put_plain(d, index);
        a3d_tree_close(&d->tree, '}');
    }
}

/* ---- parts, as JSON values ---- */

/* Continues in the caller's JSON; the caller takes it back afterwards. */
static a3d_dumper begin_part(const a3d_json *json, const a3d_doc *doc)
{
    return (a3d_dumper){.doc = doc, .tree = {.json = *json, .out = json->out, .pretty = json->pretty}};
}

void a3d_dump_node(a3d_json *json, const a3d_doc *doc, uint32_t node)
{
    a3d_dumper d = begin_part(json, doc);
    put_node(&d, node);
    *json = d.tree.json;
}

void a3d_dump_element(a3d_json *json, const a3d_doc *doc, uint32_t list, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, list);
    uint32_t stream, off, size, at = a3d_flat_locate(doc, list, index < a3d_stored_count(node) ? index : 0, &size);
    const uint8_t *data = a3d_content(doc, node, &stream, &off);
    a3d_dumper d = begin_part(json, doc);
    a3d_dump_flat_element(&d, list, a3d_shape_of(node)->record, data + at, doc->streams[stream].size - off - at);
    *json = d.tree.json;
}

void a3d_dump_values(a3d_json *json, const a3d_doc *doc, const a3d_row *row, const a3d_shape *shape,
                     const uint8_t *data, uint32_t count)
{
    a3d_dumper d = begin_part(json, doc);
    if (shape->kind == A3D_SCALAR && count == 1)
        a3d_dump_value(&d, row, shape->type, a3d_load_type(data, shape->type, doc->format->big_endian));
    else
        a3d_dump_array(&d, row, shape, data, count);
    *json = d.tree.json;
}

void a3d_dump_scalar(a3d_json *json, const a3d_doc *doc, const a3d_row *row, unsigned type, int64_t value)
{
    a3d_dumper d = begin_part(json, doc);
    a3d_dump_value(&d, row, type, value);
    *json = d.tree.json;
}

/* ---- the whole document ---- */

static void put_name(a3d_dumper *d, const char *key, const char *text)
{
    a3d_tree_key(&d->tree, key);
    if (text != NULL && text[0] != '\0')
        a3d_tree_str(&d->tree, text);
    else if (!d->tree.text)
        a3d_tree_null(&d->tree);
}

void a3d_dump(a3d_text *out, const char *path, const a3d_result *result, const a3d_dump_options *options)
{
    a3d_dumper d = {.doc = result->doc, .full = options->full};
    a3d_tree_init(&d.tree, out, options->text);
    a3d_tree_open(&d.tree, '{');
    put_name(&d, "path", path);
    put_name(&d, "format", result->doc->format->name);
    put_name(&d, "version", result->version);
    put_name(&d, "branch", result->branch);
    a3d_dump_number(&d, "size", (int64_t)result->size);
    put_name(&d, "verdict", a3d_verdict_name(result->verdict));
    a3d_tree_key(&d.tree, "document");
    a3d_tree_open(&d.tree, '{');
    put_fields(&d, d.doc->root);
    put_slack(&d, d.doc->root);
    a3d_tree_close(&d.tree, '}');
    a3d_tree_close(&d.tree, '}');
    a3d_tree_end(&d.tree);
}
