/* files.h - files, folders and paths as the system has them
 *
 * Paths are UTF-8 with slashes on every system. Where there are drives, the absolute path C:\a is /C:/a, and
 * \\server\share is /unc:/server/share, so that all absolute paths begin with one slash and a name; C:/a, C:\a and
 * //server/share are understood too. Functions that fail set errno. */
#ifndef A3D_OS_FILES_H
#define A3D_OS_FILES_H

#include "base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum a3d_os_kind { A3D_OS_FILE, A3D_OS_FOLDER, A3D_OS_LINK, A3D_OS_FIFO, A3D_OS_OTHER } a3d_os_kind;

typedef struct a3d_os_info {
    a3d_os_kind kind;
    uint64_t size;
    uint64_t device, node; /* together they identify a file */
    /* Nanoseconds since 1970 in UTC, 0: not known. When the content was changed, which anybody can set to any time, and
     * when anything about the file was, which nobody can. */
    int64_t modified, changed;
} a3d_os_info;

/* What is at a path: of the target of a link, of the link itself, or of a descriptor. */
bool a3d_os_info_of(const char *path, a3d_os_info *info);
bool a3d_os_info_of_link(const char *path, a3d_os_info *info);
bool a3d_os_info_of_open(int fd, a3d_os_info *info);
bool a3d_os_exists(const char *path);
/* Whether one of these failed because nothing is at the path. After any other failure something may be there. */
static inline bool a3d_os_was_missing(void)
{
    return errno == ENOENT || errno == ENOTDIR;
}
bool a3d_os_is_folder(const char *path);

typedef enum a3d_os_mode {
    A3D_OS_READ,        /* does not wait for somebody who writes to a FIFO */
    A3D_OS_READ_STREAM, /* waits */
    A3D_OS_WRITE,       /* what exists, as it is */
    A3D_OS_WRITE_OVER,  /* for this user alone; empty at first */
    A3D_OS_WRITE_NEW    /* fails when there is something already */
} a3d_os_mode;

enum { A3D_OS_STDIN, A3D_OS_STDOUT, A3D_OS_STDERR };

/* All descriptors are binary and are not inherited. a3d_os_open returns one, or -1. Reads and writes may do less than
 * they are asked for, and return how many bytes they did: 0 at the end of the file, -1 for an error. a3d_os_close
 * returns 0, or -1 when what was written may be lost; the descriptor is gone in any case. After a failure errno says
 * why. */
int a3d_os_open(const char *path, a3d_os_mode mode);
ptrdiff_t a3d_os_read(int fd, void *data, size_t size);
ptrdiff_t a3d_os_write(int fd, const void *data, size_t size);
int a3d_os_close(int fd);

/* Remove a file, remove an empty folder, make a folder. Return 0, or another number with the reason in errno. */
int a3d_os_remove(const char *path);
int a3d_os_remove_folder(const char *path);
int a3d_os_make_folder(const char *path);
/* Makes a folder for this user alone; replaces the six X at the end of the path. False with the
 * reason in errno. */
bool a3d_os_make_temporary(char *path);
/* The folder for temporary files. */
const char *a3d_os_temporary(void);

/* Calls `each` with the names in a folder, but . and .., until it returns false. Returns 0, or a value of errno. */
int a3d_os_list(const char *path, bool (*each)(void *user, const char *name), void *user);

/* The absolute path without links, from malloc(). */
char *a3d_os_real_path(const char *path);
/* Writes the absolute path of the current folder. */
bool a3d_os_current_folder(char *to, size_t room);
bool a3d_os_is_absolute(const char *path);
/* Appends what an absolute path begins with where there are drives, in the form above: /C: for c:/a, nothing for /C:/a.
 * Returns how many bytes of the path that replaces. */
size_t a3d_os_put_top(a3d_text *out, const char *path);
/* Whether there is a way from one absolute path to the other, that is, they are on one drive. */
bool a3d_os_is_one_top(const char *a, const char *b);
/* Whether absolute paths begin with a drive or a server. */
bool a3d_os_has_drives(void);
/* Makes a path that the user gave one with slashes, in place. */
void a3d_os_use_slashes(char *path);

#endif
