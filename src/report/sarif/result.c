/* result.c - one finding as a SARIF result; see sarif.h */
#include "base/amount.h"
#include "report/common/fingerprint.h"
#include "report/common/readers.h"
#include "report/sarif/sarif.h"

#include <string.h>

/* Results make up nearly the whole log, so they are written as ready-made text that includes the indentation. */
#define L8 "\n        "
#define L10 L8 "  "
#define L12 L10 "  "
#define L14 L12 "  "
#define L16 L14 "  "
#define L18 L16 "  "
enum { RESULT_DEPTH = 4 };

typedef struct spot {
    const a3d_place *place;
    uint32_t stream, off, size, bit;
} spot;

/* What is written, and the file it is about. */
typedef struct writer {
    a3d_json *json;
    a3d_text *out;
    a3d_sarif *sarif;
    const char *file;
    const a3d_doc *doc;
} writer;

static void put_part(const writer *w, const char *text)
{
    a3d_json_part(w->json, text, strlen(text));
}

/* The URI of a file is built once and copied afterwards. */
static void put_uri(const writer *w)
{
    a3d_sarif *s = w->sarif;
    if (s->uri_size > 0) {
        a3d_repeat(w->out, s->uri, s->uri_size);
        return;
    }
    s->uri = w->out->size;
    a3d_sarif_uri(w->out, w->file);
    s->uri_size = w->out->size - s->uri;
}

/* Writes the bytes in the file. For a place inside an unpacked stream these are the packed bytes that contain it. */
static void put_physical(const writer *w, const spot *s)
{
    uint32_t chain[A3D_CHAIN], off = s->off, size = s->size;
    if (s->stream != 0 && a3d_stream_chain(w->doc, s->stream, chain, A3D_CHAIN) > 1) {
        off = w->doc->streams[chain[1]].off;
        size = w->doc->streams[chain[1]].packed_size;
    }
    a3d_puts(w->out, L14 "\"physicalLocation\": {" L16 "\"artifactLocation\": {" L18 "\"uri\": \"");
    put_uri(w);
    a3d_puts(w->out, "\"" L16 "}," L16 "\"region\": {");
    /* GitHub wants a line for every result, and a binary file has only line 1. */
    if (w->sarif->github)
        a3d_puts(w->out, L18 "\"startLine\": 1,");
    a3d_puts(w->out, L18 "\"byteOffset\": ");
    a3d_put_uint(w->out, off);
    a3d_puts(w->out, "," L18 "\"byteLength\": ");
    a3d_put_uint(w->out, size);
    a3d_puts(w->out, L16 "}" L14 "}");
}

static void put_logical(a3d_json *j, const char *path, size_t n)
{
    size_t last = n;
    while (last > 0 && path[last - 1] != '.')
        last--;
    if (n == 0)
        return;
    a3d_puts(j->out, "," L14 "\"logicalLocations\": [" L16 "{" L18 "\"name\": \"");
    a3d_json_part(j, path + last, n - last);
    a3d_puts(j->out, "\"," L18 "\"fullyQualifiedName\": \"");
    a3d_json_part(j, path, n);
    if (path[n - 1] == ']')
        a3d_puts(j->out, "\"," L18 "\"kind\": \"element\"" L16 "}" L14 "]");
    else
        a3d_puts(j->out, "\"," L18 "\"kind\": \"property\"" L16 "}" L14 "]");
}

/* Writes the place inside the unpacked stream, which the regions of SARIF cannot express. */
static void put_inner(const writer *w, const spot *s)
{
    if (s->stream == 0 && s->bit == A3D_NO_BIT)
        return;
    a3d_puts(w->out, "," L14 "\"properties\": {" L16 "\"stream\": \"");
    a3d_put_stream(w->out, w->doc, s->stream);
    a3d_puts(w->out, "\"," L16 "\"offset\": ");
    a3d_put_uint(w->out, s->off);
    a3d_puts(w->out, "," L16 "\"size\": ");
    a3d_put_uint(w->out, s->size);
    if (s->bit != A3D_NO_BIT) {
        a3d_puts(w->out, "," L16 "\"bit\": ");
        a3d_put_uint(w->out, s->bit);
    }
    a3d_puts(w->out, L14 "}");
}

