/* scan.h - documents of the known formats inside any bytes. */
#ifndef A3D_CLI_INPUT_SCAN_H
#define A3D_CLI_INPUT_SCAN_H

#include "lint/lint.h"

typedef struct a3d_scan {
    const uint8_t *data;
    size_t size;
    const a3d_options *options;
    a3d_arena arena;          /* of the trial at hand */
    size_t at;                /* where to look next */
    size_t shadow;            /* the end of what is damaged: in it only magic and packing count */
    size_t word;              /* the next place that looks like the version of an A3D2 without packing */
    uint64_t steps, most;     /* work so far, and what may be done */
    bool limited, no_memory;  /* why the scan ended early */
} a3d_scan;

typedef struct a3d_found {
    const a3d_format *format;
    size_t off, size;             /* as far as it decodes */
    const a3d_result *result; /* what is to be said of these bytes; lives until the next call */
} a3d_found;

/* A scan of bytes that stay in place. It must be ended. */
void a3d_scan_begin(a3d_scan *scan, const uint8_t *data, size_t size, const a3d_options *options);
/* The next document. False at the end, or when a limit was reached or memory ran out.
 *
 * A place is tried when the first bytes speak for a format. Behind a long magic everything is believed whose version
 * exists, damaged or not; a packed A3D2 when its package is honest and its version exists; what has neither magic nor
 * packing only when it is valid without a warning and has 64 bytes or more besides its null mask. Each trial pays for its work, so that the
 * whole takes no more time than the limit of work allows, whatever the bytes. */
bool a3d_scan_next(a3d_scan *scan, a3d_found *found);
void a3d_scan_end(a3d_scan *scan);

#endif
