/* config.h - configuration files: each `.a3dlint` in the folder of a checked file and in its parent folders
 *
 * A configuration file is a list of settings, `NAME = VALUE`. Those below a [PATTERN] apply to matching paths only.
 * Settings apply from the outermost folder to the innermost and within a file from top to bottom; a later one overrides
 * an earlier one, and the command line overrides all. */
#ifndef A3D_CLI_CONFIG_CONFIG_H
#define A3D_CLI_CONFIG_CONFIG_H

#include "base/glob.h"
#include "base/text.h"
#include "cli/config/exclude.h"
#include "lint/lint.h"
#include "report/common/sink.h"

#define A3D_CONFIG_NAME ".a3dlint"

typedef enum a3d_config_key {
    A3D_KEY_RULE, /* the name is the id of a rule, or a pattern */
    A3D_KEY_ONLY,
    A3D_KEY_IGNORE,
    A3D_KEY_COMPAT,
    A3D_KEY_AS,
    A3D_KEY_FAIL_ON,
    A3D_KEY_BASELINE,
    A3D_KEY_MAX_INPUT,
    A3D_KEY_MAX_UNPACKED,
    A3D_KEY_MAX_NODES,
    A3D_KEY_MAX_DEPTH,
    A3D_KEY_MAX_FINDINGS,
    A3D_KEY_MAX_WORK,
    A3D_KEY_EXCLUDE,
    A3D_KEY_GITIGNORE,
    A3D_KEY_ROOT,
    A3D_KEYS
} a3d_config_key;

/* One line of a configuration file. Its value was checked when it was read. */
typedef struct a3d_setting {
    a3d_config_key key;
    const char *name, *value; /* as written */
    const a3d_glob *glob;     /* the pattern; NULL: for all paths */
    const char *section;      /* the text of the pattern, or NULL */
    unsigned line;
    size_t files;    /* that it applied to */
    size_t lowered;  /* findings that it turned off or made less severe than usual */
    size_t patterns; /* exclude: those of the file up to this line */
    size_t skipped;  /* exclude and gitignore: files and folders */
} a3d_setting;

typedef struct a3d_config {
    const char *path;   /* as messages show it */
    const char *folder; /* its absolute folder; patterns and the baseline are relative to it */
    a3d_setting *settings;
    size_t n, cap;
    a3d_excludes excludes;
    bool root; /* files in parent folders do not count */
    size_t gitignore; /* the number of the last setting `gitignore`, from 1, or 0 */
} a3d_config;

/* Reads the text of a configuration file into *config; all but its path and folder, which the caller sets. What it
 * needs lives in the arena. On a mistake returns false, the line in *line (0: none) and what is wrong in *problem.
 * Prints nothing. */
bool a3d_config_read(a3d_arena *arena, const void *data, size_t size, a3d_config *config, unsigned *line,
                     a3d_text *problem);

/* ---- between the reader of lines (ini.c) and the reader of settings (read.c) ---- */

typedef struct a3d_config_reader {
    a3d_arena *arena;
    a3d_config *config;
    const a3d_glob *glob;
    const char *section;
    unsigned line;
    a3d_text *problem;
} a3d_config_reader;
/* Checks a setting and adds it. False after a mistake. */
bool a3d_config_add(a3d_config_reader *r, const char *name, const char *value);
/* Starts a section; its pattern has n bytes. False after a mistake. */
bool a3d_config_section(a3d_config_reader *r, const char *glob, size_t n);
/* Calls one of these two for each line. After mistakes returns false: `problem` has all of them, or the first ten,
 * and `line` is that of the first one. */
bool a3d_config_lines(a3d_config_reader *r, const char *data, size_t size);

/* The next word of a value like "one, two", with its length in *n; NULL when there are no more. Advances *rest. */
const char *a3d_next_word(const char **rest, size_t *n);

/* ---- what applies to a file ---- */

struct a3d_cli;

typedef struct a3d_configs a3d_configs;

