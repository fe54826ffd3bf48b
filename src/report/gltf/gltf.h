/* gltf.h - a document as glTF 2.0 in its binary form (GLB), for any 3D tool. */
#ifndef A3D_REPORT_GLTF_GLTF_H
#define A3D_REPORT_GLTF_GLTF_H

#include "base/text.h"
#include "lint/lint.h"

/* What is carried over are nodes, meshes, materials, skins, cameras and animations, of whatever was decoded. Each node,
 * mesh, part of a mesh ("primitive"), material, skin and animation has `extras.path`, the path of the record that it was made from. */
typedef struct a3d_gltf {
    a3d_text glb;            /* the file */
    const char *const *lost; /* what has no place in it or was mended, one line each: "animation tracks: 3" */
    size_t n_lost;
} a3d_gltf;

/* Makes one of the document of a result, into the arena; the result is left as it is. The same document gives the same
 * bytes on every machine. One with nothing to be seen, or whose format has no pictures, gives an empty scene. False when
 * there is no document, or memory ran out. */
bool a3d_gltf_make(a3d_arena *arena, const a3d_result *result, a3d_gltf *out);

#endif
