/* a3d2.h - Alternativa3D scenes in packages: A3D2 (major version 2, minor 0 to 6).
 *
 * This room holds the tables of the format, its package, its rules, its scene and its random documents. */
#ifndef A3D_FORMATS_A3D2_H
#define A3D_FORMATS_A3D2_H

#include "model/format.h"

extern const a3d_format a3d_format_a3d2;
extern const a3d_custom a3d2_package_header;

/* container.c: whether a package starts here, and what a damaged head may have been. */
bool a3d2_starts(const uint8_t *data, size_t size);
size_t a3d2_heads(const uint8_t *data, size_t size, a3d_head heads[A3D_HEADS]);

/* scene.c: builds the scene. */
void a3d2_scene(struct a3d_scene *v);

/* surplus.c: finds extra bytes that a known exporter writes. */
bool a3d2_surplus(const a3d_doc *doc, uint32_t *node, uint32_t *off, uint32_t *size);

/* make.c: completes random documents. */
int a3d2_choose(struct a3d_maker *m, uint32_t node);
int a3d2_repair(struct a3d_maker *m);

/* Bits of A3D_VAR_BRANCH: for each reading of --compat, the usual one and the other one. */
enum {
    A3D2_OPTIONAL_SPRITE_MATERIAL = 1,
    A3D2_REQUIRED_SPRITE_MATERIAL = 2,
    A3D2_REQUIRED_SPOT_DECAL = 4,
    A3D2_OPTIONAL_SPOT_DECAL = 8,
    A3D2_USUAL = A3D2_OPTIONAL_SPRITE_MATERIAL | A3D2_REQUIRED_SPOT_DECAL
};

/* Forms of the package header: stored, packed with a two-byte header, packed with a four-byte header. */
enum { A3D2_STORED, A3D2_PACKED, A3D2_LONG };

#endif
