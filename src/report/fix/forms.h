/* forms.h - the report of `fix` for many files, as JSON or as text for people */
#ifndef A3D_REPORT_FIX_FORMS_H
#define A3D_REPORT_FIX_FORMS_H

#include "report/common/sink.h"

/* The initial a3d_sink.state of these forms: zero, but for `dry`. */
typedef struct a3d_fixes_totals {
    bool dry; /* a dry run: nothing is written */
    size_t repaired, repairs, salvaged;
} a3d_fixes_totals;

/* The form with that name, or NULL. a3d_sink.fixes holds what was done to the next file. */
const a3d_report_form *a3d_fixes_form(const char *name);

#endif
