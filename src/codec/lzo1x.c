/* LZO1X reader: every byte checked, copies in wide steps where both buffers have the room. */
#include "codec/codec.h"

#include <string.h>

enum {
    MARKER = 3,      /* the end marker's size: what must follow any instruction */
    AFTER_RUN = 4,   /* `state` after a literal run; 0..3: literals that rode on the last match */
    WIDE = 16        /* bytes that a wide copy may write at once, needed or not */
};

typedef struct place {
    const uint8_t *ip, *in_end;
    uint8_t *op, *out_end;
} place;

typedef struct match {
    size_t length, distance;
    unsigned literals; /* 0..3 that follow it */
    bool end;          /* it is the end marker */
} match;

/*
 * A length carried on: each zero byte counts 255, the first other byte ends it. Kept out of line so that the
 * caller's pointers stay in registers. On BAD_LENGTH *pip is the zero byte that was one too many.
 */
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

/* The caller has checked that length bytes fit on both sides. */
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

/* The short distances repeat a pattern: bytes until eight are there, then eights at a multiple of it. */
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

/* No byte past `end` may be written: what is copied doubles, and so does the distance it may be copied by. */
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

/* The caller has checked that distance bytes lie behind and that length bytes fit. */
static inline void copy_match(place *p, size_t distance, size_t length)
{
    uint8_t *to = p->op, *end = to + length;
    const uint8_t *from = to - distance;

    p->op = end;
    if ((size_t)(p->out_end - end) < WIDE) {
        copy_near_end(to, end, distance);
    } else if (distance >= 8) {
        memcpy(to, from, 8); /* sixteen always, as most matches are shorter and a branch costs more */
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

/* Lengths of instructions 16..63: the low bits, or if they are 0 the bytes that follow, above `base`. */
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

/* Decodes instructions 16..63, whose distance is a little-endian word above the count of literals. */
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

/* Decodes a match whose first byte t is taken; at least two more bytes are there. */
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

/* Literals by an instruction of 0..15, its byte t taken. */
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

/* The match and the up to three literals behind it. */
static inline a3d_codec_status take_match(place *p, const uint8_t *out, const match *m)
{
    if (m->distance > (size_t)(p->op - out))
        return A3D_CODEC_BAD_DISTANCE;
    if (m->length > (size_t)(p->out_end - p->op))
        return A3D_CODEC_OUTPUT_OVERRUN;
    copy_match(p, m->distance, m->length);
    if (p->in_end - p->ip >= MARKER + 3 && p->out_end - p->op >= 4) {
        memcpy(p->op, p->ip, 4); /* four always: cheaper than a branch on their number */
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

/* Runs the stream to its end or its fault. *start is the instruction that was last begun. */
static a3d_codec_status run(place *place_io, const uint8_t **start, const uint8_t *out, size_t out_size)
{
    place p = *place_io;
    a3d_codec_status status = A3D_CODEC_OK;
    const uint8_t *begun = p.ip;
    unsigned state = 0;
    match m = {0};

    /* Only here a byte above 17 counts literals, of which up to three leave the state of riding ones. */
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
    uint8_t none[1] = {0}; /* stands in for a NULL, from which no arithmetic may start */
    const uint8_t *begun;
    a3d_codec_result r = {0};

    in = in == NULL ? none : in; /* defensive: engine/decode/stream.c gives bytes of a stream and a block of the arena; an empty input may be NULL to others */
    out = out == NULL ? none : out; /* defensive: engine/decode/stream.c gives bytes of a stream and a block of the arena; an empty input may be NULL to others */
    place p = {in, in + in_size, out, out + out_size};
    r.status = run(&p, &begun, out, out_size);
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
