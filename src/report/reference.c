/* reference.c - see reference.h */
#include "report/reference.h"
#include "engine/flat.h"
#include "model/doc.h"

#include <inttypes.h>
#include <string.h>

typedef struct ref {
    a3d_text *out;
    const a3d_format *format;
    const a3d_record *record; /* whose rows are being written */
} ref;

/* Text inside a table cell. */
static void put_cell(a3d_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '|')
            a3d_putc(out, '\\');
        a3d_putc(out, *text);
    }
}

static const char *field_name(const a3d_record *record, unsigned slot)
{
    return slot < record->n_rows ? a3d_row_name(&record->rows[slot]) : "the end";
}

/* ---- presence ---- */

static void put_gate(ref *r, const a3d_gate *gate, const char **glue)
{
    if (gate->since != 0 || gate->until != 0) {
        a3d_puts(r->out, *glue);
        *glue = "; ";
        if (gate->since == gate->until)
            a3d_printf(r->out, "version %u", gate->since);
        else if (gate->until == 0)
            a3d_printf(r->out, "version %u and later", gate->since);
        else if (gate->since == 0)
            a3d_printf(r->out, "version %u and earlier", gate->until);
        else
            a3d_printf(r->out, "version %u to %u", gate->since, gate->until);
    }
    if (gate->branches == 0)
        return;
    a3d_printf(r->out, "%sonly", *glue);
    *glue = "; ";
    for (const a3d_branch *b = r->format->branches; b != NULL && b->name != NULL; b++)
        if (b->mask & gate->branches)
            a3d_printf(r->out, " %s", b->name);
    for (const a3d_compat *c = r->format->compats; c != NULL && c->name != NULL; c++)
        if (c->mask & gate->branches)
            a3d_printf(r->out, " with `--compat %s`", c->name);
    if (r->format->usual & gate->branches)
        a3d_puts(r->out, " without `--compat`");
}

static void put_when(ref *r, const a3d_when *when, const char **glue)
{
    static const char *const words[] = {"", "=", "≠", "<", "≤", ">", "≥", "has form", "has another form than"};
    if (when->op == A3D_ALWAYS)
        return;
    const a3d_record *record = when->outer != NULL ? when->outer : r->record;
    a3d_printf(r->out, "%sif ", *glue);
    *glue = "; ";
    if (when->outer != NULL)
        a3d_printf(r->out, "%s.", when->outer->name);
    a3d_puts(r->out, field_name(record, when->slot));
    if (when->op == A3D_EMPTY || when->op == A3D_NOT_EMPTY)
        a3d_puts(r->out, when->op == A3D_EMPTY ? " is empty" : " is not empty");
    else
        a3d_printf(r->out, " %s %" PRId64, words[when->op], when->value);
}

static void put_presence(ref *r, const a3d_row *row)
{
    const char *glue = "";
    if (row->optional) {
        a3d_puts(r->out, "optional, one mask bit");
        glue = "; ";
    }
    put_gate(r, &row->gate, &glue);
    put_when(r, &row->when[0], &glue);
    put_when(r, &row->when[1], &glue);
    if (row->when_call != NULL)
        a3d_printf(r->out, "%sif what stands before asks for it", glue);
}

/* ---- shapes ---- */

static void put_type(ref *r, unsigned type)
{
    static const char *const names[A3D_TYPES] = {"u8", "i8", "bool", "u16", "i16", "u32", "i32", "i64", "f32"};
    a3d_puts(r->out, names[type]);
}

static void put_link(ref *r, const a3d_record *record)
{
    a3d_printf(r->out, "[%s](#", record->name);
    for (const char *p = record->name; *p != '\0'; p++)
        a3d_putc(r->out, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p == ' ' ? '-' : *p);
    a3d_putc(r->out, ')');
}

static void put_factor(ref *r, const a3d_shape *s, const a3d_record *record, bool outer)
{
    if (outer)
        a3d_printf(r->out, "%s.", record->name);
    a3d_puts(r->out, field_name(record, s->slot));
    if (s->count_mul != 1)
        a3d_printf(r->out, " × %" PRId32, s->count_mul);
    if (s->count_add != 0)
        a3d_printf(r->out, " %c %" PRId32, s->count_add < 0 ? '-' : '+', s->count_add < 0 ? -s->count_add : s->count_add);
}

