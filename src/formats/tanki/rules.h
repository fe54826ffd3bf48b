/* rules.h - the numbers of the Tanki rules, for tables */
#ifndef A3D_FORMATS_TANKI_RULES_H
#define A3D_FORMATS_TANKI_RULES_H

enum {
    TANKI_RULE_NONE,
#define RULE(ident, ...) TANKI_RULE_##ident,
#include "formats/tanki/rules.def"
#undef RULE
    TANKI_RULES
};

#endif
