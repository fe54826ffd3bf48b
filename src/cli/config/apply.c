/* apply.c - turns settings into the options of one file; see config.h */
#include "cli/config/apply.h"
#include "base/never.h"
#include "cli/input/paths.h"
#include "cli/options/cli.h"
#include "cli/options/names.h"

#include <string.h>

bool a3d_collect_file(a3d_arena *arena, const a3d_config *config, const char *path, a3d_applied *applied)
{
    const char *relative = a3d_relative_path(arena, config->folder, path);
    if (relative == NULL)
        return false;
    const a3d_glob *section = NULL; /* of the setting before */
    bool fits = true;               /* whether the path matches it */
    for (size_t i = 0; i < config->n; i++) {
        a3d_setting *s = &config->settings[i];
        if (s->glob != section)
            fits = s->glob == NULL || a3d_glob_fits(arena, s->glob, relative);
        section = s->glob;
        if (!fits)
            continue;
        applied->at[applied->n].config = config;
        applied->at[applied->n++].setting = s;
    }
    return true;
}

static uint64_t *limit_of(a3d_limits *limits, a3d_config_key key)
{
    switch (key) {
    case A3D_KEY_MAX_INPUT: return &limits->input;
    case A3D_KEY_MAX_UNPACKED: return &limits->unpacked;
    case A3D_KEY_MAX_NODES: return &limits->nodes;
    case A3D_KEY_MAX_DEPTH: return &limits->depth;
    case A3D_KEY_MAX_FINDINGS: return &limits->findings;
    case A3D_KEY_MAX_WORK: return &limits->work;
    default: return NULL;
    }
}

bool a3d_is_on_command_line(const a3d_cli *cli, a3d_config_key key)
{
    a3d_limits limits = cli->limits;
    const uint64_t *limit = limit_of(&limits, key);
    switch (key) {
    case A3D_KEY_ONLY: return cli->only.n > 0;
    case A3D_KEY_COMPAT: return cli->compat.n > 0;
    case A3D_KEY_AS: return cli->as != NULL;
    case A3D_KEY_FAIL_ON: return cli->fail_on != NULL;
    case A3D_KEY_BASELINE: return cli->baseline != NULL;
    case A3D_KEY_GITIGNORE: return cli->gitignore;
    default: return limit != NULL && *limit != 0;
    }
}

/* Splits a list of words. Stores their number in *n; NULL when memory ran out. */
static const char **words_of(a3d_arena *arena, const char *value, size_t *n)
{
    const char **at = a3d_arena_alloc(arena, (strlen(value) / 2 + 1) * sizeof *at);
    size_t length;
    *n = 0;
    for (const char *rest = value, *word; at != NULL && (word = a3d_next_word(&rest, &length)) != NULL;)
        if ((at[(*n)++] = a3d_arena_text(arena, word, length)) == NULL)
            return NULL;
    return at;
}

typedef struct chooser {
    a3d_arena *arena;
    a3d_choices *choices;
    a3d_level *levels;
    a3d_setting **origins;
    size_t n_levels, cap_levels, cap_origins;
} chooser;

/* `from`: the setting that asks for it, or NULL. */
static bool add_level(chooser *c, const char *pattern, a3d_severity severity, a3d_setting *from)
{
    a3d_level *levels = a3d_grow(c->arena, c->levels, &c->cap_levels, c->n_levels + 1, sizeof *levels);
    if (levels == NULL)
        return false;
    c->levels = levels;
    a3d_setting **origins = a3d_grow(c->arena, c->origins, &c->cap_origins, c->n_levels + 1, sizeof *origins);
    if (origins == NULL)
        return false;
    c->origins = origins;
    origins[c->n_levels] = from;
    levels[c->n_levels++] = (a3d_level){pattern, severity};
    return true;
}

static bool ignore(chooser *c, a3d_setting *s)
{
    size_t n;
    const char **words = words_of(c->arena, s->value, &n);
    bool ok = words != NULL;
    for (size_t i = 0; ok && i < n; i++)
        ok = add_level(c, words[i], A3D_OFF, s);
    return ok;
}

static void choose_format(chooser *c, const char *value)
{
    a3d_as as;
    a3d_text problem;
    a3d_text_init(&problem, c->arena);
    bool known = a3d_read_as(value, &as, &problem);
    A3D_ASSERT(known); /* the value was checked when the file was read */
    (void)known;
    c->choices->options.format = as.format;
    c->choices->options.branch = as.branch != NULL ? as.branch->mask : 0;
    a3d_text_free(&problem);
}