static void put_count(ref *r, const a3d_shape *s)
{
    switch (s->count_by) {
    case A3D_COUNT_PREFIX:
        a3d_puts(r->out, r->format->prefix == A3D_PREFIX_A3D ? ", counted (1 to 3 bytes)" : ", counted (u32)");
        break;
    case A3D_COUNT_FIXED:
        a3d_printf(r->out, ", %" PRId32, s->count_add);
        break;
    case A3D_COUNT_FIELD:
    case A3D_COUNT_OUTER:
        a3d_puts(r->out, ", as many as ");
        put_factor(r, s, s->count_by == A3D_COUNT_OUTER ? s->outer : r->record, s->count_by == A3D_COUNT_OUTER);
        break;
    case A3D_COUNT_NUL: a3d_puts(r->out, ", up to a NUL"); break;
    case A3D_COUNT_REST: a3d_puts(r->out, ", all that is left"); break;
    case A3D_COUNT_FRAMED: a3d_puts(r->out, ", each with its size, to the end"); break;
    default: a3d_puts(r->out, ", as many as what stands before says"); break;
    }
}

static void put_cases(ref *r, const a3d_shape *s)
{
    a3d_printf(r->out, "by %s: ", field_name(r->record, s->slot));
    for (const a3d_case *c = s->cases; c->key != A3D_CASE_END; c++) {
        a3d_printf(r->out, "%s%" PRId64 " ", c != s->cases ? ", " : "", c->key);
        if (c->record != NULL)
            put_link(r, c->record);
        else
            a3d_puts(r->out, c->name != NULL ? c->name : "nothing");
    }
}

static void put_list(ref *r, const a3d_shape *s)
{
    a3d_puts(r->out, s->text ? "text" : "list of ");
    if (s->kind == A3D_VECTOR)
        put_link(r, s->record);
    else if (!s->text)
        put_type(r, s->type);
    put_count(r, s);
    if (s->fill)
        a3d_puts(r->out, ", condensed (a boolean says whether one value stands for all)");
}

static void put_shape(ref *r, const a3d_shape *s)
{
    switch (s->kind) {
    case A3D_SCALAR: put_type(r, s->type); break;
    case A3D_ARRAY:
    case A3D_VECTOR: put_list(r, s); break;
    case A3D_RECORD: put_link(r, s->record); break;
    case A3D_SWITCH: put_cases(r, s); break;
    default: a3d_printf(r->out, "at least %u bytes, read by code", s->custom != NULL ? s->custom->least_size : 0); break;
    }
    if (s->pack != A3D_PACK_NONE)
        a3d_puts(r->out, s->pack == A3D_PACK_ZLIB ? ", packed (zlib)" : ", packed (block)");
    if (s->pad != 0)
        a3d_printf(r->out, ", padded to %u bytes", s->pad);
    if (s->reserve != 0)
        a3d_printf(r->out, ", but for the last %u bytes", s->reserve);
}

static void put_wire(ref *r, const a3d_row *row)
{
    if (row->alts == NULL) {
        put_shape(r, &row->shape);
        return;
    }
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++) {
        const char *glue = "";
        a3d_puts(r->out, alt != row->alts ? "<br>" : "");
        put_shape(r, &alt->shape);
        size_t before = r->out->size;
        a3d_puts(r->out, " (");
        put_gate(r, &alt->gate, &glue);
        put_when(r, &alt->when, &glue);
        if (*glue == '\0' && !r->out->failed)
            r->out->size = before;
        else
            a3d_putc(r->out, ')');
    }
}

/* ---- demands ---- */

static void put_span(ref *r, const a3d_derive_row *d)
{
    static const char *const from[] = {"the start of the record", "the start of this field", "the end of this field"};
    static const char *const windows[] = {"", ", a window that the content fills", ", a claim that the content may refute"};
    a3d_printf(r->out, "bytes from %s to ", from[d->from]);
    if (d->to == A3D_NO_SLOT)
        a3d_puts(r->out, "the end of the record");
    else
        a3d_printf(r->out, "the end of %s", field_name(r->record, d->to));
    if (d->bias != 0)
        a3d_printf(r->out, " %c %d", d->bias < 0 ? '-' : '+', d->bias < 0 ? -d->bias : d->bias);
    a3d_puts(r->out, windows[d->window]);
}

static void put_derive(ref *r, const a3d_row *row, const char **glue)
{
    const a3d_derive_row *d = &row->derive;
    if (d->kind == A3D_GIVEN)
        return;
    a3d_puts(r->out, *glue);
    *glue = "; ";
    switch (d->kind) {
    case A3D_SPAN: put_span(r, d); break;
    case A3D_COUNT: a3d_printf(r->out, "the count of %s", field_name(r->record, d->to)); break;
    case A3D_UNPACKED: a3d_printf(r->out, "the size of %s once unpacked", field_name(r->record, d->to)); break;
    case A3D_TOTAL: a3d_puts(r->out, "the size of the file"); break;
    case A3D_ADLER32: a3d_puts(r->out, "the Adler-32 of the record up to here"); break;
    default: a3d_puts(r->out, "follows from other fields"); break;
    }
}

