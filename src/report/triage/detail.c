/* detail.c - what the page shows of one file: findings, the bytes around them, and the tree; see parts.h */
#include "engine/document/path.h"
#include "report/common/fingerprint.h"
#include "report/hex/hex.h"
#include "report/hex/lines.h"
#include "report/triage/parts.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_FINDINGS = 60, MOST_ROWS = 6000, MOST_NOTE = 300 };

typedef struct detail {
    a3d_json j;
    const a3d_doc *doc;
    bool *shown;      /* by finding */
    size_t rows, left_out;
    bool open;        /* a stream is open */
} detail;

static void put_text(a3d_json *j, const char *key, a3d_text *text)
{
    a3d_json_member_text(j, key, text->data != NULL ? text->data : "", text->size);
    a3d_text_free(text);
}

/* ---- findings ---- */

/* Chooses root causes first, then what follows from them, then notes, up to the limit. Returns how many were left
 * out. */
static size_t choose(bool *shown, const a3d_doc *doc, uint32_t lead)
{
    size_t n = 0, all = doc->n_findings;
    for (unsigned round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < all && n < MOST_FINDINGS; i++) {
            const a3d_finding *f = &doc->findings[i];
            unsigned when = i == lead ? 0 : f->severity < A3D_WARNING ? 3 : f->cause == A3D_NO_CAUSE ? 1 : 2;
            n += when == round;
            shown[i] |= when == round;
        }
    }
    return all - n;
}

static void put_where(a3d_json *j, const a3d_doc *doc, uint32_t stream, uint32_t off, uint32_t size, uint32_t bit)
{
    uint32_t chain[A3D_CHAIN];
    unsigned n = a3d_stream_chain(doc, stream, chain, A3D_CHAIN);
    a3d_text where;
    a3d_text_init(&where, j->out->arena);
    for (unsigned i = 0; i < n; i++) {
        a3d_put_stream(&where, doc, chain[i]);
        a3d_printf(&where, "+0x%" PRIx32 "%s", i + 1 < n ? doc->streams[chain[i + 1]].off : off,
                   i + 1 < n ? " > " : "");
    }
    put_text(j, "where", &where);
    a3d_json_member_uint(j, "stream", stream);
    a3d_json_member_uint(j, "off", off);
    a3d_json_member_uint(j, "size", size);
    if (bit != A3D_NO_BIT)
        a3d_json_member_uint(j, "bit", bit);
}

static void put_place(a3d_json *j, const a3d_doc *doc, const a3d_place *place)
{
    a3d_text path;
    a3d_text_init(&path, j->out->arena);
    a3d_put_place(&path, doc, place);
    put_text(j, "path", &path);
}

static void put_suspects(a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_json_member_open(j, "suspects", '[');
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        a3d_json_open(j, '{');
        put_place(j, doc, &s->place);
        a3d_json_member_str(j, "repair", s->repair);
        a3d_text edit;
        a3d_text_init(&edit, j->out->arena);
        a3d_put_repair(&edit, doc, s);
        put_text(j, "edit", &edit);
        a3d_json_member_str(j, "message", s->message);
        a3d_json_member_bool(j, "proven", s->proven);
        put_where(j, doc, s->stream, s->off, s->size, s->bit);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_finding(a3d_json *j, const a3d_doc *doc, uint32_t i)
{
    const a3d_finding *f = &doc->findings[i];
    char fingerprint[A3D_FINGERPRINT_ROOM];
    a3d_text text;
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "id", i);
    a3d_json_member_str(j, "rule", f->rule->id);
    a3d_json_member_str(j, "title", f->rule->title);
    a3d_json_member_str(j, "severity", a3d_severity_name(f->severity));
    a3d_json_member_str(j, "message", f->message);
    put_place(j, doc, &f->place);
    put_where(j, doc, f->stream, f->off, f->size, f->bit);
    a3d_fingerprint(doc, f, fingerprint);
    a3d_json_member_str(j, "fingerprint", fingerprint);
    a3d_text_init(&text, j->out->arena);
    a3d_put_expected(&text, f);
    put_text(j, "expected", &text);
    a3d_text_init(&text, j->out->arena);
    a3d_put_quantity(&text, &f->actual);
    put_text(j, "actual", &text);
    a3d_json_member_uint(j, "count", f->count);
    a3d_json_key(j, "cause");
    if (f->cause != A3D_NO_CAUSE)
        a3d_json_uint(j, f->cause);
    else
        a3d_json_null(j);
    put_suspects(j, doc, f);
    a3d_json_close(j, '}');
}

/* ---- bytes ---- */

static void close_stream(detail *d)
{
    if (!d->open)
        return;
    a3d_json_close(&d->j, ']');
    a3d_json_close(&d->j, '}');
    d->open = false;
}

