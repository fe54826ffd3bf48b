/* walk.c - see walk.h */
#include "cli/input/walk.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"
#include "cli/options/tools.h"
#include "os/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    a3d_walk_fn each;
    a3d_exclude_fn why_excluded;
    void *user;
    a3d_arena *above; /* of all arenas of the walk */
    a3d_walk_links links;
    const struct within *within; /* the folders that are being walked, innermost first */
    const char *root;
    char *real_root; /* resolved when the first link is found */
} walk;

/* A folder that is being walked, and the one around it. */
typedef struct within {
    const struct within *around;
    uint64_t device, node;
} within;

/* The names in a folder. Paths are built one at a time, since there may be many names in a folder with a long path. */
typedef struct names {
    char **at;
    size_t n, cap;
    size_t longest; /* of them, in bytes */
} names;

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A buffer for the path of anything in the folder; *end is where the name goes. */
static char *path_in(a3d_arena *arena, const char *folder, const names *found, char **end)
{
    size_t n = strlen(folder);
    char *path = a3d_arena_alloc(arena, n + found->longest + 2);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, n);
    if (n == 0 || path[n - 1] != '/')
        path[n++] = '/';
    *end = path + n;
    return path;
}

typedef struct listing {
    a3d_arena *arena;
    names *found;
    bool failed;
} listing;

static bool add_name(void *user, const char *text)
{
    listing *l = user;
    names *found = l->found;
    char **at = a3d_grow(l->arena, found->at, &found->cap, found->n + 1, sizeof *at);
    if (at != NULL)
        found->at = at;
    size_t n = strlen(text);
    char *name = at != NULL ? a3d_arena_text(l->arena, text, n) : NULL;
    l->failed = name == NULL;
    if (l->failed)
        return false;
    at[found->n++] = name;
    found->longest = n > found->longest ? n : found->longest;
    return true;
}

static const char *list(a3d_arena *arena, const char *path, names *found)
{
    listing l = {.arena = arena, .found = found};
    int error = a3d_os_list(path, add_name, &l);
    if (error == ENOMEM)
        a3d_arena_refuse(arena);
    if (found->n > 0)
        qsort(found->at, found->n, sizeof *found->at, by_bytes);
    return l.failed ? "not enough memory" : error != 0 ? strerror(error) : NULL;
}

/* Whether a link leads to something below the folder that the user gave. */
static bool stays_inside(walk *w, const char *path)
{
    char *target = a3d_os_real_path(path);
    if (w->real_root == NULL)
        w->real_root = a3d_os_real_path(w->root);
    if ((target == NULL || w->real_root == NULL) && errno == ENOMEM)
        a3d_arena_refuse(w->above);
    bool inside = target != NULL && w->real_root != NULL && a3d_is_inside(w->real_root, target);
    free(target);
    return inside;
}

/* Calls `each` for anything but a folder. What is not read is passed on too, with the reason. */
static bool visit(walk *w, const char *path, const a3d_os_info *found)
{
    a3d_os_info info = *found;
    a3d_walk_entry entry = {.path = path};
    bool link = info.kind == A3D_OS_LINK;
    if (link && w->links == A3D_LINKS_NONE) {
        entry.problem = "is a link; --untrusted follows none";
        entry.passed_over = true;
    } else if (link && !a3d_os_info_of(path, &info)) {
        entry.problem = strerror(errno);
        entry.passed_over = errno == ENOENT || errno == ELOOP;
    } else if (link && info.kind == A3D_OS_FOLDER) {
        entry.problem = w->links == A3D_LINKS_ALL ? "a link to a folder that it is in is not followed"
                                                  : "a link to a folder is not followed (--follow follows it)";
        entry.passed_over = entry.whatever_name = true;
    } else if (info.kind != A3D_OS_FILE) {
        entry.problem = a3d_kind_problem(&info);
        entry.passed_over = true;
    } else if (link && w->links != A3D_LINKS_ALL && !stays_inside(w, path)) {
        entry.problem = "the link leads out of the folder (name it to have it read, or use --follow)";
        entry.passed_over = true;
    } else {
        entry.info = info;
    }
    return w->each(w->user, &entry);
}

/* Folders of tools, in which nobody keeps models: what is in them is not the user's, or is there twice. Strangers can
 * put models into all of them but .git, which no commit can contain. */
