/* trial.c - see trial.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/commands/trial.h"
#include "cli/output/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_EXTENSION = 16, FIRST_NAP = 200, LONGEST_NAP = 20000 };

/* Whether a shell takes the text literally, without quotes. */
static bool is_plain(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-")] == '\0';
}

const char *a3d_trial_begin(a3d_trial *trial, a3d_arena *arena, const char *name)
{
    const char *top = getenv("TMPDIR"), *slash = strrchr(name, '/'), *dot = strrchr(slash != NULL ? slash : name, '.');
    a3d_text path;
    if (dot == NULL || strlen(dot) > LONGEST_EXTENSION || !is_plain(dot))
        dot = "";
    a3d_text_init(&path, arena);
    a3d_printf(&path, "%s/a3dlint-XXXXXX", top != NULL && top[0] != '\0' ? top : "/tmp");
    char *folder = path.failed ? NULL : a3d_arena_text(arena, path.data, path.size);
    if (folder == NULL)
        return "memory ran out";
    if (mkdtemp(folder) == NULL)
        return strerror(errno);
    trial->folder = folder;
    path.size = 0;
    a3d_printf(&path, "%s/file%s", folder, dot);
    trial->path = path.failed ? NULL : a3d_arena_text(arena, path.data, path.size);
    return trial->path != NULL ? NULL : "memory ran out";
}

void a3d_trial_end(a3d_trial *trial)
{
    if (trial->path != NULL)
        unlink(trial->path);
    if (trial->folder != NULL)
        rmdir(trial->folder);
}

/* ---- running ---- */

static void put_path(a3d_text *out, const char *path)
{
    if (is_plain(path)) {
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

/* The command with the path in place of each {}. */
static char *command_of(const a3d_trial *trial, a3d_arena *arena)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    for (const char *p = trial->command; *p != '\0'; p++) {
        if (p[0] == '{' && p[1] == '}') {
            put_path(&out, trial->path);
            p++;
        } else {
            a3d_putc(&out, *p);
        }
    }
    char *text = out.failed ? NULL : a3d_arena_text(arena, out.data != NULL ? out.data : "", out.size);
    a3d_text_free(&out);
    return text;
}

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

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits for the child, at most `timeout` seconds, and ends all of its process group. Returns the outcome. */
static int wait_for(pid_t child, unsigned timeout)
{
    int64_t end = now() + (int64_t)timeout * 1000;
    long nap = FIRST_NAP;
    int status = 0, outcome = 0;
    for (pid_t done = 0; done == 0;) {
        done = waitpid(child, &status, WNOHANG);
        if (done < 0 && errno == EINTR)
            done = 0;
        if (done != 0)
            break;
        if (now() >= end || a3d_interrupted() != 0) {
            outcome = a3d_interrupted() != 0 ? A3D_OUTCOME_INTERRUPTED : A3D_OUTCOME_TIMEOUT;
            kill(-child, SIGKILL);
            kill(child, SIGKILL); /* its process group may not exist yet */
            waitpid(child, &status, 0);
            return outcome;
        }
        nanosleep(&(struct timespec){.tv_nsec = nap * 1000}, NULL);
        nap = nap * 2 < LONGEST_NAP ? nap * 2 : LONGEST_NAP;
    }
    kill(-child, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : A3D_OUTCOME_FAILED;
}

static const char *write_file(const char *path, const uint8_t *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const char *why = fd < 0 ? strerror(errno) : NULL;
    while (why == NULL && size > 0) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno != EINTR)
            why = strerror(errno);
        data += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0)
        close(fd);
    return why;
}

int a3d_trial_run(a3d_trial *trial, a3d_arena *arena, const void *data, size_t size)
{
    char *command = command_of(trial, arena);
    trial->why = command == NULL ? "memory ran out" : write_file(trial->path, data, size);
    if (trial->why != NULL)
        return A3D_OUTCOME_FAILED;
    pid_t child = fork();
    if (child == 0)
        run_command(command);
    if (child < 0) {
        trial->why = strerror(errno);
        return A3D_OUTCOME_FAILED;
    }
    return wait_for(child, trial->timeout);
}
