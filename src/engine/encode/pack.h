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
} a3d_packs;

/* Begins a round. */
void a3d_packs_round(a3d_packs *packs);

/* Packs *content and appends it to *out. `packing` is one of A3D_PACKS_…. `keep`: another round may follow, so
 * *content is moved into *packs and is empty afterwards. Returns false when memory ran out. */
bool a3d_put_packed(a3d_packs *packs, a3d_text *content, unsigned packing, bool keep, a3d_text *out);

/* Frees everything that was kept for another round. */
void a3d_packs_free(a3d_packs *packs, a3d_arena *arena);

#endif
