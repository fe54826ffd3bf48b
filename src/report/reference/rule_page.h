/* rule_page.h - the page of a rule: what it demands, a file that breaks it, how to repair that, and a file that is
 * valid */
#ifndef A3D_REPORT_REFERENCE_RULE_PAGE_H
#define A3D_REPORT_REFERENCE_RULE_PAGE_H

#include "base/text.h"
#include "lint/lint.h"

/* One of the two example files of a rule. */
typedef struct a3d_twin {
    const char *name; /* as shown on the page */
    const a3d_result *result; /* has a document; NULL when there is no such file */
} a3d_twin;

/* Appends the page of a rule, for a terminal of `width` columns (0: lines may have any length) or as Markdown. */
void a3d_rule_page(a3d_text *out, const a3d_rule *rule, const a3d_twin *bad, const a3d_twin *good, bool markdown,
                   unsigned width);

/* Appends the index of all rule pages as Markdown. */
void a3d_rules_index(a3d_text *out);

#endif
