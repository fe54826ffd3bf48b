/* progress.c - see progress.h */
#include "cli/output/progress.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "os/files.h"
#include "os/process.h"
#include "os/terminal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 79, COLUMNS_MOST = 200, LONGEST = 256 };
enum { LINES_APART = 1000, REDRAWS_APART = 200, BEFORE_FIRST = 1000 }; /* milliseconds */

#define CLEAR "\r\033[K" /* the row that is shown */

/* One line, as there is one standard error. */
static struct {
    bool on, terminal, drawn;
    int64_t due; /* when to show the next numbers, in milliseconds */
    size_t files, bad;
    size_t said; /* the number of files that was shown last */
} line;

int a3d_progress_begin(const char *when)
{
    bool always = when != NULL && strcmp(when, "always") == 0;
    if (when != NULL && !always && strcmp(when, "auto") != 0 && strcmp(when, "never") != 0) {
        a3d_complain("--progress takes auto, always or never, not '%s'", when);
        return A3D_EXIT_USAGE;
    }
    memset(&line, 0, sizeof line);
    line.terminal = a3d_is_terminal(A3D_OS_STDERR);
    line.on = always || (line.terminal && (when == NULL || strcmp(when, "auto") == 0));
    line.due = a3d_os_now() + (always ? 0 : BEFORE_FIRST);
    line.said = SIZE_MAX;
    return 0;
}

/* The width of a row of the terminal. A longer line would wrap and could not be redrawn. */
static int columns(void)
{
    int width = a3d_terminal_columns(A3D_OS_STDERR), n = width > 1 ? width - 1 : COLUMNS;
    return n < COLUMNS_MOST ? n : COLUMNS_MOST;
}

static void show(const char *text)
{
    char whole[LONGEST + 8];
    int n = line.terminal ? snprintf(whole, sizeof whole, CLEAR "%.*s", columns(), text)
                          : snprintf(whole, sizeof whole, "%.*s\n", LONGEST, text);
    a3d_write_stderr(whole, (size_t)n);
    line.drawn = line.terminal;
}

/* Shows the numbers, and as much of the end of the path as fits into the row. */
static void draw(const char *path)
{
    char text[LONGEST];
    int most = columns();
    int n = snprintf(text, sizeof text, "a3dlint: %zu file%s, %zu not valid", line.files,
                     line.files == 1 ? "" : "s", line.bad);
    if (line.terminal && path != NULL && n > 0 && n < most - 10) {
        size_t room = (size_t)(most - n - 2), length = strlen(path);
        const char *end = length > room ? path + length - room : path;
        char *to = text + n;
        *to++ = ':';
        *to++ = ' ';
        for (; *end != '\0'; end++)
            *to++ = (unsigned char)*end < 0x20 || (unsigned char)*end >= 0x7f ? '?' : *end;
        *to = '\0';
    }
    show(text);
    line.said = line.files;
}

void a3d_progress_at(size_t files, size_t bad, const char *path)
{
    if (!line.on)
        return;
    line.files = files;
    line.bad = bad;
    int64_t time = a3d_os_now();
    if (time < line.due)
        return;
    line.due = time + (line.terminal ? REDRAWS_APART : LINES_APART);
    draw(path);
}

void a3d_progress_say(const char *text)
{
    int64_t time = line.on ? a3d_os_now() : 0;
    if (!line.on || time < line.due)
        return;
    line.due = time + (line.terminal ? REDRAWS_APART : LINES_APART);
    char whole[LONGEST];
    snprintf(whole, sizeof whole, "a3dlint: %s", text);
    show(whole);
    line.said = line.files; /* so that a3d_progress_end shows no numbers of files */
}

void a3d_progress_clear(void)
{
    if (line.drawn)
        a3d_write_stderr(CLEAR, sizeof CLEAR - 1);
    line.drawn = false;
}

void a3d_progress_end(void)
{
    a3d_progress_clear();
    if (line.on && !line.terminal && line.said != line.files)
        draw(NULL);
    line.on = false;
}
