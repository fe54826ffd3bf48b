/* json.c - the JSON report. The order of its members is part of the contract. */
#include "report/fingerprint.h"
#include "report/readers.h"
#include "report/report.h"
#include "report/stats.h"

static void put_buffer(a3d_json *j, a3d_text *text)
{
    a3d_json_text(j, text->data != NULL ? text->data : "", text->size);
    a3d_text_free(text);
}

static void put_place(a3d_json *j, const a3d_doc *doc, const a3d_place *place)
{
    a3d_text path;
    a3d_text_init(&path, j->out->arena);
    a3d_put_place(&path, doc, place);
    put_buffer(j, &path);
}

static void put_quantity(a3d_json *j, const a3d_quantity *q)
{
    switch (q->kind) {
    case A3D_Q_INT: a3d_json_int(j, q->i); break;
    case A3D_Q_UINT: a3d_json_uint(j, q->u); break;
    case A3D_Q_FLOAT: a3d_json_float(j, (uint32_t)q->i); break;
    case A3D_Q_TEXT: a3d_json_str(j, q->text); break;
    default: a3d_json_null(j); break;
    }
}

static void put_expected(a3d_json *j, const a3d_finding *f)
{
    a3d_json_key(j, "expected");
    if (f->min.kind == A3D_Q_NONE && f->max.kind == A3D_Q_NONE) {
        a3d_json_null(j);
        return;
    }
    a3d_json_open(j, '{');
    a3d_json_key(j, f->max.kind == A3D_Q_NONE ? "value" : "min");
    put_quantity(j, &f->min);
    if (f->max.kind != A3D_Q_NONE) {
        a3d_json_key(j, "max");
        put_quantity(j, &f->max);
    }
    a3d_json_close(j, '}');
}

static void put_expected_text(a3d_json *j, const a3d_finding *f)
{
    a3d_text text;
    a3d_text_init(&text, j->out->arena);
    a3d_json_key(j, "expectedText");
    a3d_put_expected(&text, f);
    if (text.size > 0)
        put_buffer(j, &text);
    else
        a3d_json_null(j);
}

static void put_span(a3d_json *j, const a3d_doc *doc, uint32_t stream, uint32_t off, uint32_t size)
{
    a3d_text name;
    a3d_text_init(&name, j->out->arena);
    a3d_put_stream(&name, doc, stream);
    a3d_json_open(j, '{');
    a3d_json_key(j, "stream");
    put_buffer(j, &name);
    a3d_json_key(j, "offset");
    a3d_json_uint(j, off);
    a3d_json_key(j, "size");
    a3d_json_uint(j, size);
}

/* The place inside its stream, and the places of the packed bytes around it, from the file inwards. */
static void put_location(a3d_json *j, const a3d_doc *doc, uint32_t stream, uint32_t off, uint32_t size, uint32_t bit)
{
    uint32_t chain[A3D_CHAIN];
    unsigned n = a3d_stream_chain(doc, stream, chain, A3D_CHAIN);
    a3d_json_key(j, "location");
    a3d_json_open(j, '[');
    for (unsigned i = 0; i + 1 < n; i++) {
        const a3d_stream *inner = &doc->streams[chain[i + 1]];
        put_span(j, doc, chain[i], inner->off, inner->packed_size);
        a3d_json_close(j, '}');
    }
    put_span(j, doc, stream, off, size);
    if (bit != A3D_NO_BIT) {
        a3d_json_key(j, "bit");
        a3d_json_uint(j, bit);
    }
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
}

static void put_repair(a3d_json *j, const a3d_doc *doc, const a3d_suspect *s)
{
    a3d_text edit;
    a3d_text_init(&edit, j->out->arena);
    a3d_put_repair(&edit, doc, s);
    put_buffer(j, &edit);
}

