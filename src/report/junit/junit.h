/* junit.h - JUnit XML */
#ifndef A3D_REPORT_JUNIT_JUNIT_H
#define A3D_REPORT_JUNIT_JUNIT_H

#include "report/common/sink.h"

/* The form junit of a report, as a3d_report_form calls it: begin, then file for each file, then end. The suites are
 * well-formed XML only after the end. */
void a3d_junit_begin(a3d_sink *sink);
void a3d_junit_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_junit_end(a3d_sink *sink);

#endif
