/* write.c - see write.h */
#include "cli/baseline/write.h"
#include "base/amount.h"
#include "cli/input/paths.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"

#include <stdlib.h>
#include <string.h>

struct a3d_baseline_writer {
    a3d_arena *arena;
    const char *path, *folder;
    a3d_entries entries;
    size_t expired;
    size_t unread;          /* files that cannot be accepted, and the first of them */
    const char *first_unread;
    unsigned files;
};

a3d_baseline_writer *a3d_baseline_writer_new(a3d_arena *arena, const char *path)
{
    a3d_baseline_writer *w = a3d_arena_alloc(arena, sizeof *w);
    char *whole = a3d_absolute(arena, path);
    if (w == NULL || whole == NULL || (w->folder = a3d_folder_of(arena, whole)) == NULL)
        return NULL;
    w->arena = arena;
    w->path = path;
    return w;
}

static bool add(a3d_baseline_writer *w, const a3d_entry *e)
{
    a3d_entry *list = a3d_grow(w->arena, w->entries.at, &w->entries.cap, w->entries.n + 1, sizeof *list);
    if (list == NULL)
        return false;
    w->entries.at = list;
    list[w->entries.n++] = *e;
    return e->path != NULL && e->rule != NULL && e->field != NULL && e->fingerprint != NULL;
}

static const char *keep(a3d_baseline_writer *w, const char *text)
{
    return a3d_arena_text(w->arena, text, strlen(text));
}

void a3d_baseline_next_file(a3d_baseline_writer *w)
{
    w->files++;
}

bool a3d_baseline_record(a3d_baseline_writer *w, const a3d_doc *doc, const a3d_finding *f, const char *place,
                         const a3d_entry *key, const a3d_standing *standing)
{
    a3d_text found;
    char *name = a3d_path_in_baseline(doc->arena, w->folder, place);
    a3d_text_init(&found, doc->arena);
    a3d_put_quantity(&found, &f->actual);
    a3d_entry e = {
        .path = name != NULL ? keep(w, name) : NULL,
        .rule = f->rule->id,
        .field = keep(w, key->field),
        .fingerprint = keep(w, key->fingerprint),
        .reason = standing->reason,
        .expires = standing->expires,
        .count = f->count,
        .file = w->files,
    };
    if (found.size > 0 && !found.failed)
        e.found = a3d_arena_text(w->arena, found.data, found.size);
    a3d_text_free(&found);
    w->expired += standing->expired;
    return add(w, &e);
}

bool a3d_baseline_refuse(a3d_baseline_writer *w, const char *place)
{
    if (w->unread++ == 0)
        w->first_unread = a3d_path_in_baseline(w->arena, w->folder, place);
    return w->first_unread != NULL;
}

/* Says which files still set the exit status. */
static void complain_unread(const a3d_baseline_writer *w)
{
    if (w->unread == 1)
        a3d_complain("%s: %s is unreadable and was not added; checks still end with exit status %d; "
                     "skip it with --exclude or 'exclude = ' in .a3dlint",
                     w->path, w->first_unread, A3D_EXIT_UNREADABLE);
    else if (w->unread > 1)
        a3d_complain("%s: %s and %zu more are unreadable and were not added; checks still end with exit status %d; "
                     "skip them with --exclude or 'exclude = ' in .a3dlint",
                     w->path, w->first_unread, w->unread - 1, A3D_EXIT_UNREADABLE);
}

bool a3d_baseline_keep(a3d_baseline_writer *w, const char *folder, const a3d_entry *old)
{
    a3d_entry e = *old;
    bool there;
    if (strcmp(folder, w->folder) != 0) {
        char *place = a3d_place_from_baseline(w->arena, folder, old->path, &there);
        e.path = place != NULL ? a3d_path_in_baseline(w->arena, w->folder, place) : NULL;
    }
    return add(w, &e);
}

static int by_order(const void *a, const void *b)
{
    const a3d_entry *x = a, *y = b;
    int order = a3d_entry_order(x, y);
    return order != 0 ? order : (x->file > y->file) - (x->file < y->file);
}

/* Merges equal entries into one, with the sum of their counts. A file that was checked more than once, since its folder
 * was named too, still counts once: of several checks the largest sum counts. */
static void merge_equal(a3d_entries *e)
{
    size_t n = 0;
    uint64_t of_file = 0;
    if (e->n == 0)
        return;
    qsort(e->at, e->n, sizeof *e->at, by_order);
    for (size_t i = 0; i < e->n; i++) {
        const a3d_entry one = e->at[i];
        bool same = i > 0 && a3d_entry_order(&e->at[n - 1], &one) == 0;
        of_file = one.count + (same && e->at[n - 1].file == one.file ? of_file : 0);
        if (!same)
            e->at[n++] = one;
        e->at[n - 1].file = one.file;
        if (e->at[n - 1].count < of_file)
            e->at[n - 1].count = of_file;
    }
    e->n = n;
}

/* Says how much the baseline accepts. An entry covers findings that are equal, or a list with several wrong places. */
static void complain_sum(const a3d_baseline_writer *w)
{
    uint64_t places = 0;
    for (size_t i = 0; i < w->entries.n; i++)
        places += w->entries.at[i].count;
    a3d_complain("%s: %s for %s", w->path, a3d_amount_of(w->entries.n, "entry").text,
                 a3d_amount_of(places, "place").text);
}

int a3d_baseline_write(a3d_baseline_writer *w)
{
    a3d_text out;
    merge_equal(&w->entries);
    a3d_text_init(&out, w->arena);
    a3d_baseline_put(&out, &w->entries);
    const char *why = a3d_write_output(w->path, &out);
    if (why != NULL) {
        a3d_complain("cannot write %s: %s", w->path, why);
        return A3D_EXIT_FAULT;
    }
    complain_sum(w);
    if (w->expired > 0)
        a3d_complain("%s: entries that expired and have no effect (\"expires\"): %zu", w->path, w->expired);
    complain_unread(w);
    a3d_text_free(&out);
    return 0;
}
