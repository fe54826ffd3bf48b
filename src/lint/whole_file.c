/* whole_file.c - see whole_file.h */
#include "lint/whole_file.h"
#include "base/amount.h"
#include "base/text.h"
#include "engine/check/check.h"
#include "engine/decode/decode.h"
#include "engine/document/declared.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TRIES = 8, DEEPEST = 3, CERTAIN = 64, LEAST_STEPS = 64 << 10, MOST_MESSAGE = 500 };

bool a3d_starts_model(const uint8_t *data, size_t size)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if ((*f)->starts != NULL ? (*f)->starts(data, size) : (*f)->probe(data, size) == 3)
            return true;
    return false;
}

bool a3d_found(a3d_whole *w, unsigned rule, const char *format, ...)
{
    char text[MOST_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *kept = a3d_arena_text(w->arena, text, strlen(text));
    w->rule = &a3d_format_file.rules[rule];
    w->message = kept != NULL ? kept : w->rule->title;
    return true;
}

size_t a3d_count_warnings(const a3d_doc *doc)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == A3D_WARNING;
    return n;
}

static bool has_structural_error(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && doc->findings[i].rule->fault != A3D_FAULT_NONE)
            return true;
    return false;
}

bool a3d_is_of_size(a3d_fault fault)
{
    return fault == A3D_FAULT_TOTAL || fault == A3D_FAULT_LENGTH_PAST || fault == A3D_FAULT_ADDRESS ||
           fault == A3D_FAULT_LENGTH_WRONG || fault == A3D_FAULT_UNPACKED_SIZE;
}

/* Whether a rule is broken by a value of a row, or of an element of its plain list, on which the layout depends. */
static bool is_vital(const a3d_doc *doc, const a3d_row *row, const a3d_rule *rule)
{
    const a3d_record *type = row->shape.record;
    if (row->domain.vital)
        return a3d_domain_rule(doc->format, row, row->shape.type) == rule;
    for (unsigned i = 0; type != NULL && i < type->n_rows; i++) {
        const a3d_row *field = &type->rows[i];
        if (field->domain.vital && a3d_domain_rule(doc->format, field, field->shape.type) == rule)
            return true;
    }
    return false;
}

bool a3d_is_fault(const a3d_doc *doc, const a3d_finding *f)
{
    if (f->severity < A3D_ERROR || f->stream != 0 || a3d_is_of_size(f->rule->fault))
        return false;
    return f->rule->fault != A3D_FAULT_NONE ||
           (f->place.node != A3D_NO_NODE && is_vital(doc, a3d_at(doc, f->place.node)->row, f->rule));
}

/* How far before an offset an address points that should not be before it, or 0. */
static uint32_t points_before(const a3d_finding *f)
{
    enum { FAR = 64 };
    if (f->rule->fault != A3D_FAULT_ADDRESS) /* its numbers may be of any size */
        return 0;
    int64_t before = f->min.i - f->actual.i;
    return before > 0 && before <= FAR ? (uint32_t)before : 0;
}

a3d_moved a3d_addresses_moved(const a3d_doc *doc)
{
    a3d_moved moved = {.by = 0};
    uint32_t end = UINT32_MAX;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t before = points_before(f);
        if (moved.by == 0 && (before > 0 || f->rule->fault == A3D_FAULT_ADDRESS_GAP)) {
            moved = (a3d_moved){.by = before > 0 ? before : f->size, .before = before > 0};
            end = before > 0 ? (uint32_t)f->min.i : f->off;
        }
    }
    for (size_t i = 0; i < doc->n_findings && moved.by > 0; i++)
        if (a3d_is_fault(doc, &doc->findings[i]) && doc->findings[i].off < end)
            moved.by = 0;
    return moved;
}

/* Where the first fault ends, or SIZE_MAX. */
static size_t end_of_fault(const a3d_doc *doc)
{
    const a3d_finding *first = NULL;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (a3d_is_fault(doc, f) && (first == NULL || f->off < first->off))
            first = f;
    }
    return first != NULL ? (size_t)first->off + first->size : SIZE_MAX;
}

