/* json.h - the part of a GLB that is text. */
#ifndef A3D_REPORT_GLTF_JSON_H
#define A3D_REPORT_GLTF_JSON_H

#include "base/json.h"
#include "engine/scene/scene.h"
#include "report/gltf/gltf.h"

void a3d_gltf_json(a3d_text *out, const a3d_result *result, const a3d_scene *v, const a3d_gltf *gltf);

/* The member "path" of an open object. */
void a3d_gltf_path(a3d_json *j, const a3d_scene *v, a3d_source source);

/* The member "animations" of an open object, when there are some. gltf_motion.c */
void a3d_gltf_animations(a3d_json *j, const a3d_scene *v);

#endif
