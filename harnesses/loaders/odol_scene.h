/* odol_scene.h - what an ODOL file is in memory, as far as the example loader cares. */
#ifndef ODOL_SCENE_H
#define ODOL_SCENE_H

#include "loader.h"

typedef struct bytes { uint32_t n; const uint8_t *data; } bytes; /* n elements of some size */

typedef struct bone { const char *name, *parent; } bone;
typedef struct anim_class { uint32_t type; const char *name; } anim_class;
typedef struct link { uint32_t lod, bone, n; const uint8_t *classes; } link; /* classes that move a bone in a LOD */
typedef struct axis { uint32_t lod, class_index; int32_t bone; } axis;
typedef struct proxy { const char *model; int32_t selection, bone, section; } proxy;
typedef struct material { const char *name; uint32_t version, n_stages, n_texgens; uint32_t *texgen_of; } material;
typedef struct face { unsigned corners; uint32_t indices[4]; } face;
typedef struct section { uint32_t from, to; int32_t texture, material; } section;
typedef struct selection { const char *name; bytes faces, sections, vertices, weights; } selection;
typedef struct frame { float time; uint32_t n; const uint8_t *points; } frame;

typedef struct lod {
    uint32_t n_vertices, n_faces, n_proxies, n_sub2skel, n_textures, n_materials, n_sections, n_selections, n_frames, n_uvs;
    proxy *proxies;
    const uint8_t *sub2skel;
    material *materials;
    face *faces;
    section *sections;
    selection *selections;
    frame *frames;
    bool bones_simple;
    bytes positions, bone_refs, neighbours;
    uint32_t *uv_counts;
} lod;

typedef struct model {
    reader in; /* of the header */
    uint32_t version, n_lods, n_bones, n_classes, n_links, n_axes;
    bool dayz;
    int32_t *shadow_volume;
    bone *bones;
    anim_class *classes;
    link *links;
    axis *axes;
    uint32_t *starts, *ends, *expected_faces; /* UINT32_MAX: nothing was said */
    lod *lods;
} model;

enum { UV_SETS = 8 };

/* Reads all of the file but its tail; false when it is broken. */
bool odol_read(model *m, const uint8_t *file, size_t size);
bool odol_read_lod(const model *m, lod *l, reader *r);

/* A block of n bytes that may be packed; NULL and a bad reader when it is broken. */
const uint8_t *odol_block(uint32_t version, reader *r, uint64_t n);

/* ---- small helpers of both readers ---- */

#define NEW_LIST(r, list, n, least) \
    do { \
        (list) = fits(r, n, least) ? room(n, sizeof *(list)) : NULL; \
        (r)->bad |= (list) == NULL; \
    } while (0)

static inline bytes get_block(uint32_t version, reader *r, uint32_t width)
{
    bytes b = {get_le32(r), NULL};
    b.data = odol_block(version, r, (uint64_t)b.n * width);
    return b;
}

static inline uint32_t le16_at(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t le32_at(const uint8_t *p) { return le16_at(p) | le16_at(p + 2) << 16; }

#endif
