/* dump.h - a document as a tree, as JSON or as text for people */
#ifndef A3D_REPORT_DUMP_DUMP_H
#define A3D_REPORT_DUMP_DUMP_H

#include "base/json.h"
#include "lint/lint.h"

typedef struct a3d_dump_options {
    bool text; /* indented lines instead of JSON */
    bool full; /* all values of large arrays, instead of count, range and digest */
} a3d_dump_options;

/* Appends the document of a result. Properties of the encoding are members whose names begin with `$`; a value that
 * has any becomes an object with the value as its `$value`. Absent fields are left out; fields that could not be
 * read because of a fault are null. */
void a3d_dump(a3d_text *out, const char *path, const a3d_result *result, const a3d_dump_options *options);

/* Writes parts of a document as JSON values of the same shape: a node with its content, an element of a list whose
 * elements have no nodes, the values of an array, or a value. Large arrays are folded. */
void a3d_dump_node(a3d_json *json, const a3d_doc *doc, uint32_t node);
void a3d_dump_element(a3d_json *json, const a3d_doc *doc, uint32_t list, uint32_t index);
void a3d_dump_values(a3d_json *json, const a3d_doc *doc, const a3d_row *row, const a3d_shape *shape,
                     const uint8_t *data, uint32_t count);
void a3d_dump_scalar(a3d_json *json, const a3d_doc *doc, const a3d_row *row, unsigned type, int64_t value);

#endif
