/* statements.h - shared between the parts of the A3D2 rules */
#ifndef A3D_FORMATS_A3D2_STATEMENTS_H
#define A3D_FORMATS_A3D2_STATEMENTS_H

#include "formats/a3d2/records.h"
#include "formats/alternativa/alternativa.h"

/* A kind of node: its list in the scene, and the slots of the fields that all nodes have. */
typedef struct a3d2_kind {
    uint8_t list, space;
    uint8_t box, id, name, parent;
} a3d2_kind;
enum { A3D2_NODE_KINDS = 12 };
extern const a3d2_kind a3d2_kinds[A3D2_NODE_KINDS];

/* Checks everything in a scene that the tables cannot express. */
void a3d2_check(a3d_ctx *ctx, uint32_t scene);

/* The parts of a3d2_check. */
void a3d2_check_nodes(a3d_alternativa *s, uint32_t scene);
void a3d2_check_geometry(a3d_alternativa *s, uint32_t scene);
void a3d2_check_animation(a3d_alternativa *s, uint32_t scene);
void a3d2_check_notes(a3d_alternativa *s, uint32_t scene);

/* Checks one skin. The surfaces must be in the order of the file. */
void a3d2_check_skin(a3d_alternativa *s, uint32_t skin, const a3d_drawn *d);

#endif
