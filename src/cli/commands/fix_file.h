/* fix_file.h - repairs a file that was checked, for `fix` of one file and of many */
#ifndef A3D_CLI_COMMANDS_FIX_FILE_H
#define A3D_CLI_COMMANDS_FIX_FILE_H

#include "cli/options/cli.h"
#include "report/fix/fix.h"

typedef struct a3d_fix_outcome {
    a3d_fixing fixing; /* .before is NULL: memory ran out */
    a3d_fixes_file file; /* what is reported about it; the caller sets path and written */
    bool hopeless;     /* --salvage could make nothing valid of it; `fixing` has changed nothing then */
    const char *why;   /* of that, or NULL */
} a3d_fix_outcome;

/* Whether a3d_fix_checked can repair the file of a result. */
bool a3d_can_fix(const a3d_result *result);

/* Repairs a file that was checked with these options, and with --salvage makes it valid. Prints nothing. */
void a3d_fix_checked(const a3d_cli *cli, a3d_arena *arena, const a3d_result *result, const a3d_options *options,
                     a3d_fix_outcome *outcome);

/* Complains when --salvage made nothing of the file, or when memory ran out. Returns an exit status. */
int a3d_complain_unfixed(const char *path, const a3d_fix_outcome *outcome);

#endif
