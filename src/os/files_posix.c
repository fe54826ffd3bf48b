/* files_posix.c - see files.h */
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE /* also what macOS has beyond it: times in nanoseconds, mkdtemp */
#define _FILE_OFFSET_BITS 64
#include "os/files.h"

#ifndef _WIN32
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

static int64_t nanoseconds(struct timespec t)
{
    enum { SECOND = 1000000000 };
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

static bool fill(a3d_os_info *info, const struct stat *st)
{
    info->kind = S_ISREG(st->st_mode)    ? A3D_OS_FILE
                 : S_ISDIR(st->st_mode)  ? A3D_OS_FOLDER
                 : S_ISLNK(st->st_mode)  ? A3D_OS_LINK
                 : S_ISFIFO(st->st_mode) ? A3D_OS_FIFO
                                         : A3D_OS_OTHER;
    info->size = (uint64_t)st->st_size;
    info->device = (uint64_t)st->st_dev;
    info->node = (uint64_t)st->st_ino;
    info->modified = nanoseconds(st->st_mtim);
    info->changed = nanoseconds(st->st_ctim);
    return true;
}

bool a3d_os_info_of(const char *path, a3d_os_info *info)
{
    struct stat st;
    return stat(path, &st) == 0 && fill(info, &st);
}

bool a3d_os_info_of_link(const char *path, a3d_os_info *info)
{
    struct stat st;
    return lstat(path, &st) == 0 && fill(info, &st);
}

bool a3d_os_info_of_open(int fd, a3d_os_info *info)
{
    struct stat st;
    return fstat(fd, &st) == 0 && fill(info, &st);
}

bool a3d_os_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool a3d_os_is_folder(const char *path)
{
    a3d_os_info info;
    return a3d_os_info_of(path, &info) && info.kind == A3D_OS_FOLDER;
}

int a3d_os_open(const char *path, a3d_os_mode mode)
{
    static const int flags[] = {[A3D_OS_READ] = O_RDONLY | O_NONBLOCK,
                                [A3D_OS_READ_STREAM] = O_RDONLY,
                                [A3D_OS_WRITE] = O_WRONLY,
                                [A3D_OS_WRITE_OVER] = O_WRONLY | O_CREAT | O_TRUNC,
                                [A3D_OS_WRITE_NEW] = O_WRONLY | O_CREAT | O_EXCL};
    return open(path, flags[mode] | O_CLOEXEC, mode == A3D_OS_WRITE_NEW ? 0666 : 0600);
}

ptrdiff_t a3d_os_read(int fd, void *data, size_t size)
{
    return read(fd, data, size);
}

ptrdiff_t a3d_os_write(int fd, const void *data, size_t size)
{
    return write(fd, data, size);
}

int a3d_os_close(int fd)
{
    return close(fd);
}

int a3d_os_remove(const char *path)
{
    return unlink(path);
}

int a3d_os_remove_folder(const char *path)
{
    return rmdir(path);
}

int a3d_os_make_folder(const char *path)
{
    return mkdir(path, 0777);
}

bool a3d_os_make_temporary(char *path)
{
    return mkdtemp(path) != NULL;
}

const char *a3d_os_temporary(void)
{
    const char *top = getenv("TMPDIR");
    return top != NULL && top[0] != '\0' ? top : "/tmp";
}

int a3d_os_list(const char *path, bool (*each)(void *user, const char *name), void *user)
{
    const struct dirent *entry;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return errno;
    bool on = true;
    while (on && (errno = 0, entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            on = each(user, entry->d_name);
    int error = on ? errno : 0;
    closedir(folder);
    return error;
}

char *a3d_os_real_path(const char *path)
{
    return realpath(path, NULL);
}

bool a3d_os_current_folder(char *to, size_t room)
{
    return getcwd(to, room) != NULL;
}

bool a3d_os_is_absolute(const char *path)
{
    return path[0] == '/';
}

size_t a3d_os_put_top(a3d_text *out, const char *path)
{
    (void)out, (void)path;
    return 0;
}

bool a3d_os_is_one_top(const char *a, const char *b)
{
    (void)a, (void)b;
    return true;
}

bool a3d_os_has_drives(void)
{
    return false;
}

/* A backslash is part of a name here. */
void a3d_os_use_slashes(char *path)
{
    (void)path;
}
#endif
