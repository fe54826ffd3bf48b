/* scene.h - shared between the parts of the ODOL scene */
#ifndef A3D_FORMATS_ODOL_SCENE_H
#define A3D_FORMATS_ODOL_SCENE_H

#include "engine/scene/scene.h"
#include "formats/odol/schema.h"

/* The skeleton: the parent of each bone (A3D_NONE for a root), and the first of their records. */
typedef struct a3d_odol_bones {
    uint32_t first, count, *parents;
} a3d_odol_bones;

/* One level of detail. ODOL has left-handed axes, so all z are inverted. */
typedef struct a3d_odol_shown {
    a3d_scene *v;
    const a3d_doc *doc;
    uint32_t lod, node; /* its record, and its node of the scene */
    uint32_t vertices, attributes[A3D_VERTEX_KINDS];
    uint8_t *marks; /* a bit for each face that only marks the place of a proxy; NULL: no proxies */
    uint32_t faces;
} a3d_odol_shown;

void a3d_odol_show_bones(a3d_scene *v, a3d_odol_bones *out);

/* Fills in vertices and attributes; false if there are no positions; see scene_vertices.c. */
bool a3d_odol_show_vertices(a3d_odol_shown *s);
/* Adds joints, weights, and nodes for the bones of the LOD. Returns the skin, or A3D_NONE. */
uint32_t a3d_odol_show_skin(a3d_odol_shown *s, const a3d_odol_bones *bones);
/* Gives a material of the scene the colors and textures of a record; see scene_materials.c. */
void a3d_odol_show_material(a3d_odol_shown *s, uint32_t record, uint32_t made);
/* Gives it the texture of a section. A texture of one color becomes that color. If a texture cannot be shown, a white
 * material takes the mean color of the LOD. */
void a3d_odol_show_texture(a3d_odol_shown *s, a3d_label name, uint32_t made);
/* Adds the faces of all sections. Returns the mesh, or A3D_NONE; see scene_faces.c. */
uint32_t a3d_odol_show_faces(a3d_odol_shown *s, a3d_label name);

#endif
