/* phrases.h - parts of findings as output forms write them */
#ifndef A3D_REPORT_COMMON_PHRASES_H
#define A3D_REPORT_COMMON_PHRASES_H

#include "base/json.h"
#include "engine/document/path.h"
#include "report/common/sink.h"

/* There is no public home yet; these are names, not addresses to load from. */
#define A3D_HOME "https://a3dlint.invalid/"
#define A3D_REPORT_SCHEMA A3D_HOME "report.schema.json"

enum { A3D_CHAIN = 16 }; /* streams inside streams, at most */

/* Appends why a finding that the baseline knows is not muted: "known, but only muted until 2026-12-31: REASON",
 * behind `before`. Nothing for any other. */
void a3d_put_standing(a3d_text *out, const char *before, a3d_standing standing);

/* Appends "3 errors, 1 warning" of counts by severity; nothing when there is none. */
void a3d_put_severities(a3d_text *out, const size_t *counts);

/* Appends the place of a finding in words: "sections[1].checksum, file+0x52". */
void a3d_put_whereabouts(a3d_text *out, const a3d_doc *doc, const a3d_finding *f);

/* The member "tool": what wrote the report, and its version. */
void a3d_json_tool(a3d_json *j);

/* The path as a report names it: without "./" in front. */
const char *a3d_plain_path(const char *path);

/* The streams around a place, the file first. Returns how many there are, `most` at most. */
unsigned a3d_stream_chain(const a3d_doc *doc, uint32_t stream, uint32_t *chain, unsigned most);

/* Appends what was expected in words: those of the finding, or its bounds. Nothing when it says neither. */
void a3d_put_expected(a3d_text *out, const a3d_finding *f);
void a3d_put_quantity(a3d_text *out, const a3d_quantity *q);

/* Whether it says what was expected; and that as a part of a text in JSON. */
bool a3d_expects(const a3d_finding *f);
void a3d_json_expected(a3d_json *j, const a3d_finding *f);

/* Appends the repair that a suspect stands for as a word of `a3dlint edit`: the bytes that were tried, else PATH=VALUE. */
void a3d_put_repair(a3d_text *out, const a3d_doc *doc, const a3d_suspect *s);
/* The same as the part of a text in JSON. */
void a3d_json_repair(a3d_json *j, const a3d_doc *doc, const a3d_suspect *s);

/* Appends a value of a wire type: the number, or true or false; behind it the name that the row has for it. */
void a3d_put_scalar(a3d_text *out, const a3d_row *row, unsigned type, int64_t value);

/* Appends text from a file; what could steer a terminal is written as \xHH. */
void a3d_put_printable(a3d_text *out, const char *text, size_t n);
/* The same of a message, which may quote any bytes: those that are no UTF-8 are written so, too. */
void a3d_put_message(a3d_text *out, const char *text);

#endif
