/* schema_lod.h - one level of detail: proxies, materials, faces, sections, selections, vertices.
 *
 * If a layout changed between versions, the name stays and the shape has alternatives: vertex numbers have 32 bits
 * since version 69, and vectors and UV coordinates are packed since version 45. */
#ifndef A3D_FORMATS_ODOL_SCHEMA_LOD_H
#define A3D_FORMATS_ODOL_SCHEMA_LOD_H

#include "formats/odol/schema_common.h"

/* A list of vertex, face or point numbers. */
#define NUMBERS ALTS({SINCE(69), ARRAY(U32), BLOCK}, {ARRAY(U16), BLOCK})

/* --- proxies and bones --- */
#define PROXY_FIELDS(F, P)                                                                                             \
    F(P, model, ZTEXT, SAYS("path of the model at this place"))                                                        \
    F(P, matrix, OF(matrix), SAYS("its position and rotation"))                                                        \
    F(P, id, I32, WITHIN_BY(1, INT32_MAX, ODOL_RULE_PROXY_ID), PRESET(1),                                              \
      SAYS("number among the proxies of the same model"))                                                              \
    F(P, selection, I32, SAYS("selection of the proxy"))                                                               \
    F(P, bone, I32, PRESET(-1), SAYS("bone of the skeleton that it follows, -1 for none"))                             \
    F(P, section, I32, PRESET(-1), SAYS("section that it belongs to, -1 for none"))

#define LINKS_FIELDS(F, P) F(P, links, ARRAY(I32), SAYS("entries of sub2skel that name this bone"))

#define TEXTURE_FIELDS(F, P) F(P, name, ZTEXT, SAYS("path of a texture, or a procedural one that begins with #"))

/* --- materials; their layout depends on the material version mv --- */
#define STAGE_FIELDS(F, P)                                                                                   \
    F(P, filter, U32, WHEN_OUT(material, MATERIAL_mv, GE, 5), ONE_OF_BY(filters, ODOL_RULE_STAGE_FILTER), PRESET(3), \
      SAYS("how the texture is sampled"))                                                                    \
    F(P, texture, ZTEXT, SAYS("path of the texture, or a procedural one"))                                   \
    F(P, texgen, U32, WHEN_OUT(material, MATERIAL_mv, GE, 8), SAYS("number of the texgen that places it"))   \
    F(P, use_world_env_map, BOOL, WHEN_OUT(material, MATERIAL_mv, GE, 11), SAYS("the surroundings are mirrored"))

#define TEXGEN_FIELDS(F, P)                                                                                           \
    F(P, uv_source, U32, WITHIN_NAMED_BY(0, 8, uv_sources, ODOL_RULE_UV_SOURCE), PRESET(1),                           \
      SAYS("what the coordinates are made from"))                                                                     \
    F(P, transform, OF(matrix), SAYS("how they are transformed"))

#define TEXGEN_STAGE_FIELDS(F, P)                                                                            \
    F(P, texgen, OF(texgen), SAYS("how the coordinates are made"))                                           \
    F(P, stage, OF(stage), SAYS("the texture"))

