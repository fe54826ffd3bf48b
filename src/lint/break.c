/* break.c - makes files that break exactly one rule; see generate.h */
#include "engine/encode/encode.h"
#include "engine/generate/breaker.h"
#include "engine/generate/maker.h"
#include "lint/generate.h"
#include "transfer/transfer.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 40, FEWER = 8, LARGE = 1 << 20 }; /* fewer for large files, each of which takes long */

/* Checks the bytes as an unknown file first; the format is given only if detection fails, which some rules cause. A
 * rule that is off by default is turned on. */
static const a3d_result *check_bytes(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format,
                                     const char *name, const uint8_t *data, size_t size)
{
    a3d_level level = {rule->id, A3D_NOTE};
    a3d_options options = {.levels = &level, .n_levels = rule->severity == A3D_OFF, .name = name};
    const a3d_result *r = a3d_lint(arena, data, size, &options);
    if (r == NULL || r->format == format || format == &a3d_format_file)
        return r;
    options.format = format;
    return a3d_lint(arena, data, size, &options);
}

/* The name of the recipe that breaks a rule about whole files, since the name may be what is wrong. */
static const char *bad_name(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format)
{
    const char *id = strchr(rule->id, '/') + 1;
    size_t n = strlen(id);
    for (const char *const *line = format->twins; format == &a3d_format_file && *line != NULL; line++)
        if (strncmp(*line, id, n) == 0 && strncmp(*line + n, ".bad.", 5) == 0)
            return a3d_arena_text(arena, *line, strcspn(*line, " "));
    return NULL;
}

static bool breaks_alone(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format, const uint8_t *data,
                         size_t size, uint64_t *steps)
{
    const a3d_result *r = check_bytes(arena, rule, format, bad_name(arena, rule, format), data, size);
    *steps += r != NULL ? r->steps : 0;
    bool fires = false, of_file = format == &a3d_format_file;
    for (size_t i = 0; r != NULL && r->doc != NULL && i < r->doc->n_findings; i++) {
        const a3d_finding *f = &r->doc->findings[i];
        fires |= f->rule == rule;
        /* an error that explains a note takes its place, and damage of the whole file explains any */
        bool other = f->rule != rule && f->severity == A3D_ERROR && f->cause == A3D_NO_CAUSE;
        if (other && rule->severity > A3D_NOTE && (of_file || a3d_rule_index(&a3d_format_file, f->rule) == 0))
            return false;
    }
    return fires && !r->truncated;
}

bool a3d_breaks_alone(a3d_arena *arena, const a3d_rule *rule, const a3d_format *format, const uint8_t *data,
                      size_t size)
{
    uint64_t steps = 0;
    return breaks_alone(arena, rule, format, data, size, &steps);
}

/* Damages the end of a file. */
static void break_end(a3d_random *random, unsigned fault, a3d_text *out)
{
    if (fault == A3D_FAULT_TRUNCATED && out->size > 0)
        out->size -= 1 + a3d_random_below(random, out->size < 64 ? (uint32_t)out->size : 64);
    else if (fault == A3D_FAULT_TRAILING)
        a3d_put(out, "trailing bytes", 1 + a3d_random_below(random, 14));
}

/* Makes a random document and breaks the rule by the tables. Returns A3D_BAD if they do not say how. Adds what it took
 * to *steps. */
static int try_table(a3d_arena *arena, unsigned rule, const a3d_wish *wish, uint64_t seed, a3d_text *out,
                     uint64_t *steps)
{
    a3d_random random = a3d_random_of(seed);
    const char *why;
    a3d_ctx ctx;
    a3d_options options = {
        .format = wish->format, .branch = wish->branch, .compats = wish->compats, .n_compats = wish->n_compats};
    uint32_t branches = a3d_start_branches(wish->format, &options);
    a3d_doc *doc = a3d_make_document(arena, wish->format, wish->version->number, branches, a3d_random_next(&random),
                                     wish->size, false, &why);
    if (doc == NULL || a3d_resume(&ctx, doc) != A3D_OK)
        return A3D_STOP;
    unsigned fault = wish->format->rules[rule].fault;
    bool end = fault == A3D_FAULT_TRUNCATED || fault == A3D_FAULT_TRAILING;
    int st = end ? A3D_OK : a3d_break(&ctx, &random, rule);
    const char *wrong = st == A3D_OK ? a3d_encode(doc, A3D_FAITHFUL, out, NULL, 0) : NULL;
    *steps += doc->steps + doc->n_nodes;
    if (st != A3D_OK || wrong != NULL)
        return st != A3D_OK ? st : A3D_BAD;
    if (end)
        break_end(&random, fault, out);
    return A3D_OK;
}

/* Whether a random file could be made on which only this rule fires. */
static bool break_by_table(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, a3d_text *out)
{
    a3d_random seeds = a3d_random_of(wish->seed);
    bool found = false;
    unsigned most = wish->size > LARGE ? FEWER : TRIES;
    a3d_tries t = a3d_tries_of(wish);
    for (unsigned i = 0; i < most && !found && t.steps <= t.most && !arena->refused; i++) {
        a3d_arena own;
        a3d_text file;
        a3d_arena_init_below(&own, arena);
        a3d_text_init(&file, &own);
        found = try_table(&own, a3d_rule_index(wish->format, rule), wish, a3d_random_next(&seeds), &file,
                          &t.steps) == A3D_OK &&
                breaks_alone(&own, rule, wish->format, (const uint8_t *)file.data, file.size, &t.steps);
        out->size = 0;
        a3d_put(out, file.data, found ? file.size : 0);
        a3d_arena_free(&own);
    }
    return found && !out->failed;
}

const char *a3d_break_rule(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, bool neighbor, a3d_text *out)
{
    char name[120];
    const char *id = strchr(rule->id, '/') + 1;
    if (wish->size > 0 && wish->version != NULL && !neighbor && break_by_table(arena, rule, wish, out))
        return NULL;
    snprintf(name, sizeof name, "%s.%s", id, neighbor ? "good" : "bad");
    const char *why = a3d_make_recipe(arena, wish->format, name, out);
    if (a3d_text_is_lost(out))
        return "memory ran out";
    if (why != NULL || neighbor || a3d_breaks_alone(arena, rule, wish->format, (const uint8_t *)out->data, out->size))
        return why;
    return "the rule is about other files beside this one, so no file breaks it alone; the corpus has a set of them";
}
