/* relatives.c - says when damage looks like a related format: a raw deflate stream, an older model */
#include "codec/inflate.h"
#include "lint/lint.h"

#include <stdio.h>
#include <string.h>

/* Whether a complete deflate stream without a header starts here. Looks at no more than 1 MiB of its content. */
static bool is_raw_deflate(a3d_arena *arena, const uint8_t *data, size_t size)
{
    enum { ENOUGH = 1 << 20 };
    uint8_t *window = a3d_block_resize(arena, NULL, A3D_INFLATE_WINDOW);
    const uint8_t *piece;
    a3d_inflate z;
    a3d_codec_result r;
    size_t made, all = 0;
    bool more = window != NULL, whole = false;
    a3d_inflate_begin_raw(&z, data, size);
    while (more && all < ENOUGH) {
        more = a3d_inflate_piece(&z, window, &piece, &made, &r);
        all += made;
        whole = more || (r.status == A3D_CODEC_OK && r.used == size && r.made > 0);
    }
    a3d_block_resize(arena, window, 0);
    return whole;
}

static void append(a3d_doc *doc, a3d_finding *f, const char *text)
{
    char message[600];
    snprintf(message, sizeof message, "%s; %s", f->message, text);
    const char *kept = a3d_arena_text(doc->arena, message, strlen(message));
    if (kept != NULL)
        f->message = kept;
}

static void name_payload(a3d_doc *doc, a3d_finding *f)
{
    const a3d_stream *s = &doc->streams[f->stream];
    uint32_t start = f->off;
    if (f->place.node != A3D_NO_NODE && a3d_at(doc, f->place.node)->stream == f->stream)
        start = a3d_at(doc, f->place.node)->off;
    if (start >= s->size)
        return;
    if (is_raw_deflate(doc->arena, s->data + start, s->size - start))
        append(doc, f, "the payload is a raw deflate stream, without the zlib header and checksum");
}

/* The body of an engine-5 model starts right after the mask, where A3D2 has its version. Its bytes are neither a
 * version with one flipped bit nor followed by a plausible minor version. */
static bool is_engine5(const a3d_doc *doc, const a3d_finding *f)
{
    const a3d_stream *s = &doc->streams[f->stream];
    if (strcmp(f->rule->id, "a3d2/major-version") != 0 || s->size < 4 || f->off > s->size - 4)
        return false;
    unsigned wrong = a3d_load16(s->data + f->off, true) ^ 2u;
    return (wrong & (wrong - 1)) != 0 && a3d_load16(s->data + f->off + 2, true) > 255;
}

void a3d_name_relatives(a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->rule->fault == A3D_FAULT_ZLIB_HEADER)
            name_payload(doc, f);
        else if (is_engine5(doc, f))
            append(doc, f, "an older Alternativa3D (engine 5) model has no version field here");
    }
}
