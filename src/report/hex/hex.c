/* hex.c - see hex.h */
#include "report/hex/hex.h"
#include "base/never.h"
#include "engine/document/path.h"
#include "report/common/phrases.h"
#include "report/hex/lines.h"
#include "report/hex/pick.h"

#include <inttypes.h>
#include <string.h>

enum { INDENT = 10 };

typedef struct view {
    a3d_hex_writer writer;
    const a3d_doc *doc;
    a3d_hex_marks marks;
    a3d_hex_picks picks;
    const struct a3d_hex_rows *rows; /* may be NULL */
    a3d_hex_line *before; /* the last lines that were not shown: a ring of `context` lines */
    uint32_t context, waiting, next; /* waiting: lines in the ring; next: where the next one goes */
    uint32_t after;       /* lines of context still to be shown */
    bool skipped;         /* lines were left out since the last one shown */
    uint32_t heading;     /* the stream whose heading was written last */
    uint64_t marked_to;   /* the end of the findings seen so far in this stream */
    bool some;            /* something was shown */
} view;

/* ---- headings and marks ---- */

static void put_heading(view *v, uint32_t stream)
{
    const a3d_stream *s = &v->doc->streams[stream];
    a3d_text *out = v->writer.out;
    bool first = !v->some;
    v->heading = stream;
    v->some = true;
    v->skipped = false;
    if (v->rows != NULL) {
        v->rows->stream(v->rows->user, stream);
        return;
    }
    a3d_puts(out, first ? "== " : "\n== ");
    a3d_put_stream(out, v->doc, stream);
    a3d_printf(out, ", %" PRIu32 " byte%s", s->size, s->size == 1 ? "" : "s");
    if (s->owner != A3D_NO_NODE) {
        a3d_puts(out, " from ");
        a3d_put_stream(out, v->doc, s->parent);
        a3d_printf(out, "+0x%" PRIx32 " (%" PRIu32 " packed)", s->off, s->packed_size);
    }
    a3d_putc(out, '\n');
}

static void put_mark(view *v, const a3d_hex_mark *m, uint32_t off, uint32_t size)
{
    static const char *const colors[] = {"", "\033[36m", "\033[33m", "\033[31m"};
    a3d_text *out = v->writer.out;
    const a3d_finding *f = &v->doc->findings[m->finding];
    uint32_t from = m->off - off, n = m->size < size - from ? m->size : size - from;
    bool color = v->writer.color;
    a3d_printf(out, "%*s%s^", INDENT + 3 * (int)from, "", color ? colors[f->severity] : "");
    for (uint32_t i = 0; i < n; i++)
        a3d_puts(out, i + 1 < n ? "^ ^" : "^");
    if (n == 0)
        n = 1, a3d_putc(out, ' ');
    a3d_printf(out, "%*s", 3 * A3D_HEX_WIDTH + 3 - 3 * (int)(from + n), "");
    if (m->bit != A3D_NO_BIT && m->suspect == NULL)
        a3d_printf(out, "bit %" PRIu32 " of the byte: ", m->bit);
    if (m->suspect != NULL)
        a3d_printf(out, "likely cause of #%" PRIu32 ": ", m->finding);
    else
        a3d_printf(out, "#%" PRIu32 " %s %s: ", m->finding, a3d_severity_name(f->severity), f->rule->id);
    const char *text = m->suspect != NULL ? m->suspect->message : f->message;
    a3d_put_printable(out, text, strlen(text));
    a3d_puts(out, color ? "\033[0m\n" : "\n");
}

/* Marks the findings that begin on a line; those at the end of the stream go to its last line. */
static void put_marks(view *v, const a3d_hex_line *line)
{
    uint32_t stream = line->piece->stream, end = line->off + line->size;
    bool last = end == v->doc->streams[stream].size;
    for (size_t i = a3d_hex_marks_from(&v->marks, stream, line->off); i < v->marks.n; i++) {
        const a3d_hex_mark *m = &v->marks.at[i];
        if (m->stream != stream || (m->off >= end && !last))
            break;
        put_mark(v, m, line->off, line->size);
    }
}

/* ---- lines ---- */

/* Whether a finding that begins on this line or earlier covers part of it. Must be called in the order of the lines. */
static bool marked(view *v, const a3d_hex_line *line)
{
    uint32_t stream = line->piece->stream;
    for (size_t i = a3d_hex_marks_from(&v->marks, stream, line->off); i < v->marks.n; i++) {
        const a3d_hex_mark *m = &v->marks.at[i];
        if (m->stream != stream || m->off >= line->off + line->size)
            break;
        uint64_t end = (uint64_t)m->off + (m->size > 0 ? m->size : 1);
        v->marked_to = end > v->marked_to ? end : v->marked_to;
    }
    return v->marked_to > line->off;
}

static void show(view *v, const a3d_hex_line *line)
{
    uint32_t stream = line->piece->stream;
    if (v->heading != stream)
        put_heading(v, stream);
    if (v->rows != NULL) {
        v->rows->line(v->rows->user, &v->writer, line);
        return;
    }
    if (v->skipped)
        a3d_puts(v->writer.out, "...\n");
    v->skipped = false;
    a3d_hex_write(&v->writer, line);
    put_marks(v, line);
}

