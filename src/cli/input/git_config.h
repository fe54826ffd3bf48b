/* git_config.h - the one setting of a repository that .gitignore files need */
#ifndef A3D_CLI_INPUT_GIT_CONFIG_H
#define A3D_CLI_INPUT_GIT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the content of .git/config sets core.ignoreCase, as `git init` does where the system of files asks for it.
 * Files that it includes are not read. */
bool a3d_git_ignores_case(const char *data, size_t size);

#endif
