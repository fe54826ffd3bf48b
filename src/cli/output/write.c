/* write.c - see write.h */
#define _XOPEN_SOURCE 700
#include "cli/output/write.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/replace.h"
#include "os/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes to a device or a pipe, which cannot be replaced by renaming. */
static const char *write_special(const char *path, const void *data, size_t size)
{
    return a3d_write_and_close(a3d_os_open(path, A3D_OS_WRITE), data, size);
}

static void warn(const char *path, const char *what, const char *why)
{
    a3d_complain("%s: %s%s%s", path, what, why != NULL ? ": " : "", why != NULL ? why : "");
}

const char *a3d_write_output(const char *path, const a3d_text *out)
{
    a3d_os_info info;
    if (a3d_text_is_lost(out))
        return "not enough memory";
    bool exists = a3d_os_info_of(path, &info);
    if (!exists && !a3d_os_was_missing() && errno != ELOOP)
        return strerror(errno);
    if (exists && info.kind == A3D_OS_FOLDER)
        return "is a folder";
    if (exists && info.kind != A3D_OS_FILE)
        return write_special(path, out->data, out->size);
    if (!exists && a3d_os_info_of_link(path, &info))
        return "is a link that leads nowhere";
    char *target = exists ? a3d_os_real_path(path) : strdup(path); /* keeps a link, and replaces its target */
    if (target == NULL)
        return strerror(errno);
    const char *why = a3d_replace_file(target, out->data, out->size, warn);
    free(target);
    return why;
}

const char *a3d_write_new(const char *path, const void *data, size_t size)
{
    int fd = a3d_os_open(path, A3D_OS_WRITE_NEW);
    if (fd < 0)
        return strerror(errno);
    const char *why = a3d_write_and_close(fd, data, size);
    if (why != NULL)
        a3d_os_remove(path);
    return why;
}

const char *a3d_make_folder(const char *path, bool *made)
{
    *made = a3d_os_make_folder(path) == 0;
    if (*made)
        return NULL;
    int error = errno;
    return error == EEXIST && a3d_os_is_folder(path) ? NULL : strerror(error);
}

int a3d_deliver(const char *path, const a3d_text *out, bool binary)
{
    if (path == NULL && binary && a3d_is_a_terminal(A3D_OS_STDOUT)) {
        a3d_complain("the result is binary; name a file with -o, or redirect the output");
        return A3D_EXIT_USAGE;
    }
    if (a3d_text_is_lost(out))
        return A3D_EXIT_FAULT;
    bool to_stdout = path == NULL || strcmp(path, "-") == 0;
    const char *why = to_stdout ? a3d_write_all(A3D_OS_STDOUT, out->data, out->size) : a3d_write_output(path, out);
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
