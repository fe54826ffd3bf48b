/* apply.h - the settings that apply to a file, between those who find them, use them and print them. */
#ifndef A3D_CLI_CONFIG_APPLY_H
#define A3D_CLI_CONFIG_APPLY_H

#include "cli/config/config.h"

/* In the order in which they are applied. */
typedef struct a3d_applied {
    struct {
        const a3d_config *config;
        const a3d_setting *setting;
    } *at;
    size_t n;
    const char *problem; /* a mistake in one of the files, or NULL */
} a3d_applied;

/* Everything that applies to an absolute path, of which the first `own` bytes are a file: more follow of a member of an
 * archive. False when memory ran out. */
bool a3d_collect(a3d_configs *c, a3d_arena *arena, const char *whole, size_t own, a3d_applied *applied);

/* Adds the settings of one file that apply to an absolute path; there must be room. */
bool a3d_collect_file(a3d_arena *arena, const a3d_config *config, const char *path, a3d_applied *applied);

/* What the command line says. */
const a3d_options *a3d_given(const a3d_configs *c, const struct a3d_cli **cli, const char **here, int *fail_on);

/* Whether the command line sets what a key of a configuration file does, so that the file's value does not count. */
bool a3d_is_given(const struct a3d_cli *cli, a3d_config_key key);

#endif
