/* lzo1x.c - see codec.h
 *
 * Reads LZO1X streams. Every byte is checked; copies use wide steps where both buffers have the room. */
#include "codec/codec.h"

#include <string.h>

enum {
    MARKER = 3,      /* size of the end marker, which must follow any instruction */
    AFTER_RUN = 4,   /* `state` after a literal run; 0..3: literals appended to the last match */
    WIDE = 16        /* bytes that a wide copy may write at once, needed or not */
};

typedef struct place {
    const uint8_t *ip, *in_end;
    uint8_t *op, *out_end;
} place;

typedef struct match {
    size_t length, distance;
    unsigned literals; /* 0..3 that follow the match */
    bool end;          /* this is the end marker */
} match;

/* Reads the continuation of a length: each zero byte counts 255, the first other byte ends it. Not inlined, so that the
 * caller's pointers stay in registers. On BAD_LENGTH *pip is the first zero byte that is too many. */
static a3d_codec_status long_length(const uint8_t **pip, const uint8_t *in_end, size_t out_size, size_t *length)
{
    const uint8_t *p = *pip;
    size_t zeros = 0, most = out_size / 255;

    for (; p < in_end && *p == 0; p++) {
        if (++zeros > most) {
            *pip = p;
            return A3D_CODEC_BAD_LENGTH;
        }
    }
    if (p == in_end)
        return A3D_CODEC_INPUT_ENDS;
    *length += zeros * 255 + *p++;
    *pip = p;
    return A3D_CODEC_OK;
}

/* The caller has checked that `length` bytes fit on both sides. */
static inline void copy_literals(place *p, size_t length)
{
    const uint8_t *from = p->ip;
    uint8_t *to = p->op, *end = to + length;

    p->ip += length;
    p->op = end;
    if ((size_t)(p->in_end - p->ip) < WIDE || (size_t)(p->out_end - end) < WIDE) {
        memcpy(to, from, length);
        return;
    }
    do {
        memcpy(to, from, WIDE);
        to += WIDE;
        from += WIDE;
    } while (to < end);
}

/* A short distance repeats a pattern: the first eight bytes one by one, then eight at a time from a multiple of the
 * distance. */
static void copy_pattern(uint8_t *to, uint8_t *end, size_t distance)
{
    static const uint8_t multiple[8] = {0, 8, 8, 9, 8, 10, 12, 14};
    const uint8_t *from = to - distance;

    for (int i = 0; i < 8; i++)
        to[i] = from[i];
    to += 8;
    for (from = to - multiple[distance]; to < end; to += 8, from += 8)
        memcpy(to, from, 8);
}

/* Writes no byte past `end`. The copied pattern doubles with each step, and so does the distance that a step may
 * copy. */
static void copy_near_end(uint8_t *to, uint8_t *end, size_t distance)
{
    const uint8_t *from = to - distance;

    while ((size_t)(end - to) > distance) {
        memcpy(to, from, distance);
        to += distance;
        distance *= 2;
    }
    memcpy(to, from, (size_t)(end - to));
}

/* The caller has checked that `distance` bytes of output exist and that `length` bytes fit. */
static inline void copy_match(place *p, size_t distance, size_t length)
{
    uint8_t *to = p->op, *end = to + length;
    const uint8_t *from = to - distance;

    p->op = end;
    if ((size_t)(p->out_end - end) < WIDE) {
        copy_near_end(to, end, distance);
    } else if (distance >= 8) {
        memcpy(to, from, 8); /* always sixteen, since most matches are shorter and a branch costs more */
        memcpy(to + 8, from + 8, 8);
        while (end - to > 16) {
            to += 16;
            from += 16;
            memcpy(to, from, 8);
            memcpy(to + 8, from + 8, 8);
        }
    } else {
        copy_pattern(to, end, distance);
    }
}

/* The length of instructions 16..63: their low bits, or if those are 0 the bytes that follow, above `base`. */
static inline a3d_codec_status field_length(place *p, size_t field, size_t base, size_t out_size, size_t *length)
{
    if (field != 0) {
        *length = field + 2;
        return A3D_CODEC_OK;
    }
    const uint8_t *q = p->ip;
    size_t longer = base + 2;
    a3d_codec_status status = long_length(&q, p->in_end, out_size, &longer);
    p->ip = q;
    *length = longer;
    if (status == A3D_CODEC_OK && p->in_end - q < 2)
        return A3D_CODEC_INPUT_ENDS;
    return status;
}

/* Decodes instructions 16..63, whose distance is a little-endian word with the count of literals in its low bits. */
static inline a3d_codec_status word_match(place *p, unsigned t, size_t out_size, match *m)
{
    bool far = t < 32;
    a3d_codec_status status = field_length(p, far ? t & 7 : t & 31, far ? 7 : 31, out_size, &m->length);

    if (status != A3D_CODEC_OK)
        return status;
    unsigned word = p->ip[0] | (unsigned)p->ip[1] << 8;
    p->ip += 2;
    m->literals = word & 3;
    m->distance = word >> 2;
    if (!far) {
        m->distance += 1;
        return A3D_CODEC_OK;
    }
    m->distance += (t & 8) << 11;
    m->end = m->distance == 0;
    m->distance += 16384;
    return A3D_CODEC_OK;
}

