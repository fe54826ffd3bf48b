/* encode.h - document in, bytes out.
 *
 * The encoder writes a document from the same tables that decoded it: byte for byte as it was, in the canonical form,
 * or with an edit and everything that follows from it. */
#ifndef A3D_ENGINE_ENCODE_ENCODE_H
#define A3D_ENGINE_ENCODE_ENCODE_H

#include "base/text.h"
#include "engine/encode/pack.h"
#include "model/doc.h"

/* Bytes to overwrite in a stream after it is encoded and before it is packed (`@STREAM+0x40=ff00`). */
typedef struct a3d_patch {
    uint32_t owner; /* the node whose content is packed in the stream; the root for the file itself */
    uint32_t off, size;
    const uint8_t *bytes;
    bool whole; /* replaces the whole stream; `off` is not used */
    bool used;
} a3d_patch;

typedef enum a3d_encode_mode {
    A3D_FAITHFUL,  /* recomputes honest values and stores them in the document; keeps lies and free choices */
    A3D_CANONICAL, /* makes every free choice as the reference writer does, and every derived value right */
    A3D_FREEZE     /* like A3D_FAITHFUL, but honest values that no longer agree become lies */
} a3d_encode_mode;

typedef struct a3d_enc {
    a3d_doc *doc;
    a3d_encode_mode mode;
    a3d_text *out;    /* the stream being written */
    uint32_t total;   /* assumed size of the file */
    bool total_asked; /* the output depends on `total` */
    bool again;       /* an assumption was wrong: write again */
    bool failed;      /* memory ran out, or a value does not fit */
    const char *why;  /* the first reason for `failed`, or NULL */
    a3d_patch *patches;
    size_t n_patches;
    a3d_packs packs;
} a3d_enc;

/* Encodes a document into *out, which the caller has initialized; anything in it is dropped. Returns NULL, or the
 * reason why the document cannot be encoded. A document that was only partly decoded is written too: bytes that no
 * field owns were kept as slack. May change `doc`: see the modes; the steps that
 * writing took are added to its own. */
extern const char a3d_packs_too_much[]; /* the reason when more would be packed than doc->most_packed */
const char *a3d_encode(a3d_doc *doc, a3d_encode_mode mode, a3d_text *out, a3d_patch *patches, size_t n_patches);

/* Encodes a document that is only tried: faithful, and streams that change are packed quickly. Adds what it took to
 * *steps. */
const char *a3d_encode_try(a3d_doc *doc, a3d_text *out, a3d_patch *patches, size_t n_patches, uint64_t *steps);

#endif
