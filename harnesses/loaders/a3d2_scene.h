/* a3d2_scene.h - what an A3D2 file is in memory, as far as the example loader cares. */
#ifndef A3D2_SCENE_H
#define A3D2_SCENE_H

#include "alternativa.h"

typedef struct box { int32_t id; uint32_t n; const float *numbers; } box;
typedef struct image { int32_t id; const char *url; } image;
typedef struct map { int32_t id, image; } map;
typedef struct cube_map { int32_t faces[6], id; } cube_map; /* the top is the last face */
typedef struct track { int32_t id; uint32_t n_keys; const float *times; const char *object; } track;
typedef struct clip { int32_t id; bool loop, has_objects; uint32_t n_tracks; const int32_t *tracks; } clip;
typedef struct surface { int32_t begin, material, triangles; } surface;
typedef struct indices { int32_t id, count; uint32_t n_bytes; const uint8_t *bytes; } indices;

typedef struct vertices {
    int32_t id;
    uint32_t n_attributes, count, n_bytes;
    const int32_t *attributes;
    const uint8_t *bytes;
} vertices;

/* Everything that has a place in the scene: joints, objects, lights, cameras ... */
typedef struct node {
    int32_t box;
    int64_t id, parent;
    const char *name;
    bool has_parent, visible, placed;
    float x, world;
} node;

/* A mesh, decal or skin. */
typedef struct shape {
    node at;
    int32_t index_buffer;
    uint32_t n_surfaces, n_buffers, n_joints, n_num_joints;
    surface *surfaces;
    const int32_t *buffers;
    const int64_t *joints;
    const uint16_t *num_joints;
} shape;

typedef struct sprite { node at; float width, height; } sprite;
typedef struct spot { node at; float hotspot; } spot;
typedef struct level { node at; uint32_t n_distances, n_objects; const float *distances; const int64_t *objects; } level;

/* LIST(boxes, box): n_boxes elements at boxes. */
#define LIST(name, type) type *name; uint32_t n_##name
typedef struct scene {
    scene_reader r;
    unsigned minor;
    LIST(boxes, box);
    LIST(images, image);
    LIST(maps, map);
    LIST(cube_maps, cube_map);
    LIST(tracks, track);
    LIST(clips, clip);
    LIST(index_buffers, indices);
    LIST(vertex_buffers, vertices);
    LIST(joints, node);
    LIST(objects, node);
    LIST(meshes, shape);
    LIST(decals, shape);
    LIST(skins, shape);
    LIST(sprites, sprite);
    LIST(spots, spot);
    LIST(levels, level);
} scene;
#undef LIST

void a3d2_read(scene *s);
bool a3d2_build(scene *s);

#endif
