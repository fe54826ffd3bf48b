/* rule_page.c - see rule_page.h */
#include "report/reference/rule_page.h"
#include "base/columns.h"
#include "lint/generate.h"
#include "report/common/markdown.h"
#include "report/common/phrases.h"
#include "report/common/readers.h"
#include "report/common/source.h"
#include "report/common/repair.h"
#include "report/common/shell.h"
#include "report/hex/hex.h"
#include "transfer/transfer.h"

#include <inttypes.h>
#include <string.h>

enum { AROUND = 2, FACTS = 18, INDENT = 4 };

typedef struct page {
    a3d_text *out;
    const a3d_rule *rule;
    const a3d_twin *bad, *good;
    bool markdown;
    unsigned width;   /* columns of the terminal; 0: no limit */
    uint32_t finding; /* the first finding of the bad twin that breaks the rule, or A3D_NO_CAUSE */
} page;

/* ---- words ---- */

static void put_words(const page *p, const char *text)
{
    if (p->markdown)
        a3d_put_markdown(p->out, text);
    else
        a3d_puts(p->out, text);
}

static void put_fact(const page *p, const char *name, const char *text, const char *end)
{
    if (p->markdown)
        a3d_printf(p->out, "**%s.** ", name);
    else
        a3d_printf(p->out, "%s:%*s", name, FACTS - 1 - (int)strlen(name), "");
    if (p->markdown) {
        put_words(p, text);
        a3d_printf(p->out, "%s\n\n", end);
        return;
    }
    a3d_text fact;
    a3d_text_init(&fact, p->out->arena);
    a3d_printf(&fact, "%s%s", text, end);
    a3d_put_filled(p->out, fact.data != NULL ? fact.data : "", fact.size, FACTS, FACTS, p->width);
    a3d_putc(p->out, '\n');
    p->out->failed |= fact.failed;
    a3d_text_free(&fact);
}

static void put_source(const page *p)
{
    if (!p->markdown) {
        put_fact(p, "Source", p->rule->source, strstr(p->rule->source, ".md") != NULL ? " (in docs/spec)" : "");
        return;
    }
    a3d_puts(p->out, "**Source.** ");
    a3d_put_source(p->out, p->rule->source, "../../spec/");
    a3d_puts(p->out, "\n\n");
}

static void put_heading(const page *p, const char *text)
{
    a3d_printf(p->out, p->markdown ? "## %s\n\n" : "\n%s:\n", text);
}

/* Puts terminal output in an indented block, in Markdown in a fenced one. */
static void put_block(const page *p, const a3d_text *block)
{
    const char *indent = p->markdown ? "" : "    ";
    a3d_puts(p->out, p->markdown ? "```\n" : "");
    for (size_t i = 0, end; i < block->size; i = end) {
        for (end = i; end < block->size && block->data[end] != '\n'; end++)
            ;
        end += end < block->size;
        a3d_puts(p->out, block->data[i] != '\n' ? indent : "");
        a3d_put(p->out, block->data + i, end - i);
    }
    a3d_puts(p->out, p->markdown ? "```\n\n" : "");
}

/* The columns that a block has for itself. */
static unsigned block_width(const page *p)
{
    return p->width > INDENT ? p->width - INDENT : 0;
}

static void put_name(const page *p, const a3d_twin *twin)
{
    a3d_printf(p->out, p->markdown ? "`%s`" : "%s", twin->name);
}

/* ---- readers ---- */

static void put_readers(const page *p)
{
    const a3d_format *format = a3d_rule_set_of(p->rule->id);
    if (a3d_next_quirk(format, p->rule->id, A3D_ALL_READERS, NULL) == NULL)
        return;
    put_heading(p, "What known readers do with it");
    if (p->markdown)
        a3d_put_reader_table(p->out, format, p->rule->id);
    else
        a3d_put_readers(p->out, format, p->rule->id, A3D_ALL_READERS, "    ", true);
    a3d_puts(p->out, p->markdown ? "\n" : "");
}

/* ---- twins ---- */

