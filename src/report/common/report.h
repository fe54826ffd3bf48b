/* report.h - findings in, bytes out: what every output form has in common.
 *
 * A sink collects the report of many files in a text buffer; its owner may write out and empty the buffer
 * between two files. The same results give the same bytes on every machine. */
#ifndef A3D_REPORT_COMMON_REPORT_H
#define A3D_REPORT_COMMON_REPORT_H

#include "base/json.h"
#include "engine/document/path.h"
#include "lint/lint.h"

/* There is no public home yet; these are names, not addresses to load from. */
#define A3D_HOME "https://a3dlint.invalid/"
#define A3D_REPORT_SCHEMA A3D_HOME "report.schema.json"

enum { A3D_CHAIN = 16 }; /* streams inside streams, at most */

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

/* The form of that name, or NULL. The table ends with a NULL name. */
const a3d_report_form *a3d_report_form_named(const char *name);
extern const a3d_report_form a3d_report_forms[];

/* Appends the names of all forms: "text, json ... and github". */
void a3d_put_form_names(a3d_text *out);

/* What the baseline says of a finding of the file that is being reported. */
a3d_standing a3d_standing_of(const a3d_sink *sink, size_t finding);
/* "new", "unchanged", "updated", or NULL without a baseline. */
const char *a3d_known_name(a3d_known known);

/* Appends why a finding that the baseline knows is not muted: "known, but only muted until 2026-12-31: REASON",
 * behind `before`. Nothing for any other. */
void a3d_put_standing(a3d_text *out, const char *before, a3d_standing standing);

/* Appends "3 errors, 1 warning" of counts by severity; nothing when there is none. */
void a3d_put_severities(a3d_text *out, const size_t *counts);

/* Appends the place of a finding in words: "sections[1].checksum, file+0x52". */
void a3d_put_whereabouts(a3d_text *out, const a3d_doc *doc, const a3d_finding *f);

/* The member "tool": what wrote the report, and its version. */
void a3d_json_tool(a3d_json *j);

/* Adds a result to the totals of a sink. */
void a3d_totals_add(a3d_sink *sink, const a3d_result *result);

/* The path as a report names it: without "./" in front. */
const char *a3d_plain_path(const char *path);

/* The streams around a place, the file first. Returns how many there are, `most` at most. */
unsigned a3d_stream_chain(const a3d_doc *doc, uint32_t stream, uint32_t *chain, unsigned most);

/* Appends what was expected in words: those of the finding, or its bounds. Nothing when it says neither. */
void a3d_put_expected(a3d_text *out, const a3d_finding *f);
void a3d_put_quantity(a3d_text *out, const a3d_quantity *q);

/* Whether it says what was expected; and that as a part of a text in JSON. */
bool a3d_expects(const a3d_finding *f);
void a3d_json_expected(a3d_json *j, const a3d_finding *f);

/* Appends the repair that a suspect stands for as a word of `a3dlint edit`: the bytes that were tried, else PATH=VALUE. */
void a3d_put_repair(a3d_text *out, const a3d_doc *doc, const a3d_suspect *s);
/* The same as the part of a text in JSON. */
void a3d_json_repair(a3d_json *j, const a3d_doc *doc, const a3d_suspect *s);

/* Appends a value of a wire type: the number, or true or false; behind it the name that the row has for it. */
void a3d_put_scalar(a3d_text *out, const a3d_row *row, unsigned type, int64_t value);

/* Appends text from a file; what could steer a terminal is written as \xHH. */
void a3d_put_printable(a3d_text *out, const char *text, size_t n);
/* The same of a message, which may quote any bytes: those that are no UTF-8 are written so, too. */
void a3d_put_message(a3d_text *out, const char *text);

/* The last line of text: how many files and findings. Nothing with `quiet`. */
void a3d_put_summary(const a3d_sink *sink);

/* The forms themselves. */
void a3d_text_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_text_end(a3d_sink *sink);
void a3d_text_skipped(a3d_sink *sink, const char *path, const char *why);
void a3d_json_begin(a3d_sink *sink);
void a3d_json_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_json_end(a3d_sink *sink);
void a3d_ndjson_begin(a3d_sink *sink);
void a3d_ndjson_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_ndjson_end(a3d_sink *sink);
void a3d_sarif_begin(a3d_sink *sink);
void a3d_sarif_github_begin(a3d_sink *sink);
void a3d_sarif_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_sarif_end(a3d_sink *sink);
void a3d_junit_begin(a3d_sink *sink);
void a3d_junit_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_junit_end(a3d_sink *sink);
void a3d_github_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_github_end(a3d_sink *sink);
void a3d_html_begin(a3d_sink *sink);
void a3d_html_file(a3d_sink *sink, const char *path, const a3d_result *result);
void a3d_html_end(a3d_sink *sink);

/* The catalogue of rules; pages are in page.h. */
void a3d_rules_json(a3d_text *out);
void a3d_rules_text(a3d_text *out);

#endif
