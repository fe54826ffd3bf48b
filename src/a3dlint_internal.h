/* a3dlint_internal.h - what the parts of the library share. */
#ifndef A3DLINT_INTERNAL_H
#define A3DLINT_INTERNAL_H

#include "a3dlint.h"

/* The name of a format that is recognised but not judged, or NULL. */
const char *a3d_relative(const uint8_t *data, size_t size);

/* The limits of a decode under these options: rules that they turn off take no room from the others. */
a3d_limits a3d_limits_of(const a3dlint_options *options);

/* The files that are open on a chain of links, the last one first. */
typedef struct a3d_chain {
    const struct a3d_chain *outer;
    const char *name;
    unsigned depth;
    struct a3d_links_run *run; /* what the whole chain shares */
} a3d_chain;

/* a3dlint_check for a file that is reached by a link, or with a NULL chain for the first. */
const a3dlint_result *a3d_judge(a3d_arena *arena, const uint8_t *data, size_t size, const a3dlint_options *options, const a3d_chain *chain);

/* Judges the links of a document. The same chain. */
void a3d_follow_links(a3d_doc *doc, const a3dlint_options *options, const a3d_chain *chain);

/* Adds to findings what the library knows of near relatives: gzip or raw deflate where zlib should stand, a
 * model of an older engine. */
void a3d_name_relatives(a3d_doc *doc);

#endif
