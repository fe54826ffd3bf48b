/* scene.h - shared between the parts of the M3G scene */
#ifndef A3D_FORMATS_M3G_SCENE_H
#define A3D_FORMATS_M3G_SCENE_H

#include "engine/scene/scene.h"
#include "formats/m3g/internal.h"

/* An object by its number. */
typedef struct a3d_m3g_shown {
    uint32_t element, body; /* records; A3D_NO_NODE: not read */
    int type;
    uint32_t made;          /* number + 1 of its node, material, vertices or picture; 0: not made yet */
    uint32_t color;         /* for a material: the color for which it was made */
    uint32_t vertices, accessor; /* for strips: the vertex count of the last conversion, 0 if none, and its result */
    bool clockwise;
    bool used;                   /* something that is shown refers to it, or tried to */
    const struct a3d_m3g_shown *base; /* for a vertex buffer: that from which `target` has its shifts, or NULL */
    a3d_morph target;
} a3d_m3g_shown;

/* A converted vertex buffer. */
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

/* The object with this number if it is of one of the classes and was read, else NULL. */
a3d_m3g_shown *a3d_m3g_seen(const a3d_m3g_view *w, int64_t number, uint64_t kinds);
/* Like a3d_m3g_seen, for the object to which a field refers. */
a3d_m3g_shown *a3d_m3g_seen_in(const a3d_m3g_view *w, const a3d_m3g_shown *o, unsigned slot, uint64_t kinds);

/* A VertexArray. */
typedef struct a3d_m3g_array {
    a3d_items items;
    unsigned components, size;
    bool delta; /* differences from the vertex before */
} a3d_m3g_array;
/* Returns false if there is no array with this number, or nothing can be read from it. */
bool a3d_m3g_array_of(const a3d_m3g_view *w, int64_t number, a3d_m3g_array *out);
/* Reads the components of the next vertex; `running` holds those of the one before, at first 0. */
void a3d_m3g_array_next(const a3d_m3g_array *a, uint32_t index, uint32_t running[4]);
/* A component that was read, as a number. */
int32_t a3d_m3g_array_signed(const a3d_m3g_array *a, uint32_t value);

/* The vertices of a mesh, or NULL if there are none; see scene_vertices.c. */
const a3d_m3g_vertices *a3d_m3g_show_vertices(a3d_m3g_view *w, a3d_m3g_shown *buffer);
/* The triangles of an array of strips, or A3D_NONE. */
uint32_t a3d_m3g_show_strips(a3d_m3g_view *w, a3d_m3g_shown *strips, uint32_t vertices, bool clockwise);

/* The material of an appearance on a vertex buffer, or A3D_NONE. Also says whether its front faces are clockwise and
 * whether vertex colors are used; see scene_materials.c. */
uint32_t a3d_m3g_show_material(a3d_m3g_view *w, a3d_m3g_shown *appearance, const a3d_m3g_shown *buffer, bool *clockwise,
                               bool *colors);

/* The picture of an Image2D, or A3D_NONE; see scene_images.c. */
uint32_t a3d_m3g_show_image(a3d_m3g_view *w, a3d_m3g_shown *image);

/* The transform of a Transformable, whose slots are the same in all nodes and in textures. */
a3d_affine a3d_m3g_place(const a3d_m3g_view *w, const a3d_m3g_shown *o);

/* Writes the joints and weights of a skinned mesh to `attributes`. Returns the skin, or A3D_NONE; see scene_skins.c. */
uint32_t a3d_m3g_show_skin(a3d_m3g_view *w, const a3d_m3g_shown *mesh, uint32_t attributes[A3D_VERTEX_KINDS],
                           uint32_t vertices);

/* Adds the morph targets of a mesh to the mesh begun last; see scene_morphs.c. */
void a3d_m3g_show_targets(a3d_m3g_view *w, const a3d_m3g_shown *mesh, const a3d_m3g_shown *base);

/* Adds the animation of all nodes; see scene_motion.c. */
void a3d_m3g_show_motion(a3d_m3g_view *w);

#endif
