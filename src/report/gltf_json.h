/* gltf_json.h - the part of a GLB that is text. */
#ifndef A3D_REPORT_GLTF_JSON_H
#define A3D_REPORT_GLTF_JSON_H

#include "base/text.h"
#include "engine/visual.h"
#include "report/gltf.h"

void a3d_gltf_json(a3d_text *out, const a3d_result *result, const a3d_visual *v, const a3d_gltf *gltf);

#endif
