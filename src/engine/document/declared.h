/* declared.h - how long the file is, by its own lengths and addresses */
#ifndef A3D_ENGINE_DOCUMENT_DECLARED_H
#define A3D_ENGINE_DOCUMENT_DECLARED_H

#include "model/doc.h"

/* The size of the file as it says itself: by a field for that, else by a length of the root, else by the addresses of
 * its elements. Stores the node of the field, or A3D_NO_NODE. 0 when the file says nothing. */
uint64_t a3d_declared_size(const a3d_doc *doc, uint32_t *node);

/* Whether a finding is about bytes after a model whose end the file itself states, and of which nothing else is
 * damaged: its length, or the addresses of its elements, end where reading ended. */
bool a3d_is_after_end(const a3d_doc *doc, const a3d_finding *f);

/* Whether a list that does not state its number of elements ends before all of them were read. */
bool a3d_is_cut(const a3d_doc *doc, uint32_t list);

#endif
