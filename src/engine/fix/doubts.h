/* doubts.h - what salvage kept although it may be damaged */
#ifndef A3D_ENGINE_FIX_DOUBTS_H
#define A3D_ENGINE_FIX_DOUBTS_H

#include "engine/fix/losses.h"

typedef struct a3d_doubt {
    const char *path; /* in the original document; "" for the whole file */
    const char *why;  /* a phrase or a message */
    uint32_t off, size; /* its bytes in the original file; size 0: the whole file */
    struct a3d_doubt *next;
} a3d_doubt;

/* Lists what is covered by a checksum that does not agree, or was unpacked from damaged data, unless all of it was
 * lost. `cut`: only the end of the file is missing, so a checksum of what reaches it was not read. The losses must have
 * been located in this document. Returns NULL if there is nothing, or memory ran out. */
a3d_doubt *a3d_find_doubts(a3d_arena *arena, const a3d_doc *original, bool cut, const a3d_losses *lost);

#endif
