/* source.c - see source.h */
#include "report/common/source.h"
#include "report/common/markdown.h"

#include <string.h>

enum { MOST_NAME = 16 };

/* The name of the page that a statement is on, which is what its id begins with: "tanki" of TANKI-010. Returns false
 * when the word is no id. */
static bool page_of_statement(const char *word, size_t n, char page[MOST_NAME])
{
    size_t dash = strcspn(word, "-");
    if (dash == 0 || dash + 1 >= n || dash >= MOST_NAME || strspn(word + dash + 1, "0123456789") != n - dash - 1)
        return false;
    for (size_t i = 0; i < dash; i++) {
        if (!((word[i] >= 'A' && word[i] <= 'Z') || (i > 0 && word[i] >= '0' && word[i] <= '9')))
            return false;
        page[i] = (char)(word[i] >= 'A' ? word[i] - 'A' + 'a' : word[i]);
    }
    page[dash] = '\0';
    return true;
}

static void put_lower(a3d_text *out, const char *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a3d_putc(out, word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
}

/* Writes one word. `page` is the page that numbers refer to, "" when none was named yet. */
static void put_word(a3d_text *out, const char *word, size_t n, const char *spec, char page[MOST_NAME])
{
    char of[MOST_NAME];
    if (page_of_statement(word, n, of)) {
        a3d_printf(out, "[%.*s](%s%s-statements.md#", (int)n, word, spec, of);
        put_lower(out, word, n);
        a3d_putc(out, ')');
    } else if (n > 3 && n - 3 < MOST_NAME && memcmp(word + n - 3, ".md", 3) == 0) {
        memcpy(page, word, n - 3);
        page[n - 3] = '\0';
        a3d_printf(out, "[%.*s](%s%.*s)", (int)n, word, spec, (int)n, word);
    } else if (page[0] != '\0' && strspn(word, "0123456789.") >= n) {
        a3d_printf(out, "[§%.*s](%s%s.md#s%.*s)", (int)n, word, spec, page, (int)n, word);
    } else {
        char text[64];
        size_t part = n < sizeof text ? n : sizeof text - 1;
        memcpy(text, word, part);
        text[part] = '\0';
        a3d_put_markdown(out, text);
        if (part < n)
            put_word(out, word + part, n - part, spec, page);
    }
}

void a3d_put_source(a3d_text *out, const char *source, const char *spec)
{
    char page[MOST_NAME] = "";
    while (*source != '\0') {
        size_t n = strcspn(source, " ,;");
        if (n > 0)
            put_word(out, source, n, spec, page);
        source += n;
        n = strspn(source, " ,;");
        a3d_put(out, source, n);
        source += n;
    }
}
