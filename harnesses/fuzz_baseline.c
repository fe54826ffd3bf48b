/* fuzz_baseline.c - any bytes as a baseline. What is read and written again is read as the same. */
#include "cli/baseline/baseline.h"
#include "family.h"
#include "pool.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same(const a3d_entries *a, const a3d_entries *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (a3d_entry_order(&a->at[i], &b->at[i]) != 0 || a->at[i].count != b->at[i].count)
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    a3d_entries entries = {0}, again = {0};
    a3d_text problem, out;
    unsigned line = 0, column = 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    a3d_text_init(&problem, &arena);
    a3d_text_init(&out, &arena);
    if (!a3d_baseline_read(&arena, data, size, &entries, &line, &column, &problem)) {
        if (problem.size == 0 || line == 0)
            family_refuse("baseline", size, "a mistake without a reason or a place");
    } else {
        a3d_baseline_put(&out, &entries);
        if (!a3d_baseline_read(&arena, out.data, out.size, &again, &line, &column, &problem) || !same(&entries, &again))
            family_refuse("baseline", size, "what is written is not read as the same");
    }
    a3d_arena_free(&arena);
    return 0;
}
