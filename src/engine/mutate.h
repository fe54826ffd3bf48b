/* mutate.h - random changes to files, made where the structure is: what a fuzzer feeds to loaders.
 *
 * A file is decoded, its document changed in one to a few ways, and encoded again with lengths, sizes, counts and
 * checksums put right, or with a set probability left as they were. What is packed is changed inside and packed
 * again, mostly in stored blocks, which takes no time. The same seed gives the same bytes on every machine, but
 * for the one in 64 that zlib packs. */
#ifndef A3D_ENGINE_MUTATE_H
#define A3D_ENGINE_MUTATE_H

#include "model/doc.h"

typedef struct a3d_mutation {
    const a3d_format *format; /* NULL: none, only bytes are changed */
    const uint8_t *data;      /* the file */
    uint32_t size;
    const uint8_t *other;     /* a second file to take parts from, or NULL */
    uint32_t other_size;
    uint64_t seed;
} a3d_mutation;

/* Writes a mutant of at most `most` bytes to `out`, which may not overlap the files, and returns its size: 0 only
 * when `most` is 0. Memory comes from the arena; when it runs out, or the file does not decode, or the mutant would
 * be too large, bytes are changed without regard to structure. */
size_t a3d_mutate(a3d_arena *arena, const a3d_mutation *m, uint8_t *out, size_t most);

#endif
