/* Plain lists whose elements differ by one count: they are skipped as if one by one, whatever is in them. */
#include "engine/document/flat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 200, ROOM = MOST * 64 };

/* One by one, as the contract says. */
static uint32_t skip_slowly(const a3d_flat_plan *plan, const uint8_t *data, uint32_t left, uint32_t count, uint32_t *size)
{
    uint32_t pos = 0, i = 0;
    for (; i < count && left - pos > plan->at; i++) {
        uint32_t n = data[pos + plan->at], one = plan->base + plan->unit * n;
        if (n < plan->lo || n > plan->hi || one > left - pos)
            break;
        pos += one;
    }
    *size = pos;
    return i;
}

static void compare(const a3d_flat_plan *plan, const uint8_t *data, uint32_t left, uint32_t count)
{
    uint32_t size = 7, expected = 7;
    uint8_t *copy = malloc(left > 0 ? left : 1); /* so that a sanitizer sees a look beyond */
    assert_non_null(copy);
    memcpy(copy, data, left);
    uint32_t n = skip_slowly(plan, copy, left, count, &expected);
    assert_int_equal(a3d_flat_skip(plan, copy, left, count, &size), n);
    assert_int_equal(size, expected);
    free(copy);
}

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

/* Fills `count` elements, whose numbers are drawn anew after runs of up to `run`. Returns their size. */
static uint32_t fill(const a3d_flat_plan *plan, uint8_t *data, uint32_t count, uint32_t run, uint32_t *seed)
{
    uint32_t pos = 0, n = plan->lo;
    for (uint32_t i = 0, left = 0; i < count; i++, left--) {
        if (left == 0) {
            left = 1 + draw(seed, run);
            n = plan->lo + draw(seed, plan->hi - plan->lo + 1);
        }
        uint32_t one = plan->base + plan->unit * n;
        for (uint32_t k = 0; k < one; k++)
            data[pos + k] = (uint8_t)draw(seed, 6); /* often what a number may be */
        data[pos + plan->at] = (uint8_t)n;
        pos += one;
    }
    return pos;
}

static const a3d_flat_plan plans[] = {
    {.base = 1, .unit = 4, .at = 0, .lo = 3, .hi = 4}, {.base = 1, .unit = 2, .at = 0, .lo = 3, .hi = 4},
    {.base = 5, .unit = 4, .at = 2, .lo = 0, .hi = 1}, {.base = 1, .unit = 2, .at = 0, .lo = 2, .hi = 9},
    {.base = 2, .unit = 3, .at = 1, .lo = 1, .hi = 2}, {.base = 1, .unit = 4, .at = 0, .lo = 3, .hi = 3}};
enum { PLANS = sizeof plans / sizeof plans[0] };

/* Lists of each length, in runs and mixed, whole and cut within each of their last elements. */
static void test_lengths(void **state)
{
    (void)state;
    static uint8_t data[ROOM];
    uint32_t seed = 1;
    for (unsigned p = 0; p < PLANS; p++)
        for (uint32_t count = 0; count <= MOST; count += count < 40 ? 1 : 23)
            for (uint32_t run = 1; run <= 64; run *= 4) {
                uint32_t size = fill(&plans[p], data, count, run, &seed);
                compare(&plans[p], data, size, count);
                compare(&plans[p], data, size, count + 1);
                compare(&plans[p], data, size, count / 2);
                for (uint32_t cut = 1; cut <= size && cut < 90; cut++)
                    compare(&plans[p], data, size - cut, count);
            }
}

/* An invalid number in each element. */
static void test_invalid(void **state)
{
    (void)state;
    static uint8_t data[ROOM];
    uint32_t seed = 2, count = 60;
    for (unsigned p = 0; p < PLANS; p++)
        for (uint32_t run = 1; run <= 64; run *= 4) {
            uint32_t size = fill(&plans[p], data, count, run, &seed), pos = 0;
            for (uint32_t i = 0; i < count; i++) {
                uint8_t *number = &data[pos + plans[p].at], was = *number;
                const uint8_t bad[] = {0, (uint8_t)(plans[p].lo - 1), (uint8_t)(plans[p].hi + 1), 128, 255};
                for (unsigned k = 0; k < sizeof bad; k++) {
                    *number = bad[k];
                    compare(&plans[p], data, size, count);
                }
                *number = was;
                pos += plans[p].base + plans[p].unit * was;
            }
        }
}

