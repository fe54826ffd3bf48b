/* gitignore.c - see gitignore.h */
#include "cli/input/gitignore.h"
#include "base/git_index.h"
#include "cli/input/files.h"
#include "cli/input/git_config.h"
#include "cli/input/ignore_list.h"
#include "cli/input/paths.h"
#include "os/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LARGEST: bytes of a file. LARGEST_INDEX: of an index. STEPS: of matching one path, which take about 20 ms. */
enum { BUCKETS = 1024, LARGEST = 1 << 20, LARGEST_INDEX = 128 << 20, STEPS = 16 << 20 };

/* A file with patterns. */
typedef struct source {
    const char *path; /* as messages show it, or NULL if it is missing */
    a3d_ignore_list list;
    const char *problem; /* why it is not used, or NULL */
    bool asked;          /* a path was looked up in it */
    struct source *next; /* of those with a problem that was not told yet */
} source;

typedef struct folder {
    struct folder *next; /* in the same bucket */
    const char *path;
    struct folder *above; /* in the same repository; NULL for its top */
    bool inside;          /* a repository */
    bool fold;            /* case does not count there */
    source own, info;     /* its .gitignore; for the top also .git/info/exclude */
    source tracked;       /* for the top: .git/index, which has no patterns and is read when it is asked for */
    a3d_git_index index;
    const char *index_path; /* as it is opened, or NULL */
    const char *ignored;    /* why it is ignored, although Git tracks some of its files */
    const char *under;      /* the folder that the user named then */
} folder;

struct a3d_gitignore {
    a3d_arena *arena;
    const char *here;
    size_t bytes, most; /* that the folders and their files take, and may take */
    folder *buckets[BUCKETS];
    folder full; /* in place of all folders after the limit */
    source *unread;
};

a3d_gitignore *a3d_gitignore_new(a3d_arena *arena, const char *here, size_t most)
{
    a3d_gitignore *git = a3d_arena_alloc(arena, sizeof *git);
    if (git == NULL)
        return NULL;
    git->arena = arena;
    git->here = here;
    git->most = most;
    git->full = (folder){.path = "", .inside = true};
    git->full.own = (source){.path = ".gitignore",
                             .problem = "the .gitignore files of too many folders were read (--max-memory)"};
    return git;
}

/* ---- reading ---- */

/* The path of a file in a folder. NULL when memory ran out. */
static char *file_in(a3d_gitignore *git, const char *path, const char *name)
{
    bool root = strcmp(path, "/") == 0;
    size_t n = strlen(path) + strlen(name) + 2;
    char *whole = a3d_arena_alloc(git->arena, n);
    if (whole != NULL)
        snprintf(whole, n, "%s/%s", root ? "" : path, name);
    return whole;
}

/* The path by which a file is opened: the shortest, since systems open none of 4 KiB. */
static const char *path_to_open(a3d_gitignore *git, const char *path)
{
    return a3d_is_inside(git->here, path) ? a3d_relative_path(git->arena, git->here, path) : path;
}

/* The path without links, from malloc(), or NULL. */
static char *real_path(a3d_gitignore *git, const char *path)
{
    char *real = a3d_os_real_path(path);
    if (real == NULL && errno == ENOMEM)
        a3d_arena_refuse(git->arena);
    return real;
}

/* Why a file in .git is not read: it is outside when all links are followed, or that cannot be found out. NULL: it is
 * inside. */
static const char *why_outside(a3d_gitignore *git, const char *in, const char *path)
{
    char *top = real_path(git, in), *target = top != NULL ? real_path(git, path) : NULL;
    const char *why = "is a link that leads out of .git";
    if (target == NULL && !a3d_os_was_missing())
        why = strerror(errno);
    else if (target != NULL && a3d_is_inside(top, target))
        why = NULL;
    free(top);
    free(target);
    return why;
}

static void set_problem(a3d_gitignore *git, source *s, unsigned line, const char *why)
{
    size_t n = strlen(why) + 40;
    char *text = a3d_arena_alloc(git->arena, n);
    if (text != NULL)
        snprintf(text, n, line > 0 ? "line %u: %s" : "%.0u%s", line, why);
    s->problem = text != NULL ? text : "not enough memory";
}