static void find(page *p)
{
    const a3d_result *result = p->bad->result;
    p->finding = A3D_NO_CAUSE;
    for (uint32_t i = 0; result != NULL && i < result->doc->n_findings && p->finding == A3D_NO_CAUSE; i++)
        if (strcmp(result->doc->findings[i].rule->id, p->rule->id) == 0)
            p->finding = i;
}

static void put_bad(const page *p)
{
    const a3d_finding *f = &p->bad->result->doc->findings[p->finding];
    a3d_text hex;
    a3d_text_init(&hex, p->bad->result->doc->arena);
    put_heading(p, "A file that breaks it");
    a3d_puts(p->out, p->markdown ? "" : "    ");
    put_name(p, p->bad);
    a3d_puts(p->out, ": ");
    put_words(p, f->message);
    a3d_puts(p->out, p->markdown ? ".\n\n" : "\n");
    a3d_hex_options options = {.one = true, .finding = p->finding, .context = AROUND, .width = block_width(p)};
    const char *why = a3d_hex(&hex, p->bad->result, &options);
    if (why == NULL)
        put_block(p, &hex);
    p->out->failed |= hex.failed;
    a3d_text_free(&hex);
}

/* Shows the same field when it has bytes of its own in both twins, otherwise the same offset, or the last byte of a
 * shorter stream. */
static const char *put_same_place(const page *p, a3d_text *hex)
{
    const a3d_doc *doc = p->bad->result->doc, *good = p->good->result->doc;
    const a3d_finding *f = &doc->findings[p->finding];
    unsigned width = block_width(p);
    a3d_text at;
    a3d_text_init(&at, doc->arena);
    a3d_put_place(&at, doc, &f->place);
    a3d_putc(&at, '\0');
    unsigned kind = f->place.node != A3D_NO_NODE ? a3d_shape_of(a3d_at(doc, f->place.node))->kind : A3D_NOTHING;
    bool field = kind == A3D_SCALAR || kind == A3D_ARRAY ||
                 (f->place.node != A3D_NO_NODE && f->place.suffix[0] != '\0');
    const char *why = "no field";
    if (field && !at.failed)
        why = a3d_hex(hex, p->good->result, &(a3d_hex_options){.at = at.data, .context = AROUND, .width = width});
    if (why != NULL && f->stream < good->n_streams && good->streams[f->stream].size > 0) {
        uint32_t last = good->streams[f->stream].size - 1;
        at.size = hex->size = 0;
        a3d_putc(&at, '@');
        a3d_put_stream(&at, doc, f->stream);
        a3d_printf(&at, "+0x%" PRIx32, f->off < last ? f->off : last);
        a3d_putc(&at, '\0');
        if (!at.failed)
            why = a3d_hex(hex, p->good->result, &(a3d_hex_options){.at = at.data, .context = AROUND, .width = width});
    }
    a3d_text_free(&at);
    return why;
}

static void put_good(const page *p)
{
    a3d_text hex;
    a3d_text_init(&hex, p->good->result->doc->arena);
    if (put_same_place(p, &hex) == NULL) {
        put_heading(p, "The corrected file");
        a3d_puts(p->out, p->markdown ? "" : "    ");
        put_name(p, p->good);
        a3d_puts(p->out, p->markdown ? ", the same place:\n\n" : ", the same place\n");
        put_block(p, &hex);
    }
    p->out->failed |= hex.failed;
    a3d_text_free(&hex);
}

/* ---- repair ---- */

static void put_whole_repair(const page *p)
{
    bool renamed = p->rule->severity < A3D_ERROR, undone = p->rule->fix == A3D_FIX_UNDO;
    a3d_printf(p->out, p->markdown ? "%s\n\n" : "    %s\n",
               renamed ? "Give the file the extension of its format."
               : undone ? "`a3dlint fix FILE -o OUT` gives the file back as it was."
                        : "Nothing in the file can repair it. Get the file again.");
}

/* An edit has the places and values of the example: of another file it would make a worse one. An example that needs
 * files beside it is only in the corpus. */
