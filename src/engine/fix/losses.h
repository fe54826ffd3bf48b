/* losses.h - what salvage gave up, by its place in the document that it began with */
#ifndef A3D_ENGINE_FIX_LOSSES_H
#define A3D_ENGINE_FIX_LOSSES_H

#include "engine/edit/elements.h"

/* Something that was given up; the list has the oldest first. */
typedef struct a3d_lost {
    const char *path; /* in the original document */
    const char *how;  /* what was done: a phrase */
    uint32_t count;   /* elements from there on; 0: not an element */
    /* Its bytes in the original file, or, when packed, those of the packed stream. size 0: unknown, or none. */
    uint32_t off, size;
    uint32_t node; /* when located: the first of them in the original document; A3D_NO_NODE: it has none of its own */
    bool more;     /* an unknown number of elements after them was not read either */
    struct a3d_lost *next;
} a3d_lost;

/* The elements of a list that are gone. Those of `now` go in this round, by their index in the original. */
typedef struct a3d_gone_list {
    const char *path;
    a3d_span *spans, *now;
    size_t room, now_room;
    uint32_t n, n_now;
    struct a3d_gone_list *next;
} a3d_gone_list;

typedef struct a3d_losses {
    a3d_arena *arena;
    a3d_lost *first, *newest, **last;
    size_t n;
    a3d_gone_list **gone; /* shared by copies */
    uint64_t cost;        /* of finding original places */
} a3d_losses;

/* Returns false when memory ran out. */
bool a3d_losses_init(a3d_losses *lost, a3d_arena *arena);

/* Records that a node, or an element of a plain list (`element`, or UINT32_MAX), is given up. */
bool a3d_lose(a3d_losses *lost, const a3d_doc *doc, uint32_t node, uint32_t element, uint32_t count, const char *how);

/* Records that the elements of a span are removed from a list, so that later ones are found by their original index. */
bool a3d_lose_span(a3d_losses *lost, const a3d_doc *doc, uint32_t list, const a3d_span *span);

/* Ends a round: the document was encoded and is read again. */
void a3d_losses_next(a3d_losses *lost);

/* Finds the bytes of all losses in the original document. */
void a3d_locate_losses(a3d_losses *lost, a3d_ctx *original);

#endif
