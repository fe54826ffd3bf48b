/* rules.h - the numbers of the rules in rules.def; 0 means no rule */
#ifndef A3D_FORMATS_M3G_RULES_H
#define A3D_FORMATS_M3G_RULES_H

enum {
    M3G_RULE_NO_RULE,
#define RULE(ident, ...) M3G_RULE_##ident,
#include "formats/m3g/rules.def"
#undef RULE
    M3G_RULES
};

#endif
