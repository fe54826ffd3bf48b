/* test_watch.c - the first error from an offset on is the same one whether others are looked at or not */
#include "../support/build.h"

#include "engine/check/check.h"
#include "formats/a3d1/a3d1.h"
#include "formats/tanki/tanki.h"

#include <string.h>

/* What is reported of the values of a document without their findings. */
typedef struct watched {
    uint32_t error;
    unsigned reported;
    uint64_t steps;
} watched;

static watched check(a3d_doc *doc, uint32_t from, uint32_t known, bool watches)
{
    a3d_ctx ctx;
    assert_int_equal(a3d_resume(&ctx, doc), A3D_OK);
    uint64_t steps = doc->steps;
    ctx.quiet = true;
    ctx.watches = watches;
    ctx.watched_from = from;
    ctx.watched_error = known;
    a3d_check_values(&ctx, 0);
    return (watched){ctx.watched_error, ctx.reported, doc->steps - steps};
}

/* Watches from each offset on, with and without an error that is known. */
static void expect_same(const a3d_format *format, uint32_t version, const char *const *words, unsigned errors)
{
    build b;
    unsigned places = 0;
    uint32_t last = UINT32_MAX;
    build_make(&b, format, version, words);
    uint32_t size = b.doc->streams[0].size;
    for (uint32_t from = 0; from <= size; from++)
        for (unsigned k = 0; k < 2; k++) {
            uint32_t known = k == 0 ? UINT32_MAX : size / 2;
            watched all = check(b.doc, from, known, false), one = check(b.doc, from, known, true);
            assert_int_equal(one.error, all.error);
            assert_int_equal(one.steps, all.steps);
            assert_true(one.reported <= all.reported);
            places += k == 0 && all.error != last && all.error != UINT32_MAX;
            last = k == 0 ? all.error : last;
        }
    assert_int_equal(places, errors);
    build_free(&b);
}

static void numbers(void **unused)
{
    (void)unused;
    expect_same(&a3d_format_tanki, 3,
                WORDS("transforms+={name=\"a\",rotation={w=1},scale={x=1,y=1,z=1}}", "transforms.parents={-1}",
                      "transforms+={name=\"b\",rotation={w=nan},scale={x=1,y=nan,z=1}}", "transforms.parents={-1,-1}"),
                2);
}

static void values_of_arrays(void **unused)
{
    (void)unused;
    expect_same(&a3d_format_a3d1, 1, WORDS("boxes+=1", "boxes[0].id=0", "boxes[0].box={0,nan,0,nan,1,nan}"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(values_of_arrays),
    };
    return cmocka_run_group_tests_name("the first error", tests, NULL, NULL);
}
