/* pick.h - chooses what annotated hex shows, and finds the findings in it */
#ifndef A3D_REPORT_HEX_PICK_H
#define A3D_REPORT_HEX_PICK_H

#include "report/hex/hex.h"

/* A finding, or one of its suspects. */
typedef struct a3d_hex_mark {
    uint32_t stream, off, size, bit;
    uint32_t finding;
    const a3d_suspect *suspect; /* NULL: the finding itself */
} a3d_hex_mark;

typedef struct a3d_hex_marks {
    a3d_hex_mark *at; /* sorted by stream and offset */
    size_t n;
} a3d_hex_marks;

bool a3d_hex_marks_make(a3d_hex_marks *marks, const a3d_doc *doc, a3d_arena *arena);
/* The first mark in the stream at or after the offset, or the first of a later stream; marks->n when there is none. */
size_t a3d_hex_marks_from(const a3d_hex_marks *marks, uint32_t stream, uint32_t off);

/* Bytes to show, or a node with its content. */
typedef struct a3d_hex_pick {
    uint32_t node; /* A3D_NO_NODE: only bytes */
    uint32_t stream, off, size;
    bool unfold;   /* also in the middle of a large array */
} a3d_hex_pick;

typedef struct a3d_hex_picks {
    a3d_hex_pick *at;
    size_t n, cap;
    bool all; /* there is no selection: everything is shown */
} a3d_hex_picks;

/* Returns NULL, or the reason why nothing can be shown. */
const char *a3d_hex_picks_make(a3d_hex_picks *picks, a3d_doc *doc, const a3d_hex_marks *marks,
                               const a3d_hex_options *options);
/* Whether bytes that belong to `node` were picked. */
bool a3d_hex_picked(const a3d_hex_picks *picks, const a3d_doc *doc, uint32_t node, uint32_t stream, uint32_t off,
                    uint32_t size);
/* Whether these very bytes were picked, so that they must not be folded. */
bool a3d_hex_unfolds(const a3d_hex_picks *picks, uint32_t stream, uint32_t off, uint32_t size);

#endif
