/* make.c - files and pages that the public library makes; see a3dlint.h */
#include "api/parts.h"
#include "lint/as.h"
#include "lint/fix.h"
#include "report/fix/fix.h"
#include "report/reference/explain.h"

#include <string.h>

struct a3dlint_output {
    a3d_arena arena;
    const char *why; /* why nothing was made, or NULL */
    a3d_text data, fixes;
};

/* An output without a checker, which can only refuse, gets its memory from the C library. */
static a3dlint_output *new_output(const a3dlint *lint)
{
    a3d_arena arena;
    a3d_arena_init(&arena, lint != NULL ? &lint->arena.mem : NULL);
    a3dlint_output *output = a3d_block_resize(&arena, NULL, sizeof *output);
    if (output == NULL)
        return NULL;
    memset(output, 0, sizeof *output);
    output->arena = arena;
    a3d_text_init(&output->data, &output->arena);
    a3d_text_init(&output->fixes, &output->arena);
    return output;
}

void a3dlint_output_free(a3dlint_output *output)
{
    if (output == NULL)
        return;
    a3d_arena arena = output->arena; /* a copy, because the arena contains *output */
    a3d_arena_free(&arena);
}

/* The output with the reason for its failure, if there is one; NULL when memory ran out. */
static a3dlint_output *finished(a3dlint_output *output, const char *why)
{
    output->why = why;
    a3d_putc(&output->fixes, '\0');
    if (!output->arena.refused && !output->data.failed && !output->fixes.failed)
        return output;
    a3dlint_output_free(output);
    return NULL;
}

const char *a3dlint_get_reason(const a3dlint_output *output)
{
    return output != NULL ? output->why : "no output was given";
}

const void *a3dlint_get_data(const a3dlint_output *output, size_t *size)
{
    bool made = output != NULL && output->why == NULL;
    if (size == NULL)
        return NULL;
    *size = made ? output->data.size : 0;
    return !made ? NULL : output->data.size > 0 ? output->data.data : "";
}

const char *a3dlint_get_fixes(const a3dlint_output *output)
{
    return output != NULL ? output->fixes.data : "";
}

/* ---- fix ---- */

static void write_fixes(a3dlint_output *output, const char *name, const a3d_fixing *fixing, bool content)
{
    a3d_fixes_file file = {.path = name != NULL ? name : "-", .content = content, .fixing = fixing};
    a3d_put(&output->data, fixing->data, fixing->size);
    a3d_fixes_json(&output->fixes, &file);
}

a3dlint_output *a3dlint_fix(const a3dlint *lint, const char *name, const void *data, size_t size, unsigned repairs)
{
    a3dlint_output *output = new_output(lint);
    if (output == NULL)
        return NULL;
    if (lint == NULL || (data == NULL && size > 0))
        return finished(output, lint == NULL ? A3D_NO_CHECKER : "no bytes were given");
    a3d_options options = lint->options;
    options.name = name;
    options.accept_content = (repairs & A3DLINT_ACCEPT_CONTENT) != 0;
    options.links = a3d_links_of(lint, name);
    const a3d_result *before = a3d_lint(&output->arena, size > 0 ? data : "", size, &options);
    if (before == NULL)
        return finished(output, NULL);
    if (!a3d_is_fixable_file(before))
        return finished(output, before->message != NULL ? a3d_own_words(&output->arena, before->message)
                                                        : "the file was not read");
    a3d_fixing fixing = a3d_fix_result(&output->arena, before, &options, UINT64_MAX);
    if (fixing.after == NULL || fixing.after->doc == NULL) {
        a3d_arena_refuse(&output->arena);
        return finished(output, NULL);
    }
    const char *why = NULL;
    if ((repairs & A3DLINT_SALVAGE) != 0 && fixing.after->verdict == A3DLINT_INVALID &&
        !a3d_salvage_rest(&output->arena, &fixing, &options))
        why = fixing.why != NULL ? fixing.why : "no element is whole";
    if (why == NULL)
        write_fixes(output, name, &fixing, options.accept_content);
    return finished(output, why);
}

/* ---- generate ---- */

