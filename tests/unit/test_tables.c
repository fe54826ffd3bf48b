/* What the tables of all formats have in common. The engine and the reports rest on it and do not ask again: a new table
 * that breaks one of these fails here and says what would have to learn of it. */
#include "lint/lint.h"
#include "engine/check/check.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"
#include "formats/odol/odol.h"
#include "model/doc.h"
#include "report/reference/dictionary.h"
#include "engine/decode/mask.h"
#include "engine/document/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* ---- walks ---- */

typedef struct place {
    const a3d_format *format;
    const a3d_record *record;
    const a3d_row *row;
    const a3d_shape *shape;
    const a3d_alt *alt; /* NULL: the row has one shape */
} place;

static void hold(const place *p, bool so, const char *what)
{
    if (!so)
        fail_msg("%s: %s.%s: not so: %s", p->format->name, p->record->name, p->row->name, what);
}
#define HOLDS(p, what) hold(p, what, #what)

/* Every shape of every row; a row without alternatives has one. */
static void each_shape(void (*look)(const place *p))
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++)
            for (unsigned k = 0; k < (*f)->records[i]->n_rows; k++) {
                const a3d_row *row = &(*f)->records[i]->rows[k];
                place p = {*f, (*f)->records[i], row, &row->shape, NULL};
                if (row->alts == NULL)
                    look(&p);
                for (p.alt = row->alts; p.alt != NULL && p.alt->shape.kind != A3D_NOTHING; p.alt++) {
                    p.shape = &p.alt->shape;
                    look(&p);
                }
            }
}

static bool is_gated(const a3d_gate *gate)
{
    return gate->since != 0 || gate->until != 0 || gate->branches != 0;
}

static bool is_conditional(const a3d_row *row)
{
    return row->optional || is_gated(&row->gate) || row->when[0].op != A3D_ALWAYS || row->when_call != NULL;
}

/* ---- formats and records ---- */

static void test_formats(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        unsigned branches = 0;
        assert_true((*f)->compats != NULL && (*f)->quirks != NULL && (*f)->twins != NULL);
        for (const a3d_branch *b = (*f)->branches; b != NULL && b->name != NULL; b++)
            branches++;
        for (unsigned k = (*f)->fork.from; k < (*f)->fork.to; k++) {
            const a3d_row *row = &(*f)->root->rows[(*f)->fork.slot].shape.record->rows[k];
            assert_true(row->shape.kind == A3D_SCALAR && row->alts == NULL && !row->optional && row->when[0].op == A3D_ALWAYS && row->when_call == NULL);
        }
        assert_in_range((*f)->fork.to - (*f)->fork.from, 0, A3D_FORK_FIELDS);
        assert_in_range(branches, 0, 8); /* engine/decode/file.c */
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            const a3d_record *record = (*f)->records[i];
            assert_true(record != NULL && record->id == i && record->n_rows > 0 && record->n_rows <= A3D_ROWS_MOST);
        }
    }
}

/* Versions ascend; those of a branch stand behind and repeat numbers, so that the first inside a gate is the lowest. */
static void test_versions(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        int64_t highest = -1;
        for (const a3d_version *v = (*f)->versions; v->text != NULL; v++) {
            bool known = false;
            for (const a3d_version *w = (*f)->versions; w != v; w++)
                known |= w->number == v->number;
            assert_true(v->number > highest || known);
            highest = v->number > highest ? v->number : highest;
        }
    }
}

/* A cell of a table of markdown holds them as they are. */
static void test_words(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const a3d_rule *rule = &(*f)->rules[i];
            assert_null(strchr(rule->title, '|'));
            assert_null(strchr(rule->why, '|'));
            assert_null(strchr(rule->source, '|'));
            assert_int_equal(strspn(rule->id, "abcdefghijklmnopqrstuvwxyz0123456789-/"), strlen(rule->id));
        }
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            assert_null(strpbrk((*f)->records[i]->name, " |"));
            for (unsigned k = 0; k < (*f)->records[i]->n_rows; k++) {
                const a3d_cold *cold = (*f)->records[i]->rows[k].cold;
                assert_true(cold == NULL || (cold->meaning != NULL && strchr(cold->meaning, '|') == NULL));
            }
        }
    }
}

