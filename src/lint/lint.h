/* lint.h - the library as its own parts, the reports and the command line use it
 *
 * The room: everything from the bytes of a file to its verdict, and services built on that. a3dlint.h is a public view
 * of this header. Threads may run at the same time if they use different arenas. */
#ifndef A3D_LINT_LINT_H
#define A3D_LINT_LINT_H

#include "a3dlint.h"
#include "formats/formats.h"
#include "model/doc.h"

/* "valid", "invalid", "unreadable" or "limited". */
const char *a3d_verdict_name(a3dlint_verdict verdict);

/* The name that reports use for the reason of a branch: "forced", "version", "only-fit", "first-fit", "looks-like",
 * "fewer-errors", "later-error", "tie"; NULL for a format without branches. */
const char *a3d_branch_reason(a3d_why why);

/* A severity for all rules that match a pattern: an id, in which `*` matches any characters. */
typedef struct a3d_level {
    const char *pattern;
    a3d_severity severity;
} a3d_level;

/* A file that another file links to. */
typedef struct a3d_link_file {
    const uint8_t *data;
    size_t size;
    const char *name; /* identifies the file: equal for every lookup of the same file */
    const char *why;  /* if it was not found: the reason, a phrase without a full stop */
} a3d_link_file;

typedef enum a3d_link_found {
    A3D_LINK_FOUND,
    A3D_LINK_MISSING,     /* there is no such file, or it cannot be read */
    A3D_LINK_PASSED_OVER, /* the caller does not look there: another machine, or outside the allowed folders */
    A3D_LINK_TOO_LARGE    /* it has more than `limit` bytes */
} a3d_link_found;

/* Looks up the file that `uri` (UTF-8 without NUL) names in the file `from`; relative names start in the folder of
 * that file. If it is found, sets all of *file but `why`; otherwise sets `why`. Texts and data go into the arena,
 * which is freed before the next lookup of the same chain. At most `limit` bytes are wanted. */
typedef a3d_link_found (*a3d_link_lookup)(void *user, a3d_arena *arena, const char *from, const char *uri,
                                          uint64_t limit, a3d_link_file *file);

/* How to follow links to other files. Zeroed: not at all, which a note at each link says. Linked files are checked
 * recursively with the same options. The bytes of all of them count against limits.input. A chain has at most 8
 * files, each with half the nodes and unpacked bytes of the file that links to it. */
typedef struct a3d_links {
    a3d_link_lookup lookup;
    void *user;
    const char *name; /* the checked file, as the lookup names files */
} a3d_links;

/* The caller's choices. A zeroed struct has the defaults. */
typedef struct a3d_options {
    a3d_limits limits;        /* zeroes mean the defaults */
    const a3d_format *format; /* check as this format, whatever the bytes look like; NULL: detect it */
    uint32_t branch;          /* with `format`: the forced branch (a3d_branch.mask), or 0 */
    const char *name;         /* a file name, whose extension helps if the bytes do not decide, or NULL */
    const char *const *compats; /* names of other readings, from a3d_format.compats */
    size_t n_compats;
    const a3d_level *levels; /* applied in order: the last one that matches a rule wins */
    size_t n_levels;
    a3d_severity worded;     /* findings below this severity get no message of their own, since nobody reads it */
    bool accept_content;     /* fixes may take the content for right, though it may be what was damaged */
    const char *const *only; /* patterns; rules that match none are off. n_only 0: all rules */
    size_t n_only;
    a3d_links links;
} a3d_options;

typedef struct a3d_result {
    a3dlint_verdict verdict;
    const a3d_format *format; /* NULL if unreadable */
    char version[32];         /* "2.6", or "" if it was not read */
    const char *branch;       /* "dayz", or NULL */
    const char *branch_reason; /* why it was taken, a word of a3d_branch_reason, or NULL */
    const char *branch_why;   /* the same as a sentence, or NULL */
    uint64_t size, steps;
    size_t counts[A3D_ERROR + 1]; /* findings by severity; one with several places counts once */
    size_t more[A3D_ERROR + 1];   /* findings beyond limits.findings, by severity */
    bool truncated;           /* there are findings beyond the limit */
    const char *message;      /* why the file is unreadable or limited, or NULL */
    a3d_doc *doc;             /* holds the findings that are not off; of a3d_format_file if unreadable */
    const uint8_t *undone; /* the file before it was damaged as a whole, if that is proven; else NULL */
    size_t undone_size;
    a3d_links links;      /* from the options */
    uint32_t readers;     /* requested readers, as bits by index in format->compats */
    const size_t *lowered; /* by index in options.levels: findings to which that level gave less than the usual
                              severity; NULL: there are no levels */
    size_t unselected;    /* findings of rules that options.only leaves out */
} a3d_result;

