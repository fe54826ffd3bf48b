/* Random files: valid, the same for the same seed, and whole in every way that must hold of any input. Files that break
 * a rule: that rule and no other, for every rule there is. */
#include "a3dlint_generate.h"
#include "../../harnesses/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FILES = 300, SLOW_FILES = 30 }; /* of each family */

/* Every version that can be made, in turn. */
static a3dlint_wish wish_of(const a3d_format *format, unsigned i, uint64_t size)
{
    a3dlint_wish wish = {.format = format, .seed = i, .size = size};
    unsigned n = 0, k = 0;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        n += v->generated;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated && k++ == i % n)
            wish.version = v;
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        if (wish.version->branch != NULL ? strcmp(b->name, wish.version->branch) == 0
                                         : wish.version->number >= b->since && wish.version->number <= b->until)
            wish.branch = b->mask;
    return wish;
}

static void check_file(const a3d_format *format, unsigned seed, const a3d_text *file)
{
    judged j = judge(format, (const uint8_t *)file->data, (uint32_t)file->size);
    if (j.broken[0] != '\0' || j.errors > 0 || j.limited != 0)
        fail_msg("%s seed %u: %u errors %s", format->name, seed, j.errors, j.broken);
}

/* Files of chance are valid, differ from seed to seed, and do not fall back to the smallest document. */
static void test_valid(void **state)
{
    (void)state;
    unsigned files = getenv("A3D_TEST_SLOW") != NULL ? SLOW_FILES : FILES;
    if (getenv("A3D_TEST_FILES") != NULL)
        files = (unsigned)atoi(getenv("A3D_TEST_FILES"));
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++) {
        size_t total = 0;
        unsigned small = 0;
        for (unsigned i = 0; i < files; i++) {
            a3d_arena arena;
            a3d_text file, again;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&file, &arena);
            a3d_text_init(&again, &arena);
            a3dlint_wish wish = wish_of(*f, i, 200 + i % 7 * 900);
            assert_null(a3dlint_generate(&arena, &wish, &file));
            assert_null(a3dlint_generate(&arena, &wish, &again));
            assert_int_equal(file.size, again.size);
            assert_memory_equal(file.data, again.data, file.size);
            check_file(*f, i, &file);
            total += file.size;
            wish.size = 0;
            assert_null(a3dlint_generate(&arena, &wish, &again));
            small += file.size == again.size;
            a3d_arena_free(&arena);
        }
        printf("%s: %u files, %u bytes on average, %u smallest\n", (*f)->name, files, (unsigned)(total / files), small);
        assert_in_range(small, 0, files / 20);
    }
}

/* Rules on what a link leads to; a file alone cannot break them. */
static bool is_about_others(const a3d_rule *rule)
{
    return strncmp(rule->id, "m3g/link-", 9) == 0 || strcmp(rule->id, "m3g/content-size-sum") == 0;
}

/* The files that break rules break them alone; with a seed where the tables say how, else the small ones. */
static void test_breaks(void **state)
{
    (void)state;
    unsigned rules = 0, random = 0, linked = 0, slow = getenv("A3D_TEST_SLOW") != NULL;
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const a3d_rule *rule = &(*f)->rules[i];
            a3d_arena arena;
            a3d_text small, file;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&small, &arena);
            a3d_text_init(&file, &arena);
            a3dlint_wish wish = wish_of(*f, 0, 0);
            const char *why = a3dlint_break(&arena, rule, &wish, false, &small);
            if (is_about_others(rule)) {
                linked++;
                a3d_arena_free(&arena);
                continue;
            }
            if (why != NULL || !a3dlint_breaks_alone(&arena, rule, *f, (const uint8_t *)small.data, small.size))
                fail_msg("%s: %s", rule->id, why != NULL ? why : "does not fire alone");
            assert_null(a3dlint_break(&arena, rule, &wish, true, &file));
            if (a3dlint_breaks_alone(&arena, rule, *f, (const uint8_t *)file.data, file.size))
                fail_msg("%s: fires on the neighbour too", rule->id);
            wish = wish_of(*f, i, slow ? 0 : 1500);
            assert_null(a3dlint_break(&arena, rule, &wish, false, &file));
            if (!a3dlint_breaks_alone(&arena, rule, *f, (const uint8_t *)file.data, file.size))
                fail_msg("%s: does not fire alone with a seed", rule->id);
            random += file.size != small.size;
            if (getenv("A3D_TEST_FILES") != NULL && file.size != small.size)
                printf("%s by its table\n", rule->id);
            rules++;
            a3d_arena_free(&arena);
        }
    printf("%u rules, %u broken by what the tables say; %u more need several files\n", rules, random, linked);
    assert_in_range(linked, 0, 12);
    assert_in_range(rules, 600, 2000);
    if (!slow)
        assert_in_range(random, 100, rules);
}

/* What is sound breaks nothing alone. */
static void test_sound(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    a3dlint_wish wish = wish_of(a3dlint_format("m3g", 3), 0, 0);
    assert_null(a3dlint_generate(&arena, &wish, &file));
    assert_false(a3dlint_breaks_alone(&arena, a3dlint_rule("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    file.data[file.size - 1] ^= 1;
    assert_true(a3dlint_breaks_alone(&arena, a3dlint_rule("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    file.data[12] = 7;
    assert_false(a3dlint_breaks_alone(&arena, a3dlint_rule("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_valid), cmocka_unit_test(test_breaks), cmocka_unit_test(test_sound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
