/* options.c - see options.h */
#include "cli/options/options.h"
#include "base/distance.h"
#include "cli/options/habits.h"
#include "cli/options/names.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"

#include <stdlib.h>
#include <string.h>

enum { FLAG = A3D_OPTION_FLAG, WORD = A3D_OPTION_WORD, WORDS = A3D_OPTION_WORDS, NUMBER = A3D_OPTION_NUMBER };

typedef a3d_option option;
#define options a3d_option_table

/* Commands that have options in common. */
enum {
    CHECK = A3D_CMD_CHECK,
    CHECKS = A3D_CMD_CHECK | A3D_CMD_TRIAGE, /* check many files */
    PICKS = CHECKS | A3D_CMD_FIX,            /* take many files, and let the user pick rules and levels */
    LISTS = A3D_CMD_CHECK | A3D_CMD_RULES,   /* print lists in several forms */
    /* print text that fits the terminal */
    FITS = A3D_CMD_CHECK | A3D_CMD_FIX | A3D_CMD_HEX | A3D_CMD_DUMP | A3D_CMD_DIFF | A3D_CMD_EXPLAIN,
    /* write a model */
    WRITES = A3D_CMD_REWRITE | A3D_CMD_EDIT | A3D_CMD_GENERATE | A3D_CMD_REDUCE | A3D_CMD_FIX,
    /* read a model */
    READS = PICKS | A3D_CMD_FIND | A3D_CMD_DUMP | A3D_CMD_HEX | A3D_CMD_REWRITE | A3D_CMD_EDIT | A3D_CMD_DIFF |
            A3D_CMD_REDUCE
};

