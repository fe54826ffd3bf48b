/* schema_model.h - the records before the LODs: model info, skeleton, animations, loading hints */
#ifndef A3D_FORMATS_ODOL_SCHEMA_MODEL_H
#define A3D_FORMATS_ODOL_SCHEMA_MODEL_H

#include "formats/odol/schema.h"
#include "formats/odol/schema_common.h"

/* Bits of floats that presets need. */
#define FLOAT_1 0x3F800000
#define FLOAT_200 0x43480000
#define FLOAT_0_005 0x3BA3D70A
#define FLOAT_1E10 0x501502F9
#define FLOAT_MAX 0x7F7FFFFF

/* --- skeleton --- */
#define BONE_FIELDS(F, P)                                                                    \
    F(P, bone, ZTEXT, SAYS("name of the bone"))                                              \
    F(P, parent, ZTEXT, SAYS("name of the bone it hangs on, empty for a root"))

#define SKELETON_FIELDS(F, P)                                                                                \
    F(P, name, ZTEXT, SAYS("name of the skeleton; empty: the model has none, and nothing follows"))          \
    F(P, discrete, BOOL, WHEN(AT(P, name), NOT_EMPTY, 0), SAYS("each vertex follows one bone only"))         \
    F(P, bones, LIST(bone), WHEN(AT(P, name), NOT_EMPTY, 0), SAYS("the bones, parents first"))               \
    F(P, pivots, ZTEXT, SINCE(41), WHEN(AT(P, name), NOT_EMPTY, 0), SAYS("name of the pivot model, unused"))

/* --- model info --- */
#define LOD_INDEX(meaning_) I8, PRESET(-1), SAYS("LOD with " meaning_ ", -1 for none")

