/* sarif_result.c - one finding as a SARIF result; see sarif.h */
#include "report/fingerprint.h"
#include "report/readers.h"
#include "report/sarif.h"

#include <string.h>

typedef struct spot {
    const char *path;
    const a3d_place *place;
    uint32_t stream, off, size, bit;
} spot;

/* What is told of every place of a file is put together once and repeated. */
static void open_region(const a3d_sink *sink, a3d_json *j, const char *path)
{
    a3d_sarif *s = a3d_sarif_of(sink);
    if (s->artifact_size > 0) {
        a3d_json_again(j, s->artifact, s->artifact_size, 2);
        return;
    }
    s->artifact = a3d_json_begins(j);
    a3d_json_member_open(j, "physicalLocation", '{');
    a3d_sarif_artifact(j, path);
    a3d_json_member_open(j, "region", '{');
    s->artifact_size = j->out->size - s->artifact;
}

/* The bytes in the file: of what lies in an unpacked stream the packed bytes that hold it. */
static void put_physical(const a3d_sink *sink, a3d_json *j, const a3d_doc *doc, const spot *s)
{
    uint32_t chain[A3D_CHAIN], off = s->off, size = s->size;
    if (s->stream != 0 && a3d_stream_chain(doc, s->stream, chain, A3D_CHAIN) > 1) {
        off = doc->streams[chain[1]].off;
        size = doc->streams[chain[1]].packed_size;
    }
    open_region(sink, j, s->path);
    if (a3d_sarif_of(sink)->github) /* wants a line of every result, and of a binary file there is none but the first */
        a3d_json_member_uint(j, "startLine", 1);
    a3d_json_member_uint(j, "byteOffset", off);
    a3d_json_member_uint(j, "byteLength", size);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}

static void put_logical(a3d_json *j, const char *path, size_t n)
{
    size_t last = n;
    while (last > 0 && path[last - 1] != '.')
        last--;
    if (n == 0)
        return;
    a3d_json_member_open(j, "logicalLocations", '[');
    a3d_json_open(j, '{');
    a3d_json_member_text(j, "name", path + last, n - last);
    a3d_json_member_text(j, "fullyQualifiedName", path, n);
    a3d_json_member_str(j, "kind", path[n - 1] == ']' ? "element" : "property");
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
}

/* The place inside what the file unpacks to, which SARIF's regions cannot say. */
static void put_inner(a3d_json *j, const a3d_doc *doc, const spot *s)
{
    if (s->stream == 0 && s->bit == A3D_NO_BIT)
        return;
    a3d_json_member_open(j, "properties", '{');
    a3d_json_member_open(j, "stream", '"');
    a3d_put_stream(j->out, doc, s->stream);
    a3d_json_end_text(j);
    a3d_json_member_uint(j, "offset", s->off);
    a3d_json_member_uint(j, "size", s->size);
    if (s->bit != A3D_NO_BIT)
        a3d_json_member_uint(j, "bit", s->bit);
    a3d_json_close(j, '}');
}

/* `id` 0: the place of the result itself. Others have a message, which the caller writes. Leaves the path of the field. */
static void open_location(const a3d_sink *sink, a3d_json *j, const a3d_doc *doc, const spot *s, unsigned id)
{
    a3d_text *path = &a3d_sarif_of(sink)->path;
    path->size = 0;
    a3d_put_place(path, doc, s->place);
    j->out->failed |= path->failed;
    a3d_json_open(j, '{');
    if (id > 0)
        a3d_json_member_uint(j, "id", id);
    put_physical(sink, j, doc, s);
    put_logical(j, path->data, path->size);
}

static void close_location(a3d_json *j, const a3d_doc *doc, const spot *s)
{
    put_inner(j, doc, s);
    a3d_json_close(j, '}');
}

static spot spot_of(const char *path, const a3d_finding *f)
{
    return (spot){path, &f->place, f->stream, f->off, f->size, f->bit};
}

static void put_cause(a3d_json *j, const a3d_finding *cause)
{
    a3d_json_member_open(j, "message", '{');
    a3d_json_member_open(j, "text", '"');
    a3d_puts(j->out, "It follows from ");
    a3d_puts(j->out, cause->rule->id);
    a3d_puts(j->out, ": ");
    a3d_json_part(j, cause->message, strlen(cause->message));
    a3d_putc(j->out, '.');
    a3d_json_end_text(j);
    a3d_json_close(j, '}');
}