#define AT(field) offsetof(a3d_cli, field)
const a3d_option a3d_option_table[] = {
    {"format", 0, LISTS, WORD, AT(format), "FORM",
     "text (default) or json; check also has ndjson, sarif, sarif-github, junit, github, html"},
    {"format", 0, A3D_CMD_HELP, WORD, AT(format), "FORM",
     "text, mdoc (the manual page), bash, zsh or fish (completions)"},
    {"also", 0, CHECK, WORDS, AT(also), "FORM=FILE",
     "write the same report in another form to FILE; may be repeated"},
    {"fail-on", 0, PICKS, WORD, AT(fail_on), "LEVEL",
     "least severity that gives exit status 1: error (default), warning, note, never"},
    {"show", 0, CHECK, WORD, AT(show), "LEVEL",
     "least severity in text, github and sarif-github: error, warning (default), note"},
    {"rule", 0, PICKS, WORDS, AT(rule), "ID=LEVEL",
     "set the severity of a rule: off, note, warning, error; * in ID matches any text"},
    {"only", 0, PICKS, WORDS, AT(only), "ID", "use only these rules; * matches any text, may be repeated"},
    {"ignore", 0, PICKS, WORDS, AT(ignore), "ID", "turn these rules off; * matches any text, may be repeated"},
    {"as", 0, READS | A3D_CMD_GENERATE, WORD, AT(as), "FORMAT[:V]",
     "read the file as FORMAT, whatever its bytes look like; V is a branch, for generate also a version"},
    {"compat", 0, READS | A3D_CMD_GENERATE, WORDS, AT(compat), "NAME",
     "check as a known reader would, or with another reading (see formats); may be repeated"},
    {"links", 0, CHECKS, FLAG, AT(links), NULL,
     "also check the files that a file links to, inside the folder that is checked"},
    {"baseline", 0, CHECKS, WORD, AT(baseline), "FILE",
     "suppress the findings in FILE; list its entries that are no longer found"},
    {"write-baseline", 0, CHECK, WORD, AT(write_baseline), "FILE",
     "write all findings to FILE as a baseline; keep its reasons and days"},
    {"today", 0, CHECKS, WORD, AT(today), "DAY",
     "the day (YYYY-MM-DD) by which baseline entries expire (default: $SOURCE_DATE_EPOCH, or the clock)"},
    {"cache", 0, CHECK, WORD, AT(cache), "FILE",
     "keep results in FILE; in the next run, files that have not changed take their results from it"},
    {"config", 0, PICKS, WORD, AT(config), "FILE",
     "read settings from FILE, not from the .a3dlint files in and above each file's folder"},
    {"no-config", 0, PICKS, FLAG, AT(no_config), NULL, "read no configuration files"},
    {"untrusted", 0, PICKS, FLAG, AT(untrusted), NULL,
     "the files are from strangers: read no .a3dlint of theirs, follow no links, look into all folders but .git"},
    {"print-config", 0, CHECK, WORD, AT(print_config), "PATH",
     "print what applies to PATH, and from which file and line; check nothing"},
    {"format", 0, A3D_CMD_FIND | A3D_CMD_DIFF | A3D_CMD_FIX, WORD, AT(format), "FORM", "text or json"},
    {"format", 0, A3D_CMD_TRIAGE, WORD, AT(format), "FORM",
     "text, json, or data: what the page shows, as JSON for other pages; no page is written"},
    {"extract", 0, A3D_CMD_FIND, WORD, AT(extract), "DIR", "write each model to DIR, never over an existing file"},
    {"files-from", 0, PICKS, WORD, AT(files_from), "FILE",
     "read more paths from FILE, one per line (LF or CR LF) or ended by NUL; - is standard input"},
    {"exclude", 0, PICKS, WORDS, AT(exclude), "GLOB",
     "skip files and folders below a folder; relative to the current folder, may be repeated"},
    {"force-exclude", 0, PICKS, FLAG, AT(force_exclude), NULL,
     "skip what is excluded even if its path is given, as by a hook"},
    {"gitignore", 0, PICKS, FLAG, AT(gitignore), NULL,
     "skip what Git would ignore: by .gitignore files and .git/info/exclude"},
    {"follow", 0, PICKS, FLAG, AT(follow), NULL,
     "follow links in folders wherever they lead, as git-annex, Bazel and Nix need it"},
    {"jobs", 'j', PICKS, WORD, AT(jobs), "N",
     "number of threads; 0 (default): all cores. The report is the same for any N"},
    {"progress", 0, PICKS | A3D_CMD_REDUCE, WORD, AT(progress), "WHEN",
     "show progress on standard error: always, never or auto (default: on a terminal)"},
    {"quiet", 'q', CHECK | A3D_CMD_FIX | A3D_CMD_REDUCE, FLAG, AT(quiet), NULL, "print no summary line"},
    {"verbose", 'v', CHECK | A3D_CMD_FIX, FLAG, AT(verbose), NULL,
     "print a line for every file, valid and skipped ones, too"},
    {"tolerance", 0, A3D_CMD_DIFF, WORD, AT(tolerance), "X",
     "treat floats x and y as equal if |x - y| is at most X times the largest of 1, |x| and |y|"},
    {"all", 0, A3D_CMD_DIFF, FLAG, AT(all), NULL,
     "report derived values (lengths, counts, checksums) and forms, whatever else differs, and each object that only "
     "one file has"},
    {"color", 0, CHECK | A3D_CMD_HEX | A3D_CMD_DIFF, WORD, AT(color), "WHEN",
     "always, never or auto (default: on a terminal, unless NO_COLOR is set or TERM is dumb)"},
    {"width", 0, FITS, WORD, AT(width), "N",
     "fit text into N columns (default: $COLUMNS or the terminal's; 0, as in a file or pipe: no limit)"},
    {"all", 0, CHECK, FLAG, AT(all), NULL,
     "show each finding, also where many in a file are alike (in text)"},
    {"statistics", 0, CHECK, FLAG, AT(statistics), NULL,
     "print how often each rule is broken, in place of the findings (in text)"},
    {"stats", 0, CHECK, FLAG, AT(stats), NULL,
     "print what the files contain: meshes, triangles ..., records, bytes, largest arrays"},
    {"text", 0, A3D_CMD_DUMP, FLAG, AT(text), NULL, "print the tree for people, not as JSON"},
    {"gltf", 0, A3D_CMD_DUMP, FLAG, AT(gltf), NULL,
     "write the 3D content as glTF 2.0 (GLB): nodes, meshes, materials, skins"},
    {"full", 0, A3D_CMD_DUMP | A3D_CMD_HEX, FLAG, AT(full), NULL, "show large arrays completely"},
    {"at", 0, A3D_CMD_HEX, WORD, AT(at), "PATH",
     "show only the bytes of PATH, or the line of @STREAM+OFFSET, with lines around it"},
    {"finding", 0, A3D_CMD_HEX, WORD, AT(finding), "N|RULE",
     "show only the bytes of finding #N, or of the findings of a rule, and their suspects, with lines around them"},
    {"context", 0, A3D_CMD_HEX, WORD, AT(context), "N",
     "number of lines around what is shown (3); alone: show only the places of findings"},
    {"versions", 0, A3D_CMD_FORMATS, FLAG, AT(versions), NULL,
     "print what differs between the versions of FORMAT, and between its branches"},
    {"readers", 0, A3D_CMD_FORMATS, FLAG, AT(readers), NULL,
     "print what known readers do with files of FORMAT that break a rule"},
    {"dictionary", 0, A3D_CMD_FORMATS, FLAG, AT(dictionary), NULL,
     "print words that a fuzzer of FORMAT should try, for libFuzzer and AFL++"},
    {"markdown", 0, A3D_CMD_EXPLAIN | A3D_CMD_RULES | A3D_CMD_FORMATS, FLAG, AT(page), NULL,
     "print a page of the documentation"},
    {"dry-run", 0, A3D_CMD_FIX, FLAG, AT(dry_run), NULL, "write nothing; show what would change, field by field"},
    {"in-place", 0, A3D_CMD_FIX, FLAG, AT(in_place), NULL,
     "replace each file with its result, if anything was repaired"},
    {"accept-content", 0, A3D_CMD_FIX, FLAG, AT(accept_content), NULL,
     "also repair checksums, bounds and lengths of a cut file; they may be right and the content damaged"},
    {"salvage", 0, A3D_CMD_FIX, FLAG, AT(salvage), NULL,
     "keep the complete parts of a file that is cut off or broken, drop the rest, and list it"},
    {"canonical", 0, A3D_CMD_REWRITE, FLAG, AT(canonical), NULL, "make every free choice as the reference writer does"},
    {"break", 0, A3D_CMD_GENERATE, WORD, AT(break_rule), "RULE",
     "write a file that breaks this rule, and has no other error that does not follow from it"},
    {"twin", 0, A3D_CMD_GENERATE, FLAG, AT(twin), NULL,
     "with --break: write the nearest file that does not break the rule"},
    {"seed", 0, A3D_CMD_GENERATE, WORD, AT(seed), "N", "seed of a random document; each seed gives another one"},
    {"size", 0, A3D_CMD_GENERATE, WORD, AT(size), "K",
     "approximate size in bytes (4Ki with a seed; Ki, Mi may follow); 0: the smallest valid file"},
    {"keep", 0, A3D_CMD_REDUCE, WORD, AT(keep), "RULE",
     "the file must keep a finding of this rule; * matches any text"},
    {"alone", 0, A3D_CMD_REDUCE, FLAG, AT(alone), NULL,
     "with --keep: no new error of another rule, unless it follows from another finding"},
    {"while", 0, A3D_CMD_REDUCE, WORD, AT(run_while), "CMD",
     "the file must make CMD, run by sh with {} as its path, end as it does on FILE; without a sandbox, since it runs "
     "a program"},
    {"timeout", 0, A3D_CMD_REDUCE, WORD, AT(timeout), "S",
     "seconds that CMD may take (10); after that it is killed, which counts as its end"},
    {"max-tries", 0, A3D_CMD_REDUCE, NUMBER, AT(max_tries), "N", "largest number of files that are tried (20000)"},
    {"output", 'o', WRITES | A3D_CMD_DUMP | A3D_CMD_HEX | A3D_CMD_DIFF, WORD, AT(output), "OUT",
     "where the result goes; a file is replaced as a whole or not at all"},
    {"output", 'o', CHECK, WORD, AT(output), "FILE",
     "where the report goes; FILE is replaced as a whole at the end or not at all"},
    {"output", 'o', A3D_CMD_TRIAGE, WORD, AT(output), "FILE",
     "where the page goes (a3dlint-triage.html); only a triage page is ever replaced"},
    {"include", 0, A3D_CMD_TRIAGE, WORD, AT(include), "WHAT",
     "valid: the page also shows the content of files without findings, which are a line in it otherwise"},
    {"no-bytes", 0, A3D_CMD_TRIAGE, FLAG, AT(no_bytes), NULL,
     "leave bytes out of the page; it still has names and values of fields"},
    {"no-3d", 0, A3D_CMD_TRIAGE, FLAG, AT(no_3d), NULL, "leave geometry out of the page, and the 3D view"},
    {"max-input", 0, READS, NUMBER, AT(limits.input), "N", NULL},
    {"max-unpacked", 0, READS, NUMBER, AT(limits.unpacked), "N", NULL},
    {"max-nodes", 0, READS, NUMBER, AT(limits.nodes), "N", NULL},
    {"max-depth", 0, READS, NUMBER, AT(limits.depth), "N", NULL},
    {"max-findings", 0, READS, NUMBER, AT(limits.findings), "N", NULL},
    {"max-work", 0, READS | A3D_CMD_GENERATE, NUMBER, AT(limits.work), "N", NULL},
    {"max-memory", 0, READS, NUMBER, AT(max_memory), "N", NULL},
    {"no-sandbox", 0, READS, FLAG, AT(no_sandbox), NULL,
     "keep the right to open other files and start programs, for debuggers and unusual systems"},
    {"limits", 0, A3D_CMD_ALL, FLAG, AT(show_limits), NULL, "print the limits and what they mean"},
    {"help", 'h', A3D_CMD_ALL, FLAG, AT(help), NULL, "print this text"},
    {"version", 0, A3D_CMD_ALL, FLAG, AT(version), NULL, "print the version of a3dlint"},
    {NULL, 0, 0, FLAG, 0, NULL, NULL},
};

