/* Texts in the columns of a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/columns.h"
#include "report/common/shell.h"

static a3d_arena arena;

static void expect(a3d_text *t, const char *text)
{
    assert_false(t->failed);
    if (t->size != strlen(text) || memcmp(t->data, text, t->size) != 0)
        fail_msg("'%.*s' is not '%s'", (int)t->size, t->data, text);
    t->size = 0;
}

static unsigned columns(const char *text)
{
    return a3d_columns(text, strlen(text));
}

static void characters_have_their_columns(void **state)
{
    (void)state;
    assert_int_equal(columns(""), 0);
    assert_int_equal(columns("plain"), 5);
    assert_int_equal(columns("\xc3\xa9"), 1);                 /* e with an accent */
    assert_int_equal(columns("e\xcc\x81"), 1);                /* the same in two characters */
    assert_int_equal(columns("\xe6\xbc\xa2\xe5\xad\x97"), 4); /* two Chinese characters */
    assert_int_equal(columns("\xf0\x9f\x99\x82"), 2);         /* a face */
    assert_int_equal(columns("\xe2\x82\xac"), 1);             /* the euro sign */
    assert_int_equal(columns("\xff\xfe\xc3"), 3);             /* no UTF-8 */
    assert_int_equal(columns("\033[31mred\033[0m"), 3);
    assert_int_equal(columns("\033[1;31mred\033"), 4);
    assert_int_equal(columns("\033[31"), 4); /* no whole sequence */
}

static void beginnings_fit(void **state)
{
    (void)state;
    assert_int_equal(a3d_columns_fit("abc", 3, 3), 3);
    assert_int_equal(a3d_columns_fit("abc", 3, 2), 2);
    assert_int_equal(a3d_columns_fit("abc", 3, 0), 0);
    assert_int_equal(a3d_columns_fit("a\xe6\xbc\xa2", 4, 2), 1);
    assert_int_equal(a3d_columns_fit("e\xcc\x81x", 4, 1), 3);
}

static void expect_row(const char *text, unsigned width, const char *row, const char *rest)
{
    size_t next, n = a3d_row_end(text, strlen(text), width, &next);
    if (n != strlen(row) || memcmp(text, row, n) != 0 || strcmp(text + next, rest) != 0)
        fail_msg("'%s' gives '%.*s' and '%s'", text, (int)n, text, text + next);
}

static void rows_end_where_they_can(void **state)
{
    (void)state;
    expect_row("one two three", 20, "one two three", "");
    expect_row("one two three", 13, "one two three", "");
    expect_row("one two three", 12, "one two", "three");
    expect_row("one two three", 7, "one two", "three");
    expect_row("one two   three", 8, "one two", "three");
    expect_row("one\ntwo", 20, "one", "two");
    expect_row("one\n  two", 3, "one", "two");
    expect_row("\ntwo", 3, "", "two");
    expect_row("abcdefgh", 3, "abc", "defgh");
    expect_row("\xe6\xbc\xa2x", 1, "\xe6\xbc\xa2", "x"); /* one at least */
    /* Long words: after punctuation, not inside a number, and not at a space that leaves the row nearly empty. */
    expect_row("objects[0].animationTracks", 20, "objects[0].", "animationTracks");
    expect_row("a/b/cdefghi", 8, "a/b/", "cdefghi");
    expect_row("[1.25,2.5]", 8, "[1.25,", "2.5]");
    expect_row("key: abcdefgh.ijklmnop", 18, "key: abcdefgh.", "ijklmnop");
    expect_row("odol/CowBoyHat.p3d: 50", 16, "odol/", "CowBoyHat.p3d: 50");
    expect_row("\"odol/CowBoyHat.p3d\"", 17, "\"odol/", "CowBoyHat.p3d\"");
    expect_row("bbox.min.x", 9, "bbox.", "min.x");
    expect_row("- abcdefghijklmnop", 10, "-", "abcdefghijklmnop");
    /* A single letter goes with its value. */
    expect_row("x 0.25, y -0.75, z 0.5", 20, "x 0.25, y -0.75,", "z 0.5");
}

static void texts_are_filled(void **state)
{
    a3d_text t;
    (void)state;
    a3d_text_init(&t, &arena);
    a3d_put_filled(&t, "one two three four", 18, 6, 2, 12);
    expect(&t, "one\n  two three\n  four");
    a3d_put_filled(&t, "one two three four", 18, 6, 2, 0);
    expect(&t, "one two three four");
    a3d_put_filled(&t, "", 0, 6, 2, 12);
    expect(&t, "");
    a3d_put_filled(&t, "a b", 3, 90, 2, 12); /* nothing fits beside what is there */
    expect(&t, "a\n  b");
    a3d_text_free(&t);
}

static void put_wrapped(a3d_text *t, const char *text, unsigned width)
{
    a3d_put_wrapped(t, text, strlen(text), width);
}

static void lines_are_wrapped(void **state)
{
    a3d_text t;
    (void)state;
    a3d_text_init(&t, &arena);
    put_wrapped(&t, "short\n  indented words go on\n\nend", 16);
    expect(&t, "short\n  indented words\n      go on\n\nend");
    put_wrapped(&t, "short\n  indented words go on\n", 0);
    expect(&t, "short\n  indented words go on\n");
    put_wrapped(&t, "                    deep words go on\n", 24); /* the indent leaves half of the width */
    expect(&t, "                    deep\n            words go on\n");
    put_wrapped(&t, "\033[31m- red words that go on\033[0m\n", 12);
    expect(&t, "\033[31m- red words\n    that go\n    on\033[0m\n");
    a3d_text_free(&t);
}

