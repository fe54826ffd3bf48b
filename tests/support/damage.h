/* damage.h - damage of a known place, and the suspects that it must lead to */
#ifndef A3D_TESTS_DAMAGE_H
#define A3D_TESTS_DAMAGE_H

#include "build.h"

typedef struct damage {
    const char *name;
    uint32_t version;
    const char *const *edits; /* of the smallest valid document */
    const char *path;         /* the damage begins `delta` bytes after the place of this field in its stream */
    uint32_t delta;
    const char *bytes;        /* what is written there; NULL: the last edit is the damage */
    uint32_t n;
    const char *rule;         /* of the finding that has suspects, or of the first one */
    const char *suspects;     /* PATH=REPAIR @OFFSET/SIZE relative to the damage, the best first */
} damage;

void expect_suspects(const a3d_format *format, const damage *d);

#endif
