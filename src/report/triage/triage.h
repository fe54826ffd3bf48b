/* triage.h - many files, grouped by what is wrong with them, and one page that shows it.
 *
 * Files are added one after the other, while their documents are there; what is kept of them lives in the arena.
 * A file belongs to the group of its leading root cause: of the findings that follow from no other the first of the
 * highest severity, from warnings on. What its other root causes are counts for their groups as well, apart. */
#ifndef A3D_REPORT_TRIAGE_TRIAGE_H
#define A3D_REPORT_TRIAGE_TRIAGE_H

#include "report/common/phrases.h"

typedef struct a3d_triage a3d_triage;

/* Nothing yet. With `details` what the page shows of single files is kept too. NULL when memory ran out. */
a3d_triage *a3d_triage_new(a3d_arena *arena, bool details);

/* Adds a file. Findings that the sink's baseline mutes do not count. Returns false when memory ran out. */
bool a3d_triage_add(a3d_triage *t, const a3d_sink *sink, const char *path, const a3d_result *result);

/* Files are complete: groups are sorted, those of errors first, then the larger ones. Call once, before what follows. */
bool a3d_triage_close(a3d_triage *t);

/* A summary for people: groups, how many files, the smallest of them, the likely cause, what to do. */
void a3d_triage_text(a3d_text *out, const a3d_triage *t, const a3d_sink *sink);

/* The same as JSON, with all files. `page` is where the page went, or NULL. */
void a3d_triage_json(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const char *page);

/* What the page is made of besides the files: texts, not NUL-terminated. */
typedef struct a3d_page_part {
    const char *text;
    size_t size;
} a3d_page_part;
typedef struct a3d_page_parts {
    a3d_page_part style, detail, script; /* detail: of one file; script: the rest, which needs it */
    a3d_page_part view; /* the 3D view; no text: the page goes without */
} a3d_page_parts;

/* How a page begins: by this its own pages are known, and no other file is replaced. */
#define A3D_PAGE_MARK "<!DOCTYPE html>\n<!-- a3dlint triage -->\n"

/* The page: one HTML file that needs no other. */
void a3d_triage_page(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const a3d_page_parts *parts);

#endif
