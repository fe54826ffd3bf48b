/* The hash: known results, and the same ones whatever the parts are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"

enum { MOST = 1000 };

static void fill(uint8_t *data, size_t n, unsigned step)
{
    for (size_t i = 0; i < n; i++)
        data[i] = (uint8_t)(i * step);
}

static void expect(const void *data, size_t n, const char *hex)
{
    char text[2 * A3D_HASH_BYTES + 1];
    a3d_hash hash = a3d_hash_of(data, n);
    for (unsigned i = 0; i < A3D_HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", hash.bytes[i]);
    assert_string_equal(text, hex);
}

/* As other implementations give them, around the size of a block. */
static void known_results(void **state)
{
    (void)state;
    uint8_t data[MOST];
    expect("", 0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    expect("abc", 3, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    fill(data, MOST, 1);
    expect(data, 128, "c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1");
    expect(data, 129, "f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6a20652a9f9a337c1a2f5b9c9");
    fill(data, MOST, 7);
    expect(data, MOST, "6ac4bea923678eb024090384d6e767b5870f849057dc19b172d8d9f2df30bf8e");
}

static void parts_do_not_matter(void **state)
{
    (void)state;
    uint8_t data[MOST];
    fill(data, MOST, 13);
    for (size_t n = 0; n < MOST; n += 37) {
        a3d_hash whole = a3d_hash_of(data, n);
        for (size_t part = 1; part < 300; part += 1 + part / 3) {
            a3d_hasher h;
            a3d_hash_begin(&h);
            for (size_t i = 0; i < n; i += part)
                a3d_hash_add(&h, data + i, n - i < part ? n - i : part);
            a3d_hash hash = a3d_hash_end(&h);
            assert_memory_equal(hash.bytes, whole.bytes, A3D_HASH_BYTES);
        }
    }
}

static void texts_are_kept_apart(void **state)
{
    (void)state;
    a3d_hasher one, other;
    a3d_hash_begin(&one);
    a3d_hash_text(&one, "ab");
    a3d_hash_text(&one, "c");
    a3d_hash_begin(&other);
    a3d_hash_text(&other, "a");
    a3d_hash_text(&other, "bc");
    a3d_hash a = a3d_hash_end(&one), b = a3d_hash_end(&other);
    assert_memory_not_equal(a.bytes, b.bytes, A3D_HASH_BYTES);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_results),
        cmocka_unit_test(parts_do_not_matter),
        cmocka_unit_test(texts_are_kept_apart),
    };
    return cmocka_run_group_tests_name("blake2b", tests, NULL, NULL);
}
