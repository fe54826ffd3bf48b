/* readers.h - what known readers do with a file that breaks a rule, for each output form */
#ifndef A3D_REPORT_COMMON_READERS_H
#define A3D_REPORT_COMMON_READERS_H

#include "base/json.h"
#include "lint/lint.h"

/* Appends a line "flash: rejected. It stops ..." for each row about the rule among the readers in `asked`, each line
 * starting with `indent`. With `sources` a line also says where the fact comes from. */
void a3d_put_readers(a3d_text *out, const a3d_format *format, const char *rule, uint32_t asked, const char *indent,
                     bool sources);

/* Writes the same rows as an array of objects: name, does, what, source. With `levels` each also has the severity of
 * the rule under --compat, or null when it does not change. */
void a3d_json_readers(a3d_json *j, const a3d_format *format, const char *rule, uint32_t asked, bool levels);

/* Appends the rows about a rule as a Markdown table; nothing when there are none. */
void a3d_put_reader_table(a3d_text *out, const a3d_format *format, const char *rule);

/* Appends everything known about the readers of a format, reader by reader, in the order of their rows. */
void a3d_readers(a3d_text *out, const a3d_format *format, bool markdown);

#endif
