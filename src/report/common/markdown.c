/* markdown.c - see markdown.h */
#include "report/common/markdown.h"

size_t a3d_unmarked(const char *text)
{
    static const bool ends[256] = {[0] = true, ['*'] = true, ['<'] = true, ['>'] = true, ['|'] = true, ['\\'] = true,
                                   ['`'] = true, ['['] = true, [']'] = true, ['_'] = true};
    size_t n = 0;
    while (!ends[(unsigned char)text[n]])
        n++;
    return n;
}

void a3d_put_markdown(a3d_text *out, const char *text)
{
    for (;;) {
        size_t n = a3d_unmarked(text);
        a3d_put(out, text, n);
        if (text[n] == '\0')
            return;
        a3d_putc(out, '\\');
        a3d_putc(out, text[n]);
        text += n + 1;
    }
}
