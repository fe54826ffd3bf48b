/* fuzz_transfer.c - any bytes as a file to which something happened. The first byte chooses how much may be unpacked, as
 * a power of two, and how often CR bytes may be put back; traces are searched once more in what is undone. */
#include "family.h"
#include "formats/formats.h"
#include "pool.h"
#include "transfer/transfer.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_POWER = 20, DEEPEST = 2, MOST = 1 << 18 };

static bool starts(const uint8_t *data, size_t size)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if ((*f)->probe(data, size) == 3)
            return true;
    return false;
}

static bool is_within(const uint8_t *part, size_t n, const uint8_t *data, size_t size)
{
    return (uintptr_t)part >= (uintptr_t)data && (uintptr_t)part <= (uintptr_t)data + size &&
           n <= (uintptr_t)data + size - (uintptr_t)part;
}

/* Reads all undone bytes, so that a sanitizer sees what is not there. */
static unsigned sum(const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return sum;
}

static void search(a3d_arena *arena, const uint8_t *data, size_t size, uint64_t most, unsigned depth)
{
    a3d_trace list[A3D_TRACES];
    uint64_t made = 0;
    a3d_limits limits = {.unpacked = most};
    size_t n = a3d_find_traces(arena, data, size, &limits, starts, list);
    if (n > A3D_TRACES)
        family_refuse("transfer", size, "there are too many traces");
    for (size_t i = 0; i < n; i++) {
        const a3d_trace *t = &list[i];
        bool copied = t->undone != NULL && !is_within(t->undone, t->undone_size, data, size);
        made += copied ? t->undone_size : 0;
        if (t->rule == NULL || t->message == NULL || (uint64_t)t->off + t->size > size)
            family_refuse("transfer", size, "a trace is not complete, or beyond the file");
        if (i > 0 && list[i - 1].rank < t->rank)
            family_refuse("transfer", size, "a stronger trace comes later");
        if ((t->undone != NULL) != (t->undone_size > 0))
            family_refuse("transfer", size, "what is undone has no size");
        if (t->undone != NULL && sum(t->undone, t->undone_size) > 255 * t->undone_size)
            family_refuse("transfer", size, "a sum is too large");
        if (depth < DEEPEST && t->undone != NULL && t->undone_size < MOST)
            search(arena, t->undone, t->undone_size, most, depth + 1);
    }
    if (made > most)
        family_refuse("transfer", size, "more is made than the limit allows");
}

/* A file that is sound when every third LF has a CR; the error is where the first one has none. */
static bool has_cr(void *user, const uint8_t *data, size_t size, size_t *error)
{
    unsigned lines = 0;
    (void)user;
    for (size_t i = 1; i < size; i++) {
        lines += data[i] == '\n';
        *error = i;
        if (data[i] == '\n' && lines % 3 == 0 && data[i - 1] != '\r')
            return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    a3d_restored back;
    if (size < 1 || size > MOST)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    unsigned choice = data[0], trials = choice / 32;
    search(&arena, data + 1, size - 1, UINT64_C(1) << (MOST_POWER - choice % MOST_POWER), 0);
    bool done = a3d_restore_cr(&arena, data + 1, size - 1, has_cr, NULL, trials, &back);
    if (back.trials > trials || (done && (back.size != size - 1 + back.added || !has_cr(NULL, back.data, back.size, &size))))
        family_refuse("transfer", size, "what is put back is not what it says");
    a3d_arena_free(&arena);
    return 0;
}
