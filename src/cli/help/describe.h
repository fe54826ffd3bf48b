/* describe.h - the manual pages and shell completions; each function appends a whole file
 *
 * All of it comes from the tables of commands and options. */
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
