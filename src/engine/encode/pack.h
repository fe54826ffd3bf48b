/* pack.h - packs zlib streams while a file is encoded.
 *
 * A file that states its own size is written in rounds. Content that did not change since the previous round is not
 * compressed again: its packed bytes are reused. */
#ifndef A3D_ENGINE_ENCODE_PACK_H
#define A3D_ENGINE_ENCODE_PACK_H

#include "base/text.h"

/* The packed streams of the previous round, in order. Zero-initialize it before the first round. */
typedef struct a3d_packs {
    struct a3d_packed {
        a3d_text content, packed;
    } *list;
    size_t n, cap;
    size_t next; /* index in this round */
    uint64_t content; /* bytes of content in this round */
    uint64_t steps;   /* what packing took, in all rounds */
    uint64_t asked, most; /* bytes to pack in all rounds, and how many may be; 0: no limit */
} a3d_packs;

/* Counts bytes that are about to be packed. Returns false when they are more than may be. */
static inline bool a3d_packs_allow(a3d_packs *packs, uint64_t bytes)
{
    packs->asked += bytes;
    return packs->most == 0 || packs->asked <= packs->most;
}

/* Begins a round. */
void a3d_packs_round(a3d_packs *packs);

/* Packs *content and appends it to *out. `packing` is one of A3D_PACKS_…. `keep`: another round may follow, so
 * *content is moved into *packs and is empty afterwards. Returns false when memory ran out, or packs->most did. */
bool a3d_put_packed(a3d_packs *packs, a3d_text *content, unsigned packing, bool keep, a3d_text *out);

/* Frees everything that was kept for another round. */
void a3d_packs_free(a3d_packs *packs, a3d_arena *arena);

#endif