static void read_source(a3d_gitignore *git, source *s, const char *path)
{
    a3d_input input;
    unsigned line = 0;
    const char *why = a3d_read_input(git->arena, path, LARGEST, &input);
    if (why == NULL && input.too_large)
        why = "larger than 1 MiB";
    if (why == NULL)
        why = a3d_ignore_read(git->arena, (const char *)input.data, input.size, &s->list, &line);
    if (why != NULL)
        set_problem(git, s, line, why);
    git->bytes += s->list.cap * sizeof *s->list.at + 16 * input.size;
    a3d_block_resize(git->arena, input.data, 0);
}

/* Whether something is there, or may be there: then it is taken for what it should be, and reading it says what is
 * wrong. */
static bool may_exist(const char *path, a3d_os_info *info, a3d_os_kind kind)
{
    *info = (a3d_os_info){.kind = kind};
    return a3d_os_info_of_link(path, info) || !a3d_os_was_missing();
}

/* Reads the .gitignore of a folder. Git follows no link there. */
static void read_own(a3d_gitignore *git, folder *f)
{
    a3d_os_info info;
    char *whole = file_in(git, f->path, ".gitignore");
    const char *path = whole != NULL ? path_to_open(git, whole) : NULL;
    if (path == NULL || !may_exist(path, &info, A3D_OS_FILE) ||
        (f->own.path = a3d_relative_path(git->arena, git->here, whole)) == NULL)
        return;
    if (info.kind == A3D_OS_LINK)
        f->own.problem = "is a link, which Git does not follow either";
    else
        read_source(git, &f->own, path);
}

/* Reads .git/info/exclude of the top of a repository, and finds its index, unless .git is a file or a link: then they
 * are elsewhere. */
static void read_info(a3d_gitignore *git, folder *f)
{
    a3d_os_info info;
    char *dir = file_in(git, f->path, ".git"), *whole = file_in(git, f->path, ".git/info/exclude");
    const char *path = whole != NULL ? path_to_open(git, whole) : NULL;
    const char *top = dir != NULL ? path_to_open(git, dir) : NULL;
    if (top == NULL || path == NULL || !may_exist(top, &info, A3D_OS_FOLDER) || info.kind != A3D_OS_FOLDER)
        return;
    f->index_path = file_in(git, top, "index");
    if (!may_exist(path, &info, A3D_OS_FILE) ||
        (f->info.path = a3d_relative_path(git->arena, git->here, whole)) == NULL)
        return;
    const char *why = why_outside(git, top, path);
    if (why == NULL)
        read_source(git, &f->info, path);
    else
        set_problem(git, &f->info, 0, why);
}

/* Whether case counts in a repository. What cannot be read sets nothing. */
static bool ignores_case(a3d_gitignore *git, const char *top)
{
    a3d_input input;
    a3d_os_info info;
    char *whole = file_in(git, top, ".git/config");
    const char *path = whole != NULL ? path_to_open(git, whole) : NULL;
    if (path == NULL || !a3d_os_info_of_link(path, &info) || info.kind != A3D_OS_FILE ||
        a3d_read_input(git->arena, path, LARGEST, &input) != NULL || input.too_large)
        return false;
    bool ignores = a3d_git_ignores_case((const char *)input.data, input.size);
    a3d_block_resize(git->arena, input.data, 0);
    return ignores;
}

/* Whether a .git that is a file says where the repository is. When it cannot be read, stores the reason. */
static bool is_pointer(a3d_gitignore *git, const char *path, const char **why)
{
    static const char start[] = "gitdir: ";
    a3d_input input;
    *why = a3d_read_input(git->arena, path, LARGEST, &input);
    if (*why != NULL || input.too_large)
        return false;
    bool is = input.size >= strlen(start) && memcmp(input.data, start, strlen(start)) == 0;
    a3d_block_resize(git->arena, input.data, 0);
    return is;
}

/* Whether a folder is the top of a repository: it has a .git that is a folder with what Git needs, or a file that says
 * where that is. When that cannot be found out, stores the reason in *why. */
static bool is_top(a3d_gitignore *git, const char *path, const char **why)
{
    a3d_os_info info;
    char *whole = file_in(git, path, ".git");
    const char *dir = whole != NULL ? path_to_open(git, whole) : NULL;
    *why = NULL;
    if (dir == NULL)
        return false;
    if (!a3d_os_info_of(dir, &info)) {
        *why = a3d_os_was_missing() || errno == ENAMETOOLONG ? NULL : strerror(errno);
        return false;
    }
    if (info.kind == A3D_OS_FILE)
        return is_pointer(git, dir, why);
    char *head = file_in(git, dir, "HEAD"), *objects = file_in(git, dir, "objects");
    if (head == NULL || objects == NULL || !may_exist(head, &info, A3D_OS_FILE))
        return false;
    return a3d_os_info_of(objects, &info) ? info.kind == A3D_OS_FOLDER : !a3d_os_was_missing();
}

