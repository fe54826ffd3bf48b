/* main.c - finds the command on the command line and runs it */
#include "a3dlint.h"
#include "cli/commands/commands.h"
#include "cli/commands/confine.h"
#include "cli/help/help.h"
#include "cli/options/cli.h"
#include "base/distance.h"
#include "cli/options/habits.h"
#include "cli/options/options.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"
#include "os/mapped.h"
#include "os/process.h"
#include "os/sandbox.h"

#include <string.h>

static const struct {
    unsigned bit;
    int (*run)(a3d_cli *cli);
} runners[] = {
    {A3D_CMD_CHECK, a3d_run_check},
    {A3D_CMD_FIND, a3d_run_find},
    {A3D_CMD_DUMP, a3d_run_dump},
    {A3D_CMD_HEX, a3d_run_hex},
    {A3D_CMD_DIFF, a3d_run_diff},
    {A3D_CMD_REDUCE, a3d_run_reduce},
    {A3D_CMD_TRIAGE, a3d_run_triage},
    {A3D_CMD_FIX, a3d_run_fix},
    {A3D_CMD_REWRITE, a3d_run_rewrite},
    {A3D_CMD_EDIT, a3d_run_edit},
    {A3D_CMD_GENERATE, a3d_run_generate},
    {A3D_CMD_RULES, a3d_run_rules},
    {A3D_CMD_EXPLAIN, a3d_run_explain},
    {A3D_CMD_FORMATS, a3d_run_formats},
    {A3D_CMD_HELP, a3d_run_help},
};

/* Needs no bound: every command of the table has a function, which a unit test checks. */
static int (*runner_of(const a3d_command *command))(a3d_cli *cli)
{
    unsigned i = 0;
    while (runners[i].bit != command->bit)
        i++;
    return runners[i].run;
}

static int print(a3d_text *out)
{
    return a3d_deliver(NULL, out, false);
}

/* Commands that take files or folders, and configuration, enter the sandbox themselves. */
static int run_command(a3d_cli *cli, const a3d_command *command)
{
    enum { OF_FILES = A3D_CMD_DUMP | A3D_CMD_HEX | A3D_CMD_REWRITE | A3D_CMD_EDIT | A3D_CMD_DIFF | A3D_CMD_REDUCE };
    int status = (command->bit & OF_FILES) != 0 ? a3d_confine(cli, NULL) : 0;
    return status != 0 ? status : runner_of(command)(cli);
}

/* --help, --version and --limits come before the command itself. */
static int run(a3d_cli *cli, const a3d_command *command, bool named)
{
    a3d_text out;
    a3d_text_init(&out, cli->arena);
    if (cli->help)
        a3d_help(&out, named ? command : NULL);
    else if (cli->version)
        a3d_printf(&out, "a3dlint " A3DLINT_VERSION "\nsandbox: %s\n", a3d_sandbox_kind());
    else if (cli->show_limits)
        a3d_put_limits(&out);
    else
        return run_command(cli, command);
    return print(&out);
}

/* Whether a word has only the letters of a command. */
static bool is_bare(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

/* Whether the word is neither a command nor a file but is a bare word, is spelt almost like a command, or has the
 * name that one has in other tools; then says so and suggests the command. */
static bool mistyped(const char *word)
{
    const char *best = NULL;
    unsigned least = strlen(word) < 5 ? 2 : 3;
    if (word[0] == '-' || a3d_os_exists(word))
        return false;
    for (const a3d_command *c = a3d_commands; strpbrk(word, "/.") == NULL && c->name != NULL; c++) {
        unsigned d = a3d_distance(word, c->name);
        if (d < least) {
            best = c->name;
            least = d;
        }
    }
    if (best == NULL)
        best = a3d_habit_command(word);
    if (best != NULL)
        a3d_complain("'%s' is neither a command nor a file; did you mean '%s'?", word, best);
    else if (is_bare(word))
        a3d_complain("'%s' is neither a command nor a file; see a3dlint --help", word);
    return best != NULL || is_bare(word);
}

int main(int argc, char **argv)
{
    a3d_arena arena;
    const char *refused = a3d_os_begin(&argc, &argv);
    if (refused != NULL) {
        a3d_complain("%s", refused);
        return A3D_EXIT_FAULT;
    }
    const a3d_command *command = argc > 1 ? a3d_command_named(argv[1]) : NULL;
    bool named = command != NULL;
    if (!named)
        command = a3d_commands;
    a3d_cli cli = {.arena = &arena, .command = command->name, .account = {.most = SIZE_MAX}};
    a3d_arena_init(&arena, NULL);
    arena.account = &cli.account;
    int skip = named ? 2 : 1, status;
    if (argc < 2) {
        cli.help = true;
        status = run(&cli, command, false) == 0 ? A3D_EXIT_USAGE : A3D_EXIT_FAULT;
    } else if (!named && mistyped(argv[1])) {
        status = A3D_EXIT_USAGE;
    } else {
        status = a3d_parse_options(&cli, command->bit, argc - skip, argv + skip);
        if (!cli.untrusted) /* what is mapped may still be changed by others */
            a3d_mapped_begin();
        if (status == 0)
            status = run(&cli, command, named);
    }
    if (arena.refused)
        status = a3d_complain_memory(&arena, NULL);
    a3d_arena_free(&arena);
    return status;
}
