/* sarif_result.c - one finding as a SARIF result; see sarif.h */
#include "report/fingerprint.h"
#include "report/readers.h"
#include "report/sarif.h"

#include <inttypes.h>
#include <string.h>

typedef struct spot {
    const char *path;
    const a3d_place *place;
    uint32_t stream, off, size, bit;
    bool line; /* GitHub wants one of every result, and of a binary file there is none but the first */
} spot;

/* The bytes in the file: of what lies in an unpacked stream the packed bytes that hold it. */
static void put_region(a3d_json *j, const a3d_doc *doc, const spot *s)
{
    uint32_t chain[A3D_CHAIN], off = s->off, size = s->size;
    if (a3d_stream_chain(doc, s->stream, chain, A3D_CHAIN) > 1) {
        off = doc->streams[chain[1]].off;
        size = doc->streams[chain[1]].packed_size;
    }
    a3d_json_key(j, "region");
    a3d_json_open(j, '{');
    if (s->line) {
        a3d_json_key(j, "startLine");
        a3d_json_uint(j, 1);
    }
    a3d_json_key(j, "byteOffset");
    a3d_json_uint(j, off);
    a3d_json_key(j, "byteLength");
    a3d_json_uint(j, size);
    a3d_json_close(j, '}');
}

static void put_logical(a3d_json *j, const char *path, size_t n)
{
    size_t last = n;
    while (last > 0 && path[last - 1] != '.')
        last--;
    if (n == 0)
        return;
    a3d_json_key(j, "logicalLocations");
    a3d_json_open(j, '[');
    a3d_json_open(j, '{');
    a3d_json_key(j, "name");
    a3d_json_text(j, path + last, n - last);
    a3d_json_key(j, "fullyQualifiedName");
    a3d_json_text(j, path, n);
    a3d_sarif_text(j, "kind", path[n - 1] == ']' ? "element" : "property");
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
}

/* The place inside what the file unpacks to, which SARIF's regions cannot say. */
static void put_inner(a3d_json *j, const a3d_doc *doc, const spot *s)
{
    if (s->stream == 0 && s->bit == A3D_NO_BIT)
        return;
    a3d_text name;
    a3d_text_init(&name, j->out->arena);
    a3d_put_stream(&name, doc, s->stream);
    a3d_json_key(j, "properties");
    a3d_json_open(j, '{');
    a3d_sarif_buffer(j, "stream", &name);
    a3d_json_key(j, "offset");
    a3d_json_uint(j, s->off);
    a3d_json_key(j, "size");
    a3d_json_uint(j, s->size);
    if (s->bit != A3D_NO_BIT) {
        a3d_json_key(j, "bit");
        a3d_json_uint(j, s->bit);
    }
    a3d_json_close(j, '}');
}

static void put_location(a3d_json *j, const a3d_doc *doc, const spot *s, unsigned id, const char *message)
{
    a3d_text path;
    a3d_text_init(&path, j->out->arena);
    a3d_put_place(&path, doc, s->place);
    a3d_json_open(j, '{');
    if (message != NULL) {
        a3d_json_key(j, "id");
        a3d_json_uint(j, id);
    }
    a3d_json_key(j, "physicalLocation");
    a3d_json_open(j, '{');
    a3d_sarif_artifact(j, s->path);
    put_region(j, doc, s);
    a3d_json_close(j, '}');
    put_logical(j, path.data, path.size);
    if (message != NULL)
        a3d_sarif_message(j, "message", message);
    put_inner(j, doc, s);
    a3d_json_close(j, '}');
    j->out->failed |= path.failed;
    a3d_text_free(&path);
}

static spot spot_of(const char *path, const a3d_finding *f, bool line)
{
    return (spot){path, &f->place, f->stream, f->off, f->size, f->bit, line};
}

/* The cause, then what may be at fault instead. */
static void put_related(a3d_json *j, const char *path, const a3d_doc *doc, const a3d_finding *f, bool line)
{
    unsigned id = 0;
    a3d_json_key(j, "relatedLocations");
    a3d_json_open(j, '[');
    if (f->cause != A3D_NO_CAUSE) {
        const a3d_finding *cause = &doc->findings[f->cause];
        spot s = spot_of(path, cause, line);
        a3d_text text;
        a3d_text_init(&text, doc->arena);
        a3d_printf(&text, "It follows from %s: %s.", cause->rule->id, cause->message);
        a3d_putc(&text, '\0');
        put_location(j, doc, &s, ++id, text.failed ? "It follows from this." : text.data);
        a3d_text_free(&text);
    }
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *suspect = &f->suspects[i];
        spot s = {path, &suspect->place, suspect->stream, suspect->off, suspect->size, suspect->bit, line};
        put_location(j, doc, &s, ++id, suspect->message);
    }
    a3d_json_close(j, ']');
}

