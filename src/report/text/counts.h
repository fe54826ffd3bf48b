/* counts.h - how often each rule is broken in a run */
#ifndef A3D_REPORT_TEXT_COUNTS_H
#define A3D_REPORT_TEXT_COUNTS_H

#include "report/common/sink.h"

typedef struct a3d_counts a3d_counts;

/* Creates empty counts. NULL when memory ran out. */
a3d_counts *a3d_counts_new(a3d_arena *arena);

/* Counts the findings of a file that the sink shows. False when memory ran out. */
bool a3d_counts_add(a3d_counts *counts, const a3d_sink *sink, const a3d_result *result);

/* Appends a table: findings, files, rule with its severity; the rule with most findings first. Nothing without
 * findings. */
void a3d_counts_text(a3d_text *out, const a3d_counts *counts);

#endif
