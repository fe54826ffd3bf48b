/* scene.h - what the parts of what can be seen of an M3G file share. */
#ifndef A3D_FORMATS_M3G_SCENE_H
#define A3D_FORMATS_M3G_SCENE_H

#include "engine/scene/scene.h"
#include "formats/m3g/internal.h"

/* An object by its number. */
typedef struct a3d_m3g_shown {
    uint32_t element, body; /* records; A3D_NO_NODE: not read */
    int type;
    uint32_t made;          /* what became of it: a node, a material or vertices (+ 1); 0: nothing yet */
    uint32_t color;         /* of a material: the colour that it was made for */
    uint32_t vertices, accessor; /* of strips: for how many vertices they became triangles last; 0: not yet */
    bool clockwise;
} a3d_m3g_shown;

/* A vertex buffer that was carried over. */
typedef struct a3d_m3g_vertices {
    uint32_t count, attributes[A3D_VERTEX_KINDS];
} a3d_m3g_vertices;

typedef struct a3d_m3g_view {
    a3d_scene *v;
    const a3d_doc *doc;
    a3d_m3g_shown *objects; /* by number; 0 is null */
    uint32_t count;
    A3D_VECTOR_OF(a3d_m3g_vertices) buffers;
} a3d_m3g_view;

/* The object of that number when it is of one of the classes and was read, else NULL. */
a3d_m3g_shown *a3d_m3g_seen(const a3d_m3g_view *w, int64_t number, uint64_t kinds);
/* The object that a field names, in the same way. */
a3d_m3g_shown *a3d_m3g_seen_in(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot, uint64_t kinds);

/* The vertices of a mesh; NULL when there are none. visual_vertices.c */
const a3d_m3g_vertices *a3d_m3g_show_vertices(a3d_m3g_view *w, a3d_m3g_shown *buffer);
/* The triangles of an array of strips, or A3D_NONE. */
uint32_t a3d_m3g_show_strips(a3d_m3g_view *w, a3d_m3g_shown *strips, uint32_t vertices, bool clockwise);

/* The material of an appearance on a vertex buffer, or A3D_NONE; whether its fronts are clockwise, and whether the colours
 * of vertices count. visual_materials.c */
uint32_t a3d_m3g_show_material(a3d_m3g_view *w, a3d_m3g_shown *appearance, const a3d_m3g_shown *buffer, bool *clockwise, bool *colors);

/* Joints and weights of a skinned mesh, into `attributes`; the skin, or A3D_NONE. visual_skins.c */
uint32_t a3d_m3g_show_skin(a3d_m3g_view *w, const a3d_m3g_shown *mesh, uint32_t attributes[A3D_VERTEX_KINDS], uint32_t vertices);

#endif
