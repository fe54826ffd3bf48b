/* interrupt_windows.c - see interrupt.h */
#include "os/interrupt.h"

#ifdef _WIN32
#include "os/interrupt_windows.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

enum { TOGETHER = 250, CLOSING = 4000 }; /* milliseconds; the system waits for 5 seconds when a console is closed */

static _Atomic int caught;
static _Atomic bool catching, installed;
static _Atomic ULONGLONG first;
static SRWLOCK writing = SRWLOCK_INIT;

/* Whether the program goes on after this event. */
static bool remember(DWORD event)
{
    ULONGLONG now = GetTickCount64();
    if (!catching || (caught != 0 && now - first >= TOGETHER))
        return false;
    if (caught == 0) {
        first = now;
        caught = event == CTRL_C_EVENT ? SIGINT : SIGTERM;
    }
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* The system calls it in a thread of its own. FALSE: the system ends the program, which begins no file any more. */
static BOOL WINAPI handle(DWORD event)
{
    if (remember(event))
        return TRUE;
    if (event == CTRL_CLOSE_EVENT && catching)
        Sleep(CLOSING);
    AcquireSRWLockExclusive(&writing);
    return FALSE;
}

static void install(void)
{
    if (!installed)
        SetConsoleCtrlHandler(handle, TRUE);
    installed = true;
}

void a3d_catch_interrupts(void)
{
    catching = true;
    install();
}

int a3d_interrupted(void)
{
    return caught;
}

void a3d_leave_interrupts_to_main(void)
{
}

void a3d_windows_begin_writing(void)
{
    install();
    AcquireSRWLockShared(&writing);
}

void a3d_windows_end_writing(void)
{
    ReleaseSRWLockShared(&writing);
}
#endif
