/* mutate.h - random changes to files that respect their structure, for fuzzing loaders
 *
 * A file is decoded, its document is changed in one or a few places, and encoded again. Lengths, sizes, counts and
 * checksums follow or, with a fixed probability, stay as they were. Packed content is changed inside and packed again,
 * usually in stored blocks because that is fast. A seed gives the same bytes on every machine, except for the one
 * mutant in 64 that zlib packs. */
#ifndef A3D_ENGINE_MUTATE_MUTATE_H
#define A3D_ENGINE_MUTATE_MUTATE_H

#include "engine/document/plan_cache.h"
#include "model/doc.h"

/* A limit on memory, far above the need of a file of this size. */
typedef struct a3d_bound {
    a3d_allocator mem;
    size_t left;
} a3d_bound;

/* Recent files and their documents, because fuzzers change the same file many times in a row. The cache changes only
 * the speed, never the mutants. */
enum { A3D_CACHED_DOCUMENTS = 32, A3D_CACHED_IN_ONE = 2 };
typedef struct a3d_cached_document {
    const a3d_format *format;
    const uint8_t *data; /* a copy of the file */
    uint32_t size;
    const a3d_doc *doc;  /* NULL: it does not decode */
    a3d_arena arena;
    a3d_bound bound;
} a3d_cached_document;
typedef struct a3d_document_cache {
    a3d_allocator mem; /* allocates everything in the cache */
    unsigned n;        /* a mutation adds up to A3D_CACHED_IN_ONE; without room for them it works without documents */
    a3d_cached_document files[A3D_CACHED_DOCUMENTS];
    a3d_plan_cache plans;
} a3d_document_cache;

/* *cache must stay in place until a3d_document_cache_free, or until all memory from `mem` is released at once. */
void a3d_document_cache_init(a3d_document_cache *cache, const a3d_allocator *mem);
void a3d_document_cache_free(a3d_document_cache *cache);

typedef struct a3d_mutation {
    const a3d_format *format; /* NULL: unknown; only bytes are changed */
    const uint8_t *data;      /* the file */
    uint32_t size;
    const uint8_t *other;     /* a second file to copy parts from, or NULL */
    uint32_t other_size;
    uint64_t seed;
    a3d_document_cache *cache; /* NULL: cache nothing for later mutants */
} a3d_mutation;

/* Writes a mutant of at most `most` bytes to `out`, which must not overlap the files. Returns its size, which is 0
 * only if `most` is 0. Memory comes from the arena. If memory runs out, the file does not decode, or the mutant is
 * too large, bytes are changed regardless of structure instead. */
size_t a3d_mutate(a3d_arena *arena, const a3d_mutation *m, uint8_t *out, size_t most);

#endif
