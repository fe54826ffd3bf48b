/* fix.h - what was repaired, lost and left, for programs (JSON) or people (text). */
#ifndef A3D_REPORT_FIX_FIX_H
#define A3D_REPORT_FIX_FIX_H

#include "base/text.h"
#include "lint/fix.h"

/* What is told of one file beside its repairs. */
typedef struct a3d_fixes_file {
    const char *path;
    const char *written; /* where the result went, or NULL */
    bool dry;            /* it was only asked what would be repaired */
} a3d_fixes_file;

/* A line for each repair, each thing lost and each error or warning that is left, and a summary. */
void a3d_fixes_text(a3d_text *out, const a3d_fixes_file *file, const a3d_fixing *fixing);

/* The same as one JSON object, notes that are left among it. */
void a3d_fixes_json(a3d_text *out, const a3d_fixes_file *file, const a3d_fixing *fixing);

#endif