/* The cause, then what may be at fault instead. */
static void put_related(const a3d_sink *sink, a3d_json *j, const char *path, const a3d_doc *doc, const a3d_finding *f)
{
    unsigned id = 0;
    a3d_json_member_open(j, "relatedLocations", '[');
    if (f->cause != A3D_NO_CAUSE) {
        const a3d_finding *cause = &doc->findings[f->cause];
        spot s = spot_of(path, cause);
        open_location(sink, j, doc, &s, ++id);
        put_cause(j, cause);
        close_location(j, doc, &s);
    }
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *suspect = &f->suspects[i];
        spot s = {path, &suspect->place, suspect->stream, suspect->off, suspect->size, suspect->bit};
        open_location(sink, j, doc, &s, ++id);
        a3d_sarif_message(j, "message", suspect->message);
        close_location(j, doc, &s);
    }
    a3d_json_close(j, ']');
}

/* The message ends as a sentence. For GitHub, which shows no bytes, it says the place. */
static void put_message(const a3d_sink *sink, a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_json_member_open(j, "message", '{');
    a3d_json_member_open(j, "text", '"');
    a3d_json_part(j, f->message, strlen(f->message));
    if (f->count > 1) {
        a3d_puts(j->out, " (here and at ");
        a3d_put_uint(j->out, f->count - 1);
        a3d_puts(j->out, " more places)");
    }
    if (a3d_sarif_of(sink)->github) {
        a3d_puts(j->out, "; at ");
        a3d_put_whereabouts(j->out, doc, f);
    }
    a3d_putc(j->out, '.');
    a3d_json_end_text(j);
    a3d_json_close(j, '}');
}

static void put_fingerprints(a3d_json *j, const char *print, bool github, unsigned twin)
{
    a3d_json_member_open(j, "partialFingerprints", '{');
    a3d_json_member_str(j, A3D_FINGERPRINT, print);
    if (github) {
        a3d_json_member_open(j, "primaryLocationLineHash", '"');
        a3d_puts(j->out, print);
        a3d_putc(j->out, ':');
        a3d_put_uint(j->out, twin);
        a3d_json_end_text(j);
    }
    a3d_json_close(j, '}');
}

static void put_standing(a3d_json *j, a3d_standing standing)
{
    if (standing.known == A3D_NO_BASELINE)
        return;
    a3d_json_member_str(j, "baselineState", a3d_known_name(standing.known));
    a3d_json_member_open(j, "suppressions", '[');
    if (standing.muted) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "kind", "external");
        a3d_json_member_str(j, "status", "accepted");
        a3d_json_member_str(j, "justification", standing.reason != NULL ? standing.reason : "known in the baseline");
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_properties(a3d_json *j, const a3d_result *result, size_t finding)
{
    const a3d_finding *f = &result->doc->findings[finding];
    a3d_json_member_open(j, "properties", '{');
    a3d_json_member_uint(j, "id", finding);
    if (f->cause != A3D_NO_CAUSE)
        a3d_json_member_uint(j, "cause", f->cause);
    if (a3d_expects(f))
        a3d_json_expected(j, "expected", f);
    if (f->actual.kind != A3D_Q_NONE && (f->actual.kind != A3D_Q_TEXT || f->actual.text[0] != '\0'))
        a3d_json_quantity(j, "actual", &f->actual);
    if (result->readers != 0)
        a3d_json_readers(j, result->format, f->rule->id, result->readers, false);
    a3d_json_close(j, '}');
}

void a3d_sarif_result(a3d_sink *sink, a3d_json *j, const char *path, const a3d_result *result, size_t finding, size_t rule, unsigned twin)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = &doc->findings[finding];
    a3d_sarif *sarif = a3d_sarif_of(sink);
    char print[A3D_FINGERPRINT_ROOM];
    spot s = spot_of(path, f);
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "ruleId", f->rule->id);
    a3d_json_member_uint(j, "ruleIndex", rule);
    a3d_json_member_str(j, "level", a3d_severity_name(f->severity));
    put_message(sink, j, doc, f);
    a3d_json_member_open(j, "locations", '[');
    open_location(sink, j, doc, &s, 0);
    close_location(j, doc, &s);
    a3d_json_close(j, ']');
    a3d_fingerprint_at(doc, f, sarif->path.data, sarif->path.size, print);
    if (f->cause != A3D_NO_CAUSE || f->n_suspects > 0)
        put_related(sink, j, path, doc, f);
    put_fingerprints(j, print, sarif->github, twin);
    if (!sarif->github)
        put_standing(j, a3d_standing_of(sink, finding));
    put_properties(j, result, finding);
    a3d_json_close(j, '}');
}

void a3d_sarif_absent(a3d_json *j, const a3d_vanished *v, size_t rule)
{
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "ruleId", v->rule);
    a3d_json_member_uint(j, "ruleIndex", rule);
    a3d_json_member_str(j, "level", "none");
    a3d_json_member_str(j, "kind", "pass");
    a3d_sarif_message(j, "message", "The baseline knows this finding, but it is no longer found.");
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
