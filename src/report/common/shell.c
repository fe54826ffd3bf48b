/* shell.c - see shell.h */
#include "report/common/shell.h"
#include "base/columns.h"
#include "base/utf8.h"

/* Characters that mean nothing to a shell, inside or outside of quotes, and nothing to printf. These are more than
 * a3d_os_is_plain has: people read the commands, in which fields and names with , : @ are easier to read unquoted. */
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./,:@"

void a3d_put_word(a3d_text *out, const char *word)
{
    size_t plain = strspn(word, PLAIN "%");
    if (word[plain] == '\0' && word[0] != '\0' && word[0] != '-') {
        a3d_puts(out, word);
        return;
    }
    a3d_puts(out, word[0] == '-' ? "./'" : "'");
    for (; *word != '\0'; word++)
        a3d_printf(out, *word == '\'' ? "'\\''" : "%c", *word);
    a3d_putc(out, '\'');
}

static bool can_be_shown(const uint8_t *p, size_t n)
{
    while (n > 0) {
        bool unsafe;
        size_t step = a3d_utf8_next(p, n, &unsafe);
        if (unsafe || a3d_utf8_step(p, n) == 0)
            return false;
        p += step;
        n -= step;
    }
    return true;
}

/* $(...) drops newlines at the end, so substituting a single word would lose those of a file name; the whole command
 * always ends with a quote or a letter. Three octal digits mean the same to every printf. A percent sign has to be
 * doubled, because some versions look for it after they have read the digits. */
void a3d_put_command(a3d_text *out, const char *command, size_t n)
{
    if (can_be_shown((const uint8_t *)command, n)) {
        a3d_put(out, command, n);
        return;
    }
    a3d_puts(out, "eval \"$(printf '");
    for (size_t i = 0; i < n; i++) {
        if (command[i] == '%')
            a3d_puts(out, "%%");
        else
            a3d_printf(out, command[i] != '\0' && strchr(PLAIN " ", command[i]) != NULL ? "%c" : "\\%03o",
                       (unsigned char)command[i]);
    }
    a3d_puts(out, "')\"");
}

/* ---- rows ---- */

/* The length of the word that the text begins with; spaces in quotes belong to it. */
static size_t word_end(const char *p, size_t n)
{
    bool quoted = false;
    size_t i = 0;
    for (; i < n && (quoted || p[i] != ' '); i++)
        quoted ^= p[i] == '\'';
    return i;
}

/* Breaks a word that is wider than a row. The parts touch only if nothing is before the second one, so its row has no
 * indent. */
static unsigned put_long_word(a3d_text *out, const char *p, size_t n, unsigned at, unsigned width)
{
    enum { END = 2 }; /* a quote and a backslash */
    for (bool quoted = false;; at = quoted) {
        size_t part = a3d_columns_fit(p, n, width > at + END ? width - at - END : 1);
        for (size_t i = 0; i < part; i++)
            quoted ^= p[i] == '\'';
        part -= part > 1 && part < n && !quoted && p[part - 1] == '\\'; /* which escapes what is after it */
        a3d_put(out, p, part);
        p += part;
        n -= part;
        if (n == 0 || part == 0)
            return at + (unsigned)part;
        a3d_puts(out, quoted ? "'\\\n'" : "\\\n");
    }
}

void a3d_put_command_rows(a3d_text *out, const char *command, size_t n, unsigned indent, unsigned width)
{
    enum { HANGING = 4, END = 2 }; /* a space and a backslash */
    unsigned at = indent;
    bool first = true;
    a3d_printf(out, "%*s", (int)indent, "");
    for (size_t size; n > 0; command += size, n -= size, first = false) {
        size = word_end(command, n);
        unsigned columns = a3d_columns(command, size), end = size < n ? END : 0;
        if (!first && at + 1 + columns + end > width) {
            a3d_printf(out, " \\\n%*s", (int)indent + HANGING, "");
            at = indent + HANGING;
        } else if (!first) {
            a3d_putc(out, ' ');
            at++;
        }
        if (at + columns + end > width) {
            at = put_long_word(out, command, size, at, width - end);
        } else {
            a3d_put(out, command, size);
            at += columns;
        }
        size += size < n;
    }
}
