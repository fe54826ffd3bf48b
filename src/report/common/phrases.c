/* phrases.c - see phrases.h */
#include "report/common/phrases.h"
#include "base/amount.h"
#include "engine/document/cases.h"
#include "engine/fix/offer.h"
#include "base/never.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

void a3d_put_severities(a3d_text *out, const size_t *counts)
{
    const char *gap = "";
    for (unsigned s = A3D_ERROR; s >= A3D_NOTE; s--) {
        if (counts[s] == 0)
            continue;
        a3d_printf(out, "%s%zu %s%s", gap, counts[s], a3d_severity_name((a3d_severity)s), counts[s] == 1 ? "" : "s");
        gap = ", ";
    }
}

void a3d_put_effect(a3d_text *out, const a3d_effect *e)
{
    a3d_printf(out, "%s = %s ", e->setting, e->value);
    if (e->findings > 0)
        a3d_printf(out, "hides or lowers %s", a3d_amount_of(e->findings, "finding").text);
    else if (e->skipped > 0)
        a3d_printf(out, "skips %s", a3d_amount_of(e->skipped, "path").text);
    else
        a3d_printf(out, "applies to %s", a3d_amount_of(e->files, "file").text);
}

const char *a3d_plain_path(const char *path)
{
    while (path[0] == '.' && path[1] == '/' && path[2] != '\0')
        for (path += 2; path[0] == '/' && path[1] != '\0';)
            path++;
    return path;
}

unsigned a3d_stream_chain(const a3d_doc *doc, uint32_t stream, uint32_t *chain, unsigned most)
{
    A3D_ASSERT(stream < doc->n_streams && most > 0);
    unsigned n = 1;
    /* No table packs what is already packed (test_tables.c), so the limit is never reached. */
    for (uint32_t s = stream; doc->streams[s].owner != A3D_NO_NODE && !A3D_NEVER(n == most); s = doc->streams[s].parent)
        n++;
    for (unsigned i = n; i-- > 0; stream = doc->streams[stream].parent)
        chain[i] = stream;
    return n;
}

void a3d_put_whereabouts(a3d_text *out, const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t chain[A3D_CHAIN];
    unsigned n = a3d_stream_chain(doc, f->stream, chain, A3D_CHAIN);
    size_t start = out->size;
    a3d_put_place(out, doc, &f->place);
    a3d_puts(out, out->size > start ? ", " : "");
    for (unsigned i = 0; i < n; i++) {
        a3d_put_stream(out, doc, chain[i]);
        a3d_printf(out, "+0x%" PRIx32 "%s", i + 1 < n ? doc->streams[chain[i + 1]].off : f->off,
                   i + 1 < n ? " > " : "");
    }
}

void a3d_put_quantity(a3d_text *out, const a3d_quantity *q)
{
    switch (q->kind) {
    case A3D_Q_INT: a3d_put_int(out, q->i); break;
    case A3D_Q_UINT: a3d_put_uint(out, q->u); break;
    case A3D_Q_FLOAT: a3d_put_float(out, (uint32_t)q->i); break;
    default: break;
    }
}

void a3d_put_expected(a3d_text *out, const a3d_finding *f)
{
    if (f->expected != NULL) {
        a3d_puts(out, f->expected);
        return;
    }
    if (f->min.kind == A3D_Q_INT && f->max.kind == A3D_Q_INT)
        a3d_puts(out, a3d_range_of(f->min.i, f->max.i, f->actual.kind == A3D_Q_INT ? f->actual.i : f->max.i).text);
    else
        a3d_put_quantity(out, &f->min);
}

void a3d_json_tool(a3d_json *j)
{
    a3d_json_member_open(j, "tool", '{');
    a3d_json_member_str(j, "name", "a3dlint");
    a3d_json_member_str(j, "version", A3DLINT_VERSION);
    a3d_json_close(j, '}');
}

bool a3d_expects(const a3d_finding *f)
{
    if (f->expected != NULL)
        return f->expected[0] != '\0';
    return f->min.kind != A3D_Q_NONE;
}

void a3d_json_expected(a3d_json *j, const a3d_finding *f)
{
    if (f->expected != NULL)
        a3d_json_part(j, f->expected, strlen(f->expected));
    else
        a3d_put_expected(j->out, f); /* only numbers and words, so there is nothing to escape */
}

void a3d_put_standing(a3d_text *out, const char *before, a3d_standing standing)
{
    if (standing.known == A3D_UPDATED)
        a3d_printf(out, "%sin the baseline, but now at more places", before);
    else if (standing.expired)
        a3d_printf(out, "%sbaseline entry expired on %s%s%s", before, standing.expires,
                   standing.reason != NULL ? ": " : "", standing.reason != NULL ? standing.reason : "");
}

/* Whether the line that `out` ends with has no more than blanks. */
static bool is_line_start(const a3d_text *out)
{
    size_t i = out->size;
    while (i > 0 && out->data[i - 1] == ' ')
        i--;
    return i == 0 || out->data[i - 1] == '\n';
}

