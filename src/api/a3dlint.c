/* a3dlint.c - the public library, a thin layer over lint/ and report/; see a3dlint.h */
#include "api/parts.h"
#include "engine/document/path.h"
#include "engine/encode/encode.h"
#include "report/common/phrases.h"
#include "report/forms.h"

#include <string.h>

/* Both enums have the same values, so one can be cast to the other. */
_Static_assert((int)A3DLINT_OFF == (int)A3D_OFF && (int)A3DLINT_NOTE == (int)A3D_NOTE &&
                   (int)A3DLINT_WARNING == (int)A3D_WARNING && (int)A3DLINT_ERROR == (int)A3D_ERROR,
               "severities");

const char *a3dlint_version(void)
{
    return A3DLINT_VERSION;
}

a3dlint *a3dlint_new(const a3dlint_memory *memory)
{
    a3d_arena arena;
    a3d_allocator mem = {0};
    if (memory != NULL && memory->resize == NULL)
        return NULL;
    if (memory != NULL)
        mem = (a3d_allocator){.resize = memory->resize, .user = memory->user};
    a3d_arena_init(&arena, memory != NULL ? &mem : NULL);
    a3dlint *lint = a3d_block_resize(&arena, NULL, sizeof *lint);
    a3d_pool *pool = a3d_block_resize(&arena, NULL, sizeof *pool);
    if (lint == NULL || pool == NULL) {
        a3d_arena_free(&arena);
        return NULL;
    }
    memset(lint, 0, sizeof *lint);
    memset(pool, 0, sizeof *pool);
    pool->most = SIZE_MAX;
    lint->pool = pool;
    lint->arena = arena;
    return lint;
}

void a3dlint_free(a3dlint *lint)
{
    if (lint == NULL)
        return;
    a3d_arena arena = lint->arena; /* a copy, because the arena contains *lint */
    a3d_arena_free(&arena);
}

int a3dlint_set_limit(a3dlint *lint, a3dlint_limit which, uint64_t value)
{
    if (lint == NULL)
        return -1;
    a3d_limits *limits = &lint->options.limits;
    if (which == A3DLINT_MAX_MEMORY) {
        lint->pool->most = value > 0 && value < SIZE_MAX ? (size_t)value : SIZE_MAX;
        return 0;
    }
    uint64_t *const all[] = {&limits->input, &limits->unpacked, &limits->nodes,
                             &limits->depth, &limits->findings, &limits->work};
    if ((unsigned)which >= sizeof all / sizeof all[0])
        return -1;
    *all[which] = value;
    return 0;
}

int a3dlint_set_severity(a3dlint *lint, const char *pattern, a3dlint_severity severity)
{
    if (lint == NULL || pattern == NULL || !a3d_names_rule(pattern) || (unsigned)severity > A3DLINT_ERROR)
        return -1;
    size_t n = lint->options.n_levels;
    a3d_level *levels = a3d_grow(&lint->arena, lint->levels, &lint->cap_levels, n + 1, sizeof *levels);
    char *kept = a3d_arena_text(&lint->arena, pattern, strlen(pattern));
    if (levels != NULL)
        lint->options.levels = lint->levels = levels;
    if (levels == NULL || kept == NULL)
        return -1;
    levels[n] = (a3d_level){kept, (a3d_severity)severity};
    lint->options.n_levels = n + 1;
    return 0;
}

/* Appends a copy of a word to a list of words. */
static int add_word(a3dlint *lint, const char ***words, size_t *cap, size_t *n, const char *word)
{
    const char **at = a3d_grow(&lint->arena, *words, cap, *n + 1, sizeof *at);
    char *kept = a3d_arena_text(&lint->arena, word, strlen(word));
    if (at != NULL)
        *words = at;
    if (at == NULL || kept == NULL)
        return -1;
    at[(*n)++] = kept;
    return 0;
}

int a3dlint_add_only(a3dlint *lint, const char *pattern)
{
    if (lint == NULL || pattern == NULL || !a3d_names_rule(pattern))
        return -1;
    int status = add_word(lint, &lint->only, &lint->cap_only, &lint->options.n_only, pattern);
    lint->options.only = lint->only;
    return status;
}

static bool is_reader(const char *name)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++)
            if (strcmp(c->name, name) == 0)
                return true;
    return false;
}

int a3dlint_add_compat(a3dlint *lint, const char *name)
{
    if (lint == NULL || name == NULL || !is_reader(name))
        return -1;
    int status = add_word(lint, &lint->compats, &lint->cap_compats, &lint->options.n_compats, name);
    lint->options.compats = lint->compats;
    return status;
}

