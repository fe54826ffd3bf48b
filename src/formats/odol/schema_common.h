/* schema_common.h - small records that several parts of a model use */
#ifndef A3D_FORMATS_ODOL_SCHEMA_COMMON_H
#define A3D_FORMATS_ODOL_SCHEMA_COMMON_H

#include "model/schema.h"

/* A vital domain with a rule of its own. */
#define VITAL_IS(v, rule_) .domain = {.kind = A3D_IS, .lo = v, .vital = 1, .rule = rule_}
/* The same, unless fewer than `bytes_` bytes follow. */
#define VITAL_IS_BEFORE(bytes_, v, rule_) \
    .domain = {.kind = A3D_IS, .lo = v, .vital = 1, .harmless = bytes_, .rule = rule_}
#define VITAL_WITHIN(a, b, rule_) .domain = {.kind = A3D_RANGE, .lo = a, .hi = b, .vital = 1, .rule = rule_}
#define VITAL_ONE_OF(list, rule_) .domain = {.kind = A3D_ENUM, .names = list, .vital = 1, .rule = rule_}

/* A float that is neither NaN nor infinite. */
#define REAL F32, FINITE

#define VEC3_FIELDS(F, P)                  \
    F(P, x, REAL, SAYS("to the right"))    \
    F(P, y, REAL, SAYS("upwards"))         \
    F(P, z, REAL, SAYS("forwards"))

/* The same in long lists, whose floats have a rule of their own that checks the whole list at once. */
#define POINT_FIELDS(F, P)                 \
    F(P, x, F32, SAYS("to the right"))     \
    F(P, y, F32, SAYS("upwards"))          \
    F(P, z, F32, SAYS("forwards"))

#define MATRIX_FIELDS(F, P)                                                                                            \
    F(P, right, OF(vec3), SAYS("where the x axis points"))                                                             \
    F(P, up, OF(vec3), SAYS("where the y axis points"))                                                                \
    F(P, dir, OF(vec3), SAYS("where the z axis points"))                                                               \
    F(P, position, OF(vec3), SAYS("where the origin is"))

#define RGBA_FIELDS(F, P)                  \
    F(P, r, REAL, SAYS("red"))              \
    F(P, g, REAL, SAYS("green"))            \
    F(P, b, REAL, SAYS("blue"))             \
    F(P, a, REAL, SAYS("opacity"))

A3D_SLOTS(VEC3)
A3D_SLOTS(POINT)
A3D_SLOTS(MATRIX)
A3D_SLOTS(RGBA)

#endif
