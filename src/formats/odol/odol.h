/* odol.h - ODOL P3D, the binarized models of Arma and DayZ, versions 40 to 75.
 *
 * This room holds the tables of the format, its rules, its scene and its random documents. */
#ifndef A3D_FORMATS_ODOL_ODOL_H
#define A3D_FORMATS_ODOL_ODOL_H

#include "model/format.h"

extern const a3d_format a3d_format_odol;

/* scene.c: builds the scene. */
void a3d_odol_scene(struct a3d_scene *v);

/* rules_lod_list.c: adjusts numbers that refer to LODs after LODs were removed. */
void a3d_odol_removed(a3d_doc *doc, uint32_t list, uint32_t at, uint32_t n);

/* make.c: completes random documents. */
int a3d_odol_choose(struct a3d_maker *m, uint32_t node);
int a3d_odol_repair(struct a3d_maker *m);

/* Branches. DayZ left the common line near version 52 and counts versions 53 to 55 on its own. Nothing in a file names
 * the branch, so it is found by trying both. */
enum { ODOL_ARMA = 1, ODOL_DAYZ = 2 };

/* The versions whose layout is known. */
enum { ODOL_FIRST_VERSION = 40, ODOL_LAST_VERSION = 75 };

/* The kinds of LODs that are not drawn: the field of ModelInfo that refers to one, and the resolution that says so, as
 * a number and as the bits of a float. The fields that only the second list has may refer to a LOD of another kind. */
#define ODOL_LOD_KINDS_ALONE(K) \
    K(memory, 1e15f, 0x58635fa9) K(geometry, 1e13f, 0x551184e7) K(geometry_physx, 4e13f, 0x561184e7) \
    K(land_contact, 2e15f, 0x58e35fa9) K(roadway, 3e15f, 0x592a87bf) K(hitpoints, 5e15f, 0x598e1bca) \
    K(view_cargo_geo, 8e15f, 0x59e35fa9) K(view_gunner_geo, 1.5e16f, 0x5a5529af)
#define ODOL_LOD_KINDS(K) \
    ODOL_LOD_KINDS_ALONE(K) \
    K(paths, 4e15f, 0x59635fa9) K(geometry_view, 6e15f, 0x59aa87bf) K(geometry_fire, 7e15f, 0x59c6f3b4)

#endif
