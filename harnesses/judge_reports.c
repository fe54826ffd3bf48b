/* judge_reports.c - the library call of every command, and all that is written of its result; see judge.h */
#include "lint/lint.h"
#include "judge.h"
#include "judge_views.h"
#include "report/dump/dump.h"
#include "report/gltf/gltf.h"
#include "report/hex/hex.h"
#include "report/stats/stats.h"
#include "report/forms.h"

#include <stdio.h>
#include <string.h>

/* A call looks for suspects with what work the limit leaves, repairs that a report tries have as much, and every form writes
 * every finding. So limits are low: many inputs find more than a long look at each. */
static a3d_options options_for(const a3d_format *format, uint32_t size, uint32_t choice, uint64_t steps)
{
    enum { UNPACKED = 4 << 20, WORK = 4096, SHORT = 256, FINDINGS = 6 };
    const uint64_t n = size;
    bool deep = (choice & JUDGE_DEEP) == JUDGE_DEEP, searched = (choice & JUDGE_SEARCH) == JUDGE_SEARCH;
    uint64_t work = deep ? WORK + 8 * n : SHORT + (searched ? 3 : 1) * steps;
    return (a3d_options){.limits = {.unpacked = UNPACKED + 64 * n, .work = work, .findings = FINDINGS, .unsearched = !searched}, .format = format};
}

/* Whether a finding follows from none, or in the end from one that is as bad. */
static bool is_led(const a3d_doc *doc, uint32_t i)
{
    uint32_t root = i;
    while (doc->findings[root].cause != A3D_NO_CAUSE)
        root = doc->findings[root].cause;
    return doc->findings[root].severity >= doc->findings[i].severity;
}

/* Causes that were found may have moved a finding. */
static bool is_inside(const a3d_doc *doc, const a3d_finding *f)
{
    return f->stream < doc->n_streams && (uint64_t)f->off + f->size <= doc->streams[f->stream].size;
}

static const char *verdict_fault(const a3d_result *result)
{
    if (result->verdict == A3DLINT_UNREADABLE || result->format == NULL || result->doc == NULL)
        return "a forced format gives no verdict, or a verdict without a document";
    if ((result->verdict == A3DLINT_LIMITED) != (result->doc->limited != A3D_LIMIT_NONE))
        return "the verdict does not tell that a limit was reached";
    bool errors = result->counts[A3D_ERROR] > 0; /* among those that were kept */
    if ((result->verdict == A3DLINT_VALID && errors) || (result->verdict == A3DLINT_INVALID && !errors && !result->truncated))
        return "the verdict does not follow from the errors";
    for (uint32_t i = 0; i < result->doc->n_findings; i++)
        if (result->doc->findings[i].cause != A3D_NO_CAUSE && result->doc->findings[i].cause >= i)
            return "a finding stands before its cause";
    for (uint32_t i = 0; i < result->doc->n_findings; i++)
        if (!is_inside(result->doc, &result->doc->findings[i]))
            return "a finding is not inside its stream";
    for (uint32_t i = 0; i < result->doc->n_findings; i++)
        if (!is_led(result->doc, i))
            return "a finding follows only from what is less bad";
    return NULL;
}

static unsigned count_forms(void)
{
    unsigned n = 0;
    while (a3d_report_forms[n].name != NULL)
        n++;
    return n;
}

/* Into a sink that nobody reads; its text is used again for the next form. One alone is the last, the page, half as often
 * as another: it tries repairs, and takes as long as five. */
static const char *write_reports(a3d_arena *arena, const a3d_result *result, uint32_t choice)
{
    a3d_text out;
    bool every = choice == JUDGE_ALL, counted = (choice & JUDGE_VIEW) == JUDGE_VIEW;
    unsigned n = count_forms(), first = every ? 0 : choice % (2 * n - 1) % n;
    a3d_text_init(&out, arena);
    for (unsigned i = first; i < (every ? n : first + 1); i++) {
        const a3d_report_form *form = &a3d_report_forms[i];
        a3d_sink sink = {.out = &out, .show = A3D_NOTE, .verbose = true, .stats = counted ? a3d_stats_new(arena) : NULL};
        out.size = 0;
        form->begin(&sink);
        form->file(&sink, "input", result);
        form->end(&sink);
        if (out.size == 0 && !out.failed)
            return "a report has no text";
        if (sink.stats == NULL && !form->page && !judge_again(arena, form, result, &out))
            return "a result that was kept is reported in other words";
    }
    return out.failed ? "a report ran out of memory" : NULL;
}

