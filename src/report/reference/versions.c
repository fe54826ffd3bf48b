/* versions.c - the differences between the versions of a format, from the gates of its tables; see reference.h
 *
 * There is a line for each form of a field that not every version has. Bounds are shown as versions that the format
 * lists: "2.4" where a gate compares with 4. */
#include "model/doc.h"
#include "report/reference/reference.h"
#include "report/reference/shapes.h"

#include <stdio.h>
#include <string.h>

typedef struct line {
    const char *field, *versions, *branch, *wire;
} line;

typedef struct table {
    a3d_text *out;
    const a3d_format *format;
    line *lines;
    size_t n, cap;
    bool markdown;
} table;

/* ---- ranges ---- */

/* The lowest and the highest of the listed versions that a gate lets through; NULL when there are none. */
typedef struct span {
    const a3d_version *first, *last;
} span;

static bool inside(const a3d_gate *gate, uint32_t version)
{
    return version >= gate->since && (gate->until == 0 || version <= gate->until);
}

static span span_of(const a3d_format *format, const a3d_gate *gate)
{
    span s = {NULL, NULL};
    for (const a3d_version *v = format->versions; v->text != NULL; v++) {
        if (!inside(gate, v->number))
            continue;
        s.first = s.first == NULL ? v : s.first;
        s.last = s.last == NULL || v->number > s.last->number ? v : s.last;
    }
    return s;
}

/* Narrows a gate to what is left when an earlier form without a condition of its own takes part of it. */
static void leave(a3d_gate *gate, const a3d_gate *taken)
{
    if (taken->branches != 0)
        return;
    if (taken->since != 0 && taken->until == 0 && (gate->until == 0 || gate->until >= taken->since))
        gate->until = (uint8_t)(taken->since - 1);
    else if (taken->until != 0 && taken->since == 0 && gate->since <= taken->until)
        gate->since = (uint8_t)(taken->until + 1);
}

static a3d_gate both(const a3d_gate *a, const a3d_gate *b)
{
    a3d_gate gate = *a;
    gate.since = b->since > a->since ? b->since : a->since;
    gate.until = a->until == 0 || (b->until != 0 && b->until < a->until) ? b->until : a->until;
    gate.branches = a->branches == 0 ? b->branches : b->branches == 0 ? a->branches : a->branches & b->branches;
    return gate;
}

/* ---- lines ---- */

/* Takes the content of a text as a string and empties the text. */
static const char *taken(a3d_text *text)
{
    const char *copy = a3d_arena_text(text->arena, text->size > 0 ? text->data : "", text->size);
    text->size = 0;
    return copy != NULL ? copy : "";
}

static const char *versions_text(a3d_text *text, const a3d_format *format, span s)
{
    const span all = span_of(format, &(a3d_gate){0, 0, 0});
    if (s.first->number == s.last->number)
        a3d_puts(text, s.first->text);
    else if (s.first->number == all.first->number && s.last->number == all.last->number)
        a3d_puts(text, "all");
    else
        a3d_printf(text, "%s to %s", s.first->text, s.last->text);
    return taken(text);
}

/* Whether a gate lets some version through and keeps some version or branch out. */
static bool says_something(const a3d_format *format, const a3d_gate *gate)
{
    const span s = span_of(format, gate), all = span_of(format, &(a3d_gate){0, 0, 0});
    return s.first != NULL && (gate->branches != 0 || s.first != all.first || s.last != all.last);
}

static void add(table *t, const char *field, const a3d_gate *gate, const char *branch, const char *wire)
{
    a3d_text text;
    line *lines = a3d_grow(t->out->arena, t->lines, &t->cap, t->n + 1, sizeof *lines);
    if (lines == NULL) {
        t->out->failed = true;
        return;
    }
    a3d_text_init(&text, t->out->arena);
    t->lines = lines;
    lines[t->n++] = (line){field, versions_text(&text, t->format, span_of(t->format, gate)), branch, wire};
    a3d_text_free(&text);
}

