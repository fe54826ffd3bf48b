/* text.h - the report for people */
#ifndef A3D_REPORT_TEXT_TEXT_H
#define A3D_REPORT_TEXT_TEXT_H

#include "report/common/sink.h"

void a3d_text_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_text_end(a3d_sink *sink);
void a3d_text_skipped(a3d_sink *sink, const char *path, const char *why);

/* Writes the last line of the report: the number of files and findings. Writes nothing when `quiet` is set. */
void a3d_put_summary(const a3d_sink *sink);

#endif