#define MODEL_INFO_FIELDS(F, P)                                                                                        \
    F(P, special_flags, U32, ONE_OF_BITS(special_flags, ODOL_RULE_SPECIAL_FLAGS),                                      \
      SAYS("drawing flags of the whole model"))                                                                        \
    F(P, bounding_sphere, REAL, SAYS("radius of the sphere around everything visible"))                                \
    F(P, geometry_sphere, REAL, SAYS("radius of the sphere around the geometry"))                                      \
    F(P, remarks, U32, SAYS("remarks of the maker's tool"))                                                            \
    F(P, and_hints, U32, SAYS("point hints that all vertices share"))                                                  \
    F(P, or_hints, U32, SAYS("point hints that some vertex has"))                                                      \
    F(P, aiming_center, OF(vec3), SAYS("where weapons aim at"))                                                        \
    F(P, color, U32, SAYS("color on the map, packed ARGB"))                                                            \
    F(P, color_type, U32, SAYS("color on the map when selected, packed ARGB"))                                         \
    F(P, view_density, REAL, SAYS("how much the model blocks sight"))                                                  \
    F(P, bbox_min, OF(vec3), SAYS("least corner of the model"))                                                        \
    F(P, bbox_max, OF(vec3), SAYS("greatest corner of the model"))                                                     \
    F(P, lod_density_coef, REAL, SINCE(70), PRESET(FLOAT_1), SAYS("scales the choice of a LOD"))                       \
    F(P, draw_importance, REAL, SINCE(71), PRESET(FLOAT_1), SAYS("scales the drawing distance"))                       \
    F(P, bbox_visual_min, OF(vec3), SINCE(52), SAYS("least corner of what is visible"))                                \
    F(P, bbox_visual_max, OF(vec3), SINCE(52), SAYS("greatest corner of what is visible"))                             \
    F(P, bounding_center, OF(vec3), SAYS("what positions are relative to"))                                            \
    F(P, geometry_center, OF(vec3), SAYS("centre of the geometry"))                                                    \
    F(P, center_of_mass, OF(vec3), SAYS("centre of mass"))                                                             \
    F(P, inv_inertia, ARRAY(F32), FIXED(9), FINITE, SAYS("inverse of the inertia tensor, by rows"))                    \
    F(P, autocenter, BOOL, SAYS("the model was moved to its centre"))                                                  \
    F(P, lock_autocenter, BOOL, SAYS("the centre is not worked out anew"))                                             \
    F(P, can_occlude, BOOL, SAYS("hides what it covers"))                                                              \
    F(P, can_be_occluded, BOOL, SAYS("can be hidden by others"))                                                       \
    F(P, ai_covers, BOOL, SINCE(73), SAYS("serves computer players as cover"))                                         \
    F(P, dayz_bool, BOOL, SINCE(53), UNTIL(55), BRANCH(ODOL_DAYZ), PRESET(1), SAYS("DayZ only, meaning unknown"))      \
    F(P, dayz_float, REAL, SINCE(53), UNTIL(55), BRANCH(ODOL_DAYZ), PRESET(FLOAT_1),                                   \
      SAYS("DayZ only, meaning unknown"))                                                                              \
    F(P, htMin, REAL, SINCE(42), SAYS("least half-time of cooling"))                                                   \
    F(P, htMax, REAL, SINCE(42), SAYS("greatest half-time of cooling"))                                                \
    F(P, afMax, REAL, SINCE(42), SAYS("greatest temperature of the living"))                                           \
    F(P, mfMax, REAL, SINCE(42), SAYS("greatest temperature in motion"))                                               \
    F(P, mFact, REAL, SINCE(43), SAYS("share of metabolism in the heat picture"))                                      \
    F(P, tBody, REAL, SINCE(43), SAYS("temperature of the body"))                                                      \
    F(P, force_not_alpha, BOOL, SAYS("never drawn as transparent"))                                                    \
    F(P, sb_source, I32, WITHIN_BY(0, 3, ODOL_RULE_SB_SOURCE), SAYS("which LOD casts the buffered shadow"))            \
    F(P, prefer_shadow_volume, BOOL, SAYS("shadow volumes are preferred"))                                             \
    F(P, shadow_offset, REAL, SINCE(48), PRESET(FLOAT_MAX),                                                            \
      SAYS("how far the shadow is moved, the greatest float for unset"))                                               \
    F(P, animated, BOOL, SAYS("vertices move"))                                                                        \
    F(P, skeleton, OF(skeleton), SAYS("the bones"))                                                                    \
    F(P, map_type, U8, ANY_NAMED(map_types), PRESET(22), SAYS("what kind of thing the map shows"))                     \
    F(P, mass_array, ARRAY(F32), BLOCK, FINITE, SAYS("mass of each point of the geometry"))                            \
    F(P, mass, REAL, SAYS("mass"))                                                                                     \
    F(P, inv_mass, REAL, PRESET(FLOAT_1E10), SAYS("one by mass"))                                                      \
    F(P, armor, REAL, PRESET(FLOAT_200), SAYS("resistance to damage"))                                                 \
    F(P, inv_armor, REAL, PRESET(FLOAT_0_005), SAYS("one by armor"))                                                   \
    F(P, explosion_shielding, REAL, SINCE(72), PRESET(FLOAT_1), SAYS("how well explosions are kept off"))              \
    F(P, memory, LOD_INDEX("the named points"))                                                                        \
    F(P, geometry, LOD_INDEX("the collision geometry"))                                                                \
    F(P, geometry_simple, SINCE(53), BRANCH(ODOL_ARMA), LOD_INDEX("the simple geometry"))                              \
    F(P, geometry_physx, SINCE(54), BRANCH(ODOL_ARMA), LOD_INDEX("the PhysX geometry"))                                \
    F(P, geometry_dayz, SINCE(54), UNTIL(55), BRANCH(ODOL_DAYZ), LOD_INDEX("a geometry that only DayZ has"))           \
    F(P, geometry_fire, LOD_INDEX("the geometry that bullets meet"))                                                   \
    F(P, geometry_view, LOD_INDEX("the geometry that blocks sight"))                                                   \
    F(P, view_pilot_geo, LOD_INDEX("what blocks the pilot's sight"))                                                   \
    F(P, view_gunner_geo, LOD_INDEX("what blocks the gunner's sight"))                                                 \
    F(P, view_commander_geo, LOD_INDEX("what blocks the commander's sight"))                                           \
    F(P, view_cargo_geo, LOD_INDEX("what blocks the passengers' sight"))                                               \
    F(P, land_contact, LOD_INDEX("the points that touch the ground"))                                                  \
    F(P, roadway, LOD_INDEX("the surfaces to walk and drive on"))                                                      \
    F(P, paths, LOD_INDEX("the ways of computer players"))                                                             \
    F(P, hitpoints, LOD_INDEX("the points that take damage"))                                                          \
    F(P, min_shadow, U32, PRESET(1), SAYS("first LOD that may cast a shadow, nLods for none"))                         \
    F(P, can_blend, BOOL, SAYS("LODs fade into each other"))                                                           \
    F(P, class, ZTEXT, SAYS("class of the model, from its named properties"))                                          \
    F(P, damage, ZTEXT, SAYS("damage class, from its named properties"))                                               \
    F(P, frequent, BOOL, SAYS("occurs in great numbers"))                                                              \
    F(P, unused31, U32, IS_BY(0, ODOL_RULE_UNUSED), SAYS("unused"))                                                    \
    F(P, dayz55, BOOL, SINCE(55), UNTIL(55), BRANCH(ODOL_DAYZ), SAYS("DayZ 55 only, meaning and exact place unknown")) \
    F(P, shadow_volume_lod, ARRAY(I32), COUNT_OUT(a3d_odol_root, P3D_nLods), SINCE(57), PRESET(-1),                    \
      SAYS("for each LOD the one that gives its shadow volume, -1 for the default"))                                   \
    F(P, shadow_buffer_lod, ARRAY(I32), COUNT_OUT(a3d_odol_root, P3D_nLods), SINCE(57), PRESET(-1),                    \
      SAYS("for each LOD the one that gives its buffered shadow, -1 for the default"))                                 \
    F(P, shadow_buffer_lod_vis, ARRAY(I32), COUNT_OUT(a3d_odol_root, P3D_nLods), SINCE(57), PRESET(-1),                \
      SAYS("for each LOD the one that gives its visible buffered shadow, -1 for the default"))

