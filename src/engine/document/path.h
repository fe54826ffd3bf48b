/* path.h - names of places in a document: fields joined by dots, elements in brackets */
#ifndef A3D_ENGINE_DOCUMENT_PATH_H
#define A3D_ENGINE_DOCUMENT_PATH_H

#include "base/text.h"
#include "model/doc.h"

/* Appends the path of a node ("meshes[3].surfaces[0].materialId"). The path of the root is empty. */
void a3d_put_path(a3d_text *out, const a3d_doc *doc, uint32_t node);

/* Appends the place of a finding: the path of its node and its suffix. */
void a3d_put_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place);

/* Appends the name of a stream: "file", "package", "section[2]", or the path of the packed field. */
void a3d_put_stream(a3d_text *out, const a3d_doc *doc, uint32_t stream);

/* Appends the name of the stream that a packed field unpacks to. */
void a3d_put_owner(a3d_text *out, const a3d_doc *doc, uint32_t owner);

#endif
