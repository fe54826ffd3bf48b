/* json.h - the JSON part of a GLB */
#ifndef A3D_REPORT_GLTF_JSON_H
#define A3D_REPORT_GLTF_JSON_H

#include "base/json.h"
#include "engine/scene/scene.h"
#include "report/gltf/gltf.h"

void a3d_gltf_json(a3d_text *out, const a3d_result *result, const a3d_scene *v, const a3d_gltf *gltf, bool pictures);

void a3d_gltf_float(a3d_json *j, float value);
void a3d_gltf_floats(a3d_json *j, const char *key, const float *values, unsigned n);
/* A member for a text that is not empty. */
void a3d_gltf_label(a3d_json *j, const char *key, a3d_label label);

/* Writes materials, textures, samplers and images; buffer views of embedded images follow those of the accessors. */
void a3d_gltf_materials(a3d_json *j, const a3d_scene *v, bool pictures);
/* Writes the member "extensionsUsed" of an open object, if there are any. */
void a3d_gltf_extensions(a3d_json *j, const a3d_scene *v, bool pictures);

/* Writes the member "path" of an open object. */
void a3d_gltf_path(a3d_json *j, const a3d_scene *v, a3d_source source);

/* Writes accessors and buffer views; extras say where in the file their numbers come from: the path of the list, the
 * stream of the document, and either `off` and `stride` of the elements or `runs` of triangles, each [triangle, off,
 * stride, each]: from this triangle on, faces of `each` triangles are `stride` bytes apart. `repaired` has the first
 * elements that were repaired, `dropped` the first triangles that were left out, each with its offset and its three
 * corners. */
void a3d_gltf_numbers(a3d_json *j, const a3d_scene *v, bool pictures);

/* Writes lights as a member of an open object, and the light of a node (lights.c). */
#define A3D_GLTF_LIGHTS "KHR_lights_punctual"
void a3d_gltf_lights(a3d_json *j, const a3d_scene *v);
void a3d_gltf_light_of(a3d_json *j, uint32_t light);

/* Writes the member "animations" of an open object, if there are any (motion.c). */
void a3d_gltf_animations(a3d_json *j, const a3d_scene *v);

#endif