/* With `id` 0 the location is that of the result. All others have a message, which the caller writes. The path of
 * the field is left in sarif->path. */
static void open_location(const writer *w, const spot *s, unsigned id)
{
    a3d_text *path = &w->sarif->path;
    path->size = 0;
    a3d_put_place(path, w->doc, s->place);
    w->out->failed |= path->failed;
    a3d_puts(w->out, id > 1 ? "," L12 "{" : L12 "{");
    if (id > 0) {
        a3d_puts(w->out, L14 "\"id\": ");
        a3d_put_uint(w->out, id);
        a3d_putc(w->out, ',');
    }
    put_physical(w, s);
    put_logical(w->json, path->data, path->size);
}

static void close_location(const writer *w, const spot *s)
{
    put_inner(w, s);
    a3d_puts(w->out, L12 "}");
}

static spot spot_of(const a3d_finding *f)
{
    return (spot){&f->place, f->stream, f->off, f->size, f->bit};
}

/* Writes the cause, then the suspects. */
static void put_related(const writer *w, const a3d_finding *f)
{
    unsigned id = 0;
    a3d_puts(w->out, "," L10 "\"relatedLocations\": [");
    if (f->cause != A3D_NO_CAUSE) {
        const a3d_finding *cause = &w->doc->findings[f->cause];
        spot s = spot_of(cause);
        open_location(w, &s, ++id);
        a3d_puts(w->out, "," L14 "\"message\": {" L16 "\"text\": \"It follows from ");
        a3d_puts(w->out, cause->rule->id);
        a3d_puts(w->out, ": ");
        put_part(w, cause->message);
        a3d_puts(w->out, ".\"" L14 "}");
        close_location(w, &s);
    }
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *suspect = &f->suspects[i];
        spot s = {&suspect->place, suspect->stream, suspect->off, suspect->size, suspect->bit};
        open_location(w, &s, ++id);
        a3d_puts(w->out, "," L14 "\"message\": {" L16 "\"text\": \"");
        put_part(w, suspect->message);
        a3d_puts(w->out, "\"" L14 "}");
        close_location(w, &s);
    }
    a3d_puts(w->out, L10 "]");
}

/* Writes the message as a sentence. GitHub shows no bytes, so there the message includes the place. */
static void put_message(const writer *w, const a3d_finding *f)
{
    a3d_puts(w->out, "\"," L10 "\"message\": {" L12 "\"text\": \"");
    put_part(w, f->message);
    if (f->count > 1) {
        a3d_puts(w->out, " (here and at ");
        a3d_puts(w->out, a3d_amount_of(f->count - 1, "more place").text);
        a3d_puts(w->out, ")");
    }
    if (w->sarif->github) {
        a3d_puts(w->out, "; at ");
        a3d_put_whereabouts(w->out, w->doc, f);
    }
    a3d_puts(w->out, ".\"" L10 "}");
}

static void put_fingerprints(const writer *w, const char *print, unsigned twin)
{
    a3d_puts(w->out, "," L10 "\"partialFingerprints\": {" L12 "\"" A3D_FINGERPRINT "\": \"");
    a3d_puts(w->out, print);
    if (w->sarif->github) {
        a3d_puts(w->out, "\"," L12 "\"primaryLocationLineHash\": \"");
        a3d_puts(w->out, print);
        a3d_putc(w->out, ':');
        a3d_put_uint(w->out, twin);
    }
    a3d_puts(w->out, "\"" L10 "}");
}