void a3d_allow_trials(a3d_whole *w, uint64_t steps)
{
    w->allowed = steps > 0 ? w->steps + steps : 0;
}

/* What a trial may take. All together may take two steps for each byte, but no more than half of what the check of the
 * file had left; small files get enough for a few. */
static a3d_limits trial_limits(const a3d_whole *w, size_t size)
{
    a3d_limits limits = a3d_limits_of(w->options);
    uint64_t left = w->doc != NULL && w->doc->work_limit > w->doc->steps ? (w->doc->work_limit - w->doc->steps) / 2 : 1;
    uint64_t most = w->allowed > 0 ? w->allowed : LEAST_STEPS + 2 * (uint64_t)w->size;
    left = left < most ? left : most;
    limits.unsearched = true;
    limits.wordless = true;
    limits.unplaced = w->unplaced;
    a3d_limits_lower_work(&limits, size, w->steps < left ? left - w->steps : 1);
    return limits;
}

a3d_tried a3d_try_file(a3d_whole *w, const uint8_t *data, size_t size)
{
    a3d_options options = *w->options;
    a3d_arena own;
    uint32_t node;
    a3d_tried tried = {.errors = SIZE_MAX, .fault = SIZE_MAX};
    tried.limited = w->tries >= MOST_TRIES;
    if (tried.limited || size > w->size * (uint64_t)1024 + 4096 || size >= UINT32_MAX)
        return tried;
    options.limits = trial_limits(w, size);
    a3d_arena_init_below(&own, w->arena);
    a3d_detected kind = a3d_recognize(&own, data, size, &options);
    a3d_doc *doc = kind.doc;
    if (kind.format != NULL && doc == NULL)
        doc = a3d_decode(&own, kind.format, data, (uint32_t)size, &options.limits,
                         a3d_start_branches(kind.format, w->options));
    if (kind.format != NULL && doc != NULL && doc->limited == A3D_LIMIT_NONE) {
        tried.format = kind.format;
        tried.errors = a3d_count_errors(doc);
        tried.findings = doc->n_findings;
        tried.warnings = a3d_count_warnings(doc);
        tried.fault = end_of_fault(doc);
        tried.moved = a3d_addresses_moved(doc);
        tried.ends_early = a3d_declared_size(doc, &node) > size;
        tried.whole = !doc->faulty;
        tried.sound = tried.whole && !has_structural_error(doc);
    }
    tried.limited = doc != NULL && doc->limited != A3D_LIMIT_NONE;
    w->tries += kind.format != NULL;
    w->steps += doc != NULL ? doc->steps : 0;
    a3d_arena_free(&own);
    return tried;
}

bool a3d_is_sound(a3d_whole *w, const uint8_t *data, size_t size, const a3d_format **format, bool *clean)
{
    const a3d_tried tried = a3d_try_file(w, data, size);
    *format = tried.format;
    *clean = tried.sound && tried.errors == 0;
    return tried.sound;
}

/* ---- what can be undone ---- */

/* What bytes turn out to be when conversions and wrappers are undone one after another. */
typedef struct chain {
    const uint8_t *data;
    size_t size;
    const a3d_format *format; /* NULL: no sound model comes out */
    bool clean;
    const char *within; /* messages of the inner traces, each after a semicolon */
} chain;

static const char *joined(a3d_arena *arena, const char *a, const char *b)
{
    char text[MOST_MESSAGE];
    if (b[0] == '\0')
        return a;
    snprintf(text, sizeof text, "%s; in it: %s", a, b);
    return a3d_arena_text(arena, text, strlen(text));
}

static bool follow_chain(a3d_whole *w, const a3d_trace *trace, unsigned depth, chain *out)
{
    a3d_trace inner[A3D_TRACES];
    out->data = trace->undone;
    out->size = trace->undone_size;
    out->within = "";
    if (a3d_is_sound(w, trace->undone, trace->undone_size, &out->format, &out->clean))
        return true;
    if (depth + 1 >= DEEPEST || (!trace->sure && trace->rank < A3D_EVIDENT))
        return false;
    const a3d_limits limits = trial_limits(w, trace->undone_size);
    size_t n = a3d_find_traces(w->arena, trace->undone, trace->undone_size, &limits, a3d_starts_model, inner);
    for (size_t i = 0; i < n; i++) {
        chain next;
        if (inner[i].undone == NULL || !follow_chain(w, &inner[i], depth + 1, &next))
            continue;
        *out = next;
        out->within = joined(w->arena, inner[i].message, next.within);
        return out->within != NULL;
    }
    return false;
}

