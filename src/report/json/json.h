/* json.h - the JSON report, as one document or as one object per line */
#ifndef A3D_REPORT_JSON_JSON_H
#define A3D_REPORT_JSON_JSON_H

#include "report/common/sink.h"

/* The forms json and ndjson of a report, as a3d_report_form calls them: begin, then file for each file, then end. Both
 * have every finding. json is one document, which is whole only after the end; of ndjson each line is an object. */
void a3d_json_begin(a3d_sink *sink);
void a3d_json_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_json_end(a3d_sink *sink);
void a3d_ndjson_begin(a3d_sink *sink);
void a3d_ndjson_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_ndjson_end(a3d_sink *sink);

#endif
