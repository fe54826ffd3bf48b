/* github.c - findings as workflow commands, which GitHub shows next to the changed files
 *
 * One command per line: `::error file=a.m3g,title=m3g/checksum::message`. Messages have %, CR and LF written as %25,
 * %0D and %0A; properties also have : and , written as %3A and %2C.
 *
 * GitHub shows ten commands of each kind. So a root cause has one, which counts what may follow from it. */
#include "report/text/github.h"
#include "base/amount.h"
#include "base/utf8.h"
#include "report/common/phrases.h"
#include "report/text/text.h"

#include <string.h>

/* The name of a file keeps its bytes that are not UTF-8. */
static void put_escaped(a3d_text *out, const char *text, size_t n, bool property, bool name)
{
    size_t end = 0; /* of the character */
    bool unsafe = false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (i == end) {
            end += a3d_utf8_next((const uint8_t *)text + i, n - i, &unsafe);
            unsafe |= !name && a3d_utf8_step((const uint8_t *)text + i, n - i) == 0;
        }
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
            a3d_printf(out, "%%%02X", c);
        else if (unsafe)
            a3d_printf(out, "\\x%02x", c);
        else
            a3d_putc(out, (char)c);
    }
}

/* A binary file has no lines; `line` is then 0. */
static void put_command(a3d_text *out, const char *command, const char *path, unsigned line, const char *title,
                        const a3d_text *message)
{
    a3d_printf(out, "::%s file=", command);
    put_escaped(out, path, strlen(path), true, true);
    if (line > 0)
        a3d_printf(out, ",line=%u", line);
    a3d_puts(out, ",title=");
    put_escaped(out, title, strlen(title), true, false);
    a3d_puts(out, "::");
    put_escaped(out, message->data != NULL ? message->data : "", message->size, false, false);
    a3d_putc(out, '\n');
}

/* What may follow from a finding and is counted in its command, by severity. */
typedef struct followers {
    size_t of[A3D_ERROR + 1];
} followers;

/* The outermost finding that has a command and is no less severe, along the causes of the i-th; else i. */
static size_t root_of(const a3d_sink *sink, const a3d_doc *doc, size_t i)
{
    size_t root = i;
    for (size_t at = i; doc->findings[at].cause < at;) {
        at = doc->findings[at].cause;
        if (a3d_is_shown(sink, doc, at) && doc->findings[at].severity >= doc->findings[i].severity)
            root = at;
    }
    return root;
}

static void put_followers(a3d_text *message, const followers *f)
{
    size_t n = f->of[A3D_NOTE] + f->of[A3D_WARNING] + f->of[A3D_ERROR];
    if (n == 0)
        return;
    a3d_printf(message, "\n%s may follow from it: ", a3d_amount_of(n, "finding").text);
    a3d_put_severities(message, f->of);
}

static void put_finding(a3d_sink *sink, const char *path, const a3d_doc *doc, size_t i, const followers *others)
{
    const a3d_finding *f = &doc->findings[i];
    static const char *const commands[] = {"", "notice", "warning", "error"};
    a3d_text message;
    a3d_text_init(&message, doc->arena);
    a3d_puts(&message, f->message);
    a3d_putc(&message, '\n');
    a3d_put_whereabouts(&message, doc, f);
    if (f->count > 1)
        a3d_printf(&message, "\nand %u more like it", (unsigned)(f->count - 1));
    a3d_put_standing(&message, "\n", a3d_standing_of(sink, i));
    for (uint32_t k = 0; k < f->n_suspects; k++)
        a3d_printf(&message, "\n%s: %s", a3d_suspect_label(f, k), f->suspects[k].message);
    put_followers(&message, others);
    put_command(sink->out, commands[f->severity], path, 0, f->rule->id, &message);
    sink->out->failed |= message.failed;
    a3d_text_free(&message);
}

static void put_roots(a3d_sink *sink, const char *path, const a3d_doc *doc)
{
    size_t n = doc->n_findings;
    followers *others = a3d_arena_alloc(doc->arena, n * sizeof *others);
    if (others == NULL) {
        sink->out->failed = true;
        return;
    }
    memset(others, 0, n * sizeof *others);
    for (size_t i = 0; i < n; i++) {
        size_t root = root_of(sink, doc, i);
        others[root].of[doc->findings[i].severity] += root != i && a3d_is_shown(sink, doc, i);
    }
    for (size_t i = 0; i < n; i++)
        if (a3d_is_shown(sink, doc, i) && root_of(sink, doc, i) == i)
            put_finding(sink, path, doc, i, &others[i]);
}

static void put_said(a3d_sink *sink, const char *path, const char *command, const char *title, const a3d_result *result)
{
    a3d_text message;
    a3d_text_init(&message, sink->out->arena);
    if (result->message != NULL && strcmp(title, "not-kept") != 0) {
        a3d_puts(&message, result->message);
    } else {
        a3d_puts(&message, "more findings were not kept: ");
        a3d_put_severities(&message, result->more);
    }
    put_command(sink->out, command, path, 0, title, &message);
    a3d_text_free(&message);
}

void a3d_github_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    const a3d_doc *doc = result->doc;
    path = a3d_plain_path(path);
    if (doc != NULL && doc->n_findings > 0)
        put_roots(sink, path, doc);
    if (result->truncated)
        put_said(sink, path, "warning", "not-kept", result);
    if (a3d_message_besides(sink, result) != NULL)
        put_said(sink, path, "error", a3d_verdict_name(result->verdict), result);
}

/* GitHub shows a line that is not a command in its log. */
void a3d_github_end(a3d_sink *sink)
{
    for (size_t i = 0; i < sink->n_vanished; i++) {
        const a3d_vanished *v = &sink->vanished[i];
        a3d_text message;
        a3d_text_init(&message, sink->out->arena);
        a3d_printf(&message, "%s in %s is in the baseline, but is no longer found", v->rule, v->path);
        put_command(sink->out, "notice", v->baseline, v->line, "vanished", &message);
        a3d_text_free(&message);
    }
    for (size_t i = 0; i < sink->n_effects; i++) {
        const a3d_effect *e = &sink->effects[i];
        a3d_text message;
        a3d_text_init(&message, sink->out->arena);
        a3d_put_effect(&message, e);
        put_command(sink->out, "notice", e->config, e->line, "configuration", &message);
        a3d_text_free(&message);
    }
    a3d_put_summary(sink);
}
