/* no_memory_run.c - one run of the program, in a process of its own; see no_memory.h */
#define _GNU_SOURCE
#include "no_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64, SECONDS = 20, OUT_OF_MEMORY = 5, LOADER = 127, SIGNALLED = 1000 };

/* Splits the command at its blanks. A ~ is a blank in a word; <FILE is standard input. */
static int split(char *command, char **words, const char **in)
{
    int n = 1;
    words[0] = "a3dlint";
    *in = "/dev/null";
    for (char *word = strtok(command, " "); word != NULL && n + 1 < MOST_WORDS; word = strtok(NULL, " ")) {
        if (word[0] == '<')
            *in = word + 1;
        else
            words[n++] = word;
        for (char *c = word; (c = strchr(c, '~')) != NULL;)
            *c = ' ';
    }
    words[n] = NULL;
    return n;
}

static void in_child(const char *command, refusal *page, int out, int err)
{
    char *words[MOST_WORDS];
    const char *input;
    int n = split(must_have(strdup(command)), words, &input);
    int in = open(input, O_RDONLY);
    if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        _exit(250);
    alarm(SECONDS);
    refusal_begin(page);
    int status = program_main(n, words);
    refusal_end();
    exit(status);
}

static unsigned char *content(int fd, size_t *size)
{
    struct stat st;
    must_have(fstat(fd, &st) == 0 ? &st : NULL);
    unsigned char *data = must_have(malloc((size_t)st.st_size + 1));
    ssize_t n = pread(fd, data, (size_t)st.st_size, 0);
    *size = n > 0 ? (size_t)n : 0;
    data[*size] = '\0';
    close(fd);
    return data;
}

void run_program(const char *command, refusal *page, uint32_t at, bool stays, output *o)
{
    int out = memfd_create("out", 0), err = memfd_create("err", 0), status = 0;
    *page = (refusal){.at = at, .stays = stays};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        in_child(command, page, out, err);
    must_have(child > 0 && out >= 0 && err >= 0 && waitpid(child, &status, 0) == child ? page : NULL);
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
    o->out = content(out, &o->out_size);
    o->err = content(err, &o->err_size);
    folder_read(&o->files);
}

void output_free(output *o)
{
    free(o->out);
    free(o->err);
    folder_free(&o->files);
}

static const char *format(const char *what, int n)
{
    static char text[100];
    snprintf(text, sizeof text, what, n);
    return text;
}

static bool same_bytes(const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
    return n == m && memcmp(a, b, n) == 0;
}

/* A run that gave up says so, and left each file as it was or as it is after a run with memory. */
static const char *fault_of_given_up(const output *o, const output *reference, const folder *before)
{
    static char text[1200];
    const char *stray = folder_stray(&o->files, before, &reference->files);
    if (strstr((const char *)o->err, "memory") == NULL)
        return o->err_size == 0 ? "gave up without a message" : "gave up, and the message does not name memory";
    if (stray == NULL)
        return NULL;
    snprintf(text, sizeof text, "gave up, and %s is neither as before nor as with memory", stray);
    return text;
}

const char *output_fault(const output *o, const output *reference, const folder *before)
{
    if (o->status >= SIGNALLED)
        return format("signal %d", o->status - SIGNALLED);
    if (o->status == OUT_OF_MEMORY || o->status == LOADER) /* 127: a library could not be loaded */
        return fault_of_given_up(o, reference, before);
    if (o->status != reference->status)
        return format("status %d", o->status);
    if (!same_bytes(o->out, o->out_size, reference->out, reference->out_size))
        return "other output";
    if (!same_bytes(o->err, o->err_size, reference->err, reference->err_size))
        return "other messages";
    return folder_same(&o->files, &reference->files) ? NULL : "other files";
}
