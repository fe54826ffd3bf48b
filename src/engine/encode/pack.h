/* pack.h - zlib streams of a file that is being encoded.
 *
 * A file that states its size is written in rounds; what one round packed the next copies where the content is the same. */
#ifndef A3D_ENGINE_ENCODE_PACK_H
#define A3D_ENGINE_ENCODE_PACK_H

#include "base/text.h"

/* What was packed in the round before, in the order in which it was. Zeroed at first. */
typedef struct a3d_packs {
    struct a3d_packed {
        a3d_text content, packed;
    } *list;
    size_t n, cap;
    size_t next; /* of this round; the caller sets it to 0 where one begins */
} a3d_packs;

/* Appends the content to *out, packed. `packing` is one of A3D_PACKS_…; `keep`: another round may ask for the same, so
 * that *content is taken over, and is empty afterwards. False when memory ran out. */
bool a3d_put_packed(a3d_packs *packs, a3d_text *content, unsigned packing, bool keep, a3d_text *out);

/* Gives back what was kept. */
void a3d_packs_free(a3d_packs *packs, a3d_arena *arena);

#endif
