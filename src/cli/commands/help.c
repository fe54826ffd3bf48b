/* help.c - `a3dlint help`: prints what a command does, the manual page, or completions */
#include "cli/commands/commands.h"
#include "cli/help/describe.h"
#include "cli/help/help.h"
#include "cli/options/habits.h"
#include "cli/options/names.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "formats/formats.h"
#include "lint/lint.h"

#include <string.h>

typedef struct form {
    const char *name;
    void (*put)(a3d_text *out);
} form;

static const form forms[] = {
    {"mdoc", a3d_put_manual},
    {"bash", a3d_put_bash},
    {"zsh", a3d_put_zsh},
    {"fish", a3d_put_fish},
    {NULL, NULL},
};

/* What the word is instead of a command, or which command is spelt almost like it. */
static int unknown(const char *word)
{
    a3d_near near = {0};
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        a3d_near_word(&near, word, c->name);
    const char *habit = a3d_habit_command(word);
    if (a3d_rule_named(word) != NULL)
        a3d_complain("'%s' is a rule; a3dlint explain %s prints its page", word, word);
    else if (a3d_format_named(word, strlen(word)) != NULL)
        a3d_complain("'%s' is a format; a3dlint formats %s prints its reference", word, word);
    else if (near.name != NULL && near.distance <= 2)
        a3d_complain("unknown command '%s'; did you mean '%s'?", word, near.name);
    else if (habit != NULL)
        a3d_complain("unknown command '%s'; did you mean '%s'?", word, habit);
    else
        a3d_complain("unknown command '%s'; a3dlint help lists all of them", word);
    return A3D_EXIT_USAGE;
}

static int put_text(a3d_cli *cli, a3d_text *out)
{
    const a3d_command *command = NULL;
    if (cli->operands.n > 1) {
        a3d_complain("help takes one command");
        return A3D_EXIT_USAGE;
    }
    if (cli->operands.n == 1 && (command = a3d_command_named(cli->operands.at[0])) == NULL)
        return unknown(cli->operands.at[0]);
    a3d_help(out, command);
    return 0;
}

static int put_form(a3d_cli *cli, a3d_text *out)
{
    if (cli->operands.n > 0) {
        a3d_complain("--format %s is of all commands; leave '%s' out", cli->format, cli->operands.at[0]);
        return A3D_EXIT_USAGE;
    }
    for (const form *f = forms; f->name != NULL; f++) {
        if (strcmp(f->name, cli->format) == 0) {
            f->put(out);
            return 0;
        }
    }
    a3d_complain("unknown format '%s'; choose from text, mdoc, bash, zsh and fish", cli->format);
    return A3D_EXIT_USAGE;
}

int a3d_run_help(a3d_cli *cli)
{
    a3d_text out;
    a3d_text_init(&out, cli->arena);
    bool text = cli->format == NULL || strcmp(cli->format, "text") == 0;
    int status = text ? put_text(cli, &out) : put_form(cli, &out);
    if (status != 0)
        return status;
    return a3d_deliver(NULL, &out, false);
}
