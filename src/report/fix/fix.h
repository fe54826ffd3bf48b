/* fix.h - what was repaired, lost and left over, as JSON or as text for people */
#ifndef A3D_REPORT_FIX_FIX_H
#define A3D_REPORT_FIX_FIX_H

#include "base/json.h"
#include "lint/fix.h"

/* What is reported about a file. */
typedef struct a3d_fixes_file {
    const char *path;
    const char *written; /* where the result was written, or NULL */
    bool dry;            /* a dry run: nothing is written */
    bool content;        /* repairs could take the content for right (a3d_options.accept_content) */
    bool quiet;          /* text: no summary */
    unsigned width;      /* text: columns that the differences of a dry run fit into; 0: no limit */
    const a3d_fixing *fixing;
} a3d_fixes_file;

/* Appends a line for each repair, each loss and each remaining error or warning, then a summary; of a dry run first how
 * the result differs from the file. */
void a3d_fixes_text(a3d_text *out, const a3d_fixes_file *file);

/* Appends the same as one JSON object, which also lists the remaining notes. */
void a3d_fixes_json(a3d_text *out, const a3d_fixes_file *file);

/* Writes the members of that object, but for the tool. */
void a3d_fixes_members(a3d_json *j, const a3d_fixes_file *file);

#endif
