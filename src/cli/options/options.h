/* options.h - the table of options, which drives the parser, the help, the manual page and the completions */
#ifndef A3D_CLI_OPTIONS_OPTIONS_H
#define A3D_CLI_OPTIONS_OPTIONS_H

#include "cli/options/cli.h"

enum { A3D_OPTION_FLAG, A3D_OPTION_WORD, A3D_OPTION_WORDS, A3D_OPTION_NUMBER };

typedef struct a3d_option {
    const char *name; /* without dashes */
    char letter;      /* or 0 */
    unsigned commands; /* that have it: A3D_CMD_... bits */
    int kind;          /* A3D_OPTION_... */
    size_t at;         /* offset of its value in a3d_cli */
    const char *value; /* what help calls the value, or NULL for a flag */
    const char *help;  /* NULL: the meaning of the limit of this name */
} a3d_option;

extern const a3d_option a3d_option_table[]; /* a NULL name ends it */

/* What an option does, in one phrase. */
const char *a3d_option_help(const a3d_option *o);

/* Reads the arguments after the name of a command into *cli. Returns 0, or an exit status after a message. */
int a3d_parse_options(a3d_cli *cli, unsigned command, int argc, char **argv);

#endif