/* Copies a reason into the output. */
static const char *reason(a3dlint_output *output, const a3d_text *text)
{
    return text->failed ? NULL : a3d_arena_text(&output->arena, text->data, text->size);
}

/* Reads what to make. Returns NULL, or why it cannot be made. */
static const char *read_wish(a3dlint_output *output, const char *as_text, a3d_wish *wish)
{
    a3d_as as;
    a3d_text problem;
    a3d_text_init(&problem, &output->arena);
    if (!a3d_read_as(as_text, &as, &problem))
        return reason(output, &problem);
    if (!a3d_complete_as(&as))
        return "a document of this version cannot be made";
    a3d_wish_as(&as, wish);
    return NULL;
}

/* Refuses the name of a rule that does not exist, or NULL. */
static a3dlint_output *without_rule(a3dlint_output *output, const char *rule)
{
    if (rule == NULL)
        return finished(output, "no rule was given");
    a3d_text problem;
    a3d_text_init(&problem, &output->arena);
    a3d_printf(&problem, "unknown rule '%s'", rule);
    const char *why = reason(output, &problem);
    return finished(output, why != NULL ? why : "unknown rule");
}

enum { MOST_SIZE = 256 << 20 };

static a3d_wish wish_of(const a3dlint *lint, uint64_t seed, uint64_t size)
{
    const a3d_options *options = &lint->options;
    return (a3d_wish){.seed = seed, .size = size, .compats = options->compats, .n_compats = options->n_compats,
                      .most_steps = options->limits.work};
}

a3dlint_output *a3dlint_generate(const a3dlint *lint, const char *as, uint64_t seed, uint64_t size)
{
    a3dlint_output *output = new_output(lint);
    if (output == NULL)
        return NULL;
    if (lint == NULL || as == NULL)
        return finished(output, lint == NULL ? A3D_NO_CHECKER : "no format was given");
    a3d_wish wish = wish_of(lint, seed, size);
    const char *why = size > MOST_SIZE ? "256 Mi is the largest size" : read_wish(output, as, &wish);
    if (why == NULL && !output->arena.refused)
        why = a3d_generate_random(&output->arena, &wish, &output->data);
    if (why == a3d_work_ran_out) /* the size is an approximate one anyway */
        why = NULL;
    return finished(output, why);
}

a3dlint_output *a3dlint_break(const a3dlint *lint, const char *rule, const char *as, int corrected, uint64_t seed,
                              uint64_t size)
{
    const a3d_rule *found = rule != NULL ? a3d_rule_named(rule) : NULL;
    a3dlint_output *output = new_output(lint);
    if (output == NULL)
        return NULL;
    if (lint == NULL)
        return finished(output, A3D_NO_CHECKER);
    if (found == NULL)
        return without_rule(output, rule);
    a3d_wish wish = wish_of(lint, seed, size);
    const a3d_format *format = a3d_rule_set_of(found->id);
    const char *why = size > MOST_SIZE ? "256 Mi is the largest size" : NULL;
    if (as != NULL && why == NULL)
        why = read_wish(output, as, &wish);
    if (as != NULL && why == NULL && wish.format != format)
        why = "the rule is one of another format";
    if (as == NULL) {
        a3d_as own = {.format = format};
        (void)a3d_complete_as(&own); /* a recipe needs no version */
        a3d_wish_as(&own, &wish);
    }
    if (why == NULL && !output->arena.refused)
        why = a3d_break_rule(&output->arena, found, &wish, corrected != 0, &output->data);
    return finished(output, why);
}

a3dlint_output *a3dlint_explain(const a3dlint *lint, const char *rule, int markdown)
{
    const a3d_rule *found = rule != NULL ? a3d_rule_named(rule) : NULL;
    a3dlint_output *output = new_output(lint);
    if (output == NULL)
        return NULL;
    if (lint == NULL)
        return finished(output, A3D_NO_CHECKER);
    if (found == NULL)
        return without_rule(output, rule);
    if (!a3d_explain(&output->data, found, markdown != 0, 0))
        a3d_arena_refuse(&output->arena);
    return finished(output, NULL);
}