/* A .git that cannot be looked at may be a repository: then it is one about which not everything is known. */
static void set_unknown(a3d_gitignore *git, folder *f, const char *why)
{
    char *whole = file_in(git, f->path, ".git");
    f->info.path = whole != NULL ? a3d_relative_path(git->arena, git->here, whole) : NULL;
    if (f->info.path != NULL)
        set_problem(git, &f->info, 0, why);
}

/* ---- folders ---- */

static folder **bucket_of(a3d_gitignore *git, const char *path, size_t n)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)path[i]) * 16777619u;
    return &git->buckets[hash % BUCKETS];
}

/* The length of the path of the folder that something is in. */
static size_t folder_length(const char *path, size_t n)
{
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n > 1 ? n - 1 : 1;
}

/* The entry of the folder whose path are the first n bytes; a new one is searched first, and so are its parents. NULL
 * when memory ran out. */
static folder *search(a3d_gitignore *git, const char *path, size_t n)
{
    folder **bucket = bucket_of(git, path, n);
    for (folder *f = *bucket; f != NULL; f = f->next)
        if (strncmp(f->path, path, n) == 0 && f->path[n] == '\0')
            return f;
    git->bytes += sizeof(folder) + 12 * n;
    if (git->bytes > git->most)
        return &git->full;
    folder *f = a3d_arena_alloc(git->arena, sizeof *f);
    if (f == NULL || (f->path = a3d_arena_text(git->arena, path, n)) == NULL)
        return NULL;
    const char *unknown;
    bool top = is_top(git, f->path, &unknown) || unknown != NULL, root = n == 1;
    folder *above = top || root ? NULL : search(git, path, folder_length(path, n));
    if (above == NULL && !top && !root)
        return NULL;
    f->inside = top || (above != NULL && above->inside);
    f->above = f->inside ? above : NULL;
    f->fold = f->above != NULL ? above->fold : top && ignores_case(git, f->path);
    f->own.list.fold = f->info.list.fold = f->fold;
    if (f->inside)
        read_own(git, f);
    if (unknown != NULL)
        set_unknown(git, f, unknown);
    else if (top)
        read_info(git, f);
    f->next = *bucket;
    *bucket = f;
    return f;
}

bool a3d_gitignore_find(a3d_gitignore *git, const char *path)
{
    const folder *f = search(git, path, strlen(path));
    return f != NULL && f->inside;
}

const char *a3d_gitignore_index(a3d_gitignore *git, const char *path)
{
    const folder *f = search(git, path, strlen(path));
    while (f != NULL && f->above != NULL)
        f = f->above;
    return f != NULL && f->inside ? f->index_path : NULL;
}

/* ---- looking up ---- */

typedef struct question {
    const char *named; /* or NULL */
    const char *path;
    bool folder;
    uint64_t steps;
} question;

/* A path relative to a folder above it. */
static const char *below(const char *top, const char *path)
{
    return path + (strcmp(top, "/") == 0 ? 1 : strlen(top) + 1);
}

/* Whether a line also matches the folder that the user named, which is then wanted. */
static bool matches_named(const a3d_ignore_line *line, const char *top, question *q)
{
    return q->named != NULL && strcmp(top, q->named) != 0 && a3d_is_inside(top, q->named) &&
           a3d_ignore_fits(line, below(top, q->named), true, &q->steps);
}

static const char *why_of(a3d_gitignore *git, const source *s, a3d_ignore_line *line)
{
    size_t n = strlen(s->path) + 40;
    char *why = line->why == NULL ? a3d_arena_alloc(git->arena, n) : NULL;
    if (why != NULL) {
        snprintf(why, n, "ignored by Git (%s:%u)", s->path, line->number);
        line->why = why;
    }
    return line->why;
}

static void note_problem(a3d_gitignore *git, source *s)
{
    s->next = git->unread;
    git->unread = s;
}

/* The line of a file that decides about the path, or NULL. */
static a3d_ignore_line *ask(a3d_gitignore *git, source *s, const char *top, question *q)
{
    if (s->problem != NULL && !s->asked)
        note_problem(git, s);
    s->asked = true;
    size_t i = s->list.n;
    while ((i = a3d_ignore_match(&s->list, i, below(top, q->path), q->folder, &q->steps)) > 0) {
        a3d_ignore_line *line = &s->list.at[i - 1];
        if (line->negative || !matches_named(line, top, q))
            return line;
        i--;
    }
    if (q->steps == 0 && s->problem == NULL) {
        s->problem = "its patterns take too long to match";
        s->list.n = 0;
        note_problem(git, s);
        q->steps = STEPS;
    }
    return NULL;
}

