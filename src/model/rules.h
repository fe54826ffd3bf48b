/* rules.h - turns the rules.def of a format into its rule table
 *
 * Lines of a rules.def:
 *     RULE(IDENT, FAULT, "kebab-name", SEVERITY, "what must hold", "what goes wrong otherwise", "source")
 *     RULE(…, "source", FIXED_BY(FIX))
 * IDENT names the rule in tables (M3G_RULE_IDENT). FAULT is the engine fault that it reports, or NONE.
 * FIX is what the command `fix` does about it, one of fixes.def. */
#ifndef A3D_MODEL_RULES_H
#define A3D_MODEL_RULES_H

#include "model/finding.h"

#define A3D_RULE_ROW(family, fault_, kebab, severity_, title_, why_, ...) \
    {.id = family "/" kebab, .severity = A3D_##severity_, .fault = A3D_FAULT_##fault_, \
     .title = title_, .why = why_, .source = __VA_ARGS__},

/* The first row of a rule table: what is reported where a row of the tables should name a rule and does not. `make
 * tables` finds such a row. A program that was built all the same reports this rule, and never nothing. */
#define A3D_NO_RULE(family)                                                                                          \
    {.id = family "/no-rule", .severity = A3D_ERROR, .title = "A row of the tables names the rule that it can break", \
     .why = "a3dlint itself is at fault: it knows no rule for what is wrong here", .source = "make tables"},
#define FIXED_BY(fix_) .fix = A3D_FIX_##fix_

#endif
