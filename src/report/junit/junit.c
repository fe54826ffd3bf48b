/* junit.c - JUnit XML: a suite for each file, with a case for each finding
 *
 * Findings at or above --fail-on are failures and findings suppressed by a baseline are skipped; all others pass and
 * appear in the output of their case. A file that is unreadable or limited is an error. A file without findings is
 * one case that passes. */
#include "report/junit/junit.h"
#include "base/utf8.h"
#include "report/common/phrases.h"

#include <string.h>

/* Most control characters cannot be written in XML at all, others may make a name look like another one, and the bytes
 * of a file need not be UTF-8. */
static void put_xml(a3d_text *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)text[i];
        size_t step = a3d_utf8_step((const uint8_t *)text + i, n - i);
        /* U+FFFE and U+FFFF are not XML characters. */
        bool none = step == 3 && c == 0xef && (unsigned char)text[i + 1] == 0xbf && (unsigned char)text[i + 2] >= 0xbe;
        size_t control = c == '\n' ? 0 : a3d_utf8_control((const uint8_t *)text + i, n - i);
        if (step == 0 || none || control > 0) {
            step = control > 0 ? control : 1;
            for (size_t k = 0; k < step; k++)
                a3d_printf(out, "\\x%02x", (unsigned char)text[i + k]);
        } else if (strchr("<>&\"\n", c) != NULL) {
            a3d_puts(out, c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : "&#10;");
        } else {
            a3d_put(out, text + i, step);
        }
        i += step;
    }
}

static void put_attribute(a3d_text *out, const char *name, const char *value, size_t n)
{
    a3d_printf(out, " %s=\"", name);
    put_xml(out, value, n);
    a3d_putc(out, '"');
}

static void put_word(a3d_text *out, const char *name, const char *value)
{
    put_attribute(out, name, value, strlen(value));
}

static void put_case(a3d_text *out, const char *path, const a3d_text *name, const char *end)
{
    a3d_puts(out, "    <testcase");
    put_word(out, "classname", path);
    put_attribute(out, "name", name->data != NULL ? name->data : "", name->size);
    a3d_printf(out, "%s\n", end);
}

static void put_output(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, a3d_standing standing)
{
    a3d_text text;
    a3d_text_init(&text, doc->arena);
    a3d_put_whereabouts(&text, doc, f);
    if (f->count > 1)
        a3d_printf(&text, "\nand %u more like it", (unsigned)(f->count - 1));
    a3d_put_standing(&text, "\n", standing);
    a3d_text expected;
    a3d_text_init(&expected, doc->arena);
    a3d_put_expected(&expected, f);
    if (expected.size > 0)
        a3d_printf(&text, "\nexpected: %.*s", (int)expected.size, expected.data);
    for (uint32_t i = 0; i < f->n_suspects; i++)
        a3d_printf(&text, "\n%s: %s", a3d_suspect_label(f, i), f->suspects[i].message);
    put_xml(out, text.data != NULL ? text.data : "", text.size);
    out->failed |= text.failed || expected.failed;
    a3d_text_free(&expected);
    a3d_text_free(&text);
}

static void put_finding(a3d_sink *sink, const char *path, const a3d_doc *doc, size_t i)
{
    const a3d_finding *f = &doc->findings[i];
    const a3d_standing standing = a3d_standing_of(sink, i);
    a3d_text *out = sink->out, name;
    a3d_text_init(&name, doc->arena);
    a3d_printf(&name, "%s: ", f->rule->id);
    a3d_put_whereabouts(&name, doc, f);
    put_case(out, path, &name, ">");
    out->failed |= name.failed;
    a3d_text_free(&name);
    if (standing.suppressed) {
        a3d_puts(out, "      <skipped");
        put_word(out, "message", standing.reason != NULL ? standing.reason : "known in the baseline");
        a3d_puts(out, "/>\n");
    } else if (f->severity >= sink->fail_on) {
        a3d_puts(out, "      <failure");
        put_word(out, "message", f->message);
        put_word(out, "type", a3d_severity_name(f->severity));
        a3d_putc(out, '>');
        put_output(out, doc, f, standing);
        a3d_puts(out, "</failure>\n");
    } else {
        a3d_printf(out, "      <system-out>%s: ", a3d_severity_name(f->severity));
        put_xml(out, f->message, strlen(f->message));
        a3d_puts(out, "&#10;");
        put_output(out, doc, f, standing);
        a3d_puts(out, "</system-out>\n");
    }
    a3d_puts(out, "    </testcase>\n");
}

typedef struct tally {
    size_t tests, failures, errors, skipped;
    size_t more; /* findings that were not kept and would be failures */
} tally;

