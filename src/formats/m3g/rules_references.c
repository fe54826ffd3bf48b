/* rules_references.c - rules about which objects are referred to, and about links */
#include "engine/check/links.h"
#include "engine/document/findings.h"
#include "engine/document/targets.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

/* --- all references of an object, as its rows define them --- */

/* Visits the references in a list of plain elements, which are at the same places in each element. */
static void each_in_list(a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, a3d_m3g_link_fn fn)
{
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, slot, &items))
        return;
    const a3d_record *type = a3d_shape_of(a3d_at(s->doc, items.node))->record;
    uint32_t at = 0;
    for (unsigned r = 0; r < type->n_rows && type->rows[r].shape.kind == A3D_SCALAR; r++) {
        const a3d_row *row = &type->rows[r];
        for (uint32_t i = 0; row->ref.spaces != 0 && i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
            a3d_m3g_link l = {
                row, items.node, items.stream, items.off + i * items.stride + at, a3d_m3g_item(&items, i, at),
                i,   true,       row->name};
            fn(s, &l);
        }
        at += a3d_width(row->shape.type);
    }
}

static void each_in_array(a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, const a3d_row *row,
                          a3d_m3g_link_fn fn)
{
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, slot, &items))
        return;
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
        a3d_m3g_link l = {row, items.node, items.stream, items.off + 4 * i, a3d_m3g_item(&items, i, 0), i, true, NULL};
        fn(s, &l);
    }
}

/* The first reference of an object, which often follows directly after those of the previous object. */
static size_t first_ref(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    size_t k = s->next_ref;
    bool next = a3d_ref_at(s->ctx, k) >= o->fields && (k == 0 || a3d_ref_at(s->ctx, k - 1) < o->fields);
    return next ? k : a3d_refs_from(s->ctx, o->fields);
}

void a3d_m3g_each_link(a3d_m3g_objects *s, const a3d_m3g_object *o, a3d_m3g_link_fn fn)
{
    uint32_t index;
    for (size_t k = first_ref(s, o); (index = a3d_ref_at(s->ctx, k)) != A3D_NO_NODE; k++) {
        const a3d_node *node = a3d_at(s->doc, index);
        unsigned slot = (unsigned)(node->row - a3d_at(s->doc, o->fields)->row);
        s->next_ref = k;
        if (node->parent != o->body)
            break;
        const a3d_shape *shape = a3d_shape_of(node);
        if (shape->kind == A3D_VECTOR && node->flat && shape->record->rows[0].ref.spaces != 0) {
            each_in_list(s, o, slot, fn);
        } else if (shape->kind == A3D_ARRAY && node->row->ref.spaces != 0) {
            each_in_array(s, o, slot, node->row, fn);
        } else if (shape->kind == A3D_SCALAR && node->row->ref.spaces != 0) {
            a3d_m3g_link l = {node->row, index, node->stream, node->off, node->v.i, 0, false, NULL};
            fn(s, &l);
        }
    }
}

a3d_finding *a3d_m3g_report_link(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_link *l)
{
    a3d_finding *f = a3d_report(s->ctx, &s->ctx->format->rules[rule], l->node, l->stream, l->off, 4);
    if (l->listed)
        a3d_suffix(s->ctx, f, "[%u]%s%s", (unsigned)l->index, l->field != NULL ? "." : "",
                   l->field != NULL ? l->field : "");
    a3d_actual(f, l->value);
    return f;
}

/* --- links to other files --- */

const uint8_t *a3d_m3g_text_of(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, uint32_t *size)
{
    uint32_t stream, off;
    const a3d_node *node = a3d_at(s->doc, a3d_m3g_field(s->doc, o, slot));
    *size = node->v.at.count;
    if (node->state != A3D_PRESENT || a3d_work(s->ctx, *size / 64) != A3D_OK)
        return NULL;
    return a3d_content(s->doc, node, &stream, &off);
}

/* Whether a text ends in `end`, which is in lower case, ignoring the case of the text. */
static bool ends_in(const uint8_t *text, uint32_t size, const char *end)
{
    uint32_t n = 0;
    while (end[n] != '\0')
        n++;
    if (size < n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t c = text[size - n + i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != (uint8_t)end[i])
            return false;
    }
    return true;
}

static a3d_finding *report_byte(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_object *o, unsigned slot,
                                uint32_t at)
{
    uint32_t stream, off, node = a3d_m3g_field(s->doc, o, slot);
    const uint8_t *p = a3d_content(s->doc, a3d_at(s->doc, node), &stream, &off);
    a3d_finding *f = a3d_report(s->ctx, &s->ctx->format->rules[rule], node, stream, off + at, 1);
    a3d_actual(f, p[at]);
    return f;
}

/* Checks M3G-008: four-byte forms start with F0 or more. */
static void check_string(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot)
{
    uint32_t size, i = 0;
    const uint8_t *text = a3d_m3g_text_of(s, o, slot, &size);
    while (text != NULL && i < size && text[i] < 0xF0)
        i++;
    if (text == NULL || i == size)
        return;
    a3d_finding *f = report_byte(s, M3G_RULE_STRING_WIDE, o, slot, i);
    a3d_say(s->ctx, f,
            "%s has a character above U+FFFF (byte 0x%02x at %u); expected none, because the Nokia loader rejects it",
            a3d_row_name(a3d_at(s->doc, a3d_m3g_field(s->doc, o, slot))->row), text[i], (unsigned)i);
}

