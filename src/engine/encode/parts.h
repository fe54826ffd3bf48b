/* parts.h - shared by the parts of the encoder */
#ifndef A3D_ENGINE_ENCODE_PARTS_H
#define A3D_ENGINE_ENCODE_PARTS_H

#include "engine/encode/encode.h"

enum { A3D_MOST_ROWS = 96 };

/* Where in the output the fields of the current record are: start and end, and their unpacked size. */
typedef struct a3d_frame {
    uint32_t start[A3D_MOST_ROWS], end[A3D_MOST_ROWS], unpacked[A3D_MOST_ROWS];
} a3d_frame;

/* Reports that the document cannot be written as requested. The first reason is kept. */
static inline void a3d_encode_fail(a3d_enc *enc, const char *why)
{
    enc->failed = true;
    if (enc->why == NULL)
        enc->why = why;
}

/* Whether an edit or a generator made the node, so that it has no bytes in a file. */
static inline bool a3d_is_new(const a3d_doc *doc, const a3d_node *node)
{
    return doc->edit_stream != 0 && node->stream == doc->edit_stream;
}

/* Writes a node of any kind. `around` is the frame of its record and `slot` its place there; elements have no frame
 * (NULL). */
void a3d_encode_node(a3d_enc *enc, uint32_t index, a3d_frame *around, unsigned slot);

/* Write an array or plain list, and the count before a list that has one (content.c). */
void a3d_encode_array(a3d_enc *enc, uint32_t index);
void a3d_encode_count(a3d_enc *enc, uint32_t index);

/* Writes a list whose elements are placed by addresses, and stores those addresses in arrays of the same record that
 * were written before it (placed.c). */
void a3d_encode_placed(a3d_enc *enc, uint32_t index, const a3d_frame *around);

#endif
