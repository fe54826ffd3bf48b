/* a3d2.h - Alternativa3D scenes in packages, A3D2 (major 2, minor 0 to 6) */
#ifndef A3D_FORMATS_A3D2_H
#define A3D_FORMATS_A3D2_H

#include "model/format.h"

extern const a3d_format a3d_format_a3d2;
extern const a3d_custom a3d2_package_header;

/* visual.c: what can be seen. */
void a3d2_scene(struct a3d_scene *v);

/* surplus.c: what a known exporter writes too much. */
bool a3d2_surplus(const a3d_doc *doc, uint32_t *node, uint32_t *off, uint32_t *size);

/* make.c: random documents. */
int a3d2_choose(struct a3d_maker *m, uint32_t node);
int a3d2_mend(struct a3d_maker *m);

/* Bits of A3D_VAR_BRANCH. */
enum { A3D2_USUAL = 1, A3D2_REQUIRED_SPRITE_MATERIAL = 2 };

/* Forms of the package header: stored or packed behind two bytes, packed behind four. */
enum { A3D2_STORED, A3D2_PACKED, A3D2_LONG };

#endif