int a3dlint_set_format(a3dlint *lint, const char *format, const char *branch)
{
    const a3d_format *found = format != NULL ? a3d_format_named(format, strlen(format)) : NULL;
    const a3d_branch *b = found != NULL && branch != NULL ? found->branches : NULL;
    while (b != NULL && b->name != NULL && strcmp(b->name, branch) != 0)
        b++;
    if (lint == NULL || (format != NULL && found == NULL) || (branch != NULL && (b == NULL || b->name == NULL)))
        return -1;
    lint->options.format = found;
    lint->options.branch = b != NULL ? b->mask : 0;
    return 0;
}

void a3dlint_set_lookup(a3dlint *lint, a3dlint_lookup lookup, void *user)
{
    if (lint == NULL)
        return;
    lint->lookup = lookup;
    lint->user = user;
}

/* ---- checking ---- */

_Static_assert((int)A3DLINT_FOUND == (int)A3D_LINK_FOUND && (int)A3DLINT_MISSING == (int)A3D_LINK_MISSING &&
                   (int)A3DLINT_PASSED_OVER == (int)A3D_LINK_PASSED_OVER &&
                   (int)A3DLINT_TOO_LARGE == (int)A3D_LINK_TOO_LARGE,
               "answers");

/* Refuses an answer that lacks what it needs: a file without a name or bytes, or a reason. */
static a3dlint_answer answer_of(a3dlint_answer answer, a3dlint_linked *linked)
{
    bool found = answer == A3DLINT_FOUND;
    if (found && linked->name != NULL && (linked->data != NULL || linked->size == 0))
        return answer;
    if (found || linked->why == NULL)
        linked->why = found ? "the lookup gave no file" : "no reason was given";
    return found ? A3DLINT_MISSING : answer;
}

static a3d_link_found look_up(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit,
                              a3d_link_file *file)
{
    const a3dlint *lint = user;
    a3dlint_linked linked = {NULL, 0, NULL, NULL};
    (void)arena;
    a3dlint_answer answer = answer_of(lint->lookup(lint->user, from, uri, limit, &linked), &linked);
    *file = (a3d_link_file){.data = linked.size > 0 ? linked.data : "", .size = linked.size, .name = linked.name,
                            .why = linked.why};
    return (a3d_link_found)answer;
}

a3d_links a3d_links_of(const a3dlint *lint, const char *name)
{
    if (lint->lookup == NULL || name == NULL)
        return (a3d_links){NULL, NULL, NULL};
    return (a3d_links){look_up, (void *)(uintptr_t)lint, name};
}

/* Makes an empty report. What is allocated for it before the check is not bounded, because it is little. */
static a3dlint_report *new_report(const a3dlint *lint)
{
    a3d_arena arena;
    a3d_arena_init(&arena, &lint->arena.mem);
    a3dlint_report *report = a3d_block_resize(&arena, NULL, sizeof *report);
    if (report == NULL)
        return NULL;
    memset(report, 0, sizeof *report);
    report->arena = arena;
    if (lint->pool->most < SIZE_MAX) {
        report->account = (a3d_account){.pool = lint->pool, .most = SIZE_MAX, .held = arena.held, .exempt = arena.held,
                                        .certain = true};
        report->arena.account = &report->account;
    }
    a3d_text_init(&report->text, &report->arena);
    a3d_text_init(&report->bytes, &report->arena);
    return report;
}

/* Checks the bytes. NULL when memory ran out; if that is because of the limit, the result says so. */
static const a3d_result *check(a3dlint_report *report, const void *data, size_t size, const a3d_options *options)
{
    report->account.certain = true;
    a3d_result *limited = a3d_arena_alloc(&report->arena, sizeof *limited);
    a3d_arena_mark start = a3d_arena_now(&report->arena);
    report->account.certain = false;
    const a3d_result *result = a3d_lint(&report->arena, data, size, options);
    report->message = result != NULL ? a3d_own_words(&report->arena, result->message) : NULL;
    if (limited == NULL || !a3d_arena_is_bound(&report->arena))
        return result;
    a3d_arena_rewind(&report->arena, &start);
    a3d_arena_excuse(&report->arena);
    limited->verdict = A3DLINT_LIMITED;
    limited->size = size;
    limited->message = "the limit of memory was reached (--max-memory)";
    report->message = "the limit of memory was reached (A3DLINT_MAX_MEMORY)";
    return limited;
}

