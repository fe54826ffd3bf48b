/* source.h - the source of a rule, with links into the specification (docs/spec) */
#ifndef A3D_REPORT_COMMON_SOURCE_H
#define A3D_REPORT_COMMON_SOURCE_H

#include "base/text.h"

/* Writes a source such as "TANKI-010, TANKI-017; tanki.md 1, 2.1" as Markdown. Each statement becomes a link to its
 * anchor, and each number after the name of a page to that section. `spec` is the path of docs/spec from the page that
 * the links are on, and ends with a slash. */
void a3d_put_source(a3d_text *out, const char *source, const char *spec);

#endif
