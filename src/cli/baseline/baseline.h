/* baseline.h - files of known findings, which are suppressed in reports
 *
 * A baseline is a JSON file with one finding a line. A finding is identified by its file, its rule, its field without
 * element numbers, and its fingerprint (report/common/fingerprint.h). The count of an entry says how many places it
 * covers. */
#ifndef A3D_CLI_BASELINE_BASELINE_H
#define A3D_CLI_BASELINE_BASELINE_H

#include "base/text.h"
#include "cli/config/config.h"
#include "report/common/phrases.h"

enum { A3D_DAY_ROOM = 11 }; /* YYYY-MM-DD */

typedef struct a3d_entry {
    const char *path; /* relative to the folder of the baseline */
    const char *rule, *field, *fingerprint;
    const char *found;   /* the value of the field, for people; may be NULL */
    const char *reason;  /* or NULL */
    const char *expires; /* the last day on which the entry suppresses its finding, or NULL */
    uint64_t count;
    unsigned line;       /* in the file; 0: new */
    unsigned file;       /* number of the check that recorded it; a file may be checked more than once */
    /* In this run: */
    uint64_t left;       /* places of the count that are not used up by the current file */
    bool checked;        /* its file was checked to the end, with its rule on */
    bool seen;           /* a finding matched it */
} a3d_entry;

typedef struct a3d_entries {
    a3d_entry *at; /* sorted by path, rule, field, fingerprint */
    size_t n, cap;
} a3d_entries;

/* Reads the text of a baseline; everything lives in the arena. On a mistake returns false, its place in *line and
 * *column (0: none) and what is wrong in *problem. Prints nothing. */
bool a3d_baseline_read(a3d_arena *arena, const void *data, size_t size, a3d_entries *entries, unsigned *line,
                       unsigned *column, a3d_text *problem);
/* Appends the text of a baseline. Entries must be sorted. */
void a3d_baseline_put(a3d_text *out, const a3d_entries *entries);
/* Compares two entries by path, rule, field and fingerprint, like strcmp. */
int a3d_entry_order(const a3d_entry *a, const a3d_entry *b);
/* Whether a text is a day of the calendar, YYYY-MM-DD. */
bool a3d_is_day(const char *text);

/* All baselines of a run, and one of them. */
typedef struct a3d_baselines a3d_baselines;
typedef struct a3d_baseline a3d_baseline;

/* Prepares the baselines of a run: reads those of --baseline and --write-baseline, and determines today's date. Returns
 * 0, or an exit status after a message. */
int a3d_baselines_begin(struct a3d_cli *cli, a3d_baselines **baselines);

/* The baseline that the choices of a file name, or NULL for none. When it cannot be read returns NULL and sets
 * *problem. Reads a new one, so only one thread may call it. `arena` is for temporary data. */
a3d_baseline *a3d_baseline_for(a3d_baselines *b, a3d_arena *arena, const a3d_choices *choices, const char **problem);

/* Matches the findings of a checked file with a baseline. Returns what it knows of each, by index, in the arena of the
 * document; NULL when there is no baseline or no document, or when memory ran out, which sets *failed. With
 * --write-baseline it also records the findings of severity `least` or higher. Findings of a file that is unreadable
 * are neither suppressed nor recorded. */
const a3d_standing *a3d_baseline_match(a3d_baselines *b, a3d_baseline *baseline, const a3d_choices *choices,
                                       const a3d_result *result, a3d_severity least, bool *failed);

/* Whether a path is one of the baselines that were read. */
bool a3d_baselines_have(const a3d_baselines *b, const char *path);

/* The entries whose findings are gone, *n of them. Call it after the last file; `whole` says that the run was not
 * interrupted, else there are none. */
const a3d_vanished *a3d_baselines_vanished(a3d_baselines *b, bool whole, size_t *n);

/* Writes the file of --write-baseline, if there is one. Returns 0, or an exit status after a message. */
int a3d_baselines_end(a3d_baselines *b);

#endif
