/* apply.h - the settings that apply to a file; shared by config.c, which finds them, apply.c and print.c */
#ifndef A3D_CLI_CONFIG_APPLY_H
#define A3D_CLI_CONFIG_APPLY_H

#include "cli/config/config.h"

/* Settings in the order in which they are applied. */
typedef struct a3d_applied {
    struct {
        const a3d_config *config;
        a3d_setting *setting;
    } *at;
    size_t n;
    const char *problem; /* a mistake in one of the files, or NULL */
    const char *unreadable; /* why nobody can see whether there are more, or NULL */
} a3d_applied;

/* Collects all settings that apply to an absolute path. Its first `own` bytes are the path of a file; if more follow,
 * it is a member of an archive. False when memory ran out. */
bool a3d_collect(a3d_configs *c, a3d_arena *arena, const char *whole, size_t own, a3d_applied *applied);

/* Adds those settings of one configuration file that apply to an absolute path. applied->at must have room for all of
 * them. False when memory ran out. */
bool a3d_collect_file(a3d_arena *arena, const a3d_config *config, const char *path, a3d_applied *applied);

/* The options of the command line. Stores the command line itself, the current folder and --fail-on too. */
const a3d_options *a3d_command_line_options(const a3d_configs *c, const struct a3d_cli **cli, const char **here,
                                            int *fail_on);

a3d_arena *a3d_configs_arena(const a3d_configs *c);

/* The configuration files that were read, ordered by their paths. Stores their number in *n; NULL when memory ran
 * out. */
const a3d_config **a3d_all_configs(const a3d_configs *c, size_t *n);

/* Whether the command line sets what a key of a configuration file sets, and so overrides it. */
bool a3d_is_on_command_line(const struct a3d_cli *cli, a3d_config_key key);

#endif