a3dlint_report *a3dlint_check(const a3dlint *lint, const char *name, const void *data, size_t size)
{
    if (lint == NULL || (data == NULL && size > 0))
        return NULL;
    a3d_options options = lint->options;
    a3dlint_report *report = new_report(lint);
    if (report == NULL)
        return NULL;
    if (name != NULL && (report->name = a3d_arena_text(&report->arena, name, strlen(name))) == NULL) {
        a3dlint_report_free(report);
        return NULL;
    }
    options.name = report->name;
    options.links = a3d_links_of(lint, report->name);
    report->result = check(report, size > 0 ? data : "", size, &options);
    if (report->result != NULL)
        return report;
    a3dlint_report_free(report);
    return NULL;
}

void a3dlint_report_free(a3dlint_report *report)
{
    if (report == NULL)
        return;
    a3d_arena arena = report->arena; /* copies, because the arena contains *report */
    a3d_account account = report->account;
    if (arena.account != NULL)
        arena.account = &account;
    a3d_arena_free(&arena);
    a3d_settle(&account);
}

const char *a3dlint_verdict_name(a3dlint_verdict verdict)
{
    return (unsigned)verdict <= A3DLINT_LIMITED ? a3d_verdict_name(verdict) : NULL;
}

a3dlint_verdict a3dlint_get_verdict(const a3dlint_report *report)
{
    return report != NULL ? report->result->verdict : A3DLINT_LIMITED;
}

const char *a3dlint_get_message(const a3dlint_report *report)
{
    return report != NULL ? report->message : NULL;
}

const char *a3dlint_get_format(const a3dlint_report *report)
{
    return report != NULL && report->result->format != NULL ? report->result->format->name : NULL;
}

const char *a3dlint_get_version(const a3dlint_report *report)
{
    return report != NULL && report->result->version[0] != '\0' ? report->result->version : NULL;
}

const char *a3dlint_get_branch(const a3dlint_report *report)
{
    return report != NULL ? report->result->branch : NULL;
}

uint64_t a3dlint_get_steps(const a3dlint_report *report)
{
    return report != NULL ? report->result->steps : 0;
}

size_t a3dlint_get_count(const a3dlint_report *report, a3dlint_severity severity)
{
    return report != NULL && (unsigned)severity <= A3DLINT_ERROR ? report->result->counts[severity] : 0;
}

size_t a3dlint_get_findings(const a3dlint_report *report, size_t *more)
{
    const a3d_doc *doc = report != NULL ? report->result->doc : NULL;
    if (more != NULL)
        *more = doc != NULL ? doc->more_findings : 0;
    return doc != NULL ? doc->n_findings : 0;
}

/* Terminates a text with NUL and returns its buffer, or NULL when memory ran out. */
static const char *finished(a3d_text *text)
{
    a3d_putc(text, '\0');
    return text->failed ? NULL : text->data;
}

int a3dlint_get_finding(a3dlint_report *report, size_t index, a3dlint_finding *finding)
{
    const a3d_doc *doc = report != NULL ? report->result->doc : NULL;
    if (doc == NULL || finding == NULL || index >= doc->n_findings)
        return -1;
    const a3d_finding *f = &doc->findings[index];
    uint32_t chain[A3D_CHAIN];
    unsigned depth = a3d_stream_chain(doc, f->stream, chain, A3D_CHAIN);
    a3d_text path, stream, expected, actual;
    a3d_text_init(&path, &report->arena);
    a3d_text_init(&stream, &report->arena);
    a3d_text_init(&expected, &report->arena);
    a3d_text_init(&actual, &report->arena);
    a3d_put_place(&path, doc, &f->place);
    a3d_put_stream(&stream, doc, f->stream);
    a3d_put_expected(&expected, f);
    a3d_put_quantity(&actual, &f->actual);
    *finding = (a3dlint_finding){
        .rule = f->rule->id, .severity = (a3dlint_severity)f->severity, .message = f->message,
        .path = finished(&path), .stream = finished(&stream), .offset = f->off, .size = f->size,
        .bit = f->bit == A3D_NO_BIT ? A3DLINT_NO_BIT : f->bit,
        .file_offset = depth > 1 ? doc->streams[chain[1]].off : f->off,
        .file_size = depth > 1 ? doc->streams[chain[1]].packed_size : f->size,
        .expected = expected.size > 0 ? finished(&expected) : NULL,
        .actual = actual.size > 0 ? finished(&actual) : NULL,
        .cause = f->cause != A3D_NO_CAUSE ? f->cause : A3DLINT_NO_CAUSE, .places = f->count};
    return report->arena.refused ? -1 : 0;
}

