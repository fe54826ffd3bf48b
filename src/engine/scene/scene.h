/* scene.h - the visible content of a document in the terms of common 3D tools: nodes, meshes, materials, skins
 *
 * A format fills a scene from its tables (a3d_format.scene); report/gltf/gltf.c writes it. Anything that was decoded is
 * used, damaged or not: numbers that no tool accepts are repaired or left out, and `losses` counts all that was
 * repaired, left out or cannot be expressed. Vertices and indices go straight into one little-endian buffer. Bytes and
 * steps are limited to a constant factor of the document's bytes. */
#ifndef A3D_ENGINE_SCENE_SCENE_H
#define A3D_ENGINE_SCENE_SCENE_H

#include "base/text.h"
#include "codec/png.h"
#include "model/doc.h"

#define A3D_NONE UINT32_MAX /* nothing, in place of an index */

/* The record that something was made from: a node of the document, or an element of a plain list. */
typedef struct a3d_source {
    uint32_t node;
    uint32_t index; /* A3D_NONE: the node itself */
} a3d_source;

static inline a3d_source a3d_from(uint32_t node)
{
    return (a3d_source){node, A3D_NONE};
}

typedef struct a3d_label {
    const char *text; /* any bytes; NULL: no text */
    uint32_t size;
} a3d_label;

/* Three rows of four; the fourth row is 0 0 0 1. Vectors are columns; the last column is the translation. */
typedef struct a3d_affine {
    double at[12];
} a3d_affine;

/* A translation, a rotation (unit quaternion, x y z w) and a scale that are nearest to an affine transform. */
typedef struct a3d_placement {
    float translation[3], rotation[4], scale[3];
} a3d_placement;

typedef enum a3d_attribute_kind {
    A3D_AT_POSITION,     /* three floats; all other attributes of a part have as many elements */
    A3D_AT_NORMAL,       /* three floats, normalized */
    A3D_AT_UV0,          /* two floats; 0 0 is the upper left corner */
    A3D_AT_UV1,
    A3D_AT_COLOR,        /* four floats, 0 to 1 */
    A3D_AT_JOINTS,       /* four indices of joints in the skin, 16 bits each */
    A3D_AT_WEIGHTS,      /* four floats whose sum is 1 */
    A3D_AT_TANGENT,      /* four floats: a direction, and 1 or -1 for the side of the third axis */
    A3D_AT_SHIFTS2,      /* of a morph target: two floats that are added to those of the base */
    A3D_AT_SHIFTS3,      /* three floats */
    A3D_AT_SHIFTS4,      /* four floats */
    A3D_AT_INDICES,      /* 16 or 32 bits each */
    A3D_AT_BINDS,        /* matrices of a skin, four columns of four floats each */
    A3D_AT_TIMES,        /* of an animation: seconds, ascending */
    A3D_AT_TRANSLATIONS, /* of an animation: translations, one for each time */
    A3D_AT_ROTATIONS,    /* rotations */
    A3D_AT_SCALES,       /* scales */
    A3D_AT_AMOUNTS,      /* weights of morph targets: one float for each target */
    A3D_AT_KINDS
} a3d_attribute_kind;
enum { A3D_VERTEX_KINDS = A3D_AT_SHIFTS2 };

/* Triangles from number `triangle` on, whose faces of `each` triangles are `stride` bytes apart in the file. */
typedef struct a3d_run {
    uint32_t triangle, off, stride, each;
} a3d_run;

/* Where the numbers of an accessor come from: a list, with its place in a stream of the document. */
typedef struct a3d_origin {
    bool known;
    uint32_t node, stream, off;
    uint32_t stride;       /* between elements; 0: one for all */
    uint32_t runs, n_runs; /* of triangles */
    uint32_t bad, n_bad;   /* elements that were repaired, or triangles that were dropped: offset and corners */
} a3d_origin;

