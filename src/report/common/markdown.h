/* markdown.h - text in Markdown of which nothing is markup. */
#ifndef A3D_REPORT_COMMON_MARKDOWN_H
#define A3D_REPORT_COMMON_MARKDOWN_H

#include "base/text.h"

/* How many characters of a text come before its end or the next that is to have a backslash in front. */
size_t a3d_unmarked(const char *text);

/* Appends text with those backslashes. */
void a3d_put_markdown(a3d_text *out, const char *text);

#endif