/* What ignores a path, whether or not Git tracks it, or NULL. */
static const char *find_line(a3d_gitignore *git, folder *f, question *q)
{
    for (; f != NULL && f->inside; f = f->above) {
        source *s = &f->own;
        a3d_ignore_line *line = ask(git, s, f->path, q);
        if (line == NULL && f->above == NULL)
            line = ask(git, s = &f->info, f->path, q);
        if (line != NULL)
            return line->negative ? NULL : why_of(git, s, line);
    }
    return NULL;
}

/* Reads the index of a repository. */
static void read_index(a3d_gitignore *git, folder *top)
{
    a3d_input input;
    a3d_os_info info;
    source *s = &top->tracked;
    s->asked = true;
    if (top->index_path == NULL || !may_exist(top->index_path, &info, A3D_OS_FILE))
        return;
    const char *why = info.kind == A3D_OS_LINK ? "is a link" : NULL;
    if (why == NULL)
        why = a3d_read_input(git->arena, top->index_path, LARGEST_INDEX, &input);
    if (why == NULL)
        why = input.too_large ? "larger than 128 MiB"
                              : a3d_git_index_read(git->arena, input.data, input.size, &top->index);
    git->bytes += why == NULL ? input.size + top->index.n * sizeof *top->index.files : 0;
    if (why == NULL)
        return;
    s->problem = why;
    char *whole = file_in(git, top->path, ".git/index");
    s->path = whole != NULL ? a3d_relative_path(git->arena, git->here, whole) : top->index_path;
    if (s->path != NULL)
        note_problem(git, s);
}

/* Whether Git tracks a file below f, or any in a folder. */
static bool is_tracked(a3d_gitignore *git, folder *f, const question *q)
{
    while (f->above != NULL)
        f = f->above;
    if (!f->tracked.asked)
        read_index(git, f);
    return a3d_git_index_has(&f->index, below(f->path, q->path), q->folder);
}

/* Notes why what is in a folder is ignored, but for what Git tracks, unless it is a repository of its own. */
static void note_ignored(a3d_gitignore *git, const char *path, const char *named, const char *why)
{
    folder *f = search(git, path, strlen(path));
    if (f != NULL && f->above != NULL && (f->under = a3d_arena_text(git->arena, named, strlen(named))) != NULL)
        f->ignored = why;
}

const char *a3d_gitignore_why(a3d_gitignore *git, const char *named, const char *path, bool is_folder)
{
    question q = {.named = named, .path = path, .folder = is_folder, .steps = STEPS};
    folder *f = search(git, path, folder_length(path, strlen(path)));
    if (f == NULL)
        return NULL;
    bool inherits = f->ignored != NULL && strcmp(f->under, named) == 0;
    const char *why = inherits ? f->ignored : find_line(git, f, &q);
    if (why == NULL || !is_tracked(git, f, &q))
        return why;
    if (is_folder)
        note_ignored(git, path, named, why);
    return NULL;
}

const char *a3d_gitignore_why_named(a3d_gitignore *git, const char *path, bool is_folder)
{
    const char *found = NULL;
    size_t n = strlen(path);
    folder *f = search(git, path, folder_length(path, n));
    char *part = a3d_block_resize(git->arena, NULL, n + 1);
    if (part == NULL || f == NULL)
        return NULL;
    memcpy(part, path, n + 1);
    for (size_t i = 1; found == NULL && i <= n; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        part[i] = '\0';
        question q = {.path = part, .folder = path[i] == '/' || is_folder, .steps = STEPS};
        found = find_line(git, search(git, part, folder_length(part, i)), &q);
        part[i] = path[i];
    }
    a3d_block_resize(git->arena, part, 0);
    if (found == NULL || !is_tracked(git, f, &(question){.path = path, .folder = is_folder}))
        return found;
    if (is_folder)
        note_ignored(git, path, path, found);
    return NULL;
}

const char *a3d_gitignore_unread(a3d_gitignore *git, const char **problem)
{
    source *s = git->unread;
    if (s == NULL)
        return NULL;
    git->unread = s->next;
    *problem = s->problem;
    return s->path;
}
