/* main.c - finds the command and runs it. */
#define _POSIX_C_SOURCE 200809L
#include "base/utf8.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/output/progress.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names of files must not steer the terminal. */
static void put_printable(const char *text)
{
    size_t n = strlen(text), control = 0; /* bytes that are left of one */
    for (size_t i = 0; i < n; i++, control -= control > 0) {
        if (control == 0)
            control = a3d_utf8_control((const uint8_t *)text + i, n - i);
        fprintf(stderr, control > 0 ? "\\x%02x" : "%c", (unsigned char)text[i]);
    }
}

void a3d_complain(const char *format, ...)
{
    char few[512], *many = NULL;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(few, sizeof few, format, args);
    if (n >= (int)sizeof few && (many = malloc((size_t)n + 1)) != NULL)
        vsnprintf(many, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    a3d_progress_clear();
    fputs("a3dlint: ", stderr);
    put_printable(many != NULL ? many : few);
    fputc('\n', stderr);
    free(many);
}

static int print(a3d_text *out)
{
    return out->failed ? A3D_EXIT_FAULT : a3d_deliver(NULL, out->data, out->size, false);
}

/* --help, --version and --limits answer before anything is done. */
static int run(a3d_cli *cli, const a3d_command *command, bool named)
{
    a3d_text out;
    a3d_text_init(&out, cli->arena);
    if (cli->help)
        a3d_help(&out, named ? command : NULL);
    else if (cli->version)
        a3d_puts(&out, "a3dlint " A3DLINT_VERSION "\n");
    else if (cli->show_limits)
        a3d_put_limits(&out);
    else
        return command->run(cli);
    return print(&out);
}

/* A word that is no command and names no file, but is spelt almost like a command. */
static bool mistyped(const char *word)
{
    const char *best = NULL;
    unsigned least = strlen(word) < 5 ? 2 : 3;
    if (word[0] == '-' || strpbrk(word, "/.") != NULL || access(word, F_OK) == 0)
        return false;
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++) {
        unsigned d = a3d_distance(word, c->name);
        if (d < least) {
            best = c->name;
            least = d;
        }
    }
    if (best != NULL)
        a3d_complain("'%s' is no command, and there is no such file; did you mean a3dlint %s?", word, best);
    return best != NULL;
}

int main(int argc, char **argv)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    /* A closed pipe and a limit of file size are errors of write, with a message and a status. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    const a3d_command *command = argc > 1 ? a3d_command_named(argv[1]) : NULL;
    bool named = command != NULL;
    if (!named)
        command = a3d_commands;
    a3d_cli cli = {.arena = &arena, .command = command->name};
    int skip = named ? 2 : 1, status;
    if (argc < 2) {
        cli.help = true;
        status = run(&cli, command, false) == 0 ? A3D_EXIT_USAGE : A3D_EXIT_FAULT;
    } else if (!named && mistyped(argv[1])) {
        status = A3D_EXIT_USAGE;
    } else {
        status = a3d_parse_options(&cli, command->bit, argc - skip, argv + skip);
        if (status == 0)
            status = run(&cli, command, named);
    }
    a3d_arena_free(&arena);
    return status;
}
