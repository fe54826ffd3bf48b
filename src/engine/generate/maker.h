/* maker.h - random documents: what the engine and the formats share while one is made.
 *
 * The engine walks the tables in wire order and decides by chance whether a field is there, what it holds and how
 * long a list is; domains, keys, references and relations hold afterwards. What no table says a format puts right
 * in two functions of its own (a3d_format.choose and .mend).
 *
 * The order in which chance is asked must not be left to the compiler: one question in an expression, or operators
 * between them that fix the order. */
#ifndef A3D_ENGINE_GENERATE_MAKER_H
#define A3D_ENGINE_GENERATE_MAKER_H

#include "base/text.h"
#include "engine/document/context.h"
#include "engine/generate/random.h"

/* What a3d_format.choose returns when it leaves a field to the engine. */
enum { A3D_UNCHOSEN = 100 };

typedef struct a3d_maker {
    a3d_ctx ctx;
    a3d_random random;
    int64_t size;      /* bytes that were asked for */
    int64_t room;      /* bytes that may still be spent */
    int64_t next_key;  /* of elements that others name; no two are equal */
    bool plain;        /* only ordinary values and forms */
    bool odd;          /* lengths and masks may be longer than they need be */
    struct a3d_places *places; /* of keys that can be referred to (maker_links.c) */
    void *own;         /* of the format */
} a3d_maker;

/* A random document of a version. `size` is about how many bytes it should take, `branches` as for a3d_generate.
 * Returns NULL and says why in *why when memory ran out. It is valid as far as tables and hooks know. */
a3d_doc *a3d_make_document(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches, uint64_t seed,
                           uint64_t size, bool plain, const char **why);

/* ---- for formats; those that return int return A3D_OK or A3D_STOP ---- */

/* Gives a field, whose row is set, random content. */
int a3d_make(a3d_maker *m, uint32_t node);
/* Gives a list this many random elements. */
int a3d_make_list(a3d_maker *m, uint32_t list, uint32_t count);
/* Text, or bytes that hold `count` elements, as the content of a list. */
int a3d_make_text(a3d_maker *m, uint32_t node, const char *text);
int a3d_make_content(a3d_maker *m, uint32_t node, const a3d_text *bytes, uint32_t count);
/* Now and then a list's block is packed, or its inline count is longer than it need be; contents are given that already. */
void a3d_choose_form(a3d_maker *m, uint32_t list);
/* Sets a scalar field of a record when it is there. */
void a3d_make_value(a3d_maker *m, uint32_t record, unsigned slot, int64_t value);
/* A name that no other call gave, in `out`. */
void a3d_make_name(a3d_maker *m, const char *stem, char out[40]);

/* How many elements to make: `least`, or a few more, as far as `most` and the room at `each` bytes allow. */
uint32_t a3d_few(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each);
/* The same for what makes up the bulk of a file: up to half of the room that is left. */
uint32_t a3d_many(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each);

/* Appends a number in a wire type and the given byte order. */
void a3d_put_type(a3d_text *out, unsigned type, int64_t value, bool big);
/* The bits of a random number between lo / 2^k and hi / 2^k. */
uint32_t a3d_make_float(a3d_maker *m, int64_t lo, int64_t hi, unsigned k);
/* A direction of length 1 in units of 2^-20, never longer. */
void a3d_make_direction(a3d_maker *m, int64_t out[3]);
/* The square root, rounded down. */
uint64_t a3d_root(uint64_t square);

/* Whether the file is to be so large that what makes up its bulk must be there. */
static inline bool a3d_is_bulky(const a3d_maker *m)
{
    return m->size >= 4096;
}

static inline bool a3d_luck(a3d_maker *m, uint32_t n, uint32_t of)
{
    return a3d_random_chance(&m->random, n, of);
}

#endif
