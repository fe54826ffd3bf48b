/* shapes.c - see shapes.h */
#include "report/reference/shapes.h"
#include "model/doc.h"

#include <inttypes.h>

const char *a3d_field_name(const a3d_record *record, unsigned slot)
{
    return a3d_row_name(&record->rows[slot]);
}

/* ---- presence ---- */

void a3d_put_branches(a3d_scribe *r, unsigned mask)
{
    const char *glue = "", *quote = r->plain ? "" : "`";
    for (const a3d_branch *b = r->format->branches; b != NULL && b->name != NULL; b++) {
        if ((b->mask & mask) == 0)
            continue;
        a3d_printf(r->out, "%s%s", glue, b->name);
        glue = " ";
    }
    for (const a3d_compat *c = r->format->compats; c->name != NULL; c++) {
        if ((c->mask & mask) == 0)
            continue;
        a3d_printf(r->out, "%swith %s--compat %s%s", glue, quote, c->name, quote);
        glue = " ";
    }
    for (const a3d_compat *c = r->format->compats; c->name != NULL; c++)
        if ((c->replaces & mask) != 0)
            a3d_printf(r->out, "%swithout %s--compat %s%s", glue, quote, c->name, quote);
}

void a3d_put_gate(a3d_scribe *r, const a3d_gate *gate, const char **glue)
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
    a3d_printf(r->out, "%sonly ", *glue);
    *glue = "; ";
    a3d_put_branches(r, gate->branches);
}

void a3d_put_when(a3d_scribe *r, const a3d_when *when, const char **glue)
{
    static const char *const words[] = {"", "=", "≠", "<", "≤", ">", "≥", "has another form than"};
    if (when->op == A3D_ALWAYS)
        return;
    const a3d_record *record = when->outer != NULL ? when->outer : r->record;
    a3d_printf(r->out, "%sif ", *glue);
    *glue = "; ";
    if (when->outer != NULL)
        a3d_printf(r->out, "%s.", when->outer->name);
    a3d_puts(r->out, a3d_field_name(record, when->slot));
    if (when->op == A3D_NOT_EMPTY)
        a3d_puts(r->out, " is not empty");
    else
        a3d_printf(r->out, " %s %" PRId64, words[when->op], when->value);
}

void a3d_put_presence(a3d_scribe *r, const a3d_row *row)
{
    const char *glue = "";
    if (row->optional) {
        a3d_puts(r->out, "optional, one mask bit");
        glue = "; ";
    }
    a3d_put_gate(r, &row->gate, &glue);
    a3d_put_when(r, &row->when[0], &glue);
    a3d_put_when(r, &row->when[1], &glue);
    if (row->when_call != NULL)
        a3d_printf(r->out, "%sif an earlier field requires it", glue);
}

/* ---- shapes ---- */

static void put_type(a3d_scribe *r, unsigned type)
{
    static const char *const names[A3D_TYPES] = {"u8", "i8", "bool", "u16", "i16", "u32", "i32", "i64", "f32"};
    a3d_puts(r->out, names[type]);
}

static void put_link(a3d_scribe *r, const a3d_record *record)
{
    if (r->plain) {
        a3d_puts(r->out, record->name);
        return;
    }
    a3d_printf(r->out, "[%s](#", record->name);
    for (const char *p = record->name; *p != '\0'; p++)
        a3d_putc(r->out, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
    a3d_putc(r->out, ')');
}

static void put_factor(a3d_scribe *r, const a3d_shape *s, const a3d_record *record, bool outer)
{
    if (outer)
        a3d_printf(r->out, "%s.", record->name);
    a3d_puts(r->out, a3d_field_name(record, s->slot));
    if (s->count_mul != 1)
        a3d_printf(r->out, " × %" PRId32, s->count_mul);
    if (s->count_add != 0)
        a3d_printf(r->out, " - %" PRId32, -s->count_add); /* the elements that are elsewhere */
}

static void put_count(a3d_scribe *r, const a3d_shape *s)
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
    case A3D_COUNT_REST:
        a3d_puts(r->out, ", all remaining bytes");
        break;
    case A3D_COUNT_FRAMED: a3d_puts(r->out, ", each with its size, to the end"); break;
    default:
        a3d_puts(r->out, ", as many as an earlier field says");
        break;
    }
}

