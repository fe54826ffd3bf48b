/* explain.h - the page of a rule with the two files that show it, which are made for it */
#ifndef A3D_REPORT_REFERENCE_EXPLAIN_H
#define A3D_REPORT_REFERENCE_EXPLAIN_H

#include "base/text.h"
#include "lint/lint.h"

/* Appends the page of a rule, for a terminal of `width` columns (0: lines may have any length) or as Markdown. The two
 * files go into the arena of the text. Returns false when memory ran out. */
bool a3d_explain(a3d_text *out, const a3d_rule *rule, bool markdown, unsigned width);

#endif
