/* progress.h - one line on standard error that says how far a long run is. */
#ifndef A3D_CLI_OUTPUT_PROGRESS_H
#define A3D_CLI_OUTPUT_PROGRESS_H

#include <stddef.h>

/* WHEN is auto (NULL is the same): on a terminal, when it takes longer than a second; always: from the start, and as
 * lines of their own where standard error is no terminal; or never. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_progress_begin(const char *when);

/* So many files are reported, so many of them not valid; `path` is the last. Shown a few times a second. */
void a3d_progress_at(size_t files, size_t bad, const char *path);

/* The same for another kind of run, in its own words. */
void a3d_progress_say(const char *text);

/* Wipes the line away, before something else is written where it stands. */
void a3d_progress_clear(void);

/* Wipes the line away, or says the last numbers where lines stay. */
void a3d_progress_end(void);

#endif