/* CI servers take a line that begins with :: and a word for a command, also after blanks of any kind. Returns where the
 * :: is, or n if the text would begin no such line. */
static size_t command_at(const a3d_text *out, const char *text, size_t n)
{
    size_t i = 0;
    while (i < n && (text[i] <= ' ' || text[i] > '~'))
        i++;
    return i + 1 < n && text[i] == ':' && text[i + 1] == ':' && is_line_start(out) ? i : n;
}

/* With `bytes`, bytes that are not UTF-8 are passed on as they are, if no terminal takes them for controls. */
static void put_escaped(a3d_text *out, const char *text, size_t n, bool bytes)
{
    enum { WORD = 8 };
    size_t done = 0, command = command_at(out, text, n); /* done: bytes appended so far */
    for (size_t i = 0; i < n;) {
        const uint8_t *p = (const uint8_t *)text + i;
        if (n - i >= WORD && command - i >= WORD && a3d_plain_word(text + i, '#', '#')) {
            i += WORD; /* a command that was passed is far away, since the difference is unsigned */
            continue;
        }
        if (*p >= 0x20 && *p < 0x7f && *p != '#' && i != command) { /* nearly all text takes this path */
            i++;
            continue;
        }
        bool unsafe;
        size_t step = a3d_utf8_next(p, n - i, &unsafe);
        unsafe |= i == command;
        if (!unsafe && (bytes || a3d_utf8_step(p, n - i) > 0)) {
            i += step;
            continue;
        }
        a3d_put(out, text + done, i - done);
        for (done = i + step; i < done; i++)
            a3d_printf(out, "\\x%02x", (unsigned char)text[i]);
    }
    a3d_put(out, text + done, n - done);
}

void a3d_put_printable(a3d_text *out, const char *text, size_t n)
{
    put_escaped(out, text, n, false);
}

void a3d_put_file_name(a3d_text *out, const char *name)
{
    put_escaped(out, name, strlen(name), true);
}

void a3d_put_scalar(a3d_text *out, const a3d_row *row, unsigned type, int64_t value)
{
    if (type == A3D_F32)
        a3d_put_float(out, (uint32_t)value);
    else if (type == A3D_BOOL && (value & ~INT64_C(1)) == 0)
        a3d_puts(out, value != 0 ? "true" : "false");
    else if (row->derive.kind == A3D_ADLER32) /* as in messages, and as `edit` takes it */
        a3d_printf(out, "0x%08" PRIx64, value);
    else
        a3d_printf(out, "%" PRId64, value);
    const char *name = a3d_value_name(row, value);
    if (name != NULL)
        a3d_printf(out, " (%s)", name);
}

void a3d_put_node_value(a3d_text *out, const a3d_doc *doc, uint32_t node, int64_t value)
{
    const char *name = a3d_case_name(doc, node, value);
    a3d_put_scalar(out, a3d_at(doc, node)->row, a3d_shape_of(a3d_at(doc, node))->type, value);
    if (name != NULL)
        a3d_printf(out, " (%s)", name);
}

static void put_bytes(a3d_text *out, const a3d_doc *doc, const a3d_suspect *s)
{
    a3d_putc(out, '@');
    a3d_put_stream(out, doc, s->stream);
    a3d_puts(out, "+0x");
    a3d_put_digits(out, s->off, 1);
    a3d_putc(out, '=');
    a3d_put_hex(out, s->bytes, s->size, "");
}

const char *a3d_suspect_label(const a3d_finding *f, uint32_t i)
{
    return i > 0 ? "or" : a3d_has_proven_cause(f) ? "likely cause" : "possible cause";
}

void a3d_put_causes(a3d_text *out, const a3d_finding *f)
{
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        a3d_puts(out, i > 0 ? ", or " : a3d_suspect_label(f, 0));
        a3d_puts(out, i > 0 ? "" : f->n_suspects > 1 ? "s: " : ": ");
        a3d_put_printable(out, f->suspects[i].message, strlen(f->suspects[i].message));
    }
}

void a3d_put_left(a3d_text *out, size_t errors)
{
    a3d_puts(out, "clears this finding; ");
    if (errors == 0)
        a3d_puts(out, "no error remains");
    else
        a3d_printf(out, "%zu error%s", errors, errors == 1 ? " remains" : "s remain");
}

void a3d_put_repair(a3d_text *out, const a3d_doc *doc, const a3d_suspect *s)
{
    if (s->structural) {
        put_bytes(out, doc, s);
        return;
    }
    a3d_put_place(out, doc, &s->place);
    a3d_putc(out, '=');
    a3d_puts(out, s->repair);
}

void a3d_json_repair(a3d_json *j, const a3d_doc *doc, const a3d_suspect *s)
{
    if (s->structural) {
        put_bytes(j->out, doc, s);
        return;
    }
    a3d_put_place(j->out, doc, &s->place);
    a3d_putc(j->out, '=');
    a3d_json_part(j, s->repair, strlen(s->repair));
}