/* ---- rules ---- */

static bool has_prefix(const a3d_shape *s)
{
    return (s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) && s->count_by == A3D_COUNT_PREFIX;
}
static bool is_counted(const place *p) { return has_prefix(p->shape) || p->shape->count_by == A3D_COUNT_FIELD; }
static bool is_long(const place *p) { return p->format->prefix == A3D_PREFIX_A3D && has_prefix(p->shape); }
static bool is_filled(const place *p) { return p->shape->fill; }
static bool is_switch(const place *p) { return p->shape->kind == A3D_SWITCH; }
static bool ends_in_nul(const place *p) { return p->shape->count_by == A3D_COUNT_NUL; }
static bool is_padded(const place *p) { return p->shape->pad != 0; }
static bool is_zlib(const place *p) { return p->shape->pack == A3D_PACK_ZLIB; }
static bool is_block(const place *p) { return p->shape->pack == A3D_PACK_BLOCK; }
static bool has_flag(const place *p) { return is_block(p) && p->format->blocks->flag_since != 0; }
static bool is_packed(const place *p) { return is_zlib(p) || is_block(p); }
static bool is_placed(const place *p) { return p->row->place_start != 0; }
static bool is_mask(const place *p) { return p->shape->kind == A3D_CUSTOM && p->shape->custom == &a3d_null_mask; }
static bool is_window(const place *p) { return p->row->derive.window == A3D_EXACT; }
static bool is_wide_window(const place *p) { return is_window(p) && p->row->derive.from != A3D_AFTER_FIELD; }
static bool is_any(const place *p) { return p->row != NULL; }

/* The faults that rows of a kind can bring about. */
static const struct {
    a3d_fault fault;
    bool (*can)(const place *p);
    const char *name;
} faults[] = {
#define CAN(name, kind) {A3D_FAULT_##name, kind, #name}
    CAN(TRUNCATED, is_any), CAN(COUNT, is_counted), CAN(OVERLONG, is_long), CAN(BOOLEAN, is_filled), CAN(TYPE, is_switch),
    CAN(TEXT_END, ends_in_nul), CAN(PADDING, is_padded), CAN(ZLIB_HEADER, is_zlib), CAN(PACKED_CHECKSUM, is_zlib),
    CAN(PACKED_TRAILING, is_zlib), CAN(PACKED_DATA, is_packed), CAN(PACKED_ENDS, is_packed), CAN(UNPACKED_SIZE, is_block),
    CAN(PACK_RATIO, is_block), CAN(FLAG, has_flag), CAN(FLAG_ODD, has_flag), CAN(ADDRESS, is_placed),
    CAN(ADDRESS_OVERLAP, is_placed), CAN(ADDRESS_GAP, is_placed), CAN(MASK_SHORT, is_mask), CAN(MASK_EMPTY, is_mask),
    CAN(MASK_SURPLUS, is_mask), CAN(MASK_PADDING, is_mask), CAN(MASK_FORM, is_mask), CAN(LEFT_OVER, is_window),
    CAN(LENGTH_PAST, is_window), CAN(LENGTH_SMALL, is_wide_window),
#undef CAN
};

