/* alike.h - findings of a file that say the same of different places, so that one of them can stand for all */
#ifndef A3D_REPORT_TEXT_ALIKE_H
#define A3D_REPORT_TEXT_ALIKE_H

#include "report/common/sink.h"

/* Fewer findings than this are all shown. */
enum { A3D_FEW_ALIKE = 4 };

typedef struct a3d_alike {
    uint32_t first;  /* the first finding that is like this one; itself if there is none before it */
    uint32_t others; /* of such a first one: how many are like it */
} a3d_alike;

/* Findings are alike if they break one rule in the same field of their records and have the same cause. They have no
 * suspects, and nothing follows from them. Fills an array with an entry for each finding of the document; a finding
 * that the sink does not show is like no other. False when memory ran out. */
bool a3d_find_alike(a3d_alike *alike, const a3d_sink *sink, const a3d_doc *doc);

/* Whether another finding stands for this one. */
static inline bool a3d_is_folded(const a3d_alike *alike, size_t finding)
{
    uint32_t first = alike[finding].first;
    return first != finding && alike[first].others + 1 >= A3D_FEW_ALIKE;
}

#endif
