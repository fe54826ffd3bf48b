/* peak.c - peak FILE COMMAND...: runs a command, writes the most memory that it had at once to FILE, in KiB, and ends
 * with its status. It is small itself, because the system counts a process on from the one that starts it. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage used;
    int status;
    pid_t child = argc > 2 ? fork() : -1;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 127;
    FILE *out = fopen(argv[1], "w");
    if (out == NULL || fprintf(out, "%ld\n", used.ru_maxrss) < 0 || fclose(out) != 0)
        return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
