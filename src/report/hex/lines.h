/* lines.h - the lines of annotated hex: how pieces are cut into them, and how one is written. */
#ifndef A3D_REPORT_HEX_LINES_H
#define A3D_REPORT_HEX_LINES_H

#include "base/text.h"
#include "engine/document/flat.h"
#include "report/common/pieces.h"

enum { A3D_HEX_WIDTH = 16 };

typedef enum a3d_hex_kind {
    A3D_HEX_BYTES,   /* bytes of a piece, or one whole field */
    A3D_HEX_VALUES,  /* values `first`… of an array */
    A3D_HEX_ELEMENT, /* a whole element without nodes */
    A3D_HEX_LEAF,    /* a field of such an element: values `first`… when it is an array */
    A3D_HEX_PREFIX,  /* the count in front of such an array */
    A3D_HEX_MASK,    /* one byte of a null mask */
    A3D_HEX_FOLD     /* bytes that are left out */
} a3d_hex_kind;

typedef struct a3d_hex_line {
    const a3d_piece *piece;
    a3d_hex_kind kind;
    uint32_t off, size; /* in the stream of the piece */
    uint32_t element;
    uint32_t first, count;
    bool marked; /* a finding covers some of it: a mark stands between offset and bytes */
    a3d_leaf leaf;
} a3d_hex_line;

/* Where lines go, and which must not be folded away. */
typedef struct a3d_hex_cutter {
    const a3d_doc *doc;
    bool full; /* nothing is folded */
    bool (*keep)(void *user, uint32_t stream, uint32_t off, uint32_t size);
    void (*emit)(void *user, const a3d_hex_line *line);
    void *user;
} a3d_hex_cutter;

/* Cuts a piece into lines. Their bytes, in order, are all those of the piece. */
void a3d_hex_cut(const a3d_hex_cutter *cutter, const a3d_piece *piece);

/* What writing lines needs to know. */
typedef struct a3d_hex_writer {
    a3d_text *out;
    const a3d_doc *doc;
    bool color;
    a3d_text path;       /* of path_node */
    uint32_t path_node;
    const uint32_t *bits; /* the field that each mask bit decides about, */
    size_t n_bits;        /* as far as decoding asked */
} a3d_hex_writer;

void a3d_hex_write(a3d_hex_writer *writer, const a3d_hex_line *line);
/* What stands beside the bytes: path and value. Of a null mask, a line more for each bit. */
void a3d_hex_note(a3d_hex_writer *writer, const a3d_hex_line *line);

/* Where lines go that are not written as text: a stream, then its lines. Lines that are not shown are left out. */
struct a3d_hex_rows {
    void (*stream)(void *user, uint32_t stream);
    void (*line)(void *user, a3d_hex_writer *writer, const a3d_hex_line *line);
    void *user;
};

#endif
