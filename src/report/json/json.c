/* json.c - the JSON report. The order of the members is part of the contract. */
#include "report/json/json.h"
#include "report/common/fingerprint.h"
#include "report/common/phrases.h"
#include "report/common/readers.h"
#include "report/stats/stats.h"

#include <string.h>

static void put_place(a3d_json *j, const char *key, const a3d_doc *doc, const a3d_place *place)
{
    a3d_json_member_open(j, key, '\"');
    a3d_put_place(j->out, doc, place);
    a3d_json_end_text(j);
}

static void put_quantity(a3d_json *j, const char *key, const a3d_quantity *q)
{
    a3d_json_key(j, key);
    switch (q->kind) {
    case A3D_Q_INT: a3d_json_int(j, q->i); break;
    case A3D_Q_UINT: a3d_json_uint(j, q->u); break;
    case A3D_Q_FLOAT: a3d_json_float(j, (uint32_t)q->i); break;
    default: a3d_json_null(j); break;
    }
}

static void put_expected(a3d_json *j, const a3d_finding *f)
{
    bool one = f->max.kind == A3D_Q_NONE;
    if (f->min.kind == A3D_Q_NONE && one) {
        a3d_json_member_null(j, "expected");
    } else {
        a3d_json_member_open(j, "expected", '{');
        put_quantity(j, one ? "value" : "min", &f->min);
        if (!one)
            put_quantity(j, "max", &f->max);
        a3d_json_close(j, '}');
    }
    if (!a3d_expects(f)) {
        a3d_json_member_null(j, "expectedText");
        return;
    }
    a3d_json_member_open(j, "expectedText", '"');
    a3d_json_expected(j, f);
    a3d_json_end_text(j);
}

static void put_span(a3d_json *j, const a3d_doc *doc, uint32_t stream, uint32_t off, uint32_t size)
{
    a3d_json_open(j, '{');
    a3d_json_member_open(j, "stream", '\"');
    a3d_put_stream(j->out, doc, stream);
    a3d_json_end_text(j);
    a3d_json_member_uint(j, "offset", off);
    a3d_json_member_uint(j, "size", size);
}

/* The place inside its stream, then the packed bytes around it, from the file inwards. */
static void put_location(a3d_json *j, const a3d_doc *doc, uint32_t stream, uint32_t off, uint32_t size, uint32_t bit)
{
    uint32_t chain[A3D_CHAIN];
    unsigned n = a3d_stream_chain(doc, stream, chain, A3D_CHAIN);
    a3d_json_member_open(j, "location", '[');
    for (unsigned i = 0; i + 1 < n; i++) {
        const a3d_stream *inner = &doc->streams[chain[i + 1]];
        put_span(j, doc, chain[i], inner->off, inner->packed_size);
        a3d_json_close(j, '}');
    }
    put_span(j, doc, stream, off, size);
    if (bit != A3D_NO_BIT)
        a3d_json_member_uint(j, "bit", bit);
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
}

static void put_suspects(a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_json_member_open(j, "suspects", '[');
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        a3d_json_open(j, '{');
        put_place(j, "path", doc, &s->place);
        put_location(j, doc, s->stream, s->off, s->size, s->bit);
        a3d_json_member_str(j, "repair", s->repair);
        a3d_json_member_open(j, "edit", '"');
        a3d_json_repair(j, doc, s);
        a3d_json_end_text(j);
        a3d_json_member_str(j, "message", s->message);
        a3d_json_member_bool(j, "proven", s->proven);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

/* The path of the finding is usually the path of the first place too; it is in the buffer already. */
static void put_places(a3d_json *j, const a3d_doc *doc, const a3d_finding *f, size_t path, size_t n)
{
    a3d_json_member_open(j, "places", '[');
    for (uint32_t i = 0; i < f->n_places; i++) {
        const a3d_place *place = &f->places[i];
        a3d_json_begin_text(j);
        if (place->node == f->place.node && strcmp(place->suffix, f->place.suffix) == 0)
            a3d_repeat(j->out, path, n);
        else
            a3d_put_place(j->out, doc, place);
        a3d_json_end_text(j);
    }
    a3d_json_close(j, ']');
}

static void put_entry(a3d_json *j, a3d_standing standing)
{
    a3d_json_open(j, '{');
    a3d_json_member_maybe(j, "reason", standing.reason);
    a3d_json_member_maybe(j, "expires", standing.expires);
    a3d_json_close(j, '}');
}

static void put_standing(a3d_json *j, a3d_standing standing)
{
    a3d_json_member_maybe(j, "baseline", a3d_known_name(standing.known));
    if (standing.suppressed) {
        a3d_json_key(j, "suppressed");
        put_entry(j, standing);
    } else {
        a3d_json_member_null(j, "suppressed");
    }
    if (standing.expired) {
        a3d_json_key(j, "expired");
        put_entry(j, standing);
    }
}

static void put_finding(a3d_json *j, const a3d_result *result, size_t id, a3d_standing standing)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = &doc->findings[id];
    char print[A3D_FINGERPRINT_ROOM];
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "id", id);
    a3d_json_member_str(j, "rule", f->rule->id);
    a3d_json_member_str(j, "severity", a3d_severity_name(f->severity));
    a3d_json_member_str(j, "message", f->message);
    a3d_json_member_open(j, "path", '\"');
    size_t path = j->out->size;
    a3d_put_place(j->out, doc, &f->place);
    size_t n = j->out->size - path;
    a3d_json_end_text(j);
    put_location(j, doc, f->stream, f->off, f->size, f->bit);
    put_expected(j, f);
    put_quantity(j, "actual", &f->actual);
    if (f->cause != A3D_NO_CAUSE)
        a3d_json_member_uint(j, "cause", f->cause);
    else
        a3d_json_member_null(j, "cause");
    put_suspects(j, doc, f);
    a3d_json_member_open(j, "related", '[');
    a3d_json_close(j, ']');
    put_places(j, doc, f, path, n);
    a3d_json_member_uint(j, "count", f->count);
    a3d_fingerprint_at(doc, f, n > 0 ? j->out->data + path : "", n, print);
    a3d_json_member_text(j, "fingerprint", print, A3D_FINGERPRINT_ROOM - 1);
    put_standing(j, standing);
    if (result->readers != 0)
        a3d_json_readers(j, result->format, f->rule->id, result->readers, false);
    a3d_json_close(j, '}');
}

