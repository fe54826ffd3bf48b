/* git.c - files that git knows to be unchanged, by the ids of their content; see cache.h
 *
 * In a fresh checkout nothing is known of a file but what git has just written, with new times. The index of git says
 * so. Git looks at the same times as this cache, so a file that git would call unchanged has the content of its id,
 * converted as its attributes say. Nearly all conversions change the size, which is part of the key. */
#include "base/git_index.h"
#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"

#include <string.h>

struct a3d_cache_tree {
    a3d_cache_tree *next;
    const char *top;  /* absolute */
    int64_t written;  /* when the index was, in nanoseconds since 1970 */
    a3d_git_index index;
};

enum { SMALL = 1 << 20, MOST_ATTRIBUTES = 256, MOST_FOLDERS = 64 };

/* ---- finding trees ---- */

static const char *join(a3d_arena *arena, const char *folder, const char *name)
{
    return a3d_absolute_from(arena, folder, name);
}

/* A small file as a text in the arena, or NULL. */
static const char *read_text(a3d_arena *arena, const char *path)
{
    a3d_input input;
    a3d_os_info info;
    if (path == NULL || !a3d_os_info_of(path, &info) || a3d_read_input(arena, path, SMALL, &input) != NULL ||
        input.too_large)
        return NULL;
    return a3d_arena_text(arena, (const char *)input.data, input.size);
}

/* The folder of git's own files that belong to `top`: .git, or what the file .git names, as for a second worktree. */
static const char *folder_of_git(a3d_arena *arena, const char *top)
{
    static const char word[] = "gitdir: ";
    a3d_os_info info;
    const char *own = join(arena, top, ".git");
    if (own == NULL || !a3d_os_info_of(own, &info))
        return NULL;
    if (info.kind == A3D_OS_FOLDER)
        return own;
    const char *text = read_text(arena, own);
    if (text == NULL || strncmp(text, word, sizeof word - 1) != 0)
        return NULL;
    text += sizeof word - 1;
    const char *path = a3d_arena_text(arena, text, strcspn(text, "\r\n"));
    return path != NULL ? join(arena, top, path) : NULL;
}

/* Whether attributes ask for another encoding, which may change bytes and keep the size. */
static bool converts(const char *attributes)
{
    return attributes != NULL && strstr(attributes, "working-tree-encoding") != NULL;
}

/* Whether any attributes of a tree do, or there are too many to know. */
static bool is_converted(a3d_arena *arena, const a3d_cache_tree *tree, const char *git)
{
    static const char name[] = ".gitattributes";
    const char *common = read_text(arena, join(arena, git, "commondir"));
    common = common != NULL ? a3d_arena_text(arena, common, strcspn(common, "\r\n")) : ".";
    const char *shared = common != NULL ? join(arena, git, common) : NULL;
    const char *info = shared != NULL ? join(arena, shared, "info/attributes") : NULL;
    bool converted = converts(read_text(arena, info)) || converts(read_text(arena, join(arena, tree->top, name)));
    size_t n = 0;
    for (size_t i = 0; i < tree->index.n && !converted; i++) {
        const char *path = tree->index.files[i].path, *slash = strrchr(path, '/');
        if (slash != NULL && strcmp(slash + 1, name) == 0)
            converted = ++n > MOST_ATTRIBUTES || converts(read_text(arena, join(arena, tree->top, path)));
    }
    return converted;
}

/* Reads the index of a tree. One that cannot be used is passed over: then files are known by their content. */
static void add_tree(a3d_cache *c, const char *top, const char *git)
{
    a3d_os_info info;
    a3d_input input;
    a3d_arena *arena = c->cli->arena;
    a3d_cache_tree *tree = a3d_arena_alloc(arena, sizeof *tree);
    const char *path = join(arena, git, "index");
    if (tree == NULL || path == NULL || !a3d_os_info_of(path, &info) ||
        a3d_read_input(arena, path, A3D_CACHE_MOST, &input) != NULL || input.too_large ||
        a3d_git_index_read(arena, input.data, input.size, &tree->index) != NULL)
        return;
    tree->top = top;
    tree->written = info.modified;
    if (is_converted(arena, tree, git))
        return;
    tree->next = c->trees;
    c->trees = tree;
}

/* Adds the tree that a folder is in. */
static void find_tree(a3d_cache *c, const char *folder)
{
    a3d_arena *arena = c->cli->arena;
    for (const char *top = folder; top != NULL; top = a3d_folder_of(arena, top)) {
        const char *git = folder_of_git(arena, top);
        if (git == NULL && strcmp(top, "/") == 0)
            return;
        if (git == NULL)
            continue;
        for (const a3d_cache_tree *t = c->trees; t != NULL; t = t->next)
            if (strcmp(t->top, top) == 0)
                return;
        add_tree(c, top, git);
        return;
    }
}

void a3d_cache_find_trees(a3d_cache *c)
{
    a3d_arena *arena = c->cli->arena;
    const char *last = "";
    unsigned n = 0;
    for (size_t i = 0; i < c->cli->operands.n && n < MOST_FOLDERS; i++) {
        const char *path = a3d_absolute(arena, c->cli->operands.at[i]);
        const char *folder = path == NULL || a3d_os_is_folder(path) ? path : a3d_folder_of(arena, path);
        if (folder == NULL || strcmp(folder, last) == 0)
            continue;
        find_tree(c, folder);
        last = folder;
        n++;
    }
}

/* ---- looking up ---- */

const a3d_git_file *a3d_cache_git_file(const a3d_cache *c, const a3d_job *job, unsigned *id_size)
{
    const char *place = job->choices->place;
    for (const a3d_cache_tree *t = c->trees; t != NULL; t = t->next) {
        size_t n = strlen(t->top);
        if (place == NULL || place[0] != '/' || !a3d_is_inside(t->top, place) || place[n] != '/')
            continue;
        const a3d_git_file *f = a3d_git_index_find(&t->index, place + n + 1);
        const a3d_os_info *info = &job->cached.before;
        const a3d_git_now now = {info->changed, info->modified, info->node, info->size};
        if (f == NULL || !a3d_git_is_unchanged(f, t->written, &now))
            continue;
        *id_size = t->index.id_size;
        return f;
    }
    return NULL;
}
