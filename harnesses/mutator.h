/* mutator.h - shared by the parts of the mutator that engines load: mutants, their trimming, the repair of what AFL++
 * changes by itself, and the rules that files break */
#ifndef A3D_HARNESSES_MUTATOR_H
#define A3D_HARNESSES_MUTATOR_H

#include "lint/lint.h"
#include "engine/mutate/mutate.h"
#include "pool.h"

/* What one call needs besides its arguments, kept for the next. */
typedef struct workshop {
    pool memory, kept_memory;
    a3d_document_cache kept; /* all forgotten at once when there is no room for more */
    a3d_made made;           /* what the last mutant is */
    uint8_t *out;
    size_t room;
} workshop;

/* The format that A3D_FORMAT names, or that the first bytes show; NULL: none. */
const a3d_format *mutator_format(const uint8_t *data, size_t size);

/* Makes room for n bytes in w->out. */
bool mutator_room(workshop *w, size_t n);

/* Writes a mutant of at most `most` bytes to `out` and returns its size. `other` may be NULL. */
size_t mutator_make(workshop *w, const uint8_t *data, size_t size, const uint8_t *other, size_t other_size, uint64_t seed, uint8_t *out,
                    size_t most);

/* The documents of the last files, with room for another. */
a3d_document_cache *mutator_documents(workshop *w);
void mutator_close(workshop *w);

/* ---- trimming (mutator_trim.c) ----
 * engine/reduce/ calls whoever decides whether a file holds; AFL++ asks for the next candidate. So the reducer runs in
 * a thread of its own, which waits while AFL++ runs the candidate. */
typedef struct mutator_trim mutator_trim;

/* Starts, with a budget for about `most` candidates. Returns NULL if the file is too large, of no format, or memory ran
 * out. `data` is copied. */
mutator_trim *mutator_trim_begin(const a3d_format *format, const uint8_t *data, size_t size, unsigned most);
/* The next candidate, valid until the answer, never larger than the file; 0: there is none. */
size_t mutator_trim_next(mutator_trim *t, const uint8_t **candidate);
/* Whether the candidate holds. Not to be called without one. */
void mutator_trim_answer(mutator_trim *t, bool holds);
/* Ends, whether or not all was tried. t may be NULL. */
void mutator_trim_end(mutator_trim *t);

/* ---- repair (mutator_repair.c) ----
 * AFL++ changes bytes of the file that it works on, the base. Where a checksum or a length of the base was right and
 * only what it is about has changed, it is put right. */
typedef struct mutator_repair {
    uint8_t *base;
    size_t base_size, base_room;
    struct repair_item *items; /* what may have to follow; in `arena` */
    size_t n_items, cap_items;
    bool read;                 /* items are those of the base */
    a3d_arena arena;
    uint64_t *known;           /* hashes of files of the queue, which stay as they are; 0: free */
    size_t n_known;
    uint8_t *out;
    size_t room;
    unsigned long repaired;    /* how many were */
} mutator_repair;

/* AFL++ works on this file from now on. */
void mutator_repair_base(mutator_repair *r, const uint8_t *data, size_t size);
/* The file is one of the queue: never repaired. */
void mutator_repair_keep(mutator_repair *r, const uint8_t *data, size_t size);
/* Whether it is such a file. */
bool mutator_repair_knows(const mutator_repair *r, const uint8_t *data, size_t size);
/* Returns the bytes to run, of the same size: `data` itself, or a repaired copy that is valid until the next call. */
const uint8_t *mutator_repair_file(mutator_repair *r, workshop *w, const uint8_t *data, size_t size);
void mutator_repair_close(mutator_repair *r);

/* ---- rules (mutator_rules.c) ---- */
enum { MUTATOR_FORMATS = 16, MUTATOR_RULES = 1024, MUTATOR_WEIGHTS = 4096 };
typedef struct mutator_rules {
    uint8_t seen[MUTATOR_FORMATS][MUTATOR_RULES / 8];
    struct {
        uint64_t hash;
        uint8_t fresh; /* rules that this file broke first, halved with each turn */
    } weights[MUTATOR_WEIGHTS];
} mutator_rules;

/* A file came to the queue. Returns how many rules it breaks that none before it broke. */
unsigned mutator_rules_add(mutator_rules *r, const uint8_t *data, size_t size);
/* How many of these still count for a file that gets its turn now. */
unsigned mutator_rules_turn(mutator_rules *r, const uint8_t *data, size_t size);

/* A hash of bytes; never 0. */
uint64_t mutator_hash(const uint8_t *data, size_t size);

#endif
