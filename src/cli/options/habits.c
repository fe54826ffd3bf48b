/* habits.c - see habits.h */
#include "cli/options/habits.h"
#include "cli/options/cli.h"

#include <stddef.h>
#include <string.h>

enum {
    CHECK = A3D_CMD_CHECK,
    FIX = A3D_CMD_FIX,
    FORMS = A3D_CMD_CHECK | A3D_CMD_RULES | A3D_CMD_FIND | A3D_CMD_DIFF | A3D_CMD_FIX | A3D_CMD_TRIAGE,
    MANY = A3D_CMD_CHECK | A3D_CMD_TRIAGE | A3D_CMD_FIX,
    COLORS = A3D_CMD_CHECK | A3D_CMD_HEX | A3D_CMD_DIFF,
    PRINTS = A3D_CMD_RULES | A3D_CMD_EXPLAIN | A3D_CMD_FORMATS | A3D_CMD_FIND | A3D_CMD_HELP,
    WRITES = A3D_CMD_ALL & ~PRINTS
};

typedef struct habit {
    unsigned commands;
    const char *words; /* each between two spaces */
    const char *advice;
} habit;

static const habit habits[] = {
    {FORMS, " --json ", "use --format json"},
    {CHECK, " --sarif ", "use --format sarif"},
    {CHECK, " --junit --xml ", "use --format junit"},
    {CHECK | A3D_CMD_TRIAGE, " --html ", "a3dlint triage writes a page, and check --format html prints it"},
    {FORMS, " -f --output-format --reporter --formatter ", "use --format FORM"},
    {COLORS, " --no-color --no-colour --nocolor ", "use --color never"},
    {COLORS, " --colors --force-color ", "use --color always"},
    {CHECK, " --list-rules --show-rules --list-checks ", "a3dlint rules lists all rules"},
    {MANY, " --disable --skip --suppress --ignore-rule -d ", "use --ignore ID"},
    {MANY, " --enable --select --checks ", "use --only ID"},
    {CHECK, " --exit-zero --no-fail --soft-fail --no-error ", "use --fail-on never"},
    {MANY, " --strict --warnings-as-errors --werror --Werror --max-warnings --error-on-warning -W ",
     "use --fail-on warning"},
    {CHECK, " --severity --min-severity --level -S ", "use --show LEVEL to print less, --fail-on LEVEL to fail later"},
    {CHECK, " --update-baseline --generate-baseline --create-baseline --save-baseline ", "use --write-baseline FILE"},
    {CHECK, " --notes --info ", "use --show note"},
    {MANY, " --ignore-path --ignore-pattern --exclude-dir --exclude-files -x ", "use --exclude GLOB"},
    {MANY, " -r -R --recursive --recurse ", "a folder is always searched with all folders below it"},
    {MANY, " --stdin ", "use - for standard input"},
    {CHECK, " --stdin-filename --stdin-file-path ", "standard input is called -; use --as FORMAT to say what it is"},
    {CHECK, " --no-progress ", "use --progress never"},
    {MANY, " --threads --parallel ", "use --jobs N"},
    {CHECK, " --silent --no-summary -s ", "use --quiet"},
    {CHECK, " --summary --count ", "use --statistics"},
    {CHECK, " --fix --autofix ", "a3dlint fix repairs files"},
    {MANY, " -c --rcfile ", "use --config FILE"},
    {FIX, " -i --write --apply --overwrite ", "use --in-place"},
    {FIX, " -n --check --diff --show-diff ", "use --dry-run"},
    {A3D_CMD_HEX, " --offset --skip --seek ", "use --at @file+0x20"},
    {A3D_CMD_DUMP, " --glb --to-glb ", "use --gltf"},
    {A3D_CMD_DUMP, " --json --format -f ", "dump prints JSON, --text a tree for people, --gltf a GLB file"},
    {WRITES, " --out --outfile --out-file --output-file ", "use --output FILE"},
    {A3D_CMD_ALL, " -V ", "use --version"},
    {A3D_CMD_ALL, " -? ", "use --help"},
};

static const habit commands[] = {
    {0, " lint validate verify scan test ", "check"},
    {0, " repair mend recover ", "fix"},
    {0, " convert export glb gltf ", "dump --gltf"},
    {0, " view show inspect print info tree ", "dump"},
    {0, " stat stats ", "check --stats"},
    {0, " list list-rules ", "rules"},
    {0, " compare cmp ", "diff"},
    {0, " minimize minimise shrink ", "reduce"},
    {0, " create new make ", "generate"},
    {0, " set modify patch ", "edit"},
    {0, " carve extract search ", "find"},
    {0, " version ", "--version"},
    {0, " ? /? /h /H /help ", "--help"},
};

static bool has(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(words, word); n > 0 && at != NULL; at = strstr(at + 1, word))
        if (at > words && at[-1] == ' ' && at[n] == ' ')
            return true;
    return false;
}

const char *a3d_habit_option(const char *word, unsigned command)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if ((habits[i].commands & command) != 0 && has(habits[i].words, word))
            return habits[i].advice;
    return NULL;
}

const char *a3d_habit_command(const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (has(commands[i].words, word))
            return commands[i].advice;
    return NULL;
}
