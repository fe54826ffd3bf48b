/* limits.h - what an input may cost. */
#ifndef A3D_MODEL_LIMITS_H
#define A3D_MODEL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct a3d_rule;
struct a3d_plan_cache;

/* A zero means the default, which depends on the size of the input. One step of work is a node, 64 bytes
 * scanned, 16 bytes unpacked, or one comparison of a sort. */
typedef struct a3d_limits {
    uint64_t input;    /* bytes of a file; 4 GiB - 1 at most */
    uint64_t unpacked; /* bytes of all unpacked streams together */
    uint64_t nodes;
    uint64_t depth;    /* records inside records */
    uint64_t findings; /* kept and reported; further ones are counted */
    uint64_t work;     /* steps */
    /* Rules whose findings will not be shown; these have room of their own, as much again, and take none from the
     * others. NULL: all are shown. */
    bool (*mutes)(const void *user, const struct a3d_rule *rule);
    const void *user;
    bool repairs; /* findings are to be repaired: repeats stay apart, each says what would mend it, and what can be unpacked of
                     a packed stream that is cut off is read */
    bool unsearched; /* nobody looks for the likely cause of a fault */
    bool wordless; /* nobody reads what a finding says of its case: its rule's title stands for that */
    struct a3d_plan_cache *plan_cache; /* keeps for the next file what is worked out of the tables (engine/document/plan_cache.h), or NULL */
    bool salvage; /* what a list has before it is cut off is read, although its count claims more */
} a3d_limits;

enum { A3D_LIMIT_NONE, A3D_LIMIT_INPUT, A3D_LIMIT_UNPACKED, A3D_LIMIT_NODES, A3D_LIMIT_DEPTH, A3D_LIMIT_WORK, A3D_LIMIT_STREAMS, A3D_LIMIT_MEMORY, A3D_LIMIT_COUNT };

/* Fills the zeroes of *limits for an input of `size` bytes. Work depends on the unpacked bytes too, so its
 * default is a base that the decoder raises as streams are unpacked. */
void a3d_limits_fill(a3d_limits *limits, uint64_t size);

/* Lowers the limit of work to `steps` for an input of `size` bytes, where it is not lower already. */
void a3d_limits_lower_work(a3d_limits *limits, uint64_t size, uint64_t steps);

/* The name of a limit as it stands in a report: "work". */
const char *a3d_limit_name(int limit);

/* Rows for --limits: option, default in words, meaning. NULL option ends the table. */
typedef struct a3d_limit_text {
    const char *option, *value, *meaning;
} a3d_limit_text;
extern const a3d_limit_text a3d_limit_texts[];

#endif
