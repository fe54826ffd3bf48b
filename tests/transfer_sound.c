/* transfer_sound.c - false alarms in sound files: those that are given, and random ones. */
#include "transfer.h"
#include "lint/generate.h"

#include <stdio.h>

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

void check_generated(const a3d_format *format, const wish *w, alarms *a)
{
    enum { MOST_SIZE = 16384 };
    const a3d_version *versions[MOST_VERSIONS];
    size_t n = list_versions(format, versions);
    char name[60];
    for (unsigned long i = 0; i < w->generated; i++) {
        const a3d_version *version = versions[i % n];
        a3d_arena arena;
        a3d_text out;
        draw_from(w->seed, i, 0);
        a3d_wish made = {.format = format, .version = version, .branch = branch_named(format, version->branch)};
        made.seed = draw();
        made.size = 100 + draw() % MOST_SIZE;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        if (a3d_generate_random(&arena, &made, &out) == NULL) {
            snprintf(name, sizeof name, "%s-%s-%lu.%.9s", format->name, version->text, i, first_extension(format));
            check_one(format, name, (const uint8_t *)out.data, out.size, draw() % 2 == 0 ? name : NULL, w, a);
        }
        a3d_arena_free(&arena);
    }
}
