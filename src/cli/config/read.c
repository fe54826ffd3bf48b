/* read.c - checks the names and values of a configuration file; see config.h */
#include "cli/config/config.h"
#include "cli/options/names.h"
#include "lint/lint.h"

#include <string.h>

static const struct {
    const char *name;
    bool anywhere; /* allowed in sections too */
} keys[A3D_KEYS] = {
    [A3D_KEY_ONLY] = {"only", true},
    [A3D_KEY_IGNORE] = {"ignore", true},
    [A3D_KEY_COMPAT] = {"compat", true},
    [A3D_KEY_AS] = {"as", true},
    [A3D_KEY_FAIL_ON] = {"fail-on", true},
    [A3D_KEY_BASELINE] = {"baseline", true},
    [A3D_KEY_MAX_INPUT] = {"max-input", true},
    [A3D_KEY_MAX_UNPACKED] = {"max-unpacked", true},
    [A3D_KEY_MAX_NODES] = {"max-nodes", true},
    [A3D_KEY_MAX_DEPTH] = {"max-depth", true},
    [A3D_KEY_MAX_FINDINGS] = {"max-findings", true},
    [A3D_KEY_MAX_WORK] = {"max-work", true},
    [A3D_KEY_EXCLUDE] = {"exclude", false},
    [A3D_KEY_GITIGNORE] = {"gitignore", false},
    [A3D_KEY_ROOT] = {"root", false},
};

const char *a3d_next_word(const char **rest, size_t *n)
{
    const char *p = *rest + strspn(*rest, " \t,");
    *n = strcspn(p, " \t,");
    *rest = p + *n;
    return *n > 0 ? p : NULL;
}

/* ---- values ---- */

static bool wrong(a3d_config_reader *r, const char *name, const char *value, const char *takes)
{
    a3d_printf(r->problem, "%s takes %s, not '%s'", name, takes, value);
    return false;
}

static bool check_level(a3d_config_reader *r, const char *name, const char *value, unsigned from, unsigned to)
{
    a3d_text takes;
    a3d_text_init(&takes, r->arena);
    bool ok = a3d_parse_level(&takes, value, from, to) >= 0;
    if (!ok)
        a3d_printf(r->problem, "%s %.*s", name, (int)takes.size, takes.data);
    a3d_text_free(&takes);
    return ok;
}

/* Checks a list of patterns of rules, or of names for --compat. */
static bool check_words(a3d_config_reader *r, const char *name, const char *value, bool rules)
{
    size_t n, words = 0;
    for (const char *rest = value, *word; (word = a3d_next_word(&rest, &n)) != NULL; words++) {
        a3d_near near = {0};
        char *one = a3d_arena_text(r->arena, word, n);
        if (one == NULL) {
            a3d_puts(r->problem, "not enough memory");
            return false;
        }
        if (rules ? a3d_names_rule(one) : a3d_names_compat(one))
            continue;
        a3d_printf(r->problem, "%s: unknown %s '%s'", name, rules ? "rule" : "name", one);
        if (rules)
            a3d_near_rules(&near, one);
        else
            a3d_near_compats(&near, one);
        a3d_put_near(r->problem, &near, rules ? "a3dlint rules" : "a3dlint formats");
        return false;
    }
    return words > 0 || wrong(r, name, value, rules ? "rules: ids, or patterns with *"
                                                    : "names, which a3dlint formats lists");
}

static bool check_as(a3d_config_reader *r, const char *value)
{
    a3d_as as;
    a3d_text problem;
    a3d_text_init(&problem, r->arena);
    bool ok = a3d_read_as(value, &as, &problem);
    if (ok && as.version != NULL) {
        a3d_puts(&problem, "the version is given by the file");
        ok = false;
    }
    if (!ok)
        a3d_printf(r->problem, "as: %.*s", (int)problem.size, problem.data);
    a3d_text_free(&problem);
    return ok;
}

static bool take_excludes(a3d_config_reader *r, const char *value)
{
    size_t n, patterns = 0;
    for (const char *rest = value, *pattern; (pattern = a3d_next_pattern(&rest, &n)) != NULL; patterns++) {
        const char *why = a3d_exclude_add(r->arena, &r->config->excludes, pattern, n);
        if (why == NULL)
            continue;
        a3d_printf(r->problem, "exclude: '%.*s': %s", (int)n, pattern, why);
        return false;
    }
    return patterns > 0 || wrong(r, "exclude", value, "patterns of paths, separated by commas");
}

static bool check_value(a3d_config_reader *r, a3d_config_key key, const char *name, const char *value)
{
    uint64_t number;
    switch (key) {
    case A3D_KEY_RULE: return check_level(r, name, value, A3D_OFF, A3D_ERROR);
    case A3D_KEY_ONLY:
    case A3D_KEY_IGNORE: return check_words(r, name, value, true);
    case A3D_KEY_COMPAT: return check_words(r, name, value, false);
    case A3D_KEY_AS: return check_as(r, value);
    case A3D_KEY_FAIL_ON: return check_level(r, name, value, A3D_NOTE, A3D_ERROR + 1);
    case A3D_KEY_BASELINE: return value[0] != '\0' || wrong(r, name, value, "a file");
    case A3D_KEY_EXCLUDE: return take_excludes(r, value);
    case A3D_KEY_GITIGNORE:
    case A3D_KEY_ROOT:
        return strcmp(value, "true") == 0 || strcmp(value, "false") == 0 || wrong(r, name, value, "true or false");
    default:
        return (a3d_parse_number(value, &number) && number > 0) ||
               wrong(r, name, value, "a number above 0 (Ki, Mi, Gi may follow)");
    }
}

