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

#endif