/* What a row lacks, so that something wrong in a file could not be reported; NULL when nothing does. */
static const char *lacks(const place *p)
{
    const a3d_row *row = p->row;
    unsigned n = p->format->n_rules;
    if (row->domain.kind != A3D_ANY && a3d_domain_rule(p->format, row, p->shape->type) == NULL)
        return "a rule for its domain";
    if (p->shape->type == A3D_BOOL && a3d_domain_rule(p->format, row, A3D_BOOL) == NULL)
        return "a rule for booleans";
    if (row->ref.spaces != 0 && row->ref.rule == 0)
        return "a rule for its reference";
    if (row->domain.rule >= n || row->keys.rule >= n || row->ref.rule >= n || row->ref.null_rule >= n || row->ref.later_rule >= n ||
        row->derive.zero_rule >= n || (row->derive.rule >= n && row->derive.rule != A3D_CHECKED_APART))
        return "a rule of its own format";
    for (const a3d_relation *r = p->record->relations; r != NULL && r->op != A3D_ALWAYS; r++)
        if (r->rule == 0 || r->rule >= n)
            return "a rule for a relation of its record";
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i].can(p) && a3d_rule_for(p->format, faults[i].fault) == NULL)
            return faults[i].name;
    return NULL;
}

static void rules_exist(const place *p)
{
    const char *what = lacks(p);
    if (what != NULL)
        fail_msg("%s: the row %s.%s lacks %s", p->format->name, p->record->name, p->row->name, what);
}

static void test_rules(void **state)
{
    (void)state;
    each_shape(rules_exist);
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        assert_non_null((*f)->rules[0].id); /* what a row without a rule is reported as */
        assert_int_equal(strncmp((*f)->rules[0].id, (*f)->name, strlen((*f)->name)), 0);
    }
}

/* Planted rows, in the table of a format that has no rule for them. */
static void test_missing_rules(void **state)
{
    static const a3d_record other = {.name = "Other"};
    static const a3d_relation unruled[] = {{{A3D_TERM_COUNT, 0, 1}, A3D_EQ, {A3D_TERM_NUMBER, 0, 1}, 0}, {.op = A3D_ALWAYS}};
    static const struct {
        a3d_row row;
        const a3d_relation *relations;
        const char *lacks;
    } planted[] = {
        {{.name = "range", .shape = {.kind = A3D_SCALAR}, .domain = {.kind = A3D_RANGE, .hi = 360}}, NULL, "a rule for its domain"},
        {{.name = "enum", .shape = {.kind = A3D_SCALAR}, .domain = {.kind = A3D_ENUM}}, NULL, "a rule for its domain"},
        {{.name = "flag", .shape = {.kind = A3D_SCALAR, .type = A3D_BOOL}}, NULL, "a rule for booleans"},
        {{.name = "ref", .shape = {.kind = A3D_SCALAR}, .ref = {.spaces = 1}}, NULL, "a rule for its reference"},
        {{.name = "foreign", .shape = {.kind = A3D_SCALAR}, .domain = {.kind = A3D_RANGE, .rule = 900}}, NULL, "a rule of its own format"},
        {{.name = "relation", .shape = {.kind = A3D_SCALAR}}, unruled, "a rule for a relation of its record"},
        {{.name = "text", .shape = {.kind = A3D_ARRAY, .count_by = A3D_COUNT_NUL}}, NULL, "TEXT_END"},
        {{.name = "packed", .shape = {.kind = A3D_RECORD, .record = &other, .pack = A3D_PACK_ZLIB}}, NULL, "ZLIB_HEADER"},
        {{.name = "placed", .shape = {.kind = A3D_VECTOR, .record = &other, .count_by = A3D_COUNT_CALL}, .place_start = 1}, NULL, "ADDRESS"},
        {{.name = "whole", .shape = {.kind = A3D_SCALAR}}, NULL, NULL},
    };
    static const a3d_rule few[] = {{.id = "planted/no-rule"}, {.id = "planted/truncated", .fault = A3D_FAULT_TRUNCATED}};
    static const a3d_format format = {.name = "planted", .rules = few, .n_rules = 2};
    (void)state;
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        a3d_record record = {.name = "Planted", .rows = &planted[i].row, .n_rows = 1, .relations = planted[i].relations};
        place p = {&format, &record, &planted[i].row, &planted[i].row.shape, NULL};
        const char *what = lacks(&p);
        if ((what == NULL) != (planted[i].lacks == NULL) || (what != NULL && strcmp(what, planted[i].lacks) != 0))
            fail_msg("%s lacks '%s', not '%s'", planted[i].row.name, what, planted[i].lacks);
    }
}

