/* writer.h - which program wrote a file. */
#ifndef A3D_REPORT_TRIAGE_WRITER_H
#define A3D_REPORT_TRIAGE_WRITER_H

#include "base/text.h"
#include "lint/lint.h"

/* Appends format and version, how the content is packed, the form of the null mask, and marks that exporters leave:
 * "a3d2 2.0, zlib level 7 to 9, mask long1, like the Flash exporter". Nothing without a document. */
void a3d_put_writer(a3d_text *out, const a3d_result *result);

#endif
