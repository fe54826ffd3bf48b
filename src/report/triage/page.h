/* page.h - the page of triage as an output form of check */
#ifndef A3D_REPORT_TRIAGE_PAGE_H
#define A3D_REPORT_TRIAGE_PAGE_H

#include "report/common/sink.h"

/* The form html of a report, as a3d_report_form calls it: begin, then file for each file, then end. Before begin,
 * a3d_sink.state has the parts of the page; the page itself is written at the end, since groups are known only then. */
void a3d_html_begin(a3d_sink *sink);
void a3d_html_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_html_end(a3d_sink *sink);

#endif
