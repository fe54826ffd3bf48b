/* measure.h - what the files of `measure` share; see measure.c */
#ifndef A3D_TESTS_MEASURE_H
#define A3D_TESTS_MEASURE_H

#include "base/text.h"
#include "lint/lint.h"

/* SCALAR to PADDING are damages of a field, CONTENT of any byte of what is unpacked; whatever packs the place or
 * covers it with a checksum is made to agree again. ANY_BYTE is a byte of the file itself, and the rest stays. TWO and
 * THREE are several damages of the other kinds, each of which breaks a rule by itself; they are found when all are. */
typedef enum kind { SCALAR, COUNT, LENGTH, MASK, TEXT_END, PADDING, CONTENT, ANY_BYTE, TWO, THREE, KINDS } kind;
extern const char *const kind_names[KINDS];

typedef struct damage {
    uint32_t stream, off, size;
    uint8_t bytes[8];
} damage;

enum { MOST_DAMAGES = 3 };

/* found: named by one of the first findings or by a suspect of theirs; first: by the first error or its first suspect.
 * widths: how many of those found were named by a span of so many bytes, at most. */
enum { WIDEST = 64 };
typedef struct tally {
    unsigned tried, invalid, found, first, in_finding, suspected, repaired;
    unsigned widths[WIDEST + 1];
    unsigned long errors;
} tally;

/* The sound files of one format. */
typedef struct family {
    const a3d_format *format;
    char **paths;
    int n;
    tally tallies[KINDS];
} family;

typedef struct wish {
    unsigned long count, seed, most;
    bool tell, order;    /* print damages that were not found, or not named first */
    kind only;           /* KINDS: all */
    const char *format;  /* NULL: all */
    const char *dir, *base;
} wish;

/* A random number, and the state that the next one follows from. */
extern uint64_t draw_state;
uint64_t draw(void);

/* Draws a damage of this kind; false when the file has nothing of the kind. */
bool draw_damage(const a3d_doc *doc, kind want, damage *d);
/* Writes the file with n damages. False when a damaged place cannot be written alone. */
bool damaged_file(a3d_doc *doc, kind k, const damage *d, unsigned n, a3d_text *out);
/* How many damages a kind is, and draws them. False when the file has nothing to damage so. */
unsigned damages_of(kind k);
bool draw_damages(const a3d_result *sound, kind k, damage *d);

/* Counts how an invalid result names the damage of a sound document: whether it does at all, and whether it does so
 * first. */
void judge(const a3d_doc *sound, const a3d_doc *doc, const damage *d, tally *t, bool *found, bool *first);
/* The same for several damages, which all must be named by findings without a cause or their suspects. */
void judge_all(const a3d_doc *sound, const a3d_doc *doc, const damage *d, unsigned n, tally *t, bool *found, bool *first);
/* Counts whether `edit` takes the repair of the first suspect, and whether that leaves fewer errors. */
void try_suspect(const a3d_result *result, const uint8_t *data, size_t size, tally *t);
/* Prints n damages and what was found instead. `sound` is the document before it. */
void show(const char *path, const char *what, const a3d_doc *sound, const a3d_doc *doc, const damage *d, unsigned n);

void print_family(const family *f);
void write_markdown(const family *families, const wish *w);
void write_json(const family *families, const wish *w);

#endif
