/* help.c - see help.h */
#include "cli/help/help.h"
#include "a3dlint.h"
#include "cli/options/options.h"

#include <string.h>

enum { COLUMNS = 80, INDENT = 2, OPTION_TEXT = 27, LIMIT_TEXT = 19 };

/* Appends the words of a text from column `at` on, and further lines with `indent` spaces before them. */
static void put_filled(a3d_text *out, const char *text, size_t n, size_t at, size_t indent)
{
    for (const char *end = text + n; text < end;) {
        const char *space = memchr(text, ' ', (size_t)(end - text));
        size_t word = (size_t)((space != NULL ? space : end) - text);
        if (at > indent && at + 1 + word > COLUMNS) {
            a3d_printf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            a3d_putc(out, ' ');
            at++;
        }
        a3d_put(out, text, word);
        at += word;
        text += word;
        while (text < end && *text == ' ')
            text++;
    }
    a3d_putc(out, '\n');
}

/* Appends details, with an empty line between two parts. Items or literal lines that follow one another are one part,
 * and so are a heading and what follows it. */
static void put_details(a3d_text *out, const char *text)
{
    int indent = 0;
    for (char before = '\0'; *text != '\0';) {
        size_t n = strcspn(text, "\n");
        char kind = a3d_line_kind(text);
        if (before != '#' && (kind != before || kind == 'p' || kind == '#'))
            a3d_putc(out, '\n');
        if (kind == '#') {
            a3d_printf(out, "%.*s:\n", (int)(n - 2), text + 2);
            indent = INDENT;
        } else if (kind == ' ') {
            a3d_printf(out, "%*s%.*s\n", indent, "", (int)n, text);
        } else if (kind == '*') {
            a3d_printf(out, "%*s* ", indent, "");
            put_filled(out, text + 2, n - 2, (size_t)indent + 2, (size_t)indent + 2);
        } else {
            a3d_printf(out, "%*s", indent, "");
            put_filled(out, text, n, (size_t)indent, (size_t)indent);
        }
        before = kind;
        text += n + (text[n] == '\n');
    }
}

static void put_options(a3d_text *out, unsigned command)
{
    for (const a3d_option *o = a3d_option_table; o->name != NULL; o++) {
        if ((o->commands & command) == 0)
            continue;
        size_t start = out->size;
        if (o->letter != 0)
            a3d_printf(out, "  -%c, --%s", o->letter, o->name);
        else
            a3d_printf(out, "      --%s", o->name);
        if (o->value != NULL)
            a3d_printf(out, " %s", o->value);
        do
            a3d_putc(out, ' ');
        while (out->size - start < OPTION_TEXT && !out->failed);
        const char *help = a3d_option_help(o);
        put_filled(out, help, strlen(help), out->size - start, OPTION_TEXT);
    }
}

void a3d_put_limits(a3d_text *out)
{
    a3d_puts(out, "How much it may cost to check one file. A file that reaches a limit has the\n"
                  "verdict `limited` (exit status 4). N may end in Ki, Mi or Gi.\n\n");
    for (const a3d_limit_text *t = a3d_limit_texts; t->option != NULL; t++) {
        a3d_printf(out, "  %-16s %s\n%*s", t->option, t->value, LIMIT_TEXT, "");
        put_filled(out, t->meaning, strlen(t->meaning), LIMIT_TEXT, LIMIT_TEXT);
    }
}

/* The exit statuses of a command, or of check. */
static void put_statuses(a3d_text *out, const a3d_command *command)
{
    a3d_puts(out, "Exit status, the highest of all files:\n");
    for (const a3d_meaning *m = a3d_statuses; m->text != NULL; m++) {
        const char *meaning = m->meaning;
        if (command->zero != NULL && strcmp(m->text, "0") == 0)
            meaning = command->zero;
        else if (command->zero != NULL && strcmp(m->text, "1") == 0)
            meaning = command->one;
        if (meaning != NULL)
            a3d_printf(out, "  %-3s  %s\n", m->text, meaning);
    }
}

static void put_overview(a3d_text *out)
{
    a3d_puts(out, "a3dlint " A3DLINT_VERSION ": validator and linter for 3D game assets\n"
                  "(Alternativa3D A3D1 and A3D2, Tanki Online A3D, M3G, ODOL P3D)\n\n"
                  "usage: a3dlint [COMMAND] [OPTION...] OPERAND...\n\nCommands (a3dlint help COMMAND explains one):\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        a3d_printf(out, "  %-9s %s\n", c->name, c->summary);
    a3d_puts(out, "\nExamples:\n");
    for (const a3d_meaning *m = a3d_examples; m->text != NULL; m++)
        a3d_printf(out, "  %s\n      %s\n", m->text, m->meaning);
    a3d_puts(out, "\nOptions of check:\n");
    put_options(out, A3D_CMD_CHECK);
    a3d_putc(out, '\n');
    put_statuses(out, a3d_commands);
}

void a3d_help(a3d_text *out, const a3d_command *command)
{
    if (command == NULL) {
        put_overview(out);
        return;
    }
    a3d_printf(out, "usage: a3dlint %s [OPTION...]%s%s\n\n%c%s.\n", command->name,
               command->operands[0] != '\0' ? " " : "", command->operands, command->summary[0] - 'a' + 'A',
               command->summary + 1);
    if (command->details != NULL)
        put_details(out, command->details);
    a3d_puts(out, "\nOptions:\n");
    put_options(out, command->bit);
    a3d_putc(out, '\n');
    put_statuses(out, command);
}
