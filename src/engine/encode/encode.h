/* encode.h - document in, bytes out. */
#ifndef A3D_ENGINE_ENCODE_ENCODE_H
#define A3D_ENGINE_ENCODE_ENCODE_H

#include "base/text.h"
#include "engine/encode/pack.h"
#include "model/doc.h"

/* Bytes to be changed in a stream after it was encoded and before it is packed (`@STREAM+0x40=ff00`). */
typedef struct a3d_patch {
    uint32_t owner; /* node that the stream unpacks; the root for the file itself */
    uint32_t off, size;
    const uint8_t *bytes;
    bool whole; /* the bytes take the place of all that the stream has */
    bool used;
} a3d_patch;

typedef enum a3d_encode_mode {
    A3D_FAITHFUL,  /* honest values are recomputed (the document takes them over), lies and free choices are kept */
    A3D_CANONICAL, /* every free choice as the reference writer makes it; nothing lies */
    A3D_FREEZE     /* as faithful, but honest values that no longer agree stop being honest */
} a3d_encode_mode;

typedef struct a3d_enc {
    a3d_doc *doc;
    a3d_encode_mode mode;
    a3d_text *out;    /* of the stream that is being written */
    uint32_t total;   /* assumed size of the file */
    bool total_asked; /* something depends on it */
    bool again;       /* an assumption was wrong */
    bool failed;      /* memory ran out, or a value does not fit */
    const char *why;  /* what did not fit */
    a3d_patch *patches;
    size_t n_patches;
    a3d_packs packs;
} a3d_enc;

/* Encodes a document into *out (initialised by the caller, emptied first). Returns NULL, or why it cannot be
 * done. A document that was only partly decoded is written too: what no field owns is kept as slack. */
const char *a3d_encode(a3d_doc *doc, a3d_encode_mode mode, a3d_text *out, a3d_patch *patches, size_t n_patches);

#endif