/* ---- values ---- */

static bool is_float(const a3d_shape *s)
{
    return (s->kind == A3D_SCALAR || s->kind == A3D_ARRAY) && s->type == A3D_F32;
}

static void look_at_values(const place *p)
{
    const a3d_row *row = p->row;
    const a3d_domain *d = &row->domain;
    HOLDS(p, p->alt == NULL || is_float(p->shape) == is_float(&row->alts->shape));
    HOLDS(p, p->alt == NULL || row->shape.kind == A3D_NOTHING); /* engine/check/check.c */
    HOLDS(p, row->keys.space <= 64);
    HOLDS(p, row->ref.null_rule == 0 || row->ref.has_none);                          /* engine/generate/breaker.c */
    HOLDS(p, row->ref.has_none || row->ref.none == 0);                               /* engine/generate/maker.c */
    HOLDS(p, row->ref.spaces == 0 || p->record != p->format->root);                  /* engine/generate/links.c */
    HOLDS(p, !row->ascends || (p->shape->kind == A3D_SCALAR && p->shape->type == A3D_U32)); /* engine/check/columns.c */
    HOLDS(p, d->kind != A3D_RANGE || d->hi >= 0);                                    /* engine/edit/fresh.c */
    if (row->keys.space != 0 && !row->keys.by_position && a3d_is_flat(row->shape.record))
        for (unsigned i = 0; i <= row->keys.slot; i++)
            HOLDS(p, row->shape.record->rows[i].shape.kind != A3D_RECORD); /* engine/document/keys.c */
    HOLDS(p, d->kind != A3D_ENUM || (d->names != NULL && d->names->name != NULL));
    HOLDS(p, d->kind != A3D_BYTES || d->lo <= 16); /* report/reference/dictionary.c */
    HOLDS(p, d->kind != A3D_ENUM || p->shape->kind != A3D_ARRAY || p->shape->type != A3D_U8); /* bytes are shown as bytes */
    HOLDS(p, d->kind != A3D_UTF8 || d->rule == 0);                                           /* report/triage/damage.c */
    HOLDS(p, row->derive.kind != A3D_COUNT || row->derive.rule == 0);
    HOLDS(p, row->derive.kind != A3D_SPAN || row->derive.bias == 0); /* report/reference/shapes.c does not show it */
    HOLDS(p, row->keys.space == 0 || row->keys.by_position || row->shape.record != NULL);
    HOLDS(p, row->keys.kind_slot == 0 || row->alts != NULL); /* report/reference/reference.c */
    if (p->shape->kind == A3D_CUSTOM)
        HOLDS(p, p->shape->custom != NULL && (p->shape->custom->forms != NULL || p->shape->custom->least_size == 0));
}

static void test_values(void **state)
{
    (void)state;
    each_shape(look_at_values);
}

/* What is derived has a rule that says so, but for what reading goes by (counts, exact lengths); and no version is derived. */
static void look_at_derived(const place *p)
{
    const a3d_derive_row *d = &p->row->derive;
    a3d_fault fault = d->kind == A3D_UNPACKED ? A3D_FAULT_UNPACKED_SIZE : d->kind == A3D_TOTAL ? A3D_FAULT_TOTAL
                    : d->kind == A3D_ADLER32 ? A3D_FAULT_CHECKSUM : A3D_FAULT_LENGTH_WRONG;
    HOLDS(p, d->kind == A3D_GIVEN || d->kind == A3D_COUNT || d->kind == A3D_COMPUTED || d->rule != 0 || d->window == A3D_EXACT || a3d_rule_for(p->format, fault) != NULL);
    HOLDS(p, d->kind == A3D_GIVEN || p->row->publish == 0);
}