/* --- animations --- */
#define ANIM_CLASS_FIELDS(F, P)                                                                                    \
    F(P, type, U32, VITAL_ONE_OF(anim_types, ODOL_RULE_ANIM_TYPE), SAYS("what the class does"))                    \
    F(P, name, ZTEXT, SAYS("name of the class"))                                                                   \
    F(P, source, ZTEXT, SAYS("name of the controller that drives it"))                                             \
    F(P, min_phase, REAL, SAYS("phase at which the motion begins"))                                                \
    F(P, max_phase, REAL, PRESET(FLOAT_1), SAYS("phase at which the motion ends"))                                 \
    F(P, min_value, REAL, SAYS("value of the controller at the beginning"))                                        \
    F(P, max_value, REAL, PRESET(FLOAT_1), SAYS("value of the controller at the end"))                             \
    F(P, period, REAL, SINCE(56), SAYS("duration of one round"))                                                   \
    F(P, init_phase, REAL, SINCE(56), SAYS("phase at the start"))                                                  \
    F(P, address, U32, SINCE(56), ONE_OF_BY(anim_addresses, ODOL_RULE_ANIM_ADDRESS),                               \
      SAYS("what happens beyond the ends"))                                                                        \
    F(P, address_early, U32, UNTIL(55), SHOWN("address"), ONE_OF_BY(anim_addresses, ODOL_RULE_ANIM_ADDRESS_EARLY), \
      SAYS("what happens beyond the ends"))                                                                        \
    F(P, angle0, REAL, WHEN(AT(P, type), LE, 3), SAYS("angle at the beginning, in radians"))                       \
    F(P, angle1, REAL, WHEN(AT(P, type), LE, 3), SAYS("angle at the end, in radians"))                             \
    F(P, off0, REAL, WHEN(AT(P, type), GE, 4), AND(AT(P, type), LE, 7), SAYS("offset at the beginning"))           \
    F(P, off1, REAL, WHEN(AT(P, type), GE, 4), AND(AT(P, type), LE, 7), SAYS("offset at the end"))                 \
    F(P, pos, OF(vec3), WHEN(AT(P, type), EQ, 8), SAYS("a point of the axis"))                                     \
    F(P, dir, OF(vec3), WHEN(AT(P, type), EQ, 8), SAYS("direction of the axis"))                                   \
    F(P, angle, REAL, WHEN(AT(P, type), EQ, 8), SAYS("angle to turn by, in radians"))                              \
    F(P, offset, REAL, WHEN(AT(P, type), EQ, 8), SAYS("distance to move along the axis"))                          \
    F(P, hide, REAL, WHEN(AT(P, type), EQ, 9), SAYS("value from which the part is hidden"))                        \
    F(P, unhide, REAL, SINCE(55), WHEN(AT(P, type), EQ, 9), SAYS("value from which the part is shown again"))

