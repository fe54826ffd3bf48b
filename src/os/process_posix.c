/* process_posix.c - see process.h */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "os/process.h"

#ifndef _WIN32
#include <errno.h>
#include <fcntl.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_NAP = 200, LONGEST_NAP = 20000 }; /* microseconds */
enum { LEAST_STACK = 1 << 20 };                /* bytes; the commands need less than 64 KiB on x86-64 */

/* Lets large blocks go back to the system as soon as they are freed. Otherwise glibc keeps up to 64 MiB of them for
 * each thread, which --max-memory does not count. Up to 2 MiB are kept, so that the system need not fill the same
 * pages with zeros again for each file. */
static void return_large_blocks(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

/* Lets the stack of the main thread grow to at least LEAST_STACK. False if it may not. */
static bool raise_stack(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= LEAST_STACK)
        return true;
    stack.rlim_cur = LEAST_STACK;
    return stack.rlim_max >= LEAST_STACK && setrlimit(RLIMIT_STACK, &stack) == 0;
}

const char *a3d_os_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!raise_stack())
        return "the system allows too small a stack; expected 1024 KiB or more (ulimit -s)";
    return_large_blocks();
    /* Ignored, a closed pipe or a file size limit becomes an error of write(), which is reported. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return NULL;
}

bool a3d_os_program(char *to, size_t room)
{
    ssize_t n = readlink("/proc/self/exe", to, room - 1);
    if (n <= 0)
        return false;
    to[n] = '\0';
    return true;
}

int64_t a3d_os_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

unsigned a3d_os_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (unsigned)n;
}

/* ---- running ---- */

/* In the child process: runs the command without input and output, in a process group of its own. */
static void run_command(const char *command)
{
    int null = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
    if (null > 2)
        close(null);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Waits for the child, and ends all of its process group. Returns the outcome. */
static int wait_for(pid_t child, int64_t most, int (*stop)(void))
{
    int64_t end = a3d_os_now() + most;
    long nap = FIRST_NAP;
    int status = 0;
    for (pid_t done = 0; done == 0;) {
        done = waitpid(child, &status, WNOHANG);
        if (done < 0 && errno == EINTR)
            done = 0;
        if (done != 0)
            break;
        if (a3d_os_now() >= end || stop() != 0) {
            int outcome = stop() != 0 ? A3D_OS_STOPPED : A3D_OS_TIMED_OUT;
            kill(-child, SIGKILL);
            kill(child, SIGKILL); /* its process group may not exist yet */
            waitpid(child, &status, 0);
            return outcome;
        }
        nanosleep(&(struct timespec){.tv_nsec = nap * 1000}, NULL);
        nap = nap * 2 < LONGEST_NAP ? nap * 2 : LONGEST_NAP;
    }
    kill(-child, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : A3D_OS_NOT_RUN;
}

bool a3d_os_runs_commands(void)
{
#if defined(__wasi__)
    return false;
#else
    return true;
#endif
}

int a3d_os_run(const char *command, int64_t most, int (*stop)(void))
{
    pid_t child = fork();
    if (child == 0)
        run_command(command);
    return child < 0 ? A3D_OS_NOT_RUN : wait_for(child, most, stop);
}

void a3d_os_put_word(a3d_text *out, const char *path)
{
    if (a3d_os_is_plain(path)) {
        a3d_puts(out, path);
        return;
    }
    a3d_putc(out, '\'');
    for (; *path != '\0'; path++) {
        if (*path == '\'')
            a3d_puts(out, "'\\''");
        else
            a3d_putc(out, *path);
    }
    a3d_putc(out, '\'');
}

/* ---- locks ---- */

int a3d_os_lock(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    return fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ? -1 : fd;
}

bool a3d_os_lock_wait(int handle)
{
    return flock(handle, LOCK_EX) == 0 || errno != EINTR;
}
#endif
