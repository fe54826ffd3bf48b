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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lengths), cmocka_unit_test(test_invalid)};
    return cmocka_run_group_tests_name("flat_skip", tests, NULL, NULL);
}
