/* catalog.h - the rules of all formats, as text and as JSON */
#ifndef A3D_REPORT_REFERENCE_CATALOG_H
#define A3D_REPORT_REFERENCE_CATALOG_H

#include "base/text.h"
#include "model/format.h"

/* `only`: of this set of rules, one of a3d_rule_sets(); NULL: of all. */
void a3d_rules_json(a3d_text *out, const a3d_format *only);
void a3d_rules_text(a3d_text *out, const a3d_format *only);

#endif
