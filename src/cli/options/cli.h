/* cli.h - what the commands share: options, exit statuses, messages. */
#ifndef A3D_CLI_OPTIONS_CLI_H
#define A3D_CLI_OPTIONS_CLI_H

#include "base/text.h"
#include "lint/lint.h"

/* Exit statuses. Of several the highest is reported. */
enum {
    A3D_EXIT_CLEAN = 0,
    A3D_EXIT_FINDINGS = 1,   /* at or above --fail-on */
    A3D_EXIT_USAGE = 2,
    A3D_EXIT_UNREADABLE = 3, /* an input cannot be read, or is of no known format */
    A3D_EXIT_LIMITED = 4,
    A3D_EXIT_FAULT = 5,      /* memory ran out, or output cannot be written */
    A3D_EXIT_SIGNAL = 128    /* and the number of the signal that interrupted check or find; wins over 0 to 4 */
};

/* Commands as bits, so that one row of the options table serves several. */
enum {
    A3D_CMD_CHECK = 1, A3D_CMD_DUMP = 2, A3D_CMD_REWRITE = 4, A3D_CMD_EDIT = 8, A3D_CMD_GENERATE = 16,
    A3D_CMD_RULES = 32, A3D_CMD_EXPLAIN = 64, A3D_CMD_FORMATS = 128, A3D_CMD_HEX = 256,
    A3D_CMD_HELP = 512, A3D_CMD_FIND = 1024, A3D_CMD_DIFF = 2048, A3D_CMD_REDUCE = 4096, A3D_CMD_TRIAGE = 8192,
    A3D_CMD_FIX = 16384, A3D_CMD_ALL = 32767
};

typedef struct a3d_words {
    const char **at;
    size_t n, cap;
} a3d_words;

/* Values as they were given; a NULL text was not. */
typedef struct a3d_cli {
    a3d_arena *arena;
    const char *command;
    a3d_words operands, rule, only, ignore, compat, exclude;
    const char *format, *fail_on, *show, *as, *color, *output, *files_from, *seed, *size;
    const char *at, *finding, *context, *jobs, *progress, *config, *print_config, *baseline, *write_baseline, *today, *extract;
    bool links, quiet, verbose, stats, text, gltf, full, page, versions, readers, canonical, help, version, show_limits, no_config;
    const char *tolerance, *keep, *run_while, *timeout;
    uint64_t max_tries;
    bool all, alone, dry_run, in_place, salvage;
    const char *break_rule;
    bool twin, dictionary;
    a3d_limits limits;
} a3d_cli;

typedef struct a3d_command {
    const char *name, *operands, *summary;
    const char *details; /* paragraphs for --help, or NULL */
    unsigned bit;
    int (*run)(a3d_cli *cli);
} a3d_command;
extern const a3d_command a3d_commands[]; /* a NULL name ends it */

/* Parses what follows the name of a command. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_parse_options(a3d_cli *cli, unsigned command, int argc, char **argv);
/* Prints the rows of the options table that belong to a command. */
void a3d_put_options(a3d_text *out, unsigned command);

/* Fills the library's options from the command line. Returns 0, or A3D_EXIT_USAGE after a message. */
int a3d_library_options(a3d_cli *cli, a3d_options *options);
/* A level by name, from the first to the last that the option takes; "never" is one more than error. Returns -1 after
 * a message for another word. */
int a3d_level_named(a3d_cli *cli, const char *option, const char *word, unsigned from, unsigned to);
/* Says that a word of an option names no rule, and which may be meant. Returns A3D_EXIT_USAGE. */
int a3d_no_such_rule(a3d_cli *cli, const char *option, const char *word);
/* Splits FORMAT[:VERSION][:BRANCH] of --as. Unknown words are an error, with a message. */
typedef struct a3d_as {
    const a3d_format *format;
    const a3d_version *version; /* NULL: none was given */
    const a3d_branch *branch;   /* NULL: none was given */
} a3d_as;
int a3d_parse_as(const char *text, a3d_as *as);
/* The same, with what is wrong as a text. */
bool a3d_read_as(const char *text, a3d_as *as, a3d_text *problem);

