/* replace_windows.c - see replace.h */
#include "os/replace.h"

#ifdef _WIN32
#include "os/files.h"
#include "os/interrupt_windows.h"
#include "os/names_windows.h"

#include <errno.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { TRIES = 20, NAP = 25 }; /* milliseconds; virus scanners open new files for a moment */

const char *a3d_write_all(int fd, const void *data, size_t size)
{
    for (const char *p = data; size > 0;) {
        ptrdiff_t n = a3d_os_write(fd, p, size);
        if (n < 0)
            return strerror(errno);
        p += n;
        size -= (size_t)n;
    }
    return NULL;
}

const char *a3d_write_and_close(int fd, const void *data, size_t size)
{
    const char *why = fd < 0 ? strerror(errno) : a3d_write_all(fd, data, size);
    if (fd >= 0 && a3d_os_close(fd) != 0 && why == NULL)
        why = strerror(errno);
    return why;
}

/* A file beside `path` that is removed if the program ends in between; the caller frees its name. */
static char *open_temporary(const char *path, int *fd)
{
    const char *slash = strrchr(path, '/');
    size_t n = slash != NULL ? (size_t)(slash - path) + 1 : 0, room = n + 32;
    char *name = malloc(room);
    *fd = -1;
    errno = ENOMEM;
    for (unsigned i = 0; name != NULL && *fd < 0 && i < 1000; i++) {
        snprintf(name, room, "%.*s.a3dlint-%08lx%03x", (int)n, path, (unsigned long)GetCurrentProcessId(), i);
        *fd = a3d_os_open(name, A3D_OS_WRITE_NEW);
        if (*fd < 0 && errno != EEXIST)
            break;
    }
    return name;
}

/* ReplaceFile keeps the rights and attributes of the old file. It needs one that can be written. */
static BOOL move(const wchar_t *from, const wchar_t *to)
{
    DWORD old = GetFileAttributesW(to);
    if (old != INVALID_FILE_ATTRIBUTES && ReplaceFileW(to, from, NULL, REPLACEFILE_IGNORE_MERGE_ERRORS, NULL, NULL))
        return TRUE;
    return MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

static const char *move_patiently(const char *temporary, const char *path)
{
    wchar_t *from = a3d_windows_path(temporary), *to = a3d_windows_path(path);
    bool moved = false;
    for (int i = 0; from != NULL && to != NULL && !moved && i < TRIES; i++) {
        moved = move(from, to) != 0;
        DWORD error = GetLastError();
        if (!moved && error != ERROR_SHARING_VIOLATION && error != ERROR_ACCESS_DENIED)
            break;
        if (!moved)
            Sleep(NAP);
    }
    if (!moved && from != NULL && to != NULL)
        a3d_windows_fail();
    free(from);
    free(to);
    return moved ? NULL : strerror(errno);
}

static const char *replace(const char *path, const void *data, size_t size)
{
    int fd;
    char *temporary = open_temporary(path, &fd);
    const char *why = fd < 0 ? strerror(errno) : a3d_write_all(fd, data, size);
    if (why == NULL && _commit(fd) != 0)
        why = strerror(errno);
    if (fd >= 0 && a3d_os_close(fd) != 0 && why == NULL)
        why = strerror(errno);
    if (why == NULL)
        why = move_patiently(temporary, path);
    if (why != NULL && fd >= 0)
        a3d_os_remove(temporary);
    free(temporary);
    return why;
}

const char *a3d_replace_file(const char *path, const void *data, size_t size, a3d_warn_fn warn)
{
    (void)warn;
    a3d_windows_begin_writing();
    const char *why = replace(path, data, size);
    a3d_windows_end_writing();
    return why;
}
#endif
