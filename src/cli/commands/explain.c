/* explain.c - `a3dlint explain RULE`: prints the page of a rule */
#include "cli/commands/commands.h"
#include "cli/input/links.h"
#include "cli/options/cli.h"
#include "cli/options/distance.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "lint/generate.h"
#include "report/reference/rule_page.h"
#include "transfer/transfer.h"

#include <string.h>

enum { NEAREST = 3 };

typedef struct near {
    const char *id;
    unsigned distance;
} near;

static void keep_nearest(near *best, const char *id, unsigned d)
{
    for (unsigned i = 0; i < NEAREST; i++) {
        if (best[i].id != NULL && best[i].distance <= d)
            continue;
        memmove(best + i + 1, best + i, (NEAREST - 1 - i) * sizeof *best);
        best[i] = (near){id, d};
        return;
    }
}

/* Suggests the most similar names. A name without a format is compared with the names after the slash. */
static int unknown(const char *word)
{
    near best[NEAREST] = {{NULL, 0}};
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const char *id = (*f)->rules[i].id, *slash = strchr(id, '/');
            keep_nearest(best, id, a3d_distance(word, strchr(word, '/') == NULL && slash != NULL ? slash + 1 : id));
        }
    }
    a3d_complain("unknown rule '%s'; the most similar names are %s, %s and %s", word, best[0].id, best[1].id,
                 best[2].id);
    return A3D_EXIT_USAGE;
}

/* ---- twins ---- */

/* The name of the recipe that begins like this, or NULL. */
static const char *recipe_like(a3d_arena *arena, const a3d_format *format, const char *beginning)
{
    for (const char *const *t = format->twins; t != NULL && *t != NULL; t++)
        if (strncmp(*t, beginning, strlen(beginning)) == 0)
            return a3d_arena_text(arena, *t, strcspn(*t, " "));
    return NULL;
}

/* Looks up the link of a twin, which is the name of another recipe of its format. */
static a3d_link_found look_up(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit,
                              a3d_link_file *file)
{
    a3d_text out;
    const char *plain = a3d_link_unescaped(arena, uri);
    (void)from;
    a3d_text_init(&out, arena);
    *file = (a3d_link_file){.why = a3d_link_refusal(uri)};
    if (file->why != NULL)
        return A3D_LINK_PASSED_OVER;
    file->why = "the file does not exist";
    if (a3d_make_recipe(arena, user, plain != NULL ? plain : uri, &out) != NULL)
        return A3D_LINK_MISSING;
    if (out.size > limit)
        return A3D_LINK_TOO_LARGE;
    *file = (a3d_link_file){.data = (const uint8_t *)out.data, .size = out.size, .name = uri};
    return A3D_LINK_FOUND;
}

/* Makes a twin of a rule, the one whose name goes on with ".bad." or ".good.", and checks it with the rule on. Its
 * format is given, since the bytes of a bad file may look like another one. False when it cannot be made. */
static bool make_twin(a3d_arena *arena, const a3d_rule *rule, const char *which, a3d_twin *twin)
{
    const char *slash = strchr(rule->id, '/');
    const a3d_format *format = a3d_rule_set_of(rule->id);
    a3d_text beginning, name, bytes;
    a3d_text_init(&beginning, arena);
    a3d_text_init(&name, arena);
    a3d_text_init(&bytes, arena);
    a3d_printf(&beginning, "%s%s%c", slash + 1, which, '\0');
    const char *recipe = beginning.failed ? NULL : recipe_like(arena, format, beginning.data);
    if (recipe == NULL || a3d_make_recipe(arena, format, recipe, &bytes) != NULL)
        return false;
    a3d_printf(&name, "rules/%s/%s%c", format->name, recipe, '\0');
    a3d_level on = {rule->id, A3D_NOTE};
    const a3d_format *as = format != &a3d_format_file ? format : NULL; /* a whole file is of any format */
    a3d_options options = {.format = as, .levels = &on, .n_levels = rule->severity == A3D_OFF, .name = recipe,
                           .links = {look_up, (void *)(uintptr_t)format, recipe}};
    const a3d_result *result = a3d_lint(arena, (const uint8_t *)bytes.data, bytes.size, &options);
    *twin = (a3d_twin){name.data, result != NULL && result->doc != NULL ? result : NULL};
    return !name.failed;
}

int a3d_run_explain(a3d_cli *cli)
{
    a3d_text out;
    a3d_twin bad = {NULL, NULL}, good = {NULL, NULL};
    const char *id = a3d_one_operand(cli, "rule");
    if (id == NULL)
        return A3D_EXIT_USAGE;
    const a3d_rule *rule = a3d_rule_named(id);
    if (rule == NULL)
        return unknown(id);
    if (!make_twin(cli->arena, rule, ".bad.", &bad) || !make_twin(cli->arena, rule, ".good.", &good)) {
        a3d_complain("not enough memory for the files that show %s", id);
        return A3D_EXIT_FAULT;
    }
    a3d_text_init(&out, cli->arena);
    a3d_rule_page(&out, rule, &bad, &good, cli->page);
    return a3d_deliver(NULL, &out, false);
}
