/* check.c - checks a file from detection to verdict; see lint.h */
#include "base/amount.h"
#include "base/never.h"
#include "engine/decode/decode.h"
#include "engine/diagnose/suspect.h"
#include "lint/proof.h"
#include "lint/whole_file.h"

#include <stdio.h>
#include <string.h>

const char *a3d_verdict_name(a3dlint_verdict verdict)
{
    static const char *const names[] = {"valid", "invalid", "unreadable", "limited"};
    return names[verdict];
}

const char *a3d_branch_reason(a3d_why why)
{
    static const char *const words[] = {NULL,         "forced",       "version",     "only-fit", "first-fit",
                                        "looks-like", "fewer-errors", "later-error", "tie"};
    return words[why];
}

const a3d_rule *a3d_rule_named(const char *id)
{
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++)
            if (strcmp((*f)->rules[i].id, id) == 0)
                return &(*f)->rules[i];
    return NULL;
}

/* On a mismatch, goes back to the last star and lets it match one more character. */
bool a3d_matches(const char *pattern, const char *id)
{
    const char *star = NULL, *again = id;
    while (*id != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            again = id;
        } else if (*pattern == *id) {
            pattern++;
            id++;
        } else if (star != NULL) {
            pattern = star + 1;
            id = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

bool a3d_names_rule(const char *pattern)
{
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++)
            if (a3d_matches(pattern, (*f)->rules[i].id))
                return true;
    return false;
}

static bool is_selected(const a3d_options *options, const char *id)
{
    for (size_t i = 0; i < options->n_only; i++)
        if (a3d_matches(options->only[i], id))
            return true;
    return options->n_only == 0;
}

/* The severity for the requested readers, overridden by the user's levels. */
a3d_severity a3d_severity_of(const a3d_options *options, const a3d_rule *rule)
{
    if (options->n_only + options->n_levels + options->n_compats == 0)
        return rule->severity;
    if (!is_selected(options, rule->id))
        return A3D_OFF;
    const a3d_format *format = a3d_rule_set_of(rule->id);
    a3d_severity severity = a3d_reader_level(format, rule, a3d_asked_readers(format, options));
    for (size_t i = 0; i < options->n_levels; i++)
        if (a3d_matches(options->levels[i].pattern, rule->id))
            severity = options->levels[i].severity;
    return severity;
}

/* Counts a finding by what made it less severe than usual. */
static void count_lowered(const a3d_doc *doc, const a3d_options *options, const a3d_finding *f, a3d_result *result,
                          size_t *lowered)
{
    size_t i = options->n_levels;
    if (!is_selected(options, f->rule->id))
        result->unselected++;
    else if (lowered == NULL || f->severity >= a3d_reader_level(doc->format, f->rule, result->readers))
        return;
    else
        while (i-- > 0)
            if (a3d_matches(options->levels[i].pattern, f->rule->id)) {
                lowered[i]++;
                return;
            }
}

static a3d_want wants(const void *user, const a3d_rule *rule)
{
    const a3d_options *options = user;
    a3d_severity severity = a3d_severity_of(options, rule);
    return severity == A3D_OFF ? A3D_WANT_NOTHING : severity < options->worded ? A3D_WANT_NO_MESSAGE : A3D_WANT_ALL;
}

a3d_limits a3d_limits_of(const a3d_options *options)
{
    a3d_limits limits = options->limits;
    limits.wants = wants;
    limits.user = options;
    limits.sparse_from = 0; /* most who decode look at absent fields, too */
    return limits;
}

/* Removes findings that are off. moved[i] becomes the new index of finding i, or A3D_NO_CAUSE. Consequences of a
 * removed finding get its cause. */
static void apply_levels(a3d_result *result, const a3d_options *options, uint32_t *moved, size_t *lowered)
{
    size_t kept = 0;
    a3d_doc *doc = result->doc;
    uint32_t asked = result->readers;
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        f->severity = a3d_severity_of(options, f->rule);
        if (options->n_levels + options->n_only > 0)
            count_lowered(doc, options, f, result, lowered);
        if (f->severity == A3D_ERROR && f->rule->severity != A3D_ERROR && asked != 0)
            a3d_name_readers(doc, f, asked);
        moved[i] = f->severity != A3D_OFF ? (uint32_t)kept++ : A3D_NO_CAUSE;
    }
    if (kept == doc->n_findings) /* each stays where it is */
        return;
    for (size_t i = 0; i < doc->n_findings; i++) {
        uint32_t cause = doc->findings[i].cause;
        for (size_t hops = 0; cause != A3D_NO_CAUSE && moved[cause] == A3D_NO_CAUSE; hops++)
            cause = A3D_NEVER(hops >= doc->n_findings) ? A3D_NO_CAUSE : doc->findings[cause].cause;
        if (moved[i] != A3D_NO_CAUSE)
            doc->findings[i].cause = cause;
    }
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding f = doc->findings[i];
        f.cause = f.cause != A3D_NO_CAUSE ? moved[f.cause] : A3D_NO_CAUSE;
        if (moved[i] != A3D_NO_CAUSE)
            doc->findings[moved[i]] = f;
    }
    doc->n_findings = kept;
}

