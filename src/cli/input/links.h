/* links.h - where the files lie that a file links to. */
#ifndef A3D_CLI_INPUT_LINKS_H
#define A3D_CLI_INPUT_LINKS_H

#include "lint/lint.h"

/* Has links looked up in the folder `within`, or when that is NULL in the file's own: relative names only, beside the
 * file that holds the link. Nothing else is reached: no absolute name, no network, no way out of the folder by .. or by
 * a link of the file system. Returns false when memory ran out. The arena must stay as long as the options are used. */
bool a3d_links_in(a3d_arena *arena, const char *path, const char *within, a3d_links *links);

/* Why a URI is none that is looked up, or NULL. */
const char *a3d_link_elsewhere(const char *uri);

/* The text without its escapes. NULL: it has none, or one that stands for no character of a name. */
char *a3d_link_unescaped(a3d_arena *arena, const char *uri);

#endif
