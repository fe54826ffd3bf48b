/* build.h - documents for unit tests: generated, changed by edits, encoded, decoded, and what was found in them.
 *
 * A finding is one line of text, so that a test pins all of it and reads like the report:
 *
 *     RULE PATH STREAM+OFFSET/SIZE [bit N] [is ACTUAL] [not MIN or MIN..MAX] [xCOUNT] [by INDEX]
 *
 * PATH is '-' for the file as a whole, and what stands after "by" is the number of the finding it follows from.
 * Functions fail the running test when something does not hold; they print all that was found. */
#ifndef A3D_TESTS_BUILD_H
#define A3D_TESTS_BUILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "engine/edit/edit.h"
#include "model/doc.h"

/* A list of edit words, for initialisers and calls. */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* One document and all that belongs to it. */
typedef struct build {
    a3d_arena arena;
    a3d_doc *doc;
    a3d_patch *patches;
    size_t n_patches;
    uint8_t *source; /* what the document was decoded from */
    uint8_t *bytes;  /* the file. Exact copies on the heap, so that a sanitizer sees one byte too far */
    uint32_t size;
} build;

/* The smallest valid document. `branches` may be 0. */
void build_fresh(build *b, const a3d_format *format, uint32_t version, uint32_t branches);
/* A document decoded from a copy of these bytes. `branches` are or-ed to what the format usually starts with. */
void build_read(build *b, const a3d_format *format, const void *bytes, size_t size, uint32_t branches);
void build_free(build *b);

/* Applies edits; the first fails the test when it is refused. `words` may be NULL. */
void build_edit(build *b, const char *const *words);
/* Applies one and returns why it was refused, or NULL. */
const char *build_try(build *b, const char *word);

/* Encodes into b->bytes. */
void build_encode(build *b, a3d_encode_mode mode);
/* Makes the file longer or shorter: drops `cut` bytes from its end, then appends `n`. */
void build_tail(build *b, uint32_t cut, const void *bytes, size_t n);
/* Decodes b->bytes into another document. */
void build_again(build *to, const build *b, uint32_t branches);

/* Generates, edits, encodes faithfully and decodes: what most tests begin with. */
void build_make(build *b, const a3d_format *format, uint32_t version, const char *const *words);

/* All findings, one on a line. The text lives in the document's arena. */
const char *build_findings(const a3d_doc *doc);

/* These findings and no others; those of rules that neither stand for a fault of structure nor are named in the
 * lines do not count. */
void expect_findings(const a3d_doc *doc, const char *lines);
/* No error and no warning of structure or of a rule that the lines name ("" for none); notes are allowed. */
void expect_clean(const a3d_doc *doc, const char *lines);
/* One of the findings is this line. */
void expect_finding(const a3d_doc *doc, const char *line);

/* The value at a path as text: a number, bits of a float in hex, the bytes of text, hex of other content. */
void expect_at(const a3d_doc *doc, const char *path, const char *value);
/* Where a field's span, or an element's or inner field's bytes, begin in their stream. */
uint32_t build_offset(const a3d_doc *doc, const char *path);
/* The document encodes to these very bytes. */
void expect_bytes(a3d_doc *doc, const void *bytes, size_t size);

/* A bad file, all that is found in it, and its good neighbour, in which nothing is. */
typedef struct twins {
    const char *name;
    uint32_t version, branches;
    const char *const *both; /* edits that both have */
    const char *const *bad;  /* edits of the bad one, applied after them */
    const char *const *good; /* edits of the good one; NULL: none */
    uint32_t cut;            /* bytes that the bad one lacks at its end */
    const char *tail;        /* bytes that the bad one has behind its end */
    uint32_t tail_size;
    const char *findings;
} twins;

/* Runs each pair as a test of its own; `more` are further tests. Returns what main should. */
int run_twins(const char *name, const a3d_format *format, const twins *list, size_t count, const struct CMUnitTest *more, size_t n_more);

#endif