typedef struct a3d_accessor {
    a3d_attribute_kind kind;
    uint32_t off, count;
    a3d_origin origin;
    bool wide;            /* indices have 32 bits */
    float low[3], high[3]; /* bounds of positions, shifts and times */
} a3d_accessor;

typedef struct a3d_draw { /* triangles of a mesh that share a material */
    a3d_source source;
    uint32_t attributes[A3D_VERTEX_KINDS]; /* accessors of one count, or A3D_NONE */
    uint32_t indices, material;            /* material: index or A3D_NONE */
} a3d_draw;

typedef struct a3d_mesh {
    a3d_source source;
    a3d_label name;
    uint32_t first, count; /* parts; at least one */
    uint32_t first_target, n_targets;
} a3d_mesh;

/* A shape to which the vertices of all parts of a mesh move by its weight: base + weight * shifts. */
typedef struct a3d_morph {
    uint32_t shifts[A3D_VERTEX_KINDS]; /* accessors, or A3D_NONE */
    float weight;                      /* without animation */
} a3d_morph;

/* A picture: a PNG in `pictures`, or the relative URI of a PNG or JPEG file. */
typedef struct a3d_picture {
    a3d_source source;
    a3d_label name, uri;
    uint32_t off, size; /* size 0: a file */
} a3d_picture;

/* What a picture does on a surface. */
typedef enum a3d_paint_kind { A3D_PAINT_COLOR, A3D_PAINT_NORMAL, A3D_PAINTS } a3d_paint_kind;
typedef struct a3d_paint {
    uint32_t picture;          /* A3D_NONE: none */
    uint16_t wrap[2];          /* numbers of glTF; 0: its default */
    uint16_t larger, smaller;  /* filters, likewise */
    bool placed;
    float offset[2], scale[2]; /* of the texture coordinates, if placed */
} a3d_paint;

typedef enum a3d_opacity { A3D_BY_COLOR, A3D_OPAQUE, A3D_BLENDED, A3D_CUT_OUT } a3d_opacity;

enum { A3D_TEXTURES = 12 };
typedef struct a3d_material {
    a3d_source source;
    a3d_label name;
    float color[4], emissive[3];
    a3d_opacity opacity;
    float least; /* cut out: the least opacity that is drawn */
    bool two_sided, unlit;
    uint32_t bare[A3D_PAINTS + 1]; /* 1 + the same material without the paints from this one on, or 0 */
    a3d_paint paints[A3D_PAINTS];
    unsigned n_textures;
    struct {
        const char *use; /* the field that names it */
        a3d_label name;  /* file or picture */
    } textures[A3D_TEXTURES];
} a3d_material;

typedef struct a3d_skin {
    a3d_source source;
    uint32_t *joints; /* distinct nodes; at least one */
    uint32_t count, binds;
} a3d_skin;

typedef enum a3d_path {
    A3D_PATH_TRANSLATION, A3D_PATH_ROTATION, A3D_PATH_SCALE,
    A3D_PATH_WEIGHTS, /* of the morph targets of the node's mesh */
    A3D_PATHS
} a3d_path;
enum { A3D_PLACE_PATHS = A3D_PATH_WEIGHTS };
typedef enum a3d_curve { A3D_CURVE_LINEAR, A3D_CURVE_STEP, A3D_CURVE_SPLINE } a3d_curve;
typedef struct a3d_motion { /* how a node moves: accessors, with one value for each time, or three for splines */
    uint32_t node;
    struct {
        uint32_t times, values; /* A3D_NONE: it does not move in this way */
        a3d_curve curve;
    } channels[A3D_PATHS];
} a3d_motion;

typedef struct a3d_animation {
    a3d_source source;
    a3d_label name;
    uint32_t first, count; /* motions; at least one */
} a3d_animation;

typedef struct a3d_camera {
    bool parallel;
    float view, aspect, near, far; /* view: height of the picture, or its angle in radians; aspect 0: unknown */
} a3d_camera;

