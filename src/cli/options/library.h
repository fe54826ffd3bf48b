/* library.h - turns the values of the command line into the options of the library */
#ifndef A3D_CLI_OPTIONS_LIBRARY_H
#define A3D_CLI_OPTIONS_LIBRARY_H

#include "cli/options/cli.h"
#include "cli/options/names.h"

/* Fills the library's options from the command line. Returns 0, or an exit status after a message. */
int a3d_library_options(a3d_cli *cli, a3d_options *options);
/* The severity that `word`, the value of an option, names. `from` and `to` are the lowest and the highest that the
 * option accepts; "never" is A3D_ERROR + 1. Returns -1 after a message for any other word. */
int a3d_level_option(a3d_cli *cli, const char *option, const char *word, unsigned from, unsigned to);
/* Complains that a word of an option matches no rule, and suggests the nearest one. Returns A3D_EXIT_USAGE. */
int a3d_no_such_rule(a3d_cli *cli, const char *option, const char *word);

/* Reads FORMAT[:VERSION][:BRANCH], the value of --as. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_parse_as(a3d_cli *cli, a3d_as *as);

/* The bytes of memory that the inputs and all work on them may take, by --max-memory. */
size_t a3d_most_memory(const a3d_cli *cli);
/* Bounds the arena of the command line, for a command that reads its input into it. */
void a3d_bound_memory(a3d_cli *cli);

/* The only operand of a command that takes exactly one; `what` names it in the message. NULL after a message. */
const char *a3d_one_operand(const a3d_cli *cli, const char *what);

/* Stores how many threads -j asks for; 0, also the default, means one for each core. False after a message. */
bool a3d_thread_count(const a3d_cli *cli, unsigned *threads);

#endif
