/* rules.h - the numbers of the A3D2 rules, for tables */
#ifndef A3D_FORMATS_A3D2_RULES_H
#define A3D_FORMATS_A3D2_RULES_H

enum {
    A3D2_RULE_NONE,
#define RULE(ident, ...) A3D2_RULE_##ident,
#include "formats/a3d2/rules.def"
#undef RULE
    A3D2_RULES
};

#endif
