/* dump.h - a document as a tree, for programs (JSON) or people (text). */
#ifndef A3D_REPORT_DUMP_H
#define A3D_REPORT_DUMP_H

#include "a3dlint.h"
#include "base/text.h"

typedef struct a3d_dump_options {
    bool text; /* indented lines instead of JSON */
    bool full; /* every value of large arrays, instead of count, range and digest */
} a3d_dump_options;

/* Appends the document of a result. What the bytes chose beyond values stands in members that begin with `$`:
 * a value with such claims is an object whose `$value` it is. Absent fields are left out, fields that a fault
 * kept from being read are null. */
void a3d_dump(a3d_text *out, const char *path, const a3dlint_result *result, const a3d_dump_options *options);

#endif
