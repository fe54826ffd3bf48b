/* hex.h - annotated hex: every byte of every stream beside the field that owns it. */
#ifndef A3D_REPORT_HEX_HEX_H
#define A3D_REPORT_HEX_HEX_H

#include "base/text.h"
#include "lint/lint.h"

typedef struct a3d_hex_options {
    bool full;      /* large arrays whole */
    bool color;
    const char *at; /* only what this path names, or @STREAM+OFFSET; NULL: everything */
    bool one;       /* only what `finding` names */
    uint32_t finding;
    bool near;      /* only what findings name, when neither of the above is given */
    const bool *among; /* with `near`: only findings that are true here, by index; NULL: all */
    uint32_t context; /* lines before and behind what is named */
    const struct a3d_hex_rows *rows; /* take the lines instead of the text; NULL: nobody does */
} a3d_hex_options;

enum { A3D_HEX_CONTEXT = 3, A3D_HEX_MOST_CONTEXT = 1000 };

/* Appends the hex of a document's streams, the file first, findings and suspects marked in place. Returns NULL,
 * or why nothing can be shown: a path or a finding that is not there. */
const char *a3d_hex(a3d_text *out, const a3d_result *result, const a3d_hex_options *options);

#endif
