/* judge_edited.h - what an edit in words may change: the value that it names, and what follows from that. */
#ifndef A3D_HARNESSES_JUDGE_EDITED_H
#define A3D_HARNESSES_JUDGE_EDITED_H

#include "judge_leaves.h"
#include "model/doc.h"

/* A file before an edit. */
typedef struct edited {
    a3d_arena *arena;
    leaves before;
    a3d_doc *file; /* before */
    const a3d_format *format;
    int64_t branch;
    bool known; /* the file is whole, and the edit is one of those that are looked at */
} edited;

/* Looks at the document as a file would have it, before the edit. Looked at are "PATH=NUMBER", "LIST+=N" and "LIST-=N", also
 * with an index, where the path names one place. */
void edited_begin(edited *e, a3d_arena *arena, a3d_doc *doc, const char *words);

/* After the edit succeeded. Returns what does not hold of the file that the document makes now, in the arena, or NULL:
 *   PATH=NUMBER   dump shows this number there
 *   LIST-=N       the other elements of the list are as they were, at their new places
 *   LIST+=N       likewise; and if the list has a count of its own, the file can be read as before
 *   all           all other fields are as they were, but for derived values, addresses, and the field that counts the list.
 *                 Where elements came or went, references by position name the same elements, and nothing if these went. If
 *                 other fields exist than before, nothing is asked of a number that was set but itself: the layout depends
 *                 on it.
 */
const char *edited_end(edited *e, a3d_doc *doc, const char *words);

#endif
