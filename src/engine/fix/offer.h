/* offer.h - what is offered for a finding: the one answer for `fix`, and for all reports that print edits */
#ifndef A3D_ENGINE_FIX_OFFER_H
#define A3D_ENGINE_FIX_OFFER_H

#include "model/doc.h"

typedef enum a3d_offer {
    A3D_OFFER_NOTHING,
    A3D_OFFER_CAUSES,  /* possible causes are known, but nothing shows which of them is right */
    A3D_OFFER_CONTENT, /* a repair that takes the content for right, although the content may be what was damaged */
    A3D_OFFER_REPAIR   /* a repair that does not depend on such an assumption */
} a3d_offer;

a3d_offer a3d_offer_of(const a3d_doc *doc, const a3d_finding *f);

/* Whether `fix` tries to repair the finding. `content`: the user accepts the content as it is. */
bool a3d_is_fixable(const a3d_doc *doc, const a3d_finding *f, bool content);

/* Whether the finding has one suspect, and that it is right was shown by more than chance (lint/proof.h). */
bool a3d_has_proven_cause(const a3d_finding *f);
/* Whether the only suspect is one that is proven, or would be if the content were taken for right. */
bool a3d_has_content_cause(const a3d_finding *f);

/* Whether padding goes on with the text before it, spaces aside. Then the length of the text may be too small. */
bool a3d_is_text_beyond(const a3d_doc *doc, const a3d_finding *f);

/* The field of a checksum that agrees and covers the node, or A3D_NO_NODE. */
uint32_t a3d_right_sum_over(const a3d_doc *doc, uint32_t node);
/* Whether there is one: then the node is as its writer wrote it. */
bool a3d_is_vouched(const a3d_doc *doc, uint32_t node);

/* Whether bytes of a stream add nothing: all are 0, or they repeat the bytes before them or the start of the stream. */
bool a3d_is_redundant(const a3d_stream *stream, uint32_t off, uint32_t size);

/* Whether A3D_FIX_CUT drops the bytes of a finding: they are redundant, or the file itself states that the model ends
 * before them. */
bool a3d_may_cut(const a3d_doc *doc, const a3d_finding *f);

#endif
