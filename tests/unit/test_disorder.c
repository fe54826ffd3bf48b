/* Which repair of a packed block gives the most orderly content: how disorder is measured, how few repairs are unpacked
 * to find the least, and how the repairs are sorted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "engine/diagnose/packed.h"

enum { MOST = 60000, START = 5, WEIGHED = 512 };

/* A block whose only instruction copies its content, behind START bytes of a stream. */
typedef struct block {
    uint8_t stream[MOST + 1024], out[MOST], *literals;
    a3d_doc doc;
    a3d_search s;
    a3d_packed_block b;
} block;

static void make_block(block *k, const uint8_t *content, uint32_t size, uint32_t stride)
{
    enum { SHORT = 18, END = 3 };
    uint8_t *p = k->stream + START;
    memset(k, 0, sizeof *k);
    if (size < SHORT) {
        *p++ = (uint8_t)(17 + size);
    } else {
        *p++ = 0; /* 18 literals, 255 more for each zero, and as many as the next byte says */
        for (uint32_t left = size - SHORT; left > 255; left -= 255)
            p++;
        *p++ = (uint8_t)((size - SHORT + 254) % 255 + 1);
    }
    k->literals = p;
    memcpy(p, content, size);
    memcpy(p + size, "\x11\0", END);
    a3d_arena_init(&k->s.arena, NULL);
    k->s.doc = &k->doc;
    k->s.copy = k->stream;
    k->s.budget = 1 << 30;
    k->b = (a3d_packed_block){.s = &k->s, .start = START, .n = (uint32_t)(p + size + END - k->stream) - START, .size = size,
                              .stride = stride, .out = k->out};
}

/* Another byte for one of the content, or the same. */
static a3d_packed_fit fit_at(const block *k, uint32_t at, uint8_t byte)
{
    return (a3d_packed_fit){.off = (uint32_t)(k->literals - k->stream) - START + at, .byte = byte, .disorder = UINT64_MAX};
}

/* ---- how disorder is measured ---- */

/* Bytes with `values` values in turn, in elements of `stride` bytes; what a writer needs for them, in bits times 256. */
static const struct measured {
    const char *name;
    uint32_t size, values, stride;
    uint64_t disorder;
} measured[] = {
    {"one column", 64, 4, 1, 64 * 2 * 256},
    {"two columns", 64, 4, 2, 64 * 256},
    {"columns that mix", 48, 4, 3, 48 * 2 * 256},
    {"columns of one value", 64, 4, 4, 0},
    {"five columns", 80, 4, 5, 80 * 2 * 256},
    {"elements of 8 bytes", 64, 4, 8, 0},
    {"as many columns as there may be", 64, 16, 16, 0},
    {"too many columns", 256, 16, 17, 256 * 4 * 256},
    {"too many columns, of numbers", 64, 4, 24, 0},
    {"too many columns of numbers for 8 values", 64, 8, 20, 64 * 256},
    {"too many columns, of halves of numbers", 64, 4, 18, 64 * 2 * 256},
    {"all values", 256, 256, 1, 256 * 8 * 256},
    {"a byte", 1, 1, 1, 0},
    {"three bytes: the logarithm is linear between 2 and 4", 3, 3, 1, 3 * 384},
    {"two alike and a third", 3, 2, 1, 3 * 384 - 2 * 256},
    {"five bytes", 5, 5, 1, 5 * (512 + 64)},
    {"seven bytes", 7, 7, 1, 7 * (512 + 192)},
    {"columns of which one has more bytes", 5, 4, 2, 3 * 384 - 2 * 256 + 2 * 256},
};

static void disorder_is_what_a_writer_needs(void **state)
{
    (void)state;
    static block k;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const struct measured *m = &measured[i];
        uint8_t content[256];
        for (uint32_t at = 0; at < m->size; at++)
            content[at] = (uint8_t)(255 - at % m->values);
        make_block(&k, content, m->size, m->stride);
        a3d_packed_fit fit = fit_at(&k, 0, content[0]);
        *k.literals ^= 1;
        k.b.fits = &fit;
        k.b.n_fits = 1;
        a3d_rank_fits(&k.b);
        if (fit.disorder != m->disorder)
            fail_msg("%s: %u", m->name, (unsigned)fit.disorder);
        assert_int_equal(*k.literals, content[0] ^ 1); /* tried, and taken back */
        assert_memory_equal(k.out, content, m->size);
        assert_int_equal(k.doc.steps, m->size / 8 + m->size / 16 + WEIGHED);
        a3d_arena_free(&k.s.arena);
    }
}