static void test_derived(void **state)
{
    (void)state;
    each_shape(look_at_derived);
}

/* ---- what known readers answer ---- */

/* A rule's answers of all readers fit behind its message (lint/readers.c), and each row names a reader. */
static void test_answers(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            size_t size = 0;
            for (const a3d_quirk *q = (*f)->quirks; q->reader != NULL; q++) {
                const a3d_compat *c = (*f)->compats;
                while (c->name != NULL && strcmp(c->name, q->reader) != 0)
                    c++;
                assert_non_null(c->name);
                if (q->rule != NULL && strcmp(q->rule, (*f)->rules[i].id) == 0)
                    size += strlen(c->who) + strlen(" and  reads beyond it");
            }
            assert_in_range(size, 0, 640 - 400 - 1);
        }
}

static void look_at_switch(const place *p)
{
    for (const a3d_case *c = p->shape->kind == A3D_SWITCH ? p->shape->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
        HOLDS(p, c->record != NULL && c->name != NULL && p->record->rows[p->shape->slot].shape.type == A3D_U8);
}

static void test_switches(void **state)
{
    (void)state;
    each_shape(look_at_switch);
}

/* The left side is a count or value as it stands: that is what a breaker of the relation changes. */
static void test_relations(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++)
            for (const a3d_relation *r = (*f)->records[i]->relations; r != NULL && r->op != A3D_ALWAYS; r++) {
                assert_true(r->left.kind != A3D_TERM_NUMBER && r->left.factor == 1);
                assert_true(r->right.kind == A3D_TERM_NUMBER || r->right.factor == 1);
                assert_true(r->op == A3D_EQ || r->op == A3D_NE || r->op == A3D_LE || r->op == A3D_GE);
            }
}

/* ---- lists ---- */

static void look_at_count(const place *p)
{
    const a3d_shape *s = p->shape;
    if (s->count_by == A3D_COUNT_FIELD || s->count_by == A3D_COUNT_OUTER)
        HOLDS(p, s->count_mul >= 1 && s->count_add <= 0); /* report/reference/shapes.c */
    for (unsigned i = 0; i < 2; i++)
        if (p->row->when[i].op == A3D_NOT_EMPTY) /* engine/decode/decode.h */
            HOLDS(p, p->row->when[i].outer == NULL && !is_conditional(&p->record->rows[p->row->when[i].slot]));
}

static void test_counts(void **state)
{
    (void)state;
    each_shape(look_at_count);
}

/* ---- rows that are read without many questions ---- */

/* What engine/document/plan.c and engine/decode/simple.c make of rows. */
static void look_at_easy(const place *p)
{
    const a3d_row *row = p->row, *before = row > p->record->rows ? row - 1 : NULL;
    const a3d_when *when = row->when;
    bool inner = p->shape->kind == A3D_ARRAY || p->shape->kind == A3D_VECTOR;
    HOLDS(p, when[1].op == A3D_ALWAYS || (when[0].op != A3D_ALWAYS && when[1].outer == NULL));
    HOLDS(p, !row->optional || when[0].op == A3D_ALWAYS);
    HOLDS(p, p->shape->count_by != A3D_COUNT_FIXED || p->shape->kind == A3D_ARRAY);
    HOLDS(p, !row->domain.vital || p->shape->kind == A3D_SCALAR || row->domain.kind == A3D_BYTES);
    HOLDS(p, row->place_start == 0 || p->shape->count_by != A3D_COUNT_PREFIX);
    HOLDS(p, p->shape->pad == 0 || p->alt != NULL || !inner || is_conditional(row));
    if (before != NULL && row->alts == NULL && before->alts == NULL && when[0].op != A3D_ALWAYS && when[0].outer == NULL &&
        when[1].op == A3D_ALWAYS && !is_gated(&row->gate) && before->when[0].op == when[0].op && before->when[0].value == when[0].value)
        HOLDS(p, before->when[0].outer != NULL || before->when[0].slot == when[0].slot);
}

