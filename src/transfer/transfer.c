/* transfer.c - see transfer.h */
#include "transfer/tracing.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE = 400, RANK_MOST = 1 << 30 };

void a3d_add_trace(a3d_tracing *t, const a3d_evidence *evidence, const char *format, ...)
{
    char message[MESSAGE];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(message, sizeof message, format, values);
    va_end(values);
    a3d_trace trace = {
        .rule = &a3d_format_file.rules[evidence->rule],
        .off = (uint32_t)evidence->off,
        .size = (uint32_t)evidence->size,
        .sure = evidence->sure,
        .undone = evidence->undone,
        .undone_size = evidence->undone_size,
        .rank = (unsigned)(evidence->bits < RANK_MOST ? evidence->bits : RANK_MOST),
    };
    size_t at = t->n;
    while (at > 0 && t->out[at - 1].rank < trace.rank)
        at--;
    if (at == A3D_TRACES || length < 0)
        return;
    trace.message = a3d_arena_text(t->arena, message, strlen(message));
    if (trace.message == NULL)
        return;
    t->n += t->n < A3D_TRACES;
    memmove(t->out + at + 1, t->out + at, (t->n - 1 - at) * sizeof *t->out);
    t->out[at] = trace;
}

uint8_t *a3d_undone_room(a3d_tracing *t, size_t size)
{
    if (size == 0 || size > t->room)
        return NULL;
    uint8_t *block = a3d_block_resize(t->arena, NULL, size);
    if (block != NULL)
        t->room -= size;
    return block;
}

void a3d_drop_room(a3d_tracing *t, uint8_t *block, size_t size)
{
    a3d_block_resize(t->arena, block, 0);
    t->room += size;
}

bool a3d_model_starts(const a3d_tracing *t, const uint8_t *data, size_t size)
{
    return t->starts != NULL && t->starts(data, size);
}

bool a3d_is_binary(const uint8_t *data, size_t size)
{
    size_t controls = 0;
    for (size_t i = 0; i < size && controls <= size / 512; i++)
        controls += data[i] < 0x20 && (data[i] < 7 || data[i] > 13) && data[i] != 0x1b;
    return controls > size / 512;
}

size_t a3d_count_byte(const a3d_tracing *t, uint8_t byte)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        n += t->data[i] == byte;
    return n;
}

static void (*const finders[])(a3d_tracing *t) = {
    a3d_trace_kinds, a3d_trace_line_ends, a3d_trace_utf8, a3d_trace_replaced, a3d_trace_utf16, a3d_trace_seven_bits,
    a3d_trace_base64, a3d_trace_hex, a3d_trace_packed, a3d_trace_front,
    a3d_trace_http, a3d_trace_copies, a3d_trace_zeros, a3d_trace_swaps, a3d_trace_values,
};

size_t a3d_find_traces(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_limits *limits,
                       a3d_starts_fn starts, a3d_trace out[A3D_TRACES])
{
    a3d_limits filled = *limits;
    a3d_limits_fill(&filled, size);
    a3d_tracing t = {.arena = arena, .data = data, .size = size, .room = filled.unpacked, .starts = starts, .out = out};
    t.binary = a3d_is_binary(data, size);
    for (size_t i = 0; i < sizeof finders / sizeof *finders; i++)
        finders[i](&t);
    return t.n;
}
