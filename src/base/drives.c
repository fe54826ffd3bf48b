/* drives.c - see drives.h */
#include "base/drives.h"

static bool is_separator(char c)
{
    return c == '\\' || c == '/';
}

static bool is_drive(const char *p)
{
    char letter = (char)(p[0] | 0x20);
    return letter >= 'a' && letter <= 'z' && p[1] == ':' && is_separator(p[2]);
}

bool a3d_begins_with_drive(const char *p)
{
    return is_drive(p) || (is_separator(p[0]) && is_separator(p[1]) && p[2] != '\0' && !is_separator(p[2]));
}

void a3d_put_drive_pattern(a3d_text *out, const char *pattern, size_t n)
{
    if (is_drive(pattern))
        a3d_printf(out, "/%c:", pattern[0] & ~0x20);
    else
        a3d_puts(out, "/unc:");
    for (size_t i = is_drive(pattern) ? 2 : 1; i < n; i++)
        a3d_putc(out, is_separator(pattern[i]) ? '/' : pattern[i]);
}
