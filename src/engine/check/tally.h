/* tally.h - how often each rule is broken in a document, to compare two documents when one of them is gone */
#ifndef A3D_ENGINE_CHECK_TALLY_H
#define A3D_ENGINE_CHECK_TALLY_H

#include "model/doc.h"

/* Counts by rule. Of trailing bytes each counts as a place, so that fewer of them are better. */
typedef struct a3d_tally {
    uint64_t *places; /* places that break the rule */
    uint64_t *roots;  /* those that follow from no other finding */
    uint8_t *severity;
    unsigned n_rules;
    bool faulty; /* a part of the document was not read */
} a3d_tally;

/* Allocates a tally for the rules of a format. False when memory ran out. */
bool a3d_tally_init(a3d_tally *t, a3d_arena *arena, const a3d_format *format);
/* Counts the findings of a document of that format, including those beyond the limit. */
void a3d_tally_take(a3d_tally *t, const a3d_doc *doc);
/* The number of places that break rules of severity error and follow from no other finding. */
uint64_t a3d_tally_errors(const a3d_tally *t);

#endif
