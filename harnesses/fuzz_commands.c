/* fuzz_commands.c - what commands do with a file once it is judged: reports under any choice, dumps, hex, repairs,
 * pages of rules, differences, smaller files, and the public interface.
 *
 * An input is a file. What is chosen follows from its bytes, so that one input always does the same; A3D_TURNS=N chooses
 * N times, for coverage, while memory is not refused. */
#include "lint/fix.h"
#include "commands.h"
#include "engine/document/path.h"
#include "engine/encode/encode.h"
#include "engine/reduce/reduce.h"
#include "family.h"
#include "formats/formats.h"
#include "judge.h"
#include "judge_views.h"
#include "pool.h"
#include "transfer/transfer.h"
#include "report/diff/diff.h"
#include "report/fix/fix.h"
#include "report/gltf/gltf.h"
#include "report/reference/rule_page.h"
#include "report/common/repair.h"
#include "engine/decode/decode.h"
#include "engine/mutate/mutate.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 16, MOST_SHOWN = 8192, MOST_TRIES = 24, MOST_REPAIRS = 2, MOST_TURNS = 100 };

static void refuse(const command_run *c, const char *what)
{
    family_refuse("commands", c->size, what);
}

/* ---- differences ---- */

static bool differ(command_run *c, a3d_diff_file *a, a3d_diff_file *b, const a3d_diff_options *how, bool *same)
{
    a3d_text out;
    a3d_text_init(&out, c->arena);
    a3d_diff_end end = {.same = false};
    bool told = a3d_diff(&out, a, b, how, &end);
    *same = end.same;
    a3d_text_free(&out);
    return told;
}

/* The input as nobody's choice changes it. */
static const a3d_result *plain(command_run *c, const a3d_format *format)
{
    a3d_options options = {.limits = command_limits(c, c->size), .format = format};
    return a3d_lint(c->arena, c->data, c->size, &options);
}

static bool result_is_whole(const a3d_result *result)
{
    return a3d_is_complete(result) && !result->doc->faulty;
}

/* A file does not differ from itself; whether two differ does not depend on which is named first. */
static void compare(command_run *c, const a3d_format *format, const a3d_result *other)
{
    const a3d_result *result = plain(c, format), *again = plain(c, format);
    a3d_diff_options how = {.json = command_flip(c), .color = command_flip(c), .all = command_flip(c),
                            .tolerance = command_flip(c) ? 1e-5 : 0};
    a3d_diff_file a = {"a", result, c->data}, b = {"b", again, c->data};
    bool same, back;
    if (result == NULL || result->doc == NULL || again == NULL || again->doc == NULL || result->doc->limited != A3D_LIMIT_NONE)
        return;
    if (!differ(c, &a, &b, &how, &same) || (!same && how.tolerance == 0))
        refuse(c, "a file differs from itself");
    how.each = command_flip(c);
    how.width = command_flip(c) ? 40 + command_below(c, 100) : 0;
    if (other == NULL || other->doc == NULL || other->format != format || other->doc->limited != A3D_LIMIT_NONE)
        return;
    b = (a3d_diff_file){"b", other, other->doc->streams[0].data};
    if (!differ(c, &a, &b, &how, &same) || !differ(c, &b, &a, &how, &back) || same != back)
        refuse(c, "two files differ one way, and not the other");
    char why[300] = "";
    bool keyed = strncmp(format->name, "a3d", 3) == 0; /* ids */
    if (c->size <= MOST_SHOWN && result_is_whole(result) && result_is_whole(other) &&
        !judge_differences(c->arena, result, other, keyed, why, sizeof why))
        refuse(c, why);
}

/* ---- smaller files ---- */

typedef struct kept {
    command_run *c;
    const a3d_format *format;
    const a3d_rule *rule; /* that a finding must name, or NULL: any file will do */
} kept;

