/* Bytes that were put into a file: the finding says how many, and where they are as far as the file shows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../support/build.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "formats/m3g/m3g.h"
#include "lint/fix.h"
#include "lint/generate.h"
#include "lint/steps.h"
#include "transfer/transfer.h"

enum { SIZE = 6000 };

static void make_other(a3d_arena *arena, const a3d_format *format, uint64_t seed, size_t size, a3d_text *file)
{
    a3d_wish wish = {.format = format, .seed = seed, .size = size};
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        wish.version = v->generated && v->branch == NULL ? v : wish.version;
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

static void expect_root(const a3d_result *result, const char *rule)
{
    assert_non_null(result);
    assert_true(result->verdict == A3DLINT_INVALID || result->verdict == A3DLINT_UNREADABLE);
    assert_string_equal(result->doc->findings[0].rule->id, rule);
    for (size_t i = 1; i < result->doc->n_findings; i++)
        assert_true(result->doc->findings[i].cause != A3D_NO_CAUSE);
}

static void make(a3d_arena *arena, const a3d_format *format, a3d_text *file)
{
    make_other(arena, format, 3, SIZE, file);
}

typedef enum where { ROUGHLY, BETWEEN, EXACTLY } where;

typedef struct put_in {
    const a3d_format *format;
    const char *step;
    uint32_t from, at; /* the place begins at `from` at the earliest, and covers `at` */
    where how;
} put_in;

static void expect_inserted(const put_in *c)
{
    a3d_arena arena;
    a3d_text was, is;
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    make(&arena, c->format, &was);
    make(&arena, c->format, &is);
    a3d_apply_step(c->step, &is);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
    const a3d_finding *f = &result->doc->findings[0];
    print_message("%s %s: %s\n", c->format->name, c->step, f->message);
    expect_root(result, "file/bytes-inserted");
    assert_true(f->off >= c->from && f->off <= c->at && f->off + f->size >= c->at);
    assert_int_equal(strstr(f->message, "probably inserted") != NULL, c->how == ROUGHLY);
    assert_int_equal(result->undone != NULL, c->how == EXACTLY);
    if (c->how == EXACTLY) {
        assert_int_equal(result->undone_size, was.size);
        assert_memory_equal(result->undone, was.data, was.size);
    }
    a3d_arena_free(&arena);
}

