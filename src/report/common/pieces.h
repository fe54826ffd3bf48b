/* pieces.h - every byte of every stream, divided among the fields that own them */
#ifndef A3D_REPORT_COMMON_PIECES_H
#define A3D_REPORT_COMMON_PIECES_H

#include "model/doc.h"

typedef enum a3d_part {
    A3D_PART_VALUE,    /* a scalar */
    A3D_PART_VALUES,   /* the content of an array */
    A3D_PART_ELEMENTS, /* the content of a list whose elements have no nodes */
    A3D_PART_COUNT,    /* the count before a list */
    A3D_PART_FILL,     /* the flag of a condensed list */
    A3D_PART_FLAG,     /* the flag byte of a block */
    A3D_PART_END,      /* the NUL after a text */
    A3D_PART_PAD,      /* bytes that pad to an alignment */
    A3D_PART_PACKED,   /* packed bytes, whose content is a stream of its own */
    A3D_PART_CUSTOM,
    A3D_PART_SLACK,
    A3D_PART_GAP,
    A3D_PART_UNOWNED   /* owned by no field: only where a limit ended decoding */
} a3d_part;

typedef struct a3d_piece {
    uint32_t stream, off, size;
    uint32_t node; /* A3D_NO_NODE for A3D_PART_UNOWNED */
    a3d_part part;
} a3d_piece;

typedef struct a3d_pieces {
    a3d_piece *at; /* by stream and offset, without gaps or overlaps */
    size_t n;
} a3d_pieces;

/* Divides the streams of a checked document that has no edits. The pieces of each stream, in order, cover all its
 * bytes. Returns false when memory ran out; `pieces` is then empty. Free the pieces with a3d_pieces_free. */
bool a3d_pieces_make(a3d_pieces *pieces, const a3d_doc *doc, a3d_arena *arena);
void a3d_pieces_free(a3d_pieces *pieces, a3d_arena *arena);

/* The record that a piece belongs to: the record type of the elements, or of the nearest record around its node.
 * NULL when no field owns the piece. */
const a3d_record *a3d_piece_record(const a3d_doc *doc, const a3d_piece *piece);

#endif
