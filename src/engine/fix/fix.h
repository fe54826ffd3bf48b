/* fix.h - repairs what a finding is about, as its rule's fix says
 *
 * The room: repairs of documents. fix.h repairs one finding, salvage.h a file that is cut off or damaged. */
#ifndef A3D_ENGINE_FIX_FIX_H
#define A3D_ENGINE_FIX_FIX_H

#include "engine/document/context.h"
#include "engine/encode/encode.h"
#include "engine/fix/offer.h"

/* A document under repair. `doc` must be decoded with a3d_limits.repairs. */
typedef struct a3d_fixer {
    a3d_ctx ctx;
    a3d_doc *doc;
    a3d_patch *patches; /* for a3d_encode; in the document's arena */
    size_t n_patches;
    bool done;          /* bytes were changed, so the document no longer matches them: no more repairs */
    bool content;       /* the content is accepted as it is (offer.h) */
    bool values_set;    /* values were set that other fields may depend on */
    uint64_t cost;      /* nodes and bytes visited so far for single findings */
} a3d_fixer;

/* If the cost gets larger, encode and check the file before repairing more of it. */
#define A3D_FIX_COST (UINT64_C(1) << 27)

/* Prepares a document for repairs. Returns false when memory ran out. */
bool a3d_fix_begin(a3d_fixer *x, a3d_doc *doc);

/* Makes the repair for a finding of x->doc. Returns whether anything changed. Whether the rule holds afterwards is
 * only known after encoding and checking the file. */
bool a3d_fix_finding(a3d_fixer *x, const a3d_finding *f);

/* Puts the bytes of a structural suspect in place, which may be one of another document of the same file. */
bool a3d_fix_suspect(a3d_fixer *x, const a3d_suspect *s);

/* Normalizes the document after all repairs, before it is encoded. Returns false when memory ran out. */
bool a3d_fix_end(a3d_fixer *x);

/* Sorts elements (order.c). */
bool a3d_fix_order(a3d_fixer *x, const a3d_finding *f);

#endif
