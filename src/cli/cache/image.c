/* image.c - see image.h */
#include "cli/cache/image.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t magic[16] = "a3dlint cache 1\n";

enum {
    HASH_AT = sizeof magic,
    PROGRAM_AT = HASH_AT + A3D_HASH_BYTES,
    STATE_AT = PROGRAM_AT + A3D_HASH_BYTES,
    COUNT_AT = STATE_AT + A3D_HASH_BYTES,
    SIZE_AT = COUNT_AT + 8,
    HEADER = SIZE_AT + 8,
    ENTRY = 48,
    RECORD_AT = A3D_HASH_BYTES, /* in an entry: offset, size, day and whether it is brief, of 4 bytes each */
};

/* ---- reading ---- */

a3d_cache_read a3d_cache_image_read(a3d_cache_image *image, const uint8_t *data, size_t size)
{
    memset(image, 0, sizeof *image);
    if (size == 0)
        return A3D_CACHE_SOUND;
    if (memcmp(data, magic, size < sizeof magic ? size : sizeof magic) != 0)
        return A3D_CACHE_FOREIGN;
    if (size < HEADER)
        return A3D_CACHE_DAMAGED;
    uint64_t n = a3d_load64(data + COUNT_AT, false), records = a3d_load64(data + SIZE_AT, false);
    size_t rest = size - HEADER;
    if (n > rest / ENTRY || records != rest - (size_t)n * ENTRY)
        return A3D_CACHE_DAMAGED;
    a3d_hash hash = a3d_hash_of(data + PROGRAM_AT, size - PROGRAM_AT);
    if (memcmp(hash.bytes, data + HASH_AT, A3D_HASH_BYTES) != 0)
        return A3D_CACHE_DAMAGED;
    image->n = (size_t)n;
    image->entries = data + HEADER;
    image->records = image->entries + image->n * ENTRY;
    image->records_size = records;
    memcpy(image->program.bytes, data + PROGRAM_AT, A3D_HASH_BYTES);
    memcpy(image->program_state.bytes, data + STATE_AT, A3D_HASH_BYTES);
    return A3D_CACHE_SOUND;
}

bool a3d_cache_image_entry(const a3d_cache_image *image, size_t i, a3d_cache_entry *entry)
{
    const uint8_t *at = image->entries + i * ENTRY;
    uint32_t off = a3d_load32(at + RECORD_AT, false);
    memcpy(entry->key.bytes, at, A3D_HASH_BYTES);
    entry->size = a3d_load32(at + RECORD_AT + 4, false);
    entry->day = a3d_load32(at + RECORD_AT + 8, false);
    entry->brief = a3d_load32(at + RECORD_AT + 12, false) != 0;
    entry->fresh = false;
    bool inside = off <= image->records_size && entry->size <= image->records_size - off;
    entry->record = inside ? image->records + off : NULL;
    return inside;
}

size_t a3d_cache_image_find(const a3d_cache_image *image, const a3d_hash *key)
{
    size_t low = 0, high = image->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = memcmp(image->entries + middle * ENTRY, key->bytes, A3D_HASH_BYTES);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

/* ---- writing ---- */

static int by_key(const void *a, const void *b)
{
    const a3d_cache_entry *x = a, *y = b;
    int order = memcmp(x->key.bytes, y->key.bytes, A3D_HASH_BYTES);
    int days = order != 0 ? order : (x->day < y->day) - (x->day > y->day);
    return days != 0 ? days : y->fresh - x->fresh;
}

static int by_record(const void *a, const void *b)
{
    const a3d_cache_entry *x = *(const a3d_cache_entry *const *)a, *y = *(const a3d_cache_entry *const *)b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->record == y->record || x->size == 0 ? 0 : memcmp(x->record, y->record, x->size);
}

static int by_day(const void *a, const void *b)
{
    const a3d_cache_entry *x = a, *y = b;
    return x->day != y->day ? (x->day < y->day ? 1 : -1) : by_key(a, b);
}

/* Sorts by key and drops all but the first of equal keys. */
static size_t unique(a3d_cache_entry *entries, size_t n)
{
    size_t kept = 0;
    if (n > 0)
        qsort(entries, n, sizeof *entries, by_key);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || memcmp(entries[i].key.bytes, entries[kept - 1].key.bytes, A3D_HASH_BYTES) != 0)
            entries[kept++] = entries[i];
    return kept;
}

