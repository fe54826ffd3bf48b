/* lines.h - the lines of annotated hex: cuts pieces into lines, and writes a line or draws it in the rows of a
 * terminal */
#ifndef A3D_REPORT_HEX_LINES_H
#define A3D_REPORT_HEX_LINES_H

#include "base/text.h"
#include "engine/document/flat.h"
#include "report/common/pieces.h"

/* Bytes of a line. Columns before the bytes, and those by which further rows of a note are indented. The bytes of a
 * line that share a bit of `marked`. */
enum { A3D_HEX_WIDTH = 16, A3D_HEX_INDENT = 10, A3D_HEX_HANGING = 2, A3D_HEX_GROUP = 4 };

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
    uint8_t marked; /* a bit for each A3D_HEX_GROUP bytes that a finding covers, partly or wholly; they get a mark */
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
    unsigned width;       /* columns of the terminal; 0: a line is one row */
    unsigned per_row;     /* bytes of a row */
    bool relative;        /* records have rows of their own, and notes omit them from paths */
    a3d_text record;      /* the record that was named last, */
    size_t omitted;       /* and how much of `path` its name is */
} a3d_hex_writer;

/* Sets the layout for a terminal of `width` columns, or for one row a line if that is 0. */
void a3d_hex_fit(a3d_hex_writer *writer, unsigned width);
/* The column where notes begin. */
unsigned a3d_hex_note_column(const a3d_hex_writer *writer);

struct a3d_hex_marks;
/* Writes a line with the marks of its findings below it. */
void a3d_hex_draw(a3d_hex_writer *writer, const a3d_hex_line *line, const struct a3d_hex_marks *marks);
/* Writes the marks of the findings that begin in these bytes. */
void a3d_hex_put_marks(a3d_hex_writer *writer, const struct a3d_hex_marks *marks, uint32_t stream, uint32_t off,
                       uint32_t size);
bool a3d_hex_has_marks(const a3d_hex_writer *writer, const struct a3d_hex_marks *marks, uint32_t stream, uint32_t off,
                       uint32_t size);

/* Sets `path` to that of a piece. */
void a3d_hex_find_path(a3d_hex_writer *writer, const a3d_piece *piece);
/* Writes a line as one row, without marks. */
void a3d_hex_write(a3d_hex_writer *writer, const a3d_hex_line *line);
/* Writes `n` bytes of a line from byte `at` on with their offset, padded up to the note if one follows. */
void a3d_hex_put_bytes(a3d_hex_writer *writer, const a3d_hex_line *line, uint32_t at, uint32_t n, bool note);
/* Appends the note of a line; of a fold with the number of its bytes. */
void a3d_hex_remark(a3d_hex_writer *writer, const a3d_hex_line *line);
/* Appends the note next to the bytes: path and value. For a null mask it takes one more line for each bit. */
void a3d_hex_note(a3d_hex_writer *writer, const a3d_hex_line *line);

/* Receives streams and their lines instead of having them written as text. Gets only lines that are shown. */
struct a3d_hex_rows {
    void (*stream)(void *user, uint32_t stream);
    void (*line)(void *user, a3d_hex_writer *writer, const a3d_hex_line *line);
    void *user;
};

#endif
