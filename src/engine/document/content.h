/* content.h - what lists hold: their bytes, counts and presence bits, and the stream that edited content lies in */
#ifndef A3D_ENGINE_DOCUMENT_CONTENT_H
#define A3D_ENGINE_DOCUMENT_CONTENT_H

#include "base/text.h"
#include "model/doc.h"

/* Puts bytes into the edit stream. Returns their offset there, or UINT32_MAX when memory ran out. */
uint32_t a3d_edit_bytes(a3d_doc *doc, const void *bytes, uint32_t n);

/* Replaces the content of an array or plain list with `n` bytes that hold `count` elements. */
int a3d_set_content(a3d_doc *doc, uint32_t node, const void *bytes, uint32_t n, uint32_t count);

/* Appends an inline count in the form of the format, in `least` bytes or more where it has a choice. */
void a3d_put_prefix(const a3d_doc *doc, a3d_text *out, uint64_t count, unsigned least);

/* Bytes of the content of an array or plain list, unpacked. */
uint64_t a3d_content_size(const a3d_doc *doc, uint32_t node);

/* The bytes of that content, and how many they are; NULL and 0 when it has none. False when not all of it is stored: a
 * field around the content may have been set, by which it would be longer. */
bool a3d_stored_content(const a3d_doc *doc, uint32_t node, const uint8_t **bytes, uint32_t *size);

/* Whether the content of a plain list has room for its elements: a field around it may have been set, by which they
 * would be larger. Those that measure themselves are measured within the content. */
bool a3d_elements_are_whole(const a3d_doc *doc, uint32_t list);

/* The presence bits of what a node holds in the order in which decoding would ask for them: 1 absent. Appends one
 * byte for each bit. */
void a3d_presence(const a3d_doc *doc, uint32_t node, a3d_text *bits);

#endif
