/* git_index.c - see git_index.h. The format is described in gitformat-index(5). */
#include "base/git_index.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 12,
    STATE = 40,       /* bytes of an entry before its id */
    SHA1 = 20, SHA256 = 32,
    MODE_KIND = 0xf000, REGULAR = 0x8000,
    ASSUMED = 0x8000, EXTENDED = 0x4000, STAGE = 0x3000, /* flags of an entry */
    SKIPPED = 0x4000, INTENDED = 0x2000,                 /* its further flags */
    EXTENSION = 8,    /* bytes before the content of an extension */
    MOST_PATHS = 4    /* times the bytes of the index; real ones have about as many */
};

typedef struct reader {
    const uint8_t *data;
    size_t at, end; /* the hash at the end is not part of it */
    uint32_t version;
    a3d_arena *arena;
    a3d_git_index *index;
    const char *before; /* the path of the last entry */
    bool staged;        /* which is one of several of a conflict */
    size_t path_bytes;  /* of paths that were put together */
    const char *why;    /* it cannot be read; NULL: it is broken */
} reader;

static const char no_memory[] = "not enough memory";

/* ---- paths ---- */

/* The number before a path of version 4: how many bytes of the path before are dropped at its end. */
static bool get_dropped(reader *r, size_t *dropped)
{
    size_t value = 0;
    for (unsigned n = 0; r->at < r->end && n < 5; n++) {
        uint8_t byte = r->data[r->at++];
        value = (n > 0 ? value + 1 : 0) << 7 | (byte & 0x7f);
        if (byte < 0x80) {
            *dropped = value;
            return value <= strlen(r->before);
        }
    }
    return false;
}

/* Reads a path, with what follows it up to the next entry. NULL at the end, and when it is damaged. */
static const char *get_path(reader *r, size_t start)
{
    size_t dropped = 0;
    if (r->version == 4 && !get_dropped(r, &dropped))
        return NULL;
    const uint8_t *text = r->data + r->at, *nul = memchr(text, 0, r->end - r->at);
    if (nul == NULL)
        return NULL;
    size_t n = (size_t)(nul - text);
    if (r->version < 4) {
        r->at = start + ((r->at - start + n + 8) & ~(size_t)7); /* one to eight NULs follow */
        return r->at <= r->end ? (const char *)text : NULL;
    }
    r->at += n + 1;
    /* Real paths take about as many bytes as the rest of their entries. */
    size_t kept = strlen(r->before) - dropped;
    r->path_bytes += kept + n;
    if (r->path_bytes > MOST_PATHS * r->end)
        return NULL;
    char *path = a3d_arena_alloc(r->arena, kept + n + 1);
    if (path == NULL) {
        r->why = no_memory;
        return NULL;
    }
    memcpy(path, r->before, kept);
    memcpy(path + kept, text, n);
    return path;
}

/* ---- entries ---- */

static bool add(reader *r, const a3d_git_file *file)
{
    a3d_git_index *index = r->index;
    a3d_git_file *files = a3d_grow(r->arena, index->files, &index->cap, index->n + 1, sizeof *files);
    if (files == NULL) {
        r->why = no_memory;
        return false;
    }
    index->files = files;
    files[index->n++] = *file;
    return true;
}

static bool get_entry(reader *r)
{
    size_t start = r->at, room = r->end - r->at, fixed = STATE + r->index->id_size + 2;
    const uint8_t *p = r->data + start;
    if (room < fixed + 2)
        return false;
    a3d_git_file file = {.changed = a3d_load32(p, true), .changed_ns = a3d_load32(p + 4, true),
                         .modified = a3d_load32(p + 8, true), .modified_ns = a3d_load32(p + 12, true),
                         .device = a3d_load32(p + 16, true), .node = a3d_load32(p + 20, true),
                         .size = a3d_load32(p + 36, true), .id = p + STATE};
    uint32_t mode = a3d_load32(p + 24, true);
    unsigned flags = a3d_load16(p + fixed - 2, true), further = 0;
    r->at += fixed;
    if ((flags & EXTENDED) != 0) {
        further = a3d_load16(p + fixed, true);
        r->at += 2;
    }
    file.path = get_path(r, start);
    if (file.path == NULL || ((flags & EXTENDED) != 0 && r->version == 2) || (mode & ~UINT32_C(0xffff)) != 0)
        return false;
    /* In order, which also says that the size of ids is the right one. */
    int order = strcmp(r->before, file.path);
    bool staged = (flags & STAGE) != 0;
    if (order > 0 || (order == 0 && !(staged && r->staged)))
        return false;
    r->before = file.path;
    r->staged = staged;
    file.plain = (mode & MODE_KIND) == REGULAR && (flags & (ASSUMED | STAGE)) == 0 &&
                 (further & (SKIPPED | INTENDED)) == 0;
    return add(r, &file);
}

