/* forms.c - see forms.h */
#include "report/forms.h"
#include "report/json/json.h"
#include "report/junit/junit.h"
#include "report/sarif/sarif.h"
#include "report/text/github.h"
#include "report/text/text.h"
#include "report/triage/page.h"

#include <string.h>

static void nothing(a3d_sink *sink)
{
    (void)sink;
}

const a3d_report_form a3d_report_forms[] = {
    {"text", "for people", nothing, a3d_text_file, a3d_text_end, true, false, a3d_text_skipped, true},
    {"json", "one document with every finding, notes included",
     a3d_json_begin, a3d_json_file, a3d_json_end, true, false, NULL, false},
    {"ndjson", "the same, an object a line: tool, each file, summary",
     a3d_ndjson_begin, a3d_ndjson_file, a3d_ndjson_end, true, false, NULL, false},
    {"sarif", "SARIF 2.1.0, for viewers and archives of findings",
     a3d_sarif_begin, a3d_sarif_file, a3d_sarif_end, false, false, NULL, false},
    {"sarif-github", "the same as GitHub's code scanning takes it",
     a3d_sarif_github_begin, a3d_sarif_file, a3d_sarif_end, false, false, NULL, true},
    {"junit", "JUnit XML: a suite for each file, a case for each finding",
     a3d_junit_begin, a3d_junit_file, a3d_junit_end, false, false, NULL, false},
    {"github", "annotations for the log of a GitHub workflow",
     nothing, a3d_github_file, a3d_github_end, false, false, NULL, true},
    {"html", "one page with files, bytes and findings, as triage writes it",
     a3d_html_begin, a3d_html_file, a3d_html_end, false, true, NULL, false},
    {NULL, NULL, NULL, NULL, NULL, false, false, NULL, false},
};

void a3d_put_form_names(a3d_text *out)
{
    for (const a3d_report_form *form = a3d_report_forms; form->name != NULL; form++)
        a3d_printf(out, "%s%s", form == a3d_report_forms ? "" : form[1].name != NULL ? ", " : " and ", form->name);
}

const a3d_report_form *a3d_report_form_named(const char *name)
{
    for (const a3d_report_form *form = a3d_report_forms; form->name != NULL; form++)
        if (strcmp(form->name, name) == 0)
            return form;
    return NULL;
}
