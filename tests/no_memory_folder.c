/* no_memory_folder.c - what is in the folder of a run; see no_memory.h */
#define _POSIX_C_SOURCE 200809L
#include "no_memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *must_have(void *p)
{
    if (p == NULL) {
        perror("no_memory");
        exit(2);
    }
    return p;
}

static void must_be_done(int status, const char *what)
{
    if (status == 0)
        return;
    perror(what);
    exit(2);
}

static entry *add(folder *f, const char *path, bool is_folder)
{
    if (f->n == f->cap) {
        f->cap = f->cap * 2 + 16;
        f->at = must_have(realloc(f->at, f->cap * sizeof *f->at));
    }
    f->at[f->n] = (entry){.path = must_have(strdup(path)), .folder = is_folder};
    return &f->at[f->n++];
}

static void read_bytes(entry *e, size_t size)
{
    FILE *file = must_have(fopen(e->path, "rb"));
    e->data = must_have(malloc(size + 1));
    e->size = fread(e->data, 1, size, file);
    fclose(file);
}

static void read_below(folder *f, const char *path)
{
    DIR *d = must_have(opendir(path));
    for (struct dirent *name; (name = readdir(d)) != NULL;) {
        char below[1024];
        struct stat st;
        if (strcmp(name->d_name, ".") == 0 || strcmp(name->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%s/%s", path, name->d_name);
        must_be_done(lstat(below, &st), below);
        entry *e = add(f, below, S_ISDIR(st.st_mode));
        if (e->folder)
            read_below(f, below);
        else
            read_bytes(e, (size_t)st.st_size);
    }
    closedir(d);
}

void folder_read(folder *f)
{
    *f = (folder){0};
    read_below(f, ".");
}

void folder_free(folder *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free(f->at[i].path);
        free(f->at[i].data);
    }
    free(f->at);
    *f = (folder){0};
}

static const entry *find(const folder *f, const char *path)
{
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->at[i].path, path) == 0)
            return &f->at[i];
    return NULL;
}

/* Two entries of one path, or NULL for none. */
static bool same(const entry *a, const entry *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->folder == b->folder && a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

bool folder_same(const folder *a, const folder *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!same(&a->at[i], find(b, a->at[i].path)))
            return false;
    return true;
}

const char *folder_stray(const folder *now, const folder *before, const folder *after)
{
    for (size_t i = 0; i < now->n; i++) {
        const char *path = now->at[i].path;
        if (!same(&now->at[i], find(before, path)) && !same(&now->at[i], find(after, path)))
            return path;
    }
    for (size_t i = 0; i < before->n; i++) {
        const char *path = before->at[i].path;
        if (find(now, path) == NULL && find(after, path) != NULL)
            return path;
    }
    return NULL;
}

static void restore_entry(const entry *e)
{
    if (e->folder) {
        must_be_done(mkdir(e->path, 0777), e->path);
        return;
    }
    FILE *file = must_have(fopen(e->path, "wb"));
    must_be_done(fwrite(e->data, 1, e->size, file) != e->size, e->path);
    must_be_done(fclose(file), e->path);
}

void folder_restore(const folder *now, const folder *was)
{
    for (size_t i = now->n; i-- > 0;) /* what is in a folder comes after it */
        if (find(was, now->at[i].path) == NULL)
            must_be_done(remove(now->at[i].path), now->at[i].path);
    for (size_t i = 0; i < was->n; i++) {
        const entry *e = find(now, was->at[i].path);
        if (!same(e, &was->at[i]))
            restore_entry(&was->at[i]);
    }
}
