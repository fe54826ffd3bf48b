/* paths.c - see paths.h */
#include "cli/input/paths.h"
#include "base/never.h"
#include "base/text.h"
#include "os/files.h"

#include <string.h>

/* Moves a text to the arena. NULL when memory ran out. */
static char *finish(a3d_arena *arena, a3d_text *t)
{
    char *kept = t->failed ? NULL : a3d_arena_text(arena, t->data != NULL ? t->data : "", t->size);
    a3d_text_free(t);
    return kept;
}

/* Appends the current folder. */
static bool put_current(a3d_text *out)
{
    for (size_t room = 256; room < 1u << 20; room *= 2) {
        char *to = (char *)a3d_extend(out, room);
        if (to == NULL)
            return false;
        bool known = a3d_os_current_folder(to, room);
        out->size = known ? strlen(out->data) : 0;
        if (known)
            return true;
    }
    return false;
}

/* Appends the steps of a path to an absolute one, and resolves . and .. on the way. */
static void put_steps(a3d_text *out, const char *path)
{
    size_t n;
    for (; *path != '\0'; path += n) {
        path += strspn(path, "/");
        n = strcspn(path, "/");
        if (n == 0 || (n == 1 && path[0] == '.'))
            continue;
        if (n == 2 && path[0] == '.' && path[1] == '.') {
            while (out->size > 0 && out->data[--out->size] != '/')
                ;
            continue;
        }
        a3d_putc(out, '/');
        a3d_put(out, path, n);
    }
}

char *a3d_absolute(a3d_arena *arena, const char *path)
{
    if (a3d_os_is_absolute(path))
        return a3d_absolute_from(arena, "/", path);
    a3d_text here;
    a3d_text_init(&here, arena);
    bool known = put_current(&here);
    a3d_putc(&here, '\0');
    char *whole = known && !here.failed ? a3d_absolute_from(arena, here.data, path) : NULL;
    a3d_text_free(&here);
    return whole;
}

char *a3d_absolute_from(a3d_arena *arena, const char *here, const char *path)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    if (a3d_os_is_absolute(path))
        path += a3d_os_put_top(&out, path);
    else
        put_steps(&out, here);
    put_steps(&out, path);
    if (out.size == 0)
        a3d_putc(&out, '/');
    return finish(arena, &out);
}

char *a3d_absolute_member(a3d_arena *arena, const char *here, const char *path, size_t member)
{
    size_t n = strlen(path), own = member > 0 ? member : n;
    A3D_ASSERT(own <= n);
    char *file = a3d_arena_text(arena, path, own), *whole = file != NULL ? a3d_absolute_from(arena, here, file) : NULL;
    if (whole == NULL || own == n)
        return whole;
    a3d_text out;
    a3d_text_init(&out, arena);
    a3d_puts(&out, whole);
    a3d_puts(&out, path + own);
    return finish(arena, &out);
}

char *a3d_folder_of(a3d_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return a3d_arena_text(arena, "/", 1);
    return a3d_arena_text(arena, path, (size_t)(slash - path));
}

bool a3d_is_inside(const char *folder, const char *path)
{
    A3D_ASSERT(folder[0] == '/');
    size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(folder, path, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

char *a3d_relative_path(a3d_arena *arena, const char *folder, const char *path)
{
    a3d_text out;
    size_t same = 0; /* length of the steps that both begin with */
    a3d_text_init(&out, arena);
    if (path[0] != '/' || !a3d_os_is_one_top(folder, path))
        return a3d_arena_text(arena, path, strlen(path));
    if (strcmp(folder, "/") == 0)
        folder = "";
    for (size_t i = 0;; i++) {
        bool ends = folder[i] == '\0' || folder[i] == '/', path_ends = path[i] == '\0' || path[i] == '/';
        if (ends && path_ends)
            same = i;
        if (folder[i] != path[i] || folder[i] == '\0')
            break;
    }
    for (const char *p = folder + same; *p != '\0'; p++)
        if (*p == '/')
            a3d_puts(&out, out.size > 0 ? "/.." : "..");
    if (path[same] == '/' && path[same + 1] != '\0') {
        a3d_puts(&out, out.size > 0 ? "/" : "");
        a3d_puts(&out, path + same + 1);
    }
    if (out.size == 0)
        a3d_putc(&out, '.');
    return finish(arena, &out);
}