/* A checksum shows where they are, byte by byte; elsewhere fields of fixed content do. */
static void each_place(void **state)
{
    static const put_in cases[] = {
        {&a3d_format_m3g, "insert:1500-ff", 1500, 1500, EXACTLY},
        {&a3d_format_m3g, "insert:2500-3132333435363738", 2500, 2500, EXACTLY},
        {&a3d_format_m3g, "insert:100-00*64", 90, 100, EXACTLY},
        {&a3d_format_tanki, "insert:1600-3f", 1472, 1600, BETWEEN},
        {&a3d_format_tanki, "insert:2050-3132333435363738", 2050, 2050, EXACTLY},
        {&a3d_format_odol, "insert:1500-3132", 1500, 1500, EXACTLY},
        {&a3d_format_odol, "insert:2000-3132333435363738", 2000, 2000, EXACTLY},
        {&a3d_format_a3d2, "insert:1500-313233", 2, 1500, ROUGHLY},
        {&a3d_format_a3d2, "insert:700-99", 2, 700, ROUGHLY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_inserted(&cases[i]);
}

/* A byte that is moved over others which add up to the period of Adler-32 does not change it: the checksum then agrees
 * without either. `last`: the last of the bytes between, one less than what completes the period or not. */
static void expect_two_places(uint8_t last, bool two)
{
    enum { MANY = 256, PLACE = 2 + MANY + 1 };
    a3d_arena arena;
    build b;
    a3d_options options = {.format = NULL};
    build_make(&b, &a3d_format_m3g, 1, WORDS("sections[1].objects+={type=VertexArray,componentSize=1,componentCount=4,vertices+=79}"));
    uint32_t at = build_offset(b.doc, "sections[1].objects[1].vertices"), sum = build_offset(b.doc, "sections[1].checksum");
    uint32_t from = build_offset(b.doc, "sections[1].scheme");
    memset(b.bytes + at, 1, PLACE + 20);
    b.bytes[at + 1] = b.bytes[at + PLACE] = 0;
    memset(b.bytes + at + 2, 0xff, MANY);
    b.bytes[at + PLACE - 1] = last;
    a3d_store(b.bytes + sum, 4, a3d_adler32(1, b.bytes + from, sum - from), false);
    a3d_arena_init(&arena, NULL);
    assert_int_equal(a3d_lint(&arena, b.bytes, b.size, &options)->verdict, A3DLINT_VALID);
    uint8_t *is = a3d_arena_alloc(&arena, b.size + 1);
    memcpy(is, b.bytes, at + PLACE);
    memcpy(is + at + PLACE + 1, b.bytes + at + PLACE, b.size - at - PLACE);
    const a3d_result *result = a3d_lint(&arena, is, b.size + 1, &options);
    const a3d_finding *f = &result->doc->findings[0];
    print_message("%s\n", f->message);
    expect_root(result, "file/bytes-inserted");
    assert_int_equal(f->off, two ? at + 1 : at + PLACE);
    assert_int_equal(f->size, two ? PLACE : 1);
    assert_int_equal(result->undone == NULL, two);
    if (!two)
        assert_memory_equal(result->undone, b.bytes, b.size);
    a3d_arena_free(&arena);
    build_free(&b);
}

static void two_places_with_one_checksum(void **state)
{
    (void)state;
    expect_two_places(0xf1, true);
    expect_two_places(0xf0, false);
    expect_two_places(0xf2, false);
}

/* A few bytes of any kind before the file, in front of which the same bytes could be of a lost head. */
static void bytes_in_front(void **state)
{
    static const a3d_format *const formats[] = {&a3d_format_a3d1, &a3d_format_a3d2, &a3d_format_tanki, &a3d_format_m3g,
                                                &a3d_format_odol};
    (void)state;
    for (size_t i = 0; i < 15 * sizeof formats / sizeof *formats; i++) {
        a3d_arena arena;
        a3d_text was, is;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, formats[i / 15], &was);
        a3d_text_init(&is, &arena);
        for (size_t k = 0; k <= i % 15; k++)
            a3d_putc(&is, (char)(0x91 * (k + 1) ^ i));
        a3d_put(&is, was.data, was.size);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
        print_message("%s %zu: %s\n", formats[i / 15]->name, i % 15 + 1, result->doc->findings[0].message);
        expect_root(result, "file/text-before");
        assert_non_null(strstr(result->doc->findings[0].message, i % 15 == 0 ? "1 byte is before" : "bytes are before"));
        assert_int_equal(result->undone_size, was.size);
        assert_memory_equal(result->undone, was.data, was.size);
        a3d_arena_free(&arena);
    }
}

/* Four bytes are inserted into a list of numbers of four bytes. Without the number beside them the file is as sound, and
 * not without any bytes between: there are two places, four bytes apart. */
static void expect_numbers(const char *parents)
{
    a3d_arena arena;
    build b;
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    build_make(&b, &a3d_format_tanki, 3,
               WORDS("transforms+=4", "transforms[*].rotation.w=f:1", "transforms[*].scale={x=f:1,y=f:1,z=f:1}", parents));
    uint32_t at = build_offset(b.doc, "transforms.parents") + 16;
    uint8_t *is = a3d_arena_alloc(&arena, b.size + 4);
    memcpy(is, b.bytes, at);
    memset(is + at, 0xff, 4);
    memcpy(is + at + 4, b.bytes + at, b.size - at);
    const a3d_result *result = a3d_lint(&arena, is, b.size + 4, &options);
    const a3d_finding *f = &result->doc->findings[0];
    print_message("%s: %s\n", parents, f->message);
    expect_root(result, "file/bytes-inserted");
    assert_null(result->undone);
    assert_non_null(strstr(f->message, "4 bytes were inserted, probably between offsets"));
    a3d_arena_free(&arena);
    build_free(&b);
}

static void numbers_beside(void **state)
{
    (void)state;
    expect_numbers("transforms.parents={-1,0,0,0}");
    expect_numbers("transforms.parents={-1,0,0,1}");
    expect_numbers("transforms.parents={-1,0,0,-1}");
}

/* A length that is too small and bytes that are missing look different. */
static void other_damage(void **state)
{
    static const struct {
        const a3d_format *format;
        size_t at;       /* a byte of the length, which becomes smaller; 0: none */
        const char *step;
    } cases[] = {
        {&a3d_format_tanki, 12, NULL}, {&a3d_format_a3d2, 1, NULL},
        {&a3d_format_m3g, 29, NULL},   {&a3d_format_tanki, 0, "lose:1600-1612"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, cases[i].format, &file);
        if (cases[i].at > 0)
            file.data[cases[i].at]--;
        else
            a3d_apply_step(cases[i].step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_int_equal(result->verdict, A3DLINT_INVALID);
        print_message("%s: %s\n", cases[i].format->name, result->doc->findings[0].message);
        for (size_t k = 0; k < result->doc->n_findings; k++)
            assert_string_not_equal(result->doc->findings[k].rule->id, "file/bytes-inserted");
        a3d_arena_free(&arena);
    }
}

/* Bytes that a file of addresses lacks are not called too many of another number. */
static void lost_bytes(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (unsigned at = 300; at < 4000; at += 61) {
        a3d_arena arena;
        a3d_text file;
        char step[32];
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_odol, &file);
        snprintf(step, sizeof step, "lose:%u-%u", at, at + 1);
        a3d_apply_step(step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        seen += result->verdict == A3DLINT_INVALID;
        for (size_t k = 0; k < result->doc->n_findings; k++)
            assert_string_not_equal(result->doc->findings[k].rule->id, "file/bytes-inserted");
        a3d_arena_free(&arena);
    }
    assert_true(seen >= 40);
}

/* A file of which every LF became a CR may be valid. */
static void values_replaced(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make_other(&arena, &a3d_format_tanki, seed, 60000, &file);
        for (size_t i = 0; i < file.size; i++)
            file.data[i] = (char)(file.data[i] == '\n' ? '\r' : file.data[i]);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_int_equal(result->verdict, A3DLINT_INVALID);
        const a3d_finding *f = &result->doc->findings[0];
        if (strcmp(f->rule->id, "file/value-lost") == 0) {
            assert_non_null(strstr(f->message, "no byte of the file is 0x0a (LF)"));
            seen++;
        }
        a3d_arena_free(&arena);
    }
    assert_int_equal(seen, 12);
}

/* A valid file that never uses a value is not damaged: here LF, with other values where it would be, and TAB. */
static void values_not_used(void **state)
{
    (void)state;
    for (uint8_t unused = '\t'; unused <= '\r'; unused++) {
        enum { N = 8000 };
        a3d_arena arena;
        uint8_t bytes[N];
        a3d_trace traces[A3D_TRACES];
        a3d_arena_init(&arena, NULL);
        for (unsigned i = 0; i < N; i++)
            bytes[i] = (uint8_t)(i % 40 == unused ? 40 : i % 40);
        assert_int_equal(a3d_find_lost_value(&arena, bytes, N, traces), 0);
        for (unsigned i = 0; i < N; i++)
            bytes[i] = (uint8_t)(i % 40 == unused ? (unused == '\n' ? '\r' : '\n') : i % 40);
        assert_int_equal(a3d_find_lost_value(&arena, bytes, N, traces), unused == '\n' || unused == '\r');
        a3d_arena_free(&arena);
    }
}

static unsigned proven_causes(const a3d_result *result)
{
    unsigned n = 0;
    for (size_t i = 0; i < result->doc->n_findings; i++)
        for (unsigned k = 0; k < result->doc->findings[i].n_suspects; k++)
            n += result->doc->findings[i].suspects[k].proven;
    return n;
}

/* A few bytes after the end of a model look like a field that the null mask leaves out. */
static void bytes_after_a_mask(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = &a3d_format_a3d1};
        a3d_arena_init(&arena, NULL);
        make_other(&arena, &a3d_format_a3d1, seed, 3000, &file);
        a3d_put(&file, "\x33\x71\xc6\x0b", 4);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_int_equal(result->verdict, A3DLINT_INVALID);
        assert_int_equal(proven_causes(result), 0);
        a3d_arena_free(&arena);
    }
}

