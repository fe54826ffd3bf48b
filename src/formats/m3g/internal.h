/* internal.h - shared between the parts of this room; does not include the short words of schema.h */
#ifndef A3D_FORMATS_M3G_INTERNAL_H
#define A3D_FORMATS_M3G_INTERNAL_H

#include "base/text.h"
#include "formats/m3g/m3g.h"

/* Record types by number; objects have the number of their class plus M3G_REC_OBJECTS. */
enum {
    M3G_REC_FILE, M3G_REC_SECTION, M3G_REC_OBJECT, M3G_REC_HEADER, M3G_REC_EXTERNAL,
    M3G_REC_VECTOR3D, M3G_REC_COLOR_RGB, M3G_REC_COLOR_RGBA, M3G_REC_USER_PARAMETER,
    M3G_REC_SUBMESH, M3G_REC_MORPH_TARGET, M3G_REC_BONE, M3G_REC_TEXCOORD_ARRAY,
    M3G_REC_KEY_F32, M3G_REC_KEY_U8, M3G_REC_KEY_U16, M3G_REC_VERTEX8, M3G_REC_VERTEX16,
    M3G_REC_OBJECTS,
    M3G_RECORDS = M3G_REC_OBJECTS + 22
};
#define M3G_REC_OF(type) (M3G_REC_OBJECTS + (type) - 1)

/* Object types. */
enum {
    M3G_HEADER = 0,
    M3G_CONTROLLER, M3G_TRACK, M3G_APPEARANCE, M3G_BACKGROUND, M3G_CAMERA, M3G_COMPOSITING_MODE, M3G_FOG,
    M3G_POLYGON_MODE, M3G_GROUP, M3G_IMAGE, M3G_STRIPS, M3G_LIGHT, M3G_MATERIAL, M3G_MESH, M3G_MORPHING_MESH,
    M3G_SKINNED_MESH, M3G_TEXTURE, M3G_SPRITE, M3G_SEQUENCE, M3G_ARRAY, M3G_BUFFER, M3G_WORLD,
    M3G_EXTERNAL = 255,
    /* the last type of the 2.0 draft */
    M3G_DRAFT_LAST = 37,
    M3G_DRAFT_EXTERNAL_OBJECT = 253,
    M3G_DRAFT_EXTERNAL_IMAGE = 254
};

/* Sets of classes. The engine keeps external references, of type 255, in the last of its spaces. */
#define M3G_KIND(type) (UINT64_C(1) << (type))
#define M3G_NODE_KINDS                                                                       \
    (M3G_KIND(M3G_CAMERA) | M3G_KIND(M3G_GROUP) | M3G_KIND(M3G_LIGHT) | M3G_KIND(M3G_MESH) | \
     M3G_KIND(M3G_MORPHING_MESH) |                                                           \
     M3G_KIND(M3G_SKINNED_MESH) | M3G_KIND(M3G_SPRITE) | M3G_KIND(M3G_WORLD))
#define M3G_MESH_KINDS (M3G_KIND(M3G_MESH) | M3G_KIND(M3G_MORPHING_MESH) | M3G_KIND(M3G_SKINNED_MESH))
#define M3G_EXTERNAL_KINDS M3G_KIND(63)

enum { M3G_STORED = 0, M3G_DEFLATED = 1 }; /* CompressionScheme */
enum { M3G_SECTION_LEAST = 13 };           /* nine bytes before the objects, four after them */

extern const a3d_record *const a3d_m3g_records[M3G_RECORDS];
extern const a3d_record a3d_m3g_file;

void a3d_m3g_examine(struct a3d_ctx *ctx);
/* rules_links.c: checks external references with the files that `look` finds. */
void a3d_m3g_follow(struct a3d_ctx *ctx, a3d_look_fn look, void *user);
int a3d_m3g_fresh(struct a3d_ctx *ctx, uint32_t root);
/* Whether objects of this type have the property (256 to 276). *components has bit n for each allowed number n of
 * components, or no bits if any number is allowed; see rules_animation.c. */
bool a3d_m3g_animates(int64_t property, unsigned type, unsigned *components);
/* scene.c: builds the scene. */
void a3d_m3g_scene(struct a3d_scene *v);
/* make.c: completes random documents. */
int a3d_m3g_choose(struct a3d_maker *m, uint32_t node);
/* canonical.c: chooses the sections to pack. */
int a3d_m3g_canonical(a3d_doc *doc);

/* What the writer of a file says of itself: the authoring field of the header, cut to 60 bytes (schema.c). */
void a3d_m3g_writer(const a3d_doc *doc, int zlib_level, a3d_text *out);

#endif
