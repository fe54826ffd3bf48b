/* suspect.h - the likely cause of a structural fault.
 *
 * In formats without lengths a fault shows far from where the damage is: a flipped mask bit or a wrong count
 * shifts all that follows. The search tries single repairs before the fault (one bit of the null mask, one
 * count, length, flag or address) and keeps those with which the stream decodes to its exact end. Its parts are
 * suspect_try.c and suspect_places.c, what is tried, and suspect_tell.c, what comes of it. */
#ifndef A3D_ENGINE_DIAGNOSE_SUSPECT_H
#define A3D_ENGINE_DIAGNOSE_SUSPECT_H

#include "engine/document/context.h"

/* Searches repairs for the first fault of a decoded document and attaches the best of them to its finding.
 * Does nothing when no fault left a part unread. The steps that it takes are bounded by what the limit of
 * work leaves, and counted in the document. */
void a3d_find_suspects(a3d_doc *doc);

/* Instead of that: the document is as if nothing had been found. */
void a3d_leave_suspects(a3d_doc *doc);

#endif
