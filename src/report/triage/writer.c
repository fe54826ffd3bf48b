/* writer.c - see triage_writer.h */
#include "report/triage/writer.h"
#include "base/utf8.h"
#include "engine/decode/mask.h"
#include "report/common/phrases.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_OF_A_NAME = 60 };

/* The two bits of a zlib header that tell how hard the writer tried: 0 to 3, or -1 where no stream is packed so. */
static int zlib_effort(const a3d_doc *doc)
{
    for (uint32_t s = 1; s < doc->n_streams; s++) {
        const a3d_stream *inner = &doc->streams[s];
        if (inner->packed_size < 2)
            continue;
        const a3d_stream *outer = &doc->streams[inner->parent];
        if (outer->data == NULL || inner->off + 2u > outer->size)
            continue;
        const uint8_t *p = outer->data + inner->off;
        if ((p[0] & 0x0f) == 8 && (p[0] << 8 | p[1]) % 31 == 0 && (p[1] & 0x20) == 0)
            return p[1] >> 6;
    }
    return -1;
}

static void put_packing(a3d_text *out, const a3d_doc *doc)
{
    static const char *const levels[] = {"0 or 1", "2 to 5", "6", "7 to 9"};
    if (doc->format->blocks != NULL) {
        a3d_puts(out, doc->n_streams > 1 ? ", packed blocks" : ", no packed blocks");
        return;
    }
    int effort = zlib_effort(doc);
    if (effort >= 0)
        a3d_printf(out, ", zlib level %s", levels[effort]);
}

static void put_mask(a3d_text *out, const a3d_doc *doc)
{
    uint32_t bytes, room;
    if (doc->mask.node == A3D_NO_NODE)
        return;
    const a3d_node *node = a3d_at(doc, doc->mask.node);
    const a3d_name *forms = a3d_shape_of(node)->custom->forms;
    for (; forms->name != NULL; forms++)
        if (forms->value == node->form)
            a3d_printf(out, ", mask %s", forms->name);
    if (!doc->faulty && a3d_mask_form_for(doc->mask.used, &bytes, &room) != node->form)
        a3d_puts(out, " (not the shortest form)");
}

/* The first field of that name. */
static const a3d_node *named(const a3d_doc *doc, const char *name)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->row->name != NULL && node->state == A3D_PRESENT && strcmp(node->row->name, name) == 0)
            return node;
    }
    return NULL;
}

/* What the writer of an M3G file says of itself. */
static void put_author(a3d_text *out, const a3d_doc *doc)
{
    const a3d_node *node = named(doc, "authoringField");
    uint32_t stream, off;
    const uint8_t *p = node != NULL ? a3d_content(doc, node, &stream, &off) : NULL;
    uint32_t n = p != NULL ? a3d_stored_count(node) : 0;
    while (n > MOST_OF_A_NAME && (n > MOST_OF_A_NAME + 3 || (p[n] & 0xc0) == 0x80))
        n--;
    if (n == 0 || a3d_utf8_valid(p, n) != n)
        return;
    a3d_puts(out, ", \"");
    a3d_put_printable(out, (const char *)p, n);
    a3d_puts(out, "\"");
}

/* What known exporters do and others do not: docs/triage.md tells from where that is known. */
static void put_exporter(a3d_text *out, const a3d_result *result)
{
    const a3d_doc *doc = result->doc;
    if (strcmp(result->format->name, "a3d2") == 0) {
        const a3d_node *channel = named(doc, "channel");
        bool first = strcmp(result->version, "2.0") == 0;
        if (first && zlib_effort(doc) == 3)
            a3d_puts(out, ", like the Flash exporter");
        else if (!first && channel != NULL && !doc->faulty && channel->v.i < 2)
            a3d_puts(out, channel->v.i == 1 ? ", like the exporter of 3ds Max" : ", like the add-on for Blender");
    } else if (strcmp(result->format->name, "tanki") == 0) {
        const a3d_node *radius = named(doc, "radius");
        if (radius != NULL && radius->v.i == 0)
            a3d_puts(out, ", like the add-on for Blender (radius 0)");
    } else if (strcmp(result->format->name, "m3g") == 0) {
        put_author(out, doc);
    }
}

void a3d_put_writer(a3d_text *out, const a3d_result *result)
{
    if (result->doc == NULL || result->format == NULL)
        return;
    a3d_puts(out, result->format->name);
    a3d_printf(out, "%s%s", result->version[0] != '\0' ? " " : "", result->version);
    if (result->branch != NULL)
        a3d_printf(out, " %s", result->branch);
    put_packing(out, result->doc);
    put_mask(out, result->doc);
    put_exporter(out, result);
}