/* If not all fit, drops those of the oldest days, and somewhat more than needed, so that the next run has room. */
static size_t fit(a3d_cache_entry *entries, size_t n, uint64_t most)
{
    uint64_t all = HEADER;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        all += ENTRY + entries[i].size;
    if (all <= most)
        return n;
    qsort(entries, n, sizeof *entries, by_day);
    for (all = HEADER; kept < n && all + ENTRY + entries[kept].size <= most - most / 8; kept++)
        all += ENTRY + entries[kept].size;
    if (kept > 0)
        qsort(entries, kept, sizeof *entries, by_key);
    return kept;
}

/* Puts entries with equal records beside each other, and gives each record a place: its offset goes to `offs`, by
 * number of the entry. Returns the bytes of all records. */
static uint64_t place_records(const a3d_cache_entry *entries, size_t n, const a3d_cache_entry **order, uint32_t *offs)
{
    uint64_t end = 0, last = 0;
    for (size_t i = 0; i < n; i++)
        order[i] = &entries[i];
    if (n > 0)
        qsort(order, n, sizeof *order, by_record);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || by_record(&order[i - 1], &order[i]) != 0) {
            last = end;
            end += order[i]->size;
        }
        offs[order[i] - entries] = (uint32_t)last;
    }
    return end;
}

static void put_number(a3d_text *out, unsigned width, uint64_t value)
{
    uint8_t *to = a3d_extend(out, width);
    if (to != NULL)
        a3d_store(to, width, value, false);
}

static void put_entries(a3d_text *out, const a3d_cache_entry *entries, size_t n, const uint32_t *offs)
{
    for (size_t i = 0; i < n; i++) {
        a3d_put(out, entries[i].key.bytes, A3D_HASH_BYTES);
        put_number(out, 4, offs[i]);
        put_number(out, 4, entries[i].size);
        put_number(out, 4, entries[i].day);
        put_number(out, 4, entries[i].brief);
    }
}

bool a3d_cache_image_put(a3d_text *out, a3d_arena *scratch, const a3d_cache_image *image, a3d_cache_entry *entries,
                         size_t n, uint64_t most)
{
    static const uint8_t later[A3D_HASH_BYTES];
    n = fit(entries, unique(entries, n), most);
    size_t start = out->size;
    const a3d_cache_entry **order = a3d_arena_alloc(scratch, (n + 1) * sizeof *order);
    uint32_t *offs = a3d_arena_alloc(scratch, (n + 1) * sizeof *offs);
    if (order == NULL || offs == NULL)
        return false;
    uint64_t records = place_records(entries, n, order, offs);
    a3d_put(out, magic, sizeof magic);
    a3d_put(out, later, sizeof later);
    a3d_put(out, image->program.bytes, A3D_HASH_BYTES);
    a3d_put(out, image->program_state.bytes, A3D_HASH_BYTES);
    put_number(out, 8, n);
    put_number(out, 8, records);
    put_entries(out, entries, n, offs);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || by_record(&order[i - 1], &order[i]) != 0)
            a3d_put(out, order[i]->record, order[i]->size);
    if (out->failed)
        return false;
    a3d_hash sum = a3d_hash_of(out->data + start + PROGRAM_AT, out->size - start - PROGRAM_AT);
    memcpy(out->data + start + HASH_AT, sum.bytes, A3D_HASH_BYTES);
    return true;
}
