/* rules.h - the numbers of the rules in rules.def; 0 means no rule */
#ifndef A3D_FORMATS_ODOL_RULES_H
#define A3D_FORMATS_ODOL_RULES_H

struct a3d_ctx;

enum {
    ODOL_RULE_NO_RULE = 0,
#define RULE(ident, ...) ODOL_RULE_##ident,
#include "formats/odol/rules.def"
#undef RULE
    ODOL_RULES
};

/* Checks what tables cannot express: agreement between distant parts of a file. */
void a3d_odol_examine(struct a3d_ctx *ctx);

#endif
