/* manual.c - prints the manual pages a3dlint(1), from the tables of commands, options, limits and statuses, and
 * a3dlint-rules(7), from the rules of all formats */
#include "a3dlint.h"
#include "cli/help/describe.h"
#include "cli/help/help.h"
#include "lint/lint.h"
#include "model/finding.h"
#include "model/format.h"

#include <string.h>

/* Appends a character, escaped if it has a meaning in roff. */
static void put_char(a3d_text *out, char c)
{
    if (c == '\\')
        a3d_puts(out, "\\e");
    else if (c == '-')
        a3d_puts(out, "\\-");
    else
        a3d_putc(out, c);
}

static void put_line(a3d_text *out, const char *text, size_t n)
{
    if (n > 0 && (text[0] == '.' || text[0] == '\''))
        a3d_puts(out, "\\&");
    for (size_t i = 0; i < n; i++)
        put_char(out, text[i]);
    a3d_putc(out, '\n');
}

/* Appends text in lines of less than 80 bytes, as mdoc wants them. */
static void put_filled(a3d_text *out, const char *text, size_t n)
{
    enum { WIDTH = 70 };
    while (n > WIDTH) {
        size_t end = WIDTH;
        while (end > 0 && text[end] != ' ')
            end--;
        if (end == 0)
            break;
        put_line(out, text, end);
        text += end + 1;
        n -= end + 1;
    }
    put_line(out, text, n);
}

/* Starts a new line after each sentence, as mdoc wants it. */
static void put_sentences(a3d_text *out, const char *text, size_t n)
{
    while (n > 0) {
        size_t end = 0;
        while (end < n && !(strchr(".?!", text[end]) != NULL && end + 1 < n && text[end + 1] == ' '))
            end++;
        size_t line = end < n ? end + 1 : n;
        put_filled(out, text, line);
        while (line < n && text[line] == ' ')
            line++;
        text += line;
        n -= line;
    }
}

/* Appends an argument of a macro, in quotes, because it may be empty or contain spaces. */
static void put_word(a3d_text *out, const char *word)
{
    a3d_puts(out, " \"");
    for (; *word != '\0'; word++) {
        if (*word == '"')
            a3d_puts(out, "\\(dq");
        else
            put_char(out, *word);
    }
    a3d_putc(out, '"');
}

/* Ends a list or a literal part before a line of another kind. */
static void end_part(a3d_text *out, char before, char kind)
{
    if (before == kind)
        return;
    if (before == '*')
        a3d_puts(out, ".El\n");
    else if (before == ' ')
        a3d_puts(out, ".Ed\n");
}

/* Appends details. Sections are the items of a list, whose tags are their headings. */
static void put_details(a3d_text *out, const char *text)
{
    bool sections = false;
    char before = '\0';
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        char kind = a3d_line_kind(text);
        end_part(out, before, kind);
        if (kind == '#') {
            a3d_puts(out, sections ? ".It Sy " : ".Bl -tag -width Ds\n.It Sy ");
            sections = true;
            put_line(out, text + 2, n - 2);
        } else if (kind == ' ') {
            a3d_puts(out, before != ' ' ? ".Bd -literal\n" : "");
            put_line(out, text, n);
        } else if (kind == '*') {
            a3d_puts(out, before != '*' ? ".Bl -bullet -compact\n.It\n" : ".It\n");
            put_sentences(out, text + 2, n - 2);
        } else {
            a3d_puts(out, before != '#' ? ".Pp\n" : "");
            put_sentences(out, text, n);
        }
        before = kind;
        text += n + (text[n] == '\n');
    }
    end_part(out, before, '\0');
    a3d_puts(out, sections ? ".El\n" : "");
}

static void put_option(a3d_text *out, const a3d_option *o)
{
    a3d_puts(out, ".It");
    if (o->letter != 0)
        a3d_printf(out, " Fl %c ,", o->letter);
    a3d_printf(out, " Fl \\-%s", o->name);
    if (o->value != NULL) {
        a3d_puts(out, " Ar");
        put_word(out, o->value);
    }
    a3d_putc(out, '\n');
    const char *help = a3d_option_help(o);
    put_sentences(out, help, strlen(help));
}

static bool of_all(const a3d_option *o)
{
    return o->commands == A3D_CMD_ALL;
}

static void put_options(a3d_text *out, unsigned command)
{
    bool any = false;
    for (const a3d_option *o = a3d_option_table; o->name != NULL; o++) {
        if ((o->commands & command) == 0 || of_all(o))
            continue;
        if (!any)
            a3d_puts(out, ".Pp\nOptions:\n.Bl -tag -width Ds\n");
        any = true;
        put_option(out, o);
    }
    if (any)
        a3d_puts(out, ".El\n");
}

