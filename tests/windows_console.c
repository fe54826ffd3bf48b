/* windows_console.c - runs a program in a console of its own, for tests on Windows:
 *
 *   windows_console.exe COLUMNS MS PROGRAM [ARGUMENT...]
 *
 * Prints what the console shows, as escape sequences. After MS milliseconds the console gets Ctrl-C, unless MS is 0.
 * Its status is that of the program. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

enum { LAST_WORDS = 300, ROWS = 25 }; /* milliseconds until the console has shown everything */

static void fail(const char *what)
{
    fprintf(stderr, "windows_console: %s: error %lu\n", what, GetLastError());
    exit(126);
}

/* Our own command line from word `skip` on, with its quotes. */
static wchar_t *rest_of_line(int skip)
{
    wchar_t *line = GetCommandLineW();
    for (; skip > 0; skip--) {
        for (bool quoted = false; *line != 0 && (quoted || *line != ' '); line++)
            quoted ^= *line == '"';
        while (*line == ' ')
            line++;
    }
    return line;
}

static DWORD WINAPI copy(void *from)
{
    char bytes[4096];
    DWORD n;
    while (ReadFile(from, bytes, sizeof bytes, &n, NULL) && n > 0)
        fwrite(bytes, 1, n, stdout);
    return 0;
}

static int wait_for(HANDLE process, DWORD interrupt)
{
    DWORD status = 126;
    if (WaitForSingleObject(process, interrupt > 0 ? interrupt : INFINITE) == WAIT_TIMEOUT) {
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
        WaitForSingleObject(process, INFINITE);
    }
    GetExitCodeProcess(process, &status);
    return (int)status;
}

static BOOL WINAPI leave_to_program(DWORD event)
{
    return event == CTRL_C_EVENT;
}

/* Inside the console: Wine does not give its handles to a program by itself. */
static int run_inside(DWORD interrupt, wchar_t *line)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE in = CreateFileW(L"CONIN$", GENERIC_READ | GENERIC_WRITE, 3, &inherited, OPEN_EXISTING, 0, NULL);
    HANDLE out = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE, 3, &inherited, OPEN_EXISTING, 0, NULL);
    STARTUPINFOW how = {.cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION child;
    how.hStdInput = in;
    how.hStdOutput = how.hStdError = out;
    SetConsoleCtrlHandler(leave_to_program, TRUE);
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &how, &child))
        fail("the program cannot be started");
    return wait_for(child.hProcess, interrupt);
}

/* Starts this program again, inside the console. */
static HANDLE start_inside(HPCON console, const wchar_t *line)
{
    STARTUPINFOEXW how = {.StartupInfo.cb = sizeof how};
    PROCESS_INFORMATION child;
    wchar_t self[MAX_PATH], *command = malloc((MAX_PATH + wcslen(line) + 16) * sizeof *command);
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    how.lpAttributeList = malloc(size);
    if (command == NULL || how.lpAttributeList == NULL || GetModuleFileNameW(NULL, self, MAX_PATH) == 0 ||
        !InitializeProcThreadAttributeList(how.lpAttributeList, 1, 0, &size) ||
        !UpdateProcThreadAttribute(how.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, console,
                                   sizeof console, NULL, NULL))
        fail("attributes");
    wcscpy(command, L"\"");
    wcscat(command, self);
    wcscat(command, L"\" --inside ");
    wcscat(command, line);
    how.StartupInfo.dwFlags = STARTF_USESTDHANDLES; /* of none */
    if (!CreateProcessW(NULL, command, NULL, NULL, FALSE, EXTENDED_STARTUPINFO_PRESENT, NULL, NULL, &how.StartupInfo,
                        &child))
        fail("this program cannot be started again");
    free(command);
    return child.hProcess;
}

int main(int argc, char **argv)
{
    HANDLE input_end, input, output, output_end;
    HPCON console;
    if (argc > 2 && strcmp(argv[1], "--inside") == 0)
        return run_inside((DWORD)atoi(argv[2]), rest_of_line(3));
    if (argc < 4)
        return 2;
    COORD size = {(SHORT)atoi(argv[1]), ROWS};
    if (!CreatePipe(&input_end, &input, NULL, 0) || !CreatePipe(&output, &output_end, NULL, 0) ||
        CreatePseudoConsole(size, input_end, output_end, 0, &console) != S_OK)
        fail("no console");
    HANDLE reader = CreateThread(NULL, 0, copy, output, 0, NULL);
    int status = wait_for(start_inside(console, rest_of_line(2)), 0);
    Sleep(LAST_WORDS);
    ClosePseudoConsole(console);
    CloseHandle(input_end);
    CloseHandle(output_end);
    WaitForSingleObject(reader, 10 * LAST_WORDS);
    fflush(stdout);
    return status;
}
