/* odol.h - ODOL P3D, the binarised models of Arma and DayZ, versions 40 to 75. */
#ifndef A3D_FORMATS_ODOL_ODOL_H
#define A3D_FORMATS_ODOL_ODOL_H

#include "model/format.h"

extern const a3d_format a3d_format_odol;

/* visual.c: what can be seen. */
void a3d_odol_scene(struct a3d_scene *v);

/* rules_model.c: numbers that name LODs follow when LODs go. */
void a3d_odol_removed(a3d_doc *doc, uint32_t list, uint32_t at, uint32_t n);

/* make.c: random documents. */
int a3d_odol_choose(struct a3d_maker *m, uint32_t node);
int a3d_odol_repair(struct a3d_maker *m);

/* Branches. DayZ left the common line near version 52 and counts 53 to 55 on its own; nothing in a file
 * names the branch, so it is found by trying. */
enum { ODOL_ARMA = 1, ODOL_DAYZ = 2 };

/* The versions whose layout is known. */
enum { ODOL_FIRST_VERSION = 40, ODOL_LAST_VERSION = 75 };

#endif
