/* schema_common.h - small records that several parts of a model use. */
#ifndef A3D_FORMATS_ODOL_SCHEMA_COMMON_H
#define A3D_FORMATS_ODOL_SCHEMA_COMMON_H

#include "model/schema.h"

/* A vital domain with a rule of its own. */
#define VITAL_IS(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .vital = 1, .rule = rule_}
#define VITAL_WITHIN(a, b, rule_) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .vital = 1, .rule = rule_}
#define VITAL_ONE_OF(list, rule_) .domain = {.kind = A3D_ENUM, .names = list, .vital = 1, .rule = rule_}

#define VEC3_FIELDS(F, P)                  \
    F(P, x, F32, SAYS("to the right"))     \
    F(P, y, F32, SAYS("upwards"))          \
    F(P, z, F32, SAYS("forwards"))

#define MATRIX_FIELDS(F, P)                                     \
    F(P, right, OF(vec3), SAYS("where the x axis points"))      \
    F(P, up, OF(vec3), SAYS("where the y axis points"))         \
    F(P, dir, OF(vec3), SAYS("where the z axis points"))        \
    F(P, position, OF(vec3), SAYS("where the origin lies"))

#define RGBA_FIELDS(F, P)                  \
    F(P, r, F32, SAYS("red"))              \
    F(P, g, F32, SAYS("green"))            \
    F(P, b, F32, SAYS("blue"))             \
    F(P, a, F32, SAYS("opacity"))

A3D_SLOTS(VEC3)
A3D_SLOTS(MATRIX)
A3D_SLOTS(RGBA)

#endif