static void put_command(a3d_text *out, const a3d_command *c)
{
    a3d_puts(out, ".Ss");
    put_word(out, c->name);
    a3d_puts(out, "\n.Nm a3dlint Cm");
    put_word(out, c->name);
    a3d_puts(out, "\n.Op Ar option ...");
    if (c->operands[0] != '\0') {
        a3d_puts(out, "\n.Ar");
        put_word(out, c->operands);
    }
    a3d_puts(out, "\n.Pp\n");
    a3d_printf(out, "%c%s.\n", c->summary[0] - 'a' + 'A', c->summary + 1);
    if (c->details != NULL)
        put_details(out, c->details);
    put_options(out, c->bit);
    if (c->zero != NULL)
        a3d_printf(out, ".Pp\nExit status 0: %s.\n", c->zero);
    if (c->one != NULL)
        a3d_printf(out, "Exit status 1: %s.\n", c->one);
}

static void put_meanings(a3d_text *out, const a3d_meaning *m, bool literal)
{
    a3d_puts(out, ".Bl -tag -width Ds\n");
    for (; m->text != NULL; m++) {
        a3d_puts(out, literal ? ".It Li" : ".It");
        put_word(out, m->text);
        a3d_putc(out, '\n');
        put_sentences(out, m->meaning, strlen(m->meaning));
    }
    a3d_puts(out, ".El\n");
}

static void put_general(a3d_text *out)
{
    a3d_puts(out, ".Sh OPTIONS OF EVERY COMMAND\n.Bl -tag -width Ds\n");
    for (const a3d_option *o = a3d_option_table; o->name != NULL; o++)
        if (of_all(o))
            put_option(out, o);
    a3d_puts(out, ".El\n.Sh LIMITS\nReaching a limit gives the verdict\n.Dq limited\nand exit status 4.\n"
                  ".Bl -tag -width Ds\n");
    for (const a3d_limit_text *t = a3d_limit_texts; t->option != NULL; t++) {
        a3d_printf(out, ".It Fl \\-%s\n", t->option + 2);
        put_sentences(out, t->meaning, strlen(t->meaning));
        a3d_puts(out, ".Pp\nDefault:\n");
        put_line(out, t->value, strlen(t->value));
    }
    a3d_puts(out, ".El\n");
}

void a3d_put_manual(a3d_text *out)
{
    a3d_puts(out, ".Dd " A3DLINT_RELEASED "\n.Dt A3DLINT 1\n.Os\n.Sh NAME\n.Nm a3dlint\n"
                  ".Nd validator and linter for 3D game assets\n"
                  ".Sh SYNOPSIS\n.Nm\n.Op Ar command\n.Op Ar option ...\n.Op Ar operand ...\n"
                  ".Sh DESCRIPTION\n.Nm\nchecks files of four families: Alternativa3D scenes (A3D1 and A3D2),\n"
                  "Tanki Online A3D,\n"
                  "ODOL P3D of Arma and DayZ, and M3G of JSR 184.\n"
                  "Without a command it is\n.Cm check .\n.Sh COMMANDS\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        put_command(out, c);
    put_general(out);
    a3d_puts(out, ".Sh EXIT STATUS\nThe highest of all files:\n");
    put_meanings(out, a3d_statuses, false);
    a3d_puts(out, ".Sh EXAMPLES\n");
    put_meanings(out, a3d_examples, true);
    a3d_puts(out, ".Sh SEE ALSO\n.Xr liba3dlint 3 ,\n.Xr a3dlint\\-config 5 ,\n.Xr a3dlint\\-report 5 ,\n"
                  ".Xr a3dlint\\-rules 7\n");
}

static void put_format_rules(a3d_text *out, const a3d_format *format)
{
    a3d_puts(out, ".Ss");
    put_word(out, format->title);
    a3d_puts(out, "\n.Bl -tag -width Ds\n");
    for (unsigned i = 1; i < format->n_rules; i++) {
        const a3d_rule *rule = &format->rules[i];
        a3d_puts(out, ".It Sy");
        put_word(out, rule->id);
        a3d_printf(out, " Pq %s\n", a3d_severity_name(rule->severity));
        put_sentences(out, rule->title, strlen(rule->title));
    }
    a3d_puts(out, ".El\n");
}

void a3d_put_rules_manual(a3d_text *out)
{
    a3d_puts(out, ".Dd " A3DLINT_RELEASED "\n.Dt A3DLINT\\-RULES 7\n.Os\n.Sh NAME\n.Nm a3dlint\\-rules\n"
                  ".Nd the rules that a3dlint checks\n"
                  ".Sh DESCRIPTION\nEvery rule with the severity that it has unless\n.Fl \\-rule\n"
                  "or a configuration gives it another.\n"
                  ".Cm a3dlint explain Ar rule\n"
                  "says why it exists, what its source is,\nand how to repair a file that breaks it.\n"
                  ".Sh RULES\n");
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++)
        put_format_rules(out, *f);
    a3d_puts(out, ".Sh SEE ALSO\n.Xr a3dlint 1 ,\n.Xr a3dlint\\-config 5\n");
}