/* Shows the lines of context that wait, the oldest first. */
static void show_before(view *v)
{
    uint32_t first = (v->next + v->context - v->waiting) % (v->context + (v->context == 0));
    for (uint32_t i = 0; i < v->waiting; i++)
        show(v, &v->before[(first + i) % v->context]);
    v->waiting = 0;
}

static void hold(view *v, const a3d_hex_line *line)
{
    if (v->context == 0 || v->waiting == v->context)
        v->skipped = v->heading == line->piece->stream;
    if (v->context == 0)
        return;
    v->before[v->next] = *line;
    v->next = (v->next + 1) % v->context;
    v->waiting += v->waiting < v->context;
}

static void emit(void *user, const a3d_hex_line *cut)
{
    view *v = user;
    a3d_hex_line line = *cut;
    if (v->writer.out->failed)
        return;
    line.marked = marked(v, cut);
    if (a3d_hex_picked(&v->picks, v->doc, line.piece->node, line.piece->stream, line.off, line.size)) {
        show_before(v);
        show(v, &line);
        v->after = v->context;
    } else if (v->after > 0) {
        v->after--;
        show(v, &line);
    } else {
        hold(v, &line);
    }
}

static bool keep(void *user, uint32_t stream, uint32_t off, uint32_t size)
{
    view *v = user;
    size_t i = a3d_hex_marks_from(&v->marks, stream, off);
    if (i < v->marks.n && v->marks.at[i].stream == stream && v->marks.at[i].off < off + size)
        return true;
    return a3d_hex_unfolds(&v->picks, stream, off, size);
}

/* ---- whole documents ---- */

/* Collects the fields that took the bits of the null mask, in the order in which decoding read them. */
static void collect_bits(const a3d_doc *doc, uint32_t index, uint32_t *bits, size_t *n)
{
    const a3d_node *node = a3d_at(doc, index);
    if (node->row->optional && (node->state == A3D_PRESENT || node->state == A3D_ABSENT) && *n < doc->mask.used)
        bits[(*n)++] = index;
    if (node->state != A3D_PRESENT || node->flat)
        return;
    unsigned kind = a3d_shape_of(node)->kind;
    if (kind != A3D_RECORD && kind != A3D_VECTOR && kind != A3D_SWITCH)
        return;
    for (uint32_t i = 0; i < node->v.at.count; i++)
        collect_bits(doc, node->v.at.first + i, bits, n);
}

static bool prepare(view *v, a3d_text *out, a3d_doc *doc, const a3d_hex_options *options)
{
    uint32_t *bits = a3d_arena_alloc(doc->arena, (doc->mask.used + 1u) * sizeof *bits);
    v->context = options->context < A3D_HEX_MOST_CONTEXT ? options->context : A3D_HEX_MOST_CONTEXT;
    v->before = a3d_arena_alloc(doc->arena, (v->context + 1) * sizeof *v->before);
    if (bits == NULL || v->before == NULL || !a3d_hex_marks_make(&v->marks, doc, doc->arena))
        return false;
    v->doc = doc;
    v->rows = options->rows;
    v->heading = UINT32_MAX;
    v->writer = (a3d_hex_writer){
        .out = out, .doc = doc, .color = options->color, .path_node = A3D_NO_NODE, .bits = bits};
    a3d_text_init(&v->writer.path, doc->arena);
    if (doc->mask.node != A3D_NO_NODE)
        collect_bits(doc, doc->root, bits, &v->writer.n_bits);
    return true;
}

/* Shows one stream after another. An empty stream has only a heading and its findings. */
static void put_streams(view *v, const a3d_hex_cutter *cutter, const a3d_pieces *pieces)
{
    size_t i = 0;
    for (uint32_t s = 0; s < v->doc->n_streams; s++) {
        v->after = v->waiting = v->next = 0;
        v->marked_to = 0;
        if (v->doc->streams[s].size == 0 && v->picks.all) {
            put_heading(v, s);
            size_t m = v->rows != NULL ? v->marks.n : a3d_hex_marks_from(&v->marks, s, 0);
            for (; m < v->marks.n && v->marks.at[m].stream == s; m++)
                put_mark(v, &(a3d_hex_mark){s, 0, 0, A3D_NO_BIT, v->marks.at[m].finding, v->marks.at[m].suspect}, 0, 0);
        }
        for (; i < pieces->n && pieces->at[i].stream == s; i++)
            a3d_hex_cut(cutter, &pieces->at[i]);
    }
}

const char *a3d_hex(a3d_text *out, const a3d_result *result, const a3d_hex_options *options)
{
    A3D_ASSERT(result->doc != NULL);
    a3d_doc *doc = result->doc;
    view v = {0};
    a3d_pieces pieces;
    if (!prepare(&v, out, doc, options))
        return "memory ran out";
    const char *why = a3d_hex_picks_make(&v.picks, doc, &v.marks, options);
    if (why != NULL)
        return why;
    if (!a3d_pieces_make(&pieces, doc, doc->arena))
        return "memory ran out";
    a3d_hex_cutter cutter = {doc, options->full, keep, emit, &v};
    put_streams(&v, &cutter, &pieces);
    a3d_pieces_free(&pieces, doc->arena);
    a3d_text_free(&v.writer.path);
    return v.some || options->at == NULL ? NULL : "the path names nothing that has bytes";
}