/* A light shines along the negative z axis of its node. */
typedef enum a3d_light_kind { A3D_LIGHT_DIRECTIONAL, A3D_LIGHT_POINT, A3D_LIGHT_SPOT } a3d_light_kind;
typedef struct a3d_light {
    a3d_light_kind kind;
    float color[3], intensity, range; /* range 0: endless */
    float inner, outer;               /* of a spot: half angles in radians */
} a3d_light;

typedef struct a3d_scene_node {
    a3d_source source;
    a3d_label name;
    const char *role; /* what a node without a mesh represents: "joint", "light", or NULL */
    uint32_t parent;  /* a node, or A3D_NONE for a root */
    uint32_t scene;   /* of a root: its scene, or A3D_NONE for all scenes */
    uint32_t mesh, skin, camera, light;
    uint32_t first_note, last_note; /* or A3D_NONE */
    a3d_affine local;
} a3d_scene_node;

/* A name, and perhaps a value, that the record of a node has and glTF has no place for. */
typedef struct a3d_note {
    const char *list; /* what it is one of, for example "selections" */
    a3d_source source;
    a3d_label name, value;
    uint32_t next; /* of the same node, or A3D_NONE */
} a3d_note;

/* Something that was repaired or cannot be expressed. `what` is a plural. */
typedef struct a3d_loss {
    const char *what;
    uint64_t count;
} a3d_loss;
enum { A3D_LOSSES = 160 }; /* more than the texts of any format */

/* A growing array. */
#define A3D_VECTOR_OF(type) \
    struct {                \
        type *at;           \
        size_t n, cap;      \
    }

typedef struct a3d_scene {
    a3d_arena *arena;
    a3d_doc *doc;
    a3d_text data;     /* the buffer that accessors refer to */
    a3d_text pictures; /* comes after it */
    A3D_VECTOR_OF(a3d_accessor) accessors;
    A3D_VECTOR_OF(a3d_draw) parts;
    A3D_VECTOR_OF(a3d_mesh) meshes;
    A3D_VECTOR_OF(a3d_morph) targets;
    A3D_VECTOR_OF(a3d_material) materials;
    A3D_VECTOR_OF(a3d_picture) images;
    A3D_VECTOR_OF(a3d_skin) skins;
    A3D_VECTOR_OF(a3d_camera) cameras;
    A3D_VECTOR_OF(a3d_light) lights;
    A3D_VECTOR_OF(a3d_motion) motions;
    A3D_VECTOR_OF(a3d_animation) animations;
    A3D_VECTOR_OF(a3d_scene_node) nodes;
    A3D_VECTOR_OF(a3d_note) notes;
    A3D_VECTOR_OF(a3d_run) runs;
    A3D_VECTOR_OF(uint32_t) bads;
    A3D_VECTOR_OF(a3d_label) scenes;
    uint32_t shown; /* index of the scene to show */
    const char *unit; /* of all lengths; NULL: unknown */
    a3d_loss losses[A3D_LOSSES];
    unsigned n_losses;
    uint64_t bytes_left, steps_left;
    bool failed; /* memory ran out */
    bool in_mesh;
    uint32_t root; /* the root that was added last */
    uint32_t *moving; /* by node: 1 + the last animation in which it moves */
    size_t cap_moving;
    uint32_t *memo;
    a3d_origin origin; /* of the attribute or triangles that are opened next, or being written */
    const uint8_t *origin_data;
    uint32_t place;    /* of the next triangle */
    /* the attribute or triangles being written */
    a3d_attribute_kind kind;
    size_t start;
    uint32_t wanted, bad, written;
} a3d_scene;

/* Begins an empty scene of this document. All of it lives in the arena. When memory runs out, `failed` is set. */
void a3d_scene_init(a3d_scene *v, a3d_arena *arena, a3d_doc *doc);