/* A place is not proven when another place would do as well that the trials did not reach, or that is only a few bytes
 * further on: an array of plain numbers takes any bytes, and packed data may go on. */
static void one_of_many_places(void **state)
{
    static const struct {
        const char *version, *step;
        unsigned seed, size;
    } cases[] = {{"60", "insert:448-00", 69, 2400}, {"73", "insert:14824-fb", 95, 12 << 10}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        const a3d_options options = {.format = &a3d_format_odol};
        a3d_wish wish = {.format = &a3d_format_odol, .seed = cases[i].seed, .size = cases[i].size};
        for (const a3d_version *v = a3d_format_odol.versions; v->text != NULL; v++)
            wish.version = strcmp(v->text, cases[i].version) == 0 ? v : wish.version;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &file));
        a3d_apply_step(cases[i].step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        expect_root(result, "file/bytes-inserted");
        print_message("%s\n", result->doc->findings[0].message);
        assert_null(result->undone);
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place),
        cmocka_unit_test(two_places_with_one_checksum),
        cmocka_unit_test(bytes_in_front),
        cmocka_unit_test(bytes_after_a_mask),
        cmocka_unit_test(one_of_many_places),
        cmocka_unit_test(values_replaced), cmocka_unit_test(values_not_used),
        cmocka_unit_test(other_damage), cmocka_unit_test(numbers_beside),
        cmocka_unit_test(lost_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
