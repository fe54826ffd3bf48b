/* reference.c - see reference.h */
#include "report/reference/reference.h"
#include "engine/document/targets.h"
#include "model/doc.h"
#include "report/common/readers.h"
#include "report/common/source.h"
#include "report/reference/shapes.h"

#include <inttypes.h>
#include <string.h>

/* ---- domains ---- */

static void put_names(a3d_scribe *r, const a3d_row *row)
{
    const a3d_name *names = row->domain.names;
    for (const a3d_name *n = names; n->name != NULL; n++) {
        a3d_puts(r->out, n != names ? ", " : "");
        if (row->shape.type == A3D_F32)
            a3d_put_float(r->out, (uint32_t)n->value);
        else
            a3d_put_int(r->out, n->value);
        a3d_printf(r->out, " %s", n->name);
    }
}

static void put_bytes(a3d_scribe *r, const a3d_domain *d)
{
    a3d_puts(r->out, "is `");
    a3d_put_hex(r->out, (const uint8_t *)d->bytes, (size_t)d->lo, " ");
    a3d_puts(r->out, "`");
}

static void put_rule_name(a3d_scribe *r, unsigned rule)
{
    if (rule != 0)
        a3d_printf(r->out, " (%s)", strchr(r->format->rules[rule].id, '/') + 1);
}

static void put_domain(a3d_scribe *r, const a3d_row *row, const char **glue)
{
    const a3d_domain *d = &row->domain;
    if (d->kind == A3D_ANY && d->names == NULL)
        return;
    a3d_puts(r->out, *glue);
    *glue = "; ";
    switch (d->kind) {
    case A3D_ANY: a3d_puts(r->out, "any"); break;
    case A3D_IS: a3d_printf(r->out, "is %" PRId64, d->lo); break;
    case A3D_RANGE: a3d_printf(r->out, "%" PRId64 " to %" PRId64, d->lo, d->hi); break;
    case A3D_ENUM: put_names(r, row); break;
    case A3D_BYTES: put_bytes(r, d); break;
    case A3D_FINITE: a3d_puts(r->out, "finite"); break;
    case A3D_STRICT: a3d_puts(r->out, "no infinity, NaN, denormal or negative zero"); break;
    case A3D_NOT: a3d_printf(r->out, "not %" PRId64, d->lo); break;
    case A3D_MULTIPLE: a3d_printf(r->out, "a multiple of %" PRId64, d->lo); break;
    default: a3d_puts(r->out, "UTF-8"); break;
    }
    put_rule_name(r, d->rule);
    if (d->kind != A3D_ENUM && d->names != NULL) {
        a3d_puts(r->out, ": ");
        put_names(r, row);
    }
}

/* ---- references ---- */

static void put_spaces(a3d_scribe *r, uint64_t spaces)
{
    const char *glue = "";
    a3d_referent t = {0};
    while (a3d_next_target(r->format, spaces, &t)) {
        a3d_printf(r->out, "%s%s", glue, t.kind != NULL ? t.kind : a3d_row_name(t.list));
        glue = ", ";
    }
}

static void put_ref(a3d_scribe *r, const a3d_row *row, const char **glue)
{
    const a3d_ref *names = &row->ref;
    if (names->spaces == 0)
        return;
    a3d_printf(r->out, "%snames an element of ", *glue);
    *glue = "; ";
    put_spaces(r, names->spaces);
    if (names->has_none && names->null_rule == 0)
        a3d_printf(r->out, ", %" PRId64 " for none", names->none);
    put_rule_name(r, names->rule);
    if (names->later_rule != 0) {
        a3d_puts(r->out, ", one that comes before");
        put_rule_name(r, names->later_rule);
    }
}

static void put_keys(a3d_scribe *r, const a3d_row *row, const char **glue)
{
    const a3d_keys *keys = &row->keys;
    if (keys->space == 0)
        return;
    a3d_printf(r->out, "%selements are named by ", *glue);
    *glue = "; ";
    if (keys->by_position)
        a3d_printf(r->out, "their position, from %u on", keys->base);
    else
        a3d_printf(r->out, "their %s", a3d_field_name(row->shape.record, keys->slot));
    if (keys->rule != 0)
        a3d_puts(r->out, ", which does not repeat");
    put_rule_name(r, keys->rule);
}

static void put_term(a3d_scribe *r, const a3d_term *term)
{
    if (term->kind == A3D_TERM_NUMBER) {
        a3d_printf(r->out, "%" PRId64, term->factor);
        return;
    }
    a3d_printf(r->out, term->kind == A3D_TERM_COUNT ? "count of %s" : "%s", a3d_field_name(r->record, term->slot));
}

static void put_relations(a3d_scribe *r, const a3d_relation *relation)
{
    static const char *const words[] = {"", "=", "≠", "<", "≤", ">", "≥"};
    if (relation == NULL)
        return;
    a3d_putc(r->out, '\n');
    for (; relation->op != A3D_ALWAYS; relation++) {
        a3d_puts(r->out, "- ");
        put_term(r, &relation->left);
        a3d_printf(r->out, " %s ", words[relation->op]);
        put_term(r, &relation->right);
        put_rule_name(r, relation->rule);
        a3d_putc(r->out, '\n');
    }
}

