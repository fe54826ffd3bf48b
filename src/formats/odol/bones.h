/* bones.h - the bones of a skeleton in the order of their names, in which a parent is found */
#ifndef A3D_FORMATS_ODOL_BONES_H
#define A3D_FORMATS_ODOL_BONES_H

#include "formats/odol/names.h"

typedef struct a3d_odol_bone {
    text name;
    uint32_t index; /* among the bones of the file */
} a3d_odol_bone;

/* Sorts bones by name. Those of one name stay in the order of the file. */
void a3d_odol_sort_bones(a3d_odol_bone *bones, uint32_t n);

/* The index of the first bone with a name, or UINT32_MAX if no bone has it. The bones are sorted. */
uint32_t a3d_odol_bone_named(const a3d_odol_bone *bones, uint32_t n, text name);

#endif
