/* parts.h - shared by the sources of the dump: dump.c writes nodes, values.c what they contain */
#ifndef A3D_REPORT_DUMP_PARTS_H
#define A3D_REPORT_DUMP_PARTS_H

#include "model/doc.h"
#include "report/common/tree.h"

typedef struct a3d_dumper {
    a3d_tree tree;
    const a3d_doc *doc;
    bool full;
} a3d_dumper;

/* Writes a value of a wire type, with the name that the row gives it, if any. */
void a3d_dump_value(a3d_dumper *d, const a3d_row *row, unsigned type, int64_t value);

/* Writes a key and a number. */
void a3d_dump_number(a3d_dumper *d, const char *key, int64_t value);

/* Writes the values of an array; count, range and digest for a large one unless all values are wanted. */
void a3d_dump_array(a3d_dumper *d, const a3d_row *row, const a3d_shape *s, const uint8_t *data, uint32_t count);

/* Writes a list whose elements have no nodes, or one element of such a list. The second returns the number of bytes
 * that the element takes. */
void a3d_dump_flat(a3d_dumper *d, uint32_t index);
uint32_t a3d_dump_flat_element(a3d_dumper *d, uint32_t list, const a3d_record *type, const uint8_t *data,
                               uint32_t left);

#endif
