/* sink.h - where the report of many files is collected, and what an output form is
 *
 * The rooms of report/ turn results into text, one room for each output form; common/ holds what they share. */
#ifndef A3D_REPORT_COMMON_SINK_H
#define A3D_REPORT_COMMON_SINK_H

#include "base/json.h"
#include "lint/lint.h"

/* A sink collects the report of many files in a text buffer. Its owner may write out and empty the buffer between
 * two files. The same results give the same bytes on every machine. */

/* How a finding compares with the baseline. */
typedef enum a3d_known {
    A3D_NO_BASELINE,
    A3D_NEW,
    A3D_UNCHANGED,
    A3D_UPDATED /* known, but now at more places */
} a3d_known;

typedef struct a3d_standing {
    a3d_known known;
    bool suppressed;
    bool expired; /* past its expiry day, so the entry no longer suppresses */
    const char *reason, *expires; /* from the matching entry, or NULL */
} a3d_standing;

/* An entry of a baseline whose finding is gone. */
typedef struct a3d_vanished {
    const char *baseline; /* the file that contains the entry */
    unsigned line;
    const char *path, *rule, *field, *fingerprint;
} a3d_vanished;

/* What a line of a configuration file did in a run. */
typedef struct a3d_effect {
    const char *config; /* the file */
    unsigned line;
    const char *setting, *value;
    size_t findings; /* that it turned off or made less severe */
    size_t files;    /* that it applied to */
    size_t skipped;  /* files and folders that it left out */
} a3d_effect;

typedef struct a3d_totals {
    size_t files, skipped;
    size_t verdicts[A3DLINT_LIMITED + 1];
    size_t counts[A3D_ERROR + 1];
    size_t hidden;     /* findings below the level shown, but those that a baseline suppresses */
    size_t suppressed; /* findings suppressed by a baseline; they are part of `counts` too */
    size_t expired;    /* findings whose entry in a baseline has expired, of a level that is shown or fails */
    size_t fresh;      /* findings that no entry covers, of a level that is shown or fails */
} a3d_totals;

typedef struct a3d_sink {
    a3d_text *out;
    a3d_json json;
    a3d_severity show; /* text, github, sarif-github: the lowest severity shown */
    bool quiet;        /* text: no summary */
    bool verbose;      /* text: also a line for each valid file */
    bool each;         /* text: each finding, even where many are alike */
    bool color;
    unsigned width;    /* text: columns that excerpts fit into; 0: no limit */
    bool mistaken;     /* the next file was not checked, because its configuration is invalid */
    bool said;         /* text: the message of the next file has been shown elsewhere */
    bool member;       /* the next file is inside an archive, where no command can reach it */
    bool interrupted;  /* a signal ended the run before every file was checked */
    a3d_severity fail_on; /* the lowest severity that sets the exit status; above A3D_ERROR: none does */
    const a3d_standing *standing; /* for the findings of the next file, by index; NULL: no baseline */
    const struct a3d_fixes_file *fixes; /* fix: what was done to the next file; NULL: nothing could be done */
    const a3d_vanished *vanished; /* set at the end */
    size_t n_vanished;
    const a3d_effect *effects; /* set at the end: lines that hid something, or changed a limit or the status */
    size_t n_effects;
    bool unwritten; /* set at the end: the baseline that accepts the findings could not be written */
    int status; /* set at the end: the exit status */
    /* Private to the form. At the beginning it holds what the owner passes: for html the parts of the page
     * (triage.h), without which the page has no style or script. */
    void *state;
    struct a3d_stats *stats; /* counts of what files contain, to be shown; NULL: not wanted */
    struct a3d_counts *counts; /* text: how often each rule is broken, in place of findings; NULL: not wanted */
    a3d_totals totals;
} a3d_sink;

/* An output form. `file` is called once for each file that was checked or could not be read; the document and the
 * data of the result must still exist then. */
typedef struct a3d_report_form {
    const char *name, *meaning;
    void (*begin)(a3d_sink *sink);
    void (*file)(a3d_sink *sink, const char *path, const a3d_result *result);
    void (*end)(a3d_sink *sink);
    bool stats; /* can show what files contain */
    bool page;  /* needs the parts of a page */
    /* Called with `verbose`. NULL: the form only counts skipped files. */
    void (*skipped)(a3d_sink *sink, const char *path, const char *why);
    bool shows; /* leaves out findings below a3d_sink.show, so that nobody reads their messages */
} a3d_report_form;

/* How a finding of the current file compares with the baseline. */
a3d_standing a3d_standing_of(const a3d_sink *sink, size_t finding);
/* Whether forms that leave something out show a finding of the current file: it is not below the level shown, and no
 * baseline suppresses it. */
static inline bool a3d_is_shown(const a3d_sink *sink, const a3d_doc *doc, size_t finding)
{
    return doc->findings[finding].severity >= sink->show && !a3d_standing_of(sink, finding).suppressed;
}
/* The message of a result that no finding gives as its own, where findings are shown; else NULL. */
static inline const char *a3d_message_besides(const a3d_sink *sink, const a3d_result *result)
{
    const a3d_doc *doc = result->doc;
    bool found = doc != NULL && doc->n_findings > 0 && doc->findings[0].message == result->message &&
                 a3d_is_shown(sink, doc, 0);
    return found ? NULL : result->message;
}
/* "new", "unchanged", "updated", or NULL without a baseline. */
const char *a3d_known_name(a3d_known known);

/* Adds a result to the totals of a sink. */
void a3d_totals_add(a3d_sink *sink, const a3d_result *result);

#endif
