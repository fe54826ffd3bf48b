/* writer.c - see writer.h */
#include "report/triage/writer.h"
#include "engine/decode/mask.h"
#include "report/common/phrases.h"

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
    const char *form = a3d_form_name(node);
    if (form != NULL)
        a3d_printf(out, ", mask %s", form);
    if (!doc->faulty && a3d_mask_form_for(doc->mask.used, &bytes, &room) != node->form)
        a3d_puts(out, " (not the shortest form)");
}

/* What the format knows of exporters. docs/triage.md says where each fact comes from. */
static void put_exporter(a3d_text *out, const a3d_doc *doc)
{
    a3d_text text;
    a3d_text_init(&text, doc->arena);
    if (doc->format->writer != NULL)
        doc->format->writer(doc, zlib_effort(doc), &text);
    if (text.size > 0) {
        a3d_puts(out, ", ");
        a3d_put_printable(out, text.data, text.size);
    }
    out->failed |= text.failed;
    a3d_text_free(&text);
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
    put_exporter(out, result->doc);
}