static tally count(const a3d_sink *sink, const a3d_result *result)
{
    tally t = {.errors = result->message != NULL};
    size_t n = result->doc != NULL ? result->doc->n_findings : 0;
    for (size_t i = 0; i < n; i++) {
        bool suppressed = a3d_standing_of(sink, i).suppressed;
        t.skipped += suppressed;
        t.failures += !suppressed && result->doc->findings[i].severity >= sink->fail_on;
    }
    for (unsigned s = sink->fail_on; s <= A3D_ERROR; s++)
        t.more += result->more[s];
    t.failures += t.more > 0;
    t.tests = n + t.errors + (result->truncated ? 1 : 0);
    t.tests += t.tests == 0;
    return t;
}

static void put_not_kept(a3d_text *out, const char *path, const a3d_result *result, bool fails)
{
    a3d_text text;
    a3d_text_init(&text, out->arena);
    a3d_puts(&text, "findings that were not kept (--max-findings)");
    put_case(out, path, &text, ">");
    text.size = 0;
    a3d_put_severities(&text, result->more);
    a3d_puts(out, fails ? "      <failure type=\"not-kept\"" : "      <system-out>");
    if (fails)
        put_attribute(out, "message", text.data, text.size);
    else
        put_xml(out, text.data, text.size);
    a3d_puts(out, fails ? "/>\n    </testcase>\n" : "</system-out>\n    </testcase>\n");
    out->failed |= text.failed;
    a3d_text_free(&text);
}

/* The only case of a file without findings: it passes, or it could not be checked. */
static void put_whole(a3d_text *out, const char *path, const a3d_result *result)
{
    a3d_text name;
    a3d_text_init(&name, out->arena);
    a3d_puts(&name, a3d_verdict_name(result->verdict));
    put_case(out, path, &name, result->message != NULL ? ">" : "/>");
    if (result->message != NULL) {
        a3d_puts(out, "      <error");
        put_word(out, "message", result->message);
        put_word(out, "type", a3d_verdict_name(result->verdict));
        a3d_puts(out, "/>\n    </testcase>\n");
    }
    out->failed |= name.failed;
    a3d_text_free(&name);
}

void a3d_junit_begin(a3d_sink *sink)
{
    a3d_puts(sink->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"a3dlint\">\n");
}

void a3d_junit_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    a3d_text *out = sink->out;
    tally t = count(sink, result);
    path = a3d_plain_path(path);
    a3d_puts(out, "  <testsuite");
    put_word(out, "name", path);
    a3d_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", t.tests, t.failures, t.errors,
               t.skipped);
    for (size_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++)
        put_finding(sink, path, result->doc, i);
    if (result->truncated)
        put_not_kept(out, path, result, t.more > 0);
    if (result->message != NULL || (!result->truncated && (result->doc == NULL || result->doc->n_findings == 0)))
        put_whole(out, path, result);
    a3d_puts(out, "  </testsuite>\n");
}

/* Baseline entries that can be removed are cases that pass, in the suite of their file. */
static void put_vanished(a3d_text *out, const a3d_vanished *v)
{
    a3d_text name;
    a3d_text_init(&name, out->arena);
    a3d_printf(&name, "%s: %s, line %u: no longer found in %s", v->rule, v->field, v->line, v->path);
    put_case(out, v->baseline, &name, "/>");
    out->failed |= name.failed;
    a3d_text_free(&name);
}

/* Files are missing from the report, so it must not look as if all of them had passed. */
static void put_interrupted(a3d_text *out)
{
    a3d_puts(
        out,
        "  <testsuite name=\"a3dlint\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
        "    <testcase classname=\"a3dlint\" name=\"interrupted\">\n"
        "      <error message=\"interrupted: the report contains what was checked before\" type=\"interrupted\"/>\n"
        "    </testcase>\n"
        "  </testsuite>\n");
}

void a3d_junit_end(a3d_sink *sink)
{
    const a3d_vanished *v = sink->vanished;
    for (size_t i = 0, n; i < sink->n_vanished; i += n) {
        for (n = 1; i + n < sink->n_vanished && strcmp(v[i].baseline, v[i + n].baseline) == 0; n++)
            ;
        a3d_puts(sink->out, "  <testsuite");
        put_word(sink->out, "name", v[i].baseline);
        a3d_printf(sink->out, " tests=\"%zu\" failures=\"0\" errors=\"0\" skipped=\"0\">\n", n);
        for (size_t k = i; k < i + n; k++)
            put_vanished(sink->out, &v[k]);
        a3d_puts(sink->out, "  </testsuite>\n");
    }
    if (sink->interrupted)
        put_interrupted(sink->out);
    a3d_puts(sink->out, "</testsuites>\n");
}
