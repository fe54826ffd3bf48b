/* loader.h - what the example loaders share: an entry, memory, a reader, and how a planted fault is announced.
 *
 * The loaders stand for those that people have: written from a description of the format, small, careful in most
 * places and not in all. Where one forgets to look, it says so first:
 *
 *     if (index >= n && fault(301)) return false;
 *     sum += values[index];
 */
#ifndef LOADER_H
#define LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Loads a file and gives everything back. 0: loaded; -1: refused. */
int load(const uint8_t *bytes, size_t size);

/* Announces a planted fault. The environment's LOADER_FAULTS tells what follows:
 *   abort (when unset)  says the number and aborts
 *   abort:FILE          also notes the number, once, in FILE.log
 *   go                  says the number and returns false: the loader runs into its fault
 *   record:FILE         notes the number, once, in FILE.log; returns true: the loader gives up, the run goes on */
bool fault(unsigned number);

/* A fault that lies before all others, so that fuzzers stumble over it again and again. Only loaders that are built with
 * LOADER_BRITTLE have any (harnesses/bench-shallow): then this says the number and aborts. */
#ifdef LOADER_BRITTLE
#include <stdio.h>
#include <stdlib.h>
#define stumble(number) (fprintf(stderr, "shallow fault %u\n", number), abort(), false)
#else
#define stumble(number) false
#endif

/* Counts an execution; the log of `record` tells after how many a fault was found. */
void fault_run(void);

/* Zeroed memory for `count` things of `size`, exactly; lives until rooms_free. NULL when that is too much. */
void *room(size_t count, size_t size);
void rooms_free(void);
/* Set when a file asked for more than an example loader gives. */
extern bool rooms_were_full;

/* ---- what is read, for those who compare (harnesses/second.h) ---- */

#ifdef LOADER_WATCHED
/* A number of `width` bytes was read. */
void saw(const uint8_t *at, size_t width, uint64_t value);
/* A text of `n` bytes was read. */
void saw_text(const uint8_t *at, size_t n);
/* A value is not there: the bytes end before it. */
void saw_end(void);
/* The file is no sound one of the first branch, and is read anew as the second. */
void saw_again(void);
/* What was read last, from here to there, was no value of its own. */
void unsee(const uint8_t *from, const uint8_t *to);
/* The bytes from here to there were unpacked to these. */
void saw_packed(const uint8_t *from, const uint8_t *to, const uint8_t *bytes, size_t size);
#else
#define saw(at, width, value) ((void)(at), (void)(value))
#define saw_end() ((void)0)
#define saw_again() ((void)0)
#define saw_text(at, n) ((void)(at), (void)(n))
#define unsee(from, to) ((void)(from), (void)(to))
#define saw_packed(from, to, bytes, size) ((void)(from), (void)(to), (void)(bytes), (void)(size))
#endif

/* ---- reading: beyond the end all values are 0, and `bad` is set ---- */

typedef struct reader {
    const uint8_t *at, *end;
    bool bad;
} reader;

static inline size_t left(const reader *r) { return (size_t)(r->end - r->at); }

static inline const uint8_t *take(reader *r, size_t n)
{
    if (r->bad || n > left(r)) {
        if (!r->bad)
            saw_end();
        r->bad = true;
        return NULL;
    }
    const uint8_t *p = r->at;
    r->at += n;
    return p;
}

/* Whether `count` elements of at least `least` bytes can follow. With LOADER_TRUSTS_COUNTS (harnesses/bench-shallow)
 * nothing is too much. */
static inline bool fits(reader *r, uint64_t count, uint64_t least)
{
#ifdef LOADER_TRUSTS_COUNTS
    least = 0;
#endif
    if (count * least > left(r)) {
        if (!r->bad)
            saw_end();
        r->bad = true;
    }
    return !r->bad;
}

#define GETTER(name, type, width, number)                   \
    static inline type name(reader *r)                      \
    {                                                       \
        const uint8_t *p = take(r, width);                  \
        if (p == NULL)                                      \
            return 0;                                       \
        type value = (type)(number);                        \
        saw(p, width, value);                               \
        return value;                                       \
    }
GETTER(get_u8, uint8_t, 1, p[0])
GETTER(get_le16, uint16_t, 2, (unsigned)p[0] | (unsigned)p[1] << 8)
GETTER(get_le32, uint32_t, 4, p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24)
GETTER(get_be16, uint16_t, 2, (unsigned)p[0] << 8 | (unsigned)p[1])
GETTER(get_be32, uint32_t, 4, (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3])
GETTER(get_be64, uint64_t, 8, (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
                              (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | p[7])
#undef GETTER

static inline float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float get_lef(reader *r) { return as_float(get_le32(r)); }
static inline float get_bef(reader *r) { return as_float(get_be32(r)); }

/* `n` bytes of a text, copied and ended by a NUL. */
static inline char *get_chars(reader *r, size_t n)
{
    const uint8_t *p = take(r, n);
    char *text = p != NULL ? room(n + 1, 1) : NULL;
    if (text != NULL && n > 0)
        memcpy(text, p, n);
    saw_text(p, text != NULL ? n : 0);
    r->bad |= text == NULL;
    return text;
}

/* A text up to and with its NUL. */
static inline char *get_text(reader *r)
{
    const uint8_t *end = memchr(r->at, 0, left(r));
    if (r->bad || end == NULL) {
        r->bad = true;
        return NULL;
    }
    char *text = get_chars(r, (size_t)(end - r->at));
    take(r, 1);
    return text;
}

#endif