/* No fit, one that is known, and a budget of which the half that other trials need is left. */
static void nothing_is_unpacked_without_need(void **state)
{
    (void)state;
    static block k;
    static const struct {
        uint64_t known, budget, least, disorder;
    } cases[] = {{UINT64_MAX, 1001, 2000, 3 * 384}, {UINT64_MAX, 1000, 2000, UINT64_MAX}, {7, 1 << 20, 0, 7}};
    make_block(&k, (const uint8_t *)"abc", 3, 1);
    a3d_rank_fits(&k.b);
    assert_int_equal(k.doc.steps, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_packed_fit fit = fit_at(&k, 0, 'a');
        fit.disorder = cases[i].known;
        k.s.budget = cases[i].budget;
        k.b.least = cases[i].least;
        k.b.fits = &fit;
        k.b.n_fits = 1;
        a3d_rank_fits(&k.b);
        assert_int_equal(fit.disorder, cases[i].disorder);
    }
    a3d_arena_free(&k.s.arena);
}

/* ---- how the best is found ---- */

enum { LEVELS = 200, MOST_FITS = 1500 };

/* Fits of each byte but the last ones, two at a place. What is nearer to the damage is a value that the block has more
 * often; the second fit of a place has one that it has less often. Returns how many fits were weighed. */
static uint64_t find_damage(block *k, a3d_packed_fit *fits, uint32_t places, uint32_t damage)
{
    static uint8_t content[MOST];
    uint32_t size = places;
    memset(content, 0, sizeof content);
    for (uint32_t level = 0; level <= LEVELS; level++)
        for (uint32_t i = level; i <= LEVELS + 1; i++)
            content[size++] = (uint8_t)(level + 1);
    make_block(k, content, size, 1);
    for (uint32_t i = 0; i < 2 * places; i++) {
        uint32_t at = places - 1 - i / 2, far = at < damage ? damage - at : at - damage;
        fits[i] = fit_at(k, at, (uint8_t)((far < LEVELS ? far : LEVELS - 1) + 1 + i % 2));
    }
    k->b.fits = fits;
    k->b.n_fits = 2 * places;
    a3d_rank_fits(&k->b);
    uint64_t weighed = 0;
    for (uint32_t i = 0; i < 2 * places; i++)
        weighed += fits[i].disorder != UINT64_MAX;
    assert_int_equal(k->doc.steps, weighed * (size / 8 + size / 16 + WEIGHED));
    a3d_arena_free(&k->s.arena);
    return weighed;
}

static void the_damage_is_found_with_few_trials(void **state)
{
    (void)state;
    static block k;
    static a3d_packed_fit fits[2 * MOST_FITS];
    static const struct {
        uint32_t places, damage, weighed;
    } cases[] = {
        {1, 0, 2}, {2, 0, 4}, {3, 2, 6}, {31, 5, 38}, {32, 0, 36}, {33, 32, 23}, {33, 16, 28}, {34, 17, 28}, {64, 63, 38},
        {100, 0, 35}, {100, 50, 38}, {100, 97, 35}, {100, 99, 32}, {101, 41, 39}, {300, 2, 54}, {300, 150, 55}, {300, 299, 43},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t weighed = find_damage(&k, fits, cases[i].places, cases[i].damage);
        assert_int_equal(fits[0].off, fit_at(&k, cases[i].damage, 0).off);
        assert_int_equal(fits[0].byte, 1);
        assert_int_equal(weighed, cases[i].weighed);
    }
}

/* ---- how fits are sorted ---- */

static void the_least_disorder_is_first_then_the_fewest_bits(void **state)
{
    (void)state;
    static block k;
    a3d_packed_fit fits[] = {{.off = 9, .disorder = 4}, {.off = 8, .disorder = 3, .bits = 2}, {.off = 7, .disorder = 3, .bits = 1, .byte = 1},
                             {.off = 6, .disorder = 3, .bits = 1, .byte = 2}, {.off = 6, .disorder = 3, .bits = 1, .byte = 1},
                             {.off = 5, .disorder = 2, .bits = 8}, {.off = 4, .disorder = 3, .bits = 1}};
    static const struct {
        uint32_t off;
        uint8_t byte;
    } sorted[] = {{5, 0}, {7, 1}, {6, 1}, {6, 2}, {4, 0}, {8, 0}, {9, 0}};
    make_block(&k, (const uint8_t *)"abc", 3, 1);
    k.b.fits = fits;
    k.b.n_fits = sizeof fits / sizeof *fits;
    a3d_rank_fits(&k.b);
    for (size_t i = 0; i < k.b.n_fits; i++) {
        assert_int_equal(fits[i].off, sorted[i].off);
        assert_int_equal(fits[i].byte, sorted[i].byte);
    }
    assert_int_equal(k.doc.steps, 0);
    a3d_arena_free(&k.s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(disorder_is_what_a_writer_needs),
                                       cmocka_unit_test(nothing_is_unpacked_without_need),
                                       cmocka_unit_test(the_damage_is_found_with_few_trials),
                                       cmocka_unit_test(the_least_disorder_is_first_then_the_fewest_bits)};
    return cmocka_run_group_tests_name("disorder", tests, NULL, NULL);
}