/* ---- words, without messages (names.c) ---- */

/* 0 off, 1 note, 2 warning, 3 error, 4 never, or -1. */
int a3d_level_of(const char *word);
/* Reads digits: any number of 64 bits. */
bool a3d_parse_seed(const char *text, uint64_t *value);
/* Reads digits with an optional Ki, Mi or Gi; false when the text is something else. */
bool a3d_parse_number(const char *text, uint64_t *value);
bool a3d_names_compat(const char *name);
/* Whether a pattern names any rule. */
bool a3d_names_rule(const char *pattern);

/* The nearest name so far; starts with zeroes. */
typedef struct a3d_near {
    const char *name;
    unsigned distance;
} a3d_near;
void a3d_near_rules(a3d_near *near, const char *word);
void a3d_near_compats(a3d_near *near, const char *word);
void a3d_near_word(a3d_near *near, const char *word, const char *name);
/* A level from `from` to `to`, or -1 after "takes note, warning or error, not 'warn'; did you mean warning?". */
int a3d_take_level(a3d_text *problem, const char *word, unsigned from, unsigned to);
/* Appends "; did you mean NAME?" when it is near enough, else "; see OTHERWISE". */
void a3d_put_near(a3d_text *out, const a3d_near *near, const char *otherwise);

/* Takes one operand, no more and no less. Returns it, or NULL after a message. */
const char *a3d_one_operand(const a3d_cli *cli, const char *what);

/* Whether --color, or the terminal, asks for colour. Returns 0 or 1, or -1 after a message. */
int a3d_wants_color(const a3d_cli *cli);
/* Whether lines may be coloured and drawn again on what is open there: a terminal, and no dumb one. */
bool a3d_is_terminal(int fd);

/* How many threads -j asks for: all cores without it. False after a message. */
bool a3d_threads_wanted(const a3d_cli *cli, unsigned *threads);

/* How many letters must be changed, added or dropped to turn one word into the other. */
unsigned a3d_distance(const char *a, const char *b);

/* Says something on standard error, with the name of the program in front and a line end behind. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void a3d_complain(const char *format, ...);

/* The command of that name, or NULL. */
const a3d_command *a3d_command_named(const char *name);

/* A text and what it means, for tables that help and the manual share; NULL ends one. */
typedef struct a3d_meaning {
    const char *text, *meaning;
} a3d_meaning;
extern const a3d_meaning a3d_statuses[], a3d_examples[];

/* Prints what --help, --limits and --version ask for. */
void a3d_help(a3d_text *out, const a3d_command *command);
void a3d_put_limits(a3d_text *out);

/* Reads and judges one input for a command that works on its document. On success *result has a document of
 * which at least the beginning was read. Otherwise returns the exit status, after a message. */
int a3d_open_document(a3d_cli *cli, const char *path, const a3d_result **result);
/* The same with options of its own. */
int a3d_open_with(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result);

/* Adds the paths of --files-from to the operands: ended by NUL when there is one in it, else by LF, or by CR LF when
 * every line is. Returns 0, or the exit status after a message. */
int a3d_add_listed(a3d_cli *cli);

/* Judges the files of the command line and reports them by a form, whose state starts as given. Returns the exit
 * status. */
struct a3d_report_form;
int a3d_judge_files(a3d_cli *cli, const struct a3d_report_form *form, void *state);

int a3d_run_check(a3d_cli *cli);
int a3d_run_triage(a3d_cli *cli);
int a3d_run_find(a3d_cli *cli);
int a3d_run_dump(a3d_cli *cli);
int a3d_run_hex(a3d_cli *cli);
int a3d_run_rewrite(a3d_cli *cli);
int a3d_run_edit(a3d_cli *cli);
int a3d_run_diff(a3d_cli *cli);
int a3d_run_reduce(a3d_cli *cli);
int a3d_run_fix(a3d_cli *cli);
int a3d_run_generate(a3d_cli *cli);
int a3d_run_rules(a3d_cli *cli);
int a3d_run_explain(a3d_cli *cli);
int a3d_run_formats(a3d_cli *cli);
int a3d_run_help(a3d_cli *cli);

#endif