#define MATERIAL_FIELDS(F, P)                                                                                          \
    F(P, name, ZTEXT, SAYS("path of the material"))                                                                    \
    F(P, mv, U32, PRESET(11), VITAL_ONE_OF(material_versions, ODOL_RULE_MATERIAL_VERSION), SAYS("material version"))   \
    F(P, unknown_layout, READ_BY(refusal), BRANCH(ODOL_ARMA), WHEN(AT(P, mv), GT, 11),                                 \
      SAYS("a layout that only DayZ has; no bytes"))                                                                   \
    F(P, emissive, OF(rgba), SAYS("light that it gives off"))                                                          \
    F(P, ambient, OF(rgba), SAYS("color in ambient light"))                                                            \
    F(P, diffuse, OF(rgba), SAYS("color in direct light"))                                                             \
    F(P, forced_diffuse, OF(rgba), SAYS("direct light that reaches its back"))                                         \
    F(P, specular, OF(rgba), SAYS("color of highlights"))                                                              \
    F(P, specular2, OF(rgba), SAYS("color of highlights, usually the same"))                                           \
    F(P, specular_power, REAL, SAYS("sharpness of highlights"))                                                        \
    F(P, dayz16, ARRAY(U32), FIXED(14), BRANCH(ODOL_DAYZ), WHEN(AT(P, mv), EQ, 16),                                    \
      SAYS("DayZ only, meaning unknown"))                                                                              \
    F(P, dayz20, ARRAY(U32), FIXED(26), BRANCH(ODOL_DAYZ), WHEN(AT(P, mv), EQ, 20),                                    \
      SAYS("DayZ only, meaning unknown"))                                                                              \
    F(P, pixel_shader, U32, ONE_OF_BY(pixel_shaders, ODOL_RULE_PIXEL_SHADER), SAYS("number of the pixel shader"))      \
    F(P, vertex_shader, U32, ONE_OF_BY(vertex_shaders, ODOL_RULE_VERTEX_SHADER), SAYS("number of the vertex shader"))  \
    F(P, main_light, U32, PRESET(1), SAYS("which light is the main one"))                                              \
    F(P, fog_mode, U32, PRESET(1), SAYS("how fog acts"))                                                               \
    F(P, bool3, BOOL, WHEN(AT(P, mv), EQ, 3), SAYS("material version 3 only, meaning unknown"))                        \
    F(P, surface, ZTEXT, WHEN(AT(P, mv), GE, 6), SAYS("path of the surface description"))                              \
    F(P, n_render_flags, U32, WHEN(AT(P, mv), GE, 4), IS_BY(1, ODOL_RULE_RENDER_WORDS), PRESET(1),                     \
      SAYS("number of words of render flags, always 1"))                                                               \
    F(P, render_flags, U32, WHEN(AT(P, mv), GE, 4), SAYS("how it is drawn"))                                           \
    F(P, nStages, U32, WHEN(AT(P, mv), GT, 6), COMPUTED(count_stages, 0),                                              \
      WITHIN_BY(1, UINT32_MAX, ODOL_RULE_NO_STAGE), PRESET(1), SAYS("number of stages"))                               \
    F(P, nTexGens, U32, WHEN(AT(P, mv), GT, 8), COUNT_OF(AT(P, texgens)),                                              \
      WITHIN_BY(1, UINT32_MAX, ODOL_RULE_NO_TEXGEN), PRESET(1), SAYS("number of texgens"))                             \
    F(P, pairs, LIST(texgen_stage), COUNT_IN(AT(P, nStages)), WHEN(AT(P, mv), LT, 8),                                  \
      SAYS("texgens and stages by turns"))                                                                             \
    F(P, stages, LIST(stage), COUNT_IN(AT(P, nStages)), WHEN(AT(P, mv), GE, 8),                                        \
      SAYS("textures; the first is the default stage"))                                                                \
    F(P, texgens,                                                                                                      \
      ALTS({IF(AT(P, mv), GT, 8), LIST(texgen), COUNT_IN(AT(P, nTexGens))},                                            \
           {IF(AT(P, mv), EQ, 8), LIST(texgen), COUNT_IN(AT(P, nStages))}),                                            \
      SAYS("how texture coordinates are made"))                                                                        \
    F(P, stage_ti, OF(stage), WHEN(AT(P, mv), GE, 10), SAYS("the stage of the thermal picture"))

/* --- faces and their groups --- */
#define FACE_FIELDS(F, P)                                                                                    \
    F(P, corners, U8, ASSET(TRIANGLES, SIDES), VITAL_WITHIN(3, 4, ODOL_RULE_FACE_CORNERS), \
      SAYS("3 for a triangle, 4 for a quad")) \
    F(P, indices, ALTS({SINCE(69), ARRAY(U32), COUNT_IN(AT(P, corners))}, {ARRAY(U16), COUNT_IN(AT(P, corners))}), \
      SAYS("the vertices"))

