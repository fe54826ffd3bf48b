/* mutator.c - engine/mutate/mutate.h as fuzzers call it: a custom mutator and crossover for libFuzzer. mutator_afl.c
 * has what AFL++ calls. One object has both; what the engine at hand does not call is of no harm.
 *
 * Which format a file is of, its first bytes say; A3D_FORMAT=NAME in the environment says it for all. Some of
 * the changes are left to the engine, which has dictionaries and remembers what was compared. */
#include "mutator.h"
#include "avoid.h"
#include "each.h"
#include "engine/generate/random.h"

#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

int family_run(const a3d_format *format, const uint8_t *data, size_t size) __attribute__((weak));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
PUBLIC size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
PUBLIC size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                        size_t max_size, unsigned int seed);
void mutator_forget(void);
void mutator_describe(a3d_text *out);

enum { AVOID_TRIES = 4, LEFT_TO_ENGINE = 8 };

const a3d_format *mutator_format(const uint8_t *data, size_t size)
{
    const char *name = getenv("A3D_FORMAT");
    const a3d_format *best = name != NULL ? a3d_format_named(name, strlen(name)) : NULL;
    int surest = 0;
    for (const a3d_format *const *f = a3d_formats(); name == NULL && *f != NULL; f++) {
        int sure = (*f)->probe(data, size);
        if (sure > surest) {
            surest = sure;
            best = *f;
        }
    }
    return best;
}

bool mutator_room(workshop *w, size_t n)
{
    if (n <= w->room)
        return true;
    uint8_t *out = realloc(w->out, n);
    if (out == NULL)
        return false;
    w->out = out;
    w->room = n;
    return true;
}

a3d_document_cache *mutator_documents(workshop *w)
{
    if (w->kept_memory.base == NULL || w->kept.n + A3D_CACHED_IN_ONE > A3D_CACHED_DOCUMENTS || w->kept_memory.used > w->kept_memory.size / 2) {
        a3d_document_cache_free(&w->kept);
        a3d_allocator mem = pool_restart(&w->kept_memory);
        a3d_document_cache_init(&w->kept, &mem);
    }
    return &w->kept;
}

static size_t mutate_file(workshop *w, const uint8_t *data, size_t size, const uint8_t *other, size_t other_size, uint64_t seed,
                          uint8_t *out, size_t most)
{
    a3d_arena arena;
    a3d_allocator mem = pool_restart(&w->memory);
    w->made = (a3d_made){0};
    if (size >= UINT32_MAX || other_size >= UINT32_MAX)
        return 0;
    a3d_arena_init(&arena, &mem);
    a3d_mutation m = {mutator_format(data, size), data, (uint32_t)size,       other,
                      (uint32_t)other_size,       seed, mutator_documents(w), &w->made};
    size_t n = a3d_mutate(&arena, &m, out, most);
    a3d_arena_free(&arena);
    return n;
}

/* ---- limits at the end of an input, see family.h ---- */

static const char mark[] = "A3DLIMIT";
enum { MARK = 8, TRAILER = 16, LIMITED = 64 };

static bool has_trailer(const uint8_t *data, size_t size)
{
    return size >= TRAILER && memcmp(data + size - MARK, mark, MARK) == 0;
}

/* The eight choices, one of them changed: values that run into something are small. */
static void put_trailer(uint8_t *out, const uint8_t *choices, uint64_t seed)
{
    static const uint8_t most[MARK] = {255, 1, 1, 24, 16, 64, 8, 20};
    a3d_random r = a3d_random_of(~seed);
    unsigned at = a3d_random_below(&r, MARK);
    if (choices != NULL)
        memmove(out, choices, MARK);
    else
        memset(out, 0, MARK);
    out[at] = (uint8_t)a3d_random_below(&r, most[at] + 1u);
    memcpy(out + MARK, mark, MARK);
}

/* Only our own targets read such an end: they are linked with this, or A3D_LIMITS is set in the environment. */
static size_t make_any(workshop *w, const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                       uint64_t seed, uint8_t *out, size_t most)
{
    bool marked = has_trailer(data, size), ours = family_run != NULL || getenv("A3D_LIMITS") != NULL;
    bool wanted = ours && most > TRAILER && (marked ? seed % 4 != 0 : seed % LIMITED == 1);
    size_t file = marked ? size - TRAILER : size;
    if (!wanted)
        return mutate_file(w, data, marked && ours ? file : size, other, other_size, seed, out, most);
    size_t n = mutate_file(w, data, file, other, other_size, seed, out, most - TRAILER);
    put_trailer(out + n, marked ? data + file : NULL, seed);
    return n + TRAILER;
}

static bool is_avoided(const uint8_t *data, size_t size)
{
    return avoid_is_on() && avoid_reaches(mutator_format(data, size), data, size);
}

/* Leads past known faults (avoid.h): a mutant that reaches one is repaired, or another is made. If all reach one, the
 * file itself is returned. */
size_t mutator_make(workshop *w, const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                    uint64_t seed, uint8_t *out, size_t most)
{
    size_t n = make_any(w, data, size, other, other_size, seed, out, most);
    for (unsigned i = 1; is_avoided(out, n); i++) {
        size_t repaired = avoid_repair(mutator_format(out, n), out, n, out, most);
        if (repaired > 0 && !(repaired == size && memcmp(out, data, size) == 0))
            return repaired;
        if (i == AVOID_TRIES) {
            w->made = (a3d_made){0};
            n = size < most ? size : most;
            memcpy(out, data, n);
            return n;
        }
        n = make_any(w, data, size, other, other_size, seed + i * UINT64_C(0x9e3779b97f4a7c15), out, most);
    }
    return n;
}

void mutator_close(workshop *w)
{
    a3d_document_cache_free(&w->kept);
    free(w->memory.base);
    free(w->kept_memory.base);
    free(w->out);
}

/* ---- libFuzzer ---- */

static workshop only;

/* For who measures: files that are kept are not known again. */
void mutator_forget(void)
{
    for (unsigned i = 0; i < only.kept.n; i++)
        only.kept.files[i].data = NULL;
}

/* For who prints: what the last mutant is, in words. */
void mutator_describe(a3d_text *out)
{
    a3d_put_made(out, &only.made);
}

/* A change of the engine's own; 0 if it reaches a known fault. */
static size_t changed_by_engine(const uint8_t *data, size_t size, uint8_t *out, size_t most)
{
    memcpy(out, data, size);
    size_t n = LLVMFuzzerMutate(out, size, most);
    return is_avoided(out, n) ? 0 : n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    each_file_if_asked();
    if (!mutator_room(&only, max_size))
        return LLVMFuzzerMutate != NULL ? LLVMFuzzerMutate(data, size, max_size) : size;
    bool left = LLVMFuzzerMutate != NULL && seed % LEFT_TO_ENGINE == 0;
    size_t n = left ? changed_by_engine(data, size, only.out, max_size) : 0;
    if (n == 0)
        n = mutator_make(&only, data, size, NULL, 0, seed, only.out, max_size);
    if (n > 0)
        memcpy(data, only.out, n);
    return n;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_size, unsigned int seed)
{
    return mutator_make(&only, data1, size1, data2, size2, seed, out, max_size);
}
