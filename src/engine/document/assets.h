/* assets.h - counts meshes, triangles, vertices and the like in a document of any format. Which records and fields are
 * such is a matter of their tables (a3d_row.asset, a3d_record.each). */
#ifndef A3D_ENGINE_DOCUMENT_ASSETS_H
#define A3D_ENGINE_DOCUMENT_ASSETS_H

#include "base/text.h"
#include "model/doc.h"

/* The name of an asset: "meshes". */
const char *a3d_asset_name(a3d_asset asset);
/* Its name after a number: "mesh" after 1. */
const char *a3d_asset_for(a3d_asset asset, uint64_t n);

/* Whether the tables of a format say how to count an asset. */
bool a3d_has_asset(const a3d_format *format, a3d_asset asset);

/* Counts the assets of a document, whether it was read to its end or not. counts[A3D_NO_ASSET] stays 0. */
void a3d_count_assets(const a3d_doc *doc, uint64_t counts[A3D_ASSETS]);

/* What a damaged document has or declares, although not all of it was read. */
typedef struct a3d_declared {
    uint64_t counts[A3D_ASSETS];
    bool more[A3D_ASSETS]; /* a list of them was not read, or states a number that cannot be right */
    bool open;             /* a list that does not state its number ends too early */
} a3d_declared;

void a3d_count_declared(const a3d_doc *doc, a3d_declared *out);

/* Appends how much of what was declared is kept, after `before` and with commas: "2 of 3 meshes, 1 of at least 2
 * materials". Triangles and vertices are left out. Appends nothing where nothing is known. Returns whether it did. */
bool a3d_put_kept(a3d_text *out, const char *before, const uint64_t kept[A3D_ASSETS], const a3d_declared *declared);

/* Whether a document has a mesh, or vertices or triangles of one. */
bool a3d_has_geometry(const a3d_doc *doc);

#endif
