/* help.h - the commands, and the texts that teach them */
#ifndef A3D_CLI_HELP_HELP_H
#define A3D_CLI_HELP_HELP_H

#include "cli/options/cli.h"

typedef struct a3d_command {
    const char *name, *operands, *summary;
    const char *details; /* paragraphs for --help, or NULL */
    unsigned bit; /* A3D_CMD_... */
} a3d_command;
extern const a3d_command a3d_commands[]; /* a NULL name ends it */

/* The command of that name, or NULL. */
const a3d_command *a3d_command_named(const char *name);

/* A text and what it means, for tables that help and the manual share; NULL ends one. */
typedef struct a3d_meaning {
    const char *text, *meaning;
} a3d_meaning;
extern const a3d_meaning a3d_statuses[], a3d_examples[];

/* Prints what --help, --limits and --version ask for. */
void a3d_help(a3d_text *out, const a3d_command *command);
void a3d_put_limits(a3d_text *out);

#endif
