/* reference.h - what is supported, and the reference of a format as its tables say it. */
#ifndef A3D_REPORT_REFERENCE_H
#define A3D_REPORT_REFERENCE_H

#include "base/text.h"
#include "model/format.h"

/* One paragraph for each format: title, versions, branches, other readings. */
void a3d_formats_text(a3d_text *out, const a3d_format *const *formats);

/* The reference of one format as Markdown: every record, field by field. */
void a3d_reference(a3d_text *out, const a3d_format *format);

#endif
