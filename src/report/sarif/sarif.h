/* sarif.h - the SARIF report (OASIS SARIF 2.1.0), and what its sources share */
#ifndef A3D_REPORT_SARIF_SARIF_H
#define A3D_REPORT_SARIF_SARIF_H

#include "report/common/phrases.h"

#define A3D_SARIF_SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* Why a file could not be checked, or not completely. */
typedef enum a3d_notice {
    A3D_NOTICE_UNREADABLE,
    A3D_NOTICE_LIMITED,
    A3D_NOTICE_NOT_KEPT,
    A3D_NOTICE_INTERRUPTED,
    A3D_NOTICE_MISTAKE, /* the configuration of the file is invalid */
    A3D_NOTICE_EFFECT,  /* a line of a configuration file hid something, or changed a limit or the status */
    A3D_NOTICES
} a3d_notice;

typedef struct a3d_notification {
    a3d_notice notice;
    const char *path, *message; /* path NULL: about the whole run */
    unsigned line;              /* of the path, or 0 */
} a3d_notification;

/* Results are written as the files come in. Kept for the end are the rules that were broken, each once, and the
 * notices. */
typedef struct a3d_sarif {
    bool github; /* for GitHub: a line for each result, and no results below --show, suppressed or gone */
    const a3d_rule **rules; /* in the order in which they were first broken */
    size_t n_rules, cap_rules;
    uint32_t **places;      /* by format, then by index of the rule in its format: index in `rules` plus 1, or 0 */
    a3d_text path;          /* of the field of the current finding */
    size_t uri, uri_size;   /* where the URI of the current file is in the report; uri_size 0: not written yet */
    a3d_notification *notifications;
    size_t n_notifications, cap_notifications;
} a3d_sarif;

static inline a3d_sarif *a3d_sarif_of(const a3d_sink *sink)
{
    return sink->state;
}

/* Writes a member {"text": ...}. */
void a3d_sarif_message(a3d_json *j, const char *key, const char *text);
/* Appends a path as a URI, which needs no escaping in JSON. */
void a3d_sarif_uri(a3d_text *out, const char *path);
/* Writes a member {"uri": ...} for a path. */
void a3d_sarif_artifact(a3d_json *j, const char *path);

/* Writes one result (result.c). */
void a3d_sarif_result(a3d_sink *sink, a3d_json *j, const char *path, const a3d_result *result, size_t finding,
                      size_t rule, unsigned twin);
void a3d_sarif_absent(a3d_json *j, const a3d_vanished *v, size_t rule);

/* Describes the tool and its rules (rules.c). */
void a3d_sarif_tool(const a3d_sink *sink, a3d_json *j);
const char *a3d_notice_id(a3d_notice notice);

/* ---- the form ---- */

void a3d_sarif_begin(a3d_sink *sink);
void a3d_sarif_github_begin(a3d_sink *sink);
void a3d_sarif_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_sarif_end(a3d_sink *sink);

#endif
