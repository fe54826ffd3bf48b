/* parts.h - what the parts of the encoder share. */
#ifndef A3D_ENGINE_ENCODE_PARTS_H
#define A3D_ENGINE_ENCODE_PARTS_H

#include "engine/encode/encode.h"

enum { A3D_MOST_ROWS = 96 };

/* Where the fields of the record that is being written came to lie. */
typedef struct a3d_frame {
    uint32_t start[A3D_MOST_ROWS], end[A3D_MOST_ROWS], unpacked[A3D_MOST_ROWS];
} a3d_frame;

/* What was asked for cannot be written; the first reason is kept. */
static inline void a3d_encode_fail(a3d_enc *enc, const char *why)
{
    enc->failed = true;
    if (enc->why == NULL)
        enc->why = why;
}

/* Whether a node was made by an edit or a generator, so that no bytes of a file belong to it. */
static inline bool a3d_is_new(const a3d_doc *doc, const a3d_node *node)
{
    return doc->edit_stream != 0 && node->stream == doc->edit_stream;
}

/* Writes a node of any kind. `around` is the frame of its record, in which it stands in `slot`; NULL for elements. */
void a3d_encode_node(a3d_enc *enc, uint32_t index, a3d_frame *around, unsigned slot);

/* Write an array or a list without nodes; and the count before a list that has one (encode_content.c). */
void a3d_encode_array(a3d_enc *enc, uint32_t index);
void a3d_encode_count(a3d_enc *enc, uint32_t index);

/* Writes a list whose elements addresses place, and the addresses, into arrays of the same record that were written
 * before (encode_placed.c). */
void a3d_encode_placed(a3d_enc *enc, uint32_t index, const a3d_frame *around);

#endif
