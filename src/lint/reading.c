/* reading.c - checks whether another reading of the format (--compat) explains a structural fault */
#include "engine/decode/decode.h"
#include "lint/lint.h"

#include <stdio.h>
#include <string.h>

static bool is_read_otherwise(const a3d_record *record, uint32_t mask)
{
    for (unsigned i = 0; record != NULL && i < record->n_rows; i++)
        if ((record->rows[i].gate.branches & mask) != 0)
            return true;
    return false;
}

/* Whether the other reading changes anything: it reads a record of the file differently, or the list that failed. */
static bool changes_reading(const a3d_doc *doc, const a3d_finding *f, uint32_t mask)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        const a3d_shape *shape = a3d_shape_of(node);
        bool some = (node->state == A3D_PRESENT && node->v.at.count > 0) || i == f->place.node;
        if (shape->kind == A3D_VECTOR && some && is_read_otherwise(shape->record, mask))
            return true;
    }
    return false;
}

/* The first structural fault, or NULL. */
static a3d_finding *first_fault(a3d_doc *doc)
{
    for (size_t i = 0; doc->faulty && i < doc->n_findings; i++)
        if (doc->findings[i].cause == A3D_NO_CAUSE && doc->findings[i].rule->fault != A3D_FAULT_NONE &&
            doc->findings[i].severity == A3D_ERROR)
            return &doc->findings[i];
    return NULL;
}

/* Whether the file has no errors if its records are read with `gain` instead of `lose`. Uses at most the remaining
 * steps. */
static bool has_no_errors(a3d_doc *doc, const a3d_limits *limits, uint32_t lose, uint32_t gain)
{
    uint32_t branches = ((uint32_t)doc->vars[A3D_VAR_BRANCH] & ~lose) | gain;
    a3d_limits own = *limits;
    a3d_arena arena;
    own.work = doc->work_limit - doc->steps;
    a3d_arena_init_below(&arena, doc->arena);
    const a3d_doc *other = a3d_decode(&arena, doc->format, doc->streams[0].data, doc->streams[0].size, &own, branches);
    bool sound = other != NULL && !other->faulty && other->limited == A3D_LIMIT_NONE && a3d_count_errors(other) == 0;
    if (other != NULL) /* what it counts beyond its limit, it does not do */
        doc->steps += other->steps < own.work ? other->steps : own.work;
    a3d_arena_free(&arena);
    return sound;
}

void a3d_try_readings(a3d_doc *doc, const a3d_limits *limits)
{
    a3d_finding *f = doc->limited == A3D_LIMIT_NONE ? first_fault(doc) : NULL;
    for (const a3d_compat *c = doc->format->compats; f != NULL && c->name != NULL; c++) {
        char text[400];
        bool asked = (doc->vars[A3D_VAR_BRANCH] & c->mask) != 0;
        uint32_t lose = asked ? c->mask : c->replaces, gain = asked ? c->replaces : c->mask;
        if (gain == 0 || doc->work_limit <= doc->steps || !changes_reading(doc, f, gain) ||
            !has_no_errors(doc, limits, lose, gain))
            continue;
        snprintf(text, sizeof text, "%s; %s --compat %s this error is gone", f->message, asked ? "without" : "with",
                 c->name);
        const char *message = a3d_arena_text(doc->arena, text, strlen(text));
        f->message = message != NULL ? message : f->message;
        f->n_suspects = 0;
    }
}
