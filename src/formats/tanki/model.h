/* model.h - the four lists of a Tanki file, and small functions that its rules share */
#ifndef A3D_FORMATS_TANKI_MODEL_H
#define A3D_FORMATS_TANKI_MODEL_H

#include "engine/document/cases.h"
#include "engine/document/context.h"

typedef struct a3d_tanki_list {
    uint32_t first, count; /* nodes of the elements */
    bool known;
} a3d_tanki_list;

typedef struct a3d_tanki_model {
    a3d_ctx *ctx;
    const a3d_doc *doc;
    unsigned version; /* 2 or 3 */
    a3d_tanki_list materials, meshes, transforms, objects;
    uint32_t parents; /* the array, or A3D_NO_NODE if it was not read */
} a3d_tanki_model;

/* The elements of a list field of a record; empty if it was not read. */
a3d_tanki_list a3d_tanki_list_of(const a3d_doc *doc, uint32_t record, unsigned slot);
/* The content of an array or plain list, or NULL if it is empty or was not read. Counts the work of scanning it. */
const uint8_t *a3d_tanki_bytes(const a3d_tanki_model *m, uint32_t node, uint32_t width, uint32_t *count,
                               uint32_t *stream, uint32_t *off);
/* The floats of a small record (a vector or color). False if one was not read or is not finite. */
bool a3d_tanki_floats(const a3d_doc *doc, uint32_t record, unsigned count, double *out);
/* Like a3d_tanki_floats, for a single number. */
bool a3d_tanki_number(const a3d_doc *doc, uint32_t field, double *out);
double a3d_tanki_float(const uint8_t *p);
/* The square root, for messages, since the library does not link the math library. */
double a3d_tanki_root(double square);

a3d_finding *a3d_tanki_report(const a3d_tanki_model *m, unsigned rule, uint32_t node);

/* Wrong ids that follow from one fault get it as their cause; see rules_blocks.c. */
void a3d_tanki_link_blocks(a3d_doc *doc, uint32_t root);
void a3d_tanki_check_meshes(const a3d_tanki_model *m);     /* rules_meshes.c */
/* Checks the bounds and the radius of a mesh. `positions` is its list of positions, or A3D_NO_NODE; see
 * rules_bounds.c. */
void a3d_tanki_check_bounds(const a3d_tanki_model *m, uint32_t mesh, uint32_t positions);
/* Checks the normals of a mesh. The arguments are the lists of its buffers, or A3D_NO_NODE; see rules_normals.c. */
void a3d_tanki_check_normals(const a3d_tanki_model *m, uint32_t positions, uint32_t first, uint32_t second);
void a3d_tanki_check_transforms(const a3d_tanki_model *m); /* rules_transforms.c */
void a3d_tanki_check_names(const a3d_tanki_model *m);      /* rules_names.c */
void a3d_tanki_check_objects(const a3d_tanki_model *m);    /* rules_objects.c */

#endif
