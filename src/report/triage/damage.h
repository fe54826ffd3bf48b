/* damage.h - the kind of damage that a finding points to */
#ifndef A3D_REPORT_TRIAGE_DAMAGE_H
#define A3D_REPORT_TRIAGE_DAMAGE_H

#include "lint/lint.h"

typedef enum a3d_damage {
#define DAMAGE(name, words, advice) A3D_DAMAGE_##name,
#include "report/triage/damage.def"
#undef DAMAGE
    A3D_DAMAGES
} a3d_damage;

/* "cut short", and advice about it: phrases without a full stop. */
const char *a3d_damage_name(a3d_damage damage);
const char *a3d_damage_advice(a3d_damage damage);

/* The kind of damage that a finding of the result points to: that of its first suspect, otherwise that of its rule. */
a3d_damage a3d_damage_of(const a3d_result *result, const a3d_finding *f);

#endif
