/* schema.h - slots and record numbers of the ODOL tables, and the functions that the tables call */
#ifndef A3D_FORMATS_ODOL_SCHEMA_H
#define A3D_FORMATS_ODOL_SCHEMA_H

#include "formats/odol/schema_common.h"
#include "formats/odol/schema_file.h"
#include "formats/odol/schema_lod.h"
#include "formats/odol/schema_model.h"
#include "model/doc.h"

enum {
    REC_P3D, REC_MODEL_INFO, REC_SKELETON, REC_BONE,
    REC_ANIMATIONS, REC_ANIM_CLASS, REC_ANIM_LOD_BONES, REC_BONE_CLASSES, REC_ANIM_LOD_AXES, REC_AXIS,
    REC_LOADABLE, REC_LOD, REC_PROXY, REC_LINKS, REC_TEXTURE,
    REC_MATERIAL, REC_STAGE, REC_TEXGEN, REC_TEXGEN_STAGE,
    REC_FACE, REC_SECTION, REC_SELECTION, REC_PROPERTY, REC_FRAME,
    REC_UV_SET, REC_UV_PACKED, REC_UV_FLOAT, REC_ST_PACKED, REC_ST_FLOAT,
    REC_BONE_REF, REC_BONE_WEIGHT, REC_NEIGHBOUR, REC_NEIGHBOURS,
    REC_HULLS, REC_HULL, REC_MESHES, REC_MESH, REC_BUOYANCY, REC_ITERATION, REC_SPHERES, REC_SPHERE,
    REC_VEC3, REC_POINT, REC_MATRIX, REC_RGBA,
    REC_COUNT
};

extern const a3d_record a3d_odol_root;
extern const a3d_record *const a3d_odol_records[REC_COUNT];

/* A walk over the faces of a LOD. `p` is the next face of a flat list. */
typedef struct a3d_odol_faces {
    const a3d_doc *doc;
    const a3d_node *list;
    const uint8_t *p, *end;
    uint32_t next, count;
    unsigned width; /* bytes of a vertex number */
    bool flat;
    bool odd; /* a face had neither 3 nor 4 corners, so nothing after it can be measured */
} a3d_odol_faces;

/* Starts a walk. It is empty if the faces of the LOD were not decoded. */
a3d_odol_faces a3d_odol_walk_faces(const a3d_doc *doc, uint32_t lod);

/* Passes faces until their measure is `least`, or until the last or an odd one. Returns their measure: the size that
 * they take in the memory of the game engine, in which sections count. */
int64_t a3d_odol_pass_faces(a3d_odol_faces *walk, int64_t least);

#endif
