/* reach.c - see reach.h */
#include "reach.h"
#include "lint/lint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMATS = 8, VERSIONS = 48, RECORDS = 160, RULES = 320 };

static bool rules[FORMATS][RULES], met[FORMATS][VERSIONS][RECORDS];

/* ---- what the tables have ---- */

static uint32_t branch_mask(const a3d_format *format, const a3d_version *v)
{
    uint32_t mask = format->usual;
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        if (v->branch != NULL ? strcmp(b->name, v->branch) == 0 : b->since <= v->number && v->number <= b->until && b[1].name == NULL)
            mask |= b->mask;
    return mask;
}

static bool open_gate(const a3d_gate *gate, uint32_t version, uint32_t branches)
{
    return version >= gate->since && (gate->until == 0 || version <= gate->until) && (gate->branches == 0 || (gate->branches & branches) != 0);
}

static void add_record(bool *set, const a3d_record *record, uint32_t version, uint32_t branches);

static void add_shape(bool *set, const a3d_shape *shape, uint32_t version, uint32_t branches)
{
    if (shape->record != NULL)
        add_record(set, shape->record, version, branches);
    for (const a3d_case *c = shape->cases; c != NULL && c->key != A3D_CASE_END; c++)
        if (c->record != NULL)
            add_record(set, c->record, version, branches);
}

/* Adds a record and all that it may hold, whatever conditions on values say. */
static void add_record(bool *set, const a3d_record *record, uint32_t version, uint32_t branches)
{
    if (record->id >= RECORDS || set[record->id])
        return;
    set[record->id] = true;
    for (unsigned i = 0; i < record->n_rows; i++) {
        const a3d_row *row = &record->rows[i];
        if (!open_gate(&row->gate, version, branches))
            continue;
        if (row->alts == NULL)
            add_shape(set, &row->shape, version, branches);
        for (const a3d_alt *alt = row->alts; alt != NULL; alt++) {
            if (open_gate(&alt->gate, version, branches))
                add_shape(set, &alt->shape, version, branches);
            if (alt->shape.kind == A3D_NOTHING)
                break;
        }
    }
}

/* ---- what documents have ---- */

static unsigned format_index(const a3d_format *format)
{
    unsigned i = 0;
    while (a3d_formats()[i] != format)
        i++;
    return i;
}

static bool is_version(const a3d_doc *doc, const a3d_version *v)
{
    if (v->number != (uint32_t)doc->vars[A3D_VAR_VERSION])
        return false;
    return doc->format->branches == NULL || (doc->vars[A3D_VAR_BRANCH] & branch_mask(doc->format, v) & ~(int64_t)doc->format->usual) != 0;
}

static void meet(bool *set, const a3d_doc *doc, uint32_t branches)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->row == NULL || node->state != A3D_PRESENT)
            continue;
        const a3d_record *type = a3d_record_type(doc, i);
        const a3d_shape *shape = a3d_shape_of(node);
        if (type != NULL && type->id < RECORDS)
            set[type->id] = true;
        else if (shape->kind == A3D_VECTOR && node->v.at.count > 0 && shape->record != NULL)
            add_record(set, shape->record, (uint32_t)doc->vars[A3D_VAR_VERSION], branches);
    }
}

static void write_all(void)
{
    FILE *file = fopen(getenv("A3D_REACH"), "w");
    for (unsigned f = 0; file != NULL && a3d_formats()[f] != NULL; f++) {
        const a3d_format *format = a3d_formats()[f];
        for (unsigned r = 1; r < format->n_rules; r++)
            fprintf(file, "rule %s %d\n", format->rules[r].id, rules[f][r]);
        for (unsigned v = 0; format->versions[v].text != NULL; v++) {
            bool all[RECORDS] = {false};
            const a3d_version *version = &format->versions[v];
            add_record(all, format->root, version->number, branch_mask(format, version));
            for (unsigned r = 0; r < format->n_records && r < RECORDS; r++)
                if (all[r])
                    fprintf(file, "record %s %s%s%s %s %d\n", format->name, version->text, version->branch != NULL ? ":" : "",
                            version->branch != NULL ? version->branch : "", format->records[r]->name, met[f][v][r]);
        }
    }
    if (file != NULL)
        fclose(file);
}

void reach_seen(const a3d_doc *doc)
{
    static int wanted = -1;
    if (wanted < 0) {
        wanted = getenv("A3D_REACH") != NULL;
        if (wanted)
            atexit(write_all);
    }
    if (!wanted)
        return;
    unsigned f = format_index(doc->format);
    for (size_t i = 0; i < doc->n_findings; i++)
        rules[f][a3d_rule_index(doc->format, doc->findings[i].rule)] = true;
    for (unsigned v = 0; v < VERSIONS && doc->format->versions[v].text != NULL; v++)
        if (is_version(doc, &doc->format->versions[v]))
            meet(met[f][v], doc, branch_mask(doc->format, &doc->format->versions[v]));
}
