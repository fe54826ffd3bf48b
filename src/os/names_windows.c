/* names_windows.c - see names_windows.h */
#include "os/names_windows.h"

#ifdef _WIN32
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { LONGEST = 240, PREFIX = 8 }; /* of a path without prefix, and room for the longest prefix */

static char *put_utf8(char *to, uint32_t c)
{
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(n == 1 ? c : lead[n] | c);
    return to + n;
}

char *a3d_windows_text(const wchar_t *wide)
{
    char *text = malloc(3 * wcslen(wide) + 1), *to = text;
    if (text == NULL)
        return NULL;
    for (; *wide != 0; wide++) {
        uint32_t c = *wide;
        if (c >= 0xd800 && c < 0xdc00 && wide[1] >= 0xdc00 && wide[1] < 0xe000)
            c = 0x10000 + ((c - 0xd800) << 10) + (*++wide - 0xdc00u);
        to = put_utf8(to, c);
    }
    *to = '\0';
    return text;
}

/* The character at *p, which moves on. A byte that begins none stands for itself. */
static uint32_t take_utf8(const uint8_t **p)
{
    uint8_t first = *(*p)++;
    int more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
    if (first >= 0xf8)
        return first;
    uint32_t c = more == 0 ? first : first & (0x3fu >> more);
    for (int i = 0; i < more; i++) {
        if (((*p)[i] & 0xc0) != 0x80)
            return first;
        c = c << 6 | ((*p)[i] & 0x3f);
    }
    *p += more;
    return c;
}

wchar_t *a3d_windows_wide(const char *text)
{
    wchar_t *wide = malloc((strlen(text) + 1) * sizeof *wide), *to = wide;
    if (wide == NULL)
        return NULL;
    for (const uint8_t *p = (const uint8_t *)text; *p != 0;) {
        uint32_t c = take_utf8(&p);
        if (c >= 0x10000) {
            *to++ = (wchar_t)(0xd800 + ((c - 0x10000) >> 10 & 0x3ff));
            c = 0xdc00 + (c & 0x3ff);
        }
        *to++ = (wchar_t)c;
    }
    *to = 0;
    return wide;
}

int a3d_windows_has_drive(const char *path)
{
    char c = (char)(path[0] | 0x20);
    return c >= 'a' && c <= 'z' && path[1] == ':';
}

/* The absolute path with the prefix that lifts the limit of 260 characters. */
static wchar_t *whole(const wchar_t *wide)
{
    static const wchar_t plain[] = L"\\\\?\\", unc[] = L"\\\\?\\UNC";
    DWORD room = GetFullPathNameW(wide, 0, NULL, NULL);
    wchar_t *full = room > 0 ? malloc((room + PREFIX) * sizeof *full) : NULL;
    if (full == NULL || GetFullPathNameW(wide, room, full + PREFIX, NULL) >= room) {
        free(full);
        return NULL;
    }
    wchar_t *path = full + PREFIX;
    int shared = path[0] == '\\' && path[1] == '\\';
    if (shared && (path[2] == '?' || path[2] == '.')) {
        memmove(full, path, (wcslen(path) + 1) * sizeof *full);
        return full;
    }
    path += shared; /* \\server becomes \\?\UNC\server */
    size_t n = wcslen(shared ? unc : plain), size = wcslen(path) + 1;
    memmove(full + n, path, size * sizeof *full);
    memcpy(full, shared ? unc : plain, n * sizeof *full);
    return full;
}

wchar_t *a3d_windows_path(const char *path)
{
    bool shared = strncmp(path, "/unc:/", 6) == 0;
    if (path[0] == '/' && a3d_windows_has_drive(path + 1))
        path++;
    wchar_t *wide = a3d_windows_wide(shared ? path + 4 : path);
    errno = path[0] == '\0' ? ENOENT : ENOMEM;
    if (wide == NULL || path[0] == '\0') {
        free(wide);
        return NULL;
    }
    if (shared)
        wide[0] = '\\'; /* of \\server */
    size_t n = wcslen(wide);
    for (wchar_t *p = wide; *p != 0; p++)
        if (*p == '/')
            *p = '\\';
    if (n == 2 && wide[1] == ':') { /* the top of a drive, not the current folder of it */
        wchar_t top[] = {wide[0], ':', '\\', 0};
        free(wide);
        return _wcsdup(top);
    }
    if ((wide[0] != '\\' && wide[1] != ':') || n >= LONGEST) {
        wchar_t *full = whole(wide);
        free(wide);
        return full;
    }
    return wide;
}

char *a3d_windows_ours(wchar_t *wide)
{
    static const wchar_t plain[] = L"\\\\?\\", unc[] = L"\\\\?\\UNC\\", device[] = L"\\\\.\\";
    bool long_unc = wcsncmp(wide, unc, 8) == 0, prefix = !long_unc && wcsncmp(wide, plain, 4) == 0;
    bool shared = long_unc || (!prefix && wcsncmp(wide, device, 4) != 0 && wcsncmp(wide, device, 2) == 0);
    char *text = a3d_windows_text(wide + (long_unc ? 7 : shared ? 1 : prefix ? 4 : 0));
    char *ours = text != NULL ? malloc(strlen(text) + 8) : NULL;
    if (ours != NULL) {
        strcpy(ours, shared ? "/unc:" : a3d_windows_has_drive(text) ? "/" : "");
        strcat(ours, text);
        for (char *p = ours; *p != '\0'; p++)
            if (*p == '\\')
                *p = '/';
    }
    free(text);
    free(wide);
    return ours;
}

int a3d_windows_fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME: errno = ENOENT; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: errno = EACCES; break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: errno = EEXIST; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_NOT_ENOUGH_MEMORY: errno = ENOMEM; break;
    default: errno = EIO;
    }
    return -1;
}
#endif
