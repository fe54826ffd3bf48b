/* json.h - the JSON part of a GLB */
#ifndef A3D_REPORT_GLTF_JSON_H
#define A3D_REPORT_GLTF_JSON_H

#include "base/json.h"
#include "engine/scene/scene.h"
#include "report/gltf/gltf.h"

void a3d_gltf_json(a3d_text *out, const a3d_result *result, const a3d_scene *v, const a3d_gltf *gltf);

/* Writes the member "path" of an open object. */
void a3d_gltf_path(a3d_json *j, const a3d_scene *v, a3d_source source);

/* Writes the member "animations" of an open object, if there are any (motion.c). */
void a3d_gltf_animations(a3d_json *j, const a3d_scene *v);

#endif