static void test_easy(void **state)
{
    (void)state;
    each_shape(look_at_easy);
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            const a3d_record *record = (*f)->records[i];
            bool numbers = true, derives = false;
            for (unsigned k = 0; k < record->n_rows; k++) {
                const a3d_row *row = &record->rows[k];
                numbers &= row->alts == NULL && row->shape.kind == A3D_SCALAR && (row->optional || !is_conditional(row)) &&
                           row->publish == 0 && row->derive.window == A3D_NO_WINDOW && !row->domain.vital;
                derives |= row->derive.kind != A3D_GIVEN;
            }
            assert_false(numbers && derives);
        }
}

/* Forms under one name: in every version there is one. Those that gates alone choose are not condensed behind a count. */
static void test_forms(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++)
            for (unsigned k = 0; k < (*f)->records[i]->n_rows; k++) {
                const a3d_row *row = &(*f)->records[i]->rows[k];
                bool formed = true;
                for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
                    formed &= alt->shape.kind == A3D_ARRAY && alt->when.op == A3D_ALWAYS;
                for (const a3d_alt *alt = row->alts; formed && alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
                    assert_true(alt->shape.count_by != A3D_COUNT_PREFIX || !alt->shape.fill); /* engine/decode/simple.c */
                for (unsigned version = 0; row->alts != NULL && version < 256; version++) {
                    const a3d_alt *alt = row->alts;
                    while (alt->shape.kind != A3D_NOTHING && (alt->gate.branches != 0 || version < alt->gate.since || (alt->gate.until != 0 && version > alt->gate.until)))
                        alt++;
                    bool there = version >= row->gate.since && (row->gate.until == 0 || version <= row->gate.until);
                    if (there && alt->shape.kind == A3D_NOTHING)
                        fail_msg("%s: %s.%s has no form in version %u", (*f)->name, (*f)->records[i]->name, row->name, version);
                }
            }
}

/* Whether a length in the record is only a claim. */
static bool has_claim(const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++)
        if (type->rows[i].derive.window == A3D_SOFT)
            return true;
    return false;
}

/* A record has at most one exact length. Behind an exact length stand scalars that are always there, or none; behind a block with a
 * claim a block with an identifier. */
static void test_windows(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            const a3d_record *record = (*f)->records[i];
            unsigned from = record->n_rows, windows = 0;
            for (unsigned k = 0; k < record->n_rows; k++) {
                const a3d_row *row = &record->rows[k];
                windows += row->derive.window == A3D_EXACT;
                if (k > from && row->alts == NULL && row->shape.kind == A3D_SCALAR)
                    assert_false(is_conditional(row));
                if (k > 0 && row[-1].alts == NULL && row[-1].shape.kind == A3D_RECORD && has_claim(row[-1].shape.record) && row->gate.since == 0)
                    assert_true(row->shape.kind == A3D_RECORD && row->shape.record->rows[0].domain.kind == A3D_IS);
                from = row->derive.window == A3D_EXACT && row->shape.kind == A3D_SCALAR && from == record->n_rows ? k : from;
            }
            assert_in_range(windows, 0, 1);
        }
}

