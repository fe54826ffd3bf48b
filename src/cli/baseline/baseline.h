/* baseline.h - known findings, which are muted.
 *
 * A baseline is a JSON file with one finding a line. A finding is known by its file, its rule, the field without
 * element numbers, and its fingerprint (report/common/fingerprint.h); an entry covers so many places as its count says. */
#ifndef A3D_CLI_BASELINE_BASELINE_H
#define A3D_CLI_BASELINE_BASELINE_H

#include "base/text.h"
#include "cli/config/config.h"
#include "report/common/phrases.h"

enum { A3D_DAY_ROOM = 11 }; /* YYYY-MM-DD */

typedef struct a3d_entry {
    const char *path; /* seen from the folder of the baseline */
    const char *rule, *field, *fingerprint;
    const char *found;           /* what stood there, for people; may be NULL */
    const char *reason, *expires; /* NULL: none. It mutes up to that day, and on it */
    uint64_t count;
    unsigned line; /* in the file; 0: it is new */
    unsigned file; /* that it was recorded of, by number; one may be judged more than once */
    /* In this run: */
    uint64_t left; /* of the file that is being judged */
    bool judged, seen;
} a3d_entry;

typedef struct a3d_entries {
    a3d_entry *at; /* sorted by path, rule, field, fingerprint */
    size_t n, cap;
} a3d_entries;

/* Reads the text of a baseline; everything lives in the arena. On a mistake returns false, with its line and
 * column (0: none) and what is wrong in *problem. Prints nothing. */
bool a3d_baseline_read(a3d_arena *arena, const void *data, size_t size, a3d_entries *entries, unsigned *line, unsigned *column, a3d_text *problem);
/* Writes it. Entries must be sorted. */
void a3d_baseline_put(a3d_text *out, const a3d_entries *entries);
/* Order of entries, for sorting and searching. */
int a3d_entry_order(const a3d_entry *a, const a3d_entry *b);
/* Whether a text is a day that there is. */
bool a3d_is_day(const char *text);

/* All baselines of a run. */
typedef struct a3d_baselines a3d_baselines;
typedef struct a3d_baseline a3d_baseline;

/* Prepares them: reads --baseline and --write-baseline, and knows what day it is. Returns 0, or an exit status
 * after a message. */
int a3d_baselines_begin(struct a3d_cli *cli, a3d_baselines **baselines);

/* The baseline for a file whose choices name one; NULL for none. On a mistake in it returns NULL and sets
 * *problem. Reads it when it is new, so it belongs into one thread. `arena` is for what is needed meanwhile. */
a3d_baseline *a3d_baseline_for(a3d_baselines *b, a3d_arena *arena, const a3d_choices *choices, const char **problem);

/* What is known of the findings of a judged file, by index, in the arena of its document; NULL when there is no
 * baseline, or memory ran out (*failed). Findings that are to be written are recorded. `least` is the least
 * severity that is. */
const a3d_standing *a3d_baseline_match(a3d_baselines *b, a3d_baseline *baseline, const a3d_choices *choices, const a3d_result *result,
                                       a3d_severity least, bool *failed);

/* At the end: entries whose findings are gone. */
const a3d_vanished *a3d_baselines_vanished(a3d_baselines *b, bool whole, size_t *n);

/* Writes --write-baseline, if it was asked for. Returns 0, or an exit status after a message. */
int a3d_baselines_end(a3d_baselines *b);

#endif
