/* rules.h - the numbers of the A3D1 rules, for tables */
#ifndef A3D_FORMATS_A3D1_RULES_H
#define A3D_FORMATS_A3D1_RULES_H

enum {
    A3D1_RULE_NONE,
#define RULE(ident, ...) A3D1_RULE_##ident,
#include "formats/a3d1/rules.def"
#undef RULE
    A3D1_RULES
};

#endif
