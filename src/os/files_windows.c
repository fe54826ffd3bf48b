/* files_windows.c - see files.h */
#include "os/files.h"

#ifdef _WIN32
#include "os/names_windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

/* A time of Windows: steps of 100 ns since 1601. */
static int64_t nanoseconds(int64_t steps)
{
    static const int64_t to_1970 = INT64_C(116444736000000000);
    return steps > to_1970 && steps - to_1970 < INT64_MAX / 100 ? (steps - to_1970) * 100 : 0;
}

static bool info_of_handle(HANDLE file, a3d_os_info *info)
{
    BY_HANDLE_FILE_INFORMATION of;
    FILE_BASIC_INFO times;
    memset(info, 0, sizeof *info);
    if (GetFileType(file) != FILE_TYPE_DISK) {
        info->kind = GetFileType(file) == FILE_TYPE_PIPE ? A3D_OS_FIFO : A3D_OS_OTHER;
        return true;
    }
    if (!GetFileInformationByHandle(file, &of)) {
        a3d_windows_fail();
        return false;
    }
    info->kind = (of.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? A3D_OS_LINK
                 : (of.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0   ? A3D_OS_FOLDER
                                                                           : A3D_OS_FILE;
    info->size = info->kind == A3D_OS_FILE ? (uint64_t)of.nFileSizeHigh << 32 | of.nFileSizeLow : 0;
    info->device = of.dwVolumeSerialNumber;
    info->node = (uint64_t)of.nFileIndexHigh << 32 | of.nFileIndexLow;
    if (GetFileInformationByHandleEx(file, FileBasicInfo, &times, sizeof times)) {
        info->modified = nanoseconds(times.LastWriteTime.QuadPart);
        info->changed = nanoseconds(times.ChangeTime.QuadPart);
    }
    return true;
}

/* Only links count as links: other reparse points, as those of OneDrive, are files and folders. */
static bool is_link(const wchar_t *path)
{
    WIN32_FIND_DATAW data;
    HANDLE found = FindFirstFileW(path, &data);
    if (found == INVALID_HANDLE_VALUE)
        return false;
    FindClose(found);
    return (data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (data.dwReserved0 == IO_REPARSE_TAG_SYMLINK || data.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
}

static HANDLE open_to_look(const wchar_t *path, bool link)
{
    return CreateFileW(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | (link ? FILE_FLAG_OPEN_REPARSE_POINT : 0), NULL);
}

static bool look(const char *path, a3d_os_info *info, bool link)
{
    wchar_t *wide = a3d_windows_path(path);
    if (wide == NULL)
        return false;
    HANDLE file = open_to_look(wide, link && is_link(wide));
    bool found = file != INVALID_HANDLE_VALUE && info_of_handle(file, info);
    if (file == INVALID_HANDLE_VALUE)
        a3d_windows_fail();
    else
        CloseHandle(file);
    free(wide);
    if (found && !link && info->kind == A3D_OS_LINK)
        info->kind = A3D_OS_OTHER;
    return found;
}

bool a3d_os_info_of(const char *path, a3d_os_info *info)
{
    return look(path, info, false);
}

bool a3d_os_info_of_link(const char *path, a3d_os_info *info)
{
    return look(path, info, true);
}

bool a3d_os_info_of_open(int fd, a3d_os_info *info)
{
    return info_of_handle((HANDLE)_get_osfhandle(fd), info);
}

bool a3d_os_exists(const char *path)
{
    a3d_os_info info;
    return a3d_os_info_of(path, &info);
}

bool a3d_os_is_folder(const char *path)
{
    a3d_os_info info;
    return a3d_os_info_of(path, &info) && info.kind == A3D_OS_FOLDER;
}

/* Others may replace or remove a file while it is read, as elsewhere. */
int a3d_os_open(const char *path, a3d_os_mode mode)
{
    static const DWORD how[] = {[A3D_OS_READ] = OPEN_EXISTING,
                                [A3D_OS_READ_STREAM] = OPEN_EXISTING,
                                [A3D_OS_WRITE] = OPEN_EXISTING,
                                [A3D_OS_WRITE_OVER] = CREATE_ALWAYS,
                                [A3D_OS_WRITE_NEW] = CREATE_NEW};
    bool reads = mode == A3D_OS_READ || mode == A3D_OS_READ_STREAM;
    wchar_t *wide = a3d_windows_path(path);
    if (wide == NULL)
        return -1;
    HANDLE file =
        CreateFileW(wide, reads ? GENERIC_READ : GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, how[mode], FILE_ATTRIBUTE_NORMAL | (reads ? FILE_FLAG_BACKUP_SEMANTICS : 0), NULL);
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return a3d_windows_fail();
    int fd = _open_osfhandle((intptr_t)file, (reads ? _O_RDONLY : _O_WRONLY) | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        CloseHandle(file);
    return fd;
}

enum { AT_ONCE = 1 << 26 }; /* bytes; the functions take an unsigned */

ptrdiff_t a3d_os_read(int fd, void *data, size_t size)
{
    return _read(fd, data, (unsigned)(size < AT_ONCE ? size : AT_ONCE));
}

/* A pipe takes little at once, and one that its reader closed is EINVAL for the C library. */
ptrdiff_t a3d_os_write(int fd, const void *data, size_t size)
{
    ptrdiff_t n = _write(fd, data, (unsigned)(size < AT_ONCE ? size : AT_ONCE));
    DWORD error = n < 0 ? GetLastError() : 0;
    if (error == ERROR_NO_DATA || error == ERROR_BROKEN_PIPE || error == ERROR_PIPE_NOT_CONNECTED)
        errno = EPIPE;
    return n;
}

int a3d_os_close(int fd)
{
    return _close(fd);
}

static int with_path(const char *path, BOOL(WINAPI *act)(const wchar_t *path))
{
    wchar_t *wide = a3d_windows_path(path);
    if (wide == NULL)
        return -1;
    int status = act(wide) ? 0 : a3d_windows_fail();
    free(wide);
    return status;
}

static BOOL WINAPI make_folder(const wchar_t *path)
{
    return CreateDirectoryW(path, NULL);
}

int a3d_os_remove(const char *path)
{
    return with_path(path, DeleteFileW);
}

int a3d_os_remove_folder(const char *path)
{
    return with_path(path, RemoveDirectoryW);
}

int a3d_os_make_folder(const char *path)
{
    return with_path(path, make_folder);
}

bool a3d_os_make_temporary(char *path)
{
    char *end = path + strlen(path) - 6;
    unsigned number = (unsigned)GetCurrentProcessId() * 4001u + (unsigned)GetTickCount();
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(end, 7, "%06x", (number + i) & 0xffffffu);
        if (a3d_os_make_folder(path) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

const char *a3d_os_temporary(void)
{
    const char *const names[] = {"TMPDIR", "TEMP", "TMP"};
    for (unsigned i = 0; i < 3; i++) {
        const char *top = getenv(names[i]);
        if (top != NULL && top[0] != '\0')
            return top;
    }
    return ".";
}

static int list(const wchar_t *pattern, bool (*each)(void *user, const char *name), void *user)
{
    WIN32_FIND_DATAW data;
    HANDLE found = FindFirstFileW(pattern, &data);
    if (found == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : (a3d_windows_fail(), errno);
    bool on = true;
    do {
        if (wcscmp(data.cFileName, L".") == 0 || wcscmp(data.cFileName, L"..") == 0)
            continue;
        char *name = a3d_windows_text(data.cFileName);
        on = name != NULL && each(user, name);
        free(name);
        if (name == NULL)
            errno = ENOMEM;
        if (name == NULL)
            break;
    } while (on && FindNextFileW(found, &data));
    FindClose(found);
    return 0;
}

int a3d_os_list(const char *path, bool (*each)(void *user, const char *name), void *user)
{
    wchar_t *wide = a3d_windows_path(path);
    if (wide == NULL)
        return errno;
    size_t n = wcslen(wide);
    wchar_t *pattern = realloc(wide, (n + 3) * sizeof *wide);
    if (pattern == NULL) {
        free(wide);
        return ENOMEM;
    }
    wcscpy(pattern + n, n > 0 && pattern[n - 1] == '\\' ? L"*" : L"\\*");
    int error = list(pattern, each, user);
    free(pattern);
    return error;
}

char *a3d_os_real_path(const char *path)
{
    wchar_t *wide = a3d_windows_path(path), *real = NULL;
    HANDLE file = wide != NULL ? open_to_look(wide, false) : INVALID_HANDLE_VALUE;
    free(wide);
    if (file == INVALID_HANDLE_VALUE) {
        a3d_windows_fail();
        return NULL;
    }
    DWORD room = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    if (room > 0 && (real = malloc((room + 1) * sizeof *real)) != NULL &&
        GetFinalPathNameByHandleW(file, real, room + 1, FILE_NAME_NORMALIZED) > room) {
        free(real);
        real = NULL;
    }
    if (real == NULL)
        a3d_windows_fail();
    CloseHandle(file);
    return real != NULL ? a3d_windows_ours(real) : NULL;
}

bool a3d_os_current_folder(char *to, size_t room)
{
    DWORD n = GetCurrentDirectoryW(0, NULL);
    wchar_t *wide = malloc((n + 1) * sizeof *wide);
    if (wide == NULL)
        return false;
    GetCurrentDirectoryW(n + 1, wide);
    char *here = a3d_windows_ours(wide);
    bool fits = here != NULL && strlen(here) < room;
    if (fits)
        strcpy(to, here);
    free(here);
    return fits;
}

bool a3d_os_is_absolute(const char *path)
{
    return path[0] == '/' || a3d_windows_has_drive(path);
}

/* What the system completes a path to, without a slash at the end. */
static void put_full(a3d_text *out, const wchar_t *path)
{
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *wide = malloc((room + 1) * sizeof *wide);
    bool known = wide != NULL && GetFullPathNameW(path, room + 1, wide, NULL) <= room;
    char *full = known ? a3d_windows_ours(wide) : NULL;
    size_t n = full != NULL ? strlen(full) : 0;
    if (full == NULL)
        out->failed = true;
    else
        a3d_put(out, full, n > 0 && full[n - 1] == '/' ? n - 1 : n);
    free(full);
}

size_t a3d_os_put_top(a3d_text *out, const char *path)
{
    size_t slash = path[0] == '/' && a3d_windows_has_drive(path + 1);
    const char *drive = path + slash;
    if (a3d_windows_has_drive(drive)) {
        wchar_t name[] = {(wchar_t)(drive[0] & ~0x20), ':', '.', 0};
        if (drive[2] == '/' || drive[2] == '\0')
            a3d_printf(out, "/%c:", drive[0] & ~0x20);
        else
            put_full(out, name); /* C:a is in the current folder of the drive */
        return slash + 2;
    }
    if (path[0] == '/' && path[1] == '/') {
        a3d_puts(out, "/unc:");
        return 1;
    }
    if (path[0] == '/' && strncmp(path, "/unc:/", 6) != 0)
        put_full(out, L"\\"); /* of the current drive */
    return 0;
}

bool a3d_os_is_one_top(const char *a, const char *b)
{
    size_t n = 1 + strcspn(a + 1, "/");
    return n == 1 || (strncmp(a, b, n) == 0 && (b[n] == '/' || b[n] == '\0'));
}

bool a3d_os_has_drives(void)
{
    return true;
}

/* Without the prefix of long paths, which says nothing that the rest does not say. */
static char *skip_prefix(char *path)
{
    if (strncmp(path, "//?/UNC/", 8) == 0) {
        path[6] = '/';
        return path + 6;
    }
    bool prefix = strncmp(path, "//?/", 4) == 0 || strncmp(path, "//./", 4) == 0;
    return prefix && a3d_windows_has_drive(path + 4) ? path + 4 : path;
}

void a3d_os_use_slashes(char *path)
{
    for (char *p = path; *p != '\0'; p++)
        if (*p == '\\')
            *p = '/';
    char *rest = skip_prefix(path);
    memmove(path, rest, strlen(rest) + 1);
}
#endif
