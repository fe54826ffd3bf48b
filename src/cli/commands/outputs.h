/* outputs.h - which files a command may write: none that it reads, and none twice */
#ifndef A3D_CLI_COMMANDS_OUTPUTS_H
#define A3D_CLI_COMMANDS_OUTPUTS_H

#include "cli/options/cli.h"

/* Whether a file may be written: it is no input, not the file of another option that is read, and has not the name of a
 * configuration or ignore file. Other paths to the same file count, too. Complains if not, by the option that names it.
 * NULL and "-" may be written. */
bool a3d_is_free(const a3d_cli *cli, const char *option, const char *path);

/* Whether a report may be written: as above, and it is no link of strangers and not named like an input. */
bool a3d_may_replace(const a3d_cli *cli, const char *option, const char *path);

/* Whether two paths are the same, also of a file that does not exist yet. Without memory for that they are not, and the
 * run fails for want of it later. */
bool a3d_is_path(const a3d_cli *cli, const char *a, const char *b);

/* Whether -o, --write-baseline and --cache name different files. Complains if not. */
bool a3d_outputs_differ(const a3d_cli *cli);

#endif