#define SECTION_FIELDS(F, P)                                                                                      \
    F(P, face_from, U32, SAYS("where its faces begin, in the measure of alloc"))                                  \
    F(P, face_to, U32, SAYS("where its faces end, in the measure of alloc"))                                      \
    F(P, min_bone, U32, IS_BY(0, ODOL_RULE_MIN_BONE), SAYS("first entry of sub2skel that it uses"))               \
    F(P, n_bones, U32, SAYS("entries of sub2skel that it uses"))                                                  \
    F(P, zero, U32, IS_BY(0, ODOL_RULE_RESERVED), SAYS("reserved"))                                               \
    F(P, texture, I16, PRESET(-1), SAYS("its texture, -1 for none"))                                              \
    F(P, flags, U32, SAYS("how it is drawn"))                                                                     \
    F(P, material, I32, PRESET(-1), SAYS("its material, -1 for none"))                                            \
    F(P, surface, ZTEXT, WHEN(AT(P, material), EQ, -1), SAYS("surface where there is no material, always empty")) \
    F(P, area_over_tex, ARRAY(F32), FINITE, LEAST(2),                                                             \
      SAYS("area in the world by area on the texture, for two UV sets"))                                          \
    F(P, flag67, U32, SINCE(67), IS_BY(0, ODOL_RULE_FLAG67), SAYS("announces more floats, always 0"))             \
    F(P, floats67, ARRAY(F32), FIXED(11), FINITE, SINCE(67), WHEN(AT(P, flag67), GE, 1), SAYS("meaning unknown"))

#define SELECTION_FIELDS(F, P)                                                                               \
    F(P, name, ZTEXT, SAYS("name of the selection"))                                                         \
    F(P, faces, NUMBERS, SAYS("its faces"))                                                                  \
    F(P, zero, U32, IS_BY(0, ODOL_RULE_RESERVED), SAYS("reserved"))                                          \
    F(P, sectional, BOOL, SAYS("made of whole sections"))                                                    \
    F(P, sections, ARRAY(U32), BLOCK, SAYS("its sections"))                                                  \
    F(P, vertices, NUMBERS, SAYS("its vertices"))                                                            \
    F(P, weights, ARRAY(U8), BLOCK, SAYS("how much each of its vertices belongs to it; none: fully"))

#define PROPERTY_FIELDS(F, P)                                                                                \
    F(P, name, ZTEXT, SAYS("name of the property"))                                                          \
    F(P, value, ZTEXT, SAYS("its value"))

#define FRAME_FIELDS(F, P)                                                                                   \
    F(P, time, REAL, SAYS("time of the frame"))                                                               \
    F(P, points, LIST(point), SAYS("position of each vertex"))

/* --- vertices --- */
#define UV_PACKED_FIELDS(F, P)                                                                               \
    F(P, u, I16, SAYS("u, -32767 for the least and 32767 near the greatest"))                                \
    F(P, v, I16, SAYS("v, likewise"))

#define UV_FLOAT_FIELDS(F, P)                                                                                \
    F(P, u, F32, SAYS("u"))                                                                                  \
    F(P, v, F32, SAYS("v"))

#define UV_SET_FIELDS(F, P)                                                                                  \
    F(P, minU, REAL, SINCE(45), SAYS("least u"))                                                              \
    F(P, minV, REAL, SINCE(45), SAYS("least v"))                                                              \
    F(P, maxU, REAL, SINCE(45), SAYS("greatest u"))                                                           \
    F(P, maxV, REAL, SINCE(45), SAYS("greatest v"))                                                           \
    F(P, uv, ALTS({SINCE(45), LIST(uv_packed), BLOCK, FILL}, {LIST(uv_float), BLOCK, FILL}),                 \
      SAYS("coordinates of each vertex"))

