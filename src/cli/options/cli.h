/* cli.h - what every command gets: the operands and options of the command line
 *
 * This folder reads the command line. One table of options (options.h) drives the parser, the help, the manual page and
 * the completions; library.h turns the values into the options of the library. */
#ifndef A3D_CLI_OPTIONS_CLI_H
#define A3D_CLI_OPTIONS_CLI_H

#include "base/text.h"
#include "model/limits.h"

/* Commands as bits, so that one row of the options table serves several. */
enum {
    A3D_CMD_CHECK = 1, A3D_CMD_DUMP = 2, A3D_CMD_REWRITE = 4, A3D_CMD_EDIT = 8, A3D_CMD_GENERATE = 16,
    A3D_CMD_RULES = 32, A3D_CMD_EXPLAIN = 64, A3D_CMD_FORMATS = 128, A3D_CMD_HEX = 256,
    A3D_CMD_HELP = 512, A3D_CMD_FIND = 1024, A3D_CMD_DIFF = 2048, A3D_CMD_REDUCE = 4096, A3D_CMD_TRIAGE = 8192,
    A3D_CMD_FIX = 16384, A3D_CMD_ALL = 32767
};

typedef struct a3d_strings {
    const char **at;
    size_t n, cap;
} a3d_strings;

/* Values as they were given. NULL, false and zero mean: not given. */
typedef struct a3d_cli {
    a3d_arena *arena;
    const char *command;
    a3d_strings operands, rule, only, ignore, compat, exclude, also;
    const char *format, *fail_on, *show, *as, *color, *output, *files_from, *seed, *size;
    const char *at, *finding, *context, *jobs, *progress, *config, *print_config, *baseline, *write_baseline, *today;
    const char *extract, *include, *width, *cache;
    bool extract_made; /* by this run */
    bool links, quiet, verbose, stats, text, gltf, full, page, versions, readers, canonical, help, version, show_limits;
    bool no_config, untrusted, no_sandbox, no_bytes, no_3d, statistics, force_exclude, follow, gitignore;
    const char *tolerance, *keep, *run_while, *timeout;
    uint64_t max_tries, max_memory;
    bool all, alone, dry_run, in_place, salvage, accept_content;
    const char *break_rule;
    bool twin, dictionary;
    a3d_limits limits;
    a3d_account account; /* bounds the arena; at first it refuses nothing (a3d_bound_memory) */
} a3d_cli;

#endif
