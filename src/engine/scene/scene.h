/* scene.h - what can be seen of a document, in the words that all 3D tools share: nodes, meshes, materials, skins.
 *
 * A format fills it from its tables (a3d_format.visual), report/gltf/gltf.c writes it out. It is made of whatever was
 * decoded, sound or not: numbers that no reader takes are mended or left out here, and what was mended, left out or
 * has no place in it at all is told in `losses`. Vertices and indices go straight into one buffer, little-endian.
 * What comes of a document never takes more than a constant factor of its bytes, nor more steps. */
#ifndef A3D_ENGINE_SCENE_SCENE_H
#define A3D_ENGINE_SCENE_SCENE_H

#include "base/text.h"
#include "model/doc.h"

#define A3D_NONE UINT32_MAX /* no such thing */

/* The record that something was made of: a node of the document, or an element of a list that has no nodes for them. */
typedef struct a3d_source {
    uint32_t node;
    uint32_t index; /* A3D_NONE: the node itself */
} a3d_source;

static inline a3d_source a3d_from(uint32_t node)
{
    return (a3d_source){node, A3D_NONE};
}

typedef struct a3d_label {
    const char *text; /* any bytes; NULL: none */
    uint32_t size;
} a3d_label;

/* Three rows of four; the fourth row is 0 0 0 1. Vectors are columns, the last column is the translation. */
typedef struct a3d_affine {
    double at[12];
} a3d_affine;

/* A rotation (a unit quaternion, x y z w) and a scale whose product is nearest to the linear part. */
typedef struct a3d_placement {
    float translation[3], rotation[4], scale[3];
} a3d_placement;

typedef enum a3d_attribute_kind {
    A3D_AT_POSITION, /* three floats; the rest goes by their number */
    A3D_AT_NORMAL,   /* three floats, made unit length */
    A3D_AT_UV0,      /* two floats, from the upper left corner */
    A3D_AT_UV1,
    A3D_AT_COLOR,    /* four floats, 0 to 1 */
    A3D_AT_JOINTS,   /* four numbers of joints of the skin, 16 bits each */
    A3D_AT_WEIGHTS,  /* four floats with the sum of 1 */
    A3D_AT_INDICES,  /* 16 or 32 bits each */
    A3D_AT_BINDS,    /* matrices of a skin, four columns of four floats */
    A3D_AT_TIMES,    /* of animations: seconds, ascending */
    A3D_AT_MOVES,    /* and what there is at those times: translations, */
    A3D_AT_TURNS,    /* rotations */
    A3D_AT_SIZES,    /* and scales */
    A3D_AT_KINDS
} a3d_attribute_kind;
enum { A3D_VERTEX_KINDS = A3D_AT_INDICES };

typedef struct a3d_accessor {
    a3d_attribute_kind kind;
    uint32_t off, count;
    bool wide;            /* indices of 32 bits */
    float low[3], high[3]; /* of positions */
} a3d_accessor;

typedef struct a3d_draw { /* the triangles of a mesh that look alike */
    a3d_source source;
    uint32_t attributes[A3D_VERTEX_KINDS]; /* accessors, or A3D_NONE; of one count */
    uint32_t indices, material;            /* material: or A3D_NONE */
} a3d_draw;

typedef struct a3d_mesh {
    a3d_source source;
    a3d_label name;
    uint32_t first, count; /* parts; more than 0 */
} a3d_mesh;

enum { A3D_TEXTURES = 12 };
typedef struct a3d_material {
    a3d_source source;
    a3d_label name;
    float color[4], emissive[3];
    bool two_sided;
    unsigned n_textures;
    struct {
        const char *use; /* the field that names it */
        a3d_label name;  /* file or picture */
    } textures[A3D_TEXTURES];
} a3d_material;

typedef struct a3d_skin {
    a3d_source source;
    uint32_t *joints; /* nodes, each once; at least one */
    uint32_t count, binds;
} a3d_skin;

typedef struct a3d_motion { /* of a node: accessors, one number for each time */
    uint32_t node, times, moves, turns, sizes;
} a3d_motion;

typedef struct a3d_animation {
    a3d_source source;
    a3d_label name;
    uint32_t first, count; /* motions; more than 0 */
} a3d_animation;

typedef struct a3d_camera {
    bool parallel;
    float view, aspect, near, far; /* view: height of the picture, or the angle in radians; aspect 0: not known */
} a3d_camera;

typedef struct a3d_scene_node {
    a3d_source source;
    a3d_label name;
    const char *role; /* what it stands for where that is no mesh: "joint", "light", or NULL */
    uint32_t parent;  /* node, or A3D_NONE for one that a scene starts with */
    uint32_t scene;   /* of such a one; A3D_NONE: of all */
    uint32_t mesh, skin, camera;
    a3d_affine local;
} a3d_scene_node;

/* What has no place in it, or was mended. `what` is a plural. */
typedef struct a3d_loss {
    const char *what;
    uint64_t count;
} a3d_loss;
enum { A3D_LOSSES = 48 };

