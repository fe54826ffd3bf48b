/* completion.c - prints completions for bash, zsh and fish from the tables of commands and options */
#include "cli/help/describe.h"
#include "cli/help/help.h"
#include "formats/formats.h"
#include "report/forms.h"

#include <string.h>

/* What to complete for a value, by the name that help gives it. */
typedef enum choice_kind { NOTHING, FILES, FOLDERS, WORDS, RULES, FORMATS, COMPATS, FORMS } choice_kind;
typedef struct choice {
    const char *value;
    choice_kind kind;
    const char *words;
} choice;

static const choice choices[] = {
    {"LEVEL", WORDS, "error warning note never"},
    {"WHEN", WORDS, "always never auto"},
    {"FILE", FILES, NULL},
    {"OUT", FILES, NULL},
    {"DIR", FOLDERS, NULL},
    {"ID", RULES, NULL},
    {"ID=LEVEL", RULES, NULL},
    {"RULE", RULES, NULL},
    {"FORMAT", FORMATS, NULL},
    {"FORMAT[:V]", FORMATS, NULL},
    {"NAME", COMPATS, NULL},
    {"FORM", FORMS, NULL},
    {NULL, NOTHING, NULL},
};

/* Completion scripts ask the program for its rules, so that they never list those of another version. */
static const char ask_rules[] = "a3dlint rules 2>/dev/null | awk '{ print $2 }'";

static const choice *choice_of(const char *value)
{
    const choice *c = choices;
    while (c->value != NULL && (value == NULL || strcmp(c->value, value) != 0))
        c++;
    return c;
}

static void put_names(a3d_text *out, const a3d_format *const *first)
{
    for (const a3d_format *const *f = first; *f != NULL; f++)
        a3d_printf(out, "%s%s", f == first ? "" : " ", (*f)->name);
}

static void put_formats(a3d_text *out)
{
    put_names(out, a3d_formats());
}

static void put_compats(a3d_text *out)
{
    const char *gap = "";
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++) {
            a3d_printf(out, "%s%s", gap, c->name);
            gap = " ";
        }
    }
}

static void put_forms(a3d_text *out, unsigned command)
{
    if ((command & A3D_CMD_HELP) != 0) {
        a3d_puts(out, "text mdoc bash zsh fish");
        return;
    }
    a3d_puts(out, "text json");
    for (const a3d_report_form *f = a3d_report_forms; (command & A3D_CMD_CHECK) != 0 && f->name != NULL; f++)
        if (strcmp(f->name, "text") != 0 && strcmp(f->name, "json") != 0)
            a3d_printf(out, " %s", f->name);
}

/* Appends the words that the value of an option may be, separated by spaces; nothing for other kinds. */
static void put_words(a3d_text *out, const a3d_option *o, unsigned command)
{
    const choice *c = choice_of(o->value);
    if (c->kind == WORDS)
        a3d_puts(out, c->words);
    else if (c->kind == FORMATS)
        put_formats(out);
    else if (c->kind == COMPATS)
        put_compats(out);
    else if (c->kind == FORMS)
        put_forms(out, command);
}

static bool belongs(const a3d_option *o, const a3d_command *c)
{
    return (o->commands & c->bit) != 0;
}

static void put_commands(a3d_text *out, const char *gap)
{
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        a3d_printf(out, "%s%s", c == a3d_commands ? "" : gap, c->name);
}

/* Appends text for use inside single quotes of a shell; the characters in `also` get a backslash. */
static void put_quoted(a3d_text *out, const char *text, const char *also)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            a3d_puts(out, "'\\''");
        else if (strchr(also, *text) != NULL)
            a3d_printf(out, "\\%c", *text);
        else
            a3d_putc(out, *text);
    }
}

/* ---- bash ---- */

static void put_bash_value(a3d_text *out, const a3d_option *o, const a3d_command *c)
{
    choice_kind kind = choice_of(o->value)->kind;
    a3d_printf(out, "        %s:--%s", c->name, o->name);
    if (o->letter != 0)
        a3d_printf(out, "|%s:-%c", c->name, o->letter);
    a3d_puts(out, ") ");
    if (kind == FILES)
        a3d_puts(out, "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")");
    else if (kind == FOLDERS)
        a3d_puts(out, "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")");
    else if (kind == RULES)
        a3d_printf(out, "mapfile -t COMPREPLY < <(compgen -W \"$(%s)\" -- \"$cur\")", ask_rules);
    else if (kind != NOTHING) {
        a3d_puts(out, "mapfile -t COMPREPLY < <(compgen -W '");
        put_words(out, o, c->bit);
        a3d_puts(out, "' -- \"$cur\")");
    }
    a3d_puts(out, kind == NOTHING ? "return ;;\n" : "; return ;;\n");
}