static bool is_off(const a3d_whole *w, const a3d_rule *rule)
{
    return a3d_severity_of(w->options, rule) == A3D_OFF;
}

bool a3d_is_rule_off(const a3d_whole *w, unsigned rule)
{
    return is_off(w, &a3d_format_file.rules[rule]);
}

static void take_trace(a3d_whole *w, const a3d_trace *t)
{
    w->rule = t->rule;
    w->off = t->off;
    w->size_shown = t->size;
    w->message = t->message;
}

/* ---- CR bytes that were taken away ---- */

static uint64_t place_in_file(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t stream = f->stream;
    uint64_t end = (uint64_t)f->off + f->size;
    while (stream != 0 && doc->streams[stream].owner != A3D_NO_NODE) {
        end = (uint64_t)doc->streams[stream].off + doc->streams[stream].packed_size;
        stream = doc->streams[stream].parent;
    }
    return end;
}

/* Before which offset something is wrong. */
static size_t first_wrong(const a3d_doc *doc, size_t size)
{
    uint64_t first = size;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && !a3d_is_of_size(f->rule->fault) && place_in_file(doc, f) < first)
            first = place_in_file(doc, f);
    }
    return (size_t)first;
}

static bool is_restored(void *user, const uint8_t *data, size_t size, size_t *error)
{
    enum { HEAD = 16 };
    a3d_whole *w = user;
    a3d_arena own;
    a3d_options options = *w->options;
    options.limits = trial_limits(w, size);
    a3d_arena_init_below(&own, w->arena);
    a3d_detected kind = a3d_recognize(&own, data, size, &options);
    const a3d_format *format = kind.format != NULL ? kind.format : w->format;
    a3d_doc *doc = kind.doc;
    if (format != NULL && (doc == NULL || doc->format != format))
        doc = a3d_decode(&own, format, data, (uint32_t)size, &options.limits, a3d_start_branches(format, w->options));
    bool sound = kind.format != NULL && doc != NULL && !doc->faulty && doc->limited == A3D_LIMIT_NONE &&
                 a3d_count_errors(doc) == 0;
    w->unfinished |= doc != NULL && doc->limited != A3D_LIMIT_NONE;
    *error = format != NULL && doc != NULL ? first_wrong(doc, size) : HEAD;
    w->steps += doc != NULL ? doc->steps : 0;
    a3d_arena_free(&own);
    return sound;
}

/* A byte that is missing before an LF, which other bytes than CR fit, too. */
static bool name_lost_byte(a3d_whole *w, size_t at)
{
    w->off = (uint32_t)at;
    w->size_shown = 1;
    return !a3d_is_rule_off(w, A3D_FILE_BYTES_LOST) &&
           a3d_found(w, A3D_FILE_BYTES_LOST,
                     "1 byte is missing at the LF at offset %zu; with a CR before it the file decodes without an "
                     "error, but so it does with other bytes; a conversion of CR LF to LF may be the cause",
                     at);
}

/* Puts back the CR bytes that a conversion to LF took away, if the file is sound then. A conversion to CR LF that kept
 * each CR LF as it was looks as if it had been undone too often. */
