/* transfer_measure.c - is it named, and undone, what happened to a whole file?
 *
 *     transfer [--seed S] [--most BYTES] [--random N] [--kind NAME] [--format NAME] [--generated N]
 *              [--foreign N --folder DIR...] [--command PROGRAM] [--report BASE] [--show] [--keep DIR] FILE...
 *
 * Does every damage of transfer_kinds.c to every sound file of at most BYTES, and to N random ones of each format, by
 * code of its own, and checks the result as the command line would: half of the files under a name with the extension
 * of their format, half without a name. It counts how often the first finding without a cause has the rule that names
 * the damage; how often the repair of `fix` gives the sound file back byte for byte; how often a file that lost content
 * is called sound, or a repair makes one of it that is called sound; and how often a repair makes something else.
 * PROGRAM (a3dlint) repairs one file in 16 again.
 *
 * False alarms: the sound files, N random ones of each format, and N files below each DIR must not be called damaged.
 *
 * --show prints each miss, --keep writes its file into DIR, --report appends to BASE.md and BASE.json. */
#define _XOPEN_SOURCE 700
#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t draw_state;
uint64_t draw(void)
{
    draw_state ^= draw_state << 13;
    draw_state ^= draw_state >> 7;
    draw_state ^= draw_state << 17;
    return draw_state;
}

void draw_from(uint64_t seed, uint64_t a, uint64_t b)
{
    draw_state = 88172645463325252u + seed * 2654435761u + a * 0x9e3779b97f4a7c15u + b * 0xc2b2ae3d27d4eb4fu;
    draw_state += draw_state == 0;
    for (int i = 0; i < 4; i++)
        draw();
}

uint8_t *read_file(const char *path, size_t most, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = f != NULL ? malloc(most + 1) : NULL;
    *size = data != NULL ? fread(data, 1, most + 1, f) : 0;
    bool whole = data != NULL && *size <= most && ferror(f) == 0;
    if (f != NULL)
        fclose(f);
    if (whole)
        return realloc(data, *size + 1);
    free(data);
    return NULL;
}

const char *first_extension(const a3d_format *format)
{
    static char text[16];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(format->extensions, ","), format->extensions);
    return text;
}

/* Puts a file to the others of its format if it is sound and small enough. */
static void take(family *families, const wish *w, const char *path)
{
    a3d_arena arena;
    a3d_options options = {.name = path};
    size_t size;
    uint8_t *data = read_file(path, w->most, &size);
    if (data == NULL)
        return;
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, data, size, &options);
    for (family *f = families; f->format != NULL; f++) {
        if (r == NULL || r->verdict != A3DLINT_VALID || f->format != r->format)
            continue;
        f->files = realloc(f->files, (f->n + 1) * sizeof *f->files);
        if (f->files == NULL)
            exit(3);
        f->files[f->n++] = (input){strdup(path), data, size};
        data = NULL;
    }
    free(data);
    a3d_arena_free(&arena);
}

static const struct {
    const char *word;
    size_t at;
    bool number;
} words[] = {
#define WORD(word, member, number) {word, offsetof(wish, member), number}
    WORD("--seed", seed, true),           WORD("--most", most, true),       WORD("--random", random, true),
    WORD("--generated", generated, true), WORD("--foreign", foreign, true), WORD("--kind", kind, false),
    WORD("--format", format, false),      WORD("--command", command, false), WORD("--report", base, false),
    WORD("--keep", keep, false),
};

static void set(wish *w, const char *word, const char *value)
{
    size_t i = 0, n = sizeof words / sizeof *words;
    while (i < n && strcmp(words[i].word, word) != 0)
        i++;
    if (strcmp(word, "--folder") == 0 && w->n_folders < sizeof w->folders / sizeof *w->folders)
        w->folders[w->n_folders++] = value;
    else if (i == n)
        exit(2);
    else if (words[i].number)
        *(unsigned long *)((char *)w + words[i].at) = strtoul(value, NULL, 10);
    else
        *(const char **)((char *)w + words[i].at) = value;
}

static int parse(wish *w, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--show") == 0)
            w->show = true;
        else if (i + 1 < argc)
            set(w, argv[i], argv[i + 1]), i++;
    }
    return i;
}

static void measure(family *f, const wish *w)
{
    if (w->format != NULL && strcmp(w->format, f->format->name) != 0)
        return;
    for (unsigned k = 0; kinds[k].name != NULL; k++)
        for (size_t i = 0; i < f->n; i++)
            if (w->kind == NULL || strcmp(w->kind, kinds[k].name) == 0)
                try_damage(f, i, k, w);
    print_family(f);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    family families[A3D_FORMATS + 1] = {{.format = NULL}};
    alarms sound = {0}, generated = {0}, foreign = {0};
    wish w = {.most = 64u << 20};
    int first = parse(&w, argc, argv);
    for (unsigned i = 0; a3d_formats()[i] != NULL; i++)
        families[i].format = a3d_formats()[i];
    for (int i = first; i < argc; i++)
        take(families, &w, argv[i]);
    for (family *f = families; f->format != NULL; f++) {
        take_random(f, &w);
        measure(f, &w);
        check_sound(f, &w, &sound);
        check_generated(f->format, &w, &generated);
    }
    check_foreign(&w, &foreign);
    print_alarms("sound files", &sound);
    print_alarms("random files", &generated);
    print_alarms("foreign files", &foreign);
    if (w.base != NULL)
        append_report(families, &w, &sound, &generated, &foreign);
    for (family *f = families; f->format != NULL; f++) {
        for (size_t i = 0; i < f->n; i++) {
            free(f->files[i].path);
            free(f->files[i].data);
        }
        free(f->files);
    }
    return 0;
}
