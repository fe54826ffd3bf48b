/* gltf.h - writes a document as binary glTF 2.0 (GLB), for any 3D tool */
#ifndef A3D_REPORT_GLTF_GLTF_H
#define A3D_REPORT_GLTF_GLTF_H

#include "base/text.h"
#include "lint/lint.h"

/* Contains the nodes, meshes, materials, skins, cameras and animations of everything that was decoded. Each node,
 * mesh, part of a mesh ("primitive"), material, skin and animation has `extras.path`: the path of the record from
 * which it was made. */
typedef struct a3d_gltf {
    a3d_text glb;            /* the file */
    const char *const *lost; /* what glTF cannot hold or what was repaired, one line each: "animation tracks: 3" */
    size_t n_lost;
} a3d_gltf;

/* Makes a GLB without pictures from the document of a result, which is not changed; the GLB lives in the arena. The
 * same document gives the same bytes on every machine. A document without anything visible, or of a format without a
 * scene, gives an empty scene. Returns false when there is no document, or memory ran out. */
bool a3d_gltf_make(a3d_arena *arena, const a3d_result *result, a3d_gltf *out);

/* The same with pictures: those of the document are part of the GLB, packed by zlib, whose output may differ between
 * its versions; PNG and JPEG files that the document names are expected beside the GLB. */
bool a3d_gltf_make_whole(a3d_arena *arena, const a3d_result *result, a3d_gltf *out);

#endif
