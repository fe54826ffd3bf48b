/* interrupt_windows.c - see interrupt.h */
#include "os/interrupt.h"

#ifdef _WIN32
#include <signal.h>
#include <stdatomic.h>
#include <windows.h>

enum { TOGETHER = 250 }; /* milliseconds */

static _Atomic int caught;
static _Atomic ULONGLONG first;

/* The system calls it in a thread of its own. */
static BOOL WINAPI remember(DWORD event)
{
    ULONGLONG now = GetTickCount64();
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT && event != CTRL_CLOSE_EVENT)
        return FALSE;
    if (caught == 0) {
        first = now;
        caught = event == CTRL_C_EVENT ? SIGINT : SIGTERM;
        return TRUE;
    }
    return now - first < TOGETHER; /* FALSE: the system ends the program */
}

void a3d_catch_interrupts(void)
{
    SetConsoleCtrlHandler(remember, TRUE);
}

int a3d_interrupted(void)
{
    return caught;
}

void a3d_leave_interrupts_to_main(void)
{
}
#endif
