/* shell.h - commands that a person can paste into any POSIX shell. */
#ifndef A3D_REPORT_COMMON_SHELL_H
#define A3D_REPORT_COMMON_SHELL_H

#include "base/text.h"

/* Appends a word of a command, in single quotes where a shell would make something else of it. One that begins as an option
 * does is taken for a path. */
void a3d_put_word(a3d_text *out, const char *word);

/* Appends a command of such words as it is to be shown. Where it has characters that have no picture, or bytes that are no
 * UTF-8, it is one that lets printf write it with them: a line of plain text, whatever files are called. */
void a3d_put_command(a3d_text *out, const char *command, size_t n);

#endif
