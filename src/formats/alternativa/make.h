/* make.h - content of random A3D1 and A3D2 documents: boxes, buffers, surfaces. */
#ifndef A3D_FORMATS_ALTERNATIVA_MAKE_H
#define A3D_FORMATS_ALTERNATIVA_MAKE_H

#include "engine/generate/maker.h"
#include "formats/alternativa/alternativa.h"

/* Positions stay within this distance of the origin along each axis, and boxes reach as far at least. */
enum { A3D_REACH = 8, A3D_MOST_ATTRIBUTES = 12 };

/* What a vertex is made of, as a3d_attribute: a position, and what chance adds. Returns how many there are. */
unsigned a3d_make_attributes(a3d_maker *m, bool joints, uint8_t out[A3D_MOST_ATTRIBUTES]);
/* Bytes of one vertex. */
uint32_t a3d_vertex_size(const uint8_t *attributes, unsigned n, bool words);
/* Appends vertices; their joint numbers are 3 x a number below `joints`. */
void a3d_make_vertices(a3d_maker *m, const uint8_t *attributes, unsigned n, bool words, unsigned joints, uint32_t count, a3d_text *out);
/* Writes indices below `vertices` over the content of an index buffer. */
void a3d_make_indices(a3d_maker *m, uint32_t node, uint32_t vertices);
/* The content of a box around all positions. */
int a3d_make_box(a3d_maker *m, uint32_t node);
/* A url that is relative and not empty. */
int a3d_make_url(a3d_maker *m, uint32_t node);
/* Deals the triangles of an index buffer out to the surfaces of a list. */
void a3d_make_surfaces(a3d_maker *m, uint32_t list, unsigned begin_slot, unsigned count_slot, uint32_t triangles);

/* Bytes for whole triangles, about `each` bytes of the file for one; which vertices they name is known when all
 * vertices are. */
int a3d_make_index_bytes(a3d_maker *m, uint32_t node, uint32_t each);

#endif