/* ---- help ---- */

const char *a3d_option_help(const a3d_option *o)
{
    if (o->help != NULL)
        return o->help;
    for (const a3d_limit_text *t = a3d_limit_texts; t->option != NULL; t++)
        if (strcmp(t->option + 2, o->name) == 0)
            return t->meaning;
    return "";
}

/* ---- parsing ---- */

static int add_word(a3d_cli *cli, a3d_strings *words, const char *word)
{
    const char **at = a3d_grow(cli->arena, words->at, &words->cap, words->n + 1, sizeof *at);
    if (at == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    words->at = at;
    at[words->n++] = word;
    return 0;
}

/* Whether its value is a path, or a pattern of paths. */
static bool takes_path(const option *o)
{
    return strcmp(o->value, "FILE") == 0 || strcmp(o->value, "GLOB") == 0 || strcmp(o->value, "DIR") == 0 ||
           strcmp(o->value, "OUT") == 0 || strcmp(o->name, "print-config") == 0;
}

static int set_number(a3d_cli *cli, const option *o, uint64_t *field, const char *value)
{
    if (!a3d_parse_number(value, field) || *field == 0) {
        a3d_complain("--%s takes a number above 0, such as 500 or 64Mi (Ki, Mi and Gi are units), not '%s'", o->name,
                     value);
        return A3D_EXIT_USAGE;
    }
    if (field == &cli->max_memory && *field < A3D_LEAST_MEMORY) {
        a3d_complain("--%s: %s is too small a limit; expected 64Ki or more", o->name, value);
        return A3D_EXIT_USAGE;
    }
    return 0;
}

static int set(a3d_cli *cli, const option *o, char *value)
{
    void *field = (char *)cli + o->at;
    bool path = o->kind != FLAG && takes_path(o);
    /* as of a variable of the shell that is not set */
    if (path && value[0] == '\0' && strcmp(o->name, "exclude") != 0) {
        a3d_complain("--%s needs a value: %s", o->name, o->value);
        return A3D_EXIT_USAGE;
    }
    if (path)
        a3d_os_use_slashes(value);
    switch (o->kind) {
    case FLAG:
        *(bool *)field = true;
        return 0;
    case WORD:
        *(const char **)field = value;
        return 0;
    case WORDS:
        return add_word(cli, field, value);
    default:
        return set_number(cli, o, field, value);
    }
}

/* The option of this name, preferably the one of the command. */
static const option *find(const char *name, size_t length, unsigned command)
{
    const option *found = NULL;
    for (const option *o = options; o->name != NULL; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0 &&
            (found == NULL || (o->commands & command) != 0))
            found = o;
    return found;
}

static const option *find_letter(char letter, unsigned command)
{
    const option *found = NULL;
    for (const option *o = options; o->name != NULL; o++)
        if (o->letter != 0 && o->letter == letter && (found == NULL || (o->commands & command) != 0))
            found = o;
    return found;
}

/* An option of the command that is spelt almost like the word, or NULL. */
static const option *almost(const char *name, unsigned command)
{
    const option *best = NULL;
    unsigned least = strlen(name) < 4 ? 2 : 3;
    for (const option *o = options; o->name != NULL; o++) {
        unsigned d = (o->commands & command) != 0 ? a3d_distance(name, o->name) : least;
        if (d < least) {
            best = o;
            least = d;
        }
    }
    return best;
}

/* Complains about an unknown option; `letter` is the unknown one among the letters of a word like -qx, else 0. */
static int unknown(const a3d_cli *cli, unsigned command, const char *word, size_t length, char letter)
{
    char *name = a3d_arena_text(cli->arena, word, length);
    const char *bare = name != NULL ? name + strspn(name, "-") : "";
    const option *o = strlen(bare) > 1 ? almost(bare, command) : NULL;
    const char *advice = name != NULL ? a3d_habit_option(name, command) : NULL;
    if (a3d_os_exists(word))
        a3d_complain("%s has no option %s; for the file of this name write ./%s", cli->command, word, word);
    else if (advice != NULL)
        a3d_complain("%s has no option %s; %s", cli->command, name, advice);
    else if (o != NULL)
        a3d_complain("%s has no option %s; did you mean --%s?", cli->command, name, o->name);
    else if (letter != 0)
        a3d_complain("%s has no option -%c; see a3dlint %s --help", cli->command, letter, cli->command);
    else
        a3d_complain("%s has no option %s; see a3dlint %s --help", cli->command, name != NULL ? name : word,
                     cli->command);
    return A3D_EXIT_USAGE;
}

/* Sets an option. A value that is the next argument is skipped by advancing *i. */
static int take(a3d_cli *cli, const option *o, char *value, int argc, char **argv, int *i)
{
    if (o->kind == FLAG && value != NULL) {
        a3d_complain("--%s takes no value", o->name);
        return A3D_EXIT_USAGE;
    }
    if (o->kind != FLAG && value == NULL) {
        if (*i + 1 >= argc) {
            a3d_complain("--%s needs a value: %s; see a3dlint %s --help", o->name, o->value, cli->command);
            return A3D_EXIT_USAGE;
        }
        value = argv[++*i];
    }
    return set(cli, o, value);
}

/* Flags may share one dash, and the last letter may take a value: -qj4. */
static int parse_letters(a3d_cli *cli, unsigned command, int argc, char **argv, int *i)
{
    char *word = argv[*i];
    for (char *p = word + 1; *p != '\0'; p++) {
        const option *o = find_letter(*p, command);
        if (o == NULL || (o->commands & command) == 0)
            return unknown(cli, command, word, strcspn(word, "="), *p);
        if (o->kind != FLAG)
            return take(cli, o, p[1] != '\0' ? p + 1 : NULL, argc, argv, i);
        set(cli, o, NULL);
    }
    return 0;
}

static int parse_word(a3d_cli *cli, unsigned command, int argc, char **argv, int *i)
{
    char *word = argv[*i];
    size_t length = strcspn(word + 2, "=");
    const option *o = find(word + 2, length, command);
    if (o == NULL || (o->commands & command) == 0)
        return unknown(cli, command, word, length + 2, 0);
    return take(cli, o, word[2 + length] == '=' ? word + 3 + length : NULL, argc, argv, i);
}

/* Those of edit are changes, but the first, which is a file. */
static int add_operand(a3d_cli *cli, unsigned command, char *word)
{
    if (command != A3D_CMD_EDIT || cli->operands.n == 0)
        a3d_os_use_slashes(word);
    return add_word(cli, &cli->operands, word);
}

int a3d_parse_options(a3d_cli *cli, unsigned command, int argc, char **argv)
{
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        int status;
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
            continue;
        }
        if (!ended && argv[i][0] == '-' && argv[i][1] != '\0')
            status = (argv[i][1] == '-' ? parse_word : parse_letters)(cli, command, argc, argv, &i);
        else
            status = add_operand(cli, command, argv[i]);
        if (status != 0)
            return status;
    }
    return 0;
}