/* Counts something that is not carried over. Equal texts share one counter; `what` is not copied. */
void a3d_scene_lose(a3d_scene *v, uint64_t count, const char *what);

/* Takes from the document's budget. Returns false, and records a loss, when it is used up. */
bool a3d_scene_spend(a3d_scene *v, uint64_t bytes, uint64_t steps);

/* The elements of a list or array, all of one size. */
typedef struct a3d_items {
    const uint8_t *data;
    uint32_t count, stride; /* stored elements */
    uint32_t node;
    uint32_t stream, off; /* place of the first */
    bool fill;            /* one element represents all */
    bool big;             /* big-endian */
} a3d_items;

/* ---- where numbers come from (origin.c) ---- */

/* Says of which list the attribute or the triangles are made that are opened next. */
void a3d_scene_origin(a3d_scene *v, const a3d_items *items);
/* Says where in that list the next triangle is. */
void a3d_scene_at(a3d_scene *v, const uint8_t *p);
/* For data.c: an element that was repaired or dropped, and a triangle that was added. */
void a3d_scene_bad(a3d_scene *v, const uint32_t *numbers, unsigned n);
void a3d_scene_run(a3d_scene *v, uint32_t triangle);

/* ---- attributes: open, put `count` times, close ---- */

/* Returns false if the budget is too small. Only one attribute can be open at a time. */
bool a3d_scene_open(a3d_scene *v, a3d_attribute_kind kind, uint32_t count);
/* The number of floats in one element. */
unsigned a3d_attribute_floats(a3d_attribute_kind kind);
/* The number of floats that have bounds; 0 for most kinds. */
unsigned a3d_attribute_bounds(a3d_attribute_kind kind);
/* Stores one element, with as many floats as its kind has; indices of joints are whole numbers. */
void a3d_scene_put(a3d_scene *v, const float *values);
/* Returns the accessor, or A3D_NONE if the attribute is useless (no normal or tangent has a direction) or memory ran
 * out. */
uint32_t a3d_scene_close(a3d_scene *v);

/* Stores a whole attribute: `count` elements of `width` floats, `stride` bytes apart. Missing floats become 1;
 * `width` is at most that of the kind. */
uint32_t a3d_scene_floats(a3d_scene *v, a3d_attribute_kind kind, const uint8_t *p, uint32_t count, uint32_t stride,
                          unsigned width, bool big);

/* ---- triangles: open, add corners in counter-clockwise order, close ---- */

/* Opens triangles for this number of vertices, and about this number of triangles. */
bool a3d_scene_triangles(a3d_scene *v, uint32_t vertices, uint64_t triangles);
/* Adds a triangle. One with a corner that is not a vertex is left out and counted. Returns false when the budget is
 * used up. */
bool a3d_scene_triangle(a3d_scene *v, uint64_t a, uint64_t b, uint64_t c);
/* Ends the triangles. Returns the index of their accessor, or A3D_NONE if none was written. */
uint32_t a3d_scene_triangles_close(a3d_scene *v);

/* ---- everything else; returns the index of the new thing, or A3D_NONE when there is no room ---- */

uint32_t a3d_scene_read(a3d_scene *v, a3d_label name);
/* Adds a node to scene 0 without mesh and parent, with the identity transform. */
uint32_t a3d_scene_node_add(a3d_scene *v, a3d_source source, a3d_label name);
/* Adds a root of scene 0 that turns everything below it to the axes of glTF: y up, right-handed. */
enum a3d_axes { A3D_Y_UP, A3D_Z_UP };
uint32_t a3d_scene_root(a3d_scene *v, uint32_t source, enum a3d_axes axes);
/* Adds a note to a node. All notes of one list must follow each other. */
void a3d_scene_note(a3d_scene *v, uint32_t node, const char *list, a3d_source source, a3d_label name, a3d_label value);
uint32_t a3d_scene_material(a3d_scene *v, a3d_source source, a3d_label name);
/* Sets the color, and the opacity if n is 4. Values are clamped to 0..1. */
void a3d_scene_color(a3d_scene *v, uint32_t material, const float *rgba, unsigned n);
/* Keeps the name of a texture and the field that names it, which says nothing of its picture. */
void a3d_scene_texture(a3d_scene *v, uint32_t material, const char *use, a3d_label name);

