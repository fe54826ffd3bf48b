/* columns.h - how many columns of a terminal a text takes, and texts that are broken or shortened to fit into them
 *
 * Widths are in columns. A character takes none (combining marks, escape sequences of color), one, or two (most of
 * Chinese, Japanese and Korean, and pictures). Bytes that are not UTF-8 take one. */
#ifndef A3D_BASE_COLUMNS_H
#define A3D_BASE_COLUMNS_H

#include "base/text.h"

/* The columns that n bytes of text take in one row. */
unsigned a3d_columns(const char *text, size_t n);

/* The number of bytes of the longest beginning that takes at most `width` columns, in whole characters. */
size_t a3d_columns_fit(const char *text, size_t n, unsigned width);

/* Where the first row of a text ends that has room for `width` columns: before a space if one is in the second half
 * of the row, else after punctuation inside a long word, else in the middle of the word; a newline ends it, too.
 * Returns the number of its bytes, and stores where the next row begins, after spaces; n if the text ends. The row has
 * at least one character, even where none fits. */
size_t a3d_row_end(const char *text, size_t n, unsigned width, size_t *next);

/* Appends a text that starts in column `at`; its further rows have `indent` spaces before them. Ends without a
 * newline. A width of 0 is no limit. */
void a3d_put_filled(a3d_text *out, const char *text, size_t n, unsigned at, unsigned indent, unsigned width);

/* Appends lines; those that are wider than `width` continue in rows that are indented by four columns more. Nothing
 * changes if the width is 0. */
void a3d_put_wrapped(a3d_text *out, const char *text, size_t n, unsigned width);

/* Appends a path, or its beginning and its end with "..." between them if it is wider than `width`. Cuts between
 * its parts where it can. */
void a3d_put_shortened(a3d_text *out, const char *path, size_t n, unsigned width);

#endif