/* Counts findings by severity, also those that were not kept, and sets the verdict. */
static void count_findings(a3d_result *result, const a3d_options *options)
{
    const a3d_doc *doc = result->doc;
    for (size_t i = 0; i < doc->n_findings; i++)
        result->counts[doc->findings[i].severity]++;
    for (size_t i = 0; i < doc->more_findings; i++)
        result->more[a3d_severity_of(options, &doc->format->rules[doc->more_rules[i]])]++;
    result->more[A3D_OFF] = 0;
    for (unsigned s = A3D_NOTE; s <= A3D_ERROR; s++)
        result->truncated |= result->more[s] > 0;
    result->steps = doc->steps;
    result->verdict = result->counts[A3D_ERROR] + result->more[A3D_ERROR] > 0 ? A3DLINT_INVALID : A3DLINT_VALID;
}

/* "work, 1,064,960 steps,": a limit with its value; the name alone if the value says nothing. */
static void name_limit(char *out, size_t room, int limit, const a3d_limits *limits, uint64_t work)
{
    const struct {
        uint64_t value;
        const char *unit;
    } values[A3D_LIMIT_COUNT] = {
        [A3D_LIMIT_INPUT] = {limits->input, "byte"}, [A3D_LIMIT_UNPACKED] = {limits->unpacked, "byte"},
        [A3D_LIMIT_NODES] = {limits->nodes, "node"}, [A3D_LIMIT_DEPTH] = {limits->depth, "level"},
        [A3D_LIMIT_WORK] = {work, "step"},
    };
    bool known = values[limit].unit != NULL && values[limit].value > 0;
    snprintf(out, room, known ? "%s, %s," : "%s", a3d_limit_name(limit),
             known ? a3d_amount_of(values[limit].value, values[limit].unit).text : "");
}

static const char *limit_text(a3d_arena *arena, int limit, const a3d_limits *limits, uint64_t work)
{
    char text[240], name[120];
    bool fixed = limit == A3D_LIMIT_STREAMS;
    name_limit(name, sizeof name, limit, limits, work);
    snprintf(text, sizeof text, fixed ? "the limit of %s was reached" : "the limit of %s was reached (--max-%s)", name,
             a3d_limit_name(limit));
    const char *kept = a3d_arena_text(arena, text, strlen(text));
    return kept != NULL ? kept : "a limit was reached";
}

/* Whether the field with the version was read; it is near the start. */
static bool version_known(const a3d_doc *doc)
{
    enum { NEAR = 4096 };
    for (size_t i = 0; i < doc->n_nodes && i < NEAR; i++)
        if (doc->nodes[i].row->publish == A3D_VAR_VERSION + 1 && doc->nodes[i].state == A3D_PRESENT)
            return true;
    return false;
}

static void fill_names(a3d_result *result)
{
    const a3d_format *format = result->format;
    if (!version_known(result->doc))
        return;
    format->version_text(result->doc, result->version, sizeof result->version);
    /* drop what follows the number: the branch is reported separately */
    char *space = strchr(result->version, ' ');
    if (space != NULL)
        *space = '\0';
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        if ((result->doc->vars[A3D_VAR_BRANCH] & b->mask) != 0 && result->branch == NULL)
            result->branch = b->name;
    result->branch_reason = a3d_branch_reason(result->doc->why);
    result->branch_why = result->doc->why_text;
}

static int check_document(a3d_arena *arena, a3d_result *result, const a3d_options *options)
{
    a3d_doc *doc = result->doc;
    uint32_t *moved = a3d_arena_alloc(arena, (doc->n_findings + 1) * sizeof *moved);
    size_t *lowered = options->n_levels > 0 ? a3d_arena_alloc(arena, options->n_levels * sizeof *lowered) : NULL;
    if (moved == NULL || (options->n_levels > 0 && lowered == NULL))
        return 0;
    result->lowered = lowered;
    result->readers = a3d_asked_readers(doc->format, options);
    a3d_name_relatives(doc);
    apply_levels(result, options, moved, lowered);
    a3d_worst_lead(doc);
    if (!a3d_causes_first(doc, moved))
        return 0;
    count_findings(result, options);
    fill_names(result);
    if (doc->limited != A3D_LIMIT_NONE) {
        result->verdict = A3DLINT_LIMITED;
        a3d_limits limits = options->limits;
        a3d_limits_fill(&limits, result->size);
        result->message = limit_text(arena, doc->limited, &limits, doc->work_limit);
    }
    return 1;
}

