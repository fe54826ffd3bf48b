/* damage.h - the kind of damage that a finding points to */
#ifndef A3D_REPORT_TRIAGE_DAMAGE_H
#define A3D_REPORT_TRIAGE_DAMAGE_H

#include "lint/lint.h"

typedef enum a3d_damage {
#define DAMAGE(name, words, advice, safety) A3D_DAMAGE_##name,
#include "report/triage/damage.def"
#undef DAMAGE
    A3D_DAMAGES
} a3d_damage;

/* Whether the repair that is suggested is safe. */
typedef enum a3d_safety {
#define SAFETY(name, answer, why) A3D_SAFETY_##name,
#include "report/triage/safety.def"
#undef SAFETY
    A3D_SAFETIES
} a3d_safety;

/* "cut short", and advice about it: phrases without a full stop. */
const char *a3d_damage_name(a3d_damage damage);
const char *a3d_damage_advice(a3d_damage damage);
/* Whether what the advice says is safe, where nothing was repaired. */
a3d_safety a3d_damage_safety(a3d_damage damage);
/* The same where no repair was tried: only what is lost for sure has none. */
a3d_safety a3d_untried_safety(a3d_damage damage);

/* "safe", and why: phrases without a full stop at their end. */
const char *a3d_safety_answer(a3d_safety safety);
const char *a3d_safety_why(a3d_safety safety);

/* The kind of damage that a finding of the result points to: that of its first suspect, otherwise that of its rule. */
a3d_damage a3d_damage_of(const a3d_result *result, const a3d_finding *f);

#endif
