/* objects.h - the objects of a file by number, and small functions that their rules share */
#ifndef A3D_FORMATS_M3G_OBJECTS_H
#define A3D_FORMATS_M3G_OBJECTS_H

#include "base/amount.h"
#include "base/bytes.h"
#include "engine/document/cases.h"
#include "engine/document/context.h"
#include "formats/m3g/internal.h"

typedef struct a3d_m3g_object {
    uint32_t type_node; /* the field with the class; A3D_NO_NODE: nothing was read */
    uint32_t body;      /* record of the class's fields; A3D_NO_NODE: not read */
    uint32_t parent;    /* number of the node with this one as child or skeleton; 0: none */
    uint32_t tree;      /* number of the topmost ancestor, or of the node itself */
    uint32_t enter, within; /* position in a walk of all trees, and the number of nodes in its subtree */
    uint32_t reach;     /* for a triangle strip array: the highest vertex used, plus one */
    int16_t type;       /* -1: unknown */
    int16_t stands_for; /* for an external reference: the class of its target, -1: unknown */
    uint32_t broken;    /* for an image with too few pixels, or a transform that cannot be inverted: index of that
                         * finding + 1, or 0 */
    uint32_t flat;      /* number of the nearest node, from this one up, whose transform cannot be inverted; 0: none */
    uint32_t fields;    /* the first node of the body's fields */
    bool sparse;        /* the body is a sparse record */
    bool used;          /* another object refers to it */
} a3d_m3g_object;

/* The node of a field of an object that has a body. */
static inline uint32_t a3d_m3g_field(const a3d_doc *doc, const a3d_m3g_object *o, unsigned slot)
{
    return o->sparse ? a3d_sparse_field(doc, a3d_at(doc, o->body), slot) : o->fields + slot;
}

typedef struct a3d_m3g_objects {
    a3d_ctx *ctx;
    const a3d_doc *doc;
    a3d_m3g_object *objects; /* by number: 0 is null, 1 the header */
    uint32_t count;          /* one more than the last number */
    size_t next_ref;         /* where in a3d_ctx.refs the last search ended */
    uint32_t *marks;         /* for each number its last visitor; 0 for none */
} a3d_m3g_objects;

/* The bytes of a list or array whose elements all have the same size. */
typedef struct a3d_m3g_items {
    const uint8_t *data;
    uint32_t node, count, stride, stream, off;
} a3d_m3g_items;

/* An object in messages: "object 6 (sections[1].objects[4], a Camera)". */
a3d_amount a3d_m3g_name(const a3d_m3g_objects *s, uint32_t number);
/* A class in messages: "Camera". */
a3d_amount a3d_m3g_class(const a3d_m3g_objects *s, int type);

/* Numbers the objects. False if memory or work runs out. */
bool a3d_m3g_number_objects(a3d_m3g_objects *s);

/* The object with this number, if it comes before object `by`, is of one of the classes and was read. Else NULL; then
 * the reference or the object has a finding of its own. */
a3d_m3g_object *a3d_m3g_named(const a3d_m3g_objects *s, const a3d_m3g_object *by, int64_t number, uint64_t kinds);
/* Whether an object is of one of the classes and was read. */
static inline bool a3d_m3g_is(const a3d_m3g_object *o, uint64_t kinds)
{
    return o->body != A3D_NO_NODE && (uint16_t)o->type <= M3G_WORLD && (kinds >> o->type & 1) != 0;
}
/* Like a3d_m3g_named, for the object to which a field refers. */
a3d_m3g_object *a3d_m3g_target(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, uint64_t kinds);

/* Whether a field was read. */
bool a3d_m3g_has(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot);
int64_t a3d_m3g_get(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot);
/* Reads a float field. False if it was not read or is an invalid float, which is reported elsewhere. */
bool a3d_m3g_float(const a3d_doc *doc, uint32_t node, double *value);
bool a3d_m3g_float_bits(uint32_t bits, double *value);
/* The elements of a list; counts the work of looking at all of them. False if there are none. */
bool a3d_m3g_items_of(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, a3d_m3g_items *items);
/* The 32-bit number `at` bytes into element `index`. */
static inline uint32_t a3d_m3g_item(const a3d_m3g_items *items, uint32_t index, uint32_t at)
{
    return a3d_load32(items->data + (size_t)index * items->stride + at, false);
}

/* Reports a finding at a field of an object, or at `size` bytes `at` bytes into an element of a list. */
a3d_finding *a3d_m3g_report(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_object *o, unsigned slot);
a3d_finding *a3d_m3g_report_item(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_items *items, uint32_t index,
                                 uint32_t at, uint32_t size, const char *field);
/* The text of a string; NULL if it was not read. */
const uint8_t *a3d_m3g_text_of(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot, uint32_t *size);

/* One reference: where it is stored, and its target. */
typedef struct a3d_m3g_link {
    const a3d_row *row;
    uint32_t node;     /* the field or list */
    uint32_t stream, off;
    int64_t value;
    uint32_t index;    /* in a list or array */
    bool listed;
    const char *field; /* the field of a list's element, or NULL */
} a3d_m3g_link;

typedef void (*a3d_m3g_link_fn)(a3d_m3g_objects *s, const a3d_m3g_link *l);

/* Calls `fn` for all references of an object, which its rows define. */
void a3d_m3g_each_link(a3d_m3g_objects *s, const a3d_m3g_object *o, a3d_m3g_link_fn fn);
/* Reports a finding at a reference. */
a3d_finding *a3d_m3g_report_link(const a3d_m3g_objects *s, unsigned rule, const a3d_m3g_link *l);

/* For a finding that may follow from something that could not be read: sets that as its cause. */
void a3d_m3g_blame(const a3d_m3g_objects *s, a3d_finding *f);

/* Gives each node its parent and its place in its tree. With `report`, a second parent is a finding. False if work runs
 * out. */
bool a3d_m3g_place_nodes(a3d_m3g_objects *s, bool report);

/* Checks the bones of skinned meshes that are in other files, when these were read. */
void a3d_m3g_check_linked_bones(a3d_m3g_objects *s);

/* Each function checks one part of the file, for all objects of the classes concerned. */
void a3d_m3g_check_references(a3d_m3g_objects *s); /* rules_references.c */
void a3d_m3g_check_ranges(a3d_m3g_objects *s);     /* rules_ranges.c */
void a3d_m3g_check_images(a3d_m3g_objects *s);     /* rules_images.c */
void a3d_m3g_check_animation(a3d_m3g_objects *s);  /* rules_animation.c */
void a3d_m3g_check_geometry(a3d_m3g_objects *s);   /* rules_geometry.c */
void a3d_m3g_check_meshes(a3d_m3g_objects *s);     /* rules_meshes.c; after the trees */
void a3d_m3g_check_trees(a3d_m3g_objects *s);      /* rules_trees.c */

#endif