static void add_form(table *t, const a3d_record *record, const a3d_row *row, const a3d_alt *alt, const a3d_gate *gate)
{
    a3d_text text;
    a3d_text_init(&text, t->out->arena);
    a3d_scribe r = {.out = &text, .format = t->format, .record = record, .plain = !t->markdown};
    const char *glue = ", ";
    a3d_printf(&text, "%s.%s", record->name, a3d_row_name(row));
    const char *field = taken(&text);
    a3d_put_branches(&r, gate->branches);
    const char *branch = taken(&text);
    a3d_put_shape(&r, alt != NULL ? &alt->shape : &row->shape);
    if (alt != NULL)
        a3d_put_when(&r, &alt->when, &glue);
    a3d_put_when(&r, &row->when[0], &glue);
    a3d_put_when(&r, &row->when[1], &glue);
    a3d_put_derive(&r, row, &glue);
    add(t, field, gate, branch, taken(&text));
    a3d_text_free(&text);
}

static void add_row(table *t, const a3d_record *record, const a3d_row *row)
{
    if (row->alts == NULL) {
        if (says_something(t->format, &row->gate))
            add_form(t, record, row, NULL, &row->gate);
        return;
    }
    a3d_gate rest = row->gate;
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++) {
        const a3d_gate gate = both(&rest, &alt->gate);
        if (says_something(t->format, &gate))
            add_form(t, record, row, alt, &gate);
        if (alt->when.op == A3D_ALWAYS)
            leave(&rest, &alt->gate);
    }
}

/* The gate of the blocks is the only one that is not in a row. */
static void add_blocks(table *t)
{
    const a3d_block_rule *b = t->format->blocks;
    char packed[80];
    if (b == NULL)
        return;
    snprintf(packed, sizeof packed, "packed exactly from %u bytes on", (unsigned)b->pack_from);
    const a3d_gate early = {0, (uint8_t)(b->flag_since - 1), 0}, late = {(uint8_t)b->flag_since, 0, 0};
    const a3d_gate old = {0, (uint8_t)(b->lzo_since - 1), 0}, young = {(uint8_t)b->lzo_since, 0, 0};
    const char *kept = a3d_arena_text(t->out->arena, packed, strlen(packed));
    add(t, "every block", &early, "", kept != NULL ? kept : "");
    add(t, "every block", &late, "", "a flag byte before it, 0 raw, 2 packed");
    add(t, "every packed block", &old, "", "LZSS and a checksum");
    add(t, "every packed block", &young, "", "LZO1X");
}

static void add_record(table *t, const a3d_record *record)
{
    for (unsigned i = 0; i < record->n_rows; i++)
        add_row(t, record, &record->rows[i]);
}

/* ---- the table ---- */

/* Counts columns as code points: "≤" is one column. */
static size_t width(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += (*text & 0xC0) != 0x80;
    return n;
}

static void put_padded(a3d_text *out, const char *text, size_t columns)
{
    a3d_puts(out, text);
    for (size_t i = width(text); i < columns + 2 && !out->failed; i++)
        a3d_putc(out, ' ');
}

static void put_plain(const table *t)
{
    size_t field = width("field"), versions = width("versions"), branch = width("branch");
    for (size_t i = 0; i < t->n; i++) {
        const line *l = &t->lines[i];
        field = width(l->field) > field ? width(l->field) : field;
        versions = width(l->versions) > versions ? width(l->versions) : versions;
        branch = width(l->branch) > branch ? width(l->branch) : branch;
    }
    const line head = {"field", "versions", "branch", "wire"};
    for (size_t i = 0; i <= t->n; i++) {
        const line *l = i == 0 ? &head : &t->lines[i - 1];
        put_padded(t->out, l->field, field);
        put_padded(t->out, l->versions, versions);
        put_padded(t->out, l->branch, branch);
        a3d_puts(t->out, l->wire);
        a3d_putc(t->out, '\n');
    }
}

static void put_markdown(const table *t)
{
    a3d_puts(t->out, "| field | versions | branch | wire |\n|---|---|---|---|\n");
    for (size_t i = 0; i < t->n; i++)
        a3d_printf(t->out, "| %s | %s | %s | %s |\n", t->lines[i].field, t->lines[i].versions, t->lines[i].branch,
                   t->lines[i].wire);
}

void a3d_versions(a3d_text *out, const a3d_format *format, bool markdown)
{
    table t = {.out = out, .format = format, .markdown = markdown};
    add_record(&t, format->root);
    for (unsigned i = 0; i < format->n_records; i++)
        if (format->records[i] != format->root)
            add_record(&t, format->records[i]);
    add_blocks(&t);
    if (t.n == 0)
        a3d_puts(out, "All versions have one layout.\n");
    else if (markdown)
        put_markdown(&t);
    else
        put_plain(&t);
}
