/* lint.h - the library as its own parts, the reports and the command line see it: what a3dlint.h
 * shows to others is a view of this.
 *
 * Calls that use different arenas may run at the same time in different threads. */
#ifndef A3D_LINT_LINT_H
#define A3D_LINT_LINT_H

#include "a3dlint.h"
#include "formats/formats.h"
#include "engine/mutate/mutate.h"
#include "model/doc.h"

/* "valid", "invalid", "unreadable" or "limited". */
const char *a3d_verdict_name(a3dlint_verdict verdict);

/* Why a branch was taken, as it stands in reports: "forced", "version", "only-fit", "first-fit", "looks-like",
 * "fewer-errors", "later-error", "tie"; NULL for a format without branches. */
const char *a3d_branch_reason(a3d_why why);

/* A severity for all rules that a pattern names: an id, or a text with `*` for any characters. */
typedef struct a3d_level {
    const char *pattern;
    a3d_severity severity;
} a3d_level;

/* A file that another one links to. */
typedef struct a3d_link_file {
    const uint8_t *data;
    size_t size;
    const char *name; /* tells files apart: one that is looked up twice has the same name both times */
    const char *why;  /* when there is none: why not, a phrase without full stop */
} a3d_link_file;

typedef enum a3d_link_found {
    A3D_LINK_FOUND,
    A3D_LINK_MISSING,     /* there is no such file, or it cannot be read */
    A3D_LINK_PASSED_OVER, /* this caller does not look there: another machine, a place outside of what it may read */
    A3D_LINK_TOO_LARGE    /* it has more than `limit` bytes */
} a3d_link_found;

/* Looks up the file that `uri`, a text of UTF-8 without NUL, names in the file of name `from`; relative names start
 * where that file is. On A3D_LINK_FOUND all of *file but `why` is set, else `why`; texts and data are put into the
 * arena, which is freed before the next file of the same chain is looked up. At most `limit` bytes are wanted. */
typedef a3d_link_found (*a3d_link_lookup)(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit, a3d_link_file *file);

/* How links to other files are followed. Zeroed: not at all, and a note at each link says so. What is looked up is
 * judged under the same options, recursively. Bytes of all looked-up files together count against limits.input, and a
 * chain has 8 files at most, each with half the nodes and unpacked bytes of the one that links to it. */
typedef struct a3d_links {
    a3d_link_lookup lookup;
    void *user;
    const char *name; /* of the file that is judged, as the look-up names files */
} a3d_links;

/* What a caller may choose. A zeroed struct is the default. */
typedef struct a3d_options {
    a3d_limits limits;        /* zeroes mean the defaults */
    const a3d_format *format; /* judge as this format whatever the bytes look like; NULL: find out */
    uint32_t branch;          /* with `format`: the branch that is forced (a3d_branch.mask), or 0 */
    const char *name;         /* a file name whose extension helps where the bytes do not decide, or NULL */
    const char *const *compats; /* names of other readings, from a3d_format.compats */
    size_t n_compats;
    const a3d_level *levels; /* applied in order, the last that matches a rule wins */
    size_t n_levels;
    const char *const *only; /* patterns; rules that none of them names are off. n_only 0: all rules */
    size_t n_only;
    a3d_links links;
} a3d_options;

typedef struct a3d_result {
    a3dlint_verdict verdict;
    const a3d_format *format; /* NULL when unreadable */
    char version[32];         /* "2.6", or "" when it was not read */
    const char *branch;       /* "dayz", or NULL */
    const char *branch_reason; /* why it was taken, a word of a3d_branch_reason, or NULL */
    const char *branch_why;   /* the same in a sentence, or NULL */
    uint64_t size, steps;
    size_t counts[A3D_ERROR + 1]; /* findings by severity; one that stands for many places counts once */
    size_t more[A3D_ERROR + 1];   /* findings that were not kept (limits.findings), by severity */
    bool truncated;           /* there are such */
    const char *message;      /* why a file is unreadable or limited, or NULL */
    a3d_doc *doc;             /* NULL when unreadable; holds the findings, without those that are off */
    a3d_links links;      /* as the options had them */
    uint32_t readers;     /* whose view was asked for: bits by index in format->compats */
} a3d_result;

