/* generate.c - makes valid files; see generate.h */
#include "lint/generate.h"
#include "base/never.h"
#include "engine/encode/encode.h"
#include "engine/generate/maker.h"
#include "engine/generate/smallest.h"
#include "lint/fix.h"

#include <string.h>

enum { TRIES = 12, PLAIN_FROM = 8, MEASURES = 3, LEAST_MEASURED = 1024 };

const char a3d_work_ran_out[] = "stopped at the limit of work: the size is not the one asked for";

a3d_tries a3d_tries_of(const a3d_wish *wish)
{
    a3d_limits limits = {.work = 0};
    a3d_limits_fill(&limits, wish->size);
    return (a3d_tries){.most = wish->most_steps > 0 ? wish->most_steps : a3d_fix_budget(limits.work)};
}

const char *a3d_generate_try(a3d_arena *arena, const a3d_wish *wish, uint64_t seed, uint64_t room, bool plain,
                             a3d_text *out, uint64_t *steps)
{
    const char *why = NULL;
    a3d_options options = {
        .format = wish->format, .branch = wish->branch, .compats = wish->compats, .n_compats = wish->n_compats};
    uint32_t branches = a3d_start_branches(wish->format, &options);
    a3d_doc *doc = room == 0 ? a3d_generate(arena, wish->format, wish->version->number, branches, &why)
                             : a3d_make_document(arena, wish->format, wish->version->number, branches, seed, room,
                                                 plain, &why);
    out->size = 0;
    if (doc != NULL)
        why = a3d_encode(doc, A3D_FAITHFUL, out, NULL, 0);
    *steps += doc != NULL ? doc->steps + doc->n_nodes : 0;
    return why;
}

/* 16 times the logarithm of n to base 2, n > 0. */
static uint64_t log2_of(uint64_t n)
{
    unsigned whole = 63;
    while (n >> whole == 0)
        whole--;
    return 16 * whole + ((n << 4 >> whole) & 15);
}

/* About how many bytes a zlib stream takes: the entropy of its content, byte by byte. */
static uint64_t packed_about(const uint8_t *content, uint32_t size)
{
    uint64_t count[256] = {0}, bits = 0;
    for (uint32_t i = 0; i < size; i++)
        count[content[i]]++;
    for (unsigned i = 0; i < 256; i++)
        if (count[i] > 0)
            bits += count[i] * (log2_of(size) - log2_of(count[i])) / 16;
    return bits / 8;
}

/* The size of a file, in which zlib streams count as about what they take. Another zlib packs otherwise, and the file
 * that a seed gives must not depend on that. */
static uint64_t size_about(const a3d_doc *doc)
{
    uint64_t size = doc->streams[0].size;
    for (uint32_t i = 1; i < doc->n_streams; i++) {
        const a3d_stream *s = &doc->streams[i];
        bool stored = s->packed_size > s->size;
        if (a3d_shape_of(a3d_at(doc, s->owner))->pack == A3D_PACK_ZLIB && !stored)
            size += packed_about(s->data, s->size) - s->packed_size;
    }
    return size;
}

/* Whether a check of the bytes alone finds the wanted format, version and branch, and no error. */
static bool is_sound(const a3d_wish *wish, const a3d_result *r)
{
    if (r == NULL || r->verdict != A3DLINT_VALID || r->format != wish->format)
        return false;
    return !A3D_NEVER(r->doc->vars[A3D_VAR_VERSION] != wish->version->number) &&
           (wish->branch == 0 || (r->doc->vars[A3D_VAR_BRANCH] & wish->branch) != 0);
}

/* Makes one file in a separate arena. t->sound: it fulfills the wish. *size: see size_about. */
static const char *try_once(a3d_arena *arena, const a3d_wish *wish, uint64_t seed, uint64_t room, bool plain,
                            a3d_text *out, a3d_tries *t, uint64_t *size)
{
    a3d_arena own;
    a3d_text file;
    a3d_options options = {.compats = wish->compats, .n_compats = wish->n_compats};
    a3d_arena_init_below(&own, arena);
    a3d_text_init(&file, &own);
    const char *why = a3d_generate_try(&own, wish, seed, room, plain, &file, &t->steps);
    const a3d_result *r = why == NULL ? a3d_lint(&own, (const uint8_t *)file.data, file.size, &options) : NULL;
    t->sound = is_sound(wish, r);
    t->steps += r != NULL ? r->steps : 0;
    *size = r != NULL ? size_about(r->doc) : file.size;
    out->size = 0;
    a3d_put(out, file.data, why == NULL ? file.size : 0);
    why = why != NULL ? a3d_arena_text(arena, why, strlen(why)) : out->failed ? "memory ran out" : NULL;
    a3d_arena_free(&own);
    return why;
}

/* Repeats the same seed with more or less room until the file has about the wanted size, or has taken too long. */
static const char *measure(a3d_arena *arena, const a3d_wish *wish, uint64_t seed, bool plain, a3d_text *out,
                           a3d_tries *t)
{
    uint64_t room = wish->size, size;
    const char *why = try_once(arena, wish, seed, room, plain, out, t, &size);
    for (unsigned i = 0; why == NULL && i < MEASURES && wish->size >= LEAST_MEASURED; i++) {
        size++;
        if (size > wish->size / 4 * 3 && size < wish->size / 4 * 5)
            break;
        uint64_t before = room;
        room = room * wish->size / size;
        if (room > 8 * wish->size)
            room = 8 * wish->size;
        if (room == before)
            break; /* it would be the same file */
        t->limited = t->steps > t->most;
        if (t->limited)
            break;
        why = try_once(arena, wish, seed, room, plain, out, t, &size);
    }
    return why;
}

const char *a3d_generate_random(a3d_arena *arena, const a3d_wish *wish, a3d_text *out)
{
    a3d_random seeds = a3d_random_of(wish->seed);
    a3d_tries t = a3d_tries_of(wish);
    const char *why = NULL;
    uint64_t size;
    for (unsigned i = 0; i < TRIES && wish->size > 0 && !t.sound && t.steps <= t.most && !arena->refused; i++)
        why = measure(arena, wish, a3d_random_next(&seeds), i >= PLAIN_FROM, out, &t);
    if (!t.sound)
        why = try_once(arena, wish, 0, 0, true, out, &t, &size);
    return a3d_text_is_lost(out) ? "memory ran out" : why == NULL && t.limited ? a3d_work_ran_out : why;
}
