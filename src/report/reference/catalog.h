/* catalog.h - the rules of all formats, as text and as JSON */
#ifndef A3D_REPORT_REFERENCE_CATALOG_H
#define A3D_REPORT_REFERENCE_CATALOG_H

#include "base/text.h"

void a3d_rules_json(a3d_text *out);
void a3d_rules_text(a3d_text *out);

#endif
