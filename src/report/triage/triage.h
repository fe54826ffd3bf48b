/* triage.h - groups many files by what is wrong with them, and writes a page that shows them
 *
 * Files are added one by one, while their documents exist; what is kept of them is in the arena. A file belongs to
 * the group of its leading root cause. Root causes are findings of at least a warning that do not follow from
 * another; the first of the highest severity leads. The other root causes of a file are counted for their own
 * groups, separately. */
#ifndef A3D_REPORT_TRIAGE_TRIAGE_H
#define A3D_REPORT_TRIAGE_TRIAGE_H

#include "report/common/phrases.h"

typedef struct a3d_triage a3d_triage;

/* What the page shows of each file, as bits. */
enum {
    A3D_SHOWS_DETAILS = 1, /* findings, suspects, the tree with its values */
    A3D_SHOWS_BYTES = 2,   /* bytes around findings; of small files all */
    A3D_SHOWS_VIEW = 4,    /* what can be drawn */
    A3D_SHOWS_VALID = 8,   /* all this of files without findings, too */
    A3D_SHOWS_USUAL = A3D_SHOWS_DETAILS | A3D_SHOWS_BYTES | A3D_SHOWS_VIEW
};

/* Creates an empty triage. `shows` says what the page shows of each file (A3D_SHOWS_…); it needs A3D_SHOWS_DETAILS for
 * any of it, and 0 keeps memory for a triage without a page. NULL when memory ran out. */
a3d_triage *a3d_triage_new(a3d_arena *arena, unsigned shows);

/* Adds a file. Findings that are suppressed by the sink's baseline do not count. Returns false when memory ran out. */
bool a3d_triage_add(a3d_triage *t, const a3d_sink *sink, const char *path, const a3d_result *result);

/* Sorts the groups when all files have been added: those that lead any file first, then by severity and number of
 * files. Call it once, before the functions below. Returns false when memory ran out. */
bool a3d_triage_close(a3d_triage *t);

/* How many groups there are. Call it after a3d_triage_close. */
size_t a3d_triage_groups(const a3d_triage *t);

/* Appends a summary for people: the groups with the number of files, the smallest file, the likely cause, and what
 * to do. */
void a3d_triage_text(a3d_text *out, const a3d_triage *t, const a3d_sink *sink);

/* Appends the same as JSON, with all files. `page` is the path of the page, or NULL. */
void a3d_triage_json(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const char *page);

/* What the page contains besides the files: texts, not NUL-terminated. */
typedef struct a3d_page_part {
    const char *text;
    size_t size;
} a3d_page_part;
typedef struct a3d_page_parts {
    a3d_page_part style;
    const a3d_page_part *scripts; /* in the order in which they need each other */
    unsigned n_scripts;
    a3d_page_part view; /* the 3D view; empty: the page has none */
} a3d_page_parts;

/* The beginning of each page. A file that does not begin with it is never overwritten. */
#define A3D_PAGE_MARK "<!DOCTYPE html>\n<!-- a3dlint triage -->\n"

/* Appends what the page shows as JSON: summary, groups, files with their packed parts. `view`: there is a 3D view. */
void a3d_triage_data(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, bool view);

/* Appends the page: one HTML file that needs no other files. */
void a3d_triage_page(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const a3d_page_parts *parts);

#endif
