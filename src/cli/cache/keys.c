/* keys.c - what a result depends on, as one hash; see cache.h */
#include "base/git_index.h"
#include "cli/archive/archive.h"
#include "cli/cache/parts.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/options/library.h"
#include "os/process.h"

#include <string.h>
#include <time.h>

static const int64_t second = 1000000000;

/* ---- times ---- */

int64_t a3d_cache_now(void)
{
    return (int64_t)time(NULL) * second;
}

/* A file that was changed a moment ago may be changed again without another time: clocks of file systems tick in steps.
 * Where a time has no finer fraction than hundredths of a second, it may be one that anybody can set, as in images of
 * disks and on exFAT. Only the time of any change counts: that of the content can be set everywhere. */
bool a3d_cache_is_settled(const a3d_os_info *info, int64_t now)
{
    enum { STEPS = 2, COARSE = 10000000 };
    return info->changed > 0 && info->changed % COARSE != 0 && info->changed < now - STEPS * second;
}

bool a3d_cache_same_state(const a3d_os_info *a, const a3d_os_info *b)
{
    return a->kind == b->kind && a->size == b->size && a->device == b->device && a->node == b->node &&
           a->modified == b->modified && a->changed == b->changed;
}

static void add_state(a3d_hasher *h, const a3d_os_info *info)
{
    a3d_hash_number(h, info->device);
    a3d_hash_number(h, info->node);
    a3d_hash_number(h, info->size);
    a3d_hash_number(h, (uint64_t)info->modified);
    a3d_hash_number(h, (uint64_t)info->changed);
}

/* ---- the program ---- */

/* The hash of the file of this program, so that a build with other rules has other keys, whatever its version. It is
 * read again only when the file was changed. */
static void know_file(a3d_cache *c, const char *path)
{
    a3d_os_info info;
    a3d_input input;
    a3d_arena arena;
    a3d_hasher h;
    if (!a3d_os_info_of(path, &info))
        return;
    a3d_hash_begin(&h);
    a3d_hash_text(&h, path);
    add_state(&h, &info);
    a3d_hash state = a3d_hash_end(&h);
    bool settled = a3d_cache_is_settled(&info, c->begun);
    if (settled && c->image.n > 0 && memcmp(state.bytes, c->image.program_state.bytes, sizeof state.bytes) == 0) {
        c->program = c->image.program;
        c->program_state = state;
        return;
    }
    a3d_arena_init_below(&arena, c->cli->arena);
    if (a3d_read_input(&arena, path, A3D_CACHE_MOST, &input) == NULL && !input.too_large) {
        c->program = a3d_hash_of(input.data, input.size);
        c->program_state = settled ? state : c->program_state;
    }
    a3d_arena_free(&arena);
}

void a3d_cache_know_program(a3d_cache *c)
{
    char path[4096];
    a3d_hasher h;
    if (a3d_os_program(path, sizeof path))
        know_file(c, path);
    a3d_hash_begin(&h);
    a3d_hash_text(&h, A3DLINT_VERSION);
    a3d_hash_add(&h, c->program.bytes, sizeof c->program.bytes);
    a3d_hash_number(&h, a3d_most_memory(c->cli));
    c->run = a3d_hash_end(&h);
}

/* ---- settings ---- */

static void add_limits(a3d_hasher *h, const a3d_limits *l)
{
    const uint64_t all[] = {l->input, l->unpacked, l->nodes, l->depth, l->findings, l->work};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        a3d_hash_number(h, all[i]);
}

static void add_words(a3d_hasher *h, const char *const *words, size_t n)
{
    a3d_hash_number(h, n);
    for (size_t i = 0; i < n; i++)
        a3d_hash_text(h, words[i]);
}

static void add_levels(a3d_hasher *h, const a3d_level *levels, size_t n)
{
    a3d_hash_number(h, n);
    for (size_t i = 0; i < n; i++) {
        a3d_hash_text(h, levels[i].pattern);
        a3d_hash_number(h, levels[i].severity);
    }
}

/* Of a name only the extension matters. */
static const char *extension_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && strchr(dot, '/') == NULL ? dot : "";
}

static void begin_key(a3d_hasher *h, const a3d_cache *c, const a3d_job *job, unsigned kind)
{
    const a3d_options *o = &job->choices->options;
    a3d_hash_begin(h);
    a3d_hash_add(h, c->run.bytes, sizeof c->run.bytes);
    a3d_hash_number(h, kind);
    a3d_hash_text(h, extension_of(job->path));
    a3d_hash_number(h, a3d_archive_named(job->path));
    add_limits(h, &o->limits);
    a3d_hash_text(h, o->format != NULL ? o->format->name : "");
    a3d_hash_number(h, o->branch);
    a3d_hash_number(h, o->worded);
    a3d_hash_number(h, o->accept_content);
    add_words(h, o->compats, o->n_compats);
    add_levels(h, o->levels, o->n_levels);
    add_words(h, o->only, o->n_only);
}

void a3d_cache_make_key(const a3d_cache *c, a3d_job *job, unsigned kind)
{
    a3d_hasher h;
    unsigned id_size;
    a3d_cached *k = &job->cached;
    const a3d_git_file *f = kind == A3D_BY_GIT ? a3d_cache_git_file(c, job, &id_size) : NULL;
    if (kind == A3D_BY_GIT && f == NULL)
        return;
    begin_key(&h, c, job, kind);
    if (kind == A3D_BY_STATE) {
        add_state(&h, &k->before);
    } else if (kind == A3D_BY_GIT) {
        a3d_hash_number(&h, f->size);
        a3d_hash_number(&h, id_size);
        a3d_hash_add(&h, f->id, id_size);
    } else {
        a3d_hash_number(&h, job->input.size);
        a3d_hash_add(&h, job->input.data, job->input.size);
    }
    k->keys[kind] = a3d_hash_end(&h);
    k->has[kind] = true;
}