static void put_names(ref *r, const a3d_name *names)
{
    for (const a3d_name *n = names; n->name != NULL; n++)
        a3d_printf(r->out, "%s%" PRId64 " %s", n != names ? ", " : "", n->value, n->name);
}

static void put_bytes(ref *r, const a3d_domain *d)
{
    a3d_puts(r->out, "is `");
    a3d_put_hex(r->out, (const uint8_t *)d->bytes, (size_t)d->lo, " ");
    a3d_puts(r->out, "`");
}

static void put_rule_name(ref *r, unsigned rule)
{
    if (rule != 0 && rule < r->format->n_rules)
        a3d_printf(r->out, " (%s)", strchr(r->format->rules[rule].id, '/') + 1);
}

static void put_domain(ref *r, const a3d_row *row, const char **glue)
{
    const a3d_domain *d = &row->domain;
    if (d->kind == A3D_ANY)
        return;
    a3d_puts(r->out, *glue);
    *glue = "; ";
    switch (d->kind) {
    case A3D_IS: a3d_printf(r->out, "is %" PRId64, d->lo); break;
    case A3D_RANGE: a3d_printf(r->out, "%" PRId64 " to %" PRId64, d->lo, d->hi); break;
    case A3D_ENUM: put_names(r, d->names); break;
    case A3D_BYTES: put_bytes(r, d); break;
    case A3D_FINITE: a3d_puts(r->out, "finite"); break;
    case A3D_STRICT: a3d_puts(r->out, "no infinity, NaN, denormal or negative zero"); break;
    case A3D_NOT: a3d_printf(r->out, "not %" PRId64, d->lo); break;
    case A3D_MULTIPLE: a3d_printf(r->out, "a multiple of %" PRId64, d->lo); break;
    case A3D_UTF8: a3d_puts(r->out, "UTF-8"); break;
    default: break;
    }
    put_rule_name(r, d->rule);
}

/* ---- what names what ---- */

/* The name of a kind among the cases of the switch that an element holds. */
static const char *kind_name(const a3d_record *element, unsigned kind)
{
    for (unsigned i = 0; i < element->n_rows; i++) {
        const a3d_row *row = &element->rows[i];
        for (unsigned k = 0; k == 0 || (row->alts != NULL && row->alts[k - 1].shape.kind != A3D_NOTHING); k++) {
            const a3d_shape *s = row->alts != NULL ? &row->alts[k].shape : &row->shape;
            for (const a3d_case *c = s->kind == A3D_SWITCH ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
                if (c->key == (int64_t)kind && c->name != NULL)
                    return c->name;
        }
    }
    return NULL;
}

/* Spaces that are kinds of one list's elements. */
static void put_kinds(ref *r, const a3d_row *list, uint64_t spaces, const char **glue)
{
    const a3d_record *element = list->alts != NULL ? list->alts[0].shape.record : list->shape.record;
    for (unsigned kind = 0; kind < 64 && element != NULL; kind++) {
        const char *name = spaces >> kind & 1 ? kind_name(element, kind) : NULL;
        if (name == NULL)
            continue;
        a3d_printf(r->out, "%s%s", *glue, name);
        *glue = ", ";
    }
}

static void put_spaces(ref *r, uint64_t spaces)
{
    const char *glue = "";
    for (unsigned i = 0; i < r->format->n_records; i++) {
        const a3d_record *record = r->format->records[i];
        for (unsigned k = 0; record != NULL && k < record->n_rows; k++) {
            const a3d_row *row = &record->rows[k];
            if (row->keys.space == 0)
                continue;
            if (row->keys.kind_slot != 0) {
                put_kinds(r, row, spaces, &glue);
            } else if (spaces >> (row->keys.space - 1u) & 1) {
                a3d_printf(r->out, "%s%s", glue, a3d_row_name(row));
                glue = ", ";
            }
        }
    }
}

static void put_ref(ref *r, const a3d_row *row, const char **glue)
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

static void put_keys(ref *r, const a3d_row *row, const char **glue)
{
    const a3d_keys *keys = &row->keys;
    if (keys->space == 0)
        return;
    a3d_printf(r->out, "%selements are named by ", *glue);
    *glue = "; ";
    if (keys->by_position)
        a3d_printf(r->out, "their position, from %u on", keys->base);
    else
        a3d_printf(r->out, "their %s", row->shape.record != NULL ? field_name(row->shape.record, keys->slot) : "value");
    if (keys->rule != 0)
        a3d_puts(r->out, ", which does not repeat");
    put_rule_name(r, keys->rule);
}

static void put_term(ref *r, const a3d_term *term)
{
    if (term->kind == A3D_TERM_NUMBER) {
        a3d_printf(r->out, "%" PRId64, term->factor);
        return;
    }
    if (term->factor != 1)
        a3d_printf(r->out, "%" PRId64 " × ", term->factor);
    a3d_printf(r->out, term->kind == A3D_TERM_COUNT ? "count of %s" : "%s", field_name(r->record, term->slot));
}

static void put_relations(ref *r, const a3d_relation *relation)
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

static void put_place(ref *r, const a3d_row *row, const char **glue)
{
    if (row->place_start == 0)
        return;
    a3d_printf(r->out, "%selement i lies in the file from %s[i] to %s[i]", *glue, field_name(r->record, row->place_start - 1u),
               field_name(r->record, row->place_end - 1u));
    *glue = "; ";
}

static void put_row(ref *r, const a3d_row *row)
{
    const char *glue = "";
    a3d_printf(r->out, "| %s | ", a3d_row_name(row));
    put_wire(r, row);
    a3d_puts(r->out, " | ");
    put_presence(r, row);
    a3d_puts(r->out, " | ");
    put_derive(r, row, &glue);
    put_domain(r, row, &glue);
    put_place(r, row, &glue);
    put_keys(r, row, &glue);
    put_ref(r, row, &glue);
    a3d_puts(r->out, " | ");
    if (row->cold != NULL && row->cold->meaning != NULL)
        put_cell(r->out, row->cold->meaning);
    if (row->cold != NULL && row->cold->source != NULL) {
        a3d_puts(r->out, " (");
        put_cell(r->out, row->cold->source);
        a3d_putc(r->out, ')');
    }
    a3d_puts(r->out, " |\n");
}

static void put_record(ref *r, const a3d_record *record)
{
    r->record = record;
    a3d_printf(r->out, "\n### %s\n\n", record->name);
    if (record->n_rows == 0) {
        a3d_puts(r->out, "No fields.\n");
        return;
    }
    a3d_puts(r->out, "| field | wire | present | demands | meaning |\n|---|---|---|---|---|\n");
    for (unsigned i = 0; i < record->n_rows; i++)
        put_row(r, &record->rows[i]);
    put_relations(r, record->relations);
}

/* ---- the format as a whole ---- */

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
    for (const a3d_compat *c = format->compats; c != NULL && c->name != NULL; c++)
        a3d_printf(out, "%s%s--compat %s%s: %s\n", lead, quote, c->name, quote, c->meaning);
}