/* ---- parts that both forms share ---- */

static void put_counts(a3d_json *j, const char *name, const size_t *counts)
{
    a3d_json_member_open(j, name, '{');
    for (int s = A3D_ERROR; s >= A3D_NOTE; s--)
        a3d_json_member_uint(j, a3d_severity_name((a3d_severity)s), counts[s]);
    a3d_json_close(j, '}');
}

static void put_why(a3d_json *j, const a3d_result *result)
{
    if (result->branch_reason == NULL) {
        a3d_json_member_null(j, "branchWhy");
        return;
    }
    a3d_json_member_open(j, "branchWhy", '{');
    a3d_json_member_maybe(j, "reason", result->branch_reason);
    a3d_json_member_maybe(j, "message", result->branch_why);
    a3d_json_close(j, '}');
}

static void put_file(a3d_json *j, const char *path, const a3d_result *result, const a3d_sink *sink)
{
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "path", path);
    a3d_json_member_maybe(j, "format", result->format != NULL ? result->format->name : NULL);
    a3d_json_member_maybe(j, "version", result->version);
    a3d_json_member_maybe(j, "branch", result->branch);
    put_why(j, result);
    a3d_json_member_uint(j, "size", result->size);
    a3d_json_member_maybe(j, "verdict", a3d_verdict_name(result->verdict));
    a3d_json_member_maybe(j, "message", result->message);
    a3d_json_member_bool(j, "truncated", result->truncated);
    a3d_json_member_uint(j, "steps", result->steps);
    put_counts(j, "counts", result->counts);
    put_counts(j, "notKept", result->more);
    if (sink->stats != NULL)
        a3d_stats_json(j, result->format != NULL ? result->doc : NULL, sink->stats);
    a3d_json_member_open(j, "findings", '[');
    for (size_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++)
        put_finding(j, result, i, a3d_standing_of(sink, i));
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
}

static void put_vanished(a3d_json *j, const a3d_sink *sink)
{
    a3d_json_member_open(j, "vanished", '[');
    for (size_t i = 0; i < sink->n_vanished; i++) {
        const a3d_vanished *v = &sink->vanished[i];
        a3d_json_open(j, '{');
        a3d_json_member_maybe(j, "baseline", v->baseline);
        a3d_json_member_uint(j, "line", v->line);
        a3d_json_member_maybe(j, "path", v->path);
        a3d_json_member_maybe(j, "rule", v->rule);
        a3d_json_member_str(j, "field", v->field);
        a3d_json_member_maybe(j, "fingerprint", v->fingerprint);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_effects(a3d_json *j, const a3d_sink *sink)
{
    a3d_json_member_open(j, "settings", '[');
    for (size_t i = 0; i < sink->n_effects; i++) {
        const a3d_effect *e = &sink->effects[i];
        a3d_json_open(j, '{');
        a3d_json_member_maybe(j, "config", e->config);
        a3d_json_member_uint(j, "line", e->line);
        a3d_json_member_maybe(j, "setting", e->setting);
        a3d_json_member_maybe(j, "value", e->value);
        a3d_json_member_uint(j, "findings", e->findings);
        a3d_json_member_uint(j, "files", e->files);
        a3d_json_member_uint(j, "skipped", e->skipped);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_summary(a3d_json *j, const a3d_sink *sink)
{
    const a3d_totals *t = &sink->totals;
    a3d_json_member_open(j, "summary", '{');
    a3d_json_member_uint(j, "files", t->files);
    for (unsigned v = A3DLINT_VALID; v <= A3DLINT_LIMITED; v++)
        a3d_json_member_uint(j, a3d_verdict_name((a3dlint_verdict)v), t->verdicts[v]);
    a3d_json_member_uint(j, "skipped", t->skipped);
    a3d_json_member_uint(j, "suppressed", t->suppressed);
    put_vanished(j, sink);
    if (sink->n_effects > 0)
        put_effects(j, sink);
    if (sink->interrupted)
        a3d_json_member_bool(j, "interrupted", true);
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
    a3d_json_member_maybe(j, "$schema", A3D_REPORT_SCHEMA);
    a3d_json_tool(j);
    a3d_json_member_open(j, "files", '[');
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

/* ---- one document per line ---- */

void a3d_ndjson_begin(a3d_sink *sink)
{
    a3d_json *j = &sink->json;
    a3d_json_init(j, sink->out, false);
    a3d_json_open(j, '{');
    a3d_json_tool(j);
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