/* A GLB of the length that it states, which does not grow with what the input only claims. */
static const char *gltf_fault(a3d_arena *arena, const a3d_result *result)
{
    enum { FREE = 8 << 20, EACH = 256 };
    a3d_gltf gltf;
    uint64_t bytes = 0;
    for (size_t i = 0; i < result->doc->n_streams; i++)
        bytes += result->doc->streams[i].size;
    if (!a3d_gltf_make_whole(arena, result, &gltf))
        return "a GLB ran out of memory";
    const uint8_t *p = (const uint8_t *)gltf.glb.data;
    if (gltf.glb.size < 20 || gltf.glb.size % 4 != 0 || a3d_load32(p + 8, false) != gltf.glb.size)
        return "a GLB has another length than it states";
    return gltf.glb.size > FREE + EACH * bytes ? "a GLB is larger than its input can tell" : NULL;
}

/* One of the dumps and hexes, or the GLB, by the size of the input. */
static const char *write_view(a3d_arena *arena, const a3d_result *result, char *said, size_t room)
{
    enum { MOST_HEX = 8192 };
    a3d_text out;
    a3d_text_init(&out, arena);
    unsigned which = (unsigned)(result->size % 7);
    const char *why = NULL;
    if (which == 6)
        return gltf_fault(arena, result);
    if (which < 4)
        a3d_dump(&out, "input", result, &(a3d_dump_options){.text = (which & 1) != 0, .full = (which & 2) != 0});
    else
        why = a3d_hex(&out, result, &(a3d_hex_options){.near = which == 5, .context = A3D_HEX_CONTEXT});
    if (why == NULL && which == 4 && result->size <= MOST_HEX && !judge_hex_values(arena, result, said, room))
        return said;
    return why != NULL ? why : out.failed ? "a view ran out of memory" : NULL;
}

static bool same_verdict(const a3d_result *a, const a3d_result *b)
{
    return a->verdict == b->verdict && a->steps == b->steps && a->truncated == b->truncated &&
           memcmp(a->counts, b->counts, sizeof a->counts) == 0 && strcmp(a->version, b->version) == 0;
}

static const char *reports_fault(a3d_arena *arena, const a3d_result *result, uint32_t choice, char *said, size_t room)
{
    const char *why = verdict_fault(result);
    if (why == NULL)
        why = write_reports(arena, result, choice);
    return why != NULL || (choice & JUDGE_VIEW) != JUDGE_VIEW ? why : write_view(arena, result, said, room);
}

/* What does not hold; NULL when all does, or when why[] tells already. */
static const char *runs_fault(a3d_arena *arena, const a3d_result *a, const a3d_result *b, uint32_t choice, char *why, size_t room)
{
    if (a == NULL || b == NULL)
        return "there is no result";
    if (!same_verdict(a, b))
        return "two runs give two verdicts";
    if (a->doc != NULL && b->doc != NULL && !judge_findings(a->doc, b->doc, why, room))
        return NULL;
    const char *fault = reports_fault(arena, a, choice, why, room);
    return fault == why ? NULL : fault;
}

bool judge_reports(const a3d_format *format, const uint8_t *data, uint32_t size, const judge_how *how, uint32_t choice, judged *result)
{
    a3d_options options = options_for(format, size, choice, result->steps);
    a3d_arena first, second;
    options.limits.plan_cache = how->plan_cache;
    a3d_arena_init(&first, how->mem);
    a3d_arena_init(&second, how->mem);
    const a3d_result *a = a3d_lint(&first, data, size, &options);
    options.limits.sparse_from = 1;
    const a3d_result *b = a3d_lint(&second, data, size, &options);
    const char *fault = runs_fault(&first, a, b, choice, result->broken, sizeof result->broken);
    if (fault != NULL)
        snprintf(result->broken, sizeof result->broken, "%s", fault);
    a3d_arena_free(&second);
    a3d_arena_free(&first);
    return result->broken[0] == '\0';
}

bool judge_verdict(const a3d_format *format, const uint8_t *data, uint32_t size, char *why, size_t room)
{
    a3d_options options = {.format = format, .limits = {.unsearched = true}};
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    const char *fault = result == NULL ? "there is no result" : verdict_fault(result);
    if (fault != NULL)
        snprintf(why, room, "%s", fault);
    a3d_arena_free(&arena);
    return fault == NULL;
}
