/* choices.h - the words of the command line turned into the options of the library */
#ifndef A3D_CLI_OPTIONS_CHOICES_H
#define A3D_CLI_OPTIONS_CHOICES_H

#include "cli/options/cli.h"
#include "cli/options/names.h"

/* Fills the library's options from the command line. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_library_options(a3d_cli *cli, a3d_options *options);
/* A level by name, from the first to the last that the option takes; "never" is one more than error. Returns -1 after
 * a message for another word. */
int a3d_level_named(a3d_cli *cli, const char *option, const char *word, unsigned from, unsigned to);
/* Says that a word of an option names no rule, and which may be meant. Returns A3D_EXIT_USAGE. */
int a3d_no_such_rule(a3d_cli *cli, const char *option, const char *word);

/* Splits FORMAT[:VERSION][:BRANCH] of --as. Unknown words are an error, with a message. */
int a3d_parse_as(const char *text, a3d_as *as);

/* Takes one operand, no more and no less. Returns it, or NULL after a message. */
const char *a3d_one_operand(const a3d_cli *cli, const char *what);

/* How many threads -j asks for: 0, as without it, for all cores. False after a message. */
bool a3d_threads_wanted(const a3d_cli *cli, unsigned *threads);

#endif