static bool is_of_tools(const walk *w, const char *path)
{
    static const char *const known[] = {A3D_TOOL_FOLDERS};
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < (w->links == A3D_LINKS_NONE ? 1 : sizeof known / sizeof *known); i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

static bool walk_folder(walk *w, const char *path, bool named);

/* Whether a link leads to a folder that is not being walked already, so that it may be followed. */
static bool leads_on(const walk *w, const char *path)
{
    a3d_os_info info;
    if (w->links != A3D_LINKS_ALL || !a3d_os_info_of(path, &info) || info.kind != A3D_OS_FOLDER)
        return false;
    for (const within *one = w->within; one != NULL; one = one->around)
        if (one->device == info.device && one->node == info.node)
            return false;
    return true;
}

static bool walk_one(walk *w, const char *path)
{
    a3d_os_info info;
    if (!a3d_os_info_of_link(path, &info))
        return w->each(w->user, &(a3d_walk_entry){.path = path, .problem = strerror(errno)});
    bool folder = info.kind == A3D_OS_FOLDER || (info.kind == A3D_OS_LINK && leads_on(w, path));
    const char *excluded = w->why_excluded != NULL ? w->why_excluded(w->user, path, folder) : NULL;
    if (excluded != NULL)
        return w->each(w->user, &(a3d_walk_entry){
                                    .path = path, .problem = excluded, .passed_over = true, .whatever_name = true});
    if (folder && is_of_tools(w, path))
        return w->each(w->user,
                       &(a3d_walk_entry){.path = path,
                                         .problem = "a folder of version control or packages (name it to have it read)",
                                         .passed_over = true,
                                         .whatever_name = true});
    return folder ? walk_folder(w, path, false) : visit(w, path, &info);
}

static bool walk_folder(walk *w, const char *path, bool named)
{
    a3d_arena arena;
    names found = {0};
    char *name = NULL, *one = NULL;
    a3d_os_info info = {0};
    within here = {w->within, 0, 0};
    if (w->links == A3D_LINKS_ALL && a3d_os_info_of(path, &info))
        here = (within){w->within, info.device, info.node};
    w->within = &here;
    a3d_arena_init_below(&arena, w->above);
    const char *why = list(&arena, path, &found);
    if (found.n > 0 && (one = path_in(&arena, path, &found, &name)) == NULL)
        why = "not enough memory";
    bool on = why == NULL || w->each(w->user, &(a3d_walk_entry){.path = path, .problem = why, .named = named});
    for (size_t i = 0; on && one != NULL && i < found.n; i++) {
        strcpy(name, found.at[i]);
        on = walk_one(w, one);
    }
    w->within = here.around;
    a3d_arena_free(&arena);
    return on;
}

/* Where the step of a path ends that begins at or after `from`; slashes and steps that are "." are skipped. 0: there is
 * none. */
static size_t end_of_step(const char *path, size_t from)
{
    for (;;) {
        from += strspn(path + from, "/");
        size_t n = strcspn(path + from, "/");
        if (n == 0)
            return 0;
        if (n > 1 || path[from] != '.')
            return from + n;
        from += n;
    }
}

/* How many bytes of an absolute path are not looked at for links: up to the current folder, or else the first step. The
 * first place that is the current folder counts: a link after it may lead back to it. `part` is a copy of the path. */
static size_t trusted_part(const char *path, char *part)
{
    a3d_os_info here, info;
    bool known = a3d_os_info_of(".", &here);
    for (size_t end = end_of_step(path, 0); known && end > 0; end = end_of_step(path, end)) {
        part[end] = '\0';
        bool same = a3d_os_info_of(part, &info) && info.device == here.device && info.node == here.node;
        part[end] = path[end];
        if (same)
            return end;
    }
    return end_of_step(path, 0);
}

const char *a3d_first_link(a3d_arena *arena, const char *path)
{
    char *part = a3d_arena_text(arena, path, strlen(path));
    if (part == NULL)
        return NULL;
    size_t from = a3d_os_is_absolute(path) ? trusted_part(path, part) : 0;
    for (size_t end = end_of_step(path, from); end > 0; end = end_of_step(path, end)) {
        a3d_os_info info;
        part[end] = '\0';
        if (a3d_os_info_of_link(part, &info) && info.kind == A3D_OS_LINK)
            return part;
        part[end] = path[end];
    }
    return NULL;
}

/* What is wrong with a path that leads through a link. */
static const char *link_problem(a3d_arena *arena, const char *path, const char *link)
{
    static const char same[] = "is a link; --untrusted follows none";
    size_t n = strlen(link);
    if (strncmp(path, link, n) == 0 && path[n + strspn(path + n, "/")] == '\0')
        return same;
    char *text = a3d_arena_alloc(arena, n + sizeof same + 1);
    if (text != NULL)
        snprintf(text, n + sizeof same + 1, "%s %s", link, same);
    return text != NULL ? text : same;
}

bool a3d_walk(a3d_arena *above, const char *path, a3d_walk_links links, a3d_walk_fn each, a3d_exclude_fn why_excluded,
              void *user)
{
    a3d_os_info info;
    bool there = strcmp(path, "-") != 0 && a3d_os_info_of(path, &info);
    const char *link = links == A3D_LINKS_NONE && strcmp(path, "-") != 0 ? a3d_first_link(above, path) : NULL;
    if (link != NULL)
        return each(user,
                    &(a3d_walk_entry){.path = path, .named = true, .problem = link_problem(above, path, link)});
    if (!there || info.kind != A3D_OS_FOLDER) {
        a3d_walk_entry entry = {.path = path, .named = true};
        if (there && info.kind == A3D_OS_FILE)
            entry.info = info;
        return each(user, &entry);
    }
    walk w = {
        .each = each, .why_excluded = why_excluded, .user = user, .links = links, .root = path, .above = above};
    bool on = walk_folder(&w, path, true);
    free(w.real_root);
    return on;
}
