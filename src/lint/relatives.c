/* relatives.c - says when damage looks like an older model */
#include "base/bytes.h"
#include "lint/lint.h"

#include <stdio.h>
#include <string.h>

static void append(a3d_doc *doc, a3d_finding *f, const char *text)
{
    char message[600];
    snprintf(message, sizeof message, "%s; %s", f->message, text);
    const char *kept = a3d_arena_text(doc->arena, message, strlen(message));
    if (kept != NULL)
        f->message = kept;
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
        if (is_engine5(doc, f))
            append(doc, f, "an older Alternativa3D (engine 5) model has no version field here");
    }
}
