/* a3dlint.h - checks 3D game assets: bytes in, verdict and findings out.
 *
 *     a3dlint *lint = a3dlint_new(NULL);
 *     a3dlint_report *report = a3dlint_check(lint, "door.a3d", bytes, size);
 *     if (report != NULL && a3dlint_get_verdict(report) == A3DLINT_INVALID) ...
 *     a3dlint_report_free(report);
 *     a3dlint_free(lint);
 *
 * The library never prints, never exits and keeps no global state. Memory and time are bounded by limits, never by
 * numbers that an input merely claims; reaching a limit is a verdict of its own.
 *
 * Threads: any number of threads may check files with one `a3dlint` at the same time, as long as none changes it. A
 * report belongs to one thread at a time.
 *
 * Memory: strings that a function returns, or stores in a struct, belong to the report and live as long as it does;
 * names of formats and rules belong to the library. Sizes and offsets are in bytes.
 *
 * Errors: functions that can fail return NULL, a negative number or a reason, as their comments say. A function that is
 * given NULL for something that it needs fails in the same way and stores nothing. Of a NULL report the
 * verdict is A3DLINT_LIMITED, numbers are 0, and names and texts are NULL. */
#ifndef A3DLINT_H
#define A3DLINT_H

#include <stddef.h>
#include <stdint.h>

#define A3DLINT_VERSION "0.1.0"
/* The address of the project's site with a slash at its end, or "" while it has none. Reports link to its pages. */
#define A3DLINT_HOME ""
#define A3DLINT_RELEASED "November 20, 2026"

#if defined(__GNUC__)
#define A3DLINT_API __attribute__((visibility("default")))
#else
#define A3DLINT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the running library, such as "0.1.0". It may be newer than this header. */
A3DLINT_API const char *a3dlint_version(void);

typedef enum a3dlint_verdict {
    A3DLINT_VALID,      /* no finding is an error */
    A3DLINT_INVALID,    /* at least one finding is an error */
    A3DLINT_UNREADABLE, /* the format is unknown or not supported; the message says more */
    A3DLINT_LIMITED     /* a limit was reached before the check was complete; takes precedence over the others */
} a3dlint_verdict;

/* The name in reports, such as "valid", or NULL for an invalid number. */
A3DLINT_API const char *a3dlint_verdict_name(a3dlint_verdict verdict);

typedef enum a3dlint_severity {
    A3DLINT_OFF,
    A3DLINT_NOTE,    /* worth knowing */
    A3DLINT_WARNING, /* legal or unspecified, but some known reader fails, or surely not intended */
    A3DLINT_ERROR    /* forbidden by the specification, or the meaning cannot be determined */
} a3dlint_severity;

/* ---- options ---- */

typedef struct a3dlint a3dlint;

/* An allocator. `resize` works like realloc: it allocates if p is NULL, frees and returns NULL if size is 0, and on
 * failure returns NULL and leaves p valid. It is called from the thread that runs the check. */
typedef struct a3dlint_memory {
    void *(*resize)(void *user, void *p, size_t old_size, size_t size);
    void *user;
} a3dlint_memory;

/* Creates a checker with default options. `memory` may be NULL for the C library's allocator; the struct is copied,
 * but what it points to must outlive the checker and its reports. Returns NULL when memory ran out, or if `resize` is
 * NULL. */
A3DLINT_API a3dlint *a3dlint_new(const a3dlint_memory *memory);
/* Frees a checker. Free its reports first. NULL is allowed. */
A3DLINT_API void a3dlint_free(a3dlint *lint);

typedef enum a3dlint_limit {
    A3DLINT_MAX_INPUT,    /* bytes of one file; at most 4 GiB - 2 */
    A3DLINT_MAX_UNPACKED, /* unpacked bytes of all packed parts together */
    A3DLINT_MAX_NODES,    /* fields and elements of the document */
    A3DLINT_MAX_DEPTH,    /* nesting of records */
    A3DLINT_MAX_FINDINGS, /* findings that are kept; further ones are only counted */
    A3DLINT_MAX_WORK,     /* steps of work */
    A3DLINT_MAX_MEMORY    /* bytes that all reports of the checker hold together; there is no bound by default */
} a3dlint_limit;

/* Sets a limit; 0 restores the default. Returns 0, or -1 if the limit is unknown.
 *
 * A3DLINT_MAX_MEMORY counts what the reports of this checker take from the allocator until they are freed, in all
 * threads. The bytes that the caller passes in do not count. A file whose check needs more has the verdict limited, and
 * no findings. With several threads or reports that may depend on what the others hold; a check that is repeated alone
 * decides. Set it before the first check. */
