/* assets.h - counts meshes, triangles, vertices and the like in a document of any format. Which records and fields are
 * such is a matter of their tables (a3d_row.asset, a3d_record.each). */
#ifndef A3D_REPORT_STATS_ASSETS_H
#define A3D_REPORT_STATS_ASSETS_H

#include "model/doc.h"

/* The name of an asset: "meshes". */
const char *a3d_asset_name(a3d_asset asset);
/* Its name after a number: "mesh" after 1. */
const char *a3d_asset_for(a3d_asset asset, uint64_t n);

/* Whether the tables of a format say how to count an asset. */
bool a3d_has_asset(const a3d_format *format, a3d_asset asset);

/* Counts the assets of a document, whether it was read to its end or not. counts[A3D_NO_ASSET] stays 0. */
void a3d_count_assets(const a3d_doc *doc, uint64_t counts[A3D_ASSETS]);

#endif