/* Whether there is a document that no limit cut short: only such a one may be edited and encoded. */
static inline bool a3d_is_complete(const a3d_result *result)
{
    return result != NULL && result->doc != NULL && result->verdict <= A3DLINT_INVALID;
}

/* Judges `size` bytes. Returns the result, which lives in the arena as its document does, or NULL when memory
 * ran out before there was one. The data must stay in place and unchanged as long as the document is used.
 * Findings that the levels turn off are removed; what follows from them moves up to their own cause. */
const a3d_result *a3d_lint(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* What the bytes are. `format` is NULL when they are of no known format; `relative` then names a format that
 * is recognised but not judged, or is NULL. `doc` is the document of the decode that decided, or NULL when
 * the first bytes sufficed. */
typedef struct a3d_detected {
    const a3d_format *format;
    const char *relative;
    a3d_doc *doc;
} a3d_detected;
a3d_detected a3d_detect(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* The bits of A3D_VAR_BRANCH that a decode of `format` starts with under these options. */
uint32_t a3d_start_branches(const a3d_format *format, const a3d_options *options);

/* Whether the extension of a file name is one of the format's; capitals do not matter. */
bool a3d_claims(const a3d_format *format, const char *name);

/* What a rule counts for under these options; A3D_OFF when it is off. */
a3d_severity a3d_severity_of(const a3d_options *options, const a3d_rule *rule);

/* What a reader does with a file, as reports say it: "accepted", "written", "rejected", "hangs", "reads beyond". */
const char *a3d_does_name(a3d_does does);
/* The bits, by index in format->compats, of what the options ask for. */
uint32_t a3d_asked_readers(const a3d_format *format, const a3d_options *options);
#define A3D_ALL_READERS UINT32_MAX
/* The next row behind `after` (NULL: the first) of what the readers in `asked` do with a file that breaks the rule, or
 * of their habits when the rule is NULL. NULL behind the last. */
const a3d_quirk *a3d_next_quirk(const a3d_format *format, const char *rule, uint32_t asked, const a3d_quirk *after);
/* What a rule counts for in the eyes of these readers: the gravest that one of them says, else what it always does. */
a3d_severity a3d_reader_level(const a3d_format *format, const a3d_rule *rule, uint32_t asked);
/* Appends to the message of a finding which of these readers does not get over it. */
void a3d_name_readers(a3d_doc *doc, a3d_finding *f, uint32_t asked);

/* The rule of that id, or NULL. */
const a3d_rule *a3d_rule_named(const char *id);
/* Whether a pattern (see a3d_level) names the id. */
bool a3d_matches(const char *pattern, const char *id);


/* The name of a format that is recognised but not judged, or NULL. */
const char *a3d_relative(const uint8_t *data, size_t size);

/* Where a file has a fault of structure, but is sound by another reading that a --compat names: says so in the message of
 * that finding, which then has no suspects. */
void a3d_try_readings(a3d_doc *doc, const a3d_limits *limits);

/* Of findings that belong together the worst leads, so that no error follows from a note or a warning only: readers that
 * pass over those see it all the same. */
void a3d_worst_lead(a3d_doc *doc);
/* What explains others stands before them. `moved` has room for a number for each finding. False when memory ran out. */
bool a3d_causes_first(a3d_doc *doc, uint32_t *moved);

/* The limits of a decode under these options: rules that they turn off take no room from the others. */
a3d_limits a3d_limits_of(const a3d_options *options);

/* The files that are open on a chain of links, the last one first. */
typedef struct a3d_chain {
    const struct a3d_chain *outer;
    const char *name;
    unsigned depth;
    struct a3d_links_run *run; /* what the whole chain shares */
} a3d_chain;

/* a3d_lint for a file that is reached by a link, or with a NULL chain for the first. */
const a3d_result *a3d_lint_linked(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options, const a3d_chain *chain);

/* Judges the links of a document. The same chain. */
void a3d_follow_links(a3d_doc *doc, const a3d_options *options, const a3d_chain *chain);

/* Adds to findings what the library knows of near relatives: gzip or raw deflate where zlib should stand, a
 * model of an older engine. */
void a3d_name_relatives(a3d_doc *doc);

#endif