/* An array that grows. */
#define A3D_VECTOR_OF(type) \
    struct {                \
        type *at;           \
        size_t n, cap;      \
    }

typedef struct a3d_scene {
    a3d_arena *arena;
    a3d_doc *doc;
    a3d_text data; /* what accessors point into */
    A3D_VECTOR_OF(a3d_accessor) accessors;
    A3D_VECTOR_OF(a3d_draw) parts;
    A3D_VECTOR_OF(a3d_mesh) meshes;
    A3D_VECTOR_OF(a3d_material) materials;
    A3D_VECTOR_OF(a3d_skin) skins;
    A3D_VECTOR_OF(a3d_camera) cameras;
    A3D_VECTOR_OF(a3d_motion) motions;
    A3D_VECTOR_OF(a3d_animation) animations;
    A3D_VECTOR_OF(a3d_scene_node) nodes;
    A3D_VECTOR_OF(a3d_label) scenes;
    uint32_t shown; /* which of them */
    a3d_loss losses[A3D_LOSSES];
    unsigned n_losses;
    uint64_t bytes_left, steps_left;
    bool failed; /* memory ran out */
    bool in_mesh;
    uint32_t root; /* the last that was added */
    uint32_t *moving; /* of each node: the animation + 1 in which it moved last */
    size_t cap_moving;
    uint32_t *memo;
    /* of what is being written */
    a3d_attribute_kind kind;
    size_t start;
    uint32_t wanted, bad, written;
} a3d_scene;

void a3d_scene_init(a3d_scene *v, a3d_arena *arena, a3d_doc *doc);

/* Counts what is not carried over. Texts are compared by their letters; `what` must last. */
void a3d_scene_lose(a3d_scene *v, uint64_t count, const char *what);

/* Takes from what may be spent on this document. False, after a loss, when it is used up. */
bool a3d_scene_spend(a3d_scene *v, uint64_t bytes, uint64_t steps);

/* --- attributes: open, put `count` times, close --- */

/* False when there is no room for so many. Nothing else may be opened in between. */
bool a3d_scene_open(a3d_scene *v, a3d_attribute_kind kind, uint32_t count);
/* Floats of one element. */
unsigned a3d_attribute_floats(a3d_attribute_kind kind);
/* As many floats as the kind has; of joints, whole numbers. */
void a3d_scene_put(a3d_scene *v, const float *values);
/* The accessor, or A3D_NONE when it says nothing (no normal has a direction) or memory ran out. */
uint32_t a3d_scene_close(a3d_scene *v);

/* All at once: `count` vertices of `width` floats (at most as many as the kind has; what is missing is 1), `stride` bytes
 * from one to the next. */
uint32_t a3d_scene_floats(a3d_scene *v, a3d_attribute_kind kind, const uint8_t *p, uint32_t count, uint32_t stride, unsigned width, bool big);

/* --- triangles: open, add corners in counter-clockwise order, close --- */

/* For an array of so many vertices, and about so many triangles. */
bool a3d_scene_triangles(a3d_scene *v, uint32_t vertices, uint64_t triangles);
/* Left out, and counted, when a corner is no vertex; false when no room is left. */
bool a3d_scene_triangle(a3d_scene *v, uint64_t a, uint64_t b, uint64_t c);
uint32_t a3d_scene_triangles_close(a3d_scene *v);

/* --- the rest: each returns the number of what was added, or A3D_NONE when there is no room --- */

uint32_t a3d_scene_read(a3d_scene *v, a3d_label name);
/* A node with no mesh and no parent, of scene 0, that changes nothing. */
uint32_t a3d_scene_node_add(a3d_scene *v, a3d_source source, a3d_label name);
/* A node that turns what is below it to the axes of glTF: y up, right-handed. It starts scene 0. */
enum a3d_axes { A3D_Y_UP, A3D_Z_UP, A3D_LEFT_HANDED /* y up, z forwards */ };
uint32_t a3d_scene_root(a3d_scene *v, uint32_t source, enum a3d_axes axes);
uint32_t a3d_scene_material(a3d_scene *v, a3d_source source, a3d_label name);
/* The colour, with its opacity when n is 4; kept within 0 to 1. */
void a3d_scene_color(a3d_scene *v, uint32_t material, const float *rgba, unsigned n);
void a3d_scene_texture(a3d_scene *v, uint32_t material, const char *use, a3d_label name);
uint32_t a3d_scene_camera(a3d_scene *v, const a3d_camera *camera);
uint32_t a3d_scene_skin(a3d_scene *v, a3d_source source, uint32_t *joints, uint32_t count, const a3d_affine *binds);

