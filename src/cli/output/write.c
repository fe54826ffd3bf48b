/* write.c - see write.h */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "cli/output/write.h"
#include "cli/output/complain.h"
#include "cli/output/replace.h"
#include "cli/output/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes to a device or a pipe, which cannot be replaced by renaming. */
static const char *write_special(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return strerror(errno);
    const char *why = a3d_write_all(fd, data, size);
    if (close(fd) != 0 && why == NULL)
        why = strerror(errno);
    return why;
}

const char *a3d_write_output(const char *path, const a3d_text *out)
{
    struct stat st;
    if (a3d_text_is_lost(out))
        return "not enough memory";
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode))
        return "is a folder";
    if (exists && !S_ISREG(st.st_mode))
        return write_special(path, out->data, out->size);
    if (!exists && lstat(path, &st) == 0)
        return "is a link that leads nowhere";
    char *target = exists ? realpath(path, NULL) : strdup(path); /* keeps a link, and replaces its target */
    if (target == NULL)
        return strerror(errno);
    const char *why = a3d_replace_file(target, out->data, out->size);
    free(target);
    return why;
}

const char *a3d_write_new(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return strerror(errno);
    const char *why = a3d_write_all(fd, data, size);
    if (close(fd) != 0 && why == NULL)
        why = strerror(errno);
    if (why != NULL)
        unlink(path);
    return why;
}

const char *a3d_make_folder(const char *path)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return NULL;
    int error = errno;
    return error == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? NULL : strerror(error);
}

int a3d_deliver(const char *path, const a3d_text *out, bool binary)
{
    if (path == NULL && binary && isatty(STDOUT_FILENO)) {
        a3d_complain("the result is binary; name a file with -o, or redirect the output");
        return A3D_EXIT_USAGE;
    }
    if (a3d_text_is_lost(out))
        return A3D_EXIT_FAULT;
    bool to_stdout = path == NULL || strcmp(path, "-") == 0;
    const char *why = to_stdout ? a3d_write_all(STDOUT_FILENO, out->data, out->size) : a3d_write_output(path, out);
    if (why == NULL)
        return A3D_EXIT_CLEAN;
    if (!to_stdout || errno != EPIPE) /* whoever reads as much as it wants, as head does, needs no message */
        a3d_complain("cannot write %s: %s", to_stdout ? "standard output" : path, why);
    return A3D_EXIT_FAULT;
}

int a3d_deliver_more(a3d_text *out)
{
    int status = out->size > 0 || a3d_text_is_lost(out) ? a3d_deliver(NULL, out, false) : A3D_EXIT_CLEAN;
    out->size = 0;
    return status;
}