/* The message ends as a sentence. For GitHub, which shows no bytes, it says the place. */
static void put_message(const a3d_sink *sink, a3d_json *j, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_text text;
    a3d_text_init(&text, doc->arena);
    a3d_puts(&text, f->message);
    if (f->count > 1)
        a3d_printf(&text, " (here and at %" PRIu32 " more places)", f->count - 1);
    if (a3d_sarif_of(sink)->github) {
        a3d_puts(&text, "; at ");
        a3d_put_whereabouts(&text, doc, f);
    }
    a3d_putc(&text, '.');
    a3d_json_key(j, "message");
    a3d_json_open(j, '{');
    a3d_sarif_buffer(j, "text", &text);
    a3d_json_close(j, '}');
}

static void put_fingerprints(const a3d_sink *sink, a3d_json *j, const a3d_doc *doc, const a3d_finding *f, unsigned twin)
{
    char print[A3D_FINGERPRINT_ROOM];
    a3d_fingerprint(doc, f, print);
    a3d_json_key(j, "partialFingerprints");
    a3d_json_open(j, '{');
    a3d_sarif_text(j, A3D_FINGERPRINT, print);
    if (a3d_sarif_of(sink)->github) {
        a3d_text text;
        a3d_text_init(&text, doc->arena);
        a3d_printf(&text, "%s:%u", print, twin);
        a3d_sarif_buffer(j, "primaryLocationLineHash", &text);
    }
    a3d_json_close(j, '}');
}

static void put_standing(a3d_json *j, a3d_standing standing)
{
    if (standing.known == A3D_NO_BASELINE)
        return;
    a3d_sarif_text(j, "baselineState", a3d_known_name(standing.known));
    a3d_json_key(j, "suppressions");
    a3d_json_open(j, '[');
    if (standing.muted) {
        a3d_json_open(j, '{');
        a3d_sarif_text(j, "kind", "external");
        a3d_sarif_text(j, "status", "accepted");
        a3d_sarif_text(j, "justification", standing.reason != NULL ? standing.reason : "known in the baseline");
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_properties(a3d_json *j, const a3d_result *result, size_t finding)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = &doc->findings[finding];
    a3d_text text;
    a3d_text_init(&text, doc->arena);
    a3d_json_key(j, "properties");
    a3d_json_open(j, '{');
    a3d_json_key(j, "id");
    a3d_json_uint(j, finding);
    if (f->cause != A3D_NO_CAUSE) {
        a3d_json_key(j, "cause");
        a3d_json_uint(j, f->cause);
    }
    a3d_put_expected(&text, f);
    if (text.size > 0)
        a3d_sarif_buffer(j, "expected", &text);
    a3d_text_init(&text, doc->arena);
    a3d_put_quantity(&text, &f->actual);
    if (text.size > 0)
        a3d_sarif_buffer(j, "actual", &text);
    if (result->readers != 0)
        a3d_json_readers(j, result->format, f->rule->id, result->readers, false);
    a3d_json_close(j, '}');
}

void a3d_sarif_result(const a3d_sink *sink, a3d_json *j, const char *path, const a3d_result *result, size_t finding, size_t rule, unsigned twin)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = &doc->findings[finding];
    bool github = a3d_sarif_of(sink)->github;
    spot s = spot_of(path, f, github);
    a3d_json_open(j, '{');
    a3d_sarif_text(j, "ruleId", f->rule->id);
    a3d_json_key(j, "ruleIndex");
    a3d_json_uint(j, rule);
    a3d_sarif_text(j, "level", a3d_severity_name(f->severity));
    put_message(sink, j, doc, f);
    a3d_json_key(j, "locations");
    a3d_json_open(j, '[');
    put_location(j, doc, &s, 0, NULL);
    a3d_json_close(j, ']');
    if (f->cause != A3D_NO_CAUSE || f->n_suspects > 0)
        put_related(j, path, doc, f, github);
    put_fingerprints(sink, j, doc, f, twin);
    if (!github)
        put_standing(j, a3d_standing_of(sink, finding));
    put_properties(j, result, finding);
    a3d_json_close(j, '}');
}

void a3d_sarif_absent(a3d_json *j, const a3d_vanished *v, size_t rule)
{
    a3d_json_open(j, '{');
    a3d_sarif_text(j, "ruleId", v->rule);
    a3d_json_key(j, "ruleIndex");
    a3d_json_uint(j, rule);
    a3d_sarif_text(j, "level", "none");
    a3d_sarif_text(j, "kind", "pass");
    a3d_sarif_message(j, "message", "The baseline knows this finding, but it is no longer found.");
    a3d_json_key(j, "locations");
    a3d_json_open(j, '[');
    a3d_json_open(j, '{');
    a3d_json_key(j, "physicalLocation");
    a3d_json_open(j, '{');
    a3d_sarif_artifact(j, v->path);
    a3d_json_close(j, '}');
    put_logical(j, v->field, strlen(v->field));
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
    a3d_json_key(j, "partialFingerprints");
    a3d_json_open(j, '{');
    a3d_sarif_text(j, A3D_FINGERPRINT, v->fingerprint);
    a3d_json_close(j, '}');
    a3d_sarif_text(j, "baselineState", "absent");
    a3d_json_close(j, '}');
}