/* The strongest joints of a vertex, by their place in the skin. Starts with zeroes. */
typedef struct a3d_pull {
    uint16_t joints[4];
    float weights[4];
} a3d_pull;
/* One more; false when a weight was dropped for it, or it was itself. A joint that pulls already pulls more. */
bool a3d_pull_add(a3d_pull *p, uint32_t joint, double weight);
/* Joints and weights of all vertices as attributes; both or none. */
bool a3d_scene_pulls(a3d_scene *v, const a3d_pull *pulls, uint32_t count, uint32_t attributes[A3D_VERTEX_KINDS]);

/* Parts are added to the mesh that was begun last; one without parts is none (the result of a3d_scene_mesh_end). */
void a3d_scene_mesh(a3d_scene *v, a3d_source source, a3d_label name);
/* An empty part: no attributes, no triangles. NULL when there is no room. To be filled before the next is added. */
a3d_draw *a3d_scene_part(a3d_scene *v, a3d_source source);
/* Takes the last part back when it has no positions or no triangles. */
void a3d_scene_part_end(a3d_scene *v);
uint32_t a3d_scene_mesh_end(a3d_scene *v);

/* A number that is kept for a node of the document, 0 at first: what was made of it, say. NULL when memory ran out. */
uint32_t *a3d_scene_memo(a3d_scene *v, uint32_t node);

/* A motion of a node through placements, of which `times` are finite, from 0 on and ascending. False, with times of
 * A3D_NONE, when there is no room. It may be used in many animations. */
bool a3d_scene_motion(a3d_scene *v, uint32_t node, const float *times, const a3d_affine *places, uint32_t count, a3d_motion *out);
/* Begins an animation; those of its motions follow. Each node moves once in it: false for a second motion. */
void a3d_scene_animation(a3d_scene *v, a3d_source source, a3d_label name);
bool a3d_scene_move(a3d_scene *v, const a3d_motion *motion);
/* Takes the last one back when nothing moves in it. */
void a3d_scene_animation_end(a3d_scene *v);

/* Cuts cycles of parents; to be called once, when all is added. */
void a3d_scene_finish(a3d_scene *v);

/* --- reading documents (visual_read.c) --- */

/* Elements of a list or array that are all of one size. */
typedef struct a3d_items {
    const uint8_t *data;
    uint32_t count, stride; /* stored elements */
    uint32_t node;
    bool fill; /* the one element stands for all */
    bool big;  /* byte order */
} a3d_items;

/* False when the field was not read, is empty, or is no such list. */
bool a3d_items_of(const a3d_doc *doc, uint32_t record, unsigned slot, a3d_items *items);
/* The same, of elements that take `width` bytes. */
bool a3d_items_sized(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned width, a3d_items *items);
/* Elements of a list that has nodes for them; 0 when it is not there. */
uint32_t a3d_records_of(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first);
/* A text without NULs at its end. */
a3d_label a3d_label_of(const a3d_doc *doc, uint32_t record, unsigned slot);
/* A text of our own, which is freed. Empty when memory ran out. */
a3d_label a3d_label_keep(a3d_scene *v, a3d_text *text);
static inline bool a3d_was_read(const a3d_doc *doc, uint32_t node)
{
    return a3d_at(doc, node)->state == A3D_PRESENT;
}
float a3d_float_from(uint32_t bits);
static inline float a3d_float_at(const uint8_t *p, bool big)
{
    return a3d_float_from(a3d_load32(p, big));
}
/* The float fields from `slot` on. False when one was not read. */
bool a3d_floats_of(const a3d_doc *doc, uint32_t record, unsigned slot, unsigned count, float *out);

/* Ids of elements: added, sorted once, then looked up. */
typedef struct a3d_id {
    int64_t id;
    uint32_t space, value;
} a3d_id;
typedef struct a3d_ids {
    A3D_VECTOR_OF(a3d_id) list;
} a3d_ids;
void a3d_ids_add(a3d_scene *v, a3d_ids *ids, uint32_t space, int64_t id, uint32_t value);
void a3d_ids_sort(a3d_scene *v, a3d_ids *ids);
/* The value that was added first under this id, or A3D_NONE. */
uint32_t a3d_ids_find(const a3d_ids *ids, uint32_t space, int64_t id);

/* --- transforms (visual_math.c) --- */

extern const a3d_affine a3d_identity;
/* The square root; the library needs no -lm. */
double a3d_square_root(double square);
a3d_affine a3d_affine_times(const a3d_affine *a, const a3d_affine *b);
/* False, and identity, when there is none. */
bool a3d_affine_inverse(const a3d_affine *a, a3d_affine *out);
/* A rotation by an angle in degrees about an axis of any length; identity for one of none. */
a3d_affine a3d_affine_turn(double degrees, const double axis[3]);
/* From a quaternion, x y z w, of any length. */
a3d_affine a3d_affine_quaternion(const double q[4]);
/* False when the linear part leans: then it is only the nearest. Numbers that are not finite count as 0; *mended
 * says that there were some. */
bool a3d_affine_place(const a3d_affine *a, a3d_placement *out, bool *mended);

#endif
