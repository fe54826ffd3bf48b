/* make.h - contents of random A3D1 and A3D2 documents: boxes, buffers, surfaces. */
#ifndef A3D_FORMATS_ALTERNATIVA_MAKE_H
#define A3D_FORMATS_ALTERNATIVA_MAKE_H

#include "engine/generate/maker.h"
#include "formats/alternativa/alternativa.h"

/* Positions are within A3D_REACH of the origin along each axis, and boxes extend at least as far. */
enum { A3D_REACH = 8, A3D_MOST_ATTRIBUTES = 12 };

/* Chooses the attributes of a vertex as a3d_attribute values: a position and random others. Returns their number. */
unsigned a3d_make_attributes(a3d_maker *m, bool joints, uint8_t out[A3D_MOST_ATTRIBUTES]);
/* The size of one vertex in bytes. */
uint32_t a3d_vertex_size(const uint8_t *attributes, unsigned n, bool words);
/* Appends `count` random vertices. Their joint indices are three times a number below `joints`. */
void a3d_make_vertices(a3d_maker *m, const uint8_t *attributes, unsigned n, bool words, unsigned joints, uint32_t count,
                       a3d_text *out);
/* Fills an index buffer with indices below `vertices`. */
void a3d_make_indices(a3d_maker *m, uint32_t node, uint32_t vertices);
/* Makes a box around all positions. */
int a3d_make_box(a3d_maker *m, uint32_t node);
/* Makes a relative url that is not empty. */
int a3d_make_url(a3d_maker *m, uint32_t node);
/* Divides the triangles of an index buffer among the surfaces of a list. */
void a3d_make_surfaces(a3d_maker *m, uint32_t list, unsigned begin_slot, unsigned count_slot, uint32_t triangles);

/* Reserves the bytes of whole triangles, about one for each `each` bytes of the file. The indices are filled in later,
 * when the number of vertices is known. */
int a3d_make_index_bytes(a3d_maker *m, uint32_t node, uint32_t each);

#endif
