/* reference.h - the supported formats, and the reference of a format, written from its tables
 *
 * This room writes everything that is generated from the tables: the reference, the pages of the rules, the
 * catalog of rules and the dictionaries for fuzzers. */
#ifndef A3D_REPORT_REFERENCE_REFERENCE_H
#define A3D_REPORT_REFERENCE_REFERENCE_H

#include "base/text.h"
#include "model/format.h"

/* Appends one paragraph for each format: title, versions, branches, other readings. */
void a3d_formats_text(a3d_text *out, const a3d_format *const *formats);

/* Appends the differences between the versions of a format as aligned text or as a Markdown table: field, versions,
 * branch and wire form of each form of a field that some version or branch does not have. */
void a3d_versions(a3d_text *out, const a3d_format *format, bool markdown);

/* Appends the paragraph of one format. */
void a3d_format_text(a3d_text *out, const a3d_format *format);

/* Appends the reference of one format as Markdown: every record, field by field. */
void a3d_reference(a3d_text *out, const a3d_format *format);

#endif
