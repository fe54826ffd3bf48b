/* main.c - finds the command and runs it. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "cli/files.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void a3d_complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("a3dlint: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static const a3d_command *command_named(const char *name)
{
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
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

int main(int argc, char **argv)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write, with a message and a status */
    const a3d_command *command = argc > 1 ? command_named(argv[1]) : NULL;
    bool named = command != NULL;
    if (!named)
        command = a3d_commands;
    a3d_cli cli = {.arena = &arena, .command = command->name};
    int skip = named ? 2 : 1, status;
    if (argc < 2) {
        cli.help = true;
        status = run(&cli, command, false) == 0 ? A3D_EXIT_USAGE : A3D_EXIT_FAULT;
    } else {
        status = a3d_parse_options(&cli, command->bit, argc - skip, argv + skip);
        if (status == 0)
            status = run(&cli, command, named);
    }
    a3d_arena_free(&arena);
    return status;
}
