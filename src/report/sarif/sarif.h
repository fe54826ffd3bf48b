/* sarif.h - what the parts of the SARIF form share (OASIS SARIF 2.1.0). */
#ifndef A3D_REPORT_SARIF_SARIF_H
#define A3D_REPORT_SARIF_SARIF_H

#include "report/common/phrases.h"

#define A3D_SARIF_SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* A file that could not be judged, or not whole. */
typedef enum a3d_notice { A3D_SAY_UNREADABLE, A3D_SAY_LIMITED, A3D_SAY_NOT_KEPT, A3D_SAY_INTERRUPTED, A3D_SAY_MISTAKE, A3D_NOTICES } a3d_notice;
typedef struct a3d_said {
    a3d_notice notice;
    const char *path, *message; /* path NULL: the run as a whole */
} a3d_said;

/* Results are written as files come. What stands behind them is kept: the rules that were broken, each once, and
 * the files that could not be judged whole. */
typedef struct a3d_sarif {
    bool github; /* as GitHub takes it: a line for each result, nothing below --show, muted or gone */
    const a3d_rule **rules; /* in the order in which they were first broken */
    size_t n_rules, cap_rules;
    uint32_t **places;      /* by format, then by the rule's place in it: its place in `rules`, from 1 on */
    a3d_text path;          /* of the field that is being told */
    size_t uri, uri_size;   /* where that of the file stands in the report; 0 bytes: nowhere yet */
    a3d_said *said;
    size_t n_said, cap_said;
} a3d_sarif;

static inline a3d_sarif *a3d_sarif_of(const a3d_sink *sink)
{
    return sink->state;
}

/* A member {"text": ...}. */
void a3d_sarif_message(a3d_json *j, const char *key, const char *text);
/* A path as a URI; it needs no escape. */
void a3d_sarif_uri(a3d_text *out, const char *path);
/* A member {"uri": ...} for a path. */
void a3d_sarif_artifact(a3d_json *j, const char *path);

/* One result: sarif_result.c */
void a3d_sarif_result(a3d_sink *sink, a3d_json *j, const char *path, const a3d_result *result, size_t finding, size_t rule, unsigned twin);
void a3d_sarif_absent(a3d_json *j, const a3d_vanished *v, size_t rule);

/* The tool and its rules: sarif_rules.c */
void a3d_sarif_tool(const a3d_sink *sink, a3d_json *j);
const char *a3d_notice_id(a3d_notice notice);

/* ---- the form ---- */

void a3d_sarif_begin(a3d_sink *sink);
void a3d_sarif_github_begin(a3d_sink *sink);
void a3d_sarif_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_sarif_end(a3d_sink *sink);

#endif
