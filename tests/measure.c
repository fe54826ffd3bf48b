/* measure.c - is the damage found where it was done?
 *
 *     measure [--count N] [--seed S] [--most BYTES] [--kind NAME] [--format NAME] [--report BASE] [--show]
 *             [--order] [--keep DIR] FILE...
 *
 * Draws N single damages in the sound files of each format, evenly over the kinds of damage (measure.h; not every
 * format has all), and knows the truth: where the damage is. Files of more than BYTES are left out. Each damaged file
 * is checked as the command line would. Of those that come out invalid it counts in how many the damaged bytes are in
 * a finding without a cause, or in one of its suspects (three at most), how many errors without a cause there are, and
 * whether the edit that the first suspect stands for leaves fewer errors. Damage reaches packed content too: the
 * stream is patched before it is packed, and the checksums around it are put right. --show prints each damage that was
 * not found, --order each that was not named first, --keep writes the files of these into DIR; --report writes BASE.md
 * and BASE.json.
 *
 * measure_draw.c draws a damage, measure_several.c several, measure_judge.c compares them with the findings, measure_print.c prints the figures. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes a damaged file under a name that tells what was done to it. */
static void keep(const char *dir, const char *path, const damage *d, const a3d_text *out)
{
    const char *base = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    char name[600];
    snprintf(name, sizeof name, "%.300s/%u-%u-%.200s", dir, (unsigned)d->stream, (unsigned)d->off, base);
    FILE *f = fopen(name, "wb");
    if (f == NULL || fwrite(out->data, 1, out->size, f) != out->size || fclose(f) != 0)
        exit(3);
}

static void one(const char *path, const uint8_t *data, size_t size, kind k, tally *t, const wish *w)
{
    a3d_arena arena, other;
    a3d_options options = {.name = path};
    damage d[MOST_DAMAGES];
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_arena_init(&other, NULL);
    a3d_text_init(&out, &arena);
    const a3d_result *sound = a3d_lint(&arena, data, size, &options);
    if (sound != NULL && sound->doc != NULL && sound->verdict == A3DLINT_VALID && draw_damages(sound, k, d) &&
        damaged_file(sound->doc, k, d, damages_of(k), &out)) {
        bool found = true, first = true;
        options.format = sound->format;
        const a3d_result *result = a3d_lint(&other, (const uint8_t *)out.data, out.size, &options);
        t->tried++;
        if (result != NULL && result->verdict == A3DLINT_INVALID) {
            judge_all(sound->doc, result->doc, d, damages_of(k), t, &found, &first);
            try_suspect(result, (const uint8_t *)out.data, out.size, t);
        }
        bool shown = (!found && w->tell) || (!first && w->order);
        if (shown)
            show(path, kind_names[k], sound->doc, result->doc, d, damages_of(k));
        if (shown && w->dir != NULL)
            keep(w->dir, path, d, &out);
    }
    a3d_arena_free(&other);
    a3d_arena_free(&arena);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = malloc(64u << 20);
    if (f == NULL || data == NULL)
        exit(3);
    *size = fread(data, 1, 64u << 20, f);
    fclose(f);
    return data;
}

/* ---- families ---- */

/* Puts a file to the others of its format, when it is sound and small enough. */
static void take(family *families, const wish *w, char *path)
{
    a3d_arena arena;
    a3d_options options = {.name = path};
    size_t size;
    uint8_t *data = read_file(path, &size);
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = size <= w->most ? a3d_lint(&arena, data, size, &options) : NULL;
    for (unsigned i = 0; result != NULL && result->verdict == A3DLINT_VALID && a3d_formats()[i] != NULL; i++) {
        family *f = &families[i];
        if (a3d_formats()[i] != result->format || (w->format != NULL && strcmp(w->format, f->format->name) != 0))
            continue;
        f->paths = realloc(f->paths, (size_t)(f->n + 1) * sizeof *f->paths);
        if (f->paths == NULL)
            exit(3);
        f->paths[f->n++] = path;
    }
    a3d_arena_free(&arena);
    free(data);
}

static unsigned long tried(const family *f)
{
    unsigned long n = 0;
    for (int k = 0; k < KINDS; k++)
        n += f->tallies[k].tried;
    return n;
}

/* Kinds that a file does not have give nothing, so there are more draws than damages. */
static void measure_family(family *f, const wish *w)
{
    enum { DRAWS = 4 };
    draw_state = 88172645463325252u + w->seed * 2654435761u;
    for (unsigned long i = 0; tried(f) < w->count && i < DRAWS * w->count && f->n > 0; i++) {
        const char *path = f->paths[draw() % (uint64_t)f->n];
        kind k = w->only != KINDS ? w->only : (kind)(i % KINDS);
        size_t size;
        uint8_t *data = read_file(path, &size);
        one(path, data, size, k, &f->tallies[k], w);
        free(data);
    }
}

static kind kind_named(const char *name)
{
    unsigned k = 0;
    while (k < KINDS && strcmp(kind_names[k], name) != 0)
        k++;
    if (k == KINDS)
        exit(2);
    return (kind)k;
}

static int parse(wish *w, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--show") == 0)
            w->tell = true;
        else if (strcmp(argv[i], "--order") == 0)
            w->order = true;
        else if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
            w->count = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--kind") == 0)
            w->only = kind_named(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--format") == 0)
            w->format = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--keep") == 0)
            w->dir = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--report") == 0)
            w->base = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--most") == 0)
            w->most = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            w->seed = strtoul(argv[++i], NULL, 10);
    }
    return i;
}

int main(int argc, char **argv)
{
    enum { MOST_FORMATS = 16 };
    family families[MOST_FORMATS] = {{.format = NULL}};
    wish w = {.count = 400, .most = 64u << 20, .only = KINDS};
    int first = parse(&w, argc, argv);
    for (unsigned i = 0; a3d_formats()[i] != NULL && i + 1 < MOST_FORMATS; i++)
        families[i].format = a3d_formats()[i];
    for (int i = first; i < argc; i++)
        take(families, &w, argv[i]);
    for (family *f = families; f->format != NULL; f++) {
        measure_family(f, &w);
        print_family(f);
        fflush(stdout);
    }
    if (w.base != NULL) {
        write_markdown(families, &w);
        write_json(families, &w);
    }
    for (family *f = families; f->format != NULL; f++)
        free(f->paths);
    return 0;
}