/* ---- names ---- */

/* The key of a name. For an unknown name suggests the nearest key or rule; one with a / or * can only be a rule. */
static bool find_key(a3d_config_reader *r, const char *name, a3d_config_key *key)
{
    a3d_near near = {0};
    for (unsigned i = A3D_KEY_ONLY; i < A3D_KEYS; i++) {
        *key = (a3d_config_key)i;
        if (strcmp(keys[i].name, name) == 0)
            return true;
        a3d_near_word(&near, name, keys[i].name);
    }
    *key = A3D_KEY_RULE;
    if (a3d_names_rule(name))
        return true;
    if (strchr(name, '/') != NULL || strchr(name, '*') != NULL)
        near = (a3d_near){0};
    a3d_near_rules(&near, name);
    a3d_printf(r->problem, "'%s' is neither a setting nor a rule", name);
    a3d_put_near(r->problem, &near, "man a3dlint-config or docs/configuration.md");
    return false;
}

/* The pattern of a section. A / at its end means all files below that folder. */
static const a3d_glob *section_glob(a3d_config_reader *r, const char *pattern, size_t n, const char **why)
{
    a3d_text below;
    if (n == 0 || pattern[n - 1] != '/')
        return a3d_glob_make(r->arena, pattern, n, why);
    a3d_text_init(&below, r->arena);
    a3d_put(&below, pattern, n);
    a3d_puts(&below, "**");
    *why = "not enough memory";
    const a3d_glob *glob = below.failed ? NULL : a3d_glob_make(r->arena, below.data, below.size, why);
    a3d_text_free(&below);
    return glob;
}

/* Says how a pattern with backslashes is written here. */
static bool refuse_backslashes(a3d_config_reader *r, const char *pattern, size_t n)
{
    a3d_printf(r->problem, "[%.*s]: folders are separated by /, not by \\: ", (int)n, pattern);
    if (n > 2 && (pattern[1] == ':' || (pattern[0] == '\\' && pattern[1] == '\\'))) {
        a3d_puts(r->problem, "write a path relative to the folder of this file");
        return false;
    }
    a3d_puts(r->problem, "write [");
    for (size_t i = 0; i < n; i++)
        a3d_putc(r->problem, pattern[i] == '\\' ? '/' : pattern[i]);
    a3d_puts(r->problem, "]; a * itself is [*]");
    return false;
}

bool a3d_config_section(a3d_config_reader *r, const char *glob, size_t n)
{
    const char *why;
    if (a3d_glob_has_backslashes(glob, n))
        return refuse_backslashes(r, glob, n);
    r->section = a3d_arena_text(r->arena, glob, n);
    r->glob = section_glob(r, glob, n, &why);
    if (n > 0 && r->glob != NULL && r->section != NULL)
        return true;
    if (n == 0)
        a3d_puts(r->problem, "a section needs a pattern: [*] is for all paths below this folder");
    else
        a3d_printf(r->problem, "[%.*s]: %s", (int)n, glob, why);
    return false;
}

bool a3d_config_add(a3d_config_reader *r, const char *name, const char *value)
{
    a3d_config *c = r->config;
    a3d_config_key key;
    if (!find_key(r, name, &key))
        return false;
    if (!check_value(r, key, name, value)) {
        if (strstr(value, " #") != NULL)
            a3d_puts(r->problem, "; after a value, a comment begins with ' ;'");
        return false;
    }
    if (!keys[key].anywhere && key != A3D_KEY_RULE && r->section != NULL) {
        a3d_printf(r->problem, "%s applies to the whole file; put it before the first [PATTERN]", name);
        return false;
    }
    a3d_setting *settings = a3d_grow(r->arena, c->settings, &c->cap, c->n + 1, sizeof *settings);
    const char *kept = a3d_arena_text(r->arena, name, strlen(name));
    const char *kept_value = a3d_arena_text(r->arena, value, strlen(value));
    if (settings == NULL || kept == NULL || kept_value == NULL) {
        a3d_puts(r->problem, "not enough memory");
        return false;
    }
    c->settings = settings;
    settings[c->n++] = (a3d_setting){
        .key = key, .name = kept, .value = kept_value, .glob = r->glob, .section = r->section, .line = r->line,
        .patterns = c->excludes.n};
    if (key == A3D_KEY_ROOT)
        c->root = strcmp(value, "true") == 0;
    if (key == A3D_KEY_GITIGNORE)
        c->gitignore = c->n;
    return true;
}

bool a3d_config_read(a3d_arena *arena, const void *data, size_t size, a3d_config *config, unsigned *line,
                     a3d_text *problem)
{
    a3d_config_reader r = {.arena = arena, .config = config, .problem = problem};
    bool ok = a3d_config_lines(&r, data, size);
    *line = ok ? 0 : r.line;
    return ok;
}