/* ---- the plan of an element type ---- */

#define NUMBER(least, most) {.shape = {.kind = A3D_SCALAR, .type = A3D_U8}, \
    .domain = {.kind = A3D_RANGE, .lo = least, .hi = most, .vital = 1}}
#define FIELD(type_) {.shape = {.kind = A3D_SCALAR, .type = type_}}
#define ITEMS(type_, by, slot_, mul, add) {.shape = {.kind = A3D_ARRAY, .type = type_, .count_by = by, .slot = slot_, \
    .count_mul = mul, .count_add = add}}

static const struct form {
    const char *name;
    a3d_row rows[4];
    uint16_t n_rows;
    bool planned;
    a3d_flat_plan plan;
} forms[] = {
    {"items of two bytes", {NUMBER(3, 4), ITEMS(A3D_U16, A3D_COUNT_FIELD, 0, 1, 0)}, 2, true, {1, 2, 0, 3, 4}},
    {"items of four bytes, two for each", {NUMBER(0, 7), ITEMS(A3D_U32, A3D_COUNT_FIELD, 0, 2, 0)}, 2, true, {1, 8, 0, 0, 7}},
    {"one item more than is counted", {NUMBER(1, 2), ITEMS(A3D_U16, A3D_COUNT_FIELD, 0, 1, 1)}, 2, true, {3, 2, 0, 1, 2}},
    {"always as many items", {NUMBER(1, 2), ITEMS(A3D_U8, A3D_COUNT_FIELD, 0, 0, 3)}, 2, true, {4, 0, 0, 1, 2}},
    {"fields around the count", {FIELD(A3D_U16), NUMBER(1, 2), FIELD(A3D_I32), ITEMS(A3D_U8, A3D_COUNT_FIELD, 1, 1, 0)}, 4, true,
        {7, 1, 2, 1, 2}},
    {"a field that is not there", {NUMBER(1, 2), {.shape = {.kind = A3D_SCALAR, .type = A3D_U32}, .gate = {.since = 1}},
        ITEMS(A3D_U8, A3D_COUNT_FIELD, 0, 1, 0)}, 3, true, {1, 1, 0, 1, 2}},
    {"63 bytes at most", {NUMBER(3, 31), ITEMS(A3D_U16, A3D_COUNT_FIELD, 0, 1, 0)}, 2, true, {1, 2, 0, 3, 31}},
    {"items of a fixed number", {NUMBER(3, 4), ITEMS(A3D_U16, A3D_COUNT_FIXED, 0, 1, 3)}, 2, false, {0}},
};

static void a_plan_says_where_the_count_is_and_what_it_counts(void **state)
{
    (void)state;
    const a3d_doc doc = {.vars = {0}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const a3d_record type = {.rows = forms[i].rows, .n_rows = forms[i].n_rows};
        a3d_flat_plan plan;
        if (a3d_flat_plan_of(&doc, &type, &plan) != forms[i].planned)
            fail_msg("%s: %s plan", forms[i].name, forms[i].planned ? "no" : "a");
        if (forms[i].planned && memcmp(&plan, &forms[i].plan, sizeof plan) != 0)
            fail_msg("%s: base %u, unit %u, at %u, %u to %u", forms[i].name, (unsigned)plan.base, (unsigned)plan.unit,
                     (unsigned)plan.at, (unsigned)plan.lo, (unsigned)plan.hi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lengths), cmocka_unit_test(test_invalid),
                                       cmocka_unit_test(a_plan_says_where_the_count_is_and_what_it_counts)};
    return cmocka_run_group_tests_name("flat_skip", tests, NULL, NULL);
}
