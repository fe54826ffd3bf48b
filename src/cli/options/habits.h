/* habits.h - what people type who come from other tools, and what a3dlint calls it
 *
 * Nothing here is accepted: a message says what to write. So each option has one spelling in scripts. */
#ifndef A3D_CLI_OPTIONS_HABITS_H
#define A3D_CLI_OPTIONS_HABITS_H

/* What to write for an option of other tools, such as "--format json" for "--json", if the command has something like
 * it; else NULL. `word` has its dashes and no value. */
const char *a3d_habit_option(const char *word, unsigned command);

/* The command that does what the word names elsewhere, such as "check" for "lint"; else NULL. */
const char *a3d_habit_command(const char *word);

#endif
