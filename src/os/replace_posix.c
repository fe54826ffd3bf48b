/* replace_posix.c - see replace.h */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "os/replace.h"

#ifndef _WIN32
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".a3dlint-XXXXXX" /* short, so that a name of any length can be replaced */

const char *a3d_write_all(int fd, const void *data, size_t size)
{
    for (const char *p = data; size > 0;) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
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
    if (fd >= 0 && close(fd) != 0 && why == NULL)
        why = strerror(errno);
    return why;
}

/* The folder of a path up to its last slash, with room for a temporary name after it; the caller frees it. */
static char *folder_of(const char *path, size_t *n)
{
    const char *slash = strrchr(path, '/'), *from = slash != NULL ? path : "./";
    *n = slash != NULL ? (size_t)(slash - path) + 1 : 2;
    char *folder = malloc(*n + sizeof TEMPORARY);
    if (folder == NULL)
        return NULL;
    memcpy(folder, from, *n);
    folder[*n] = '\0';
    return folder;
}

/* Waits until the content is on the disk. Some file systems cannot say so, which is no failure. */
static const char *sync_file(int fd)
{
    while (fsync(fd) != 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == ENOTSUP || errno == EROFS ? NULL : strerror(errno);
    return NULL;
}

static const char *sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return NULL; /* a folder may be written to and not be read */
    const char *why = sync_file(fd);
    close(fd);
    return why;
}

/* Gives the new file the owner and the mode of the old one. */
static const char *take_over(int fd, const char *path, const struct stat *old, a3d_warn_fn warn)
{
    struct stat new;
    if (fstat(fd, &new) != 0)
        return strerror(errno);
    bool other = old->st_uid != new.st_uid || old->st_gid != new.st_gid;
    if (other && fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0)
        warn(path, "its owner could not be kept", strerror(errno));
    if (old->st_nlink > 1)
        warn(path, "the file has other names (hard links), which keep the old content", NULL);
    return fchmod(fd, old->st_mode & 0777) == 0 ? NULL : strerror(errno);
}

static const char *fill(int fd, const char *path, const struct stat *old, const void *data, size_t size,
                        a3d_warn_fn warn)
{
    const char *why = a3d_write_all(fd, data, size);
    if (why == NULL && old != NULL)
        why = take_over(fd, path, old, warn);
    if (why == NULL && old == NULL) {
        mode_t mask = umask(0);
        umask(mask);
        why = fchmod(fd, 0666 & ~mask) == 0 ? NULL : strerror(errno);
    }
    return why == NULL ? sync_file(fd) : why;
}

static const char *replace(const char *path, const struct stat *old, const void *data, size_t size,
                           a3d_warn_fn warn)
{
    size_t n;
    char *temporary = folder_of(path, &n);
    if (temporary == NULL)
        return "not enough memory";
    memcpy(temporary + n, TEMPORARY, sizeof TEMPORARY);
    int fd = mkstemp(temporary);
    const char *why = fd < 0 ? strerror(errno) : fill(fd, path, old, data, size, warn);
    if (fd >= 0 && close(fd) != 0 && why == NULL)
        why = strerror(errno);
    if (why == NULL && rename(temporary, path) != 0)
        why = strerror(errno);
    if (why != NULL && fd >= 0)
        unlink(temporary);
    temporary[n] = '\0';
    if (why == NULL)
        why = sync_folder(temporary);
    free(temporary);
    return why;
}

const char *a3d_replace_file(const char *path, const void *data, size_t size, a3d_warn_fn warn)
{
    sigset_t ends, before;
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT && errno != ENOTDIR)
        return strerror(errno);
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigaddset(&ends, SIGQUIT);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    const char *why = replace(path, exists ? &old : NULL, data, size, warn);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return why;
}
#endif
