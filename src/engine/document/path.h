/* path.h - the name of a place in a document: fields joined by dots, elements in brackets. */
#ifndef A3D_ENGINE_DOCUMENT_PATH_H
#define A3D_ENGINE_DOCUMENT_PATH_H

#include "base/text.h"
#include "model/doc.h"

/* Appends the path of a node ("meshes[3].surfaces[0].materialId"), "" for the root. */
void a3d_put_path(a3d_text *out, const a3d_doc *doc, uint32_t node);

/* The same for a place of a finding, with what follows the node. */
void a3d_put_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place);

/* Appends the name of a stream: "file", "package", "section[2]", or the path of the packed field. */
void a3d_put_stream(a3d_text *out, const a3d_doc *doc, uint32_t stream);

/* Appends the name that the stream of a packed field has. */
void a3d_put_owner(a3d_text *out, const a3d_doc *doc, uint32_t owner);

#endif