/* Fields of plain elements: no gate but those of alternatives, no enumeration of single bytes. */
static unsigned look_inside(const place *p, const a3d_record *type, unsigned depth, size_t path, const a3d_domain **floats)
{
    unsigned leaves = 0;
    HOLDS(p, depth <= A3D_FLAT_DEPTH);
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        const a3d_shape *s = row->alts != NULL ? &row->alts->shape : &row->shape;
        HOLDS(p, row->domain.kind != A3D_ENUM || s->type != A3D_U8);
        HOLDS(p, s->kind != A3D_SCALAR || row->domain.kind != A3D_RANGE || row->domain.hi - row->domain.lo < UINT32_MAX);
        if (s->kind == A3D_RECORD) {
            HOLDS(p, row->alts == NULL && !is_gated(&row->gate)); /* report/stats/stats.c */
            leaves += look_inside(p, s->record, depth + 1, path + strlen(row->name) + 1, floats);
            continue;
        }
        leaves++;
        HOLDS(p, path + strlen(row->name) + 1 < 60); /* engine/check/check.c, engine/edit/resolve.c */
        HOLDS(p, s->type != A3D_F32 || *floats == NULL || (*floats)->kind == row->domain.kind);
        *floats = s->type == A3D_F32 ? &row->domain : *floats;
    }
    return leaves;
}

static void look_at_plain(const place *p)
{
    const a3d_domain *floats = NULL;
    if (p->shape->kind == A3D_VECTOR && a3d_is_flat(p->shape->record))
        HOLDS(p, look_inside(p, p->shape->record, 1, 0, &floats) <= 24); /* engine/check/columns.c */
}

/* A record is plain by what stands here; what engine/document/flat.c asks beyond it decides nothing. */
static bool is_simple(const a3d_record *type)
{
    if (type->n_rows > 16)
        return false;
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        const a3d_shape *s = row->alts != NULL ? &row->alts->shape : &row->shape;
        bool list = s->kind == A3D_ARRAY && s->count_by != A3D_COUNT_NUL && s->count_by != A3D_COUNT_REST && s->count_by != A3D_COUNT_CALL;
        if (row->optional || row->when[0].op != A3D_ALWAYS || row->when_call != NULL || row->derive.kind != A3D_GIVEN || s->pack != A3D_PACK_NONE || s->text ||
            !(list || s->kind == A3D_SCALAR || (s->kind == A3D_RECORD && is_simple(s->record))))
            return false;
    }
    return true;
}

static void test_plain_records(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++)
            if (is_simple((*f)->records[i]) != a3d_is_flat((*f)->records[i]))
                fail_msg("%s: %s is plain only by what stands here, or by what stands in engine/document/flat.c", (*f)->name, (*f)->records[i]->name);
}

/* Elements that differ by one small count, which is vital: a number of one byte in a range, and one array that it counts. */
static void test_counted(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            const a3d_record *type = (*f)->records[i];
            unsigned vital = 0;
            for (unsigned k = 0; k < type->n_rows && a3d_is_flat(type); k++) {
                const a3d_row *row = &type->rows[k];
                vital += row->domain.vital;
                if (row->domain.vital)
                    assert_true(row->shape.kind == A3D_SCALAR && row->shape.type == A3D_U8 && row->domain.kind == A3D_RANGE &&
                                row->domain.lo >= 0 && row->domain.hi <= 255);
            }
            if (vital > 0)
                assert_true(vital == 1 && type->n_rows == 2 && !a3d_has_domain(&type->rows[1], A3D_U16));
        }
}