static int holds(void *user, const uint8_t *data, uint32_t size)
{
    const kept *k = user;
    a3d_arena arena;
    a3d_arena_init(&arena, &k->c->arena->mem);
    a3d_limits limits = command_limits(k->c, size);
    const a3d_doc *doc = a3d_decode(&arena, k->format, data, size, &limits, k->format->usual);
    bool found = k->rule == NULL && doc != NULL;
    for (size_t i = 0; doc != NULL && i < doc->n_findings; i++)
        found |= doc->findings[i].rule == k->rule;
    a3d_arena_free(&arena);
    return found;
}

static void progress(void *user, uint64_t tries, uint32_t size)
{
    (void)user;
    (void)tries;
    (void)size;
}

static void reduce(command_run *c, const a3d_result *result)
{
    const a3d_rule *rule = result->doc->n_findings > 0 ? result->doc->findings[command_below(c, (uint32_t)result->doc->n_findings)].rule : NULL;
    kept k = {c, result->format, rule};
    a3d_reduction how = {.format = command_below(c, 8) != 0 ? result->format : NULL, .branches = result->format->usual, .data = c->data,
                         .size = (uint32_t)c->size, .holds = holds, .progress = command_flip(c) ? progress : NULL, .user = &k,
                         .most_tries = MOST_TRIES * (1 + command_below(c, 16)), .limits = command_limits(c, c->size)};
    a3d_reduced reduced;
    a3d_text out;
    if (!holds(&k, c->data, (uint32_t)c->size))
        return;
    a3d_text_init(&out, c->arena);
    const char *why = a3d_reduce(c->arena, &how, &out, &reduced);
    if (why == NULL && (out.size > c->size || !holds(&k, (const uint8_t *)out.data, (uint32_t)out.size)))
        refuse(c, "what is reduced is larger, or no longer holds");
    a3d_text_free(&out);
}

/* ---- repairs and pages ---- */

static void explain(command_run *c, const a3d_result *result, const a3d_result *other)
{
    a3d_text out;
    a3d_text_init(&out, c->arena);
    size_t n = result->doc->n_findings;
    uint64_t steps = UINT64_MAX;
    for (size_t i = 0; i < n && i < MOST_REPAIRS; i++)
        a3d_find_repair(&out, result, command_below(c, (uint32_t)n), other != NULL && other->doc != NULL ? other : NULL, &steps);
    if (n > 0) {
        a3d_twin bad = {"bad", result}, good = {"good", command_flip(c) ? other : NULL};
        const a3d_rule *rule = result->doc->findings[command_below(c, (uint32_t)n)].rule;
        bool markdown = command_flip(c);
        a3d_rule_page(&out, rule, &bad, &good, markdown, command_flip(c) ? 40 + command_below(c, 100) : 0);
    }
    a3d_text_free(&out);
}

static void show(command_run *c, const a3d_result *result)
{
    a3d_gltf gltf;
    if (a3d_gltf_make_whole(c->arena, result, &gltf) && gltf.glb.size < 20)
        refuse(c, "a scene has no header");
}

/* Those that were not kept too. */
static size_t errors_of(const a3d_result *result)
{
    return result->counts[A3D_ERROR] + result->more[A3D_ERROR];
}

/* Whether damage to the whole file was undone, and the file was valid then: it stays as its writer wrote it. */
static bool is_as_written(const a3d_fixing *f)
{
    return f->n_fixed == 1 && a3d_rule_set_of(f->fixed->rule->id) == &a3d_format_file;
}

/* What a repair without doubt mended is not found there again, and a second time there is nothing to repair, except
 * notes in a file that stays as it was written. */
static void fix_again(command_run *c, const a3d_fixing *f, const a3d_options *options)
{
    if (f->ended || f->n_fixed == 0 || !a3d_is_complete(f->after))
        return;
    for (const a3d_fixed *fixed = f->fixed; fixed != NULL; fixed = fixed->next)
        for (size_t i = 0; i < f->after->doc->n_findings; i++) {
            const a3d_finding *finding = &f->after->doc->findings[i];
            a3d_text path;
            a3d_text_init(&path, c->arena);
            if (finding->place.node != A3D_NO_NODE)
                a3d_put_place(&path, f->after->doc, &finding->place);
            a3d_putc(&path, '\0');
            if (!fixed->content && finding->rule == fixed->rule && !path.failed && strcmp(path.data, fixed->path) == 0)
                refuse(c, "what was repaired is found again");
        }
    a3d_fixing again = a3d_fix_file(c->arena, f->data, f->size, options);
    if (again.before != NULL && again.after != NULL && !again.ended && again.n_fixed > 0 && !is_as_written(f))
        refuse(c, "what was repaired can be repaired again");
}

