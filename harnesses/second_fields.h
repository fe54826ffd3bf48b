/* second_fields.h - finds in a document what another reader read in the same bytes. */
#ifndef A3D_HARNESSES_SECOND_FIELDS_H
#define A3D_HARNESSES_SECOND_FIELDS_H

#include "model/doc.h"

/* A number or a text that the other reader read. */
typedef struct second_seen {
    const uint8_t *at;
    size_t width;
    uint64_t value;
    bool text;
} second_seen;

/* Whether the document has no number or text of this size and value at one of these places; `why` says which.
 * bases[i] is where the other reader has stream i, or NULL if it does not read that. */
bool second_differs(const a3d_doc *doc, const uint8_t *const *bases, const second_seen *seen, size_t n,
                    char *why, size_t room);

#endif
