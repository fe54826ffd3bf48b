/* m3g_scene.h - what the objects of an M3G file are in memory, as far as the example loader cares. */
#ifndef M3G_SCENE_H
#define M3G_SCENE_H

#include "loader.h"

enum type {
    TRACK = 2, APPEARANCE = 3, BACKGROUND = 4, CAMERA = 5, GROUP = 9, IMAGE = 10, STRIPS = 11, LIGHT = 12, MESH = 14,
    MORPHING_MESH = 15, SKINNED_MESH = 16, TEXTURE = 17, SPRITE = 18, SEQUENCE = 19, ARRAY = 20, BUFFER = 21, WORLD = 22,
    EXTERNAL = 255
};

/* Any object: its type, what animates it, and the fields of its type. References are positions, 0 for none. */
typedef struct object {
    unsigned type;
    uint32_t n_tracks;
    const uint32_t *tracks;
    void *fields;
    char *handle; /* what a node is known by outside; its parent gives it back */
    bool owned;
} object;

typedef struct track { uint32_t sequence, property; } track;
typedef struct background { uint32_t image; uint8_t mode_x; int32_t crop_width; uint32_t tiles; } background;
typedef struct camera { float lens[16]; unsigned projection; } camera;
typedef struct group { uint32_t n_children; const uint32_t *children; uint32_t camera; } group;
typedef struct texture { uint32_t image; } texture;
typedef struct array { unsigned components; uint32_t n_vertices; int16_t *values; } array;
typedef struct buffer { uint32_t positions; } buffer;
typedef struct external { const char *uri; } external;

typedef struct image {
    unsigned format;
    bool is_mutable;
    uint32_t width, height, n_palette, n_pixels;
    const uint8_t *palette, *pixels;
} image;

typedef struct strips {
    unsigned encoding;
    uint32_t start, n_indices, n_strips;
    uint32_t *indices, *lengths;
} strips;

typedef struct submesh { uint32_t strips, appearance; } submesh;
typedef struct bone { uint32_t node, first, count; } bone;

typedef struct mesh {
    uint32_t buffer, n_submeshes, n_targets, skeleton, n_bones;
    submesh *submeshes;
    uint32_t *targets;
    bone *bones;
} mesh;

typedef struct sequence {
    unsigned repeat, encoding;
    uint32_t first, last, n_components, n_keys;
    uint32_t *times;
    float *values;
} sequence;

typedef struct scene {
    uint32_t n_objects, cap; /* object 0 is none */
    object *objects;
} scene;

/* Reads the fields of the object that comes next into it; false when they are broken. */
bool m3g_read(scene *s, object *o, reader *r);
bool m3g_build(scene *s);

#endif