/* The path of a baseline is relative to the folder of the configuration file. */
static bool choose_baseline(chooser *c, const a3d_config *config, const a3d_setting *s)
{
    const char *value = s->value;
    a3d_text path, from;
    a3d_text_init(&path, c->arena);
    a3d_text_init(&from, c->arena);
    a3d_printf(&from, "%s:%u", config->path, s->line);
    c->choices->baseline_from = from.failed ? NULL : a3d_arena_text(c->arena, from.data, from.size);
    a3d_printf(&path, "%s%s%s", value[0] == '/' ? "" : config->folder, value[0] == '/' ? "" : "/", value);
    c->choices->baseline = path.failed ? NULL : a3d_arena_text(c->arena, path.data, path.size);
    a3d_text_free(&from);
    a3d_text_free(&path);
    return c->choices->baseline != NULL && c->choices->baseline_from != NULL;
}

static bool apply(chooser *c, const a3d_config *config, a3d_setting *s)
{
    a3d_options *o = &c->choices->options;
    c->choices->settings[c->choices->n_settings++] = s;
    switch (s->key) {
    case A3D_KEY_RULE: return add_level(c, s->name, (a3d_severity)a3d_level_of(s->value), s);
    case A3D_KEY_IGNORE: return ignore(c, s);
    case A3D_KEY_ONLY:
        c->choices->only_from = s;
        return (o->only = words_of(c->arena, s->value, &o->n_only)) != NULL;
    case A3D_KEY_COMPAT: return (o->compats = words_of(c->arena, s->value, &o->n_compats)) != NULL;
    case A3D_KEY_AS: choose_format(c, s->value); return true;
    case A3D_KEY_FAIL_ON: c->choices->fail_on = a3d_level_of(s->value); return true;
    case A3D_KEY_BASELINE: return choose_baseline(c, config, s);
    case A3D_KEY_EXCLUDE:
    case A3D_KEY_GITIGNORE:
    case A3D_KEY_ROOT: return true;
    default: return a3d_parse_number(s->value, limit_of(&o->limits, s->key));
    }
}

bool a3d_choices_for(a3d_configs *configs, a3d_arena *arena, const char *path, size_t member, a3d_choices *choices)
{
    const a3d_cli *cli;
    const char *here;
    a3d_applied applied;
    memset(choices, 0, sizeof *choices);
    const a3d_options *given = a3d_command_line_options(configs, &cli, &here, &choices->fail_on);
    choices->options = *given;
    choices->baseline = cli->baseline;
    bool input = path[0] == '-' && (path[1] == '\0' || member == 1);
    char *whole = a3d_absolute_member(arena, here, path, member);
    choices->place = input ? path : whole;
    if (whole == NULL)
        return false;
    size_t own = strlen(whole) - (member > 0 ? strlen(path + member) : 0);
    if (!a3d_collect(configs, arena, whole, own, &applied))
        return false;
    choices->problem = applied.problem;
    choices->unreadable = applied.unreadable;
    if (applied.problem != NULL || applied.n == 0)
        return true;
    chooser c = {.arena = arena, .choices = choices};
    choices->settings = a3d_arena_alloc(arena, applied.n * sizeof *choices->settings);
    if (choices->settings == NULL)
        return false;
    for (size_t i = 0; i < applied.n; i++) {
        a3d_setting *setting = applied.at[i].setting;
        if (!a3d_is_on_command_line(cli, setting->key) && !apply(&c, applied.at[i].config, setting))
            return false;
    }
    for (size_t i = 0; i < given->n_levels; i++)
        if (!add_level(&c, given->levels[i].pattern, given->levels[i].severity, NULL))
            return false;
    choices->options.levels = c.levels;
    choices->options.n_levels = c.n_levels;
    choices->origins = c.origins;
    return true;
}

void a3d_count_settings(const a3d_choices *choices, const a3d_result *result)
{
    for (size_t i = 0; choices->origins != NULL && result->lowered != NULL && i < choices->options.n_levels; i++)
        if (choices->origins[i] != NULL)
            choices->origins[i]->lowered += result->lowered[i];
    for (size_t i = 0; i < choices->n_settings; i++)
        choices->settings[i]->files++;
    if (choices->only_from != NULL)
        choices->only_from->lowered += result->unselected;
}
