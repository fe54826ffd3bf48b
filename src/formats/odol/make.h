/* make.h - shared between the parts that make random ODOL documents */
#ifndef A3D_FORMATS_ODOL_MAKE_H
#define A3D_FORMATS_ODOL_MAKE_H

#include "engine/generate/maker.h"
#include "formats/odol/odol.h"
#include "formats/odol/rules.h"
#include "formats/odol/schema.h"

/* Coordinates are multiples of 2^-8. Positions are within the reach, and the boxes of the model are larger. */
enum { ODOL_GRAIN = 8, ODOL_REACH = 16 << ODOL_GRAIN, ODOL_MOST_SECTIONS = 4 };

/* What was decided about the model, and about the LOD that is being made. */
typedef struct a3d_odol_plan {
    uint32_t lods, bones;
    int64_t shape_version;
    uint32_t vertices, faces, sections, textures, materials, selections, proxies, subskeleton;
    uint32_t bounds[ODOL_MOST_SECTIONS + 1]; /* where sections begin and end, in the measure of `alloc` */
    uint8_t *corners;                        /* of each face */
    unsigned weights;                        /* bones that a vertex follows, 0 to 2 */
} a3d_odol_plan;

/* Sets the value of a scalar. */
int a3d_odol_set(a3d_maker *m, uint32_t node, int64_t value);
/* Sets the content of a list and frees `bytes`. With `fill` a single element applies to all. */
int a3d_odol_put(a3d_maker *m, uint32_t node, a3d_text *bytes, uint32_t count, bool fill);
/* Makes a unique name: stem, number, ending. */
int a3d_odol_name(a3d_maker *m, uint32_t node, const char *stem, const char *ending);
/* Three random numbers for a vector field, in units of 2^-ODOL_GRAIN. */
int a3d_odol_vector(a3d_maker *m, uint32_t node, int64_t lo, int64_t hi);
void a3d_odol_set_vector(a3d_maker *m, uint32_t record, unsigned slot, const int64_t at[3]);
int a3d_odol_unit_vector(a3d_maker *m, uint32_t node);

static inline a3d_text text_for(const a3d_maker *m)
{
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    return bytes;
}

static inline uint32_t below(a3d_maker *m, uint32_t n)
{
    return a3d_random_below(&m->random, n);
}

/* The arrays with an element for each vertex (make_vertices.c). */
int a3d_odol_make_positions(a3d_maker *m, uint32_t node, uint32_t lod);
int a3d_odol_make_directions(a3d_maker *m, uint32_t node, uint32_t per, bool optional);
int a3d_odol_make_clip(a3d_maker *m, uint32_t node);
int a3d_odol_make_uv(a3d_maker *m, uint32_t node);
int a3d_odol_make_bone_refs(a3d_maker *m, uint32_t node);
int a3d_odol_make_neighbours(a3d_maker *m, uint32_t node, uint32_t lod);

/* Fields of a LOD and of the records in it (make_lod.c). */
int a3d_odol_choose_in_lod(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot);
/* Fields of the skeleton, of its bones and of animations (make_motion.c). */
int a3d_odol_choose_in_skeleton(a3d_maker *m, uint32_t node, unsigned slot);
int a3d_odol_choose_in_bone(a3d_maker *m, uint32_t node, uint32_t bone, unsigned slot);
int a3d_odol_choose_in_motion(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot);
/* Fields of what follows the LODs (make_tail.c). */
int a3d_odol_choose_in_tail(a3d_maker *m, uint32_t node, uint32_t record, unsigned id, unsigned slot);

#endif