static bool restore_cr(a3d_whole *w, const a3d_trace *t)
{
    enum { TRIALS = 64, FEW = 2 };
    a3d_restored restored;
    bool removed = t->rule == &a3d_format_file.rules[A3D_FILE_CRLF_REMOVED] && t->undone == NULL;
    bool added = t->rule == &a3d_format_file.rules[A3D_FILE_CRLF_ADDED] && t->undone != NULL;
    const uint8_t *from = removed ? w->data : t->undone;
    w->unfinished = false;
    if ((!removed && !added) || is_off(w, t->rule) ||
        !a3d_restore_cr(w->arena, from, removed ? w->size : t->undone_size, is_restored, w, TRIALS, &restored) ||
        restored.added == 0 || restored.any_byte || (restored.added == 1 && !restored.unique) ||
        (restored.added <= FEW && w->unfinished))
        return false; /* a byte is missing, and nothing says that it was a CR */
    if (restored.any_value)
        return name_lost_byte(w, restored.at);
    bool unique = restored.unique && !w->unfinished;
    const char *words = unique ? "%s; with %zu CR byte%s put back it decodes without an error"
                        : restored.unique
                            ? "%s; with %zu CR byte%s put back it decodes, but not all places could be tried"
                            : "%s; with %zu CR byte%s put back it decodes, but more than one place fits";
    take_trace(w, t);
    w->undone = unique ? restored.data : NULL;
    w->undone_size = unique ? restored.size : 0;
    return a3d_found(w, a3d_rule_index(&a3d_format_file, t->rule), words, t->message, restored.added,
                     restored.added == 1 ? "" : "s");
}

/* If the file decodes as it is, only an undone file without any error proves that something happened to it. */
static bool undo_trace(a3d_whole *w, const a3d_trace *t)
{
    chain end;
    if (t->undone == NULL || is_off(w, t->rule) || !follow_chain(w, t, 0, &end))
        return false;
    if (!end.clean && w->doc != NULL && !w->doc->faulty && !has_structural_error(w->doc))
        return false;
    const char *message = joined(w->arena, t->message, end.within);
    take_trace(w, t);
    w->undone = end.data;
    w->undone_size = end.size;
    return a3d_found(w, a3d_rule_index(&a3d_format_file, t->rule), "%s; undoing this gives a valid model (%s)%s",
                     message != NULL ? message : t->rule->title, end.format->name,
                     end.clean ? "" : " with errors of its own");
}

static void find_traces(a3d_whole *w)
{
    const a3d_limits limits = trial_limits(w, w->size);
    if (w->size > 0)
        w->n_traces = a3d_find_traces(w->arena, w->data, w->size, &limits, a3d_starts_model, w->traces);
}

/* Forgets what was found if its rule is off. Returns whether something is left. */
static bool kept(a3d_whole *w, bool found)
{
    if (found && !is_off(w, w->rule))
        return true;
    w->rule = NULL;
    w->undone = NULL;
    return false;
}

bool a3d_find_undo(a3d_whole *w)
{
    const a3d_format *format = w->format;
    find_traces(w);
    if (kept(w, a3d_find_any_head(w)))
        return true;
    w->format = format;
    if (w->format != NULL && kept(w, a3d_find_end(w)))
        return true;
    for (size_t i = 0; i < w->n_traces; i++)
        if (undo_trace(w, &w->traces[i]) || restore_cr(w, &w->traces[i]))
            return true;
    if (w->format == NULL && kept(w, a3d_find_lost_version(w)))
        return true;
    w->format = format;
    return w->format != NULL && (kept(w, a3d_find_rest(w)) || kept(w, a3d_find_version(w)));
}

/* ---- what cannot ---- */

/* A kind of file that was recognized, or none. */
static bool unreadable(a3d_whole *w, const char *kind)
{
    w->off = 0;
    w->size_shown = w->size < 16 ? (uint32_t)w->size : 16;
    if (w->size == 0)
        return a3d_found(w, A3D_FILE_EMPTY, "the file is empty; expected a model");
    if (kind != NULL)
        return a3d_found(w, A3D_FILE_OTHER_KIND, "the file is %s, which is recognized but not supported", kind);
    return a3d_found(w, A3D_FILE_UNKNOWN_KIND, "the file format is unknown; expected an A3D, M3G or ODOL P3D model");
}

/* Whether a part that is there twice may have been written over another one: the file does not begin as a model, or
 * needs more bytes than it has without the copy. */
static bool may_be_overwritten(const a3d_whole *w, const a3d_trace *t)
{
    uint32_t node;
    if (t->rule != &a3d_format_file.rules[A3D_FILE_TWICE] || w->size % t->undone_size == 0)
        return false;
    return w->format == NULL || a3d_declared_size(w->doc, &node) > t->undone_size;
}

