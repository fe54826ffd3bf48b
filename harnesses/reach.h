/* reach.h - which rules and which records of which versions the inputs of a run have: what `make coverage` asks for. */
#ifndef A3D_HARNESSES_REACH_H
#define A3D_HARNESSES_REACH_H

#include "model/doc.h"

/* Notes what a document has. When A3D_REACH names a file, a line for each rule ("rule ID 1") and for each record that the
 * tables have in a version ("record FORMAT VERSION NAME 1"; 0 when none was met) is written there at the end. */
void reach_seen(const a3d_doc *doc);

#endif
