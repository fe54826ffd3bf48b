/* schema_file.h - the file as a whole, and the tail after the last LOD */
#ifndef A3D_FORMATS_ODOL_SCHEMA_FILE_H
#define A3D_FORMATS_ODOL_SCHEMA_FILE_H

#include "formats/odol/schema_common.h"

/* --- tail: cooked PhysX shapes and buoyancy; blobs are not decoded --- */
#define PHYSX_VERSION                                                            \
    U32, ONE_OF_BY(physx_versions, ODOL_RULE_PHYSX_VERSION), PRESET(0x03040000), \
    SAYS_AS("version of the library that cooked the shapes", "PhysX version")

#define HULL_FIELDS(F, P) F(P, data, BYTES, SAYS("a cooked convex shape"))

#define HULLS_FIELDS(F, P)                                                                                   \
    F(P, S, PHYSX_VERSION)                                                                                   \
    F(P, hulls, LIST(hull), NODES, SAYS("the shapes"))

#define MESH_FIELDS(F, P)                                                                                    \
    F(P, data, BYTES, SAYS("a cooked shape"))                                                                \
    F(P, bone, I32, PRESET(-1), SAYS("bone that it follows, -1 for none"))

#define MESHES_FIELDS(F, P)                                                                                  \
    F(P, S, PHYSX_VERSION)                                                                                   \
    F(P, meshes, LIST(mesh), NODES, SAYS("the shapes"))

#define ITERATION_FIELDS(F, P)                                                                               \
    F(P, volume, REAL, SAYS("volume"))                                                                        \
    F(P, leakiness, REAL, SAYS("how fast water enters"))                                                      \
    F(P, resistance, REAL, SAYS("resistance of water"))                                                       \
    F(P, damping, ARRAY(F32), FIXED(3), FINITE, SAYS("three dampings"))                                              \
    F(P, min, OF(vec3), SAYS("least corner"))                                                                \
    F(P, max, OF(vec3), SAYS("greatest corner"))

#define SPHERE_FIELDS(F, P)                                                                                  \
    F(P, position, OF(vec3), SAYS("centre"))                                                                 \
    F(P, radius, REAL, SAYS("radius"))                                                                        \
    F(P, surface, REAL, SAYS("surface"))

#define AXIS_COUNT I32, VITAL_WITHIN(0, INT32_MAX, ODOL_RULE_SPHERE_COUNT)

#define SPHERES_FIELDS(F, P)                                                                                           \
    F(P, nx, AXIS_COUNT, SAYS("spheres along x"))                                                                      \
    F(P, ny, AXIS_COUNT, SAYS("spheres along y"))                                                                      \
    F(P, nz, AXIS_COUNT, SAYS("spheres along z"))                                                                      \
    F(P, step, OF(vec3), SAYS("distance of neighbors"))                                                                \
    F(P, radius, REAL, SAYS("radius of a full sphere"))                                                                \
    F(P, min, I32, IS_BY(2, ODOL_RULE_BUOYANCY_RANGE), PRESET(2), SAYS("least number along an axis"))                  \
    F(P, max, I32, IS_BY(4, ODOL_RULE_BUOYANCY_RANGE), PRESET(4), SAYS("greatest number along an axis"))               \
    F(P, spheres, LIST(sphere), COUNT_BY(count_spheres), SAYS("the spheres"))                                          \
    F(P, volume, REAL, SAYS("volume of all"))                                                                          \
    F(P, bounds_min, OF(vec3), SINCE(60), SAYS("least corner"))                                                        \
    F(P, bounds_max, OF(vec3), SINCE(60), SAYS("greatest corner"))

#define BUOYANCY_FIELDS(F, P)                                                                                \
    F(P, kind, I32, VITAL_ONE_OF(buoyancy_kinds, ODOL_RULE_BUOYANCY_KIND), SAYS("how floating is worked out")) \
    F(P, iteration, OF(iteration), WHEN(AT(P, kind), EQ, 1), SAYS("floating by iteration"))                  \
    F(P, spheres, OF(spheres), WHEN(AT(P, kind), EQ, 2), SAYS("floating by spheres"))

