/* shapes.h - rows of the tables in words: when a field is there, and what its bytes are. */
#ifndef A3D_REPORT_REFERENCE_SHAPES_H
#define A3D_REPORT_REFERENCE_SHAPES_H

#include "base/text.h"
#include "model/format.h"

/* What is being described, and where the words go. */
typedef struct a3d_scribe {
    a3d_text *out;
    const a3d_format *format;
    const a3d_record *record; /* whose rows are being written */
    bool plain;               /* no links and no other marks of Markdown */
} a3d_scribe;

/* The name of a field of the record as paths show it. */
const char *a3d_field_name(const a3d_record *record, unsigned slot);

/* Conditions of which all must hold. `*glue` stands before the first, and becomes what parts it from the next. */
void a3d_put_gate(a3d_scribe *r, const a3d_gate *gate, const char **glue);
void a3d_put_branches(a3d_scribe *r, unsigned mask);
void a3d_put_when(a3d_scribe *r, const a3d_when *when, const char **glue);
void a3d_put_presence(a3d_scribe *r, const a3d_row *row);

/* The bytes: of one shape, or of all forms that a row has with the condition of each. */
void a3d_put_shape(a3d_scribe *r, const a3d_shape *shape);
void a3d_put_wire(a3d_scribe *r, const a3d_row *row);

/* What a value follows from; nothing when it is given. */
void a3d_put_derive(a3d_scribe *r, const a3d_row *row, const char **glue);

#endif
