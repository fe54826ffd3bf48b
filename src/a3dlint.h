/* a3dlint.h - judge 3D game assets: bytes in, verdict and findings out.
 *
 *     a3dlint *lint = a3dlint_new(NULL);
 *     a3dlint_report *report = a3dlint_check(lint, "door.a3d", bytes, size);
 *     if (report != NULL && a3dlint_get_verdict(report) == A3DLINT_INVALID) ...
 *     a3dlint_report_free(report);
 *     a3dlint_free(lint);
 *
 * The library never prints, never exits and keeps no global state. What bytes only claim never decides how much
 * memory or time they get: limits do, and reaching one is a verdict of its own.
 *
 * Threads: any number of threads may judge with one `a3dlint` at the same time as long as none changes it. A
 * report belongs to one thread at a time.
 *
 * Memory: what a function returns as `const char *` or fills into a struct belongs to the report (or, for names of
 * formats and rules, to the library) and lives as long as it does. Sizes and offsets are in bytes.
 *
 * Errors: functions that may fail return NULL or a negative number, and say so. Passing NULL where a report or
 * an `a3dlint` is asked for is a fault of the caller, but for the two that free. */
#ifndef A3DLINT_H
#define A3DLINT_H

#include <stddef.h>
#include <stdint.h>

#define A3DLINT_VERSION "0.1.0"
#define A3DLINT_RELEASED "November 20, 2026"

#if defined(__GNUC__)
#define A3DLINT_API __attribute__((visibility("default")))
#else
#define A3DLINT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs, which may be newer than the header: "0.1.0". */
A3DLINT_API const char *a3dlint_version(void);

typedef enum a3dlint_verdict {
    A3DLINT_VALID,      /* no finding is an error */
    A3DLINT_INVALID,    /* at least one is */
    A3DLINT_UNREADABLE, /* the bytes are of no format that is judged here; the message says what is known of them */
    A3DLINT_LIMITED     /* a limit was reached before everything was judged; wins over the others */
} a3dlint_verdict;

/* The name as it stands in reports: "valid". */
A3DLINT_API const char *a3dlint_verdict_name(a3dlint_verdict verdict);

typedef enum a3dlint_severity {
    A3DLINT_OFF,
    A3DLINT_NOTE,    /* worth knowing */
    A3DLINT_WARNING, /* legal or unspecified, but a known reader breaks, or surely not what was meant */
    A3DLINT_ERROR    /* forbidden by the specification, or no reader could know what was meant */
} a3dlint_severity;

/* ---- what is chosen ---- */

typedef struct a3dlint a3dlint;

/* Where memory comes from. `resize` works like realloc: p NULL allocates, size 0 frees and returns NULL, failure
 * returns NULL and leaves p as it was. It is called from the thread that judges. */
typedef struct a3dlint_memory {
    void *(*resize)(void *user, void *p, size_t old_size, size_t size);
    void *user;
} a3dlint_memory;

/* Returns a judge with all defaults, or NULL when memory ran out. `memory` NULL: the C library's. The struct is
 * copied; what it points to must live as long as the judge and its reports. */
A3DLINT_API a3dlint *a3dlint_new(const a3dlint_memory *memory);
/* Reports must be freed before. NULL does nothing. */
A3DLINT_API void a3dlint_free(a3dlint *lint);

typedef enum a3dlint_limit {
    A3DLINT_MAX_INPUT,    /* bytes of one file; 4 GiB - 2 at most */
    A3DLINT_MAX_UNPACKED, /* bytes of all that unpacks, together */
    A3DLINT_MAX_NODES,    /* fields and elements of the document */
    A3DLINT_MAX_DEPTH,    /* records inside records */
    A3DLINT_MAX_FINDINGS, /* findings kept; further ones are counted */
    A3DLINT_MAX_WORK      /* steps */
} a3dlint_limit;

/* Sets a limit; 0 brings its default back. Returns 0, or -1 when there is no such limit. */
A3DLINT_API int a3dlint_set_limit(a3dlint *lint, a3dlint_limit which, uint64_t value);

/* Gives the rules that a pattern names another severity; `*` in it stands for any text. Later calls win.
 * Returns 0, or -1 when it names no rule, the severity is none, or memory ran out. */
