/* judge_links.h - what references by position name. */
#ifndef A3D_HARNESSES_JUDGE_LINKS_H
#define A3D_HARNESSES_JUDGE_LINKS_H

#include "engine/document/context.h"

/* A decoded file with the keys of its elements. */
typedef struct links {
    a3d_ctx ctx;
    bool known; /* false: memory or work ran out */
} links;

links links_open(a3d_doc *file);

/* The path of the element that `value`, of a field with this row, names by position, in the arena; "" if it names
 * nothing. NULL if the field is no such reference (the row may be NULL), or what it names has no node. */
const char *links_target(links *l, a3d_arena *arena, const a3d_row *row, int64_t value);

#endif
