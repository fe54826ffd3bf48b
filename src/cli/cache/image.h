/* image.h - the bytes of a cache file: keys, and the results that they lead to
 *
 * A header of 128 bytes, entries of 48 bytes in the order of their keys, and records. A hash in the header covers all
 * that follows it. Numbers are little-endian. Nothing here prints. */
#ifndef A3D_CLI_CACHE_IMAGE_H
#define A3D_CLI_CACHE_IMAGE_H

#include "base/blake2b.h"
#include "base/text.h"

/* The most bytes that a cache file may have. */
#define A3D_CACHE_MOST (UINT64_C(128) << 20)

/* An entry: under this key is this record, which was last used on this day (days since 1970). `brief` says that the key
 * will soon be of no use. */
typedef struct a3d_cache_entry {
    a3d_hash key;
    const uint8_t *record;
    uint32_t size, day;
    bool brief;
    bool fresh; /* not from a file, so that it replaces one of the same key and day, which may be damaged */
} a3d_cache_entry;

/* A cache file in memory. */
typedef struct a3d_cache_image {
    const uint8_t *entries, *records;
    size_t n;
    uint64_t records_size;
    a3d_hash program;       /* the hash of the program that wrote the file */
    a3d_hash program_state; /* what the system said of the file with that program */
} a3d_cache_image;

typedef enum a3d_cache_read {
    A3D_CACHE_SOUND,
    A3D_CACHE_DAMAGED, /* it begins like a cache */
    A3D_CACHE_FOREIGN  /* another kind of file */
} a3d_cache_read;

/* Reads the header of a file and checks its hash. Of no bytes at all, the image is empty and sound. The image points
 * into the data. */
a3d_cache_read a3d_cache_image_read(a3d_cache_image *image, const uint8_t *data, size_t size);

/* Entry i. False if it leads out of the file. */
bool a3d_cache_image_entry(const a3d_cache_image *image, size_t i, a3d_cache_entry *entry);
/* The number of the entry with this key, or SIZE_MAX. */
size_t a3d_cache_image_find(const a3d_cache_image *image, const a3d_hash *key);

/* Appends a file with these entries, which are sorted here. Of entries with equal keys the one of the latest day is
 * written, equal records are written once, and the entries of the oldest days are left out if all would be more than
 * `most` bytes. Of the image, the two hashes are written. `scratch` is for temporary data. False when memory ran
 * out. */
bool a3d_cache_image_put(a3d_text *out, a3d_arena *scratch, const a3d_cache_image *image, a3d_cache_entry *entries,
                         size_t n, uint64_t most);

#endif