A3DLINT_API int a3dlint_set_severity(a3dlint *lint, const char *pattern, a3dlint_severity severity);

/* Only rules that one of the patterns given here names are held. Returns as above. */
A3DLINT_API int a3dlint_add_only(a3dlint *lint, const char *pattern);

/* Judges as a known reader would ("flash", "nokia"; `a3dlint formats` lists them). Returns 0, or -1 when no
 * format has such a reading or memory ran out. */
A3DLINT_API int a3dlint_add_compat(a3dlint *lint, const char *name);

/* Judges all bytes as this format ("odol") and branch ("dayz", or NULL) whatever they look like. A NULL format
 * takes that back. Returns 0, or -1 when there is no such format or branch. */
A3DLINT_API int a3dlint_set_format(a3dlint *lint, const char *format, const char *branch);

/* A file that another one links to. */
typedef struct a3dlint_linked {
    const void *data;
    size_t size;
    const char *name; /* tells files apart: one that is looked up twice has the same name both times */
    const char *why;  /* when there is none: why not, a phrase without full stop */
} a3dlint_linked;

typedef enum a3dlint_answer {
    A3DLINT_FOUND,
    A3DLINT_MISSING,     /* there is no such file, or it cannot be read */
    A3DLINT_PASSED_OVER, /* the caller does not look there: another machine, a place outside of what it may read */
    A3DLINT_TOO_LARGE    /* it has more than `limit` bytes */
} a3dlint_answer;

/* Looks up the file that `uri` (UTF-8) names in the file `from`; relative names start where that file is. On
 * A3DLINT_FOUND all of *linked but `why` is set, else `why`. What it points to must live until the report is freed. */
typedef a3dlint_answer (*a3dlint_lookup)(void *user, const char *from, const char *uri, uint64_t limit, a3dlint_linked *linked);

/* Follows links of M3G files, which are judged under the same choices. Without a look-up, and for bytes that are
 * checked without a name, links are not followed and a note at each says so. NULL takes it back. It is called from
 * the thread that judges. */
A3DLINT_API void a3dlint_set_lookup(a3dlint *lint, a3dlint_lookup lookup, void *user);

/* ---- judging ---- */

typedef struct a3dlint_report a3dlint_report;

/* Judges `size` bytes. `name` is a file name whose extension helps where the bytes do not decide and which
 * reports show, or NULL. Returns the report, to be freed by the caller, or NULL when memory ran out before there
 * was one. The bytes must stay in place and unchanged until the report is freed. */
A3DLINT_API a3dlint_report *a3dlint_check(const a3dlint *lint, const char *name, const void *data, size_t size);
/* NULL does nothing. */
A3DLINT_API void a3dlint_report_free(a3dlint_report *report);

A3DLINT_API a3dlint_verdict a3dlint_get_verdict(const a3dlint_report *report);
/* Why a file is unreadable or limited, or NULL. */
A3DLINT_API const char *a3dlint_get_message(const a3dlint_report *report);
/* "odol", "73", "dayz"; NULL when the bytes are of no format, tell no version, or the format has no branches. */
A3DLINT_API const char *a3dlint_get_format(const a3dlint_report *report);
A3DLINT_API const char *a3dlint_get_version(const a3dlint_report *report);
A3DLINT_API const char *a3dlint_get_branch(const a3dlint_report *report);
/* The work that the file took, in the unit of A3DLINT_MAX_WORK: the same on every machine. */
A3DLINT_API uint64_t a3dlint_get_steps(const a3dlint_report *report);
/* Findings of one severity. */
A3DLINT_API size_t a3dlint_get_count(const a3dlint_report *report, a3dlint_severity severity);
/* Findings that can be asked for. When more were found than the limit keeps, `*more` (if not NULL) is how many. */
A3DLINT_API size_t a3dlint_get_findings(const a3dlint_report *report, size_t *more);

#define A3DLINT_NO_CAUSE SIZE_MAX
#define A3DLINT_NO_BIT UINT32_MAX

