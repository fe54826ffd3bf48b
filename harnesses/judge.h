/* judge.h - what must hold of every input, sound or damaged. Used by the harnesses, tests/damage.c and unit tests. */
#ifndef A3D_HARNESSES_JUDGE_H
#define A3D_HARNESSES_JUDGE_H

#include "model/doc.h"

enum { JUDGE_FORMATS = 5 };

typedef struct judged {
    char broken[300]; /* what does not hold; empty when all does */
    unsigned errors, warnings;
    int limited; /* A3D_LIMIT_… */
    bool faulty;
    uint64_t steps, work_limit;
    size_t nodes;
} judged;

/* The formats that these first bytes speak for most, into list[JUDGE_FORMATS]; returns how many: none, one, or
 * all that share the best word of their probes. */
unsigned judge_candidates(const uint8_t *data, size_t size, const a3d_format **list);

/* Decodes the input as `format` and puts the document through everything that must hold:
 *   - decoding again gives the same findings, and each lies inside its stream and has a rule of the format;
 *   - the work stays within its limit, unless the verdict is that a limit was reached;
 *   - every byte of every stream has one owner;
 *   - a faithful encode gives the input back;
 *   - of a document without a fault, a canonical encode decodes to the same values and encodes to itself.
 * Only the first two are asked of a document that ended at a limit. */
judged judge(const a3d_format *format, const uint8_t *data, uint32_t size);

/* Whether each byte of each stream belongs to exactly one node; if not, says in `why` which does not. */
bool judge_spans(const a3d_doc *doc, char *why, size_t room);

/* Whether two documents say the same: the same fields with the same values. What a canonical encode may choose
 * is left out: forms, packing, masks, paddings, gaps, addresses and derived values. */
bool judge_same(const a3d_doc *a, const a3d_doc *b, char *why, size_t room);

#endif