/* Checks M3G-072. */
static void check_characters(const a3d_m3g_objects *s, const a3d_m3g_object *o, const uint8_t *text, uint32_t size)
{
    uint32_t i = 0;
    while (i < size && text[i] > ' ' && text[i] < 0x7F && text[i] != '\\')
        i++;
    if (i == size)
        return;
    a3d_finding *f = report_byte(s, M3G_RULE_URI_CHARACTERS, o, EXTERNAL_URI, i);
    a3d_say(s->ctx, f, "byte %u of URI is 0x%02x; expected an escape such as %%%02X", (unsigned)i, text[i], text[i]);
}

/* Checks M3G-071, M3G-072, M3G-078. */
static void check_uri(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    static const char *const others[] = {".jpg", ".jpeg", ".jpe",  ".gif",  ".bmp",
                                         ".tga", ".tif",  ".tiff", ".webp", ".svg"};
    uint32_t size;
    const uint8_t *uri = a3d_m3g_text_of(s, o, EXTERNAL_URI, &size);
    if (uri == NULL)
        return;
    if (size == 0) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_URI_EMPTY, o, EXTERNAL_URI);
        a3d_say(s->ctx, f, "URI is empty; expected the name of a file");
    }
    check_characters(s, o, uri, size);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!ends_in(uri, size, others[i]))
            continue;
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_URI_KIND, o, EXTERNAL_URI);
        a3d_expect_text(f, "a PNG image or an M3G file");
        a3d_say(s->ctx, f, "URI ends in %s; expected a PNG image or an M3G file", others[i]);
    }
}

/* --- each reference --- */

/* Checks M3G-082. */
static void check_image_link(a3d_m3g_objects *s, const a3d_m3g_link *l)
{
    uint32_t size;
    const a3d_m3g_object *target = &s->objects[l->value];
    if (target->type != M3G_EXTERNAL || target->body == A3D_NO_NODE || (l->row->ref.spaces & M3G_KIND(M3G_IMAGE)) != 0)
        return;
    const uint8_t *uri = a3d_m3g_text_of(s, target, EXTERNAL_URI, &size);
    if (uri == NULL || !ends_in(uri, size, ".png"))
        return;
    a3d_finding *f = a3d_m3g_report_link(s, M3G_RULE_EXTERNAL_IMAGE, l);
    a3d_text wanted;
    a3d_text_init(&wanted, s->doc->arena);
    a3d_put_target(&wanted, s->ctx->format, l->row->ref.spaces, true);
    a3d_say(s->ctx, f, "%s is %s, a PNG image; expected %.*s", l->row->name, a3d_m3g_name(s, (uint32_t)l->value).text,
            (int)wanted.size, wanted.size > 0 ? wanted.data : "");
    a3d_text_free(&wanted);
}

static void take_link(a3d_m3g_objects *s, const a3d_m3g_link *l)
{
    if (l->value <= 1 || l->value >= s->count)
        return;
    s->objects[l->value].used = true;
    check_image_link(s, l);
}

/* --- unreferenced objects --- */

/* Checks M3G-053. */
static void check_roots(const a3d_m3g_objects *s, uint32_t roots, uint32_t first, uint32_t second)
{
    if (roots < 2)
        return;
    const a3d_rule *rule = &s->ctx->format->rules[M3G_RULE_SEVERAL_ROOTS];
    a3d_finding *f = a3d_report_node(s->ctx, rule, s->objects[second].type_node);
    a3d_actual(f, roots);
    a3d_expect(f, 1, 1);
    a3d_say(s->ctx, f, "%s are referred to by no other object; expected 1, the root; the first is %s",
            a3d_amount_of(roots, "object").text, a3d_m3g_name(s, first).text);
}

/* Checks M3G-054. */
static void check_unused(const a3d_m3g_objects *s)
{
    for (uint32_t i = 2; i < s->count; i++) {
        const a3d_m3g_object *o = &s->objects[i];
        if (o->used || o->body == A3D_NO_NODE || o->type == M3G_EXTERNAL || a3d_m3g_is(o, M3G_NODE_KINDS))
            continue;
        a3d_finding *f = a3d_report_node(s->ctx, &s->ctx->format->rules[M3G_RULE_UNUSED_OBJECT], o->type_node);
        a3d_actual(f, o->type);
        a3d_say(s->ctx, f, "%s is unused; expected a reference to it, because type %s is not a node",
                a3d_m3g_name(s, i).text, a3d_named_value(s->doc, o->type_node, o->type).text);
    }
}

static void check_unreferred(const a3d_m3g_objects *s)
{
    uint32_t roots = 0, first = 0, second = 0;
    bool scene = false;
    for (uint32_t i = 2; i < s->count; i++) {
        const a3d_m3g_object *o = &s->objects[i];
        if (o->used || o->type_node == A3D_NO_NODE)
            continue;
        roots++;
        first = first == 0 ? i : first;
        second = roots == 2 ? i : second;
        scene = scene || a3d_m3g_is(o, M3G_NODE_KINDS);
    }
    check_roots(s, roots, first, second);
    s->ctx->doc->roots = roots;
    s->ctx->doc->root_kind = roots > 0 && s->objects[first].type <= M3G_WORLD ? s->objects[first].type : -1;
    if (scene)
        check_unused(s);
}

void a3d_m3g_check_references(a3d_m3g_objects *s)
{
    for (uint32_t i = 1; i < s->count; i++) {
        const a3d_m3g_object *o = &s->objects[i];
        if (o->body == A3D_NO_NODE)
            continue;
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        if (o->type == M3G_HEADER) {
            check_string(s, o, HEADER_authoringField);
        } else if (o->type == M3G_EXTERNAL) {
            s->ctx->doc->links++;
            check_string(s, o, EXTERNAL_URI);
            check_uri(s, o);
        } else {
            a3d_m3g_each_link(s, o, take_link);
        }
    }
    if (!s->doc->faulty && s->doc->limited == A3D_LIMIT_NONE)
        check_unreferred(s);
}
