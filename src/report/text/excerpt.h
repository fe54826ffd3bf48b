/* excerpt.h - a few bytes around a finding */
#ifndef A3D_REPORT_TEXT_EXCERPT_H
#define A3D_REPORT_TEXT_EXCERPT_H

#include "base/text.h"
#include "model/doc.h"

/* Appends a line with the offset, up to sixteen bytes in hex, those of the finding in brackets, and the same bytes as
 * text with dots for what is not ASCII, after `indent` spaces. With a width there are fewer bytes where the line would
 * be wider than that; 0: no limit. Appends nothing for an empty stream. */
void a3d_put_excerpt(a3d_text *out, const a3d_doc *doc, const a3d_finding *finding, unsigned indent, unsigned width);

#endif
