/* fuzz_mutate.c - the mutator itself. An input is a file; its bytes choose the seeds. A mutant is never larger than is
 * allowed, and the same seed gives the same mutant, whichever files were seen before.
 *
 * What AFL++ calls is tried, too: a repaired file is as large as before and stays as it is, a candidate of a trimming
 * is never larger than the file, a description fits and can be in a file name.
 *
 * Engines link a mutator that is built without sanitizers, for speed. Here mutator.c is compiled once more, under other
 * names and as the target is. */
#define _POSIX_C_SOURCE 200809L
#define LLVMFuzzerCustomMutator   tested_mutator
#define LLVMFuzzerCustomCrossOver tested_crossover
#define mutator_forget            tested_forget
#define afl_custom_init           tested_init
#define afl_custom_fuzz           tested_fuzz
#define afl_custom_fuzz_count     tested_fuzz_count
#define afl_custom_describe       tested_describe
#define afl_custom_post_process   tested_post_process
#define afl_custom_init_trim      tested_init_trim
#define afl_custom_trim           tested_trim
#define afl_custom_post_trim      tested_post_trim
#define afl_custom_queue_get      tested_queue_get
#define afl_custom_queue_new_entry tested_queue_new_entry
#define afl_custom_deinit         tested_deinit
#include "mutator.c"
#include "mutator_afl.c"
#include "mutator_repair.c"
#include "mutator_rules.c"
#include "mutator_trim.c"

#include "family.h"

enum { MOST_FILE = 1 << 15, ROUNDS = 2, LARGER = 64, TRIMMED = 16, MOST_ASKED = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t hash_of(const uint8_t *data, size_t size)
{
    uint32_t hash = 0x811c9dc5;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x01000193;
    return hash ^ hash >> 15;
}

/* One mutant in a block of exactly `most` bytes. With `mix`, the file is also the one that parts come from. */
static size_t make_mutant(const uint8_t *data, size_t size, uint8_t *out, size_t most, uint32_t seed, bool mix)
{
    if (mix)
        return tested_crossover(data, size, data, size, out, most, seed);
    memcpy(out, data, size);
    return tested_mutator(out, size, most, seed);
}

static void try_seed(const uint8_t *data, size_t size, size_t most, uint32_t seed, bool mix)
{
    uint8_t *first = malloc(most), *second = malloc(most);
    if (first != NULL && second != NULL) {
        size_t n = make_mutant(data, size, first, most, seed, mix);
        if (n == 0 || n > most)
            family_refuse("mutate", n, "a mutant is empty, or larger than is allowed");
        tested_forget();
        size_t again = make_mutant(data, size, second, most, seed, mix);
        if (again != n || memcmp(first, second, n) != 0)
            family_refuse("mutate", n, "the same seed gives another mutant");
    }
    free(first);
    free(second);
}

/* What AFL++ might make of the file: some bytes changed, bytes put in, or cut out. */
static size_t disturb(uint8_t *out, const uint8_t *data, size_t size, uint32_t hash)
{
    size_t at = hash % size, n = hash >> 8 & 3;
    memcpy(out, data, at);
    if ((hash & 0x10000) != 0) {
        memset(out + at, (int)(hash >> 24), n);
        memcpy(out + at + n, data + at, size - at);
        return size + n;
    }
    n = (hash & 0x20000) != 0 && n < size - at ? n : 0;
    memcpy(out + at, data + at + n, size - at - n);
    out[at < size - n ? at : 0] ^= (uint8_t)(hash >> 24 | 1);
    return size - n;
}

static void try_repair(afl_state *a, const uint8_t *data, size_t size, uint32_t hash)
{
    uint8_t *file = malloc(size + 4), *first = NULL, *again = NULL;
    mutator_repair_base(&a->repair, data, size);
    size_t n = file != NULL ? disturb(file, data, size, hash) : 0;
    if (n > 0 && tested_post_process(a, file, n, &first) != n)
        family_refuse("mutate", n, "a repaired file has another size");
    if (n > 0)
        memcpy(file, first, n);
    if (n > 0 && (tested_post_process(a, file, n, &again) != n || memcmp(again, file, n) != 0))
        family_refuse("mutate", n, "a repaired file is repaired again");
    free(file);
}

static void try_trim(afl_state *a, uint8_t *data, size_t size, uint32_t hash)
{
    int last = tested_init_trim(a, data, size);
    for (int step = 0; step < last;) {
        uint8_t *out = NULL;
        size_t n = tested_trim(a, &out);
        if (n > size || (n > 0 && out == NULL))
            family_refuse("mutate", n, "a candidate is larger than the file");
        step = step < MOST_ASKED ? tested_post_trim(a, n > 0 && (hash >> step % 32 & 1) != 0) : last;
    }
}

static void try_afl(const uint8_t *data, size_t size, uint32_t hash)
{
    static afl_state *a;
    uint8_t *copy = malloc(size), *out = NULL;
    a = a != NULL ? a : tested_init(NULL, hash);
    if (a == NULL || copy == NULL) {
        free(copy);
        return;
    }
    memcpy(copy, data, size);
    a->seed = hash;
    size_t n = tested_fuzz(a, copy, size, &out, copy, size, 2 * size), room = hash % LARGER;
    const char *said = tested_describe(a, room);
    if (n == 0 || n > 2 * size || strlen(said) > room || strpbrk(said, "/ ,:") != NULL)
        family_refuse("mutate", n, "a mutant for AFL++, or its description, is wrong");
    try_repair(a, data, size, hash);
    if (hash % TRIMMED == 0)
        try_trim(a, copy, size, hash / TRIMMED);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t hash = hash_of(data, size);
    if (size == 0 || size > MOST_FILE)
        return 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t seed = hash + i;
        seed += seed % LEFT_TO_ENGINE == 0; /* that one would be left to the engine */
        try_seed(data, size, size + hash % LARGER, seed, false);
        try_seed(data, size, 2 * size, seed, true);
    }
    try_afl(data, size, hash);
    return 0;
}
