/* pieces.h - every byte of every stream, cut into the parts of the fields that own them. */
#ifndef A3D_REPORT_COMMON_PIECES_H
#define A3D_REPORT_COMMON_PIECES_H

#include "model/doc.h"

typedef enum a3d_part {
    A3D_PART_VALUE,    /* a scalar */
    A3D_PART_VALUES,   /* the content of an array */
    A3D_PART_ELEMENTS, /* the content of a list whose elements have no nodes */
    A3D_PART_COUNT,    /* the count in front of a list */
    A3D_PART_FILL,     /* the flag of a condensed list */
    A3D_PART_FLAG,     /* the flag byte of a block */
    A3D_PART_END,      /* the NUL behind a text */
    A3D_PART_PAD,      /* bytes that fill up to an alignment */
    A3D_PART_PACKED,   /* packed bytes, whose content is a stream of its own */
    A3D_PART_CUSTOM,
    A3D_PART_SLACK,
    A3D_PART_GAP,
    A3D_PART_NOBODY    /* no field owns it: only where a limit ended the decode */
} a3d_part;

typedef struct a3d_piece {
    uint32_t stream, off, size;
    uint32_t node; /* A3D_NO_NODE for A3D_PART_NOBODY */
    a3d_part part;
} a3d_piece;

typedef struct a3d_pieces {
    a3d_piece *at; /* by stream and offset, without gaps or overlaps */
    size_t n;
} a3d_pieces;

/* Cuts the streams of a judged document, which has no edits. The pieces of each stream, in order, are all its bytes. False when
 * memory ran out; `pieces` is empty then. Give them back with a3d_pieces_free. */
bool a3d_pieces_make(a3d_pieces *pieces, const a3d_doc *doc, a3d_arena *arena);
void a3d_pieces_free(a3d_pieces *pieces, a3d_arena *arena);

/* The record that a piece belongs to: that of the elements, or the nearest around its node. NULL for nobody's. */
const a3d_record *a3d_piece_record(const a3d_doc *doc, const a3d_piece *piece);

#endif
