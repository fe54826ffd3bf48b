/* scan.h - finds documents of the known formats inside any bytes */
#ifndef A3D_CLI_INPUT_SCAN_H
#define A3D_CLI_INPUT_SCAN_H

#include "lint/lint.h"

typedef struct a3d_scan {
    const uint8_t *data;
    size_t size;
    const a3d_options *options;
    a3d_arena arena;          /* of the current trial */
    size_t at;                /* the place to look at next */
    size_t shadow;            /* end of a damaged document, inside which only magic and packing count */
    size_t word;              /* the next place that looks like the version of an A3D2 without packing */
    uint64_t steps, most;     /* work so far, and the limit */
    bool limited, no_memory;  /* why the scan ended early */
} a3d_scan;

typedef struct a3d_found {
    const a3d_format *format;
    size_t off, size;         /* the bytes that decode */
    const a3d_result *result; /* of checking these bytes; valid until the next call */
} a3d_found;

/* Starts a scan. The bytes must stay in place until a3d_scan_end, which must be called. */
void a3d_scan_begin(a3d_scan *scan, a3d_arena *above, const uint8_t *data, size_t size, const a3d_options *options);
/* Finds the next document. False at the end, and when a limit was reached or memory ran out.
 *
 * A place is tried when its first bytes match a format. What counts as a document: after a long magic, anything whose
 * version exists, damaged or not; a packed A3D2 whose package header is right and whose version exists; anything else
 * only if it is valid without a warning and has at least 64 bytes besides its null mask. Every trial counts towards the
 * limit of work, which so bounds the time of the whole scan. */
bool a3d_scan_next(a3d_scan *scan, a3d_found *found);
void a3d_scan_end(a3d_scan *scan);

#endif
