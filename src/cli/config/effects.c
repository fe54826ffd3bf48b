/* effects.c - what the settings of configuration files did in a run; see config.h */
#include "cli/config/apply.h"
#include "cli/input/files.h"
#include "cli/output/complain.h"
#include "base/amount.h"
#include "report/common/phrases.h"

enum { MOST_PRINTED = 20 };

/* Whether whoever reads the report should know of a setting. */
static bool matters(const a3d_setting *s)
{
    bool limit = s->key >= A3D_KEY_MAX_INPUT && s->key <= A3D_KEY_MAX_WORK;
    bool other = s->key == A3D_KEY_FAIL_ON || s->key == A3D_KEY_BASELINE;
    return s->lowered + s->skipped > 0 || (s->files > 0 && (limit || other));
}

bool a3d_configs_have(const a3d_configs *c, const char *path)
{
    size_t n;
    const a3d_config **all = a3d_all_configs(c, &n);
    for (size_t i = 0; all != NULL && i < n; i++)
        if (a3d_is_same_file(all[i]->path, path))
            return true;
    return false;
}

const a3d_effect *a3d_effects_of(const a3d_configs *configs, size_t *n)
{
    size_t files, most = 0;
    a3d_arena *arena = a3d_configs_arena(configs);
    const a3d_config **all = a3d_all_configs(configs, &files);
    *n = 0;
    for (size_t i = 0; i < files; i++)
        for (size_t k = 0; k < all[i]->n; k++)
            most += matters(&all[i]->settings[k]);
    a3d_effect *effects = all != NULL ? a3d_arena_alloc(arena, (most + 1) * sizeof *effects) : NULL;
    for (size_t i = 0; effects != NULL && i < files; i++)
        for (size_t k = 0; k < all[i]->n; k++) {
            const a3d_setting *s = &all[i]->settings[k];
            if (matters(s))
                effects[(*n)++] = (a3d_effect){.config = all[i]->path, .line = s->line, .setting = s->name,
                                               .value = s->value, .findings = s->lowered,
                                               .files = s->files, .skipped = s->skipped};
        }
    return effects;
}

void a3d_complain_idle_sections(const a3d_configs *configs)
{
    size_t files, printed = 0;
    const a3d_config **all = a3d_all_configs(configs, &files);
    for (size_t i = 0; all != NULL && i < files; i++)
        for (size_t k = 0; k < all[i]->n; k++) {
            const a3d_setting *s = &all[i]->settings[k];
            bool first = s->glob != NULL && (k == 0 || s[-1].glob != s->glob);
            if (first && s->files == 0 && printed++ < MOST_PRINTED)
                a3d_complain("%s:%u: [%s] matched no file of this run", all[i]->path, s->line, s->section);
        }
    if (printed > MOST_PRINTED)
        a3d_complain("%s that matched no file", a3d_amount_of(printed - MOST_PRINTED, "more section").text);
}

void a3d_print_effects(a3d_arena *arena, const a3d_effect *effects, size_t n)
{
    for (size_t i = 0; i < n && i < MOST_PRINTED; i++) {
        a3d_text text;
        a3d_text_init(&text, arena);
        a3d_put_effect(&text, &effects[i]);
        a3d_complain("%s:%u: %.*s", effects[i].config, effects[i].line, (int)text.size, text.data);
        a3d_text_free(&text);
    }
    if (n > MOST_PRINTED)
        a3d_complain("%s like these of configuration files",
                     a3d_amount_of(n - MOST_PRINTED, "more setting").text);
}
