/* surplus.h - bytes that are too many in a file: where they are, and how it is said; see whole_file.h */
#ifndef A3D_LINT_SURPLUS_H
#define A3D_LINT_SURPLUS_H

#include "lint/whole_file.h"

/* Bytes that are tried where the file does not declare its size. */
enum { A3D_SURPLUS_MOST = 64 };

typedef struct a3d_surplus {
    a3d_whole *w;
    bool lost;         /* bytes are too few instead */
    uint32_t n;        /* bytes that are too many */
    uint8_t *copy;     /* the file without them, with room for A3D_SURPLUS_MOST bytes more than it has */
    uint32_t from, to; /* where they begin */
    bool unique;       /* with `from` as the only place */
    bool unanswered;   /* a trial was not made, or not to its end, since it takes too long */
    unsigned *trials;  /* how many there were */
} a3d_surplus;

/* Decodes the file without the bytes from a place on, or with as many more there if bytes are lost. What is not of the
 * same format, or ends before what it declares, has SIZE_MAX errors. */
a3d_tried a3d_try_surplus(a3d_surplus *s, uint32_t at);
/* Takes the bytes away before fields, and then before each byte near the end of a fault, until no error is left. */
bool a3d_find_surplus(a3d_surplus *s, uint32_t end);
/* Takes the bytes away if there is one place for that. Returns whether there is. */
bool a3d_undo_surplus(a3d_surplus *s);
/* Reports the bytes. declared: the size that the file declares, or 0. probably: "probably " or "". */
bool a3d_name_surplus(const a3d_surplus *s, uint64_t declared, const char *probably);

/* The first error in the file that is not about its size, or NULL. structural: that makes something unreadable. */
const a3d_finding *a3d_first_error(const a3d_doc *doc, bool structural);
/* Where a fault ends: before that the bytes are too many or too few that cause it. */
uint32_t a3d_fault_end(const a3d_whole *w, const a3d_finding *f);
/* Whether the bytes from an offset to the end of the file start like a file of their own. */
bool a3d_is_own_file(const a3d_whole *w, uint64_t from);
/* Bytes that are too many or too few in a file that has addresses and does not declare its size (undeclared.c). */
bool a3d_find_undeclared(a3d_surplus *s, const a3d_finding *error);

#endif
