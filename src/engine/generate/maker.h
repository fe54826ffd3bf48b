/* maker.h - makes random valid documents; shared by the engine and the formats
 *
 * The engine walks the tables in wire order and decides at random whether a field is present, what its value is and how
 * long a list is, within the limits of domains, keys, references and relations. What the tables cannot say is up to two
 * functions of the format (a3d_format.choose and .repair).
 *
 * A seed must give the same document on every machine, so random numbers must be drawn in a fixed order: at most one
 * call in an expression, unless its operators fix the order. */
#ifndef A3D_ENGINE_GENERATE_MAKER_H
#define A3D_ENGINE_GENERATE_MAKER_H

#include "base/text.h"
#include "engine/document/context.h"
#include "engine/generate/random.h"

/* Returned by a3d_format.choose when it leaves a field to the engine. */
enum { A3D_UNCHOSEN = 100 };

typedef struct a3d_maker {
    a3d_ctx ctx;
    a3d_random random;
    int64_t size;      /* requested bytes */
    int64_t room;      /* bytes that are left to spend */
    int64_t next_key;  /* the next key of elements that others refer to; every key is used once */
    bool plain;        /* only ordinary values and forms */
    bool odd;          /* lengths and masks may be longer than necessary */
    struct a3d_places *places; /* the keys that references can name (links.c) */
    void *own;         /* state of the format */
} a3d_maker;

/* Makes a random document of a version, as valid as tables and hooks can make it. `size` is its approximate size in
 * bytes, `branches` as for a3d_generate; `plain` restricts it to ordinary values and forms. Returns NULL when memory
 * ran out, with the reason in *why. */
a3d_doc *a3d_make_document(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches,
                           uint64_t seed, uint64_t size, bool plain, const char **why);

/* ---- for formats; functions that return int return A3D_OK or A3D_STOP ---- */

/* Gives a field, whose row is set, random content. */
int a3d_make(a3d_maker *m, uint32_t node);
/* Gives a list `count` random elements. */
int a3d_make_list(a3d_maker *m, uint32_t list, uint32_t count);
/* Set the content of an array or plain list: a text, or bytes that are `count` elements. */
int a3d_make_text(a3d_maker *m, uint32_t node, const char *text);
int a3d_make_content(a3d_maker *m, uint32_t node, const a3d_text *bytes, uint32_t count);
/* Sometimes packs a list's block or makes its inline count longer than necessary. The functions above do it already. */
void a3d_choose_form(a3d_maker *m, uint32_t list);
/* Sets a scalar field of a record if it is present. */
void a3d_make_value(a3d_maker *m, uint32_t record, unsigned slot, int64_t value);
/* Writes a new unique name to `out`. */
void a3d_make_name(a3d_maker *m, const char *stem, char out[40]);

/* A random count for a list: `least` or a few more, but no more than `most` and than fit the room at `each` bytes. */
uint32_t a3d_few(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each);
/* Like a3d_few for the bulk of a file: uses up to half of the remaining room. */
uint32_t a3d_many(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each);

/* Appends a number in a wire type and the given byte order. */
void a3d_put_type(a3d_text *out, unsigned type, int64_t value, bool big);
/* The bits of a random float between lo / 2^k and hi / 2^k. */
uint32_t a3d_make_float(a3d_maker *m, int64_t lo, int64_t hi, unsigned k);
/* A random direction in units of 2^-20. Its length is 1 or, from rounding, slightly less. */
void a3d_make_direction(a3d_maker *m, int64_t out[3]);
/* The square root, rounded down. */
uint64_t a3d_integer_root(uint64_t square);

/* Whether the requested file is so large that it needs bulk content, such as a mesh. */
static inline bool a3d_is_bulky(const a3d_maker *m)
{
    return m->size >= 4096;
}

static inline bool a3d_luck(a3d_maker *m, uint32_t n, uint32_t of)
{
    return a3d_random_chance(&m->random, n, of);
}

#endif