#define ST_PACKED_FIELDS(F, P)                                                                               \
    F(P, s, U32, SAYS("tangent along u, three signed numbers of 10 bits"))                                   \
    F(P, t, U32, SAYS("tangent along v, likewise"))

#define ST_FLOAT_FIELDS(F, P)                                                                                \
    F(P, s, OF(point), SAYS("tangent along u"))                                                               \
    F(P, t, OF(point), SAYS("tangent along v"))

#define BONE_WEIGHT_FIELDS(F, P)                                                                             \
    F(P, bone, U8, SAYS("entry of sub2skel"))                                                                \
    F(P, weight, U8, SAYS("share of the bone, 255 for all"))

#define BONE_REF_FIELDS(F, P)                                                                                \
    F(P, n, U32, SAYS("how many of the pairs count"))             \
    F(P, pair0, OF(bone_weight), SAYS("first bone and weight"))                                              \
    F(P, pair1, OF(bone_weight), SAYS("second bone and weight"))                                             \
    F(P, pair2, OF(bone_weight), SAYS("third bone and weight"))                                              \
    F(P, pair3, OF(bone_weight), SAYS("fourth bone and weight"))

#define NEIGHBOUR_FIELDS(F, P)                                                                               \
    F(P, vertex, U16, SAYS("number of a vertex"))                                                            \
    F(P, pad, U16, SAYS("unused"))                                                                           \
    F(P, bones, OF(bone_ref), SAYS("bones of that vertex"))

#define NEIGHBOURS_FIELDS(F, P)                                                                                        \
    F(P, a, OF(neighbour), SAYS("one neighbor of the vertex"))                                                         \
    F(P, b, OF(neighbour), SAYS("another neighbor of the vertex"))

#define CLIP ARRAY(U32), BLOCK, FILL, SAYS("point flags of each vertex")