static void put_shortened(a3d_text *t, const char *path, unsigned width)
{
    a3d_put_shortened(t, path, strlen(path), width);
}

static void paths_are_shortened(void **state)
{
    a3d_text t;
    (void)state;
    a3d_text_init(&t, &arena);
    put_shortened(&t, "sections[1].objects[0].name", 27);
    expect(&t, "sections[1].objects[0].name");
    put_shortened(&t, "sections[1].objects[0].userParameters", 36);
    expect(&t, "sections[1]...userParameters");
    put_shortened(&t, "/home/somebody/models/ships/a.m3g", 24);
    expect(&t, "/home/.../ships/a.m3g");
    put_shortened(&t, "abcdefghijklmnopqrstuvwxyz", 13);
    expect(&t, "abc...tuvwxyz");
    put_shortened(&t, "abcdefghijklmnopqrstuvwxyz", 7); /* too narrow for anything */
    expect(&t, "abcdefghijklmnopqrstuvwxyz");
    for (unsigned width = 8; width < 60; width++) {
        put_shortened(&t, "lods[0].materials[12].stages[3].texture_is_rather_long", width);
        assert_true(a3d_columns(t.data, t.size) <= width);
        t.size = 0;
    }
    a3d_text_free(&t);
}

/* Whatever the text and the width: no row is wider, no word is lost, and it ends. */
static void any_text_fits(void **state)
{
    static const char parts[] = "ab .,/=\n\xc3\xa9\xe6\xbc\xa2 x1\033[0m}";
    uint32_t seed = 1;
    a3d_text t;
    (void)state;
    a3d_text_init(&t, &arena);
    for (unsigned round = 0; round < 5000; round++) {
        char text[120], words[120], out[1024];
        size_t n = 0, n_words = 0, n_out = 0;
        for (; n < sizeof text && (seed = seed * 1664525 + 1013904223) >> 24 > 3; n++)
            text[n] = parts[(seed >> 16) % (sizeof parts - 1)];
        unsigned width = 4 + round % 40;
        a3d_put_wrapped(&t, text, n, width);
        for (size_t i = 0, end; i < t.size; i = end + 1) {
            const char *line = memchr(t.data + i, '\n', t.size - i);
            end = line != NULL ? (size_t)(line - t.data) : t.size;
            assert_true(a3d_columns(t.data + i, end - i) <= width);
        }
        for (size_t i = 0; i < n; i++)
            if (text[i] != ' ' && text[i] != '\n')
                words[n_words++] = text[i];
        for (size_t i = 0; i < t.size && n_out < sizeof out; i++)
            if (t.data[i] != ' ' && t.data[i] != '\n')
                out[n_out++] = t.data[i];
        assert_int_equal(n_out, n_words);
        assert_memory_equal(out, words, n_words);
        t.size = 0;
    }
    a3d_text_free(&t);
}

/* Takes out each `what`, and puts `by` there. */
static void replace(a3d_text *t, const char *what, const char *by)
{
    size_t n = strlen(what), kept = 0;
    for (size_t i = 0; i < t->size;) {
        bool here = i + n <= t->size && memcmp(t->data + i, what, n) == 0;
        if (here) {
            memcpy(t->data + kept, by, strlen(by));
            kept += strlen(by);
            i += n;
        } else {
            t->data[kept++] = t->data[i++];
        }
    }
    t->size = kept;
}

static void commands_have_rows(void **state)
{
    static const char *const commands[] = {
        "a3dlint edit FILE 'a=1' -o OUT", "a3dlint edit FILE 'name=\"two words\"' -o OUT", "a", "",
        "edit 'bytes=hex:00000000000000000000000000000000000000000000000000000000000000000000000' -o OUT",
        "edit it\\'s=plainandverylongwithoutanyspacesinitsothatitmustbebrokenoutsideofquotes -o OUT",
        "edit 'it'\\''s=quotedandverylongwithoutanyspacesinitsothatitmustbebroken' -o OUT"};
    a3d_text t;
    (void)state;
    a3d_text_init(&t, &arena);
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        for (unsigned width = 12; width < 100; width++) {
            a3d_put_command_rows(&t, commands[i], strlen(commands[i]), 2, width);
            for (size_t k = 0, end; k < t.size; k = end + 1) {
                const char *line = memchr(t.data + k, '\n', t.size - k);
                end = line != NULL ? (size_t)(line - t.data) : t.size;
                assert_true(a3d_columns(t.data + k, end - k) <= width);
            }
            replace(&t, " \\\n      ", " ");
            replace(&t, "'\\\n'", "");
            replace(&t, "\\\n", "");
            assert_int_equal(t.size, 2 + strlen(commands[i]));
            assert_memory_equal(t.data + 2, commands[i], t.size - 2);
            t.size = 0;
        }
    a3d_text_free(&t);
}

static int begin(void **state)
{
    (void)state;
    a3d_arena_init(&arena, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    a3d_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_their_columns), cmocka_unit_test(beginnings_fit),
        cmocka_unit_test(rows_end_where_they_can), cmocka_unit_test(texts_are_filled),
        cmocka_unit_test(lines_are_wrapped), cmocka_unit_test(paths_are_shortened), cmocka_unit_test(any_text_fits),
        cmocka_unit_test(commands_have_rows),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
