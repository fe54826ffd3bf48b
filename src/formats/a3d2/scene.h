/* scene.h - shared between the parts of the A3D2 scene */
#ifndef A3D_FORMATS_A3D2_SCENE_H
#define A3D_FORMATS_A3D2_SCENE_H

#include "formats/a3d2/records.h"
#include "formats/alternativa/scene.h"

/* Id spaces in addition to those of the tables. */
enum { A3D2_SHOWN_MATERIAL = A3D2_SPACES };

/* The skin of a mesh: its joints, surface after surface; see scene_skins.c. */
typedef struct a3d2_shown_skin {
    uint32_t *joints;        /* index in the skin of each entry of `joints`, or A3D_NONE */
    uint32_t n_joints;
    uint32_t *starts;        /* first entry of each surface, and the end of the last one */
    uint32_t n_surfaces, skin;
} a3d2_shown_skin;

/* Builds the skin of a record; `out` is filled with its node of the scene. False if it has no usable skin. */
bool a3d2_show_skin(a3d_shown *s, uint32_t record, uint32_t n_surfaces, a3d2_shown_skin *out);
/* Fills in joints and weights, as the callback of a3d_shown_mesh. */
void a3d2_show_weights(a3d_shown *s, const a3d_shown_vertices *vertices, uint32_t surface, a3d_draw *part, void *user);

/* Adds the animations of the nodes; see scene_tracks.c. */
void a3d2_show_tracks(a3d_shown *s, uint32_t scene);

#endif
