/* second.h - a second opinion: what the example loaders, which share no line with src/, read in the same file. */
#ifndef A3D_HARNESSES_SECOND_H
#define A3D_HARNESSES_SECOND_H

#include "model/doc.h"

/* Loads the file with the example loader of the document's format, and compares. Returns what differs, in words that
 * are valid until the next call, or NULL:
 *   - a file without errors and warnings is loaded; only a planted fault may prevent that;
 *   - if it is loaded, the document holds each number and text that the loader read, at the same place, with the
 *     same size and value, and packed content unpacks to the same bytes.
 *   - if it is loaded, no checksum is called wrong;
 *   - the loader does not run out of bytes, unless the format has branches and it may have taken another.
 * Nothing is required of a document that was not read to its end. */
const char *second_opinion(const a3d_doc *doc, const uint8_t *data, uint32_t size);

#endif