/* Extensions whose name begins with a small letter change what entries mean. */
static bool skip_extensions(reader *r)
{
    while (r->at < r->end) {
        const uint8_t *p = r->data + r->at;
        if (r->end - r->at < EXTENSION)
            return false;
        if (memcmp(p, "link", 4) == 0)
            r->why = "is split, which is not supported (git update-index --no-split-index)";
        else if (memcmp(p, "sdir", 4) == 0)
            r->why = "is sparse, which is not supported (git config index.sparse false)";
        if (p[0] < 'A' || p[0] > 'Z')
            return false;
        uint32_t size = a3d_load32(p + 4, true);
        if (size > r->end - r->at - EXTENSION)
            return false;
        r->at += EXTENSION + (size_t)size;
    }
    return true;
}

/* Returns NULL, or what is wrong. */
static const char *read_with(a3d_arena *arena, const uint8_t *data, size_t size, unsigned id_size, a3d_git_index *index)
{
    static const char broken[] = "is not an index of Git, or is damaged";
    *index = (a3d_git_index){.id_size = id_size};
    if (size < HEADER || memcmp(data, "DIRC", 4) != 0)
        return broken;
    uint32_t version = a3d_load32(data + 4, true), n = a3d_load32(data + 8, true);
    if (version < 2 || version > 4)
        return "has a version that is not known; 2 to 4 are";
    if (size < HEADER + id_size)
        return broken;
    reader r = {.data = data, .at = HEADER, .end = size - id_size, .version = version, .arena = arena, .index = index,
                .before = ""};
    bool good = true;
    for (uint32_t i = 0; good && i < n; i++)
        good = get_entry(&r);
    if (good && skip_extensions(&r))
        return NULL;
    return r.why != NULL ? r.why : broken;
}

const char *a3d_git_index_read(a3d_arena *arena, const uint8_t *data, size_t size, a3d_git_index *index)
{
    const char *why = read_with(arena, data, size, SHA1, index);
    if (why != NULL && read_with(arena, data, size, SHA256, index) == NULL)
        return NULL;
    if (why != NULL)
        *index = (a3d_git_index){0};
    return why;
}

/* Compares a path with one of n bytes, or for a folder with what is below it: less, the same, or greater. */
static int compare(const char *name, const char *path, size_t n, bool folder)
{
    int d = strncmp(name, path, n);
    if (d != 0)
        return d;
    return folder ? (unsigned char)name[n] - '/' : name[n] != '\0';
}

/* A file with this path, or for a folder one below it; or NULL. */
static const a3d_git_file *search(const a3d_git_index *index, const char *path, bool folder)
{
    size_t low = 0, high = index->n, n = strlen(path);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(index->files[middle].path, path, n, folder);
        if (order == 0)
            return &index->files[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const a3d_git_file *a3d_git_index_find(const a3d_git_index *index, const char *path)
{
    const a3d_git_file *file = search(index, path, false);
    return file != NULL && file->plain ? file : NULL;
}

bool a3d_git_index_has(const a3d_git_index *index, const char *path, bool folder)
{
    return search(index, path, false) != NULL || (folder && search(index, path, true) != NULL);
}

static bool is_time(int64_t time, uint32_t seconds, uint32_t nanoseconds)
{
    return time == (int64_t)seconds * INT64_C(1000000000) + nanoseconds;
}

bool a3d_git_is_unchanged(const a3d_git_file *file, int64_t written, const a3d_git_now *now)
{
    bool same = is_time(now->changed, file->changed, file->changed_ns) &&
                is_time(now->modified, file->modified, file->modified_ns) && now->size == file->size &&
                (uint32_t)now->node == file->node;
    return same && file->changed_ns != 0 && now->modified < written && now->changed < written;
}