static void put_standing(const writer *w, a3d_standing standing)
{
    if (standing.known == A3D_NO_BASELINE)
        return;
    a3d_puts(w->out, "," L10 "\"baselineState\": \"");
    a3d_puts(w->out, a3d_known_name(standing.known));
    if (!standing.suppressed) {
        a3d_puts(w->out, "\"," L10 "\"suppressions\": []");
        return;
    }
    a3d_puts(w->out, "\"," L10 "\"suppressions\": [" L12 "{" L14 "\"kind\": \"external\"," L14
                     "\"status\": \"accepted\"," L14 "\"justification\": \"");
    put_part(w, standing.reason != NULL ? standing.reason : "known in the baseline");
    a3d_puts(w->out, "\"" L12 "}" L10 "]");
}

static void put_properties(const writer *w, const a3d_result *result, size_t finding)
{
    const a3d_finding *f = &w->doc->findings[finding];
    a3d_puts(w->out, "," L10 "\"properties\": {" L12 "\"id\": ");
    a3d_put_uint(w->out, finding);
    if (f->cause != A3D_NO_CAUSE) {
        a3d_puts(w->out, "," L12 "\"cause\": ");
        a3d_put_uint(w->out, f->cause);
    }
    if (a3d_expects(f)) {
        a3d_puts(w->out, "," L12 "\"expected\": \"");
        a3d_json_expected(w->json, f);
        a3d_putc(w->out, '"');
    }
    if (f->actual.kind != A3D_Q_NONE) {
        a3d_puts(w->out, "," L12 "\"actual\": \"");
        a3d_put_quantity(w->out, &f->actual);
        a3d_putc(w->out, '"');
    }
    if (result->readers != 0) {
        w->json->depth = RESULT_DEPTH + 2;
        a3d_json_readers(w->json, result->format, f->rule->id, result->readers, false);
        w->json->depth = RESULT_DEPTH;
    }
    a3d_puts(w->out, L10 "}" L8 "}");
}

void a3d_sarif_result(a3d_sink *sink, a3d_json *j, const char *path, const a3d_result *result, size_t finding,
                      size_t rule, unsigned twin)
{
    const a3d_finding *f = &result->doc->findings[finding];
    const writer w = {j, j->out, a3d_sarif_of(sink), path, result->doc};
    char print[A3D_FINGERPRINT_ROOM];
    spot s = spot_of(f);
    a3d_json_before(j);
    a3d_puts(w.out, "{" L10 "\"ruleId\": \"");
    a3d_puts(w.out, f->rule->id);
    a3d_puts(w.out, "\"," L10 "\"ruleIndex\": ");
    a3d_put_uint(w.out, rule);
    a3d_puts(w.out, "," L10 "\"level\": \"");
    a3d_puts(w.out, a3d_severity_name(f->severity));
    put_message(&w, f);
    a3d_puts(w.out, "," L10 "\"locations\": [");
    open_location(&w, &s, 0);
    close_location(&w, &s);
    a3d_puts(w.out, L10 "]");
    a3d_fingerprint_at(w.doc, f, w.sarif->path.data, w.sarif->path.size, print);
    if (f->cause != A3D_NO_CAUSE || f->n_suspects > 0)
        put_related(&w, f);
    put_fingerprints(&w, print, twin);
    if (!w.sarif->github)
        put_standing(&w, a3d_standing_of(sink, finding));
    put_properties(&w, result, finding);
}

void a3d_sarif_absent(a3d_json *j, const a3d_vanished *v, size_t rule)
{
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "ruleId", v->rule);
    a3d_json_member_uint(j, "ruleIndex", rule);
    a3d_json_member_str(j, "level", "none");
    a3d_json_member_str(j, "kind", "pass");
    a3d_sarif_message(j, "message", "This finding is in the baseline, but is no longer found.");
    a3d_json_member_open(j, "locations", '[');
    a3d_json_open(j, '{');
    a3d_json_member_open(j, "physicalLocation", '{');
    a3d_sarif_artifact(j, v->path);
    a3d_json_close(j, '}');
    put_logical(j, v->field, strlen(v->field));
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "partialFingerprints", '{');
    a3d_json_member_str(j, A3D_FINGERPRINT, v->fingerprint);
    a3d_json_close(j, '}');
    a3d_json_member_str(j, "baselineState", "absent");
    a3d_json_close(j, '}');
}
