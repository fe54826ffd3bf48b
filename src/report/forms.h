/* forms.h - the table of output forms */
#ifndef A3D_REPORT_FORMS_H
#define A3D_REPORT_FORMS_H

#include "report/common/sink.h"

/* The form with that name, or NULL. */
const a3d_report_form *a3d_report_form_named(const char *name);
extern const a3d_report_form a3d_report_forms[];

/* Appends the names of all forms: "text, json ... and github". */
void a3d_put_form_names(a3d_text *out);

#endif
