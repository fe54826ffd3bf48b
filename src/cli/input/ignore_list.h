/* ignore_list.h - the patterns of one .gitignore file, read and matched as Git does */
#ifndef A3D_CLI_INPUT_IGNORE_LIST_H
#define A3D_CLI_INPUT_IGNORE_LIST_H

#include "base/text.h"

/* One line of the file. */
typedef struct a3d_ignore_line {
    unsigned number;
    bool fold;
    bool negative;   /* `!`: what matches is not ignored */
    bool folders;    /* `/` at the end: only folders match */
    bool name;       /* without another `/`: matched against the name, not against the path */
    const char *text;   /* the beginning, which matches itself only */
    size_t n;           /* bytes of it */
    struct a3d_wild *rest; /* what follows the beginning, or NULL for nothing */
    const char *why;    /* for whoever uses the list: what to say about a path that matches; NULL at first */
} a3d_ignore_line;

typedef struct a3d_ignore_list {
    a3d_ignore_line *at;
    size_t n, cap;
    bool fold; /* case does not count; set before the file is read */
} a3d_ignore_list;

/* Reads the content of a file into *list, which starts zeroed but for `fold`; what it needs lives in the arena. Returns
 * NULL, or what is wrong with the file, with the line in *number (0: none); then the list is empty. */
const char *a3d_ignore_read(a3d_arena *arena, const char *data, size_t size, a3d_ignore_list *list, unsigned *number);

/* The last line before line number `before` of the list (0 to n) that matches a path relative to the folder of the
 * file; as an index from 1, 0 for none. `steps` bounds the work, see wild.h. */
size_t a3d_ignore_match(const a3d_ignore_list *list, size_t before, const char *path, bool folder, uint64_t *steps);
/* Whether one line matches it. */
bool a3d_ignore_fits(const a3d_ignore_line *line, const char *path, bool folder, uint64_t *steps);

#endif
