/* progress.h - one line on standard error that shows how far a long run is */
#ifndef A3D_CLI_OUTPUT_PROGRESS_H
#define A3D_CLI_OUTPUT_PROGRESS_H

#include <stddef.h>

/* Starts the line. `when` is the value of --progress: "auto" or NULL shows it on a terminal when the run takes longer
 * than a second; "always" shows it from the start, as lines of their own when standard error is no terminal; "never"
 * not at all. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_progress_begin(const char *when);

/* Reports that `files` files are done, `bad` of them not valid; `path` is the last one, or NULL. May be called for
 * every file, as the line is shown a few times a second at most. */
void a3d_progress_at(size_t files, size_t bad, const char *path);

/* As above, with a text for a run that does not count files. */
void a3d_progress_say(const char *text);

/* Clears the line, before something else is printed in its place. */
void a3d_progress_clear(void);

/* Ends the line: clears it on a terminal, else prints the last numbers. */
void a3d_progress_end(void);

#endif