A3DLINT_API int a3dlint_set_limit(a3dlint *lint, a3dlint_limit which, uint64_t value);

/* Sets the severity of all rules that match a pattern, in which `*` matches any text. Later calls take precedence.
 * Returns 0, or -1 if no rule matches, the severity is invalid, or memory ran out. */
A3DLINT_API int a3dlint_set_severity(a3dlint *lint, const char *pattern, a3dlint_severity severity);

/* Restricts the check to rules that match a pattern given to this function. Returns 0, or -1 if no rule matches or
 * memory ran out. */
A3DLINT_API int a3dlint_add_only(a3dlint *lint, const char *pattern);

/* Checks files as a known reader would read them ("flash", "nokia"; `a3dlint formats` lists them). Returns 0, or -1
 * if no format has this reader or memory ran out. */
A3DLINT_API int a3dlint_add_compat(a3dlint *lint, const char *name);

/* Checks all files as this format ("odol") and branch ("dayz", or NULL), whatever they look like. A NULL format
 * restores detection. Returns 0, or -1 if there is no such format or branch. */
A3DLINT_API int a3dlint_set_format(a3dlint *lint, const char *format, const char *branch);

/* A file that another file links to. */
typedef struct a3dlint_linked {
    const void *data;
    size_t size;
    const char *name; /* identifies the file: equal for every lookup of the same file */
    const char *why;  /* if it was not found: the reason, a phrase without a full stop */
} a3dlint_linked;

typedef enum a3dlint_answer {
    A3DLINT_FOUND,
    A3DLINT_MISSING,     /* there is no such file, or it cannot be read */
    A3DLINT_PASSED_OVER, /* the caller does not look there: another machine, or outside the allowed folders */
    A3DLINT_TOO_LARGE    /* it has more than `limit` bytes */
} a3dlint_answer;

/* Looks up the file that `uri` (UTF-8) names in the file `from`; relative names start in the folder of that file.
 * For A3DLINT_FOUND it sets all of *linked but `why`; otherwise it sets `why`. A file without a name or bytes counts as
 * missing. What *linked points to must stay valid until the report is freed. */
typedef a3dlint_answer (*a3dlint_lookup)(void *user, const char *from, const char *uri, uint64_t limit,
                                         a3dlint_linked *linked);

/* Makes checks follow the links of M3G files; linked files are checked with the same options. Without a lookup, or
 * for bytes that are checked without a name, links are not followed, and a note at each link says so. A NULL lookup
 * turns this off. The lookup is called from the thread that runs the check. */
A3DLINT_API void a3dlint_set_lookup(a3dlint *lint, a3dlint_lookup lookup, void *user);

/* ---- checking ---- */

typedef struct a3dlint_report a3dlint_report;

/* Checks `size` bytes. `name`, which may be NULL, is a file name: it appears in reports, and its extension helps if
 * the bytes do not decide the format. Returns a report, which the caller frees, or NULL when memory ran out, or if
 * `data` is NULL and `size` is not 0. The bytes must stay in place and unchanged until the report is freed. Once
 * memory ran out for a report, it gives neither findings nor texts any more. */
A3DLINT_API a3dlint_report *a3dlint_check(const a3dlint *lint, const char *name, const void *data, size_t size);
/* Frees a report. NULL is allowed. */
A3DLINT_API void a3dlint_report_free(a3dlint_report *report);

A3DLINT_API a3dlint_verdict a3dlint_get_verdict(const a3dlint_report *report);
/* Why the file is unreadable or limited, or NULL. A limit has the name of its constant, such as A3DLINT_MAX_INPUT; the
 * texts of a3dlint_write are those of the command line, and so name its options. */
A3DLINT_API const char *a3dlint_get_message(const a3dlint_report *report);
/* The format ("odol"), version ("73") and branch ("dayz"). NULL if the format is unknown, the version was not read,
 * or the format has no branches. */
A3DLINT_API const char *a3dlint_get_format(const a3dlint_report *report);
A3DLINT_API const char *a3dlint_get_version(const a3dlint_report *report);
A3DLINT_API const char *a3dlint_get_branch(const a3dlint_report *report);
/* The work of the check, in the unit of A3DLINT_MAX_WORK. It is the same on every machine. */
A3DLINT_API uint64_t a3dlint_get_steps(const a3dlint_report *report);
/* The number of kept findings of one severity. */
A3DLINT_API size_t a3dlint_get_count(const a3dlint_report *report, a3dlint_severity severity);
/* The number of findings that a3dlint_get_finding can return. If `more` is not NULL, *more becomes the number of
 * further findings that the limit dropped. */
