/* explain.c - see explain.h */
#include "report/reference/explain.h"
#include "lint/generate.h"
#include "lint/uri.h"
#include "report/reference/rule_page.h"
#include "transfer/transfer.h"

#include <string.h>

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

bool a3d_explain(a3d_text *out, const a3d_rule *rule, bool markdown, unsigned width)
{
    a3d_twin bad = {NULL, NULL}, good = {NULL, NULL};
    if (!make_twin(out->arena, rule, ".bad.", &bad) || !make_twin(out->arena, rule, ".good.", &good))
        return false;
    a3d_rule_page(out, rule, &bad, &good, markdown, width);
    return true;
}
