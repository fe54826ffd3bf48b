/* limits.h - how much memory and work an input may cost */
#ifndef A3D_MODEL_LIMITS_H
#define A3D_MODEL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct a3d_rule;
struct a3d_plan_cache;

/* What a caller wants of the findings of a rule. Those of which it wants nothing count towards a limit of their own,
 * equally high, so that they never push out the others. */
typedef enum a3d_want { A3D_WANT_ALL, A3D_WANT_NO_MESSAGE, A3D_WANT_NOTHING } a3d_want;

/* A zero means the default, which depends on the size of the input. One step of work is a node, 64 bytes
 * scanned, 16 bytes unpacked, or one comparison of a sort. */
typedef struct a3d_limits {
    uint64_t input;    /* bytes of a file; 4 GiB - 2 at most */
    uint64_t unpacked; /* bytes of all unpacked streams together */
    uint64_t nodes;
    uint64_t depth;    /* records inside records */
    uint64_t findings; /* kept and reported; further ones are only counted */
    uint64_t work;     /* steps */
    /* What the caller wants of the findings of a rule. NULL: everything. */
    a3d_want (*wants)(const void *user, const struct a3d_rule *rule);
    const void *user;
    /* Read for a repair: keep repeats of a rule apart, attach suggestions to findings, and unpack what there is of a
     * packed stream that is cut off. */
    bool repairs;
    bool unsearched; /* do not search for the likely cause of a fault */
    bool wordless;   /* do not write messages; a finding has the title of its rule instead */
    bool unplaced;   /* leave out what is in elements that have addresses */
    struct a3d_plan_cache *plan_cache; /* reuses plans from file to file (engine/document/plan_cache.h), or NULL */
    /* Records of files of at least this size may be sparse (model/doc.h), since nobody will change the document or show
     * the fields that it does not have. 0: never. */
    uint32_t sparse_from;
    bool salvage;    /* keep the complete elements of a list that is cut off, although its count claims more */
    /* Is told of bytes of the input that were unpacked, and so are seldom used from then on: their owner may take them
     * out of memory until they are. NULL: nobody is told. */
    void (*set_aside)(const uint8_t *data, size_t size);
} a3d_limits;

/* The default of --max-memory, and the least that it may be: less is not enough for the folders above a file. */
#define A3D_MOST_MEMORY (UINT64_C(1) << 30)
#define A3D_LEAST_MEMORY (UINT64_C(64) << 10)

enum {
    A3D_LIMIT_NONE,
    A3D_LIMIT_INPUT,
    A3D_LIMIT_UNPACKED,
    A3D_LIMIT_NODES,
    A3D_LIMIT_DEPTH,
    A3D_LIMIT_WORK,
    A3D_LIMIT_STREAMS,
    A3D_LIMIT_MEMORY,
    A3D_LIMIT_COUNT
};

/* Replaces each zero in *limits by the default for an input of `size` bytes. The default for work is a base, which the
 * decoder raises by the bytes that it unpacks. */
void a3d_limits_fill(a3d_limits *limits, uint64_t size);

/* Lowers the limit of work for an input of `size` bytes to `steps`; keeps a limit that is lower already. */
void a3d_limits_lower_work(a3d_limits *limits, uint64_t size, uint64_t steps);

/* The name of a limit (A3D_LIMIT_…) as reports show it: "work". */
const char *a3d_limit_name(int limit);

/* The rows that --limits prints: option, default in words, meaning. A NULL option ends the table. */
typedef struct a3d_limit_text {
    const char *option, *value, *meaning;
} a3d_limit_text;
extern const a3d_limit_text a3d_limit_texts[];

#endif
