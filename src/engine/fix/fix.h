/* fix.h - the repair of one finding: what a rule's fix does to a document. */
#ifndef A3D_ENGINE_FIX_FIX_H
#define A3D_ENGINE_FIX_FIX_H

#include "engine/document/context.h"
#include "engine/encode/encode.h"

/* A document under repair. `doc` was decoded with a3d_limits.repairs set. */
typedef struct a3d_fixer {
    a3d_ctx ctx;
    a3d_doc *doc;
    a3d_patch *patches; /* for a3d_encode; memory of the document's arena */
    size_t n_patches;
    bool done;          /* the change was one of bytes: the document is no longer what they say */
    bool unsettled;     /* values were set that others may depend on */
    uint64_t cost;      /* nodes and bytes that were gone over again for single findings */
} a3d_fixer;

/* Where the cost is greater, the file is better written and judged before more of it is changed. */
#define A3D_FIX_COST (UINT64_C(1) << 27)

/* Prepares a document for repairs. False when memory ran out. */
bool a3d_fix_begin(a3d_fixer *x, a3d_doc *doc);

/* Whether there is something to try: the rule of a finding has a fix, which for values needs a document that was read to its
 * end; or there is one change before the fault with which the rest decodes. */
bool a3d_is_fixable(const a3d_doc *doc, const a3d_finding *f);

/* Makes the repair that the rule of a finding of x->doc names. Returns whether anything was changed. Whether the rule holds
 * afterwards nobody knows before the document was encoded and judged. */
bool a3d_fix_finding(a3d_fixer *x, const a3d_finding *f);

/* What depends on values that were set follows them, before the document is encoded. False when memory ran out. */
bool a3d_fix_end(a3d_fixer *x);

/* The part of it that puts elements into order (fix_order.c). */
bool a3d_fix_order(a3d_fixer *x, const a3d_finding *f);

#endif
