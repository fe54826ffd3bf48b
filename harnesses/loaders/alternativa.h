/* alternativa.h - what files of A3D1 and A3D2 have in common: the null mask, lengths, optional values. */
#ifndef ALTERNATIVA_H
#define ALTERNATIVA_H

#include "loader.h"

enum { NONE = INT32_MIN };

typedef struct scene_reader {
    reader in;
    uint8_t *mask; /* a byte for each bit */
    size_t n_bits, bit;
    unsigned mask_fault;
} scene_reader;

/* Reads the null mask into a byte for each bit. */
static inline void get_mask(scene_reader *s)
{
    const uint8_t *start = s->in.at;
    unsigned first = get_u8(&s->in), skip = 0;
    size_t n = 0;
    if (first < 0x80) {
        n = 1 + (first >> 5);
        skip = 3;
        s->in.at -= s->in.bad ? 0 : 1;
    } else if (first < 0xc0) {
        n = first & 0x3f;
    } else {
        n = (size_t)(first & 0x3f) << 16;
        n |= get_be16(&s->in);
    }
    const uint8_t *bytes = take(&s->in, n);
    unsee(start, s->in.at);
    s->n_bits = n * 8 - (n > 0 ? skip : 0);
    s->mask = bytes != NULL ? room(s->n_bits, 1) : NULL;
    s->in.bad |= s->mask == NULL;
    for (size_t i = 0; !s->in.bad && i < s->n_bits; i++)
        s->mask[i] = bytes[(i + skip) / 8] >> (7 - (i + skip) % 8) & 1;
}

/* Whether the next optional field is there. */
static inline bool present(scene_reader *s)
{
    if (s->in.bad)
        return false;
    if (s->bit >= s->n_bits && fault(s->mask_fault)) {
        s->in.bad = true;
        return false;
    }
    return s->mask[s->bit++] == 0;
}

static inline uint32_t get_length(scene_reader *s)
{
    const uint8_t *start = s->in.at;
    uint32_t first = get_u8(&s->in), n = first;
    if (first >= 0xc0)
        n = (first & 0x3f) << 16 | get_be16(&s->in);
    else if (first >= 0x80)
        n = (first & 0x3f) << 8 | get_u8(&s->in);
    unsee(start, s->in.at);
    if (!s->in.bad)
        saw(start, (size_t)(s->in.at - start), n);
    return n;
}

/* The number of elements of a list, if they fit. */
static inline uint32_t get_count(scene_reader *s, uint32_t least)
{
    uint32_t n = get_length(s);
    return fits(&s->in, n, least) ? n : 0;
}

static inline char *get_string(scene_reader *s) { return get_chars(&s->in, get_length(s)); }
static inline char *opt_string(scene_reader *s) { return present(s) ? get_string(s) : NULL; }
static inline int32_t opt_int(scene_reader *s) { return present(s) ? (int32_t)get_be32(&s->in) : NONE; }

static inline float *get_floats(scene_reader *s, uint32_t n)
{
    float *list = fits(&s->in, n, 4) ? room(n, sizeof *list) : NULL;
    s->in.bad |= list == NULL;
    for (uint32_t i = 0; !s->in.bad && i < n; i++)
        list[i] = get_bef(&s->in);
    return list;
}

/* Room for the elements of a list; NULL, and the file is bad, when there is none. */
static inline void *new_list(scene_reader *s, uint32_t n, size_t size)
{
    void *list = s->in.bad ? NULL : room(n, size);
    s->in.bad |= list == NULL;
    return list;
}

#endif
