/* blanks.h - bytes of a document that are known to be damaged: blocks of zeros, and what is unpacked from there on */
#ifndef A3D_ENGINE_FIX_BLANKS_H
#define A3D_ENGINE_FIX_BLANKS_H

#include "model/doc.h"

typedef struct a3d_blank {
    uint32_t stream, off, end;
} a3d_blank;

/* In the order of their streams and offsets. */
typedef struct a3d_blanks {
    a3d_blank *at;
    size_t n, room;
} a3d_blanks;

/* Adds the runs of zeros in `size` bytes of the file from `off` on, and what the zlib streams of the file unpack to
 * from such a run on. Returns false when memory ran out. */
bool a3d_find_blanks(a3d_blanks *blanks, const a3d_doc *doc, uint32_t off, uint32_t size);

/* The first blank that overlaps these bytes of a stream, or NULL. */
const a3d_blank *a3d_blank_in(const a3d_blanks *blanks, uint32_t stream, uint32_t off, uint32_t size);

#endif