/* Decodes a match whose first byte t is already taken; the caller has checked that two more bytes exist. */
static inline a3d_codec_status read_match(place *p, unsigned t, unsigned state, size_t out_size, match *m)
{
    m->end = false;
    if (t >= 16 && t < 64)
        return word_match(p, t, out_size, m);
    m->literals = t & 3;
    if (t >= 64) {
        m->length = (t >> 5) + 1;
        m->distance = (t >> 2 & 7) + ((size_t)*p->ip++ << 3) + 1;
    } else if (state == AFTER_RUN) {
        m->length = 3;
        m->distance = (t >> 2) + ((size_t)*p->ip++ << 2) + 2049;
    } else {
        m->length = 2;
        m->distance = (t >> 2) + ((size_t)*p->ip++ << 2) + 1;
    }
    return A3D_CODEC_OK;
}

static inline a3d_codec_status take_literals(place *p, size_t length)
{
    if (length > (size_t)(p->out_end - p->op))
        return A3D_CODEC_OUTPUT_OVERRUN;
    if ((size_t)(p->in_end - p->ip) < MARKER || length > (size_t)(p->in_end - p->ip) - MARKER)
        return A3D_CODEC_INPUT_ENDS;
    copy_literals(p, length);
    return A3D_CODEC_OK;
}

/* Copies the literals of an instruction 0..15, whose byte t is already taken. */
static inline a3d_codec_status take_run(place *p, unsigned t, size_t out_size)
{
    size_t length = t + 3;

    if (t == 0) {
        const uint8_t *q = p->ip;
        size_t longer = 15 + 3;
        a3d_codec_status status = long_length(&q, p->in_end, out_size, &longer);

        p->ip = q;
        length = longer;
        if (status != A3D_CODEC_OK)
            return status;
    }
    return take_literals(p, length);
}

/* Copies a match and the up to three literals after it. */
static inline a3d_codec_status take_match(place *p, const uint8_t *out, const match *m)
{
    if (m->distance > (size_t)(p->op - out))
        return A3D_CODEC_BAD_DISTANCE;
    if (m->length > (size_t)(p->out_end - p->op))
        return A3D_CODEC_OUTPUT_OVERRUN;
    copy_match(p, m->distance, m->length);
    if (p->in_end - p->ip >= MARKER + 3 && p->out_end - p->op >= 4) {
        memcpy(p->op, p->ip, 4); /* always four, which is cheaper than a branch on their number */
        p->op += m->literals;
        p->ip += m->literals;
        return A3D_CODEC_OK;
    }
    return take_literals(p, m->literals);
}

static a3d_codec_status end_status(const place *p, const match *m)
{
    if (m->length != 3)
        return A3D_CODEC_BAD_END;
    return p->op == p->out_end ? A3D_CODEC_OK : A3D_CODEC_OUTPUT_SHORT;
}

/* Runs the stream to its end or to its fault. *start is the instruction begun last. */
static a3d_codec_status unpack_stream(place *place_io, const uint8_t **start, const uint8_t *out, size_t out_size)
{
    place p = *place_io;
    a3d_codec_status status = A3D_CODEC_OK;
    const uint8_t *begun = p.ip;
    unsigned state = 0;
    match m = {0};

    /* Only the first byte of a stream counts literals if it is above 17. Up to three of them leave the same state as
     * literals appended to a match. */
    if (p.ip < p.in_end && *p.ip > 17) {
        unsigned first = *p.ip++ - 17u;

        status = take_literals(&p, first);
        state = first < AFTER_RUN ? first : AFTER_RUN;
    }
    while (status == A3D_CODEC_OK) {
        begun = p.ip;
        if (p.in_end - p.ip < MARKER) {
            status = A3D_CODEC_INPUT_ENDS;
            break;
        }
        unsigned t = *p.ip++;
        if (t < 16 && state == 0) {
            status = take_run(&p, t, out_size);
            state = AFTER_RUN;
            continue;
        }
        status = read_match(&p, t, state, out_size, &m);
        if (status != A3D_CODEC_OK)
            break;
        if (m.end) {
            status = end_status(&p, &m);
            break;
        }
        status = take_match(&p, out, &m);
        state = m.literals;
    }
    *place_io = p;
    *start = begun;
    return status;
}

a3d_codec_result a3d_lzo1x_unpack(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size)
{
    uint8_t none[1] = {0}; /* replaces a NULL, on which pointer arithmetic is undefined */
    const uint8_t *begun;
    a3d_codec_result r = {0};

    in = in == NULL ? none : in;
    out = out == NULL ? none : out;
    place p = {in, in + in_size, out, out + out_size};
    r.status = unpack_stream(&p, &begun, out, out_size);
    r.what = a3d_codec_status_text(r.status);
    r.made = (size_t)(p.op - out);
    r.used = r.at = (size_t)(begun - in);
    switch (r.status) {
    case A3D_CODEC_OK: r.used = r.at = (size_t)(p.ip - in); break;
    case A3D_CODEC_OUTPUT_SHORT:
    case A3D_CODEC_BAD_END: r.used = (size_t)(p.ip - in); break;
    case A3D_CODEC_INPUT_ENDS: r.at = in_size; break;
    case A3D_CODEC_BAD_LENGTH: r.at = (size_t)(p.ip - in); break;
    default: break;
    }
    return r;
}
