/* Bytes that were written over several fields: no number among them is called the likely cause, and fix changes
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "engine/fix/fix.h"
#include "lint/fix.h"
#include "lint/generate.h"

typedef struct over {
    const a3d_format *format;
    const char *version;
    uint64_t seed;
    size_t size, at;
    const char *bytes;
} over;

/* Each hits a number, and what is before or after it. */
static const over list[] = {
    {&a3d_format_tanki, "2", 902, 4096, 223, "Lorem ipsum dolo"},
    {&a3d_format_tanki, "2", 906, 4096, 3822, "Lorem ipsum "},
    {&a3d_format_odol, "73", 903, 4096, 2536, "Lorem ip"},
    {&a3d_format_odol, "73", 900, 4096, 14, "Lorem ipsum dolo"},
    /* a list of numbers before them would have room for all of them */
    {&a3d_format_odol, "73", 903, 4096, 2200, "\xff\xff\xff\xff\xff\xff\xff\xff"},
    /* an instruction of packed data would take them for content */
    {&a3d_format_odol, "73", 2, 20000, 15306, "Lorem ipsum dolo"},
};

static void expect_nothing_likely(const over *o)
{
    a3d_arena arena;
    a3d_text file;
    a3d_wish wish = {.format = o->format, .seed = o->seed, .size = o->size};
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    for (const a3d_version *v = o->format->versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, o->version) == 0 && v->branch == NULL ? v : wish.version;
    a3d_text_init(&file, &arena);
    assert_null(a3d_generate_random(&arena, &wish, &file));
    memcpy(file.data + o->at, o->bytes, strlen(o->bytes));
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    print_message("%s %u: %s\n", o->format->name, (unsigned)o->at, result->doc->findings[0].message);
    assert_int_equal(result->verdict, A3DLINT_INVALID);
    for (size_t i = 0; i < result->doc->n_findings; i++)
        assert_false(a3d_has_proven_cause(&result->doc->findings[i]));
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(x.n_fixed, 0);
    a3d_arena_free(&arena);
}

static void no_number_is_the_cause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_nothing_likely(&list[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_number_is_the_cause)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