/* Whether there is a document and no limit cut it short. Only such a document may be edited and encoded. */
static inline bool a3d_is_complete(const a3d_result *result)
{
    return result != NULL && result->doc != NULL && result->verdict <= A3DLINT_INVALID;
}

/* Checks `size` bytes. Returns the result, which lives in the arena like its document, or NULL when memory ran out.
 * The data must stay in place and unchanged as long as the document is used. Findings that are turned off are
 * removed; their consequences get their cause. */
const a3d_result *a3d_lint(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* The format of a file. If it is NULL, `relative` names a format that is recognized but not supported, or is NULL
 * too. `doc` is the document if a decode was needed to decide, else NULL. */
typedef struct a3d_detected {
    const a3d_format *format;
    const char *relative;
    a3d_doc *doc;
} a3d_detected;
a3d_detected a3d_detect(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* The format by the first bytes alone, or by a decode without an error. Damage and the file name do not count. */
a3d_detected a3d_recognize(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options);

/* The bits of A3D_VAR_BRANCH with which a decode of `format` starts under these options. */
uint32_t a3d_start_branches(const a3d_format *format, const a3d_options *options);

/* Whether the extension of a file name is one of the format's, ignoring case. */
bool a3d_claims(const a3d_format *format, const char *name);

/* The severity of a rule under these options, or A3D_OFF. */
a3d_severity a3d_severity_of(const a3d_options *options, const a3d_rule *rule);

/* What a reader does, as reports say it: "accepted", "writes it", "rejected", "hangs", "reads beyond". */
const char *a3d_does_name(a3d_does does);
/* The readers that the options request, as bits by index in format->compats. */
uint32_t a3d_asked_readers(const a3d_format *format, const a3d_options *options);
#define A3D_ALL_READERS UINT32_MAX
/* The next quirk after `after` (NULL: the first) of the readers in `asked` for files that break the rule, or of
 * their other habits if `rule` is NULL. Returns NULL after the last. */
const a3d_quirk *a3d_next_quirk(const a3d_format *format, const char *rule, uint32_t asked, const a3d_quirk *after);
/* The highest severity that one of these readers gives the rule, or the rule's usual severity. */
a3d_severity a3d_reader_level(const a3d_format *format, const a3d_rule *rule, uint32_t asked);
/* Appends to a finding's message which of these readers fail on it. */
void a3d_name_readers(a3d_doc *doc, a3d_finding *f, uint32_t asked);

/* The rule with this id, or NULL. */
const a3d_rule *a3d_rule_named(const char *id);
/* Whether a pattern (see a3d_level) matches the id. */
bool a3d_matches(const char *pattern, const char *id);
/* Whether a pattern matches any rule. */
bool a3d_names_rule(const char *pattern);

/* If a file has a structural fault but no error in another reading (--compat), says so in the finding's message and
 * drops its suspects. */
void a3d_try_readings(a3d_doc *doc, const a3d_limits *limits);

/* Makes the worst finding the leader of its group. A reader of reports who skips notes and warnings then misses no
 * error. */
void a3d_worst_lead(a3d_doc *doc);
/* Sorts causes before their consequences. `moved` has room for one number per finding. Returns false when memory ran
 * out. */
bool a3d_causes_first(a3d_doc *doc, uint32_t *moved);

/* The limits of a decode under these options: findings of rules that are off do not use up the limit. */
a3d_limits a3d_limits_of(const a3d_options *options);

/* The files that are open in a chain of links, innermost first. */
typedef struct a3d_chain {
    const struct a3d_chain *outer;
    const char *name;
    unsigned depth;
    struct a3d_links_run *run; /* state of the whole chain */
} a3d_chain;

/* Like a3d_lint, for a file that was reached by a link. A NULL chain means the first file. */
const a3d_result *a3d_lint_linked(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options,
                                  const a3d_chain *chain);

/* Checks the files that a document links to. `chain` as for a3d_lint_linked. */
void a3d_follow_links(a3d_doc *doc, const a3d_options *options, const a3d_chain *chain);

/* Mentions related formats in findings: gzip or raw deflate instead of zlib, or a model of an older engine. */
void a3d_name_relatives(a3d_doc *doc);

#endif
