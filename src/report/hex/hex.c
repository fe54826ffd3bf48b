/* hex.c - see hex.h */
#include "report/hex/hex.h"
#include "base/columns.h"
#include "base/never.h"
#include "engine/document/path.h"
#include "report/common/phrases.h"
#include "report/hex/lines.h"
#include "report/hex/pick.h"

#include <inttypes.h>
#include <string.h>

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

/* ---- headings ---- */

static void put_heading(view *v, uint32_t stream)
{
    const a3d_stream *s = &v->doc->streams[stream];
    a3d_text *out = v->writer.out, line;
    bool first = !v->some;
    v->heading = stream;
    v->some = true;
    v->skipped = false;
    v->writer.record.size = 0;
    if (v->rows != NULL) {
        v->rows->stream(v->rows->user, stream);
        return;
    }
    a3d_text_init(&line, out->arena);
    a3d_puts(&line, "== ");
    a3d_put_stream(&line, v->doc, stream);
    a3d_printf(&line, ", %" PRIu32 " byte%s", s->size, s->size == 1 ? "" : "s");
    if (s->owner != A3D_NO_NODE) {
        a3d_puts(&line, " from ");
        a3d_put_stream(&line, v->doc, s->parent);
        a3d_printf(&line, "+0x%" PRIx32 " (%" PRIu32 " packed)", s->off, s->packed_size);
    }
    a3d_puts(out, first ? "" : "\n");
    a3d_put_wrapped(out, line.data, line.size, v->writer.width);
    a3d_putc(out, '\n');
    out->failed |= line.failed;
    a3d_text_free(&line);
}

/* ---- lines ---- */

/* Whether a finding that begins in these bytes or before them covers any of them. Must be called in their order. */
static bool is_marked(view *v, uint32_t stream, uint32_t off, uint32_t size)
{
    for (size_t i = a3d_hex_marks_from(&v->marks, stream, off); i < v->marks.n; i++) {
        const a3d_hex_mark *m = &v->marks.at[i];
        if (m->stream != stream || m->off >= off + size)
            break;
        uint64_t end = (uint64_t)m->off + (m->size > 0 ? m->size : 1);
        v->marked_to = end > v->marked_to ? end : v->marked_to;
    }
    return v->marked_to > off;
}

/* Which groups of the bytes of a line are marked. */
static uint8_t marked(view *v, const a3d_hex_line *line)
{
    unsigned groups = 0;
    for (uint32_t at = 0; at < line->size && line->kind != A3D_HEX_FOLD; at += A3D_HEX_GROUP) {
        uint32_t size = line->size - at < A3D_HEX_GROUP ? line->size - at : A3D_HEX_GROUP;
        groups |= (unsigned)is_marked(v, line->piece->stream, line->off + at, size) << at / A3D_HEX_GROUP;
    }
    return (uint8_t)groups;
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
    a3d_hex_draw(&v->writer, line, &v->marks);
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
    a3d_text_init(&v->writer.record, doc->arena);
    a3d_hex_fit(&v->writer, options->rows != NULL ? 0 : options->width);
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
            if (v->rows == NULL)
                a3d_hex_put_marks(&v->writer, &v->marks, s, 0, 0);
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
    a3d_text_free(&v.writer.record);
    return v.some || options->at == NULL ? NULL : "the path names nothing that has bytes";
}