static void open_stream(void *user, uint32_t stream)
{
    detail *d = user;
    const a3d_stream *s = &d->doc->streams[stream];
    a3d_text name, from;
    close_stream(d);
    a3d_text_init(&name, d->j.out->arena);
    a3d_text_init(&from, d->j.out->arena);
    a3d_put_stream(&name, d->doc, stream);
    if (s->owner != A3D_NO_NODE) {
        a3d_put_stream(&from, d->doc, s->parent);
        a3d_printf(&from, "+0x%" PRIx32 ", %" PRIu32 " packed", s->off, s->packed_size);
    }
    a3d_json_open(&d->j, '{');
    a3d_json_member_uint(&d->j, "id", stream);
    put_text(&d->j, "name", &name);
    put_text(&d->j, "from", &from);
    a3d_json_member_uint(&d->j, "size", s->size);
    a3d_json_member_open(&d->j, "rows", '[');
    d->open = true;
}

/* Writes [offset, bytes, note], or [offset, size, note] for folded bytes. */
static void put_row(void *user, a3d_hex_writer *w, const a3d_hex_line *line)
{
    detail *d = user;
    if (d->rows++ >= MOST_ROWS) {
        d->left_out++;
        return;
    }
    w->out->size = 0;
    a3d_json_open(&d->j, '[');
    a3d_json_uint(&d->j, line->off);
    if (line->kind == A3D_HEX_FOLD) {
        a3d_json_uint(&d->j, line->size);
    } else {
        a3d_put_hex(w->out, d->doc->streams[line->piece->stream].data + line->off, line->size, "");
        a3d_json_text(&d->j, w->out->data, w->out->size);
        w->out->size = 0;
    }
    a3d_hex_note(w, line);
    size_t n = w->out->size;
    while (n > MOST_NOTE && line->kind != A3D_HEX_MASK &&
           (n > MOST_NOTE + 3 || (n < w->out->size && (w->out->data[n] & 0xc0) == 0x80)))
        n--;
    a3d_json_text(&d->j, w->out->data != NULL ? w->out->data : "", n);
    a3d_json_close(&d->j, ']');
}

static bool is_small(const a3d_doc *doc, uint64_t whole)
{
    uint64_t all = 0;
    for (uint32_t s = 0; s < doc->n_streams; s++)
        all += doc->streams[s].size;
    return all <= whole;
}

static void put_bytes(detail *d, const a3d_result *result, a3d_share share)
{
    struct a3d_hex_rows rows = {open_stream, put_row, d};
    a3d_text scratch;
    a3d_text_init(&scratch, d->j.out->arena);
    bool whole = is_small(d->doc, share.whole);
    a3d_json_member_bool(&d->j, "whole", whole);
    a3d_hex_options options = {.near = !whole, .full = whole, .among = d->shown, .context = share.around,
                               .rows = &rows};
    a3d_json_member_open(&d->j, "streams", '[');
    if (a3d_hex(&scratch, result, &options) != NULL)
        d->j.out->failed = true;
    close_stream(d);
    a3d_json_close(&d->j, ']');
    a3d_json_member_uint(&d->j, "moreRows", d->left_out);
    d->j.out->failed |= scratch.failed;
    a3d_text_free(&scratch);
}

static void put_remedy(detail *d, a3d_text *after, const a3d_result *result, const a3d_remedy *remedy, unsigned shows)
{
    if (remedy == NULL)
        return;
    a3d_json_member_open(&d->j, "remedy", '{');
    a3d_put_remedy(&d->j, result, remedy);
    a3d_json_close(&d->j, '}');
    if (remedy->after != NULL && (shows & A3D_SHOWS_VIEW))
        a3d_put_after_view(after, d->doc->arena, remedy->after);
}

void a3d_put_detail(a3d_text *out, a3d_text *glb, a3d_text *after, const a3d_result *result, uint32_t lead,
                    const a3d_remedy *remedy, unsigned shows, a3d_share share)
{
    detail d = {.doc = result->doc};
    a3d_json_init(&d.j, out, false);
    d.shown = a3d_arena_alloc(d.doc->arena, d.doc->n_findings + 1);
    if (d.shown == NULL) {
        out->failed = true;
        return;
    }
    size_t left_out = choose(d.shown, d.doc, lead);
    a3d_json_open(&d.j, '{');
    a3d_json_member_open(&d.j, "findings", '[');
    for (uint32_t i = 0; i < d.doc->n_findings; i++)
        if (d.shown[i])
            put_finding(&d.j, d.doc, i);
    a3d_json_close(&d.j, ']');
    a3d_json_member_uint(&d.j, "moreFindings", left_out);
    put_remedy(&d, after, result, remedy, shows);
    if (shows & A3D_SHOWS_BYTES)
        put_bytes(&d, result, share);
    a3d_json_key(&d.j, "tree");
    a3d_put_detail_tree(&d.j, d.doc, d.shown);
    if (shows & A3D_SHOWS_VIEW)
        a3d_put_detail_view(&d.j, glb, result, d.shown);
    a3d_json_close(&d.j, '}');
}
