/* choices.c - the words of the command line turned into the library's options. */
#include "cli/cli.h"
#include "cli/jobs.h"

#include <stdlib.h>
#include <string.h>

int a3d_level_named(const char *option, const char *word)
{
    static const char *const names[] = {"off", "note", "warning", "error", "never"};
    for (int i = 0; i < 5; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    a3d_complain("%s: '%s' is no level", option, word);
    return -1;
}

static const char *formats_listed(char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++) {
        size_t n = strlen((*f)->name);
        if (used + n + 2 >= room)
            break;
        if (used > 0)
            out[used++] = ' ';
        memcpy(out + used, (*f)->name, n + 1);
        used += n;
    }
    return out;
}

/* One word behind a colon: a branch or a version, by its text or for x.y by y's document number. */
static bool take_word(a3d_as *as, const char *word, size_t length)
{
    for (const a3d_branch *b = as->format->branches; b != NULL && b->name != NULL; b++) {
        if (strlen(b->name) == length && memcmp(b->name, word, length) == 0 && as->branch == NULL) {
            as->branch = b;
            return true;
        }
    }
    for (const a3d_version *v = as->format->versions; v->text != NULL; v++) {
        if (strlen(v->text) == length && memcmp(v->text, word, length) == 0 && as->version == NULL) {
            as->version = v;
            return true;
        }
    }
    return false;
}

/* Several rows of the versions may have one text and differ by their branch. */
static bool settle_branch(a3d_as *as)
{
    if (as->version == NULL || as->branch == NULL)
        return true;
    const char *text = as->version->text;
    for (const a3d_version *v = as->format->versions; v->text != NULL; v++) {
        if (strcmp(v->text, text) == 0 && v->branch != NULL && strcmp(v->branch, as->branch->name) == 0) {
            as->version = v;
            return true;
        }
    }
    return as->version->number >= as->branch->since && as->version->number <= as->branch->until;
}

int a3d_parse_as(const char *text, a3d_as *as)
{
    char list[100];
    size_t n = strcspn(text, ":");
    memset(as, 0, sizeof *as);
    as->format = a3dlint_format(text, n);
    if (as->format == NULL) {
        a3d_complain("--as: '%.*s' is no format; there are %s", (int)n, text, formats_listed(list, sizeof list));
        return A3D_EXIT_USAGE;
    }
    for (text += n; *text == ':'; text += n) {
        text++;
        n = strcspn(text, ":");
        if (!take_word(as, text, n)) {
            a3d_complain("--as: %s has no version or branch '%.*s'", as->format->name, (int)n, text);
            return A3D_EXIT_USAGE;
        }
    }
    if (settle_branch(as))
        return 0;
    a3d_complain("--as: version %s is none of branch %s", as->version->text, as->branch->name);
    return A3D_EXIT_USAGE;
}

static int check_compat(const char *name)
{
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++)
        for (const a3d_compat *c = (*f)->compats; c != NULL && c->name != NULL; c++)
            if (strcmp(c->name, name) == 0)
                return 0;
    a3d_complain("--compat: '%s' is not known; see a3dlint formats", name);
    return A3D_EXIT_USAGE;
}

/* A pattern that names no rule at all is a slip of the pen. */
static int check_pattern(const char *option, const char *pattern)
{
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++)
            if (a3dlint_matches(pattern, (*f)->rules[i].id))
                return 0;
    a3d_complain("%s: '%s' names no rule; see a3dlint rules", option, pattern);
    return A3D_EXIT_USAGE;
}

typedef struct levels {
    a3dlint_level *at;
    size_t n;
} levels;

static int add_patterns(levels *to, const char *option, const a3d_words *words, a3d_severity severity)
{
    for (size_t i = 0; i < words->n; i++) {
        if (check_pattern(option, words->at[i]) != 0)
            return A3D_EXIT_USAGE;
        to->at[to->n++] = (a3dlint_level){words->at[i], severity};
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
        int level = a3d_level_named("--rule", equals + 1);
        char *pattern = a3d_arena_text(cli->arena, word, (size_t)(equals - word));
        if (level > A3D_ERROR)
            a3d_complain("--rule takes off, note, warning or error, not '%s'", equals + 1);
        if (level < 0 || level > A3D_ERROR || pattern == NULL || check_pattern("--rule", pattern) != 0)
            return A3D_EXIT_USAGE;
        to->at[to->n++] = (a3dlint_level){pattern, (a3d_severity)level};
    }
    return 0;
}

/* --only turns off what it does not name, whatever --rule says of severities. */
static int fill_levels(a3d_cli *cli, a3dlint_options *options)
{
    size_t most = cli->rule.n + cli->ignore.n;
    levels to = {a3d_arena_alloc(cli->arena, (most + 1) * sizeof *to.at), 0};
    if (to.at == NULL)
        return A3D_EXIT_FAULT;
    for (size_t i = 0; i < cli->only.n; i++)
        if (check_pattern("--only", cli->only.at[i]) != 0)
            return A3D_EXIT_USAGE;
    if (add_rules(cli, &to) != 0 || add_patterns(&to, "--ignore", &cli->ignore, A3D_OFF) != 0)
        return A3D_EXIT_USAGE;
    options->levels = to.at;
    options->n_levels = to.n;
    options->only = cli->only.at;
    options->n_only = cli->only.n;
    return 0;
}

int a3d_library_options(a3d_cli *cli, a3dlint_options *options)
{
    a3d_as as;
    memset(options, 0, sizeof *options);
    options->limits = cli->limits;
    if (cli->as != NULL) {
        if (a3d_parse_as(cli->as, &as) != 0)
            return A3D_EXIT_USAGE;
        if (as.version != NULL && cli->command != NULL && strcmp(cli->command, "generate") != 0) {
            a3d_complain("--as: the version stands in the file; only generate can choose it");
            return A3D_EXIT_USAGE;
        }
        options->format = as.format;
        options->branch = as.branch != NULL ? as.branch->mask : 0;
    }
    for (size_t i = 0; i < cli->compat.n; i++)
        if (check_compat(cli->compat.at[i]) != 0)
            return A3D_EXIT_USAGE;
    options->compats = cli->compat.at;
    options->n_compats = cli->compat.n;
    return fill_levels(cli, options);
}

bool a3d_threads_wanted(const a3d_cli *cli, unsigned *threads)
{
    const char *text = cli->jobs != NULL ? cli->jobs : "0";
    char *end;
    long n = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || n > 9999) {
        a3d_complain("-j takes a number of threads, 0 for all cores, not '%s'", text);
        return false;
    }
    *threads = n == 0 ? a3d_cores() : (unsigned)n;
    return true;
}

const char *a3d_one_operand(const a3d_cli *cli, const char *what)
{
    if (cli->operands.n == 1)
        return cli->operands.at[0];
    a3d_complain("%s takes one %s; see a3dlint %s --help", cli->command, what, cli->command);
    return NULL;
}
