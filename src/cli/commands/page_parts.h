/* page_parts.h - where the parts of the triage page lie: its style and script, and the 3D view when it was built. */
#ifndef A3D_CLI_COMMANDS_PAGE_PARTS_H
#define A3D_CLI_COMMANDS_PAGE_PARTS_H

#include "report/triage/triage.h"

/* Reads the parts: from $A3DLINT_SHARE, from share/a3dlint beside the folder of the program, or from the tree that the
 * program was built in. Returns false after a message. Without the 3D view `view` has no text. */
bool a3d_load_page(a3d_arena *arena, a3d_page_parts *parts);

#endif
