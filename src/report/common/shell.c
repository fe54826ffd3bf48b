/* shell.c - see shell.h */
#include "report/common/shell.h"
#include "base/utf8.h"

/* Characters that mean nothing to a shell, inside or outside of quotes, and nothing to printf. */
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
        size_t step = a3d_utf8_step(p, n);
        if (step == 0 || a3d_utf8_control(p, n) > 0)
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
