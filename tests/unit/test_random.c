/* Chance that is the same everywhere, and the values that rows allow and forbid. */
#include "lint/lint.h"
#include "engine/document/domain.h"
#include "engine/generate/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* The first numbers of the sequence as its inventors publish them. */
static void test_sequence(void **state)
{
    (void)state;
    a3d_random r = a3d_random_of(1234567);
    assert_true(a3d_random_next(&r) == UINT64_C(6457827717110365317));
    assert_true(a3d_random_next(&r) == UINT64_C(3203168211198807973));
    assert_true(a3d_random_next(&r) == UINT64_C(9817491932198370423));
    for (int i = 0; i < 1000; i++) {
        assert_true(a3d_random_below(&r, 3) < 3);
        int64_t value = a3d_random_between(&r, -2, 2);
        assert_true(value >= -2 && value <= 2);
        assert_true(a3d_random_between(&r, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
    }
    assert_int_equal(a3d_random_below(&r, 0), 0);
    assert_true(a3d_random_between(&r, 5, 4) == 5);
}

static void test_floats(void **state)
{
    (void)state;
    static const struct { int64_t n; unsigned k; float value; } cases[] = {
        {0, 7, 0}, {1, 0, 1}, {-3, 1, -1.5f}, {1, 20, 1.0f / 1048576}, {16777217, 0, 16777216}, {INT64_C(1) << 40, 40, 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t bits = a3d_float_bits(cases[i].n, cases[i].k);
        float value;
        memcpy(&value, &bits, sizeof value);
        assert_true(value == cases[i].value);
    }
}

static void test_types(void **state)
{
    (void)state;
    assert_true(a3d_type_fit(A3D_U8, 256) == 0);
    assert_true(a3d_type_fit(A3D_I8, 128) == -128);
    assert_true(a3d_type_fit(A3D_I16, -32769) == 32767);
    assert_true(a3d_type_fit(A3D_U32, -1) == UINT32_MAX);
    assert_true(a3d_type_fit(A3D_I32, UINT32_MAX) == -1);
    assert_true(a3d_type_fit(A3D_I64, INT64_MIN) == INT64_MIN);
}

/* Every scalar row of every format: legal values are legal, forbidden ones are not, all fit their type. */
static void test_rows(void **state)
{
    (void)state;
    a3d_random r = a3d_random_of(1);
    unsigned rows = 0, limited = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        for (unsigned i = 0; i < (*f)->n_records; i++) {
            const a3d_record *record = (*f)->records[i];
            for (unsigned k = 0; record != NULL && k < record->n_rows; k++) {
                const a3d_row *row = &record->rows[k];
                int64_t values[A3D_BOUNDARIES], bad;
                if (row->alts != NULL || (row->shape.kind != A3D_SCALAR && row->shape.kind != A3D_ARRAY) || row->shape.text)
                    continue;
                const a3d_domain *d = a3d_domain_of(row, row->shape.type);
                for (int n = 0; n < 50; n++) {
                    int64_t value = a3d_random_value(&r, row, row->shape.type);
                    assert_true(a3d_domain_holds(d, value));
                    assert_true(a3d_type_fit(row->shape.type, value) == value);
                }
                unsigned n = a3d_boundaries(row, row->shape.type, values);
                assert_in_range(n, 4, A3D_BOUNDARIES);
                for (unsigned v = 0; v < n; v++)
                    assert_true(a3d_type_fit(row->shape.type, values[v]) == values[v]);
                if (a3d_random_forbidden(&r, row, row->shape.type, &bad)) {
                    assert_false(a3d_domain_holds(d, bad));
                    limited++;
                }
                rows++;
            }
        }
    }
    assert_in_range(rows, 400, 2000);
    assert_in_range(limited, 150, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sequence), cmocka_unit_test(test_floats), cmocka_unit_test(test_types),
                                       cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
