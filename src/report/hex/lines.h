/* lines.h - the lines of annotated hex: cuts pieces into lines and writes a line */
#ifndef A3D_REPORT_HEX_LINES_H
#define A3D_REPORT_HEX_LINES_H

#include "base/text.h"
#include "engine/document/flat.h"
#include "report/common/pieces.h"

enum { A3D_HEX_WIDTH = 16 };

typedef enum a3d_hex_kind {
    A3D_HEX_BYTES,   /* bytes of a piece, or one whole field */
    A3D_HEX_VALUES,  /* values of an array, from number `first` on */
    A3D_HEX_ELEMENT, /* a whole element without nodes */
    A3D_HEX_LEAF,    /* a field of such an element; of an array, values from number `first` on */
    A3D_HEX_PREFIX,  /* the count before such an array */
    A3D_HEX_MASK,    /* one byte of a null mask */
    A3D_HEX_FOLD     /* bytes that are left out */
} a3d_hex_kind;

typedef struct a3d_hex_line {
    const a3d_piece *piece;
    a3d_hex_kind kind;
    uint32_t off, size; /* in the stream of the piece */
    uint32_t element;
    uint32_t first, count;
    bool marked; /* a finding covers part of the line, so a mark is put between offset and bytes */
    a3d_leaf leaf;
} a3d_hex_line;

/* Receives the lines, and decides which bytes must not be folded. */
typedef struct a3d_hex_cutter {
    const a3d_doc *doc;
    bool full; /* fold nothing */
    bool (*keep)(void *user, uint32_t stream, uint32_t off, uint32_t size);
    void (*emit)(void *user, const a3d_hex_line *line);
    void *user;
} a3d_hex_cutter;

/* Cuts a piece into lines, which together contain all its bytes in order. */
void a3d_hex_cut(const a3d_hex_cutter *cutter, const a3d_piece *piece);

/* The state of writing lines. */
typedef struct a3d_hex_writer {
    a3d_text *out;
    const a3d_doc *doc;
    bool color;
    a3d_text path;       /* of path_node */
    uint32_t path_node;
    const uint32_t *bits; /* the field that each mask bit belongs to, */
    size_t n_bits;        /* for the bits that decoding read */
} a3d_hex_writer;

void a3d_hex_write(a3d_hex_writer *writer, const a3d_hex_line *line);
/* Appends the note next to the bytes: path and value. For a null mask it takes one more line for each bit. */
void a3d_hex_note(a3d_hex_writer *writer, const a3d_hex_line *line);

/* Receives streams and their lines instead of having them written as text. Gets only lines that are shown. */
struct a3d_hex_rows {
    void (*stream)(void *user, uint32_t stream);
    void (*line)(void *user, a3d_hex_writer *writer, const a3d_hex_line *line);
    void *user;
};

#endif
