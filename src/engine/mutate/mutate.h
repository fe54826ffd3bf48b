/* mutate.h - random changes to files, made where the structure is: what a fuzzer feeds to loaders.
 *
 * A file is decoded, its document changed in one to a few ways, and encoded again with lengths, sizes, counts and
 * checksums put right, or with a set probability left as they were. What is packed is changed inside and packed
 * again, mostly in stored blocks, which takes no time. The same seed gives the same bytes on every machine, but
 * for the one in 64 that zlib packs. */
#ifndef A3D_ENGINE_MUTATE_MUTATE_H
#define A3D_ENGINE_MUTATE_MUTATE_H

#include "engine/document/plan_cache.h"
#include "model/doc.h"

/* Memory of which no more is given than what a file of this size needs by far. */
typedef struct a3d_bound {
    a3d_allocator mem;
    size_t left;
} a3d_bound;

/* Files that were mutated lately and what was read of them, since a fuzzer changes a file many times in turn. What is
 * kept changes how fast mutants are made, never which. */
enum { A3D_CACHED_DOCUMENTS = 32, A3D_CACHED_IN_ONE = 2 };
typedef struct a3d_cached_document {
    const a3d_format *format;
    const uint8_t *data; /* a copy */
    uint32_t size;
    const a3d_doc *doc;  /* NULL: it does not decode */
    a3d_arena arena;
    a3d_bound bound;
} a3d_cached_document;
typedef struct a3d_document_cache {
    a3d_allocator mem; /* where all of it lies */
    unsigned n;        /* a mutation takes up to A3D_CACHED_IN_ONE more; when they are not there it does without documents */
    a3d_cached_document files[A3D_CACHED_DOCUMENTS];
    a3d_plan_cache sorted;
} a3d_document_cache;

/* The structure stays where it is until a3d_document_cache_free, or until all memory that came from `mem` is taken back at once. */
void a3d_document_cache_init(a3d_document_cache *kept, const a3d_allocator *mem);
void a3d_document_cache_free(a3d_document_cache *kept);

typedef struct a3d_mutation {
    const a3d_format *format; /* NULL: none, only bytes are changed */
    const uint8_t *data;      /* the file */
    uint32_t size;
    const uint8_t *other;     /* a second file to take parts from, or NULL */
    uint32_t other_size;
    uint64_t seed;
    a3d_document_cache *kept;           /* NULL: nothing is kept for the next */
} a3d_mutation;

/* Writes a mutant of at most `most` bytes to `out`, which may not overlap the files, and returns its size: 0 only
 * when `most` is 0. Memory comes from the arena; when it runs out, or the file does not decode, or the mutant would
 * be too large, bytes are changed without regard to structure. */
size_t a3d_mutate(a3d_arena *arena, const a3d_mutation *m, uint8_t *out, size_t most);

#endif
