/* trial.c - see trial.h */
#include "cli/commands/trial.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/process.h"
#include "os/replace.h"

#include <errno.h>
#include <string.h>

enum { LONGEST_EXTENSION = 16 };

const char *a3d_trial_begin(a3d_trial *trial, a3d_arena *arena, const char *name)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash != NULL ? slash : name, '.');
    a3d_text path;
    if (dot == NULL || strlen(dot) > LONGEST_EXTENSION || !a3d_os_is_plain(dot))
        dot = "";
    a3d_text_init(&path, arena);
    a3d_printf(&path, "%s/a3dlint-XXXXXX", a3d_os_temporary());
    char *folder = path.failed ? NULL : a3d_arena_text(arena, path.data, path.size);
    if (folder == NULL)
        return "memory ran out";
    if (!a3d_os_make_temporary(folder))
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
        a3d_os_remove(trial->path);
    if (trial->folder != NULL)
        a3d_os_remove_folder(trial->folder);
}

/* ---- running ---- */

/* The command with the path in place of each {}. */
static char *command_of(const a3d_trial *trial, a3d_arena *arena)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    for (const char *p = trial->command; *p != '\0'; p++) {
        if (p[0] == '{' && p[1] == '}') {
            a3d_os_put_word(&out, trial->path);
            p++;
        } else {
            a3d_putc(&out, *p);
        }
    }
    char *text = out.failed ? NULL : a3d_arena_text(arena, out.data != NULL ? out.data : "", out.size);
    a3d_text_free(&out);
    return text;
}

int a3d_trial_run(a3d_trial *trial, a3d_arena *arena, const void *data, size_t size)
{
    char *command = command_of(trial, arena);
    trial->why = command == NULL ? "memory ran out"
                                 : a3d_write_and_close(a3d_os_open(trial->path, A3D_OS_WRITE_OVER), data, size);
    if (trial->why != NULL)
        return A3D_OUTCOME_FAILED;
    int outcome = a3d_os_run(command, (int64_t)trial->timeout * 1000, a3d_interrupted);
    if (outcome == A3D_OS_NOT_RUN)
        trial->why = strerror(errno);
    return outcome;
}
