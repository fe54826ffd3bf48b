/* sink.h - where the report of many files is collected, and what every output form is */
#ifndef A3D_REPORT_COMMON_SINK_H
#define A3D_REPORT_COMMON_SINK_H

#include "base/json.h"
#include "lint/lint.h"

/* A sink collects the report of many files in a text buffer; its owner may write out and empty the buffer
 * between two files. The same results give the same bytes on every machine. */

/* What a baseline says of a finding. */
typedef enum a3d_known {
    A3D_NO_BASELINE,
    A3D_NEW,
    A3D_UNCHANGED,
    A3D_UPDATED /* known, but at more places than before */
} a3d_known;

typedef struct a3d_standing {
    a3d_known known;
    bool muted;
    bool expired; /* the day of the entry is over, so that it does not mute */
    const char *reason, *expires; /* of the entry that knows it, or NULL */
} a3d_standing;

/* An entry of a baseline that nothing answers to any more. */
typedef struct a3d_vanished {
    const char *baseline; /* the file it stands in */
    unsigned line;
    const char *path, *rule, *field, *fingerprint;
} a3d_vanished;

typedef struct a3d_totals {
    size_t files, skipped;
    size_t verdicts[A3DLINT_LIMITED + 1];
    size_t counts[A3D_ERROR + 1];
    size_t hidden; /* findings below the level that is shown */
    size_t muted;  /* findings that a baseline mutes; they count above too */
} a3d_totals;

typedef struct a3d_sink {
    a3d_text *out;
    a3d_json json;
    a3d_severity show; /* text, github, sarif-github: the least severity that is printed */
    bool quiet;        /* text: no summary */
    bool verbose;      /* text: a line for valid files too */
    bool color;
    bool mistaken;     /* the next file was not judged, since its configuration is wrong */
    bool said;         /* text: the message of the next file was already shown elsewhere */
    bool member;       /* the next file lies in an archive, where no command reaches it */
    bool interrupted;  /* a signal ended the run before every file was judged */
    a3d_severity fail_on; /* the least severity that gives an exit status; above A3D_ERROR: none does */
    const a3d_standing *standing; /* of the next file's findings, by index; NULL: there is no baseline */
    const a3d_vanished *vanished; /* at the end */
    size_t n_vanished;
    int status; /* at the end: the exit status */
    void *state; /* of the form; at the beginning what the owner gives it: to html the parts of the page (triage.h), without which it is bare */
    struct a3d_stats *stats; /* what files contain is counted and shown; NULL: it is not */
    a3d_totals totals;
} a3d_sink;

/* An output form. `file` is called once for each file that was judged or could not be read; the result's
 * document and data must still be there. */
typedef struct a3d_report_form {
    const char *name, *meaning;
    void (*begin)(a3d_sink *sink);
    void (*file)(a3d_sink *sink, const char *path, const a3d_result *result);
    void (*end)(a3d_sink *sink);
    bool stats; /* it can show what files contain */
    bool page;  /* it is to be given the parts of a page */
    void (*skipped)(a3d_sink *sink, const char *path, const char *why); /* with `verbose`; NULL: the form only counts them */
} a3d_report_form;

/* What the baseline says of a finding of the file that is being reported. */
a3d_standing a3d_standing_of(const a3d_sink *sink, size_t finding);
/* "new", "unchanged", "updated", or NULL without a baseline. */
const char *a3d_known_name(a3d_known known);

/* Adds a result to the totals of a sink. */
void a3d_totals_add(a3d_sink *sink, const a3d_result *result);

#endif