/* Whether nobody will try repairs of a document. */
static bool is_settled(const a3d_doc *doc)
{
    if (doc == NULL || doc->want_whole || doc->faulty || doc->limited != A3D_LIMIT_NONE || doc->more_findings > 0)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR || doc->findings[i].n_suspects > 0)
            return false;
    return true;
}

/* Decodes into less memory, if the caller allows it and the findings do. */
static a3d_doc *decode_sparse(const a3d_whole *w, const a3d_format *format, a3d_limits limits)
{
    limits.sparse_from = w->options->limits.sparse_from;
    if (!format->sparse || limits.sparse_from == 0 || w->size < limits.sparse_from || limits.repairs)
        return NULL;
    a3d_arena_mark start = a3d_arena_now(w->arena);
    a3d_doc *doc = a3d_decode(w->arena, format, w->data, (uint32_t)w->size, &limits,
                              a3d_start_branches(format, w->options));
    if (is_settled(doc))
        return doc;
    a3d_arena_rewind(w->arena, &start);
    return NULL;
}

/* Reads the file as its format, or as one of no known format. False when memory ran out. */
static bool decode(a3d_whole *w, const a3d_limits *limits)
{
    const a3d_format *format = w->format != NULL ? w->format : &a3d_format_file;
    if (w->doc != NULL && w->doc->format == format)
        return true;
    w->doc = decode_sparse(w, format, *limits);
    if (w->doc == NULL)
        w->doc = a3d_decode(w->arena, format, w->data, (uint32_t)w->size, limits,
                            a3d_start_branches(format, w->options));
    return w->doc != NULL;
}

/* Searches the likely causes of faults, unless something happened to the whole file. */
static void explain(a3d_whole *w, const a3d_limits *limits)
{
    bool damaged = w->format == NULL || (w->doc->limited == A3D_LIMIT_NONE && a3d_count_errors(w->doc) > 0);
    bool whole = damaged && !limits->unsearched && !limits->repairs;
    if (whole && a3d_find_undo(w)) {
        if (decode(w, limits))
            a3d_skip_suspects(w->doc);
        return;
    }
    if (limits->unsearched) {
        a3d_skip_suspects(w->doc);
    } else {
        a3d_find_suspects(w->doc);
        a3d_doubt_cuts(w->doc);
        a3d_try_readings(w->doc, limits);
    }
    if (whole && a3d_count_errors(w->doc) + (w->format == NULL) > 0)
        a3d_find_loss(w);
}

/* Decodes the file and explains its errors. False when memory ran out. */
static bool read_file(a3d_whole *w, const a3d_options *options, const a3d_chain *chain)
{
    a3d_limits limits = a3d_limits_of(options);
    if (!decode(w, &limits))
        return false;
    explain(w, &limits);
    bool sound = w->rule == NULL && w->format != NULL && w->doc != NULL && w->doc->limited == A3D_LIMIT_NONE &&
                 !limits.unsearched && !limits.repairs && a3d_count_errors(w->doc) == 0;
    if (!(sound && (a3d_find_zeros(w) || a3d_find_values(w))) && w->rule == NULL && w->format != NULL)
        a3d_check_extension(w);
    if (w->doc != NULL && w->format != NULL)
        a3d_follow_links(w->doc, options, chain);
    return w->doc != NULL;
}

/* A file of no known format is unreadable, whatever the levels of rules. */
static void make_unreadable(a3d_result *result, const a3d_whole *w)
{
    result->verdict = A3DLINT_UNREADABLE;
    result->message = w->message != NULL ? w->message : "unknown file format";
}

const a3d_result *a3d_lint_linked(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                                  const a3d_chain *chain)
{
    a3d_result *result = a3d_arena_alloc(arena, sizeof *result);
    a3d_limits limits = options->limits;
    a3d_limits_fill(&limits, size);
    if (result == NULL)
        return NULL;
    result->size = size;
    result->links = options->links;
    if (size > limits.input) {
        result->verdict = A3DLINT_LIMITED;
        result->message = limit_text(arena, A3D_LIMIT_INPUT, &limits, 0);
        return result;
    }
    a3d_whole whole = {.arena = arena, .data = data, .size = size, .options = options};
    a3d_detected kind = a3d_detect(arena, data, size, options);
    whole.format = kind.format;
    whole.doc = kind.doc;
    if (!read_file(&whole, options, chain))
        return NULL;
    result->format = whole.format;
    result->doc = whole.doc;
    result->undone = whole.undone;
    result->undone_size = whole.undone_size;
    if (whole.rule != NULL && !a3d_report_whole(&whole))
        return NULL;
    if (!check_document(arena, result, options))
        return NULL;
    result->steps += whole.steps;
    if (result->format == NULL)
        make_unreadable(result, &whole);
    else
        a3d_prove_causes(result, options);
    return result;
}

const a3d_result *a3d_lint(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    const a3d_result *result = a3d_lint_linked(arena, data, size, options, NULL);
    return arena->refused ? NULL : result;
}
