/* stats.h - what files contain: records, bytes, large arrays, and the assets that all 3D formats have */
#ifndef A3D_REPORT_STATS_STATS_H
#define A3D_REPORT_STATS_STATS_H

#include "base/json.h"
#include "lint/lint.h"

typedef struct a3d_stat {
    uint64_t count, bytes;
} a3d_stat;

/* Sums over all files of a run. */
typedef struct a3d_stats {
    uint64_t assets[A3D_ASSETS]; /* by a3d_asset */
    uint64_t files, size, unpacked, lists;
    a3d_stat *records; /* by format in the order of a3d_formats(), then by record id */
} a3d_stats;

/* Creates empty sums. Returns NULL when memory ran out. */
a3d_stats *a3d_stats_new(a3d_arena *arena);

/* Counts a document, adds the counts to the sums, and writes them: as the member "stats" of an open JSON object
 * (null without a document), or as lines for people. */
void a3d_stats_json(a3d_json *j, a3d_doc *doc, a3d_stats *stats);
void a3d_stats_text(a3d_text *out, const char *path, const a3d_result *result, a3d_stats *stats);

/* Write the sums in the same form. */
void a3d_stats_total_json(a3d_json *j, const a3d_stats *stats);
void a3d_stats_total_text(a3d_text *out, const a3d_stats *stats);

#endif