static void put_cases(a3d_scribe *r, const a3d_shape *s)
{
    a3d_printf(r->out, "by %s: ", a3d_field_name(r->record, s->slot));
    for (const a3d_case *c = s->cases; c->key != A3D_CASE_END; c++) {
        a3d_printf(r->out, "%s%" PRId64 " ", c != s->cases ? ", " : "", c->key);
        put_link(r, c->record);
    }
}

static void put_list(a3d_scribe *r, const a3d_shape *s)
{
    a3d_puts(r->out, s->text ? "text" : "list of ");
    if (s->kind == A3D_VECTOR)
        put_link(r, s->record);
    else if (!s->text)
        put_type(r, s->type);
    put_count(r, s);
    if (s->fill)
        a3d_puts(r->out, ", condensed (a boolean says whether one value applies to all)");
}

void a3d_put_shape(a3d_scribe *r, const a3d_shape *s)
{
    switch (s->kind) {
    case A3D_SCALAR: put_type(r, s->type); break;
    case A3D_ARRAY:
    case A3D_VECTOR: put_list(r, s); break;
    case A3D_RECORD: put_link(r, s->record); break;
    case A3D_SWITCH: put_cases(r, s); break;
    default:
        if (s->custom->least_size == 0)
            a3d_puts(r->out, "no bytes, checked by code");
        else
            a3d_printf(r->out, "at least %u bytes, read by code", s->custom->least_size);
        break;
    }
    if (s->pack != A3D_PACK_NONE)
        a3d_puts(r->out, s->pack == A3D_PACK_ZLIB ? ", packed (zlib)" : ", packed (block)");
    if (s->pad != 0)
        a3d_printf(r->out, ", padded to %u bytes", s->pad);
    if (s->reserve != 0)
        a3d_printf(r->out, ", but for the last %u bytes", s->reserve);
}

void a3d_put_wire(a3d_scribe *r, const a3d_row *row)
{
    if (row->alts == NULL) {
        a3d_put_shape(r, &row->shape);
        return;
    }
    for (const a3d_alt *alt = row->alts; alt->shape.kind != A3D_NOTHING; alt++) {
        const char *glue = "";
        a3d_puts(r->out, alt != row->alts ? "<br>" : "");
        a3d_put_shape(r, &alt->shape);
        size_t before = r->out->size;
        a3d_puts(r->out, " (");
        a3d_put_gate(r, &alt->gate, &glue);
        a3d_put_when(r, &alt->when, &glue);
        if (*glue == '\0' && !r->out->failed)
            r->out->size = before;
        else
            a3d_putc(r->out, ')');
    }
}

/* ---- derived values ---- */

static void put_span(a3d_scribe *r, const a3d_derive_row *d)
{
    static const char *const from[] = {"the start of the record", "the start of this field", "the end of this field"};
    static const char *const windows[] = {"", ", a window that the content fills", ", checked against the content"};
    a3d_printf(r->out, "bytes from %s to ", from[d->from]);
    if (d->to == A3D_NO_SLOT)
        a3d_puts(r->out, "the end of the record");
    else
        a3d_printf(r->out, "the end of %s", a3d_field_name(r->record, d->to));
    a3d_puts(r->out, windows[d->window]);
}

void a3d_put_derive(a3d_scribe *r, const a3d_row *row, const char **glue)
{
    const a3d_derive_row *d = &row->derive;
    if (d->kind == A3D_GIVEN)
        return;
    a3d_puts(r->out, *glue);
    *glue = "; ";
    switch (d->kind) {
    case A3D_SPAN: put_span(r, d); break;
    case A3D_COUNT: a3d_printf(r->out, "the count of %s", a3d_field_name(r->record, d->to)); break;
    case A3D_UNPACKED: a3d_printf(r->out, "the size of %s once unpacked", a3d_field_name(r->record, d->to)); break;
    case A3D_TOTAL: a3d_puts(r->out, "the size of the file"); break;
    case A3D_ADLER32: a3d_puts(r->out, "the Adler-32 of the record up to here"); break;
    default: a3d_puts(r->out, "follows from other fields"); break;
    }
}
