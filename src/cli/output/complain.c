/* complain.c - see complain.h */
#include "cli/output/complain.h"
#include "base/arena.h"
#include "base/utf8.h"
#include "cli/output/progress.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/replace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1024, LONGEST = 4 }; /* bytes that are written at once; of an escape */

void a3d_write_stderr(const void *data, size_t size)
{
    a3d_write_all(A3D_OS_STDERR, data, size);
}

/* Escapes control characters, so that the name of a file cannot control the terminal. */
static void put_line(const char *text)
{
    char piece[PIECE] = "a3dlint: ";
    size_t size = strlen(piece), n = strlen(text), end = 0; /* end: of the character */
    bool unsafe = false;
    for (size_t i = 0; i < n; i++) {
        if (i == end)
            end += a3d_utf8_next((const uint8_t *)text + i, n - i, &unsafe);
        if (unsafe)
            size += (size_t)snprintf(piece + size, LONGEST + 1, "\\x%02x", (unsigned char)text[i]);
        else
            piece[size++] = text[i];
        if (size + LONGEST + 1 > sizeof piece) {
            a3d_write_stderr(piece, size);
            size = 0;
        }
    }
    piece[size++] = '\n';
    a3d_write_stderr(piece, size);
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
    put_line(many != NULL ? many : few);
    free(many);
}

int a3d_complain_memory(a3d_arena *arena, const char *path)
{
    bool bound = a3d_arena_is_bound(arena);
    const char *why = bound ? "the limit of memory was reached (--max-memory)" : "not enough memory";
    a3d_complain("%s%s%s", path != NULL ? path : "", path != NULL ? ": " : "", why);
    a3d_arena_excuse(arena); /* so that it is not reported again */
    return bound ? A3D_EXIT_LIMITED : A3D_EXIT_FAULT;
}
