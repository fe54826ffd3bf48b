/* reference.h - what is supported, and the reference of a format as its tables say it. */
#ifndef A3D_REPORT_REFERENCE_REFERENCE_H
#define A3D_REPORT_REFERENCE_REFERENCE_H

#include "base/text.h"
#include "model/format.h"

/* One paragraph for each format: title, versions, branches, other readings. */
void a3d_formats_text(a3d_text *out, const a3d_format *const *formats);

/* What differs between the versions of a format, a line for each form of a field that some versions or branches do
 * not have: field, versions, branch, wire. As aligned text or as a table of Markdown. */
void a3d_versions(a3d_text *out, const a3d_format *format, bool markdown);

/* The paragraph of one format. */
void a3d_format_text(a3d_text *out, const a3d_format *format);

/* The reference of one format as Markdown: every record, field by field. */
void a3d_reference(a3d_text *out, const a3d_format *format);

#endif
