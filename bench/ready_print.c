/* ready_print.c - the text and ndjson reports by snprintf; see ready.h */
#include "ready.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- text ---- */

static void nothing(bench_line *l)
{
    (void)l;
}

static void print_spot(bench_line *l, const ready_spot *s)
{
    PRINT(l, "%s%s", s->path, s->path[0] != '\0' ? ", " : "");
    for (unsigned i = 0; i + 1 < s->n; i++)
        PRINT(l, "%s+0x%" PRIx32 " > ", s->chain[i].stream, s->chain[i].off);
    const ready_span *inner = &s->chain[s->n - 1];
    PRINT(l, "%s+0x%" PRIx32 " (%" PRIu32 " byte%s)", inner->stream, inner->off, inner->size, inner->size == 1 ? "" : "s");
    if (s->bit != A3D_NO_BIT)
        PRINT(l, " bit %" PRIu32, s->bit);
    PRINT(l, "\n");
}

static char mark(uint32_t i, const a3d_finding *f)
{
    uint64_t stop = (uint64_t)f->off + f->size;
    return i == f->off ? (f->size > 0 ? '[' : '|') : i == stop && f->size > 0 && i > f->off ? ']' : ' ';
}

/* Sixteen bytes in one call, fewer one by one. */
static void print_bytes(bench_line *l, int indent, const a3d_stream *s, const a3d_finding *f)
{
    uint32_t before = f->size < 12 ? 4 : 0, start = f->off > before ? f->off - before : 0;
    uint32_t end = s->size - start > 16 ? start + 16 : s->size;
    uint64_t stop = (uint64_t)f->off + f->size;
    if (f->off > s->size || s->size == 0)
        return;
#define ONE "%c%02x"
#define FOUR ONE ONE ONE ONE
#define BYTE(i) mark(start + (i), f), s->data[start + (i)]
#define BYTES(i) BYTE(i), BYTE((i) + 1), BYTE((i) + 2), BYTE((i) + 3)
    if (end - start == 16) {
        PRINT(l, "%*s%08x " FOUR FOUR FOUR FOUR, indent, "", (unsigned)start, BYTES(0), BYTES(4), BYTES(8), BYTES(12));
    } else {
        PRINT(l, "%*s%08x ", indent, "", (unsigned)start);
        for (uint32_t i = start; i < end; i++)
            PRINT(l, ONE, mark(i, f), s->data[i]);
    }
    PRINT(l, "%s\n", f->size > 0 && stop >= end ? (stop > end ? " ..." : "]") : f->off == end ? "|" : "");
}

static void print_finding(bench_line *l, const a3d_doc *doc, const ready_finding *x)
{
    const a3d_finding *f = x->f;
    int indent = 4 * (int)x->depth;
    PRINT(l, "%*s%s%s %s: %s\n%*s", indent, "", x->depth == 0 ? BENCH_PATH ": " : "", a3d_severity_name(f->severity), f->rule->id, f->message, indent + 4, "");
    print_spot(l, &x->at);
    for (uint32_t i = 1; i < f->n_places; i++)
        PRINT(l, i == 1 ? "%*salso %s" : "%*s, %s", i == 1 ? indent + 4 : 0, "", x->places[i]);
    if (f->count > 1 && f->n_places < 2)
        PRINT(l, "%*salso %" PRIu32 " more", indent + 4, "", f->count - 1);
    else if (f->count > f->n_places)
        PRINT(l, " and %" PRIu32 " more", f->count - f->n_places);
    if (f->count > 1)
        PRINT(l, "\n");
    print_bytes(l, indent + 4, &doc->streams[f->stream], f);
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        PRINT(l, "%*s%s: %s\n%*s", indent + 4, "", i == 0 ? "likely cause" : "or", f->suspects[i].message, indent + 8, "");
        print_spot(l, &x->suspects[i]);
        PRINT(l, "%*sedit: %s\n", indent + 8, "", x->suspects[i].edit);
    }
}

static void text_file(bench_line *l, const ready_file *file, bool first)
{
    const a3d_result *r = file->result;
    (void)first;
    for (size_t i = 0; i < r->doc->n_findings; i++)
        print_finding(l, r->doc, &file->findings[file->order[i]]);
    if (r->branch_why != NULL && r->doc->why >= A3D_WHY_FEWER)
        PRINT(l, BENCH_PATH ": branch %s: %s\n", r->branch != NULL ? r->branch : "unknown", r->branch_why);
}

static void text_end(bench_line *l, const ready *all)
{
    (void)all;
    PRINT(l, "%d files: %d valid\n", 0, 0);
}

const bench_printer bench_print_text = {nothing, text_file, text_end};

/* ---- ndjson ---- */

static void print_value(bench_line *l, const char *before, const ready_value *v)
{
    switch (v->kind) {
    case A3D_Q_INT: PRINT(l, "%s%" PRId64, before, v->i); break;
    case A3D_Q_UINT: PRINT(l, "%s%" PRIu64, before, v->u); break;
    case A3D_Q_FLOAT: PRINT(l, "%s%.*g", before, v->digits, v->f); break;
    case READY_TEXT: PRINT(l, "%s%s", before, v->text); break;
    default: PRINT(l, "%snull", before); break;
    }
}

