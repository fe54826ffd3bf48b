/* readers.h - what known readers do with a file that breaks a rule, in each form that reports have. */
#ifndef A3D_REPORT_COMMON_READERS_H
#define A3D_REPORT_COMMON_READERS_H

#include "base/json.h"
#include "lint/lint.h"

/* Appends "flash: rejected. It stops ..." for each row about the rule among the readers in `asked`, a line each behind
 * `indent`; with `sources` where the fact comes from, too. */
void a3d_put_readers(a3d_text *out, const a3d_format *format, const char *rule, uint32_t asked, const char *indent, bool sources);

/* Writes the same rows as an array: name, does, what, source. With `levels` what the rule counts for under --compat, too,
 * or null when that is what it always does. */
void a3d_json_readers(a3d_json *j, const a3d_format *format, const char *rule, uint32_t asked, bool levels);

/* Appends the rows about a rule as a table of Markdown; nothing when there are none. */
void a3d_put_reader_table(a3d_text *out, const a3d_format *format, const char *rule);

/* Appends all that is known of the readers of a format: reader by reader, in the order of their rows. */
void a3d_readers(a3d_text *out, const a3d_format *format, bool markdown);

#endif
