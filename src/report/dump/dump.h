/* dump.h - a document as a tree, for programs (JSON) or people (text). */
#ifndef A3D_REPORT_DUMP_DUMP_H
#define A3D_REPORT_DUMP_DUMP_H

#include "base/json.h"
#include "lint/lint.h"

typedef struct a3d_dump_options {
    bool text; /* indented lines instead of JSON */
    bool full; /* every value of large arrays, instead of count, range and digest */
} a3d_dump_options;

/* Appends the document of a result. What the bytes chose beyond values stands in members that begin with `$`:
 * a value with such claims is an object whose `$value` it is. Absent fields are left out, fields that a fault
 * kept from being read are null. */
void a3d_dump(a3d_text *out, const char *path, const a3d_result *result, const a3d_dump_options *options);

/* Parts of a document as values of JSON, in the same shape: a node with all that it holds; an element of a list whose
 * elements have no nodes; values of an array. Large arrays are folded. */
void a3d_dump_node(a3d_json *json, const a3d_doc *doc, uint32_t node);
void a3d_dump_element(a3d_json *json, const a3d_doc *doc, uint32_t list, uint32_t index);
void a3d_dump_values(a3d_json *json, const a3d_doc *doc, const a3d_row *row, const a3d_shape *shape, const uint8_t *data, uint32_t count);

#endif
