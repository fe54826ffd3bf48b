/* interrupt.c - see interrupt.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t caught;

static void remember(int number)
{
    caught = number;
}

static void watch(int number)
{
    struct sigaction old, ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = remember;
    ours.sa_flags = (int)SA_RESETHAND; /* the second one is not ours; without SA_RESTART a read comes back */
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &ours, NULL);
}

void a3d_catch_interrupts(void)
{
    watch(SIGINT);
    watch(SIGTERM);
}

int a3d_interrupted(void)
{
    return caught;
}

void a3d_leave_interrupts_to_main(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}
