/* suspect.h - the likely cause of a structural fault
 *
 * The room engine/diagnose explains a fault. In formats without lengths it shows far from the damage: a flipped mask
 * bit or a wrong count shifts everything that follows. The search tries single repairs before the fault (one bit of
 * the null mask, one count, length, flag or address) and keeps those with which the stream decodes to its exact end.
 *
 * suspect.c runs the search, trial.c makes one trial, order.c chooses where and in what order, try.c, lists.c,
 * nested.c, texts.c and places.c say what is tried, resume.c makes trials fast, sums.c asks checksums, packed.c and
 * disorder.c look into packed blocks, deflated.c into zlib streams, and causes.c turns the result into findings.
 * rounds.c makes a repair in a copy and searches again for further damage, merge.c takes over what that shows.
 * progress.c keeps the repairs after which more decodes, though not everything. */
#ifndef A3D_ENGINE_DIAGNOSE_SUSPECT_H
#define A3D_ENGINE_DIAGNOSE_SUSPECT_H

#include "engine/document/context.h"

/* Searches repairs for the first fault of a decoded document, and attaches the best ones to its finding. Does nothing
 * when no fault left a part unread. Its steps are counted in the document, and bounded by the remaining work. */
void a3d_find_suspects(a3d_doc *doc);

/* Links the causes of findings as a3d_find_suspects does when it finds no repair, without searching. */
void a3d_skip_suspects(a3d_doc *doc);

/* Whether a checksum of the file that is wrong would agree if a number of the file had this value. Reads the bytes that
 * the checksum covers. */
bool a3d_has_sum_for(const a3d_doc *doc, uint32_t field, int64_t value);

#endif