static void put_suspects(a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_json_key(j, "suspects");
    a3d_json_open(j, '[');
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        a3d_json_open(j, '{');
        a3d_json_key(j, "path");
        put_place(j, doc, &s->place);
        put_location(j, doc, s->stream, s->off, s->size, s->bit);
        a3d_json_key(j, "repair");
        a3d_json_str(j, s->repair);
        a3d_json_key(j, "edit");
        put_repair(j, doc, s);
        a3d_json_key(j, "message");
        a3d_json_str(j, s->message);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_empty(a3d_json *j, const char *key)
{
    a3d_json_key(j, key);
    a3d_json_open(j, '[');
    a3d_json_close(j, ']');
}

static void put_places(a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_json_key(j, "places");
    a3d_json_open(j, '[');
    for (uint32_t i = 0; i < f->n_places; i++)
        put_place(j, doc, &f->places[i]);
    a3d_json_close(j, ']');
}

static void put_string(a3d_json *j, const char *key, const char *text)
{
    a3d_json_key(j, key);
    if (text != NULL && text[0] != '\0')
        a3d_json_str(j, text);
    else
        a3d_json_null(j);
}

static void put_number(a3d_json *j, const char *key, uint64_t value)
{
    a3d_json_key(j, key);
    a3d_json_uint(j, value);
}

static void put_entry(a3d_json *j, a3d_standing standing)
{
    a3d_json_open(j, '{');
    put_string(j, "reason", standing.reason);
    put_string(j, "expires", standing.expires);
    a3d_json_close(j, '}');
}

static void put_standing(a3d_json *j, const a3d_doc *doc, const a3d_finding *f, a3d_standing standing)
{
    char print[A3D_FINGERPRINT_ROOM];
    a3d_fingerprint(doc, f, print);
    put_string(j, "fingerprint", print);
    put_string(j, "baseline", a3d_known_name(standing.known));
    a3d_json_key(j, "suppressed");
    if (standing.muted)
        put_entry(j, standing);
    else
        a3d_json_null(j);
    if (standing.expired) {
        a3d_json_key(j, "expired");
        put_entry(j, standing);
    }
}

static void put_finding(a3d_json *j, const a3d_result *result, size_t id, a3d_standing standing)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = &doc->findings[id];
    a3d_json_open(j, '{');
    a3d_json_key(j, "id");
    a3d_json_uint(j, id);
    a3d_json_key(j, "rule");
    a3d_json_str(j, f->rule->id);
    a3d_json_key(j, "severity");
    a3d_json_str(j, a3d_severity_name(f->severity));
    a3d_json_key(j, "message");
    a3d_json_str(j, f->message);
    a3d_json_key(j, "path");
    put_place(j, doc, &f->place);
    put_location(j, doc, f->stream, f->off, f->size, f->bit);
    put_expected(j, f);
    put_expected_text(j, f);
    a3d_json_key(j, "actual");
    put_quantity(j, &f->actual);
    a3d_json_key(j, "cause");
    if (f->cause != A3D_NO_CAUSE)
        a3d_json_uint(j, f->cause);
    else
        a3d_json_null(j);
    put_suspects(j, doc, f);
    put_empty(j, "related");
    put_places(j, doc, f);
    put_number(j, "count", f->count);
    put_standing(j, doc, f, standing);
    if (result->readers != 0)
        a3d_json_readers(j, result->format, f->rule->id, result->readers, false);
    a3d_json_close(j, '}');
}

/* ---- what the file forms put together ---- */

static void put_tool(a3d_json *j)
{
    a3d_json_key(j, "tool");
    a3d_json_open(j, '{');
    put_string(j, "name", "a3dlint");
    put_string(j, "version", A3DLINT_VERSION);
    a3d_json_close(j, '}');
}

static void put_counts(a3d_json *j, const char *name, const size_t *counts)
{
    a3d_json_key(j, name);
    a3d_json_open(j, '{');
    for (int s = A3D_ERROR; s >= A3D_NOTE; s--)
        put_number(j, a3d_severity_name((a3d_severity)s), counts[s]);
    a3d_json_close(j, '}');
}

static void put_why(a3d_json *j, const a3d_result *result)
{
    a3d_json_key(j, "branchWhy");
    if (result->branch_reason == NULL) {
        a3d_json_null(j);
        return;
    }
    a3d_json_open(j, '{');
    put_string(j, "reason", result->branch_reason);
    put_string(j, "message", result->branch_why);
    a3d_json_close(j, '}');
}

