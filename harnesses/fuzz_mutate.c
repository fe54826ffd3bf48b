/* fuzz_mutate.c - the mutator itself. An input is a file; its bytes choose the seeds. A mutant is never larger than is
 * allowed, and the same seed gives the same mutant, whichever files were seen before.
 *
 * Engines link a mutator that is built without sanitizers, for speed. Here mutator.c is compiled once more, under other
 * names and as the target is. */
#define LLVMFuzzerCustomMutator   tested_mutator
#define LLVMFuzzerCustomCrossOver tested_crossover
#define mutator_forget            tested_forget
#define afl_custom_init           tested_init
#define afl_custom_fuzz           tested_fuzz
#define afl_custom_fuzz_count     tested_fuzz_count
#define afl_custom_describe       tested_describe
#define afl_custom_deinit         tested_deinit
#include "mutator.c"

#include "family.h"

enum { MOST_FILE = 1 << 15, ROUNDS = 2, LARGER = 64 };

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
    return 0;
}
