/* keep.c - collects the results of a run and writes the file of a cache; see cache.h */
#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/common/again.h"

#include <string.h>

enum {
    LARGEST = 1 << 20, /* bytes of a result that is kept */
    STALE = 7,         /* days after which the use of an entry is noted again */
    FORGOTTEN = 60,    /* days without use after which an entry is dropped */
    SOON = 14          /* the same for what the system says of a file, which differs with each copy */
};

static bool add(a3d_cache *c, const a3d_hash *key, bool brief, const uint8_t *record, uint32_t size)
{
    a3d_cache_entry *list = a3d_grow(c->cli->arena, c->added, &c->cap_added, c->n_added + 1, sizeof *list);
    if (list == NULL)
        return false;
    c->added = list;
    list[c->n_added++] = (a3d_cache_entry){*key, record, size, c->today, brief, true};
    return true;
}

/* Adds the keys that the cache lacks. */
static void add_keys(a3d_cache *c, const a3d_cached *k, const uint8_t *record, uint32_t size)
{
    for (unsigned kind = 0; kind < A3D_CACHE_KEYS; kind++)
        if (k->has[kind] && !k->known[kind])
            add(c, &k->keys[kind], kind == A3D_BY_STATE, record, size);
}

/* Notes that an entry was used, and adds what else is known of the file now. */
static void keep_found(a3d_cache *c, const a3d_cached *k)
{
    a3d_cache_entry entry;
    c->used[k->entry] = 1;
    for (unsigned kind = 0; kind < A3D_CACHE_KEYS; kind++)
        c->found[kind] += k->known[kind];
    if (a3d_cache_image_entry(&c->image, k->entry, &entry))
        add_keys(c, k, entry.record, entry.size);
}

void a3d_cache_keep(a3d_cache *c, const a3d_job *job)
{
    const a3d_cached *k = &job->cached;
    bool result = job->result != NULL && job->problem == NULL && job->skipped == NULL && !job->limited;
    if (c == NULL || !result || job->archive != 0 || job->arena.refused)
        return;
    c->looked++;
    if (k->found) {
        keep_found(c, k);
        return;
    }
    a3d_arena scratch;
    a3d_text out;
    a3d_arena_init_below(&scratch, c->cli->arena);
    a3d_text_init(&out, &scratch);
    if (a3d_again_put(&out, job->result, job->choices->options.n_levels) && out.size <= LARGEST &&
        c->bytes_added + out.size <= A3D_CACHE_MOST) {
        char *kept = a3d_arena_text(c->cli->arena, out.data, out.size);
        c->bytes_added += out.size;
        if (kept != NULL)
            add_keys(c, k, (const uint8_t *)kept, (uint32_t)out.size);
    }
    a3d_arena_free(&scratch);
}

/* ---- the end ---- */

static void say_how_many(const a3d_cache *c)
{
    const size_t *n = c->found;
    size_t all = n[A3D_BY_STATE] + n[A3D_BY_GIT] + n[A3D_BY_CONTENT];
    a3d_complain("%s: %zu of %zu results are from the cache (found by time: %zu, by git: %zu, by content: %zu)",
                 c->path, all, c->looked, n[A3D_BY_STATE], n[A3D_BY_GIT], n[A3D_BY_CONTENT]);
}

/* The entries of the file now, which another run may have written. */
static void add_those_of_file(const a3d_cache *c, const a3d_cache_image *now, a3d_cache_entry *list, size_t *n)
{
    for (size_t i = 0; i < now->n; i++) {
        a3d_cache_entry *e = &list[*n];
        if (a3d_cache_image_entry(now, i, e) && e->day + (uint64_t)(e->brief ? SOON : FORGOTTEN) > c->today)
            ++*n;
    }
}

/* Those that this run used, with its day, and those that it added. */
static void add_own(a3d_cache *c, a3d_cache_entry *list, size_t *n)
{
    for (size_t i = 0; i < c->image.n; i++) {
        a3d_cache_entry *e = &list[*n];
        if (!c->used[i] || !a3d_cache_image_entry(&c->image, i, e))
            continue;
        e->day = c->today;
        ++*n;
    }
    for (size_t i = 0; i < c->n_added; i++)
        list[(*n)++] = c->added[i];
}

/* Whether the file would say anything new. */
static bool is_changed(const a3d_cache *c)
{
    a3d_cache_entry e;
    bool changed = c->n_added > 0 || (c->image.n > 0 && memcmp(&c->program_state, &c->image.program_state,
                                                               sizeof c->program_state) != 0);
    for (size_t i = 0; !changed && i < c->image.n; i++)
        changed = c->used[i] && a3d_cache_image_entry(&c->image, i, &e) && e.day + (uint64_t)STALE < c->today;
    return changed;
}

static const char *write_file(a3d_cache *c, a3d_arena *arena)
{
    a3d_input input;
    a3d_text out;
    size_t n = 0;
    a3d_os_info info;
    a3d_cache_image now = {0};
    if (a3d_os_info_of(c->path, &info) &&
        (a3d_read_input(arena, c->path, A3D_CACHE_MOST, &input) != NULL || input.too_large ||
         a3d_cache_image_read(&now, input.data, input.size) == A3D_CACHE_FOREIGN))
        return "another file is there now";
    a3d_cache_entry *list = a3d_arena_alloc(arena, (now.n + c->image.n + c->n_added + 1) * sizeof *list);
    if (list == NULL)
        return "not enough memory";
    add_those_of_file(c, &now, list, &n);
    add_own(c, list, &n);
    now.program = c->program;
    now.program_state = c->program_state;
    a3d_text_init(&out, arena);
    if (!a3d_cache_image_put(&out, arena, &now, list, n, A3D_CACHE_MOST))
        return "not enough memory";
    return a3d_write_output(c->path, &out);
}

int a3d_cache_end(a3d_cache *c)
{
    a3d_arena arena;
    if (c == NULL || c->cli->arena->refused)
        return 0; /* main() complains */
    if (c->damaged)
        a3d_complain("%s: entries of the cache are damaged and were not used", c->path);
    if (c->cli->verbose)
        say_how_many(c);
    if (!is_changed(c))
        return 0;
    a3d_arena_init_below(&arena, c->cli->arena);
    const char *why = write_file(c, &arena);
    if (why != NULL)
        a3d_complain("cannot write %s: %s", c->path, why);
    a3d_arena_free(&arena);
    return why != NULL ? A3D_EXIT_FAULT : 0;
}
