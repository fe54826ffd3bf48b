/* tools.h - folders of tools, which are left out where folders are searched */
#ifndef A3D_CLI_OPTIONS_TOOLS_H
#define A3D_CLI_OPTIONS_TOOLS_H

/* The names, that of Git first, and the same as help has them. The page in the browser has its own list
 * (src/page/web/intake.js); tests/scripts/tool-folders.sh compares all three. */
#define A3D_TOOL_FOLDERS ".git", ".hg", ".svn", "node_modules"
#define A3D_TOOL_FOLDERS_TEXT ".git, .hg, .svn or node_modules"

#endif
