/* transfer_sound.c - false alarms in sound files: those that are given, and random ones. */
#define _XOPEN_SOURCE 700
#include "transfer.h"
#include "lint/generate.h"

#include <stdio.h>
#include <stdlib.h>

/* The first finding of a rule for whole files. */
static const a3d_finding *alarm_in(const a3d_result *r)
{
    for (size_t i = 0; r->doc != NULL && i < r->doc->n_findings; i++)
        if (strncmp(r->doc->findings[i].rule->id, "file/", 5) == 0)
            return &r->doc->findings[i];
    return NULL;
}

static void check_one(const a3d_format *format, const char *path, const uint8_t *data, size_t size, const char *name,
                      const wish *w, alarms *a)
{
    a3d_arena arena;
    a3d_options options = {.name = name};
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, data, size, &options);
    const a3d_finding *f = r != NULL ? alarm_in(r) : NULL;
    bool bad = r == NULL || r->verdict != A3DLINT_VALID || r->format != format || f != NULL;
    a->checked++;
    a->false_ones += bad;
    if (bad && w->show)
        printf("%s | sound | as %s | %s | %s\n", path, name != NULL ? name : "no name",
               r == NULL || r->format == NULL ? "no format" : r->format->name,
               f != NULL ? f->message : r != NULL ? a3d_verdict_name(r->verdict) : "no memory");
    a3d_arena_free(&arena);
}

void check_sound(const family *f, const wish *w, alarms *a)
{
    for (size_t i = 0; i < f->n; i++) {
        check_one(f->format, f->files[i].path, f->files[i].data, f->files[i].size, f->files[i].path, w, a);
        check_one(f->format, f->files[i].path, f->files[i].data, f->files[i].size, NULL, w, a);
    }
}

enum { MOST_VERSIONS = 64 };

/* The versions that can be made. */
static size_t list_versions(const a3d_format *format, const a3d_version *list[MOST_VERSIONS])
{
    size_t n = 0;
    for (const a3d_version *v = format->versions; v->text != NULL && n < MOST_VERSIONS; v++)
        if (v->generated)
            list[n++] = v;
    return n;
}

static uint32_t branch_named(const a3d_format *format, const char *name)
{
    for (const a3d_branch *b = format->branches; name != NULL && b != NULL && b->name != NULL; b++)
        if (strcmp(b->name, name) == 0)
            return b->mask;
    return 0;
}

/* The random file of this number. Its name is without an extension. */
static bool make_random(const a3d_format *format, const wish *w, unsigned long i, a3d_text *out, char name[60])
{
    enum { MOST_SIZE = 16384 };
    const a3d_version *versions[MOST_VERSIONS];
    const a3d_version *version = versions[i % list_versions(format, versions)];
    draw_from(w->seed, i, 0);
    a3d_wish made = {.format = format, .version = version, .branch = branch_named(format, version->branch)};
    made.seed = draw();
    made.size = 100 + draw() % MOST_SIZE;
    snprintf(name, 60, "%s-%s-%lu", format->name, version->text, i);
    return a3d_generate_random(out->arena, &made, out) == NULL;
}

void check_generated(const a3d_format *format, const wish *w, alarms *a)
{
    char name[60], path[80];
    for (unsigned long i = 0; i < w->generated; i++) {
        a3d_arena arena;
        a3d_text out;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        if (make_random(format, w, i, &out, name)) {
            snprintf(path, sizeof path, "%s.%s", name, first_extension(format));
            check_one(format, path, (const uint8_t *)out.data, out.size, draw() % 2 == 0 ? path : NULL, w, a);
        }
        a3d_arena_free(&arena);
    }
}

void take_random(family *f, const wish *w)
{
    char name[60];
    for (unsigned long i = 0; i < w->random; i++) {
        a3d_arena arena;
        a3d_text out;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        if (make_random(f->format, w, i, &out, name) && out.size <= w->most) {
            input in = {.path = strdup(name), .data = malloc(out.size), .size = out.size};
            f->files = realloc(f->files, (f->n + 1) * sizeof *f->files);
            if (in.path == NULL || in.data == NULL || f->files == NULL)
                exit(3);
            memcpy(in.data, out.data, out.size);
            f->files[f->n++] = in;
        }
        a3d_arena_free(&arena);
    }
}
