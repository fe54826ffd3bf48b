/* walk.c - see walk.h */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "cli/input/walk.h"
#include "cli/input/files.h"
#include "cli/input/place.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct walk {
    a3d_met_fn each;
    a3d_left_out_fn left_out;
    void *user;
    const char *root;
    char *real_root; /* resolved when the first link is met */
} walk;

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

static const char *list(a3d_arena *arena, const char *path, names *found)
{
    const struct dirent *entry;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return strerror(errno);
    const char *why = NULL;
    while (why == NULL && (errno = 0, entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char **at = a3d_grow(arena, found->at, &found->cap, found->n + 1, sizeof *at);
        if (at != NULL)
            found->at = at;
        size_t n = strlen(entry->d_name);
        char *name = at != NULL ? a3d_arena_text(arena, entry->d_name, n) : NULL;
        if (name == NULL)
            why = "not enough memory";
        else
            at[found->n++] = name;
        found->longest = n > found->longest ? n : found->longest;
    }
    if (why == NULL && errno != 0)
        why = strerror(errno);
    closedir(folder);
    if (found->n > 0)
        qsort(found->at, found->n, sizeof *found->at, by_bytes);
    return why;
}

/* Whether a link leads to something below the folder that the user gave. */
static bool stays_inside(walk *w, const char *path)
{
    char *target = realpath(path, NULL);
    if (w->real_root == NULL)
        w->real_root = realpath(w->root, NULL);
    bool inside = target != NULL && w->real_root != NULL && a3d_is_inside(w->real_root, target);
    free(target);
    return inside;
}

/* Calls `each` for anything but a folder. What is not read is passed on too, with the reason. */
static bool meet(walk *w, const char *path, const struct stat *found)
{
    struct stat st = *found;
    a3d_met met = {.path = path};
    bool link = S_ISLNK(st.st_mode);
    if (link && stat(path, &st) != 0) {
        met.problem = strerror(errno);
        met.passed_over = errno == ENOENT || errno == ELOOP;
    } else if (link && S_ISDIR(st.st_mode)) {
        met.problem = "a link to a folder is not followed"; /* it may lead back here */
        met.passed_over = met.surely = true;
    } else if (!S_ISREG(st.st_mode)) {
        met.problem = a3d_kind_problem(&st);
        met.passed_over = true;
    } else if (link && !stays_inside(w, path)) {
        met.problem = "the link leads out of the folder (name it to have it read)";
        met.passed_over = true;
    } else {
        met.size = (uint64_t)st.st_size;
    }
    return w->each(w->user, &met);
}

static bool walk_folder(walk *w, const char *path, bool named);

static bool walk_one(walk *w, const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return w->each(w->user, &(a3d_met){.path = path, .problem = strerror(errno)});
    if (w->left_out != NULL && w->left_out(w->user, path, S_ISDIR(st.st_mode)))
        return w->each(w->user, &(a3d_met){
            .path = path, .problem = "it is excluded", .passed_over = true, .surely = true});
    return S_ISDIR(st.st_mode) ? walk_folder(w, path, false) : meet(w, path, &st);
}

static bool walk_folder(walk *w, const char *path, bool named)
{
    a3d_arena arena;
    names found = {0};
    char *name = NULL, *one = NULL;
    a3d_arena_init(&arena, NULL);
    const char *why = list(&arena, path, &found);
    if (found.n > 0 && (one = path_in(&arena, path, &found, &name)) == NULL)
        why = "not enough memory";
    bool on = why == NULL || w->each(w->user, &(a3d_met){.path = path, .problem = why, .named = named});
    for (size_t i = 0; on && one != NULL && i < found.n; i++) {
        strcpy(name, found.at[i]);
        on = walk_one(w, one);
    }
    a3d_arena_free(&arena);
    return on;
}

bool a3d_walk(const char *path, a3d_met_fn each, a3d_left_out_fn left_out, void *user)
{
    struct stat st;
    bool there = strcmp(path, "-") != 0 && stat(path, &st) == 0;
    if (!there || !S_ISDIR(st.st_mode)) {
        uint64_t size = there && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
        return each(user, &(a3d_met){.path = path, .named = true, .size = size});
    }
    walk w = {.each = each, .left_out = left_out, .user = user, .root = path};
    bool on = walk_folder(&w, path, true);
    free(w.real_root);
    return on;
}
