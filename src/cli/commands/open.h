/* open.h - opens one input as a document, for the commands that print or change it */
#ifndef A3D_CLI_COMMANDS_OPEN_H
#define A3D_CLI_COMMANDS_OPEN_H

#include "cli/options/cli.h"
#include "lint/lint.h"

/* Reads and checks one input. Returns 0 and a result with a document, of which at least the start was read; else an
 * exit status after a message. The result lives in cli->arena. */
int a3d_open_document(a3d_cli *cli, const char *path, const a3d_result **result);
/* As above, for the only operand of a command, which is left in *path. */
int a3d_open_operand(a3d_cli *cli, const char **path, const a3d_result **result);
/* Like a3d_open_document, with other options than those of the command line. */
int a3d_open_with(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result);

/* As above, but a file that was damaged as a whole counts as opened if that can be undone, whatever was read of it. */
int a3d_open_damaged(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result);

/* The steps of work that a command may take for a document that was opened by one of these functions. A step writes a
 * byte. --max-work raises them. */
uint64_t a3d_steps_for(a3d_cli *cli, const a3d_result *result);

/* The bytes of content that it may pack. */
uint64_t a3d_packs_for(a3d_cli *cli, const a3d_result *result);

/* Bounds the output of such a command. */
void a3d_bound_output(a3d_cli *cli, const a3d_result *result, a3d_text *out);

/* Complains that `what` of a file was given up for the limit of work. Returns the exit status. */
int a3d_complain_work(const char *path, const char *what);

#endif
