/* signal.h - WASI has no signals: handlers are accepted and never called */
#ifndef A3D_OS_WASI_SIGNAL_H
#define A3D_OS_WASI_SIGNAL_H

#include <stdlib.h>
#include <sys/types.h>

typedef int sig_atomic_t;
typedef unsigned a3d_sigset;
#define sigset_t a3d_sigset
typedef struct siginfo {
    void *si_addr;
} siginfo_t;

struct sigaction {
    void (*sa_handler)(int);
    void (*sa_sigaction)(int, siginfo_t *, void *);
    sigset_t sa_mask;
    int sa_flags;
};

enum { SIGHUP = 1, SIGINT = 2, SIGQUIT = 3, SIGBUS = 7, SIGKILL = 9, SIGPIPE = 13, SIGTERM = 15, SIGXFSZ = 25 };
enum { SA_SIGINFO = 4, SIG_BLOCK = 0, SIG_UNBLOCK = 1, SIG_SETMASK = 2 };
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)

#define signal(number, handler) ((void)(number), (void)(handler))
#define raise(number) ((void)(number), abort())
#define kill(process, number) ((void)(process), (void)(number), -1)
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigfillset(set) ((void)(*(set) = ~0u))
#define sigaddset(set, number) ((void)(*(set) |= 1u << (number)))
#define pthread_sigmask(how, set, old) ((void)(how), (void)(set), (void)(old))
#define sigdelset(set, number) ((void)(*(set) &= ~(1u << (number))))

static inline int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    (void)number;
    (void)new;
    if (old != NULL)
        old->sa_handler = SIG_DFL;
    return -1;
}

#endif
