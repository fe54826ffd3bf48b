/* scene.h - what the parts of what can be seen of an A3D2 scene share. */
#ifndef A3D_FORMATS_A3D2_SCENE_H
#define A3D_FORMATS_A3D2_SCENE_H

#include "formats/alternativa/scene.h"

/* Spaces of ids beyond those of the tables. */
enum { A3D2_SHOWN_MATERIAL = 64 };

/* The skin of a mesh: what joints become, surface after surface. visual_skins.c */
typedef struct a3d2_shown_skin {
    uint32_t *joints;        /* of each entry of `joints`: its place in the skin, or A3D_NONE */
    uint32_t n_joints;
    uint32_t *starts;        /* of each surface: its first entry; one more than there are surfaces */
    uint32_t n_surfaces, skin;
} a3d2_shown_skin;

/* Makes the skin of a record; its node of the scene. False when it has none that can be used. */
bool a3d2_show_skin(a3d_shown *s, uint32_t record, uint32_t n_surfaces, a3d2_shown_skin *out);
/* For a3d_shown_mesh. */
void a3d2_show_weights(a3d_shown *s, const a3d_shown_vertices *vertices, uint32_t surface, a3d_draw *part, void *user);

/* Animations of the nodes that were made of a scene. visual_tracks.c */
void a3d2_show_tracks(a3d_shown *s, uint32_t scene);

#endif
