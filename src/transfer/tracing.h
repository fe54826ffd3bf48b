/* tracing.h - what the finders of this room share: the file, and the traces so far */
#ifndef A3D_TRANSFER_TRACING_H
#define A3D_TRANSFER_TRACING_H

#include "base/amount.h"
#include "base/text.h"
#include "transfer/transfer.h"

typedef struct a3d_tracing {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size;
    uint64_t room;       /* bytes that may still be made */
    a3d_starts_fn starts;
    bool binary;         /* a3d_is_binary of the file */
    a3d_trace *out;
    size_t n;
} a3d_tracing;

/* What a finder knows of a trace beside its message. */
typedef struct a3d_evidence {
    unsigned rule;       /* A3D_FILE_... */
    size_t off, size;
    uint64_t bits;       /* rank */
    bool sure;
    const uint8_t *undone;
    size_t undone_size;
} a3d_evidence;

/* Adds a trace, which pushes out the weakest when there are too many. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_add_trace(a3d_tracing *t, const a3d_evidence *evidence, const char *format, ...);

/* A block for `size` undone bytes, or NULL if the limit or memory does not allow them. */
uint8_t *a3d_undone_room(a3d_tracing *t, size_t size);
/* Gives a block back. */
void a3d_drop_room(a3d_tracing *t, uint8_t *block, size_t size);

/* Whether a model starts here, as far as the caller can say. */
bool a3d_model_starts(const a3d_tracing *t, const uint8_t *data, size_t size);

/* How often a byte occurs in the file. */
size_t a3d_count_byte(const a3d_tracing *t, uint8_t byte);

/* Whether there are more control characters than a text has: one in 512 bytes. */
bool a3d_is_binary(const uint8_t *data, size_t size);

/* The finders. Each adds the traces of one kind. */
void a3d_trace_kinds(a3d_tracing *t);
void a3d_trace_line_ends(a3d_tracing *t);
void a3d_trace_utf8(a3d_tracing *t);
void a3d_trace_replaced(a3d_tracing *t);
void a3d_trace_utf16(a3d_tracing *t);
void a3d_trace_seven_bits(a3d_tracing *t);
void a3d_trace_values(a3d_tracing *t);
void a3d_trace_base64(a3d_tracing *t);
void a3d_trace_hex(a3d_tracing *t);
void a3d_trace_packed(a3d_tracing *t);
void a3d_trace_front(a3d_tracing *t);
void a3d_trace_http(a3d_tracing *t);
void a3d_trace_copies(a3d_tracing *t);
void a3d_trace_zeros(a3d_tracing *t);
void a3d_trace_swaps(a3d_tracing *t);

/* Adds the trace of a dump with offsets. False if the file is not one. */
bool a3d_trace_dump(a3d_tracing *t);

#endif
