/* hex.h - annotated hex: every byte of every stream next to the field that owns it
 *
 * lines.h cuts the bytes into lines and writes them, pick.h chooses what is shown. */
#ifndef A3D_REPORT_HEX_HEX_H
#define A3D_REPORT_HEX_HEX_H

#include "base/text.h"
#include "lint/lint.h"

typedef struct a3d_hex_options {
    bool full;      /* show large arrays in full */
    bool color;
    unsigned width; /* columns of the terminal; 0: one row for 16 bytes, however long their note is */
    const char *at; /* only what this path selects, or @STREAM+OFFSET; NULL: everything */
    bool one;       /* only the bytes of `finding` */
    uint32_t finding;
    bool near;      /* only the bytes of findings, when neither of the above is given */
    const bool *among; /* with `near`: the findings to show, by index; NULL: all */
    uint32_t context; /* lines shown before and after */
    const struct a3d_hex_rows *rows; /* gets the lines instead of writing them as text; may be NULL */
} a3d_hex_options;

enum { A3D_HEX_CONTEXT = 3, A3D_HEX_MOST_CONTEXT = 1000 };

/* Appends the hex of the streams of a document, the file first, with findings and suspects marked. Returns NULL, or
 * the reason why nothing can be shown, such as a path or a finding that does not exist. */
const char *a3d_hex(a3d_text *out, const a3d_result *result, const a3d_hex_options *options);

#endif
