/* a3dlint_internal.h - what the parts of the library share. */
#ifndef A3DLINT_INTERNAL_H
#define A3DLINT_INTERNAL_H

#include "a3dlint.h"

/* The name of a format that is recognised but not judged, or NULL. */
const char *a3d_relative(const uint8_t *data, size_t size);

/* The limits of a decode under these options: rules that they turn off take no room from the others. */
a3d_limits a3d_limits_of(const a3dlint_options *options);

/* Adds to findings what the library knows of near relatives: gzip or raw deflate where zlib should stand, a
 * model of an older engine. */
void a3d_name_relatives(a3d_doc *doc);

#endif
