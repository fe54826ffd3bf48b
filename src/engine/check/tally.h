/* tally.h - how often each rule is broken in a document: what two files are compared by when one of them is gone. */
#ifndef A3D_ENGINE_CHECK_TALLY_H
#define A3D_ENGINE_CHECK_TALLY_H

#include "model/doc.h"

/* By rule of the format. Of bytes that are left over each is a place, so that fewer of them are better. */
typedef struct a3d_tally {
    uint64_t *places; /* that break it */
    uint64_t *roots;  /* of them those that follow from no other finding */
    uint8_t *severity;
    unsigned n_rules;
    bool faulty; /* as the document's */
} a3d_tally;

/* Memory for the rules of a format. False when it ran out. */
bool a3d_tally_init(a3d_tally *t, a3d_arena *arena, const a3d_format *format);
/* Counts the findings of a document of that format, those beyond the limit among them. */
void a3d_tally_take(a3d_tally *t, const a3d_doc *doc);
/* Places of rules that are errors, as far as they follow from no other finding. */
uint64_t a3d_tally_errors(const a3d_tally *t);

#endif
