/* shapes.h - describes rows of the tables: when a field is present, and what its bytes are */
#ifndef A3D_REPORT_REFERENCE_SHAPES_H
#define A3D_REPORT_REFERENCE_SHAPES_H

#include "base/text.h"
#include "model/format.h"

/* Where the description goes, and what it is about. */
typedef struct a3d_scribe {
    a3d_text *out;
    const a3d_format *format;
    const a3d_record *record; /* the record of the rows that are being written */
    bool plain;               /* no links or other Markdown */
} a3d_scribe;

/* The name of a field of the record, as paths show it. */
const char *a3d_field_name(const a3d_record *record, unsigned slot);

/* Append conditions, all of which must hold. `*glue` is put before the first one, and becomes the separator for the
 * next. */
void a3d_put_gate(a3d_scribe *r, const a3d_gate *gate, const char **glue);
void a3d_put_branches(a3d_scribe *r, unsigned mask);
void a3d_put_when(a3d_scribe *r, const a3d_when *when, const char **glue);
void a3d_put_presence(a3d_scribe *r, const a3d_row *row);

/* Append the wire form: of one shape, or of all forms that a row has, each with its condition. */
void a3d_put_shape(a3d_scribe *r, const a3d_shape *shape);
void a3d_put_wire(a3d_scribe *r, const a3d_row *row);

/* Appends what a value is derived from; nothing when it is not derived. */
void a3d_put_derive(a3d_scribe *r, const a3d_row *row, const char **glue);

#endif