static void put_place(a3d_scribe *r, const a3d_row *row, const char **glue)
{
    if (row->place_start == 0)
        return;
    a3d_printf(r->out, "%selement i is in the file from %s[i] to %s[i]", *glue,
               a3d_field_name(r->record, row->place_start - 1u), a3d_field_name(r->record, row->place_end - 1u));
    *glue = "; ";
}

static void put_row(a3d_scribe *r, const a3d_row *row)
{
    const char *glue = "";
    a3d_printf(r->out, "| %s | ", a3d_row_name(row));
    a3d_put_wire(r, row);
    a3d_puts(r->out, " | ");
    a3d_put_presence(r, row);
    a3d_puts(r->out, " | ");
    a3d_put_derive(r, row, &glue);
    put_domain(r, row, &glue);
    put_place(r, row, &glue);
    put_keys(r, row, &glue);
    put_ref(r, row, &glue);
    a3d_puts(r->out, " | ");
    if (row->cold != NULL)
        a3d_puts(r->out, row->cold->meaning);
    a3d_puts(r->out, " |\n");
}

static void put_record(a3d_scribe *r, const a3d_record *record)
{
    r->record = record;
    a3d_printf(r->out, "\n### %s\n\n", record->name);
    a3d_puts(r->out, "| field | wire | present | demands | meaning |\n|---|---|---|---|---|\n");
    for (unsigned i = 0; i < record->n_rows; i++)
        put_row(r, &record->rows[i]);
    put_relations(r, record->relations);
}

/* ---- the whole format ---- */

static void put_versions(a3d_text *out, const a3d_format *format)
{
    const char *glue = "";
    for (const a3d_version *v = format->versions; v->text != NULL; v++) {
        a3d_printf(out, "%s%s%s%s%s", glue, v->text, v->branch != NULL ? " (" : "", v->branch != NULL ? v->branch : "",
                   v->branch != NULL ? ")" : "");
        glue = ", ";
    }
}

static void put_compats(a3d_text *out, const a3d_format *format, const char *lead, const char *quote)
{
    for (const a3d_compat *c = format->compats; c->name != NULL; c++)
        a3d_printf(out, "%s%s--compat %s%s: %s\n", lead, quote, c->name, quote, c->meaning);
}

void a3d_format_text(a3d_text *out, const a3d_format *f)
{
    a3d_printf(out, "%s: %s\n  extensions: %s\n  versions: ", f->name, f->title, f->extensions);
    put_versions(out, f);
    a3d_putc(out, '\n');
    for (const a3d_branch *b = f->branches; b != NULL && b->name != NULL; b++)
        a3d_printf(out, "  branch --as %s:%s: versions %u to %u\n", f->name, b->name, b->since, b->until);
    put_compats(out, f, "  ", "");
    a3d_printf(out, "  rules: %u\n", f->n_rules - 1u);
}

void a3d_formats_text(a3d_text *out, const a3d_format *const *formats)
{
    for (; *formats != NULL; formats++)
        a3d_format_text(out, *formats);
}

static void put_rules(a3d_text *out, const a3d_format *format)
{
    a3d_puts(out, "\n## Rules\n\n| rule | severity | what must hold | what goes wrong otherwise | source |\n");
    a3d_puts(out, "|---|---|---|---|---|\n");
    for (unsigned i = 1; i < format->n_rules; i++) {
        const a3d_rule *rule = &format->rules[i];
        a3d_printf(out, "| [%s](../rules/%s.md) | %s | %s | %s | ", rule->id, rule->id,
                   a3d_severity_name(rule->severity), rule->title, rule->why);
        a3d_put_source(out, rule->source, "../spec/");
        a3d_puts(out, " |\n");
    }
}

void a3d_reference(a3d_text *out, const a3d_format *format)
{
    a3d_scribe r = {out, format, NULL, false};
    a3d_printf(out, "# %s\n\nPrinted by `a3dlint formats --markdown %s` from the tables that decode the format;"
                    " not written by hand.\n\n", format->title, format->name);
    a3d_printf(out, "Byte order: %s. Extensions: %s. Versions: ", format->big_endian ? "big-endian" : "little-endian",
               format->extensions);
    put_versions(out, format);
    a3d_puts(out, ".\n");
    a3d_puts(out, "\nOther readings:\n\n");
    put_compats(out, format, "- ", "`");
    a3d_puts(out, "\nFields are in the order of the bytes. Versions in the column `present` are numbers of the");
    a3d_puts(out, " version field that decides. A name in brackets after a requirement is its rule.\n");
    a3d_printf(out, "\n## Versions\n\nWhat not every version or branch has; also `a3dlint formats --versions %s`.\n\n",
               format->name);
    a3d_versions(out, format, true);
    a3d_puts(out, "\n## Records\n");
    put_record(&r, format->root);
    for (unsigned i = 0; i < format->n_records; i++)
        if (format->records[i] != format->root)
            put_record(&r, format->records[i]);
    put_rules(out, format);
    a3d_puts(out, "\n## Known readers\n\nWhat they do with files that break a rule,"
                  " and what the rule counts for with `--compat`.\n");
    a3d_readers(out, format, true);
}
