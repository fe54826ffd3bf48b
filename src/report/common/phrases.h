/* phrases.h - parts of findings as all output forms write them */
#ifndef A3D_REPORT_COMMON_PHRASES_H
#define A3D_REPORT_COMMON_PHRASES_H

#include "base/json.h"
#include "engine/document/path.h"
#include "report/common/sink.h"

/* Identifies docs/report.schema.json. It is a name and not an address, so it holds wherever the project lives. */
#define A3D_REPORT_SCHEMA "urn:a3dlint:report"

enum { A3D_CHAIN = 16 }; /* the deepest nesting of streams */

/* Appends why a finding that is in the baseline is not suppressed, after `before`. Appends nothing for any other
 * finding. */
void a3d_put_standing(a3d_text *out, const char *before, a3d_standing standing);

/* Appends what a line of a configuration file did: "ignore = * hides or lowers 2 findings". */
void a3d_put_effect(a3d_text *out, const a3d_effect *effect);

/* Appends counts by severity, "3 errors, 1 warning"; nothing when all are 0. */
void a3d_put_severities(a3d_text *out, const size_t *counts);

/* Appends where a finding is: "sections[1].checksum, file+0x52". */
void a3d_put_whereabouts(a3d_text *out, const a3d_doc *doc, const a3d_finding *f);

/* Writes the member "tool": the program that wrote the report, and its version. */
void a3d_json_tool(a3d_json *j);

/* The path as reports show it: without a leading "./". */
const char *a3d_plain_path(const char *path);

/* Lists the streams that contain a place, the file first. Returns how many there are, at most `most`. */
unsigned a3d_stream_chain(const a3d_doc *doc, uint32_t stream, uint32_t *chain, unsigned most);

/* Appends the expected value of a finding, or its bounds; nothing when it has neither. */
void a3d_put_expected(a3d_text *out, const a3d_finding *f);
void a3d_put_quantity(a3d_text *out, const a3d_quantity *q);

/* Whether a finding has an expected value or bounds. */
bool a3d_expects(const a3d_finding *f);
void a3d_json_expected(a3d_json *j, const a3d_finding *f);

/* The word before suspect i of a finding: only a proven one is more than possible. */
const char *a3d_suspect_label(const a3d_finding *f, uint32_t i);
/* Appends the suspects of a finding: "likely cause: A", or "possible causes: A, or B"; nothing when it has none. */
void a3d_put_causes(a3d_text *out, const a3d_finding *f);
/* Appends what a proven suspect leaves: "clears this finding; 2 errors remain". */
void a3d_put_left(a3d_text *out, size_t errors);

/* Appends the repair of a suspect as an argument of `a3dlint edit`: the bytes that were tried, else PATH=VALUE. */
void a3d_put_repair(a3d_text *out, const a3d_doc *doc, const a3d_suspect *s);
/* Writes the same as part of a JSON string. */
void a3d_json_repair(a3d_json *j, const a3d_doc *doc, const a3d_suspect *s);

/* Appends a value of a wire type: a number, true or false, then the name that the row gives it, if any. */
void a3d_put_scalar(a3d_text *out, const a3d_row *row, unsigned type, int64_t value);

/* Appends the value of a scalar node likewise, with the name of what it chooses, if that is what it does. */
void a3d_put_node_value(a3d_text *out, const a3d_doc *doc, uint32_t node, int64_t value);

/* Appends text from a file, or a message that may quote one. Bytes that are not UTF-8, characters that could control a
 * terminal, and those that CI servers take for the beginning of a command (utf8.h; also :: at the beginning of a line)
 * are written as \xHH. */
void a3d_put_printable(a3d_text *out, const char *text, size_t n);
/* Does the same for the name of a file, but keeps its bytes that are not UTF-8 if no terminal takes them for controls,
 * so that other programs find the file. */
void a3d_put_file_name(a3d_text *out, const char *name);

#endif
