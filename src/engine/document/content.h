/* content.h - the content of lists: bytes, counts and presence bits, and the edit stream that holds changed content */
#ifndef A3D_ENGINE_DOCUMENT_CONTENT_H
#define A3D_ENGINE_DOCUMENT_CONTENT_H

#include "base/text.h"
#include "model/doc.h"

/* Appends bytes to the edit stream, which is created when needed. Returns their offset in it, or UINT32_MAX when
 * memory ran out. */
uint32_t a3d_edit_bytes(a3d_doc *doc, const void *bytes, uint32_t n);

/* Replaces the content of an array or plain list by `n` bytes that hold `count` elements. A3D_STOP when memory ran
 * out. */
int a3d_set_content(a3d_doc *doc, uint32_t node, const void *bytes, uint32_t n, uint32_t count);

/* Appends an inline count as the format writes it. Where the format has several sizes, it takes at least `least`
 * bytes. */
void a3d_put_prefix(const a3d_doc *doc, a3d_text *out, uint64_t count, unsigned least);

/* The size in bytes of the content of an array or plain list, unpacked. */
uint64_t a3d_content_size(const a3d_doc *doc, uint32_t node);

/* Says that an edited plain list keeps the size that its content has, although a field inside an element was set to a
 * count that its array does not have. New content has the size of its elements again. */
int a3d_keep_size(a3d_doc *doc, uint32_t list);
bool a3d_size_is_kept(const a3d_doc *doc, uint32_t list);

/* The bytes of that content and their number; NULL and 0 when it has none. False when not all of it is stored: after an
 * edit, a changed count in an outer record can make the content longer than what is stored. */
bool a3d_stored_content(const a3d_doc *doc, uint32_t node, const uint8_t **bytes, uint32_t *size);

/* Whether the content of a plain list has room for its elements, which an edit of an outer count can make larger.
 * Elements that contain their own sizes are measured within the content. */
bool a3d_elements_are_whole(const a3d_doc *doc, uint32_t list);

/* Appends the presence bits of all optional fields inside a node, in the order in which decoding reads them: one byte
 * for each bit, 1 for absent. */
void a3d_presence(const a3d_doc *doc, uint32_t node, a3d_text *bits);

#endif
