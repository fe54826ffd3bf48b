/* tanki.h - Tanki Online A3D, versions 1 to 3.
 *
 * This room holds the tables of the format, its rules, its scene and its random documents. */
#ifndef A3D_FORMATS_TANKI_H
#define A3D_FORMATS_TANKI_H

#include "model/format.h"

extern const a3d_format a3d_format_tanki;

/* rules.c: checks what the tables cannot express. */
void a3d_tanki_examine(struct a3d_ctx *ctx);

/* scene.c: builds the scene. */
void a3d_tanki_scene(struct a3d_scene *v);

/* make.c: completes random documents. */
int a3d_tanki_choose(struct a3d_maker *m, uint32_t node);
int a3d_tanki_repair(struct a3d_maker *m);

#endif
