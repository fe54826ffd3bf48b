/* options.h - the table of options: parsed by it, and described by help, the manual page and completions. */
#ifndef A3D_CLI_OPTIONS_OPTIONS_H
#define A3D_CLI_OPTIONS_OPTIONS_H

#include "cli/options/cli.h"

enum { A3D_OPTION_FLAG, A3D_OPTION_WORD, A3D_OPTION_WORDS, A3D_OPTION_NUMBER };

typedef struct a3d_option {
    const char *name; /* without dashes */
    char letter;      /* or 0 */
    unsigned commands;
    int kind;
    size_t at;         /* where in a3d_cli the value goes */
    const char *value; /* how help names it */
    const char *help;  /* NULL: the meaning of the limit of that name */
} a3d_option;

extern const a3d_option a3d_option_table[]; /* a NULL name ends it */

/* What an option does, in one phrase. */
const char *a3d_option_help(const a3d_option *o);

/* Parses what follows the name of a command. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_parse_options(a3d_cli *cli, unsigned command, int argc, char **argv);
/* Prints the rows of the options table that belong to a command. */
void a3d_put_options(a3d_text *out, unsigned command);

#endif