static void put_file(a3d_json *j, const char *path, const a3d_result *result, const a3d_sink *sink)
{
    a3d_json_open(j, '{');
    a3d_json_key(j, "path");
    a3d_json_str(j, path);
    put_string(j, "format", result->format != NULL ? result->format->name : NULL);
    put_string(j, "version", result->version);
    put_string(j, "branch", result->branch);
    put_why(j, result);
    put_number(j, "size", result->size);
    put_string(j, "verdict", a3dlint_verdict_name(result->verdict));
    put_string(j, "message", result->message);
    a3d_json_key(j, "truncated");
    a3d_json_bool(j, result->truncated);
    put_number(j, "steps", result->steps);
    put_counts(j, "counts", result->counts);
    put_counts(j, "notKept", result->more);
    if (sink->stats != NULL)
        a3d_stats_json(j, result->doc, sink->stats);
    a3d_json_key(j, "findings");
    a3d_json_open(j, '[');
    for (size_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++)
        put_finding(j, result, i, a3d_standing_of(sink, i));
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
}

static void put_vanished(a3d_json *j, const a3d_sink *sink)
{
    a3d_json_key(j, "vanished");
    a3d_json_open(j, '[');
    for (size_t i = 0; i < sink->n_vanished; i++) {
        const a3d_vanished *v = &sink->vanished[i];
        a3d_json_open(j, '{');
        put_string(j, "baseline", v->baseline);
        put_number(j, "line", v->line);
        put_string(j, "path", v->path);
        put_string(j, "rule", v->rule);
        a3d_json_key(j, "field");
        a3d_json_str(j, v->field);
        put_string(j, "fingerprint", v->fingerprint);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_summary(a3d_json *j, const a3d_sink *sink)
{
    const a3d_totals *t = &sink->totals;
    a3d_json_key(j, "summary");
    a3d_json_open(j, '{');
    put_number(j, "files", t->files);
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        put_number(j, a3dlint_verdict_name((a3dlint_verdict)v), t->verdicts[v]);
    put_number(j, "skipped", t->skipped);
    put_number(j, "suppressed", t->muted);
    put_vanished(j, sink);
    if (sink->interrupted) {
        a3d_json_key(j, "interrupted");
        a3d_json_bool(j, true);
    }
    if (sink->stats != NULL)
        a3d_stats_total_json(j, sink->stats);
    a3d_json_close(j, '}');
}

/* ---- one document ---- */

void a3d_json_begin(a3d_sink *sink)
{
    a3d_json *j = &sink->json;
    a3d_json_init(j, sink->out, true);
    a3d_json_open(j, '{');
    put_string(j, "$schema", A3D_REPORT_SCHEMA);
    put_tool(j);
    a3d_json_key(j, "files");
    a3d_json_open(j, '[');
}

void a3d_json_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    put_file(&sink->json, path, result, sink);
}

void a3d_json_end(a3d_sink *sink)
{
    a3d_json_close(&sink->json, ']');
    put_summary(&sink->json, sink);
    a3d_json_close(&sink->json, '}');
    a3d_putc(sink->out, '\n');
}

/* ---- a document a line ---- */

void a3d_ndjson_begin(a3d_sink *sink)
{
    a3d_json *j = &sink->json;
    a3d_json_init(j, sink->out, false);
    a3d_json_open(j, '{');
    put_tool(j);
    a3d_json_close(j, '}');
    a3d_putc(sink->out, '\n');
}

void a3d_ndjson_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    a3d_json_init(&sink->json, sink->out, false);
    put_file(&sink->json, path, result, sink);
    a3d_putc(sink->out, '\n');
}

void a3d_ndjson_end(a3d_sink *sink)
{
    a3d_json *j = &sink->json;
    a3d_json_init(j, sink->out, false);
    a3d_json_open(j, '{');
    put_summary(j, sink);
    a3d_json_close(j, '}');
    a3d_putc(sink->out, '\n');
}
