/* page_parts.h - finds the parts of the triage page: its style and scripts, and the 3D view if it was built */
#ifndef A3D_CLI_COMMANDS_PAGE_PARTS_H
#define A3D_CLI_COMMANDS_PAGE_PARTS_H

#include "report/triage/triage.h"

/* Reads the parts from $A3DLINT_SHARE, from share/a3dlint next to the folder of the program, or from the build tree.
 * Without the 3D view parts->view has no text. Returns false after a message. */
bool a3d_load_page(a3d_arena *arena, a3d_page_parts *parts);

#endif
