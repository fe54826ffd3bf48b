/* generate.c - `a3dlint generate`: makes files from the tables */
#include "cli/commands/commands.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/options/names.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "lint/generate.h"

#include <string.h>

enum { USUAL_SIZE = 4096, MOST_SIZE = 256 << 20 };

static int parse_version(a3d_cli *cli, a3d_as *as)
{
    if (cli->operands.n > 0 || cli->as == NULL) {
        a3d_complain("generate takes --as FORMAT[:VERSION][:BRANCH] and no file; see a3dlint generate --help");
        return A3D_EXIT_USAGE;
    }
    if (a3d_parse_as(cli, as) != 0)
        return A3D_EXIT_USAGE;
    if (a3d_complete_as(as))
        return 0;
    a3d_complain("--as %s: a document of it cannot be made", cli->as);
    return A3D_EXIT_USAGE;
}

/* Reads --seed and --size. With a seed alone the size is the usual one; without both the smallest file is made. */
static int parse_seed_and_size(const a3d_cli *cli, a3d_wish *wish)
{
    if (cli->seed != NULL && !a3d_parse_seed(cli->seed, &wish->seed)) {
        a3d_complain("--seed takes a number below 2^64, not '%s'", cli->seed);
        return A3D_EXIT_USAGE;
    }
    wish->size = cli->seed != NULL ? USUAL_SIZE : 0;
    if (cli->size != NULL && !a3d_parse_number(cli->size, &wish->size)) {
        a3d_complain("--size takes a number of bytes (Ki and Mi may follow), not '%s'", cli->size);
        return A3D_EXIT_USAGE;
    }
    if (wish->size <= MOST_SIZE)
        return 0;
    a3d_complain("--size %s: %u Mi is the most", cli->size, (unsigned)MOST_SIZE >> 20);
    return A3D_EXIT_USAGE;
}

/* Reads --break. The rule gives the format; --as may choose the version. */
static int parse_rule(a3d_cli *cli, a3d_as *as, const a3d_rule **rule)
{
    *rule = a3d_rule_named(cli->break_rule);
    if (*rule == NULL)
        return a3d_no_such_rule(cli, "--break", cli->break_rule);
    if (cli->operands.n > 0) {
        a3d_complain("generate --break takes the id of a rule, and no file");
        return A3D_EXIT_USAGE;
    }
    const a3d_format *format = a3d_rule_set_of((*rule)->id);
    if (cli->as != NULL && parse_version(cli, as) != 0)
        return A3D_EXIT_USAGE;
    if (cli->as == NULL) {
        as->format = format;
        (void)a3d_complete_as(as); /* a recipe needs no version */
    }
    if (as->format == format)
        return 0;
    a3d_complain("--break %s: the rule is one of %s, not of %s", (*rule)->id, format->name, as->format->name);
    return A3D_EXIT_USAGE;
}

/* Writes the file, or explains why it could not be made and returns `status`. */
static int deliver(const a3d_cli *cli, const char *why, const a3d_text *out, const char *what, int status)
{
    if (why == NULL || why == a3d_work_ran_out) {
        int failed = a3d_deliver(cli->output, out, true);
        if (why == NULL || failed != 0)
            return failed;
        a3d_complain("%s: %s (--max-work)", what, why);
        return A3D_EXIT_LIMITED;
    }
    a3d_complain("%s: %s", what, why);
    return status;
}

int a3d_run_generate(a3d_cli *cli)
{
    a3d_as as = {.format = NULL};
    a3d_wish wish = {.seed = 0};
    const a3d_rule *rule = NULL;
    a3d_text out;
    if ((cli->break_rule != NULL ? parse_rule(cli, &as, &rule) : parse_version(cli, &as)) != 0 ||
        parse_seed_and_size(cli, &wish) != 0)
        return A3D_EXIT_USAGE;
    if (cli->twin && rule == NULL) {
        a3d_complain("--twin goes with --break");
        return A3D_EXIT_USAGE;
    }
    a3d_options options;
    if (a3d_library_options(cli, &options) != 0)
        return A3D_EXIT_USAGE;
    wish.compats = options.compats;
    wish.n_compats = options.n_compats;
    wish.most_steps = options.limits.work;
    a3d_wish_as(&as, &wish);
    a3d_text_init(&out, cli->arena);
    if (rule != NULL)
        return deliver(cli, a3d_break_rule(cli->arena, rule, &wish, cli->twin, &out), &out, rule->id, A3D_EXIT_USAGE);
    return deliver(cli, a3d_generate_random(cli->arena, &wish, &out), &out, cli->as, A3D_EXIT_FAULT);
}
