/* mutant.h - shared by the parts of the mutator: a document that is being changed */
#ifndef A3D_ENGINE_MUTATE_MUTANT_H
#define A3D_ENGINE_MUTATE_MUTANT_H

#include "engine/edit/fresh.h"
#include "engine/encode/encode.h"
#include "engine/generate/random.h"
#include "engine/mutate/mutate.h"

typedef struct a3d_mutant {
    a3d_ctx ctx;       /* for editing `doc` */
    a3d_doc *doc;
    const a3d_doc *other;       /* a document of the same format, or NULL; use a3d_other_doc */
    const a3d_mutation *unread; /* not NULL: `other` must be read from it first, which few changes need */
    a3d_document_cache *cache;
    a3d_random r;
    a3d_text scratch; /* contents on their way into the edit stream */
    uint32_t room;    /* bytes that contents may grow by */
    bool normalize;   /* fields that depend on the changes must follow */
    a3d_patch *patches;
    size_t n_patches;
    a3d_made *made; /* NULL: nobody asks what is done */
} a3d_mutant;

/* The kinds of changes, in the order of the table in mutate.c. */
typedef enum a3d_change_kind {
    A3D_MADE_VALUE, A3D_MADE_CONTENT, A3D_MADE_REF, A3D_MADE_VERSION, A3D_MADE_DERIVED, A3D_MADE_INSERT,
    A3D_MADE_REMOVE, A3D_MADE_REPEAT, A3D_MADE_SWAP, A3D_MADE_REPLACE, A3D_MADE_STRETCH, A3D_MADE_PRESENCE,
    A3D_MADE_CLAIM, A3D_MADE_FORM, A3D_MADE_MASK, A3D_MADE_SLACK, A3D_MADE_PATCH, A3D_MADE_KINDS
} a3d_change_kind;

/* Notes what a change is about to do: at which node, and the value that its words need. A change calls it before
 * nodes move; if it then fails, the next one overwrites the note. */
void a3d_note(a3d_mutant *m, uint32_t node, int64_t value);
/* Keeps the note of a change of this kind, which was made. */
void a3d_note_made(a3d_mutant *m, unsigned kind);

/* Makes a random change. Returns false if the document has nothing to change in this way, or memory ran out; the
 * caller then tries another. */
typedef bool (*a3d_change)(a3d_mutant *m);

/* Whether a node is what a change looks for; a3d_matches compares it with `wanted`. */
typedef bool (*a3d_fits)(const a3d_doc *doc, uint32_t node);
typedef bool (*a3d_matches)(const a3d_doc *doc, uint32_t node, const void *wanted);

/* Returns the first of `most` nodes from `node` on that matches, or A3D_NO_NODE. Changes must use it to find their
 * nodes, because earlier changes leave nodes behind that are no longer part of the document. */
uint32_t a3d_find_from(const a3d_doc *doc, uint32_t node, uint32_t most, a3d_matches matches, const void *wanted);

/* Returns a random node that fits, or A3D_NO_NODE if none is found soon. */
uint32_t a3d_pick(a3d_mutant *m, const a3d_doc *doc, a3d_fits fits);

/* Returns a writable copy of the content of an array or plain list, valid until the next change, or NULL if it has
 * none. */
uint8_t *a3d_own_content(a3d_mutant *m, uint32_t node, uint32_t *size);

/* Returns a random replacement for a value: legal, at a boundary, forbidden, or next to the old one. */
int64_t a3d_other_value(a3d_mutant *m, const a3d_row *row, unsigned type, int64_t old);

/* Copies `node` of a document of the same format, with everything in it, over the node `to`, which has the same row
 * or record type. */
bool a3d_graft(a3d_mutant *m, uint32_t to, const a3d_doc *from, uint32_t node);

/* ---- the changes ---- */
bool a3d_change_value(a3d_mutant *m);    /* of a scalar (value.c) */
bool a3d_change_content(a3d_mutant *m);  /* of an array, or a field of a plain element */
bool a3d_change_ref(a3d_mutant *m);      /* to another element, to none, or to nothing */
bool a3d_change_version(a3d_mutant *m);
bool a3d_change_derived(a3d_mutant *m);  /* makes a length, count, address, size or checksum wrong */
bool a3d_insert_elements(a3d_mutant *m); /* fresh ones (list.c) */
bool a3d_remove_some(a3d_mutant *m);
bool a3d_repeat_element(a3d_mutant *m);  /* copies one, from this document or the other */
bool a3d_swap_elements(a3d_mutant *m);
bool a3d_stretch_text(a3d_mutant *m);    /* to about the size of a buffer that a reader may use for it */
bool a3d_replace_part(a3d_mutant *m);    /* by one with the same row, from this document or the other */
bool a3d_change_presence(a3d_mutant *m); /* (form.c) */
bool a3d_change_claim(a3d_mutant *m);    /* of an inline count */
bool a3d_change_form(a3d_mutant *m);     /* of a length, fill, block or custom field */
bool a3d_change_mask(a3d_mutant *m);     /* form, size and bits */
bool a3d_add_slack(a3d_mutant *m);
bool a3d_patch_stream(a3d_mutant *m);    /* bytes of a packed stream before it is packed */

/* Changes bytes of buf[0..size) regardless of structure, in a buffer of `most` bytes. `other` may be NULL. Returns
 * the new size (bytes.c). */
size_t a3d_mutate_bytes(a3d_random *r, uint8_t *buf, size_t size, size_t most, const uint8_t *other, size_t other_size);

/* Initializes an arena that is limited to a multiple of the file's size. *b must stay in place. */
void a3d_bounded_init(a3d_arena *arena, a3d_bound *b, const a3d_allocator *mem, size_t file_size);

/* Returns the document that parts may be copied from, or NULL. */
const a3d_doc *a3d_other_doc(a3d_mutant *m);

/* Returns a copy that may be changed, but shares the bytes of the streams; NULL when memory ran out. */
a3d_doc *a3d_copy_doc(a3d_arena *arena, const a3d_doc *doc);

#endif
