/* each.h - runs a target on many files, each in a process of its own
 *
 * fuzz-loader asks which of hundreds of files crash, and where. To start a program with sanitizers for each takes a tenth
 * of a second; to split off a copy of one that runs takes a few milliseconds. So the mutator, which is linked with the
 * target, does this when A3D_EACH names a list of paths, one a line: for each it prints "ok" or "crash" with the number
 * of its line, and leaves what the process wrote in A3D_EACH.NUMBER if it crashed. Then the program ends.
 * With A3D_EACH_LEAKS a leak counts as a crash, too. */
#ifndef A3D_HARNESSES_EACH_H
#define A3D_HARNESSES_EACH_H

/* Does so if it is asked for; else returns at once. */
void each_file_if_asked(void);

#endif