int a3dlint_write(a3dlint_report *report, const char *form, const char **text, size_t *size)
{
    if (report == NULL || form == NULL || text == NULL || size == NULL)
        return -1;
    const a3d_report_form *f = a3d_report_form_named(form);
    if (f == NULL || f->page) /* only the program has the parts of a page */
        return -1;
    static const int statuses[] = {
        [A3DLINT_VALID] = 0, [A3DLINT_INVALID] = 1, [A3DLINT_UNREADABLE] = 3, [A3DLINT_LIMITED] = 4};
    a3d_sink sink = {.out = &report->text, .show = A3D_WARNING, .fail_on = A3D_ERROR,
                     .status = statuses[report->result->verdict]};
    report->text.size = 0;
    f->begin(&sink);
    a3d_totals_add(&sink, report->result);
    f->file(&sink, report->name != NULL ? report->name : "-", report->result);
    f->end(&sink);
    *text = report->text.data;
    *size = report->text.size;
    return a3d_text_is_lost(&report->text) ? -1 : 0;
}

const char *a3dlint_rewrite(a3dlint_report *report, a3dlint_encoding how, const uint8_t **data, size_t *size)
{
    if (report == NULL || data == NULL || size == NULL)
        return report == NULL ? A3D_NO_REPORT : A3D_NO_PLACE;
    a3d_doc *doc = report->result->doc;
    if (report->result->format == NULL)
        return "no document: unknown file format";
    if (report->result->verdict == A3DLINT_LIMITED)
        return "a limit was reached before the document was read to its end";
    if (how == A3DLINT_CANONICAL && doc->faulty)
        return "only a file that decodes to its end has a canonical form";
    const char *why = a3d_encode(doc, how == A3DLINT_CANONICAL ? A3D_CANONICAL : A3D_FAITHFUL, &report->bytes, NULL, 0);
    if (why != NULL)
        return report->arena.refused ? A3D_LACK_OF_MEMORY : why;
    *data = (const uint8_t *)report->bytes.data;
    *size = report->bytes.size;
    return NULL;
}

/* ---- the catalog ---- */

int a3dlint_get_rule(size_t index, a3dlint_rule_info *info)
{
    for (const a3d_format *const *f = a3d_rule_sets(); info != NULL && *f != NULL; f++) {
        if (index < (*f)->n_rules - 1u) {
            const a3d_rule *rule = &(*f)->rules[index + 1];
            *info = (a3dlint_rule_info){rule->id, rule->title, rule->why, rule->source,
                                        (a3dlint_severity)rule->severity};
            return 0;
        }
        index -= (*f)->n_rules - 1;
    }
    return -1;
}

/* ---- known readers ---- */

_Static_assert((int)A3DLINT_ACCEPTS == (int)A3D_ACCEPTS && (int)A3DLINT_WRITES == (int)A3D_WRITES &&
                   (int)A3DLINT_REJECTS == (int)A3D_REJECTS && (int)A3DLINT_HANGS == (int)A3D_HANGS &&
                   (int)A3DLINT_READS_BEYOND == (int)A3D_READS_BEYOND,
               "deeds");

int a3dlint_get_reader(size_t index, a3dlint_reader_info *reader)
{
    for (const a3d_format *const *f = a3d_formats(); reader != NULL && *f != NULL; f++) {
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++) {
            if (index-- > 0)
                continue;
            *reader = (a3dlint_reader_info){c->name, (*f)->name, c->who, c->meaning};
            return 0;
        }
    }
    return -1;
}

const char *a3dlint_does_name(a3dlint_does does)
{
    return (unsigned)does <= A3DLINT_READS_BEYOND ? a3d_does_name((a3d_does)does) : NULL;
}

int a3dlint_get_quirk(const char *rule, size_t index, a3dlint_quirk *quirk)
{
    for (const a3d_format *const *f = a3d_formats(); quirk != NULL && *f != NULL; f++) {
        for (const a3d_quirk *q = (*f)->quirks; q->reader != NULL; q++) {
            bool asked = rule == NULL || (q->rule != NULL && strcmp(q->rule, rule) == 0);
            if (!asked || index-- > 0)
                continue;
            *quirk = (a3dlint_quirk){
                q->reader, (*f)->name, q->rule, (a3dlint_does)q->does, q->what, q->source, (a3dlint_severity)q->level};
            return 0;
        }
    }
    return -1;
}
