/* github.h - findings as workflow commands of GitHub */
#ifndef A3D_REPORT_TEXT_GITHUB_H
#define A3D_REPORT_TEXT_GITHUB_H

#include "report/common/sink.h"

void a3d_github_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_github_end(a3d_sink *sink);

#endif
