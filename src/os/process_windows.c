/* process_windows.c - see process.h */
#include "os/process.h"

#ifdef _WIN32
#include "os/names_windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h>

/* What is printed is UTF-8. The console belongs to others too, who get their code page back. */
static UINT code_page;

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page);
}

static void begin_console(void)
{
    code_page = GetConsoleOutputCP();
    if (code_page != 0 && code_page != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_code_page);
}

const char *a3d_os_begin(int *argc, char ***argv)
{
    for (int fd = 0; fd < 3; fd++)
        _setmode(fd, _O_BINARY);
    begin_console();
    int n;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &n);
    char **words = wide != NULL ? calloc((size_t)n + 1, sizeof *words) : NULL;
    bool whole = words != NULL;
    for (int i = 0; whole && i < n; i++)
        whole = (words[i] = a3d_windows_text(wide[i])) != NULL;
    LocalFree(wide);
    *argc = n;
    *argv = words;
    return whole ? NULL : "not enough memory";
}

bool a3d_os_program(char *to, size_t room)
{
    enum { MOST = 4096 };
    wchar_t *wide = malloc(MOST * sizeof *wide);
    if (wide == NULL)
        return false;
    DWORD n = GetModuleFileNameW(NULL, wide, MOST);
    if (n == 0 || n >= MOST) {
        free(wide);
        return false;
    }
    char *path = a3d_windows_ours(wide);
    bool fits = path != NULL && strlen(path) < room;
    if (fits)
        strcpy(to, path);
    free(path);
    return fits;
}

int64_t a3d_os_now(void)
{
    return (int64_t)GetTickCount64();
}

unsigned a3d_os_cores(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
}

/* ---- running ---- */

static wchar_t *command_line(const char *command)
{
    size_t room = strlen(command) + 24;
    char *line = malloc(room);
    if (line == NULL)
        return NULL;
    snprintf(line, room, "cmd.exe /d /s /c \"%s\"", command);
    wchar_t *wide = a3d_windows_wide(line);
    free(line);
    return wide;
}

/* A job ends all of its processes when its last handle is closed. */
static HANDLE new_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job != NULL)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

static bool start(const char *command, HANDLE job, PROCESS_INFORMATION *child)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE null = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, NULL);
    STARTUPINFOW how = {.cb = sizeof how,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = null,
                        .hStdOutput = null,
                        .hStdError = null};
    wchar_t *line = command_line(command);
    DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP;
    bool started = line != NULL && CreateProcessW(NULL, line, NULL, NULL, TRUE, flags, NULL, NULL, &how, child);
    if (!started)
        a3d_windows_fail();
    free(line);
    CloseHandle(null);
    if (!started)
        return false;
    AssignProcessToJobObject(job, child->hProcess);
    ResumeThread(child->hThread);
    return true;
}

bool a3d_os_runs_commands(void)
{
    return true;
}

int a3d_os_run(const char *command, int64_t most, int (*stop)(void))
{
    enum { NAP = 20 };
    PROCESS_INFORMATION child;
    int64_t end = a3d_os_now() + most;
    DWORD status = 0;
    int outcome = -1000;
    HANDLE job = new_job();
    if (!start(command, job, &child)) {
        CloseHandle(job);
        return A3D_OS_NOT_RUN;
    }
    while (WaitForSingleObject(child.hProcess, NAP) == WAIT_TIMEOUT && outcome == -1000)
        outcome = stop() != 0 ? A3D_OS_STOPPED : a3d_os_now() >= end ? A3D_OS_TIMED_OUT : outcome;
    if (outcome == -1000) {
        GetExitCodeProcess(child.hProcess, &status);
        outcome = status < 0x100 ? (int)status : 255; /* an exception is larger */
    }
    TerminateJobObject(job, 1);
    CloseHandle(job);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return outcome;
}

void a3d_os_put_word(a3d_text *out, const char *path)
{
    a3d_putc(out, '"');
    for (; *path != '\0'; path++)
        a3d_putc(out, *path == '/' ? '\\' : *path);
    a3d_putc(out, '"');
}

/* ---- locks ---- */

static HANDLE locks[1];

int a3d_os_lock(const char *folder)
{
    char name[64];
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *folder != '\0'; folder++)
        hash = (hash ^ (unsigned char)*folder) * UINT64_C(1099511628211);
    snprintf(name, sizeof name, "Local\\a3dlint-%016llx", (unsigned long long)hash);
    locks[0] = CreateMutexA(NULL, FALSE, name);
    return locks[0] == NULL || WaitForSingleObject(locks[0], 0) != WAIT_TIMEOUT ? -1 : 0;
}

bool a3d_os_lock_wait(int handle)
{
    enum { NAP = 250 };
    return WaitForSingleObject(locks[handle], NAP) != WAIT_TIMEOUT;
}
#endif
