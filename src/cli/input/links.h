/* links.h - finds the files that a file links to */
#ifndef A3D_CLI_INPUT_LINKS_H
#define A3D_CLI_INPUT_LINKS_H

#include "lint/lint.h"

/* Sets *links up to look for files in the folder `within`, or if that is NULL in the folder of the file at `path`. A
 * link is a path relative to the file that has it. Nothing outside of the folder is read: no absolute paths, no
 * network, and no way out by .. or by a link of the file system. Returns false when memory ran out. The arena must
 * outlive *links. */
bool a3d_links_in(a3d_arena *arena, const char *path, const char *within, a3d_links *links);

#endif