/* What is repaired has no more errors than what was given, and what is salvaged is valid. */
static void repair(command_run *c)
{
    a3d_text out;
    a3d_text_init(&out, c->arena);
    a3d_options options = {.limits = command_limits(c, c->size)};
    a3d_fixing f = a3d_fix_file(c->arena, c->data, c->size, &options);
    if (f.before == NULL || f.before->doc == NULL || f.after == NULL)
        return;
    if (f.before->format != NULL && errors_of(f.after) > errors_of(f.before))
        refuse(c, "a repair adds errors");
    a3d_fixes_file file = {
        .path = "input", .written = command_flip(c) ? "output" : NULL, .dry = command_flip(c), .fixing = &f};
    a3d_fixes_text(&out, &file);
    a3d_fixes_json(&out, &file);
    fix_again(c, &f, &options);
    f = a3d_salvage_result(c->arena, f.before, &options);
    if (f.after == NULL)
        return;
    if (f.after->verdict != A3DLINT_VALID || f.size == 0)
        refuse(c, "what is salvaged is not valid");
    a3d_fixes_text(&out, &file);
    a3d_fixes_json(&out, &file);
}

/* Another file of the same format: the same one rewritten, or a mutant of it. NULL when there is none. */
static const a3d_result *other_of(command_run *c, const a3d_result *result)
{
    a3d_text canonical;
    a3d_text_init(&canonical, c->arena);
    const a3d_result *twin = command_judge(c, c->data, c->size, result->format);
    if (twin == NULL || twin->doc == NULL)
        return NULL;
    if (command_flip(c) && !twin->doc->faulty && twin->doc->limited == A3D_LIMIT_NONE &&
        a3d_encode(twin->doc, A3D_CANONICAL, &canonical, NULL, 0) == NULL)
        return command_judge(c, (const uint8_t *)canonical.data, canonical.size, result->format);
    uint8_t *out = a3d_block_resize(c->arena, NULL, c->size + 256);
    a3d_mutation m = {.format = result->format, .data = c->data, .size = (uint32_t)c->size, .seed = a3d_random_next(&c->random)};
    size_t n = out != NULL ? a3d_mutate(c->arena, &m, out, c->size + 256) : 0;
    return n > 0 ? command_judge(c, out, n, result->format) : NULL;
}

static void run(command_run *c)
{
    command_public(c);
    const a3d_result *result = command_judge(c, c->data, c->size, NULL);
    if (result == NULL)
        return;
    command_reports(c, result);
    if (result->doc == NULL)
        return;
    family_rules_seen(result->doc);
    if (result->format == NULL) {
        if (a3d_is_fixable_file(result))
            repair(c);
        return;
    }
    command_views(c, result);
    const a3d_result *other = other_of(c, result);
    explain(c, result, other);
    show(c, result);
    repair(c);
    if (result->doc->limited != A3D_LIMIT_NONE)
        return;
    compare(c, result->format, other);
    reduce(c, result);
}

/* How often an input is run. */
static unsigned count_turns(void)
{
    const char *wish = getenv("A3D_TURNS");
    unsigned long n = wish != NULL && !pool_starving() ? strtoul(wish, NULL, 10) : 1;
    return n > 0 && n <= MOST_TURNS ? (unsigned)n : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    if (size == 0 || size > MOST_BYTES)
        return 0;
    for (unsigned turn = 0, turns = count_turns(); turn < turns; turn++) {
        a3d_allocator mem = pool_restart(&memory);
        a3d_arena_init(&arena, &mem);
        command_run c = {.arena = &arena, .data = data, .size = size, .random = a3d_random_of(command_hash(data, size) + turn), .turn = turn};
        run(&c);
        a3d_arena_free(&arena);
    }
    return 0;
}
