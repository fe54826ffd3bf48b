/* markdown.h - plain text escaped for Markdown */
#ifndef A3D_REPORT_COMMON_MARKDOWN_H
#define A3D_REPORT_COMMON_MARKDOWN_H

#include "base/text.h"

/* The number of characters before the first one that needs a backslash, or before the end of the text. */
size_t a3d_unmarked(const char *text);

/* Appends text, with a backslash before each character that Markdown would take for markup. */
void a3d_put_markdown(a3d_text *out, const char *text);

#endif
