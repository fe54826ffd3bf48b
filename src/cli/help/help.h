/* help.h - the table of commands, and what --help prints about them
 *
 * This folder prints the help, the manual pages and the shell completions, all from the tables of commands and
 * options. */
#ifndef A3D_CLI_HELP_HELP_H
#define A3D_CLI_HELP_HELP_H

#include "cli/options/cli.h"

typedef struct a3d_command {
    const char *name, *operands, *summary;
    const char *details; /* for --help and the manual, or NULL; commands.c describes its lines */
    unsigned bit; /* A3D_CMD_... */
    const char *zero, *one; /* what exit statuses 0 and 1 mean; NULL, NULL: as in a3d_statuses; NULL: there is no 1 */
} a3d_command;
extern const a3d_command a3d_commands[]; /* a NULL name ends it */

/* What a line of details is: '#' a heading, '*' an item of a list, ' ' printed as it is, 'p' a paragraph. */
char a3d_line_kind(const char *line);

/* The command of this name, or NULL. */
const a3d_command *a3d_command_named(const char *name);

/* Tables that help and the manual share: exit statuses and examples with their meanings. A NULL text ends one. */
typedef struct a3d_meaning {
    const char *text, *meaning;
} a3d_meaning;
extern const a3d_meaning a3d_statuses[], a3d_examples[];

/* Appends the help of a command, or the overview for NULL. */
void a3d_help(a3d_text *out, const a3d_command *command);
/* Appends what --limits prints. */
void a3d_put_limits(a3d_text *out);

#endif
