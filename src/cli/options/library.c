/* library.c - see library.h */
#include "cli/options/library.h"
#include "cli/options/cli.h"
#include "cli/options/names.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "lint/lint.h"

#include <stdlib.h>
#include <string.h>

int a3d_level_option(a3d_cli *cli, const char *option, const char *word, unsigned from, unsigned to)
{
    a3d_text problem;
    a3d_text_init(&problem, cli->arena);
    int level = a3d_parse_level(&problem, word, from, to);
    if (level < 0)
        a3d_complain("%s %.*s", option, (int)problem.size, problem.data);
    a3d_text_free(&problem);
    return level;
}

int a3d_parse_as(a3d_cli *cli, a3d_as *as)
{
    a3d_text problem;
    a3d_text_init(&problem, cli->arena);
    bool ok = a3d_read_as(cli->as, as, &problem);
    if (!ok)
        a3d_complain("--as: %.*s", (int)problem.size, problem.data);
    a3d_text_free(&problem);
    return ok ? 0 : A3D_EXIT_USAGE;
}

static int complain_near(a3d_cli *cli, const char *option, const char *word, const char *what, const a3d_near *near,
                         const char *otherwise)
{
    a3d_text text;
    a3d_text_init(&text, cli->arena);
    a3d_put_near(&text, near, otherwise);
    a3d_complain("%s: unknown %s '%s'%.*s", option, what, word, (int)text.size, text.data);
    a3d_text_free(&text);
    return A3D_EXIT_USAGE;
}

static int check_compat(a3d_cli *cli, const char *name)
{
    a3d_near near = {0};
    if (a3d_names_compat(name))
        return 0;
    a3d_near_compats(&near, name);
    return complain_near(cli, "--compat", name, "name", &near, "a3dlint formats");
}

int a3d_no_such_rule(a3d_cli *cli, const char *option, const char *word)
{
    a3d_near near = {0};
    a3d_near_rules(&near, word);
    return complain_near(cli, option, word, "rule", &near, "a3dlint rules");
}

/* A pattern that matches no rule must be a typing error. */
static int check_pattern(a3d_cli *cli, const char *option, const char *pattern)
{
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        if (strcmp((*f)->name, pattern) == 0) {
            a3d_complain("%s: unknown rule '%s'; did you mean %s/*?", option, pattern, pattern);
            return A3D_EXIT_USAGE;
        }
    return a3d_names_rule(pattern) ? 0 : a3d_no_such_rule(cli, option, pattern);
}

typedef struct levels {
    a3d_level *at;
    size_t n;
} levels;

static int add_patterns(a3d_cli *cli, levels *to, const char *option, const a3d_strings *words, a3d_severity severity)
{
    for (size_t i = 0; i < words->n; i++) {
        if (check_pattern(cli, option, words->at[i]) != 0)
            return A3D_EXIT_USAGE;
        to->at[to->n++] = (a3d_level){words->at[i], severity};
    }
    return 0;
}

static int add_rules(a3d_cli *cli, levels *to)
{
    for (size_t i = 0; i < cli->rule.n; i++) {
        const char *word = cli->rule.at[i], *equals = strrchr(word, '=');
        if (equals == NULL) {
            a3d_complain("--rule takes ID=LEVEL, not '%s'", word);
            return A3D_EXIT_USAGE;
        }
        int level = a3d_level_option(cli, "--rule", equals + 1, A3D_OFF, A3D_ERROR);
        char *pattern = a3d_arena_text(cli->arena, word, (size_t)(equals - word));
        if (level < 0 || pattern == NULL || check_pattern(cli, "--rule", pattern) != 0)
            return A3D_EXIT_USAGE;
        to->at[to->n++] = (a3d_level){pattern, (a3d_severity)level};
    }
    return 0;
}

/* --only is not a level: it turns all other rules off, whatever --rule sets them to. */
static int fill_levels(a3d_cli *cli, a3d_options *options)
{
    size_t most = cli->rule.n + cli->ignore.n;
    levels to = {a3d_arena_alloc(cli->arena, (most + 1) * sizeof *to.at), 0};
    if (to.at == NULL)
        return A3D_EXIT_FAULT;
    for (size_t i = 0; i < cli->only.n; i++)
        if (check_pattern(cli, "--only", cli->only.at[i]) != 0)
            return A3D_EXIT_USAGE;
    if (add_rules(cli, &to) != 0 || add_patterns(cli, &to, "--ignore", &cli->ignore, A3D_OFF) != 0)
        return A3D_EXIT_USAGE;
    options->levels = to.at;
    options->n_levels = to.n;
    options->only = cli->only.at;
    options->n_only = cli->only.n;
    return 0;
}

int a3d_library_options(a3d_cli *cli, a3d_options *options)
{
    a3d_as as;
    memset(options, 0, sizeof *options);
    options->limits = cli->limits;
    if (cli->as != NULL) {
        if (a3d_parse_as(cli, &as) != 0)
            return A3D_EXIT_USAGE;
        if (as.version != NULL && cli->command != NULL && strcmp(cli->command, "generate") != 0) {
            a3d_complain("--as: the version is given by the file; only generate can choose it");
            return A3D_EXIT_USAGE;
        }
        options->format = as.format;
        options->branch = as.branch != NULL ? as.branch->mask : 0;
    }
    for (size_t i = 0; i < cli->compat.n; i++)
        if (check_compat(cli, cli->compat.at[i]) != 0)
            return A3D_EXIT_USAGE;
    options->compats = cli->compat.at;
    options->n_compats = cli->compat.n;
    return fill_levels(cli, options);
}

bool a3d_thread_count(const a3d_cli *cli, unsigned *threads)
{
    const char *text = cli->jobs != NULL ? cli->jobs : "0";
    char *end;
    long n = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || n > 9999) {
        a3d_complain("-j takes a number of threads, 0 for all cores, not '%s'", text);
        return false;
    }
    *threads = (unsigned)n;
    return true;
}

size_t a3d_most_memory(const a3d_cli *cli)
{
    uint64_t most = cli->max_memory != 0 ? cli->max_memory : A3D_MOST_MEMORY;
    return most < SIZE_MAX ? (size_t)most : SIZE_MAX;
}

void a3d_bound_memory(a3d_cli *cli)
{
    a3d_account_limit(&cli->account, a3d_most_memory(cli));
}

const char *a3d_one_operand(const a3d_cli *cli, const char *what)
{
    if (cli->operands.n == 1)
        return cli->operands.at[0];
    a3d_complain("%s takes one %s; see a3dlint %s --help", cli->command, what, cli->command);
    return NULL;
}
