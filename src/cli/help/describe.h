/* describe.h - the commands and options in the forms that other programs read. Each function appends a whole
 * file; all of them draw on the tables of help.c and options.c alone. */
#ifndef A3D_CLI_HELP_DESCRIBE_H
#define A3D_CLI_HELP_DESCRIBE_H

#include "cli/options/options.h"

/* The manual page a3dlint(1), for mandoc or groff. */
void a3d_put_manual(a3d_text *out);
/* The manual page a3dlint-rules(7). */
void a3d_put_rules_manual(a3d_text *out);

/* Completions for a shell. */
void a3d_put_bash(a3d_text *out);
void a3d_put_zsh(a3d_text *out);
void a3d_put_fish(a3d_text *out);

#endif