static void print_location(bench_line *l, const ready_spot *s)
{
    for (unsigned i = 0; i < s->n; i++)
        PRINT(l, "%s{\"stream\":\"%s\",\"offset\":%" PRIu32 ",\"size\":%" PRIu32 "%s", i == 0 ? ",\"location\":[" : ",", s->chain[i].stream,
              s->chain[i].off, s->chain[i].size, i + 1 < s->n ? "}" : "");
    if (s->bit != A3D_NO_BIT)
        PRINT(l, ",\"bit\":%" PRIu32, s->bit);
    PRINT(l, "}]");
}

/* What a value is in words, inside of a text. */
static void print_words(bench_line *l, const char *before, const ready_value *v)
{
    if (v->kind == READY_TEXT)
        PRINT(l, "%s%s", before, v->plain);
    else
        print_value(l, before, v);
}

static void print_expected(bench_line *l, const ready_finding *x)
{
    bool one = x->max.kind == A3D_Q_NONE;
    if (x->min.kind == A3D_Q_NONE && one) {
        PRINT(l, x->expected != NULL ? ",\"expected\":null,\"expectedText\":\"%s\"" : ",\"expected\":null,\"expectedText\":null", x->expected);
        return;
    }
    print_value(l, one ? ",\"expected\":{\"value\":" : ",\"expected\":{\"min\":", &x->min);
    if (!one)
        print_value(l, ",\"max\":", &x->max);
    if (x->expected != NULL) {
        PRINT(l, "},\"expectedText\":\"%s\"", x->expected);
        return;
    }
    PRINT(l, "},\"expectedText\":\"");
    if (x->min.kind != A3D_Q_NONE)
        print_words(l, "", &x->min);
    if (!one)
        print_words(l, x->min.kind != A3D_Q_NONE ? " to " : "at most ", &x->max);
    PRINT(l, "\"");
}

static void print_object(bench_line *l, size_t id, const ready_finding *x)
{
    const a3d_finding *f = x->f;
    PRINT(l, "%s{\"id\":%zu,\"rule\":\"%s\",\"severity\":\"%s\",\"message\":\"%s\",\"path\":\"%s\"", id > 0 ? "," : "", id, f->rule->id,
          a3d_severity_name(f->severity), x->message, x->at.path);
    print_location(l, &x->at);
    print_expected(l, x);
    print_value(l, ",\"actual\":", &x->actual);
    if (f->cause != A3D_NO_CAUSE)
        PRINT(l, ",\"cause\":%" PRIu32 ",\"suspects\":[", f->cause);
    else
        PRINT(l, ",\"cause\":null,\"suspects\":[");
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const ready_spot *s = &x->suspects[i];
        PRINT(l, "%s{\"path\":\"%s\"", i > 0 ? "," : "", s->path);
        print_location(l, s);
        PRINT(l, ",\"repair\":\"%s\",\"edit\":\"%s\",\"message\":\"%s\"}", f->suspects[i].repair, s->edit, s->message);
    }
    PRINT(l, "],\"related\":[],\"places\":[");
    for (uint32_t i = 0; i < f->n_places; i++)
        PRINT(l, "%s\"%s\"", i > 0 ? "," : "", x->places[i]);
    PRINT(l, "],\"count\":%" PRIu32 ",\"fingerprint\":\"%016llx\",\"baseline\":null,\"suppressed\":null}", f->count, x->fingerprint);
}

static void json_begin(bench_line *l)
{
    PRINT(l, "{\"tool\":{\"name\":\"a3dlint\",\"version\":\"%s\"}}\n", A3DLINT_VERSION);
}

static void json_file(bench_line *l, const ready_file *file, bool first)
{
    const a3d_result *r = file->result;
    const char *why = r->branch_reason;
    (void)first;
    PRINT(l, "{\"path\":\"%s\",\"format\":\"%s\",", BENCH_PATH, r->format->name);
    PRINT(l, r->version[0] != '\0' ? "\"version\":\"%s\"," : "\"version\":null,", r->version);
    PRINT(l, r->branch != NULL ? "\"branch\":\"%s\"," : "\"branch\":null,", r->branch);
    PRINT(l, why != NULL ? "\"branchWhy\":{\"reason\":\"%s\",\"message\":\"%s\"}," : "\"branchWhy\":null,", why, file->branch_why);
    PRINT(l, "\"size\":%" PRIu64 ",\"verdict\":\"%s\",\"message\":null,\"truncated\":false,\"steps\":%" PRIu64 ",", r->size,
          a3d_verdict_name(r->verdict), r->steps);
    PRINT(l, "\"counts\":{\"error\":%zu,\"warning\":%zu,\"note\":%zu},\"notKept\":{\"error\":%zu,\"warning\":%zu,\"note\":%zu},\"findings\":[",
          r->counts[A3D_ERROR], r->counts[A3D_WARNING], r->counts[A3D_NOTE], r->more[A3D_ERROR], r->more[A3D_WARNING], r->more[A3D_NOTE]);
    for (size_t i = 0; i < r->doc->n_findings; i++)
        print_object(l, i, &file->findings[i]);
    PRINT(l, "]}\n");
}

static void json_end(bench_line *l, const ready *all)
{
    (void)all;
    PRINT(l, "{\"summary\":{\"files\":%d,\"valid\":%d,\"invalid\":%d,\"unreadable\":%d,\"limited\":%d,\"skipped\":%d,\"suppressed\":%d,\"vanished\":[]}}\n",
          0, 0, 0, 0, 0, 0, 0);
}

const bench_printer bench_print_json = {json_begin, json_file, json_end};
