/* transfer_foreign.c - files of other kinds, of which none may be called a model or what is left of one.
 *
 * Files are drawn from folders so that every extension has its share: first one file of each, then another of each. */
#define _XOPEN_SOURCE 700
#include "transfer.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { MOST_SIZE = 4 << 20 };

typedef struct found {
    char *path;
    const char *extension;
    uint64_t order;     /* by chance, the same for the same path and seed */
    unsigned long turn; /* how many files of the extension come before it */
} found;

/* nftw passes nothing on. */
static found *files;
static size_t n_files, cap_files;
static uint64_t salt;

static uint64_t hash(const char *text)
{
    uint64_t h = 1469598103934665603u ^ salt;
    for (; *text != '\0'; text++)
        h = (h ^ (uint8_t)*text) * 1099511628211u;
    return h ^ h >> 29;
}

static int add(const char *path, const struct stat *info, int type, struct FTW *where)
{
    if (type != FTW_F || !S_ISREG(info->st_mode) || info->st_size == 0 || info->st_size > MOST_SIZE)
        return 0;
    if (n_files == cap_files) {
        cap_files = cap_files * 2 + 1024;
        files = realloc(files, cap_files * sizeof *files);
    }
    char *copy = strdup(path);
    if (files == NULL || copy == NULL)
        exit(3);
    const char *dot = strrchr(copy + where->base, '.');
    files[n_files++] = (found){.path = copy, .extension = dot != NULL ? dot : "", .order = hash(copy)};
    return 0;
}

static int by_extension(const void *a, const void *b)
{
    const found *x = a, *y = b;
    int c = strcasecmp(x->extension, y->extension);
    return c != 0 ? c : x->order < y->order ? -1 : x->order > y->order;
}

static int by_turn(const void *a, const void *b)
{
    const found *x = a, *y = b;
    return x->turn != y->turn ? (x->turn < y->turn ? -1 : 1) : x->order < y->order ? -1 : x->order > y->order;
}

/* A rule that says no more than what kind of file this is. */
static bool is_kind(const char *rule)
{
    static const char *const rules[] = {"file/other-kind", "file/unknown-kind", "file/git-lfs-pointer", "file/empty",
                                        "file/all-zeros", "file/gzip", "file/zlib", "file/xz", "file/zstd",
                                        "file/base64", "file/hex-text", NULL};
    for (size_t i = 0; rules[i] != NULL; i++)
        if (strcmp(rule, rules[i]) == 0)
            return true;
    return false;
}

static bool is_model(const a3d_format *format)
{
    for (size_t i = 0; a3d_formats()[i] != NULL; i++)
        if (a3d_formats()[i] == format)
            return true;
    return false;
}

static void check_one(const char *path, const uint8_t *data, size_t size, const char *name, const wish *w, alarms *a)
{
    a3d_arena arena;
    a3d_options options = {.name = name};
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, data, size, &options);
    const a3d_finding *first = r != NULL && r->doc != NULL && r->doc->n_findings > 0 ? r->doc->findings : NULL;
    bool bad = r == NULL || is_model(r->format) || r->verdict == A3DLINT_VALID || r->verdict == A3DLINT_INVALID ||
               (first != NULL && !is_kind(first->rule->id));
    a->checked++;
    a->false_ones += bad;
    if (bad && w->show)
        printf("%s | foreign | as %s | %s | %s: %s\n", path, name != NULL ? name : "no name",
               r != NULL && r->format != NULL ? r->format->name : "no format", first != NULL ? first->rule->id : "",
               first != NULL ? first->message : r != NULL ? a3d_verdict_name(r->verdict) : "no memory");
    a3d_arena_free(&arena);
}

/* Under its own name, without one, or under that of a model. */
static void check_file(const char *path, const wish *w, alarms *a)
{
    char name[40];
    size_t size;
    uint8_t *data = read_file(path, MOST_SIZE, &size);
    if (data == NULL)
        return;
    draw_from(w->seed, hash(path), 1);
    snprintf(name, sizeof name, "model.%.30s", first_extension(a3d_formats()[draw() % A3D_FORMATS]));
    check_one(path, data, size, path, w, a);
    check_one(path, data, size, NULL, w, a);
    check_one(path, data, size, name, w, a);
    free(data);
}

void check_foreign(const wish *w, alarms *a)
{
    salt = w->seed * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < w->n_folders; i++)
        nftw(w->folders[i], add, 32, FTW_PHYS);
    qsort(files, n_files, sizeof *files, by_extension);
    for (size_t i = 1; i < n_files; i++)
        if (strcasecmp(files[i].extension, files[i - 1].extension) == 0)
            files[i].turn = files[i - 1].turn + 1;
    qsort(files, n_files, sizeof *files, by_turn);
    for (size_t i = 0; i < n_files; i++) {
        if (i < w->foreign)
            check_file(files[i].path, w, a);
        free(files[i].path);
    }
    free(files);
}
