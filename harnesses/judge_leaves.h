/* judge_leaves.h - the values of a JSON text as a flat list, each with its path: "lods[0].vertices[3].x" and "1.5". */
#ifndef A3D_HARNESSES_JUDGE_LEAVES_H
#define A3D_HARNESSES_JUDGE_LEAVES_H

#include "base/text.h"

typedef struct leaf {
    char *path;
    const char *value; /* as it is written; [] and {} of what is empty */
    bool seen;         /* for who looks at them */
} leaf;

typedef struct leaves {
    leaf *at; /* sorted by path */
    size_t n;
} leaves;

/* The values of a text that a3d_json wrote, in `arena`. A member "$value" has the path of its object. With `inside`, only
 * the values in this member of the outermost object, with paths that begin after it. False if the text is not complete, a
 * path occurs twice, or memory ran out. */
bool leaves_of(a3d_arena *arena, const a3d_text *json, const char *inside, leaves *list);

/* Puts them in order again after paths were changed. */
void leaves_sort(leaves *list);

/* The value at a path, or NULL. */
leaf *leaves_find(const leaves *list, const char *path);

/* The first value that sorts at or after a path: those inside it begin there, but those of longer names may be between them,
 * so each must be asked leaf_is_inside. It may be the end of the list. */
leaf *leaves_from(const leaves *list, const char *path);
bool leaf_is_inside(const leaf *l, const char *path);

#endif
