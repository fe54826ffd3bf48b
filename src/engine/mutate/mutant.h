/* mutant.h - what the parts of the mutator share: a document under change. */
#ifndef A3D_ENGINE_MUTATE_MUTANT_H
#define A3D_ENGINE_MUTATE_MUTANT_H

#include "engine/edit/fresh.h"
#include "engine/encode/encode.h"
#include "engine/generate/random.h"
#include "engine/mutate/mutate.h"

typedef struct a3d_mutant {
    a3d_ctx ctx; /* of the changes */
    a3d_doc *doc;
    const a3d_doc *other; /* a document of the same format, or NULL: ask a3d_other_doc */
    const a3d_mutation *unread; /* where to read it from when something asks for it, which few changes do; NULL: it was read */
    a3d_document_cache *kept;
    a3d_random r;
    a3d_text scratch;     /* copies of contents on their way into the edit stream */
    uint32_t room;        /* bytes that contents may grow by */
    bool normalize;          /* what depends on the changes must follow */
    a3d_patch *patches;
    size_t n_patches;
} a3d_mutant;

/* A change. False when the document has nothing for it, or memory ran out: another one is tried. */
typedef bool (*a3d_change)(a3d_mutant *m);

typedef bool (*a3d_fits)(const a3d_doc *doc, uint32_t node);
typedef bool (*a3d_matches)(const a3d_doc *doc, uint32_t node, const void *wanted);

/* The first of `most` nodes from `node` on that is what is wanted, or A3D_NO_NODE. Each change looks for its nodes with this
 * alone, since the changes before it leave nodes that are no longer a part of the document. */
uint32_t a3d_look_on(const a3d_doc *doc, uint32_t node, uint32_t most, a3d_matches matches, const void *wanted);

/* A node that `fits`, from a random place on; A3D_NO_NODE when none is found soon. */
uint32_t a3d_pick(a3d_mutant *m, const a3d_doc *doc, a3d_fits fits);

/* The content of an array or plain list, in a copy that may be written to until the next change. NULL when there
 * is none. */
uint8_t *a3d_own_content(a3d_mutant *m, uint32_t node, uint32_t *size);

/* Another value for one that the row describes: legal, at a boundary, forbidden, beside the old one. */
int64_t a3d_other_value(a3d_mutant *m, const a3d_row *row, unsigned type, int64_t old);

/* Copies `node` of a document of the same format, with all that it holds, over the node `to` that has the same
 * row or record. */
bool a3d_graft(a3d_mutant *m, uint32_t to, const a3d_doc *from, uint32_t node);

/* --- the changes --- */
bool a3d_change_value(a3d_mutant *m);    /* of a scalar (mutate_value.c) */
bool a3d_change_content(a3d_mutant *m);  /* of an array, or a field of a plain element */
bool a3d_change_ref(a3d_mutant *m);      /* to another element, to none, to nothing */
bool a3d_change_version(a3d_mutant *m);
bool a3d_change_derived(a3d_mutant *m);  /* a length, count, address, size or checksum lies */
bool a3d_insert_elements(a3d_mutant *m); /* fresh ones (mutate_list.c) */
bool a3d_remove_some(a3d_mutant *m);
bool a3d_repeat_element(a3d_mutant *m);  /* a copy of one, from this document or the other */
bool a3d_swap_elements(a3d_mutant *m);
bool a3d_stretch_text(a3d_mutant *m);    /* to the length of a buffer that a reader may have for it */
bool a3d_replace_part(a3d_mutant *m);    /* by one of the same row, from this document or the other */
bool a3d_change_presence(a3d_mutant *m); /* (mutate_form.c) */
bool a3d_change_claim(a3d_mutant *m);    /* of an inline count */
bool a3d_change_form(a3d_mutant *m);     /* of a length, fill, block or custom field */
bool a3d_change_mask(a3d_mutant *m);     /* form, size and bits */
bool a3d_add_slack(a3d_mutant *m);
bool a3d_patch_stream(a3d_mutant *m);    /* bytes of a packed stream before it is packed */

/* Changes bytes of buf[0 .. size) without regard to structure, in a buffer of `most` bytes; `other` may be NULL.
 * Returns the new size (mutate_bytes.c). */
size_t a3d_mutate_bytes(a3d_random *r, uint8_t *buf, size_t size, size_t most, const uint8_t *other, size_t other_size);

/* An arena that gives no more than a file of this size needs by far; `b` stays where it is. */
void a3d_bounded_init(a3d_arena *arena, a3d_bound *b, const a3d_allocator *mem, size_t file_size);

/* The document of a file, read now or kept; NULL when it does not decode. */
const a3d_doc *a3d_cached_doc(a3d_document_cache *kept, const a3d_format *format, const uint8_t *data, uint32_t size);

/* The document that parts may be taken from, or NULL. */
const a3d_doc *a3d_other_doc(a3d_mutant *m);

/* A copy that may be changed; bytes of streams are shared with what it was copied from. NULL when memory ran out. */
a3d_doc *a3d_copy_doc(a3d_arena *arena, const a3d_doc *doc);

#endif