/* --- the file --- */
#define P3D_FIELDS(F, P)                                                                                              \
    F(P, magic, TEXT, FIXED(4), MAGIC("ODOL", 4), SAYS("names the format"))                                           \
    F(P, version, U32, PUBLISH(VERSION), VITAL_WITHIN(ODOL_FIRST_VERSION, ODOL_LAST_VERSION, ODOL_RULE_VERSION),      \
      SAYS("version of the layout"))                                                                                  \
    F(P, enc1, U32, SINCE(75), VITAL_IS(0, ODOL_RULE_ENCRYPTED), SAYS("0 unless the file is encrypted"))              \
    F(P, enc2, U32, SINCE(75), VITAL_IS(0, ODOL_RULE_ENCRYPTED), SAYS("0 unless the file is encrypted"))              \
    F(P, app_id, U32, SINCE(59), IS_BY(0, ODOL_RULE_APP_ID), SAYS("number of the product that the model belongs to")) \
    F(P, muzzle_flash, ZTEXT, SINCE(58), SAYS("path of the model of the muzzle flash, without extension"))            \
    F(P, nLods, U32, COUNT_OF(AT(P, lods)), WITHIN_BY(1, UINT32_MAX, ODOL_RULE_NO_LOD), PRESET(1),                    \
      SAYS("number of LODs"))                                                                                         \
    F(P, resolution, ARRAY(F32), COUNT_IN(AT(P, nLods)), FINITE_NAMED_BY(lod_kinds, ODOL_RULE_RESOLUTION),            \
      SAYS("resolution or kind of each LOD"))                                                                         \
    F(P, modelInfo, OF(model_info), SAYS("what concerns all LODs"))                                                   \
    F(P, has_anims, BOOL, VITAL_WITHIN(0, 1, ODOL_RULE_BOOLEAN), SAYS("animations follow"))                           \
    F(P, animations, OF(animations), WHEN(AT(P, has_anims), EQ, 1), SAYS("the animations"))                           \
    F(P, lod_start, ARRAY(U32), COUNT_IN(AT(P, nLods)), SAYS("where each LOD begins in the file"))                    \
    F(P, lod_end, ARRAY(U32), COUNT_IN(AT(P, nLods)), SAYS("where each LOD ends in the file"))                        \
    F(P, permanent, ARRAY(BOOL), COUNT_IN(AT(P, nLods)), PRESET(1), SAYS("which LODs are always loaded"))             \
    F(P, loadableInfos, LIST(loadable), COUNT_BY(count_loadable),                                                     \
      SAYS("for each LOD that is not always loaded, what to expect"))                                                 \
    F(P, lods, LIST(lod), COUNT_IN(AT(P, nLods)), PLACED(AT(P, lod_start), AT(P, lod_end)), LEAST(1),                 \
      SAYS("levels of detail"))                                                                                       \
    F(P, hullsA, OF(hulls), SINCE(60), SAYS("convex shapes of the whole model"))                                      \
    F(P, meshesA, OF(meshes), SINCE(60), SAYS("shapes by bone"))                                                      \
    F(P, buoyancy, OF(buoyancy), SINCE(56), SAYS("how the model floats"))                                             \
    F(P, hullsB, OF(hulls), SINCE(60), SAYS("convex shapes, second set"))                                             \
    F(P, meshesB, OF(meshes), SINCE(60), SAYS("shapes by bone, second set"))

A3D_SLOTS(HULL)
A3D_SLOTS(HULLS)
A3D_SLOTS(MESH)
A3D_SLOTS(MESHES)
A3D_SLOTS(ITERATION)
A3D_SLOTS(SPHERE)
A3D_SLOTS(SPHERES)
A3D_SLOTS(BUOYANCY)
A3D_SLOTS(P3D)

#endif
