/* parts.h - what the parts of the dump share: dump.c has the nodes, dump_values.c what they hold. */
#ifndef A3D_REPORT_DUMP_PARTS_H
#define A3D_REPORT_DUMP_PARTS_H

#include "model/doc.h"
#include "report/common/tree.h"

typedef struct a3d_dumper {
    a3d_tree tree;
    const a3d_doc *doc;
    bool full;
} a3d_dumper;

/* A value of a wire type, with the name that the row has for it. */
void a3d_dump_value(a3d_dumper *d, const a3d_row *row, unsigned type, int64_t value);

/* A key and a number. */
void a3d_dump_number(a3d_dumper *d, const char *key, int64_t value);

/* The values of an array; of a large one count, range and digest, unless all are wanted. */
void a3d_dump_array(a3d_dumper *d, const a3d_row *row, const a3d_shape *s, const uint8_t *data, uint32_t count);

/* A list whose elements have no nodes, and one element of such a list. Returns how many bytes the element has. */
void a3d_dump_flat(a3d_dumper *d, uint32_t index);
uint32_t a3d_dump_flat_element(a3d_dumper *d, uint32_t list, const a3d_record *type, const uint8_t *data, uint32_t left);

#endif
