/* avoid_main.c - what fuzz-loader asks about files that crash
 *
 *     avoid learn --bad FILE|DIR... [--near FILE|DIR...] --good FILE|DIR...
 *                                     prints lines that tell the bad files from the others; those that
 *                                     are near were made of bad ones by a small change
 *     avoid repair LIST DIR FILE...                      writes each file, repaired by the list, to DIR, if it can be
 *     avoid vary FILE DIR                                writes files that differ from FILE in one place each to DIR
 *     avoid match LIST FILE...                           prints the files that the list matches
 *
 * Status 0: something was printed or written; 1: nothing; 2: wrong use. avoid.h describes lists. */
#define _POSIX_C_SOURCE 200809L
#include "avoid.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIED = 500, MOST_FILES = 1024, MOST_SIZE = 1 << 20 };

typedef struct files {
    avoid_file at[MOST_FILES];
    size_t n;
} files;

static bool read_file(const char *path, avoid_file *f)
{
    FILE *in = fopen(path, "rb");
    *f = (avoid_file){in != NULL ? malloc(MOST_SIZE) : NULL, 0};
    if (f->data != NULL)
        f->size = fread(f->data, 1, MOST_SIZE, in);
    if (in != NULL)
        fclose(in);
    if (f->data == NULL) {
        perror(path);
        return false;
    }
    uint8_t *exact = realloc(f->data, f->size > 0 ? f->size : 1);
    f->data = exact != NULL ? exact : f->data;
    return true;
}

/* A file, or all files of a folder. What is beyond MOST_FILES is not needed. */
static bool add(files *to, const char *path)
{
    DIR *dir = opendir(path);
    bool good = true;
    if (dir == NULL)
        return to->n == MOST_FILES || read_file(path, &to->at[to->n++]);
    for (struct dirent *e = readdir(dir); good && e != NULL && to->n < MOST_FILES; e = readdir(dir)) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, e->d_name);
        if (e->d_name[0] != '.')
            good = read_file(inside, &to->at[to->n++]);
    }
    closedir(dir);
    return good;
}

static void drop(files *f)
{
    while (f->n > 0)
        free(f->at[--f->n].data);
}

static int learn(char **words)
{
    static files bad, near, good;
    static avoid_line lines[AVOID_LINES];
    files *to = NULL;
    for (; *words != NULL; words++) {
        if (strcmp(*words, "--bad") == 0)
            to = &bad;
        else if (strcmp(*words, "--good") == 0)
            to = &good;
        else if (strcmp(*words, "--near") == 0)
            to = &near;
        else if (to == NULL || !add(to, *words))
            return 2;
    }
    size_t n_near = near.n;
    for (size_t i = 0; i < good.n && near.n < MOST_FILES; i++)
        near.at[near.n++] = good.at[i];
    unsigned n = avoid_learn(bad.at, bad.n, near.at, near.n, n_near, lines, AVOID_LINES);
    for (unsigned i = 0; i < n; i++)
        avoid_print(stdout, &lines[i]);
    drop(&bad);
    drop(&near);
    return n > 0 ? 0 : 1;
}

static bool write_file(const char *folder, const char *path, const uint8_t *data, size_t size)
{
    char to[4096];
    const char *base = strrchr(path, '/');
    snprintf(to, sizeof to, "%s/%s", folder, base != NULL ? base + 1 : path);
    FILE *out = fopen(to, "wb");
    bool good = out != NULL && fwrite(data, 1, size, out) == size;
    if (out == NULL || fclose(out) != 0 || !good) {
        perror(to);
        return false;
    }
    return true;
}

/* One file that the list matches; with `folder`, repaired there. */
static int take(const char *path, const char *folder)
{
    static uint8_t out[MOST_SIZE];
    avoid_file f;
    if (!read_file(path, &f))
        return 2;
    const a3d_format *format = avoid_format(f.data, f.size);
    bool reaches = avoid_is_on() && avoid_reaches(format, f.data, f.size);
    size_t n = folder != NULL && reaches ? avoid_repair(format, f.data, f.size, out, sizeof out) : 0;
    free(f.data);
    if (folder == NULL && reaches)
        puts(path);
    if (n > 0 && !write_file(folder, path, out, n))
        return 2;
    return (folder == NULL ? reaches : n > 0) ? 0 : 1;
}

/* Files with a single change each, evenly from all places that can be changed. */
static int vary(const char *path, const char *folder)
{
    static uint8_t out[MOST_SIZE];
    avoid_file f;
    if (!read_file(path, &f))
        return 2;
    const a3d_format *format = avoid_format(f.data, f.size);
    unsigned n = avoid_places(format, f.data, f.size), step = n / MOST_VARIED + 1, made = 0;
    for (unsigned i = 0; i < n; i += step) {
        char name[32];
        size_t size = avoid_vary(format, f.data, f.size, i, out, sizeof out);
        snprintf(name, sizeof name, "varied-%05u", i);
        if (size > 0 && !write_file(folder, name, out, size))
            return 2;
        made += size > 0;
    }
    free(f.data);
    return made > 0 ? 0 : 1;
}

static int take_all(const char *list, const char *folder, char **paths)
{
    int status = 1;
    if (setenv("A3D_AVOID", list, 1) != 0)
        return 2;
    for (; *paths != NULL; paths++) {
        int one = take(*paths, folder);
        if (one == 2)
            return 2;
        status = one < status ? one : status;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "vary") == 0)
        return vary(argv[2], argv[3]);
    if (argc > 2 && strcmp(argv[1], "learn") == 0)
        return learn(argv + 2);
    if (argc > 4 && strcmp(argv[1], "repair") == 0)
        return take_all(argv[2], argv[3], argv + 4);
    if (argc > 3 && strcmp(argv[1], "match") == 0)
        return take_all(argv[2], NULL, argv + 3);
    fprintf(
        stderr,
        "usage: %s learn --bad FILE|DIR... [--near FILE|DIR...] --good FILE|DIR...\n       %s repair LIST DIR FILE...\n"
        "       %s match LIST FILE...\n       %s vary FILE DIR\n",
        argv[0], argv[0], argv[0], argv[0]);
    return 2;
}
