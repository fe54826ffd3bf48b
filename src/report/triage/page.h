/* page.h - the page of triage as an output form of check */
#ifndef A3D_REPORT_TRIAGE_PAGE_H
#define A3D_REPORT_TRIAGE_PAGE_H

#include "report/common/sink.h"

void a3d_html_begin(a3d_sink *sink);
void a3d_html_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_html_end(a3d_sink *sink);

#endif
