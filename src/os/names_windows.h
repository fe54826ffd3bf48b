/* names_windows.h - paths and texts of Windows, which are UTF-16 */
#ifndef A3D_OS_NAMES_WINDOWS_H
#define A3D_OS_NAMES_WINDOWS_H

#include <stddef.h>

/* A text as UTF-8, from malloc(); units that pair with nothing are kept as three bytes. NULL when memory ran out. */
char *a3d_windows_text(const wchar_t *wide);
wchar_t *a3d_windows_wide(const char *text);

/* A path as the functions of the system take it, of any length, from malloc(). NULL with errno set. */
wchar_t *a3d_windows_path(const char *path);

/* The path in the form of os/files.h. Frees what is given. */
char *a3d_windows_ours(wchar_t *wide);

/* Whether a path begins with a drive, as C:. */
int a3d_windows_has_drive(const char *path);

/* Sets errno by the last error of the system. Returns -1. */
int a3d_windows_fail(void);

#endif