/* Whether a record lies somewhere that `around` does not enclose. */
static bool escapes(const a3d_record *from, const a3d_record *around, const a3d_record *wanted)
{
    if (from == around)
        return false;
    if (from == wanted)
        return true;
    for (unsigned i = 0; i < from->n_rows; i++)
        for (unsigned k = 0; k == 0 || (from->rows[i].alts != NULL && from->rows[i].alts[k - 1].shape.kind != A3D_NOTHING); k++) {
            const a3d_shape *s = from->rows[i].alts != NULL ? &from->rows[i].alts[k].shape : &from->rows[i].shape;
            if ((s->kind == A3D_RECORD || s->kind == A3D_VECTOR) && escapes(s->record, around, wanted))
                return true;
            for (const a3d_case *c = s->kind == A3D_SWITCH ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
                if (escapes(c->record, around, wanted))
                    return true;
        }
    return false;
}

/* What a row looks up around it is around it everywhere. */
static void look_around(const place *p)
{
    const a3d_record *outers[] = {p->shape->outer, p->row->when[0].outer, p->alt != NULL ? p->alt->when.outer : NULL};
    for (unsigned i = 0; i < sizeof outers / sizeof *outers; i++)
        HOLDS(p, outers[i] == NULL || !escapes(p->format->root, outers[i], p->record));
}

static void test_around(void **state)
{
    (void)state;
    each_shape(look_around);
    for (unsigned i = 0; i < a3d_format_odol.n_records; i++)
        for (unsigned k = 0; k < a3d_format_odol.n_records && strcmp(a3d_format_odol.records[i]->name, "Axis") == 0; k++)
            if (strcmp(a3d_format_odol.records[k]->name, "Animations") == 0)
                assert_false(escapes(a3d_format_odol.root, a3d_format_odol.records[k], a3d_format_odol.records[i]));
}

static void test_plain(void **state)
{
    (void)state;
    each_shape(look_at_plain);
}

/* ---- what lies in what ---- */

/* The deepest way down from a record, through all shapes of its rows; `packs` counts the packed ones on the way. */
static unsigned depth_below(const a3d_record *record, unsigned above, unsigned packs)
{
    unsigned most = 0;
    assert_in_range(above, 0, 12); /* no record holds itself */
    assert_in_range(packs, 0, 1);  /* report/common/report.c: A3D_CHAIN */
    for (unsigned i = 0; i < record->n_rows; i++)
        for (unsigned k = 0; k == 0 || (record->rows[i].alts != NULL && record->rows[i].alts[k - 1].shape.kind != A3D_NOTHING); k++) {
            const a3d_shape *s = record->rows[i].alts != NULL ? &record->rows[i].alts[k].shape : &record->rows[i].shape;
            unsigned inner = packs + (s->pack != A3D_PACK_NONE), below = 0;
            if (s->kind == A3D_RECORD || s->kind == A3D_VECTOR)
                below = depth_below(s->record, above + 1, inner);
            for (const a3d_case *c = s->kind == A3D_SWITCH ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++) {
                unsigned one = depth_below(c->record, above + 1, inner);
                below = one > below ? one : below;
            }
            most = below > most ? below : most;
        }
    return most + 1;
}

/* Records hold no record of their own kind, so that nothing nests beyond what the tables say. */
static void test_depth(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        assert_in_range(depth_below((*f)->root, 0, 0), 2, 10);
}

/* ---- dictionaries ---- */

/* report/reference/dictionary.c leaves out what is beyond 1024 words; and each format has floats, whose odd values are words. */
static void test_dictionaries(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        a3d_arena arena;
        a3d_text out;
        unsigned words = 0;
        bool floats = false;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        a3d_dictionary(&out, *f);
        for (size_t i = 1; i < out.size; i++)
            words += out.data[i - 1] == '=' && out.data[i] == '"';
        assert_in_range(words, 10, 1000);
        for (unsigned i = 0; i < (*f)->n_records; i++)
            for (unsigned k = 0; k < (*f)->records[i]->n_rows; k++)
                floats |= (*f)->records[i]->rows[k].shape.type == A3D_F32;
        assert_true(floats);
        a3d_text_free(&out);
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derived), cmocka_unit_test(test_answers), cmocka_unit_test(test_easy), cmocka_unit_test(test_forms),
        cmocka_unit_test(test_windows), cmocka_unit_test(test_plain_records), cmocka_unit_test(test_counted), cmocka_unit_test(test_around),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_versions), cmocka_unit_test(test_words),    cmocka_unit_test(test_rules),    cmocka_unit_test(test_missing_rules),
        cmocka_unit_test(test_values),  cmocka_unit_test(test_switches), cmocka_unit_test(test_relations), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_plain),   cmocka_unit_test(test_depth),    cmocka_unit_test(test_dictionaries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
