/* config.h - configuration files: `.a3dlint`, found from each checked file upwards.
 *
 * A file is a list of settings, `NAME = VALUE`, some below a [PATTERN] that says for which paths. Settings are
 * applied from the file that is farthest to the nearest, in a file from top to bottom; what comes later wins, and
 * the command line comes last. */
#ifndef A3D_CLI_CONFIG_CONFIG_H
#define A3D_CLI_CONFIG_CONFIG_H

#include "base/glob.h"
#include "base/text.h"
#include "cli/config/exclude.h"
#include "lint/lint.h"

#define A3D_CONFIG_NAME ".a3dlint"

typedef enum a3d_config_key {
    A3D_KEY_RULE, /* the name is a rule's id, or a pattern */
    A3D_KEY_ONLY, A3D_KEY_IGNORE, A3D_KEY_COMPAT, A3D_KEY_AS, A3D_KEY_FAIL_ON, A3D_KEY_BASELINE,
    A3D_KEY_MAX_INPUT, A3D_KEY_MAX_UNPACKED, A3D_KEY_MAX_NODES, A3D_KEY_MAX_DEPTH, A3D_KEY_MAX_FINDINGS, A3D_KEY_MAX_WORK,
    A3D_KEY_EXCLUDE, A3D_KEY_ROOT,
    A3D_KEYS
} a3d_config_key;

/* One line of a configuration file. Values are checked when they are read. */
typedef struct a3d_setting {
    a3d_config_key key;
    const char *name, *value; /* as they stand there */
    const a3d_glob *glob;     /* NULL: for all paths */
    const char *section;      /* the text of the pattern, or NULL */
    unsigned line;
} a3d_setting;

typedef struct a3d_config {
    const char *path;   /* as it is shown */
    const char *folder; /* the absolute folder that patterns and the baseline are relative to */
    a3d_setting *settings;
    size_t n, cap;
    a3d_excludes excludes;
    bool root; /* nothing above it counts */
} a3d_config;

/* Reads the text of a configuration file into *config, which lives in the arena; path and folder are the caller's
 * to set. On a mistake returns false, with the line (0: none) and what is wrong in *problem. Prints nothing. */
bool a3d_config_read(a3d_arena *arena, const void *data, size_t size, a3d_config *config, unsigned *line, a3d_text *problem);

/* A name and a value of a file, checked and added to it. The parts of a3d_config_read, for the reader of lines. */
typedef struct a3d_config_reader {
    a3d_arena *arena;
    a3d_config *config;
    const a3d_glob *glob;
    const char *section;
    unsigned line;
    a3d_text *problem;
} a3d_config_reader;
bool a3d_config_add(a3d_config_reader *r, const char *name, const char *value);
bool a3d_config_section(a3d_config_reader *r, const char *glob, size_t n);
/* Calls the two for every line. Returns false after a mistake. */
bool a3d_config_lines(a3d_config_reader *r, const char *data, size_t size);

/* The option that a key stands for: "fail-on"; NULL for A3D_KEY_RULE. */
const char *a3d_key_name(a3d_config_key key);
/* The words of a value like "one, two", one after the other: returns the next, with *n its length, or NULL. */
const char *a3d_next_word(const char **rest, size_t *n);

/* ---- what applies to a file ---- */

/* The words of the command line, in the order in which they are given. */
struct a3d_cli;

typedef struct a3d_configs a3d_configs;

/* What the command line and the configuration say for one file. */
typedef struct a3d_choices {
    a3d_options options;
    int fail_on;          /* a severity, or above A3D_ERROR */
    const char *baseline; /* a path, or NULL */
    const char *baseline_from; /* "PATH:LINE" of the configuration that names it, or NULL */
    const char *place;    /* the absolute path of the file; "-" is standard input, and "-!..." are its members */
    const char *problem;  /* a mistake in a configuration file ("PATH:LINE: ..."); then nothing else counts */
} a3d_choices;

/* Prepares the search. Returns 0, or an exit status after a message. */
int a3d_configs_begin(struct a3d_cli *cli, a3d_configs **configs);

/* Fills *choices for a path; what it needs lives in `arena`. `member` is the length of the archive's path when the file is
 * a member of one, else 0: for members counts what stands in the archive's folder and above it. Reads configuration files that were not read yet, so it
 * belongs into one thread. Returns false when memory ran out. */
bool a3d_choose(a3d_configs *configs, a3d_arena *arena, const char *path, size_t member, a3d_choices *choices);

/* Whether a path that was met below `named` while walking is left out: by `exclude` in the configuration of its folder
 * or above, or by --exclude. Reads configuration files too. */
bool a3d_left_out(a3d_configs *configs, const char *named, const char *path, bool folder);

/* Prints what applies to a path, and from where: --print-config. */
int a3d_print_config(a3d_configs *configs, struct a3d_cli *cli, const char *path);

#endif
