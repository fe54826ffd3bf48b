/* interrupt_posix.c - see interrupt.h */
#define _POSIX_C_SOURCE 200809L
#include "os/interrupt.h"

#ifndef _WIN32
#include <signal.h>
#include <string.h>
#include <time.h>

enum { TOGETHER = 250 }; /* milliseconds */

static volatile sig_atomic_t caught;
static struct timespec first;

/* Remembers the first signal; a second one ends the program. timeout(1) signals the process and then its group, so two
 * signals at almost the same time count as one. */
static void remember(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (caught == 0) {
        first = now;
        caught = number;
    } else if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 >= TOGETHER) {
        signal(number, SIG_DFL);
        raise(number); /* takes effect when the handler returns */
    }
}

static void watch(int number)
{
    struct sigaction old, ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = remember; /* no SA_RESTART, so that a signal interrupts read() */
    sigemptyset(&ours.sa_mask);
    sigaddset(&ours.sa_mask, SIGINT);
    sigaddset(&ours.sa_mask, SIGTERM);
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
    sigdelset(&all, SIGBUS); /* of a thread itself */
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}
#endif
