/* a3d1.h - Alternativa3D scenes without a package: A3D1 (version 1.0).
 *
 * This room holds the tables of the format, its rules, its scene and its random documents. */
#ifndef A3D_FORMATS_A3D1_H
#define A3D_FORMATS_A3D1_H

#include "model/format.h"

extern const a3d_format a3d_format_a3d1;

/* scene.c: builds the scene. */
void a3d1_scene(struct a3d_scene *v);

/* make.c: completes random documents. */
int a3d_a3d1_choose(struct a3d_maker *m, uint32_t node);
int a3d_a3d1_repair(struct a3d_maker *m);

#endif