void a3d_formats_text(a3d_text *out, const a3d_format *const *formats)
{
    for (; *formats != NULL; formats++) {
        const a3d_format *f = *formats;
        a3d_printf(out, "%s: %s\n  extensions: %s\n  versions: ", f->name, f->title, f->extensions);
        put_versions(out, f);
        a3d_putc(out, '\n');
        for (const a3d_branch *b = f->branches; b != NULL && b->name != NULL; b++)
            a3d_printf(out, "  branch --as %s:%s: versions %u to %u\n", f->name, b->name, b->since, b->until);
        put_compats(out, f, "  ", "");
        a3d_printf(out, "  rules: %u\n", f->n_rules - 1u);
    }
}

static void put_rules(a3d_text *out, const a3d_format *format)
{
    a3d_puts(out, "\n## Rules\n\n| rule | severity | what must hold | what goes wrong otherwise | source |\n|---|---|---|---|---|\n");
    for (unsigned i = 1; i < format->n_rules; i++) {
        const a3d_rule *rule = &format->rules[i];
        a3d_printf(out, "| %s | %s | ", rule->id, a3d_severity_name(rule->severity));
        put_cell(out, rule->title);
        a3d_puts(out, " | ");
        put_cell(out, rule->why);
        a3d_puts(out, " | ");
        put_cell(out, rule->source);
        a3d_puts(out, " |\n");
    }
}

void a3d_reference(a3d_text *out, const a3d_format *format)
{
    ref r = {out, format, NULL};
    a3d_printf(out, "# %s\n\nPrinted by `a3dlint formats --markdown %s` from the tables that decode the format; not written by hand.\n\n",
               format->title, format->name);
    a3d_printf(out, "Byte order: %s. Extensions: %s. Versions: ", format->big_endian ? "big-endian" : "little-endian", format->extensions);
    put_versions(out, format);
    a3d_puts(out, ".\n");
    if (format->compats != NULL && format->compats->name != NULL) {
        a3d_puts(out, "\nOther readings:\n\n");
        put_compats(out, format, "- ", "`");
    }
    a3d_puts(out, "\nFields stand in the order of the bytes. Versions in the column `present` are numbers of the version field");
    a3d_puts(out, " that decides. A name in brackets behind a demand is the rule that it belongs to.\n\n## Records\n");
    put_record(&r, format->root);
    for (unsigned i = 0; i < format->n_records; i++)
        if (format->records[i] != NULL && format->records[i] != format->root)
            put_record(&r, format->records[i]);
    put_rules(out, format);
}
