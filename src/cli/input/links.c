/* links.c - see links.h */
#include "cli/input/links.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"
#include "lint/uri.h"
#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where links are looked up: in the folder `top` and below it. */
typedef struct tree {
    char *top, *self; /* real paths of the folder and of the checked file, in the arena; NULL: none */
    const char *why;  /* why they are not known, or NULL */
} tree;

/* Moves a text from the heap to the arena. */
static char *kept(a3d_arena *arena, char *name)
{
    char *copy = name != NULL ? a3d_arena_text(arena, name, strlen(name)) : NULL;
    free(name);
    return copy;
}

/* Returns the real path. If it cannot be found, returns NULL and sets *why. */
static char *real_name(a3d_arena *arena, const char *path, const char **why)
{
    char *name = a3d_os_real_path(path);
    if (name == NULL && errno == ENOMEM)
        a3d_arena_refuse(arena);
    if (name == NULL)
        *why = a3d_os_was_missing() ? "the file does not exist" : strerror(errno);
    return kept(arena, name);
}

/* The path of a name in the folder of the file `from`. */
static char *beside(a3d_arena *arena, const char *from, const char *name)
{
    a3d_text out;
    char *folder = a3d_folder_of(arena, from);
    a3d_text_init(&out, arena);
    a3d_puts(&out, folder != NULL ? folder : ".");
    a3d_putc(&out, '/');
    a3d_puts(&out, name);
    return out.failed ? NULL : a3d_arena_text(arena, out.data, out.size);
}

/* Finds the file of a link. Its folder is checked first, so that nothing outside of the tree is looked up, not even
 * whether it exists. */
static a3d_link_found locate(const tree *t, a3d_arena *arena, const char *from, const char *name, a3d_link_file *file)
{
    char *path = beside(arena, from, name), *folder = path != NULL ? a3d_folder_of(arena, path) : NULL;
    char *real = folder != NULL ? real_name(arena, folder, &file->why) : NULL;
    if (real != NULL && a3d_is_inside(t->top, real))
        real = real_name(arena, path, &file->why);
    if (real == NULL)
        return A3D_LINK_MISSING;
    file->why = "it is outside the checked folder";
    file->name = real;
    return a3d_is_inside(t->top, real) ? A3D_LINK_FOUND : A3D_LINK_PASSED_OVER;
}

static a3d_link_found look_up(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit,
                              a3d_link_file *file)
{
    const tree *t = user;
    a3d_input input;
    if (t->why != NULL) {
        file->why = t->why;
        return A3D_LINK_MISSING;
    }
    file->why = t->top == NULL || from == NULL ? "the file that links to it has no folder" : a3d_link_refusal(uri);
    if (file->why != NULL)
        return A3D_LINK_PASSED_OVER;
    char *plain = a3d_link_unescaped(arena, uri);
    a3d_link_found found = locate(t, arena, from, uri, file);
    if (found == A3D_LINK_MISSING && plain != NULL)
        found = locate(t, arena, from, plain, file);
    if (found != A3D_LINK_FOUND)
        return found;
    file->why = a3d_read_input(arena, file->name, limit, &input);
    if (file->why != NULL)
        return A3D_LINK_MISSING;
    file->data = input.data;
    file->size = input.size;
    return input.too_large ? A3D_LINK_TOO_LARGE : A3D_LINK_FOUND;
}

bool a3d_links_in(a3d_arena *arena, const char *path, const char *within, a3d_links *links)
{
    tree *t = a3d_arena_alloc(arena, sizeof *t);
    if (t == NULL)
        return false;
    if (strcmp(path, "-") != 0) {
        t->self = real_name(arena, path, &t->why);
        if (within != NULL)
            t->top = real_name(arena, within, &t->why);
        else if (t->self != NULL)
            t->top = a3d_folder_of(arena, t->self);
    }
    *links = (a3d_links){look_up, t, t->self};
    return true;
}