#define LOD_FIELDS(F, P)                                                                                               \
    F(P, proxies, LIST(proxy), SAYS("places of other models"))                                                         \
    F(P, sub2skel, ARRAY(I32), SAYS("for each bone of this LOD, the bone of the skeleton"))                            \
    F(P, skel2sub, LIST(links), SAYS("for each bone of the skeleton, those of this LOD"))                              \
    F(P, clip_early, UNTIL(49), SHOWN("clip"), CLIP)                                                                   \
    F(P, n_vertices, U32, SINCE(50), SAYS("number of vertices"))                                                       \
    F(P, face_area, F32, SINCE(51), SAYS("area of all faces"))                                                         \
    F(P, or_hints, U32, SAYS("point hints that some vertex has"))                                                      \
    F(P, and_hints, U32, SAYS("point hints that all vertices share"))                                                  \
    F(P, bmin, OF(vec3), SAYS("least corner"))                                                                         \
    F(P, bmax, OF(vec3), SAYS("greatest corner"))                                                                      \
    F(P, bcenter, OF(vec3), SAYS("centre of the sphere around the LOD"))                                               \
    F(P, bradius, REAL, SAYS("radius of that sphere"))                                                                 \
    F(P, textures, LIST(texture), SAYS("textures that sections name"))                                                 \
    F(P, materials, LIST(material), SAYS("materials that sections name"))                                              \
    F(P, point2vertex, NUMBERS, SAYS("edges: from points to vertices"))                                                \
    F(P, vertex2point, NUMBERS, SAYS("edges: from vertices to points"))                                                \
    F(P, n_faces, U32, COUNT_OF(AT(P, faces)), SAYS("number of faces"))                                                \
    F(P, alloc, U32, COMPUTED(faces_measure, ODOL_RULE_ALLOC), SAYS("what the faces take in the engine's memory"))     \
    F(P, zero, U16, IS_BY(0, ODOL_RULE_RESERVED), SAYS("reserved"))                                                    \
    F(P, faces, LIST(face), COUNT_IN(AT(P, n_faces)), SAYS("the faces"))                                               \
    F(P, sections, LIST(section), SAYS("runs of faces that are drawn alike"))                                          \
    F(P, selections, LIST(selection), SAYS("named parts"))                                                             \
    F(P, properties, LIST(property), SAYS("named properties"))                                                         \
    F(P, frames, LIST(frame), SAYS("frames of vertex animation"))                                                      \
    F(P, color_top, U32, SAYS("color from above, packed ARGB"))                                                        \
    F(P, color, U32, SAYS("mean color, packed ARGB"))                                                                  \
    F(P, special, U32, SAYS("flags of all sections together"))                                                         \
    F(P, bone_ref_simple, BOOL, SAYS("each vertex follows one bone at most"))                                          \
    F(P, rest_size, U32,                                                                                               \
      .derive = {.kind = A3D_SPAN, .from = A3D_FROM_FIELD, .to = AT(P, neighbours), .rule = ODOL_RULE_REST_SIZE},      \
      SAYS("bytes from here to the end of the vertex arrays"))                                                         \
    F(P, clip, SINCE(50), CLIP)                                                                                        \
    F(P, uv0, OF(uv_set), SAYS("the first UV set"))                                                                    \
    F(P, n_uv, U32, COMPUTED(count_uv_sets, ODOL_RULE_NO_UV), WITHIN_BY(0, 8, ODOL_RULE_UV_COUNT), PRESET(1),          \
      SAYS("number of UV sets, the first included"))                                                                   \
    F(P, uv_more, LIST(uv_set), COUNT_IS(AT(P, n_uv), 1, -1), SAYS("the other UV sets"))                               \
    F(P, positions, LIST(point), BLOCK, ASSET(VERTICES, LENGTH), SAYS("where the vertices are"))                       \
    F(P, normals, ALTS({SINCE(45), ARRAY(U32), BLOCK, FILL}, {LIST(point), BLOCK, FILL}),                              \
      SAYS("normals; one word is three signed numbers of 10 bits"))                                                    \
    F(P, st, ALTS({SINCE(45), LIST(st_packed), BLOCK}, {LIST(st_float), BLOCK}), SAYS("tangents"))                     \
    F(P, bone_ref, LIST(bone_ref), BLOCK, SAYS("bones and weights of each vertex"))                                    \
    F(P, neighbours, LIST(neighbours), BLOCK, SAYS("neighbors of each vertex, for shadow volumes"))                    \
    F(P, u67, U32, SINCE(67), VITAL_IS_BEFORE(2, 0, ODOL_RULE_U67), SAYS("announces a structure of unknown layout"))   \
    F(P, u68, U8, SINCE(68), IS_BY(1, ODOL_RULE_U68), PRESET(1), SAYS("meaning unknown, 1 from the maker's tools"))

A3D_SLOTS(PROXY)
A3D_SLOTS(LINKS)
A3D_SLOTS(TEXTURE)
A3D_SLOTS(STAGE)
A3D_SLOTS(TEXGEN)
A3D_SLOTS(TEXGEN_STAGE)
A3D_SLOTS(MATERIAL)
A3D_SLOTS(FACE)
A3D_SLOTS(SECTION)
A3D_SLOTS(SELECTION)
A3D_SLOTS(PROPERTY)
A3D_SLOTS(FRAME)
A3D_SLOTS(UV_PACKED)
A3D_SLOTS(UV_FLOAT)
A3D_SLOTS(UV_SET)
A3D_SLOTS(ST_PACKED)
A3D_SLOTS(ST_FLOAT)
A3D_SLOTS(BONE_WEIGHT)
A3D_SLOTS(BONE_REF)
A3D_SLOTS(NEIGHBOUR)
A3D_SLOTS(NEIGHBOURS)
A3D_SLOTS(LOD)

#endif