/* ---- pictures (picture.c) ---- */

/* Keeps the name of a texture; if it is that of a PNG or JPEG file and `kind` is one that glTF has, the material shows
 * the file, which is expected beside the GLB. Returns the paint, or NULL. */
a3d_paint *a3d_scene_link(a3d_scene *v, uint32_t material, const char *use, unsigned kind, a3d_label name);
/* Makes the material show a picture, and returns how, or NULL. */
a3d_paint *a3d_scene_paint(a3d_scene *v, uint32_t material, unsigned kind, uint32_t picture);
/* Adds a PNG. */
uint32_t a3d_scene_picture(a3d_scene *v, a3d_source source, a3d_label name, const a3d_png_rows *image);
/* Gives parts that lack what a picture needs (texture coordinates, tangents) the same material without it.
 * a3d_scene_finish calls this. */
void a3d_scene_bare(a3d_scene *v);

uint32_t a3d_scene_camera(a3d_scene *v, const a3d_camera *camera);
/* Makes a node shine. A light that glTF does not have is left out and counted. */
void a3d_scene_light(a3d_scene *v, uint32_t node, const a3d_light *light);
/* A skin of `count` joints, each with the matrix that brings vertices of the mesh into its space. `joints` must
 * live as long as the scene; `binds` is copied. */
uint32_t a3d_scene_skin(a3d_scene *v, a3d_source source, uint32_t *joints, uint32_t count, const a3d_affine *binds);

/* The strongest joints of a vertex, by index in the skin. Zero-initialize it. */
typedef struct a3d_pull {
    uint16_t joints[4];
    float weights[4];
} a3d_pull;
/* Adds the pull of a joint; pulls of the same joint add up. Returns false if a weight had to be dropped. */
bool a3d_pull_add(a3d_pull *p, uint32_t joint, double weight);
/* Adds the joints and weights of all vertices as attributes, both or neither. */
bool a3d_scene_pulls(a3d_scene *v, const a3d_pull *pulls, uint32_t count, uint32_t attributes[A3D_VERTEX_KINDS]);

/* Makes each node with a skinned mesh a root without a transform, as glTF wants: only its joints place it. A node that
 * is also used for something else gives its mesh to a new node. a3d_scene_finish calls this. */
void a3d_scene_free_skins(a3d_scene *v);

/* Begins a mesh; parts are added to the mesh begun last. a3d_scene_mesh_end returns it, or A3D_NONE if it has no
 * parts. */
void a3d_scene_mesh(a3d_scene *v, a3d_source source, a3d_label name);
/* Adds an empty part: no attributes, no triangles. Fill it before the next is added. Returns NULL when there is no
 * room. */
a3d_draw *a3d_scene_part(a3d_scene *v, a3d_source source);
/* Removes the last part if it has no positions or no triangles. */
void a3d_scene_part_end(a3d_scene *v);
/* Adds a morph target to the mesh begun last, without shifts. A part uses those of its own attributes. Returns NULL
 * when there is no room. */
a3d_morph *a3d_scene_target(a3d_scene *v, float weight);
uint32_t a3d_scene_mesh_end(a3d_scene *v);

/* A number per node of the document for the format's use, initially 0. Returns NULL when memory ran out. */
uint32_t *a3d_scene_memo(a3d_scene *v, uint32_t node);

/* A node without motion. */
void a3d_scene_still(a3d_motion *out, uint32_t node);
/* Keyframes. `times` are finite, ascend and start at 0 or later; `values` has `width` floats for each time: four of
 * rotations, one for each morph target of weights, otherwise three. Splines pass through the values as those of M3G
 * do. */
