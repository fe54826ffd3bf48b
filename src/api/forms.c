/* forms.c - the document of a report as annotated hex and as glTF; see a3dlint.h */
#include "api/parts.h"
#include "report/gltf/gltf.h"
#include "report/hex/hex.h"

#include <string.h>

/* Why a report has no document to show. */
static const char *why_no_document(const a3dlint_report *report)
{
    return report->message != NULL ? report->message : "no document";
}

/* Reads "#3", the index of a finding. */
static bool read_index(const char *text, uint32_t *index)
{
    uint64_t n = 0;
    const char *p = text + 1;
    while (*p >= '0' && *p <= '9' && n <= UINT32_MAX)
        n = n * 10 + (uint64_t)(*p++ - '0');
    *index = (uint32_t)n;
    return text[0] == '#' && p > text + 1 && *p == '\0' && n <= UINT32_MAX;
}

const char *a3dlint_hex(a3dlint_report *report, const char *at, int full, const char **text, size_t *size)
{
    if (report == NULL || text == NULL || size == NULL)
        return report == NULL ? A3D_NO_REPORT : A3D_NO_PLACE;
    a3d_hex_options options = {.full = full != 0, .context = A3D_HEX_CONTEXT};
    options.one = at != NULL && read_index(at, &options.finding);
    options.at = options.one ? NULL : at;
    if (report->result->format == NULL || report->result->doc == NULL)
        return why_no_document(report);
    report->text.size = 0;
    const char *why = a3d_hex(&report->text, report->result, &options);
    if (why != NULL)
        return report->arena.refused ? A3D_LACK_OF_MEMORY : why;
    *text = report->text.data;
    *size = report->text.size;
    return a3d_text_is_lost(&report->text) ? A3D_LACK_OF_MEMORY : NULL;
}

const char *a3dlint_glb(a3dlint_report *report, const uint8_t **data, size_t *size, const char **lost)
{
    if (report == NULL || data == NULL || size == NULL)
        return report == NULL ? A3D_NO_REPORT : A3D_NO_PLACE;
    a3d_gltf gltf;
    const a3d_doc *doc = report->result->doc;
    if (report->result->format == NULL || doc == NULL || !a3d_was_read(doc, doc->root)) /* a limit may stop before it */
        return why_no_document(report);
    if (!a3d_gltf_make_whole(&report->arena, report->result, &gltf))
        return A3D_LACK_OF_MEMORY;
    report->text.size = 0;
    for (size_t i = 0; i < gltf.n_lost; i++)
        a3d_printf(&report->text, "%s\n", gltf.lost[i]);
    a3d_putc(&report->text, '\0');
    if (a3d_text_is_lost(&report->text))
        return A3D_LACK_OF_MEMORY;
    if (lost != NULL)
        *lost = report->text.data;
    *data = (const uint8_t *)gltf.glb.data;
    *size = gltf.glb.size;
    return NULL;
}
