/* unchanged.h - a copy of a document beside the document that it was copied from: which records are still as they were.
 *
 * Such a record is written as it stands in its stream, and settling has nothing to do in it, when nothing outside of it
 * says how its bytes are read. The mutator changes a few places of a document and leaves the rest. */
#ifndef A3D_ENGINE_MUTATE_UNCHANGED_H
#define A3D_ENGINE_MUTATE_UNCHANGED_H

#include "model/doc.h"

typedef struct a3d_alike {
    const a3d_doc *was; /* its nodes have the numbers that they have in the copy */
    uint8_t *changed;   /* of each node of the copy: it or something in it is not as it was; */
    size_t n, cap;      /* none: nothing is known */
    bool moved;         /* nodes came, went or lie elsewhere; else the presence bits are those of before, too */
} a3d_alike;

/* Puts `alike`, which stays where it is, beside a copy that was not changed yet. Nothing is known of a file that was not
 * read to its end, or without memory. */
void a3d_alike_begin(a3d_alike *alike, a3d_doc *copy, const a3d_doc *was);

/* Finds out what was changed until now in a document that has something beside it; any other is let be. */
void a3d_alike_find(a3d_doc *doc);

/* Takes a node for changed. */
void a3d_alike_mark(a3d_doc *doc, uint32_t node);

/* Whether the record, to which a walk over the document has come, is known to be as it was, and of such a type. */
bool a3d_is_alike(const a3d_doc *doc, uint32_t record);

/* Whether all elements of a list are. */
bool a3d_elements_are_alike(const a3d_doc *doc, uint32_t list);

/* Whether each presence bit is known to be as it was. */
bool a3d_bits_are_alike(const a3d_doc *doc);

#endif