typedef struct a3d_keyframes {
    const float *times, *values;
    uint32_t count, width;
    a3d_curve curve;
} a3d_keyframes;
/* Adds a channel to a motion. Returns false when there is no room. */
bool a3d_scene_channel(a3d_scene *v, a3d_motion *out, a3d_path path, const a3d_keyframes *keys);
/* Makes a motion of a node through `count` transforms; `times` are finite, ascend and start at 0 or later. It may be
 * used in several animations. Returns false, with a node that is still, when there is no room. */
bool a3d_scene_motion(a3d_scene *v, uint32_t node, const float *times, const a3d_affine *places, uint32_t count,
                      a3d_motion *out);
/* Begins an animation; its motions follow. a3d_scene_move returns false for a second motion of a node, or without
 * room. */
void a3d_scene_animation(a3d_scene *v, a3d_source source, a3d_label name);
bool a3d_scene_move(a3d_scene *v, const a3d_motion *motion);
/* Removes the last animation if nothing moves in it. */
void a3d_scene_animation_end(a3d_scene *v);

/* Cuts cycles of parents. Call it once, after everything was added. */
void a3d_scene_finish(a3d_scene *v);

/* ---- reading documents (read.c) ---- */

/* Returns false if the field was not read, is empty, or is not such a list. */
bool a3d_items_of(const a3d_doc *doc, uint32_t record, unsigned slot, a3d_items *items);
/* Like a3d_items_of, and elements must have `width` bytes. */
bool a3d_items_sized(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned width, a3d_items *items);
/* The number of elements of a list with nodes and its first element; 0 if it is absent. */
uint32_t a3d_records_of(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first);
/* A text without trailing NULs. */
a3d_label a3d_label_of(const a3d_doc *doc, uint32_t record, unsigned slot);
/* Copies a text into the scene and frees it. Returns an empty label when memory ran out. */
a3d_label a3d_label_keep(a3d_scene *v, a3d_text *text);
static inline float a3d_float_at(const uint8_t *p, bool big)
{
    return a3d_float_from(a3d_load32(p, big));
}
/* Reads `count` float fields from `slot` on. Returns false if one was not read. */
bool a3d_floats_of(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned count, float *out);

/* An index of element ids: add them all, sort once, then look up. */
typedef struct a3d_id {
    int64_t id;
    uint32_t space, value;
} a3d_id;
typedef struct a3d_ids {
    A3D_VECTOR_OF(a3d_id) list;
} a3d_ids;
void a3d_ids_add(a3d_scene *v, a3d_ids *ids, uint32_t space, int64_t id, uint32_t value);
void a3d_ids_sort(a3d_scene *v, a3d_ids *ids);
/* The first value that was added with this id, or A3D_NONE. */
uint32_t a3d_ids_find(const a3d_ids *ids, uint32_t space, int64_t id);

/* ---- transforms (math.c) ---- */

extern const a3d_affine a3d_identity;
/* The square root; avoids the need for -lm. */
double a3d_square_root(double square);
a3d_affine a3d_affine_times(const a3d_affine *a, const a3d_affine *b);
/* Returns false, and the identity, if there is no inverse. */
bool a3d_affine_inverse(const a3d_affine *a, a3d_affine *out);
/* A rotation by an angle in degrees about an axis of any length; the identity if the length is 0. */
a3d_affine a3d_affine_turn(double degrees, const double axis[3]);
/* A rotation from a quaternion, x y z w, of any length. */
a3d_affine a3d_affine_quaternion(const double q[4]);
/* Decomposes a transform. Returns false if its linear part is skewed, so that the result is only the nearest one.
 * Numbers that are not finite count as 0 and set *mended. */
bool a3d_affine_place(const a3d_affine *a, a3d_placement *out, bool *repaired);

#endif
