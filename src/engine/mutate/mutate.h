/* mutate.h - random changes to files that respect their structure, for fuzzing loaders
 *
 * A file is decoded, its document is changed in one or a few places, and encoded again. Lengths, sizes, counts and
 * checksums follow or, with a fixed probability, stay as they were. Packed content is changed inside and packed again,
 * usually in stored blocks because that is fast. A seed gives the same bytes on every machine, except for the one
 * mutant in 64 that zlib packs. */
#ifndef A3D_ENGINE_MUTATE_MUTATE_H
#define A3D_ENGINE_MUTATE_MUTATE_H

#include "base/text.h"
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

/* Returns the document of a file, from the cache or decoded now, or NULL if it does not decode. */
const a3d_doc *a3d_cached_doc(a3d_document_cache *cache, const a3d_format *format, const uint8_t *data, uint32_t size);

/* One change of a mutant: what was changed in which way. A path has its innermost step first; a step without a name is
 * an element. It stays valid when the documents are gone. */
enum { A3D_MADE_MOST = 5, A3D_MADE_DEPTH = 8 };
typedef struct a3d_made_change {
    uint8_t kind, depth; /* depth: steps of the path, at most A3D_MADE_DEPTH */
    bool is_float;       /* `value` is the bits of a float */
    int64_t value;       /* the new value, or how many bytes or elements; depends on the kind */
    struct {
        const char *name; /* NULL: an element */
        uint32_t index;
    } path[A3D_MADE_DEPTH];
} a3d_made_change;

/* What a mutation did. */
typedef struct a3d_made {
    unsigned n;
    a3d_made_change changes[A3D_MADE_MOST];
    bool stale; /* lengths, sizes and checksums are those from before the changes */
    bool bytes; /* bytes were changed regardless of structure */
} a3d_made;

typedef struct a3d_mutation {
    const a3d_format *format; /* NULL: unknown; only bytes are changed */
    const uint8_t *data;      /* the file */
    uint32_t size;
    const uint8_t *other;     /* a second file to copy parts from, or NULL */
    uint32_t other_size;
    uint64_t seed;
    a3d_document_cache *cache; /* NULL: cache nothing for later mutants */
    a3d_made *made;            /* what was done, or NULL if the caller does not ask */
} a3d_mutation;

/* Writes a mutant of at most `most` bytes to `out`, which must not overlap the files. Returns its size, which is 0
 * only if `most` is 0. Memory comes from the arena. If memory runs out, the file does not decode, or the mutant is
 * too large, bytes are changed regardless of structure instead. */
size_t a3d_mutate(a3d_arena *arena, const a3d_mutation *m, uint8_t *out, size_t most);

/* Appends what was done, in words: "count of meshes[2].buffers -1; materials removed: 2". */
void a3d_put_made(a3d_text *out, const a3d_made *made);

#endif