/* The strongest trace of at least this rank; `sure`: of those that the bytes alone prove. */
static bool take_loss(a3d_whole *w, bool sure, unsigned rank)
{
    for (size_t i = 0; i < w->n_traces; i++) {
        const a3d_trace *t = &w->traces[i];
        bool of_model = t->rule == &a3d_format_file.rules[A3D_FILE_ZEROED_BLOCKS]; /* says nothing of other files */
        if (t->sure != sure || t->rank < rank || is_off(w, t->rule) || (of_model && w->format == NULL) ||
            may_be_overwritten(w, t))
            continue;
        take_trace(w, t);
        if (sure && t->undone != NULL) { /* proven, although no sound model comes out */
            w->undone = t->undone;
            w->undone_size = t->undone_size;
        }
        return true;
    }
    return false;
}

bool a3d_find_loss(a3d_whole *w)
{
    const char *kind = w->format == NULL ? a3d_other_kind(w->data, w->size) : NULL;
    if (take_loss(w, true, 0) || take_loss(w, false, CERTAIN) || (kind == NULL && take_loss(w, false, A3D_EVIDENT)))
        return true;
    return kept(w, w->format == NULL ? unreadable(w, kind)
                                     : a3d_find_far_version(w) || a3d_find_inserted(w) || a3d_find_cut(w));
}

bool a3d_find_zeros(a3d_whole *w)
{
    size_t off = 0, size = a3d_find_zeroed(w->data, w->size, &off);
    w->off = (uint32_t)off;
    w->size_shown = (uint32_t)size;
    return kept(w, size > 0 && a3d_found(w, A3D_FILE_ZEROED_BLOCKS,
                                         "%s of %d bytes %s overwritten with zeros, from offset %zu on",
                                         a3d_amount_of(size / A3D_SMALL_BLOCK, "block").text, A3D_SMALL_BLOCK,
                                         size / A3D_SMALL_BLOCK == 1 ? "is" : "are", off));
}

bool a3d_find_values(a3d_whole *w)
{
    w->n_traces = a3d_find_lost_value(w->arena, w->data, w->size, w->traces);
    if (w->n_traces > 0)
        take_trace(w, &w->traces[0]);
    return kept(w, w->n_traces > 0);
}

bool a3d_check_extension(a3d_whole *w)
{
    const char *name = w->options->name;
    const a3d_format *other = NULL;
    if (name == NULL || w->options->format != NULL || a3d_claims(w->format, name))
        return false;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        other = a3d_claims(*f, name) ? *f : other;
    return kept(w, other != NULL &&
                       a3d_found(w, A3D_FILE_WRONG_EXTENSION,
                                 "the content is of the format %s; expected the extension .%.*s, not %s",
                                 w->format->name, (int)strcspn(w->format->extensions, ","),
                                 w->format->extensions, strrchr(name, '.')));
}

/* ---- the finding ---- */

bool a3d_report_whole(const a3d_whole *w)
{
    a3d_doc *doc = w->doc;
    a3d_finding *list = a3d_grow(doc->arena, doc->findings, &doc->cap_findings, doc->n_findings + 1, sizeof *list);
    if (list == NULL)
        return false;
    doc->findings = list;
    memmove(list + 1, list, doc->n_findings * sizeof *list);
    doc->n_findings++;
    for (size_t i = 1; i < doc->n_findings; i++) {
        bool follows = list[i].cause == A3D_NO_CAUSE && w->rule->severity == A3D_ERROR;
        list[i].cause = follows ? 0 : list[i].cause != A3D_NO_CAUSE ? list[i].cause + 1 : A3D_NO_CAUSE;
        list[i].n_suspects = follows ? 0 : list[i].n_suspects;
    }
    list[0] = (a3d_finding){.rule = w->rule,
                            .severity = w->rule->severity,
                            .cause = A3D_NO_CAUSE,
                            .place = {A3D_NO_NODE, ""},
                            .off = w->off,
                            .size = w->size_shown,
                            .bit = A3D_NO_BIT,
                            .message = w->message,
                            .count = 1,
                            .n_places = 1,
                            .places = {{A3D_NO_NODE, ""}}};
    return true;
}