/* What the command line and the configuration choose for one file. */
typedef struct a3d_choices {
    a3d_options options;
    int fail_on;               /* a severity; A3D_ERROR + 1: never */
    const char *baseline;      /* a path, or NULL */
    const char *baseline_from; /* "PATH:LINE" of the setting that names the baseline, or NULL */
    const char *place;         /* the absolute path of the file; "-" is standard input, and "-!..." are its members */
    const char *problem;       /* a mistake in a configuration file ("PATH:LINE: ..."), which makes all else invalid */
    const char
        *unreadable; /* why the file cannot be checked, although nothing is wrong with its configuration; or NULL */
    a3d_setting **settings; /* of configuration files, those that apply */
    size_t n_settings;
    a3d_setting **origins;  /* of options.levels, by index; NULL in it: the command line. NULL: there are none */
    a3d_setting *only_from; /* of options.only, or NULL */
} a3d_choices;

/* Prepares the configuration of a run from the command line. Returns 0, or an exit status after a message. */
int a3d_configs_begin(struct a3d_cli *cli, a3d_configs **configs);

/* Reads the .gitignore files above a path that the user named, before the sandbox closes other folders (confine.h).
 * With --gitignore says so if there is no repository. */
void a3d_find_gitignore(a3d_configs *configs, const char *path);

/* The index of the Git repository that a path which the user named is in, if it may have to be read, or NULL. */
const char *a3d_git_index_of(a3d_configs *configs, const char *path);

/* Fills *choices for a path; what it needs lives in `arena`. For a member of an archive, whose configuration is that of
 * the archive, `member` is the length of the archive's path; else it is 0. Reads configuration files that are new, so
 * only one thread may call it. Returns false when memory ran out. */
bool a3d_choices_for(a3d_configs *configs, a3d_arena *arena, const char *path, size_t member, a3d_choices *choices);

/* Reads the configuration files that apply to a path: that of --config, or those of its folder and above. Calls `each`
 * for every baseline that they name, with its absolute path. False when memory ran out. */
bool a3d_read_configs(a3d_configs *configs, const char *path, bool (*each)(void *user, const char *baseline),
                      void *user);

/* Whether a path is one of the configuration files that were read. */
bool a3d_configs_have(const a3d_configs *configs, const char *path);

/* Counts what the settings did to a result. Only the main thread calls it. */
void a3d_count_settings(const a3d_choices *choices, const a3d_result *result);
/* What the settings of all files did together: which of them hid findings or files, named a baseline, or changed the
 * exit status or a limit. Ordered by file and line. Stores their number in *n; NULL when memory ran out. */
const a3d_effect *a3d_effects_of(const a3d_configs *configs, size_t *n);
/* Says which sections of the configuration files that were read applied to no file. */
void a3d_complain_idle_sections(const a3d_configs *configs);
/* Prints the first of them to standard error, and how many more there are. */
void a3d_print_effects(a3d_arena *arena, const a3d_effect *effects, size_t n);

/* Why a path found in the folder `named` is excluded: by --exclude or by `exclude` in a configuration file of its
 * folder or a parent folder, or by Git after --gitignore or `gitignore = true`. NULL: it is not. The text lives as long
 * as the configuration. Reads configuration files and .gitignore files that are new. */
const char *a3d_why_excluded(a3d_configs *configs, const char *named, const char *path, bool folder);
/* The same for a path that the user named (--force-exclude): it is excluded if it or a folder of it below the current
 * one is, or by Git any folder of it. */
const char *a3d_why_excluded_named(a3d_configs *configs, const char *path, bool folder);
/* Says which patterns of --exclude matched nothing in the folders that were walked. */
void a3d_complain_unmatched(const a3d_configs *configs);
/* The next .gitignore file that could not be read, with the reason in *why, or NULL. */
const char *a3d_unread_gitignore(a3d_configs *configs, const char **why);

/* --print-config: prints what applies to a path and where it comes from. Returns an exit status. */
int a3d_print_config(a3d_configs *configs, struct a3d_cli *cli, const char *path);

#endif