static void put_limits(const page *p, const char *example)
{
    const a3d_doc *doc = p->bad->result->doc;
    const a3d_stream *file = &doc->streams[0];
    const char *mark = p->markdown ? "`" : "", *indent = p->markdown ? "" : "    ";
    if (a3d_breaks_alone(doc->arena, p->rule, doc->format, file->data, file->size))
        a3d_printf(p->out, "%sThis is for the example, which %sa3dlint generate --break %s -o %s%s writes.", indent,
                   mark, p->rule->id, example, mark);
    else
        a3d_printf(p->out, "%sThis is for the example, which has other files beside it.", indent);
    a3d_printf(p->out, "%s%sFor your file, %sa3dlint check%s gives the place and what is expected.%s",
               p->markdown ? " " : "\n", indent, mark, mark, p->markdown ? "\n\n" : "\n");
}

static void put_repair(const page *p)
{
    static const char *const by[] = {
        [A3D_NO_REPAIR] = "What is right does not follow from the file alone; what was meant must be known."
                          " The corrected file below shows one way.",
        [A3D_BY_VALUE] = "Only one value is right here. This edit sets it and clears this finding:",
        [A3D_BY_BOUND] = "What was meant must be known. This edit sets the nearest allowed value and clears this"
                         " finding:",
        [A3D_BY_OTHER_BOUND] = "What was meant must be known. The nearest allowed value does not clear this finding;"
                               " this edit sets the one at the other end of the range, which does:",
        [A3D_BY_CAUSE] = "The cause is before the place of the finding. This edit repairs the likely cause:",
        [A3D_BY_CUT] = "If nothing is missing before them, this edit drops the bytes:",
        [A3D_BY_TWIN] = "What was meant must be known. In this file the value of the corrected file repairs it:",
        [A3D_BY_REWRITE] = "Writing the file in the canonical form repairs it:"};
    const a3d_result *bad = p->bad->result;
    const a3d_finding *f = &bad->doc->findings[p->finding];
    const char *slash = strrchr(p->bad->name, '/'), *example = slash != NULL ? slash + 1 : p->bad->name;
    a3d_text edit, line;
    a3d_text_init(&edit, bad->doc->arena);
    a3d_text_init(&line, bad->doc->arena);
    put_heading(p, "How to repair it");
    if (a3d_rule_set_of(p->rule->id) == &a3d_format_file) { /* no field is wrong, so no edit repairs it */
        put_whole_repair(p);
        return;
    }
    a3d_put_expected(&line, f);
    if (line.size > 0) {
        a3d_putc(&line, '\0');
        a3d_puts(p->out, p->markdown ? "Expected: " : "    Expected: ");
        put_words(p, line.failed ? "" : line.data);
        a3d_puts(p->out, p->markdown ? ".\n\n" : "\n");
    }
    uint64_t steps = UINT64_MAX;
    a3d_repair how = a3d_find_repair(&edit, bad, p->finding, p->good->result, &steps);
    a3d_printf(p->out, p->markdown ? "%s\n\n" : "    %s\n", by[how]);
    line.size = 0;
    if (how == A3D_BY_REWRITE)
        a3d_puts(&line, "a3dlint rewrite FILE --canonical -o OUT\n");
    else if (how != A3D_NO_REPAIR)
        a3d_printf(&line, "a3dlint edit %s '%.*s' -o OUT\n", example, (int)edit.size, edit.data);
    if (line.size > 0 && p->width > 0) {
        a3d_put_command_rows(p->out, line.data, line.size - 1, INDENT, p->width);
        a3d_putc(p->out, '\n');
    } else if (line.size > 0) {
        put_block(p, &line);
    }
    if (how != A3D_NO_REPAIR && how != A3D_BY_REWRITE)
        put_limits(p, example);
    a3d_text_free(&edit);
    a3d_text_free(&line);
}