A3DLINT_API size_t a3dlint_get_findings(const a3dlint_report *report, size_t *more);

#define A3DLINT_NO_CAUSE SIZE_MAX
#define A3DLINT_NO_BIT UINT32_MAX

typedef struct a3dlint_finding {
    const char *rule;         /* "a3d2/index-count-limit" */
    a3dlint_severity severity;
    const char *message;
    const char *path;         /* the field: "meshes[0].surfaces[2].materialId"; "" for the whole file */
    const char *stream;       /* what `offset` is relative to: "file", "package", "sections[2]", or a path */
    uint64_t offset, size;
    uint32_t bit;             /* bit in the byte at offset, 0 is the most significant; or A3DLINT_NO_BIT */
    uint64_t file_offset, file_size; /* the same in the file; for an unpacked stream, its packed bytes */
    const char *expected;     /* in words, or NULL */
    const char *actual;       /* in words, or NULL */
    size_t cause;             /* index of the finding that caused this one, or A3DLINT_NO_CAUSE */
    size_t places;            /* how many elements of the list break the rule in the same way */
} a3dlint_finding;

/* Fills *finding. Returns 0, or -1 if there is no finding with this index or memory ran out. */
A3DLINT_API int a3dlint_get_finding(a3dlint_report *report, size_t index, a3dlint_finding *finding);

/* Formats the report in an output form, like the command line for one file: "text", "json", "ndjson", "sarif",
 * "sarif-github", "junit" or "github", but not "html", whose parts only the program has. Returns 0, or -1 if it has no
 * such form or memory ran out. *text is not NUL-terminated and valid until the next call. */
A3DLINT_API int a3dlint_write(a3dlint_report *report, const char *form, const char **text, size_t *size);

typedef enum a3dlint_encoding {
    A3DLINT_FAITHFUL, /* the same bytes again, even where they are wrong */
    A3DLINT_CANONICAL /* every free choice as the reference writer makes it, and every derived value right */
} a3dlint_encoding;

/* Encodes the document again. Returns NULL, or the reason for failing. The canonical form changes the document in
 * the report, so ask for it last. *data belongs to the report and is valid until the next call. */
A3DLINT_API const char *a3dlint_rewrite(a3dlint_report *report, a3dlint_encoding how, const uint8_t **data,
                                        size_t *size);

/* Writes the bytes of the file, each next to the field that owns it, with findings marked, as `a3dlint hex` does. `at`
 * selects what is shown: a path ("meshes[0].surfaces"), an offset in a stream ("@file+0x20"), or a finding by its index
 * ("#3"); NULL: everything. `full` also shows what is left out of large arrays. Returns NULL, or the reason for
 * failing. *text is not NUL-terminated and valid until the next a3dlint_hex, a3dlint_write or a3dlint_glb. */
A3DLINT_API const char *a3dlint_hex(a3dlint_report *report, const char *at, int full, const char **text, size_t *size);

/* Converts the document to binary glTF 2.0, as far as it was decoded. Returns NULL, or the reason for failing. *data
 * belongs to the report. If `lost` is not NULL, *lost becomes a text with a line for each thing that glTF cannot hold;
 * "" if glTF holds everything. The same document gives the same bytes on every machine, except for images, which are
 * packed by zlib. Images that the document only names are expected beside the file. */
A3DLINT_API const char *a3dlint_glb(a3dlint_report *report, const uint8_t **data, size_t *size, const char **lost);

/* ---- files that are made ---- */

/* Bytes that one of the functions below made, or the reason why it could not. Each call returns a new one, which the
 * caller frees, or NULL when memory ran out. It keeps no pointer to its arguments. */
typedef struct a3dlint_output a3dlint_output;

/* Why nothing was made, a phrase without a full stop; or NULL. A NULL output has a reason, too. */
A3DLINT_API const char *a3dlint_get_reason(const a3dlint_output *output);
/* The bytes, whose number becomes *size. They are not NUL-terminated. NULL if nothing was made or `size` is NULL. */
A3DLINT_API const void *a3dlint_get_data(const a3dlint_output *output, size_t *size);
/* What a3dlint_fix did, as the JSON document of `a3dlint fix --format json` (docs/fix.schema.json). "" for others. */
A3DLINT_API const char *a3dlint_get_fixes(const a3dlint_output *output);
/* Frees an output. NULL is allowed. */
A3DLINT_API void a3dlint_output_free(a3dlint_output *output);