typedef struct a3dlint_finding {
    const char *rule;         /* "a3d2/index-count-limit" */
    a3dlint_severity severity;
    const char *message;
    const char *path;         /* the field: "meshes[0].surfaces[2].materialId"; "" for the file as a whole */
    const char *stream;       /* where `offset` counts: "file", "package", "sections[2]", a path */
    uint64_t offset, size;
    uint32_t bit;             /* in the byte at offset, 0 the most significant; or A3DLINT_NO_BIT */
    uint64_t file_offset, file_size; /* the same in the file: the packed bytes when the stream was unpacked */
    const char *expected;     /* in words, or NULL */
    const char *actual;       /* or NULL */
    size_t cause;             /* index of the finding that this one follows from, or A3DLINT_NO_CAUSE */
    size_t places;            /* how many elements of one list break the rule in this way */
} a3dlint_finding;

/* Fills *finding. Returns 0, or -1 when there is no finding of that index or memory ran out. */
A3DLINT_API int a3dlint_get_finding(a3dlint_report *report, size_t index, a3dlint_finding *finding);

/* The report in an output form ("json", "text" ...), as the command line writes it for one file. Returns 0, or -1
 * when there is no such form or memory ran out. *text is not NUL-terminated and lasts until the next call. */
A3DLINT_API int a3dlint_write(a3dlint_report *report, const char *form, const char **text, size_t *size);

typedef enum a3dlint_encoding {
    A3DLINT_FAITHFUL, /* the same bytes again, whatever is wrong with them */
    A3DLINT_CANONICAL /* every free choice as the reference writer makes it, and nothing wrong that follows from other bytes */
} a3dlint_encoding;

/* Writes the document again. Returns NULL, or why it cannot be done. The canonical form changes the document that
 * the report holds: ask for it last. *data belongs to the report, until the next call. */
A3DLINT_API const char *a3dlint_rewrite(a3dlint_report *report, a3dlint_encoding how, const uint8_t **data, size_t *size);

/* ---- the catalogue ---- */

typedef struct a3dlint_rule_info {
    const char *id, *title, *rationale, *source;
    a3dlint_severity severity;
} a3dlint_rule_info;

/* Rules are numbered from 0 in the order in which `a3dlint rules` lists them. Returns 0, or -1 behind the last. */
A3DLINT_API int a3dlint_get_rule(size_t index, a3dlint_rule_info *rule);

/* ---- known readers ---- */

/* A program that reads files of a format, or another reading of one: what a3dlint_add_compat takes. */
typedef struct a3dlint_reader_info {
    const char *name;    /* "nokia" */
    const char *format;  /* "m3g" */
    const char *who;     /* who reads so, as a sentence names it, or NULL */
    const char *meaning; /* a phrase */
} a3dlint_reader_info;

/* Readers are numbered from 0, those of a format one behind the other. Returns 0, or -1 behind the last. */
A3DLINT_API int a3dlint_get_reader(size_t index, a3dlint_reader_info *reader);

typedef enum a3dlint_does {
    A3DLINT_ACCEPTS,     /* it reads the file, if perhaps not as meant */
    A3DLINT_WRITES,      /* its own files break the rule */
    A3DLINT_REJECTS,     /* it ends with an error, or reads nothing */
    A3DLINT_HANGS,       /* it never ends */
    A3DLINT_READS_BEYOND /* it reads outside of the bytes that are the field's */
} a3dlint_does;

/* The name as it stands in reports: "rejected". NULL for a number that is none of these. */
A3DLINT_API const char *a3dlint_does_name(a3dlint_does does);

/* What is known of one reader and the files that break one rule. */
typedef struct a3dlint_quirk {
    const char *reader, *format; /* as in a3dlint_reader_info */
    const char *rule;            /* its id; NULL: a habit that no rule is about */
    a3dlint_does does;
    const char *what;            /* a sentence without full stop */
    const char *source;          /* where that is known from */
    a3dlint_severity severity;   /* what the rule counts for in the view of this reader; A3DLINT_OFF: what it always counts for */
} a3dlint_quirk;

/* Of all that is known about files that break the rule of this id, or of everything when `rule` is NULL, what stands at
 * `index`, counted from 0; that of a format stands together. Returns 0, or -1 behind the last: at once for a rule of which
 * nothing is known, or that does not exist. */
A3DLINT_API int a3dlint_get_quirk(const char *rule, size_t index, a3dlint_quirk *quirk);

#ifdef __cplusplus
}
#endif

#endif
