/* shell.h - commands that can be pasted into any POSIX shell */
#ifndef A3D_REPORT_COMMON_SHELL_H
#define A3D_REPORT_COMMON_SHELL_H

#include "base/text.h"

/* Appends a word of a command, in single quotes where the shell needs them. A word that starts like an option gets
 * "./" before it. */
void a3d_put_word(a3d_text *out, const char *word);

/* Appends such a command for display. When it has characters that cannot be shown, or bytes that are not UTF-8, it
 * becomes a command that prints them with printf, so that the output is one line of plain text whatever the files
 * are called. */
void a3d_put_command(a3d_text *out, const char *command, size_t n);

/* Appends a command of plain and single-quoted words in rows of at most `width` columns, the first one after `indent`
 * spaces. Backslashes at their ends make all of them one command to a shell. Ends without a newline. */
void a3d_put_command_rows(a3d_text *out, const char *command, size_t n, unsigned indent, unsigned width);

#endif