typedef enum a3dlint_repairs {
    A3DLINT_CERTAIN = 0,        /* repairs that are certain */
    A3DLINT_ACCEPT_CONTENT = 1, /* also those that assume that a checksum or size is wrong, not the content */
    A3DLINT_SALVAGE = 2         /* drops damaged parts if the file is still invalid then */
} a3dlint_repairs;

/* Repairs a file as `a3dlint fix` does. `repairs` is a sum of a3dlint_repairs. The data is that of the repaired file,
 * or the given bytes if there was nothing to repair; it may still be invalid. The options of the checker apply. */
A3DLINT_API a3dlint_output *a3dlint_fix(const a3dlint *lint, const char *name, const void *data, size_t size,
                                        unsigned repairs);

/* Makes a valid file of a format: `as` is FORMAT[:VERSION][:BRANCH], such as "m3g" or "odol:73". `size` is its
 * approximate size; 0: the smallest file, whatever the seed. The same seed gives the same values on every machine. */
A3DLINT_API a3dlint_output *a3dlint_generate(const a3dlint *lint, const char *as, uint64_t seed, uint64_t size);

/* Makes a file that breaks a rule and is otherwise valid, or if `corrected` is not 0, the same file without that
 * fault. `as` may be NULL. With a size of 0 it is the smallest such file. */
A3DLINT_API a3dlint_output *a3dlint_break(const a3dlint *lint, const char *rule, const char *as, int corrected,
                                          uint64_t seed, uint64_t size);

/* Writes the page of a rule, as `a3dlint explain` does: as text, or as Markdown if `markdown` is not 0. */
A3DLINT_API a3dlint_output *a3dlint_explain(const a3dlint *lint, const char *rule, int markdown);

/* ---- rules ---- */

typedef struct a3dlint_rule_info {
    const char *id, *title, *rationale, *source;
    a3dlint_severity severity;
} a3dlint_rule_info;

/* Fills *rule. Rules are numbered from 0, in the order of `a3dlint rules`. Returns 0, or -1 after the last. */
A3DLINT_API int a3dlint_get_rule(size_t index, a3dlint_rule_info *rule);

/* ---- known readers ---- */

/* A program that reads a format, or another reading of it. Its name can be given to a3dlint_add_compat. */
typedef struct a3dlint_reader_info {
    const char *name;    /* "nokia" */
    const char *format;  /* "m3g" */
    const char *who;     /* the reader as named in a sentence, or NULL */
    const char *meaning; /* a phrase */
} a3dlint_reader_info;

/* Fills *reader. Readers are numbered from 0, grouped by format. Returns 0, or -1 after the last. */
A3DLINT_API int a3dlint_get_reader(size_t index, a3dlint_reader_info *reader);

typedef enum a3dlint_does {
    A3DLINT_ACCEPTS,     /* it reads the file, perhaps with another meaning */
    A3DLINT_WRITES,      /* it writes files that break the rule */
    A3DLINT_REJECTS,     /* it reports an error, or reads nothing */
    A3DLINT_HANGS,       /* it never ends */
    A3DLINT_READS_BEYOND /* it reads bytes outside of the field */
} a3dlint_does;

/* The name in reports, such as "rejected", or NULL for an invalid number. */
A3DLINT_API const char *a3dlint_does_name(a3dlint_does does);

/* What is known about a reader and files that break a rule. */
typedef struct a3dlint_quirk {
    const char *reader, *format; /* as in a3dlint_reader_info */
    const char *rule;            /* its id; NULL: a habit that no rule covers */
    a3dlint_does does;
    const char *what;            /* a sentence without a full stop */
    const char *source;          /* where this is known from */
    a3dlint_severity severity;   /* the severity of the rule for this reader; A3DLINT_OFF: the usual one */
} a3dlint_quirk;

/* Fills *quirk with entry `index`, counted from 0, of all that is known about files that break a rule, or of
 * everything if `rule` is NULL. Entries are grouped by format. Returns 0, or -1 after the last; an unknown rule has
 * no entries. */
A3DLINT_API int a3dlint_get_quirk(const char *rule, size_t index, a3dlint_quirk *quirk);

#ifdef __cplusplus
}
#endif

#endif
