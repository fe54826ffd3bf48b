/* files.c - see files.h */
#include "cli/input/files.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/mapped.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads until the end. The expected size, 0 if not known, only decides how large the buffer is at first. */
static const char *read_all(a3d_arena *arena, int fd, uint64_t limit, uint64_t expected, a3d_input *input)
{
    size_t cap = 0;
    for (;;) {
        size_t room = input->size == 0 && expected < limit ? (size_t)expected + 1 : cap > input->size ? 0 : 65536;
        uint8_t *data = a3d_grow(arena, input->data, &cap, input->size + room, 1);
        if (data == NULL)
            return "not enough memory";
        input->data = data;
        ptrdiff_t n = a3d_os_read(fd, data + input->size, cap - input->size);
        if (n < 0 && errno == EINTR && !a3d_interrupted())
            continue;
        if (n < 0)
            return strerror(errno);
        if (n == 0)
            return NULL;
        input->size += (size_t)n;
        if (input->size == expected && cap > expected)
            return NULL; /* the buffer had room for more, so this was the end */
        if (input->size > limit) {
            input->claimed = input->size;
            input->too_large = true;
            return NULL;
        }
    }
}

const char *a3d_kind_problem(const a3d_os_info *info)
{
    if (info->kind == A3D_OS_FILE)
        return NULL;
    if (info->kind == A3D_OS_FOLDER)
        return "is a folder";
    return info->kind == A3D_OS_FIFO ? "is a FIFO, not a file (use - for a pipe)" : "is not a regular file";
}

/* Reads a pipe or a device, whose size is not known. */
static const char *read_stream(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input)
{
    int fd = a3d_os_open(path, A3D_OS_READ_STREAM);
    if (fd < 0)
        return strerror(errno);
    const char *why = read_all(arena, fd, limit, 0, input);
    a3d_os_close(fd);
    return why;
}

enum { MAP_FROM = 4 << 20 }; /* bytes; reading a smaller file takes about as long as mapping it */

static bool map_file(a3d_arena *arena, int fd, uint64_t size, a3d_input *input)
{
    if (size < MAP_FROM || size > SIZE_MAX)
        return false;
    input->data = a3d_map(arena, fd, (size_t)size);
    input->mapped = input->data != NULL;
    input->size = input->mapped ? (size_t)size : 0;
    return input->mapped;
}

/* Whether a path is a descriptor that whoever started the program has opened, as a shell does for <(command). Somebody
 * writes to such a pipe; any other one might be waited for in vain. */
static bool is_handed_over(const char *path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0;
}

static const char *read_file(a3d_arena *arena, const char *path, uint64_t limit, bool map, a3d_input *input)
{
    a3d_os_info info;
    bool handed = is_handed_over(path);
    int fd = a3d_os_open(path, handed ? A3D_OS_READ_STREAM : A3D_OS_READ);
    if (fd < 0)
        return path[0] == '\0' ? "the path is empty" : strerror(errno);
    const char *why = !a3d_os_info_of_open(fd, &info)              ? strerror(errno)
                      : handed && info.kind == A3D_OS_FIFO ? NULL
                                                           : a3d_kind_problem(&info);
    if (why == NULL && info.size > limit) {
        input->claimed = info.size;
        input->too_large = true;
    } else if (why == NULL && !(map && map_file(arena, fd, info.size, input))) {
        why = read_all(arena, fd, limit, info.size, input);
    }
    a3d_os_close(fd);
    return why;
}

size_t a3d_read_head(const char *path, uint8_t *head, size_t room)
{
    a3d_os_info info;
    int fd = a3d_os_open(path, A3D_OS_READ);
    if (fd < 0)
        return 0;
    ptrdiff_t n = a3d_os_info_of_open(fd, &info) && info.kind == A3D_OS_FILE ? a3d_os_read(fd, head, room) : -1;
    a3d_os_close(fd);
    return n > 0 ? (size_t)n : 0;
}

/* Standard input can be read only once in a run. */
static const char *read_stdin(a3d_arena *arena, uint64_t limit, a3d_input *input)
{
    static bool taken;
    if (taken)
        return "standard input was read already";
    taken = true;
    return read_all(arena, A3D_OS_STDIN, limit, 0, input);
}

static const char *get_input(a3d_arena *arena, const char *path, uint64_t limit, bool map, a3d_input *input)
{
    memset(input, 0, sizeof *input);
    const char *why = strcmp(path, "-") == 0 ? read_stdin(arena, limit, input)
                                             : read_file(arena, path, limit, map, input);
    if (why == NULL && input->data == NULL && !input->too_large) {
        input->data = a3d_arena_alloc(arena, 1); /* an empty file needs an address too */
        why = input->data == NULL ? "not enough memory" : NULL;
    }
    if (!input->too_large)
        input->claimed = input->size;
    return why;
}

const char *a3d_read_input(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input)
{
    return get_input(arena, path, limit, false, input);
}

const char *a3d_map_input(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input)
{
    return get_input(arena, path, limit, true, input);
}

const char *a3d_input_is_cut(const a3d_input *input)
{
    return input->mapped && a3d_map_is_cut(input->data) ? "the file got shorter while it was checked" : NULL;
}

const char *a3d_read_list(a3d_arena *arena, const char *path, uint64_t limit, a3d_input *input)
{
    a3d_os_info info;
    if (strcmp(path, "-") == 0 || !a3d_os_info_of(path, &info) || info.kind == A3D_OS_FILE ||
        info.kind == A3D_OS_FOLDER)
        return a3d_read_input(arena, path, limit, input);
    memset(input, 0, sizeof *input);
    return read_stream(arena, path, limit, input);
}

bool a3d_is_same_file(const char *a, const char *b)
{
    a3d_os_info one, other;
    return a3d_os_info_of(a, &one) && a3d_os_info_of(b, &other) && one.kind == A3D_OS_FILE &&
           one.device == other.device && one.node == other.node;
}