static void put_bash_options(a3d_text *out, const a3d_command *c)
{
    a3d_printf(out, "        %s) words='", c->name);
    for (const a3d_option *o = a3d_option_table; o->name != NULL; o++)
        if (belongs(o, c))
            a3d_printf(out, "--%s ", o->name);
    a3d_puts(out, "' ;;\n");
}

/* Files are only for the commands that take them. */
static void put_bash_operands(a3d_text *out)
{
    a3d_puts(out, "    if [[ $cur == -* ]]; then\n"
                  "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                  "        return\n"
                  "    fi\n"
                  "    words=\n"
                  "    [ \"$COMP_CWORD\" -ne 1 ] || words='");
    put_commands(out, " ");
    a3d_printf(out, "'\n"
                    "    case $command in\n"
                    "        explain) words=$(%s) ;;\n"
                    "        help) words='", ask_rules);
    put_commands(out, " ");
    a3d_puts(out, "' ;;\n        rules) words='");
    put_names(out, a3d_rule_sets());
    a3d_puts(out, "' ;;\n        formats) words='");
    put_formats(out);
    a3d_puts(out, "' ;;\n"
                  "        *) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
                  "    esac\n"
                  "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n");
}

void a3d_put_bash(a3d_text *out)
{
    a3d_puts(out, "# Completions of a3dlint for bash; printed by `a3dlint help --format bash`.\n"
                  "_a3dlint() {\n"
                  "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} "
                  "command=check words=\n"
                  "    COMPREPLY=()\n"
                  "    # bash splits --option=value at the sign.\n"
                  "    if [ \"$cur\" = = ]; then\n"
                  "        cur=\n"
                  "    elif [ \"$prev\" = = ] && [ \"$COMP_CWORD\" -ge 2 ]; then\n"
                  "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                  "    fi\n"
                  "    if [ \"$COMP_CWORD\" -ge 2 ]; then\n"
                  "        case ${COMP_WORDS[1]} in\n"
                  "            ");
    put_commands(out, "|");
    a3d_puts(out, ") command=${COMP_WORDS[1]} ;;\n"
                  "        esac\n"
                  "    fi\n"
                  "    case $command:$prev in\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        for (const a3d_option *o = a3d_option_table; o->name != NULL; o++)
            if (belongs(o, c) && o->value != NULL)
                put_bash_value(out, o, c);
    a3d_puts(out, "    esac\n"
                  "    case $command in\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        put_bash_options(out, c);
    a3d_puts(out, "    esac\n");
    put_bash_operands(out);
    a3d_puts(out, "}\n"
                  "complete -o filenames -F _a3dlint a3dlint\n");
}

/* ---- zsh ---- */

static void put_zsh_action(a3d_text *out, const a3d_option *o, const a3d_command *c)
{
    choice_kind kind = choice_of(o->value)->kind;
    if (kind == FILES)
        a3d_puts(out, "_files");
    else if (kind == FOLDERS)
        a3d_puts(out, "_files -/");
    else if (kind == RULES)
        a3d_puts(out, "_a3dlint_rules");
    else if (kind != NOTHING) {
        a3d_putc(out, '(');
        put_words(out, o, c->bit);
        a3d_putc(out, ')');
    } else
        a3d_putc(out, ' ');
}

static void put_zsh_option(a3d_text *out, const a3d_option *o, const a3d_command *c)
{
    const char *again = o->kind == A3D_OPTION_WORDS ? "*" : "";
    for (unsigned short_form = 0; short_form <= (o->letter != 0); short_form++) {
        if (short_form)
            a3d_printf(out, "                '%s-%c%s[", again, o->letter, o->value != NULL ? "+" : "");
        else
            a3d_printf(out, "                '%s--%s%s[", again, o->name, o->value != NULL ? "=" : "");
        put_quoted(out, a3d_option_help(o), "[]:\\");
        a3d_putc(out, ']');
        if (o->value != NULL) {
            a3d_putc(out, ':');
            put_quoted(out, o->value, "[]:\\");
            a3d_putc(out, ':');
            put_zsh_action(out, o, c);
        }
        a3d_puts(out, "' \\\n");
    }
}

static const char *zsh_operands(const a3d_command *c)
{
    if (c->bit == A3D_CMD_EXPLAIN)
        return "1:rule:_a3dlint_rules";
    if (c->bit == A3D_CMD_HELP)
        return "1:command:_a3dlint_commands";
    if (c->bit == A3D_CMD_RULES)
        return "1:format:_a3dlint_sets";
    if (c->bit == A3D_CMD_FORMATS)
        return "1:format:_a3dlint_formats";
    return c->operands[0] != '\0' ? "*:file:_files" : "";
}

void a3d_put_zsh(a3d_text *out)
{
    a3d_printf(out, "#compdef a3dlint\n"
                    "# Completions of a3dlint for zsh; printed by `a3dlint help --format zsh`.\n"
                    "_a3dlint_rules() {\n    local -a rules\n    rules=(${(f)\"$(%s)\"})\n    compadd -a rules\n}\n"
                    "_a3dlint_commands() {\n    local -a commands\n    commands=(\n", ask_rules);
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++) {
        a3d_printf(out, "        '%s:", c->name);
        put_quoted(out, c->summary, ":\\");
        a3d_puts(out, "'\n");
    }
    a3d_puts(out, "    )\n    _describe command commands\n}\n"
                  "_a3dlint_formats() { compadd ");
    put_formats(out);
    a3d_puts(out, "; }\n"
                  "_a3dlint_sets() { compadd ");
    put_names(out, a3d_rule_sets());
    a3d_puts(out, "; }\n"
                  "_a3dlint() {\n"
                  "    local command=check\n"
                  "    if (( CURRENT == 2 )); then\n"
                  "        [[ $words[2] == -* ]] || _a3dlint_commands\n"
                  "    fi\n"
                  "    case $words[2] in\n        ");
    put_commands(out, "|");
    a3d_puts(out, ")\n"
                  "            command=$words[2]\n"
                  "            if (( CURRENT > 2 )); then\n"
                  "                shift words\n"
                  "                (( CURRENT-- ))\n"
                  "            fi ;;\n"
                  "    esac\n"
                  "    case $command in\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++) {
        a3d_printf(out, "        %s)\n            _arguments -s \\\n", c->name);
        for (const a3d_option *o = a3d_option_table; o->name != NULL; o++)
            if (belongs(o, c))
                put_zsh_option(out, o, c);
        a3d_printf(out, "                '%s' ;;\n", zsh_operands(c));
    }
    a3d_puts(out, "    esac\n}\n_a3dlint \"$@\"\n");
}

/* ---- fish ---- */

static void put_fish_option(a3d_text *out, const a3d_option *o, const a3d_command *c)
{
    choice_kind kind = choice_of(o->value)->kind;
    a3d_printf(out, "complete -c a3dlint -n '__a3dlint_is %s' -l %s", c->name, o->name);
    if (o->letter != 0)
        a3d_printf(out, " -s %c", o->letter);
    a3d_puts(out, " -d '");
    put_quoted(out, a3d_option_help(o), "\\");
    a3d_putc(out, '\'');
    if (o->value != NULL && kind == FILES)
        a3d_puts(out, " -r -F");
    else if (kind == FOLDERS)
        a3d_puts(out, " -x -a '(__fish_complete_directories)'");
    else if (kind == RULES)
        a3d_puts(out, " -x -a '(__a3dlint_rules)'");
    else if (o->value != NULL) {
        a3d_puts(out, " -x -a '");
        put_words(out, o, c->bit);
        a3d_putc(out, '\'');
    }
    a3d_putc(out, '\n');
}

void a3d_put_fish(a3d_text *out)
{
    a3d_puts(out, "# Completions of a3dlint for fish; printed by `a3dlint help --format fish`.\n"
                  "function __a3dlint_rules\n"
                  "    a3dlint rules 2>/dev/null | string replace -r '^\\S+\\s+(\\S+).*' '$1'\nend\n"
                  "function __a3dlint_is\n"
                  "    set -l words (commandline -opc)\n"
                  "    set -l command check\n"
                  "    if set -q words[2]; and contains -- $words[2] ");
    put_commands(out, " ");
    a3d_puts(out, "\n        set command $words[2]\n    end\n    test $command = $argv[1]\nend\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++) {
        a3d_printf(out, "complete -c a3dlint -n __fish_is_first_token -a %s -d '", c->name);
        put_quoted(out, c->summary, "\\");
        a3d_puts(out, "'\n");
    }
    a3d_puts(out, "complete -c a3dlint -n '__a3dlint_is explain' -x -a '(__a3dlint_rules)'\n"
                  "complete -c a3dlint -n '__a3dlint_is help' -x -a '");
    put_commands(out, " ");
    a3d_puts(out, "'\ncomplete -c a3dlint -n '__a3dlint_is rules' -x -a '");
    put_names(out, a3d_rule_sets());
    a3d_puts(out, "'\ncomplete -c a3dlint -n '__a3dlint_is formats' -x -a '");
    put_formats(out);
    a3d_puts(out, "'\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        for (const a3d_option *o = a3d_option_table; o->name != NULL; o++)
            if (belongs(o, c))
                put_fish_option(out, o, c);
}
