/* each.c - see each.h */
#define _POSIX_C_SOURCE 200809L
#include "each.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 10, HANG = 70, MOST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) __attribute__((weak));
void __sanitizer_print_stack_trace(void) __attribute__((weak));
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static void hang(int signal)
{
    static const char text[] = "ERROR: each: hang\n";
    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) > 0 && __sanitizer_print_stack_trace != NULL)
        __sanitizer_print_stack_trace();
    _exit(HANG);
}

/* In the new process. The file is in a block of exactly its size. */
static void run(const char *path, const char *log)
{
    int to = open(log, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    FILE *in = fopen(path, "rb");
    uint8_t *room = malloc(MOST);
    size_t size = in != NULL && room != NULL ? fread(room, 1, MOST, in) : 0;
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (to < 0 || in == NULL || data == NULL || dup2(to, STDERR_FILENO) < 0)
        _exit(2);
    memcpy(data, room, size);
    free(room);
    signal(SIGALRM, hang);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(data, size);
    if (getenv("A3D_EACH_LEAKS") != NULL && __lsan_do_recoverable_leak_check != NULL &&
        __lsan_do_recoverable_leak_check() != 0)
        _exit(1);
    _exit(0);
}

static int take(const char *path, const char *log)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        run(path, log);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void each_file_if_asked(void)
{
    const char *list = getenv("A3D_EACH");
    char path[4096], log[4200];
    FILE *in = list != NULL && LLVMFuzzerTestOneInput != NULL ? fopen(list, "r") : NULL;
    if (list == NULL)
        return;
    if (in == NULL)
        exit(2);
    for (unsigned n = 1; fgets(path, sizeof path, in) != NULL; n++) {
        path[strcspn(path, "\n")] = '\0';
        snprintf(log, sizeof log, "%s.%u", list, n);
        int status = take(path, log);
        if (status == 0)
            remove(log);
        printf("%s %u\n", status == 0 ? "ok" : "crash", n);
        fflush(stdout);
    }
    fflush(NULL);
    _exit(0);
}
