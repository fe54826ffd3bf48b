/* uri.c - see uri.h */
#include "lint/uri.h"

#include <string.h>

const char *a3d_link_refusal(const char *uri)
{
    size_t n = strspn(uri, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    if (uri[n] == ':')
        return "its URI has a scheme, and nothing is fetched";
    return uri[0] == '/' ? "its URI is absolute, and where it starts is not known" : NULL;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *at = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

char *a3d_link_unescaped(a3d_arena *arena, const char *uri)
{
    char *out = a3d_arena_text(arena, uri, strlen(uri));
    size_t n = 0;
    bool any = false;
    for (const char *p = uri; out != NULL && *p != '\0'; p++) {
        out[n] = *p;
        if (*p == '%') {
            int high = hex_digit(p[1]), low = high >= 0 ? hex_digit(p[2]) : -1;
            if (low < 0 || 16 * high + low == 0 || 16 * high + low == '/')
                return NULL;
            out[n] = (char)(unsigned char)(16 * high + low);
            p += 2;
            any = true;
        }
        n++;
    }
    if (out != NULL)
        out[n] = '\0';
    return any ? out : NULL;
}