/* Writes whether the command `fix` repairs violations of the rule. */
static void put_fix(const page *p)
{
    const char *phrase = a3d_fix_phrase(p->rule->fix);
    if (phrase == NULL && p->markdown)
        return;
    a3d_puts(p->out, p->markdown ? "**Fix.** `a3dlint fix` " : "a3dlint fix ");
    put_words(p, phrase != NULL ? phrase : "leaves it as it is");
    a3d_puts(p->out, p->markdown ? ".\n\n" : ".\n");
}

/* ---- pages ---- */

static void put_page(a3d_text *out, const a3d_rule *rule, const a3d_twin *bad, const a3d_twin *good, bool markdown,
                     unsigned width)
{
    page p = {.out = out, .rule = rule, .bad = bad, .good = good, .markdown = markdown, .width = width};
    const char *severity = a3d_severity_name(rule->severity);
    if (markdown)
        a3d_printf(out, "<!-- Printed by `a3dlint explain --markdown`; make docs renews it. -->\n\n# %s\n\n", rule->id);
    else
        a3d_printf(out, "%s (%s)\n\n", rule->id, severity);
    put_fact(&p, "What must hold", rule->title, ".");
    put_fact(&p, "Why", rule->why, ".");
    put_source(&p);
    if (markdown && rule->severity == A3D_OFF)
        a3d_printf(out, "**Severity.** off; `--rule %s=note|warning|error` turns it on.\n\n", rule->id);
    else if (rule->severity == A3D_OFF)
        a3d_printf(out, "\nIt is off unless --rule %s=note|warning|error turns it on.\n", rule->id);
    else if (markdown)
        a3d_printf(out, "**Severity.** %s; `--rule %s=off|note|warning|error` changes it.\n\n", severity, rule->id);
    else
        a3d_printf(out, "\nChange its severity with --rule %s=off|note|warning|error.\n", rule->id);
    put_fix(&p);
    put_readers(&p);
    find(&p);
    if (p.finding != A3D_NO_CAUSE) {
        put_bad(&p);
        put_repair(&p);
    }
    if (p.finding != A3D_NO_CAUSE && good->result != NULL)
        put_good(&p);
    while (markdown && out->size > 1 && !out->failed && out->data[out->size - 2] == '\n')
        out->size--;
}

void a3d_rule_page(a3d_text *out, const a3d_rule *rule, const a3d_twin *bad, const a3d_twin *good, bool markdown,
                   unsigned width)
{
    a3d_text lines;
    if (markdown || width == 0) {
        put_page(out, rule, bad, good, markdown, 0);
        return;
    }
    a3d_text_init(&lines, out->arena);
    put_page(&lines, rule, bad, good, false, width);
    a3d_put_wrapped(out, lines.data, lines.size, width);
    out->failed |= lines.failed;
    a3d_text_free(&lines);
}

static void put_family(a3d_text *out, const a3d_format *format, a3d_severity severity)
{
    page p = {.out = out, .markdown = true};
    unsigned n = 0;
    for (unsigned i = 1; i < format->n_rules; i++) {
        const a3d_rule *rule = &format->rules[i];
        if (rule->severity != severity)
            continue;
        if (n++ == 0)
            a3d_printf(out, "\n### %s: %s%s\n\n| rule | what must hold |\n|---|---|\n", format->name,
                       a3d_severity_name(severity), severity == A3D_OFF ? " unless asked for by --rule" : "s");
        a3d_printf(out, "| [%s](%s.md) | ", strchr(rule->id, '/') + 1, rule->id);
        put_words(&p, rule->title);
        a3d_puts(out, " |\n");
    }
}

void a3d_rules_index(a3d_text *out)
{
    a3d_puts(out, "<!-- Printed by `a3dlint rules --markdown`; make docs renews it. -->\n\n# Rules\n\n"
                  "By family, errors first. Each page has a file that breaks the rule, a repair, and a file"
                  " that does not.\n");
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++) {
        a3d_printf(out, "\n## %s\n", (*f)->title);
        for (int s = A3D_ERROR; s >= A3D_OFF; s--)
            put_family(out, *f, (a3d_severity)s);
    }
}
