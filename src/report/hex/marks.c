/* marks.c - the lines below bytes that point at findings; see lines.h */
#include "base/columns.h"
#include "engine/fix/offer.h"
#include "report/common/phrases.h"
#include "report/hex/lines.h"
#include "report/hex/pick.h"

#include <inttypes.h>
#include <string.h>

static void put_what(a3d_text *out, const a3d_doc *doc, const a3d_hex_mark *m)
{
    const a3d_finding *f = &doc->findings[m->finding];
    const char *text = m->suspect != NULL ? m->suspect->message : f->message;
    if (m->bit != A3D_NO_BIT && m->suspect == NULL)
        a3d_printf(out, "bit %" PRIu32 " of the byte: ", m->bit);
    if (m->suspect != NULL)
        a3d_printf(out, "%s cause of #%" PRIu32 ": ", a3d_has_proven_cause(f) ? "likely" : "possible", m->finding);
    else
        a3d_printf(out, "#%" PRIu32 " %s %s: ", m->finding, a3d_severity_name(f->severity), f->rule->id);
    a3d_put_printable(out, text, strlen(text));
}

static void put_mark(a3d_hex_writer *w, const a3d_hex_mark *m, uint32_t off, uint32_t size)
{
    static const char *const colors[] = {"", "\033[36m", "\033[33m", "\033[31m"};
    a3d_text *out = w->out, what;
    uint32_t from = m->off - off, n = m->size < size - from ? m->size : size - from;
    unsigned note = a3d_hex_note_column(w);
    a3d_printf(out, "%*s%s^", A3D_HEX_INDENT + 3 * (int)from, "",
               w->color ? colors[w->doc->findings[m->finding].severity] : "");
    for (uint32_t i = 0; i < n; i++)
        a3d_puts(out, i + 1 < n ? "^ ^" : "^");
    if (n == 0)
        n = 1, a3d_putc(out, ' ');
    a3d_printf(out, "%*s", (int)note + 1 - A3D_HEX_INDENT - 3 * (int)(from + n), "");
    a3d_text_init(&what, out->arena);
    put_what(&what, w->doc, m);
    a3d_put_filled(out, what.data != NULL ? what.data : "", what.size, note, note + A3D_HEX_HANGING, w->width);
    out->failed |= what.failed;
    a3d_text_free(&what);
    a3d_puts(out, w->color ? "\033[0m\n" : "\n");
}

/* Whether a mark belongs below these bytes. One at the end of the stream belongs below its last bytes. */
static bool is_below(const a3d_hex_writer *w, const a3d_hex_marks *marks, size_t i, uint32_t stream, uint32_t end)
{
    return i < marks->n && marks->at[i].stream == stream &&
           (marks->at[i].off < end || end == w->doc->streams[stream].size);
}

bool a3d_hex_has_marks(const a3d_hex_writer *w, const a3d_hex_marks *marks, uint32_t stream, uint32_t off,
                       uint32_t size)
{
    return is_below(w, marks, a3d_hex_marks_from(marks, stream, off), stream, off + size);
}

void a3d_hex_put_marks(a3d_hex_writer *w, const a3d_hex_marks *marks, uint32_t stream, uint32_t off, uint32_t size)
{
    for (size_t i = a3d_hex_marks_from(marks, stream, off); is_below(w, marks, i, stream, off + size); i++)
        put_mark(w, &marks->at[i], off, size);
}
