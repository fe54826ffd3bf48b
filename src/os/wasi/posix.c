/* posix.c - functions of POSIX that WASI lacks; see stdlib.h beside this file */
#define _GNU_SOURCE
#define A3D_OS_WASI_POSIX
#if defined(__wasi__)
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

/* WASI starts each program in the root. The caller says in PWD where it is. */
__attribute__((constructor)) static void start_in_folder(void)
{
    const char *folder = getenv("PWD");
    if (folder != NULL)
        (void)chdir(folder);
}

int a3d_wasi_access(const char *path, int how)
{
    int status = access(path, how);
    if (status != 0 && errno == ENOTCAPABLE)
        errno = EACCES;
    return status;
}

/* Puts the rest of a path before `todo`, a text with room for PATH_MAX bytes. False if it is too long. */
static bool prepend(char *todo, const char *target)
{
    size_t n = strlen(target), rest = strlen(todo);
    if (n + 1 + rest >= PATH_MAX)
        return false;
    memmove(todo + n + 1, todo, rest + 1);
    memcpy(todo, target, n);
    todo[n] = '/';
    return true;
}

/* Goes on from `done` to the next name in `todo`. Returns 0, or the error. */
static int step(char *done, char *todo, unsigned *links)
{
    size_t n = strcspn(todo, "/"), size = strlen(done);
    char name[PATH_MAX], target[PATH_MAX];
    memcpy(name, todo, n);
    name[n] = '\0';
    memmove(todo, todo + n + (todo[n] == '/'), strlen(todo + n + (todo[n] == '/')) + 1);
    if (n == 0 || strcmp(name, ".") == 0)
        return 0;
    if (strcmp(name, "..") == 0) {
        char *slash = strrchr(done, '/');
        if (slash != NULL)
            *slash = '\0';
        return 0;
    }
    if (size + 1 + n >= PATH_MAX)
        return ENAMETOOLONG;
    done[size] = '/';
    memcpy(done + size + 1, name, n + 1);
    ssize_t length = readlink(done, target, sizeof target - 1);
    if (length < 0)
        return errno == EINVAL || errno == ENOTCAPABLE ? 0 : errno; /* no link, or a folder above those that are open */
    if (++*links > MOST_LINKS)
        return ELOOP;
    target[length] = '\0';
    done[target[0] == '/' ? 0 : size] = '\0';
    return prepend(todo, target) ? 0 : ENAMETOOLONG;
}

char *realpath(const char *path, char *resolved)
{
    char done[PATH_MAX] = "", todo[PATH_MAX] = "", folder[PATH_MAX];
    unsigned links = 0;
    struct stat st;
    int error = path[0] == '\0' ? ENOENT : prepend(todo, path) ? 0 : ENAMETOOLONG;
    if (error == 0 && path[0] != '/' && getcwd(folder, sizeof folder) != NULL)
        error = prepend(todo, folder) ? 0 : ENAMETOOLONG;
    while (error == 0 && todo[0] != '\0')
        error = step(done, todo, &links);
    /* Outside of the opened folders a path has a name, though nobody can see what is there. */
    if (error == 0 && stat(done[0] != '\0' ? done : "/", &st) != 0 && errno != ENOTCAPABLE)
        error = errno;
    char *out = resolved != NULL || error != 0 ? resolved : malloc(PATH_MAX);
    if (error != 0 || out == NULL) {
        errno = error != 0 ? error : ENOMEM;
        return NULL;
    }
    return strcpy(out, done[0] != '\0' ? done : "/");
}

/* Fills the six X at the end of a pattern. */
static bool fill(char *pattern)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t n = strlen(pattern);
    uint8_t random[6];
    if (n < sizeof random || getentropy(random, sizeof random) != 0)
        return false;
    for (size_t i = 0; i < sizeof random; i++)
        pattern[n - sizeof random + i] = letters[random[i] % (sizeof letters - 1)];
    return true;
}

int mkstemp(char *pattern)
{
    int file = -1;
    do {
        if (!fill(pattern))
            return -1;
        file = open(pattern, O_RDWR | O_CREAT | O_EXCL, 0600);
    } while (file < 0 && errno == EEXIST);
    return file;
}

char *mkdtemp(char *pattern)
{
    int status = -1;
    do {
        if (!fill(pattern))
            return NULL;
        status = mkdir(pattern, 0700);
    } while (status != 0 && errno == EEXIST);
    return status == 0 ? pattern : NULL;
}
#else
typedef int a3d_nothing; /* a source must have a declaration */
#endif
