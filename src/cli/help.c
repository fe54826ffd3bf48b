/* help.c - the commands, and the texts that teach them. */
#include "cli/cli.h"

const a3d_command a3d_commands[] = {
    {"check", "PATH...", "judge files and folders; the default command",
     "PATH is a file, a folder, which is walked in sorted order, or - for standard input. Files met in a folder\n"
     "that are of no known format are skipped and counted, unless they are called .a3d, .p3d or .m3g.\n"
     "JSON holds every finding; --show cuts text output only.\n",
     A3D_CMD_CHECK, a3d_run_check},
    {NULL, NULL, NULL, NULL, 0, NULL},
};

void a3d_put_limits(a3d_text *out)
{
    a3d_puts(out, "What one file may cost. Reaching a limit gives the verdict `limited` and exit status 4.\n\n");
    for (const a3d_limit_text *t = a3d_limit_texts; t->option != NULL; t++)
        a3d_printf(out, "  %-16s %s\n  %-16s %s\n", t->option, t->value, "", t->meaning);
}

void a3d_help(a3d_text *out, const a3d_command *command)
{
    (void)command;
    a3d_puts(out, "a3dlint\n");
}
