/* words.c - messages of limits in the words of this library; see parts.h */
#include "api/parts.h"
#include "base/text.h"

#include <string.h>

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

const char *a3d_own_words(a3d_arena *arena, const char *message)
{
    static const char option[] = "(--max-";
    const char *at = message != NULL ? strstr(message, option) : NULL;
    if (at == NULL)
        return message;
    a3d_text text;
    a3d_text_init(&text, arena);
    a3d_put(&text, message, (size_t)(at - message));
    a3d_puts(&text, "(A3DLINT_MAX_");
    for (at += sizeof option - 1; *at != '\0' && *at != ')'; at++)
        a3d_putc(&text, upper(*at));
    a3d_puts(&text, at);
    a3d_putc(&text, '\0');
    return text.failed ? message : text.data;
}
