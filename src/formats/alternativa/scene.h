/* scene.h - the scene of A3D1 and A3D2: shared code for buffers, surfaces and transforms. */
#ifndef A3D_FORMATS_ALTERNATIVA_SCENE_H
#define A3D_FORMATS_ALTERNATIVA_SCENE_H

#include "engine/scene/scene.h"
#include "formats/alternativa/alternativa.h"

/* The slots in which a format stores its fields. */
typedef struct a3d_shown_slots {
    uint16_t vertex_attributes, vertex_bytes, vertex_count;
    uint16_t index_bytes;
    uint16_t surface_begin, surface_material, surface_triangles;
    const uint8_t *kinds; /* a3d_attribute of each attribute code */
    unsigned n_kinds;
} a3d_shown_slots;

typedef struct a3d_shown_vertices {
    a3d_items items;       /* its bytes */
    a3d_vertices raw;      /* its bytes, count, words and stride are set */
    uint32_t joints, at[4]; /* number of JOINT attributes; first component of the first four */
    uint32_t accessors[A3D_VERTEX_KINDS];
} a3d_shown_vertices;

/* Recently drawn ranges of an index buffer. */
enum { A3D_RANGES = 8 };
typedef struct a3d_shown_indices {
    struct {
        int64_t begin, triangles;
        uint32_t vertices, accessor;
    } ranges[A3D_RANGES];
    unsigned next;
} a3d_shown_indices;

typedef struct a3d_shown {
    a3d_scene *v;
    const a3d_doc *doc;
    const a3d_shown_slots *slots;
    bool words; /* vertices are big-endian words */
    A3D_VECTOR_OF(a3d_shown_vertices) vertices;
    A3D_VECTOR_OF(a3d_shown_indices) indices;
    a3d_ids ids; /* for the format's own use */
} a3d_shown;

/* A mesh, decal, skin or object. */
typedef struct a3d_shown_mesh {
    a3d_source source;
    a3d_label name;
    uint32_t index_buffer;          /* record, or A3D_NO_NODE */
    const uint32_t *vertex_buffers; /* records; A3D_NO_NODE entries are skipped */
    uint32_t n_vertex_buffers;
    uint32_t first, n_surfaces;     /* records */
    uint32_t material_space;        /* space of material ids, whose values are material indices of the a3d_scene */
    /* Called for each surface if there is a skin: fills in joints and weights. */
    void (*skin)(a3d_shown *s, const a3d_shown_vertices *vertices, uint32_t surface, a3d_draw *part, void *user);
    void *user;
} a3d_shown_mesh;

/* Adds the mesh to the scene. Returns its number, or A3D_NONE if there is nothing to draw. */
uint32_t a3d_show_mesh(a3d_shown *s, const a3d_shown_mesh *mesh);

/* Reads an optional number. False if it is absent. */
bool a3d_shown_value(const a3d_doc *doc, uint32_t record, unsigned slot, int64_t *value);

/* The transform in a field whose record has a matrix as its first field; the identity if it is absent. */
a3d_affine a3d_shown_place(const a3d_doc *doc, uint32_t record, unsigned slot);

#endif
