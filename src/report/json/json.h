/* json.h - the JSON report, as one document or as one object per line */
#ifndef A3D_REPORT_JSON_JSON_H
#define A3D_REPORT_JSON_JSON_H

#include "report/common/sink.h"

void a3d_json_begin(a3d_sink *sink);
void a3d_json_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_json_end(a3d_sink *sink);
void a3d_ndjson_begin(a3d_sink *sink);
void a3d_ndjson_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_ndjson_end(a3d_sink *sink);

#endif
