/* fuzz_cache.c - any bytes as the file of a cache, or as the index of a git tree.
 *
 * An input that begins with a 0 is the rest of an index; any other one the rest of a cache, whose hash is put right, so
 * that what is in it is reached. All results in it are reported. What is written of its entries is read as the same. */
#include "base/git_index.h"
#include "cli/cache/image.h"
#include "family.h"
#include "pool.h"
#include "report/common/again.h"
#include "report/forms.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HASH_AT = 16, HASHED_FROM = HASH_AT + A3D_HASH_BYTES, MOST_ENTRIES = 64 };

static void read_index(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_git_index index;
    if (a3d_git_index_read(arena, data, size, &index) != NULL) {
        if (index.n > 0)
            family_refuse("cache", size, "an index that is not read has files");
        return;
    }
    for (size_t i = 0; i < index.n; i++)
        if (a3d_git_index_find(&index, index.files[i].path) != (index.files[i].plain ? &index.files[i] : NULL))
            family_refuse("cache", size, "a file of an index is not found");
}

static void report(a3d_arena *arena, const a3d_cache_entry *e, size_t n_levels, unsigned which)
{
    a3d_text out;
    const a3d_report_form *form = a3d_report_forms;
    while (which-- > 0 && form[1].name != NULL)
        form++;
    const a3d_result *result = a3d_again_read(arena, e->record, e->size, n_levels);
    if (result == NULL || form->page)
        return;
    a3d_text_init(&out, arena);
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .verbose = true};
    form->begin(&sink);
    form->file(&sink, "input", result);
    form->end(&sink);
}

/* Whether the entries, written and read again, are the same. */
static bool is_same(a3d_arena *arena, const a3d_cache_image *image, a3d_cache_entry *entries, size_t n)
{
    a3d_text out;
    a3d_cache_image again;
    a3d_text_init(&out, arena);
    if (!a3d_cache_image_put(&out, arena, image, entries, n, A3D_CACHE_MOST))
        return arena->refused;
    if (a3d_cache_image_read(&again, (const uint8_t *)out.data, out.size) != A3D_CACHE_SOUND)
        return false;
    for (size_t i = 0; i < n; i++) {
        a3d_cache_entry e;
        size_t at = a3d_cache_image_find(&again, &entries[i].key);
        if (at == SIZE_MAX || !a3d_cache_image_entry(&again, at, &e) || e.day < entries[i].day)
            return false;
    }
    return true;
}

/* Whether a file with too little room is a sound one all the same, with the newest entries. */
static bool fits(a3d_arena *arena, const a3d_cache_image *image, a3d_cache_entry *entries, size_t n, uint64_t most)
{
    enum { HEADER = 128 };
    a3d_text out;
    a3d_cache_image again;
    uint32_t newest = 0;
    a3d_text_init(&out, arena);
    for (size_t i = 0; i < n; i++)
        newest = entries[i].day > newest ? entries[i].day : newest;
    if (!a3d_cache_image_put(&out, arena, image, entries, n, most))
        return arena->refused;
    if (out.size > (most > HEADER ? most : HEADER) ||
        a3d_cache_image_read(&again, (const uint8_t *)out.data, out.size) != A3D_CACHE_SOUND)
        return false;
    bool found = again.n == 0;
    for (size_t i = 0; i < again.n && !found; i++) {
        a3d_cache_entry e;
        found = a3d_cache_image_entry(&again, i, &e) && e.day == newest;
    }
    return found;
}

static void read_cache(a3d_arena *arena, uint8_t *data, size_t size)
{
    a3d_cache_image image;
    a3d_cache_entry entries[MOST_ENTRIES];
    size_t n = 0;
    if (size > HASHED_FROM) {
        a3d_hash hash = a3d_hash_of(data + HASHED_FROM, size - HASHED_FROM);
        memcpy(data, "a3dlint cache 1\n", HASH_AT);
        memcpy(data + HASH_AT, hash.bytes, sizeof hash.bytes);
    }
    if (a3d_cache_image_read(&image, data, size) != A3D_CACHE_SOUND)
        return;
    for (size_t i = 0; i < image.n && n < MOST_ENTRIES; i++)
        if (a3d_cache_image_entry(&image, i, &entries[n])) {
            report(arena, &entries[n], size % 3, (unsigned)(size + i) % 7);
            n++;
        }
    if (!is_same(arena, &image, entries, n))
        family_refuse("cache", size, "what is written of a cache is read otherwise");
    if (!fits(arena, &image, entries, n, size / 2))
        family_refuse("cache", size, "a cache with little room is not sound");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    if (size == 0)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    uint8_t *copy = a3d_arena_alloc(&arena, size);
    if (copy != NULL)
        memcpy(copy, data + 1, size - 1);
    if (copy != NULL && data[0] == 0)
        read_index(&arena, copy, size - 1);
    else if (copy != NULL)
        read_cache(&arena, copy, size - 1);
    a3d_arena_free(&arena);
    return 0;
}
