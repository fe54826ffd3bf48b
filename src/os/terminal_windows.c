/* terminal_windows.c - see terminal.h */
#include "os/terminal.h"

#ifdef _WIN32
#include <io.h>
#include <windows.h>

static HANDLE console_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

bool a3d_is_a_terminal(int fd)
{
    DWORD mode;
    return GetConsoleMode(console_of(fd), &mode) != 0; /* isatty() is also true of NUL */
}

/* Consoles understand escape sequences when they are asked to; those before Windows 10 do not. */
bool a3d_is_terminal(int fd)
{
    DWORD mode;
    return GetConsoleMode(console_of(fd), &mode) &&
           SetConsoleMode(console_of(fd), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int a3d_terminal_columns(int fd)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(console_of(fd), &info) ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}
#endif