#define BONE_CLASSES_FIELDS(F, P) F(P, classes, ARRAY(U32), SAYS("numbers of the classes that move this bone"))

#define ANIM_LOD_BONES_FIELDS(F, P) F(P, bones, LIST(bone_classes), SAYS("one entry for each bone of the skeleton"))

#define AXIS_FIELDS(F, P)                                                                                    \
    F(P, bone, I32, PRESET(-1), SAYS("bone that the class moves in this LOD, -1 for none"))                  \
    F(P, axis_pos, OF(vec3), WHEN_CALL(has_axis), SAYS("a point of the axis"))                               \
    F(P, axis_dir, OF(vec3), WHEN_CALL(has_axis), SAYS("direction of the axis"))

#define ANIM_LOD_AXES_FIELDS(F, P) \
    F(P, axes, LIST(axis), COUNT_OUT(animations, ANIMATIONS_classes), SAYS("one entry for each animation class"))

#define ANIMATIONS_FIELDS(F, P)                                                                              \
    F(P, classes, LIST(anim_class), SAYS("the animation classes"))                                           \
    F(P, nAnimLods, I32, PRESET(1), SAYS("number of LODs in the two tables"))                                \
    F(P, lod_bones, LIST(anim_lod_bones), COUNT_IN(AT(P, nAnimLods)), SAYS("for each LOD, the classes of each bone")) \
    F(P, lod_axes, LIST(anim_lod_axes), COUNT_IN(AT(P, nAnimLods)), SAYS("for each LOD, bone and axis of each class"))

/* --- what the engine knows about a LOD before loading it --- */
#define LOADABLE_FIELDS(F, P)                                                                                          \
    F(P, n_faces, U32, SAYS("faces of the LOD"))                                                                       \
    F(P, color, U32, SAYS("color of the LOD, packed ARGB"))                                                            \
    F(P, special, U32, SAYS("flags of the LOD"))                                                                       \
    F(P, or_hints, U32, SAYS("point hints that some vertex of the LOD has"))                                           \
    F(P, has_skeleton, BOOL, SAYS("the LOD uses bones"))                                                               \
    F(P, n_vertices, U32, SINCE(51), SAYS("vertices of the LOD"))                                                      \
    F(P, face_area, F32, SINCE(51), SAYS("area of the faces of the LOD"))

A3D_SLOTS(BONE)
A3D_SLOTS(SKELETON)
A3D_SLOTS(MODEL_INFO)
A3D_SLOTS(ANIM_CLASS)
A3D_SLOTS(BONE_CLASSES)
A3D_SLOTS(ANIM_LOD_BONES)
A3D_SLOTS(AXIS)
A3D_SLOTS(ANIM_LOD_AXES)
A3D_SLOTS(ANIMATIONS)
A3D_SLOTS(LOADABLE)

#endif
