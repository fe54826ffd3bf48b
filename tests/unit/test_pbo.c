/* test_pbo.c - packed banks: which files are one, what its members are, and what its first bytes alone tell */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/jobs/unread.h"
#include "os/files.h"
#include "os/replace.h"

#define CPRS 0x43707273u
#define ENCR 0x456e6372u
enum { PLENTY = 1 << 20, LONGEST_NAME = 1023 };

static void put_words(a3d_text *out, uint32_t method, uint32_t unpacked, uint32_t packed)
{
    const uint32_t words[5] = {method, unpacked, 0, 0, packed};
    for (unsigned i = 0; i < 5; i++) {
        uint8_t bytes[4];
        a3d_store32(bytes, words[i], false);
        a3d_put(out, bytes, 4);
    }
}

static void put_entry(a3d_text *out, const char *name, uint32_t method, uint32_t unpacked, uint32_t packed)
{
    a3d_put(out, name, strlen(name) + 1);
    put_words(out, method, unpacked, packed);
}

static void put_zeros(a3d_text *out, size_t n)
{
    while (n-- > 0)
        a3d_putc(out, '\0');
}

/* A bank of the older kind, without "Vers": one member of so many bytes. */
static void put_old(a3d_text *out, const char *name, uint32_t method, uint32_t size)
{
    put_entry(out, name, method, 0, size);
    put_entry(out, "", 0, 0, 0);
    put_zeros(out, size);
}

static bool is_bank(const a3d_text *t, size_t size)
{
    uint8_t *exact = malloc(size + 1); /* so that a sanitizer sees one byte too far */
    assert_non_null(exact);
    memcpy(exact + 1, t->data, size);
    a3d_archive_kind kind = a3d_archive_kind_of(exact + 1, size);
    free(exact);
    assert_true(kind == A3D_NO_ARCHIVE || kind == A3D_PBO);
    return kind == A3D_PBO;
}

static void banks_of_the_older_kind_fill_their_file(void **state)
{
    static const struct {
        const char *name;
        uint32_t method;
        size_t more;
        bool bank;
    } cases[] = {
        {"a", 0, 0, true},         {"a", CPRS, 0, true},       {"a", ENCR, 0, false},   {"a", 1, 0, false},
        {"a", 0, 21, true},        {"a", 0, 20, false},        {"a", 0, 22, false},     {"a", 0, 1, false},
        {" ", 0, 0, true},         {"~", 0, 0, true},          {"\x7f", 0, 0, false},   {"\x1f", 0, 0, false},
        {"a\x1f", 0, 0, false},    {"a b", 0, 0, true},        {"a\xff", 0, 0, true},   {"\x80", 0, 0, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text t;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&t, &arena);
        put_old(&t, cases[i].name, cases[i].method, 7);
        put_zeros(&t, cases[i].more);
        if (is_bank(&t, t.size) != cases[i].bank)
            fail_msg("case %zu", i);
        for (size_t n = 0; n < t.size && cases[i].more == 0; n++)
            assert_false(is_bank(&t, n));
        a3d_arena_free(&arena);
    }
}

static void the_smallest_bank_has_a_name_of_a_letter(void **state)
{
    a3d_arena arena;
    a3d_text t;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    put_old(&t, "a", 0, 0);
    assert_true(is_bank(&t, t.size));
    t.size = 0;
    a3d_put(&t, "\0sreV", 5);
    assert_true(is_bank(&t, 5));
    assert_false(is_bank(&t, 4));
    a3d_arena_free(&arena);
}

static void names_are_bounded(void **state)
{
    (void)state;
    for (size_t n = LONGEST_NAME; n <= LONGEST_NAME + 1; n++) {
        char name[LONGEST_NAME + 2] = "";
        a3d_arena arena;
        a3d_text t;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&t, &arena);
        memset(name, 'a', n);
        put_old(&t, name, 0, 3);
        assert_int_equal(is_bank(&t, t.size), n == LONGEST_NAME);
        a3d_arena_free(&arena);
    }
}

/* ---- members ---- */

typedef struct bank {
    a3d_arena arena;
    a3d_text t;
    a3d_archive a;
} bank;

static void begin(bank *b)
{
    a3d_arena_init(&b->arena, NULL);
    a3d_text_init(&b->t, &b->arena);
    b->a = (a3d_archive){.most = PLENTY, .left = PLENTY, .little = PLENTY};
    a3d_put(&b->t, "\0sreV", 5);
    put_zeros(&b->t, 16);
    a3d_put(&b->t, "prefix\0some\0\0", 13);
}

static const char *open_bank(bank *b)
{
    return a3d_archive_open(&b->a, A3D_PBO, &b->arena, (uint8_t *)b->t.data, b->t.size);
}

/* The next member is this one: its data, or its problem. */
static void expect_member(bank *b, const char *name, const char *data, const char *problem)
{
    a3d_member m;
    assert_int_equal(a3d_archive_next(&b->a, &b->arena, &m), A3D_MEMBER);
    assert_string_equal(m.name, name);
    assert_true((m.problem != NULL) == (problem != NULL));
    if (problem != NULL)
        assert_string_equal(m.problem, problem);
    assert_false(m.limited);
    assert_int_equal(m.too_large, problem == NULL && data == NULL);
    if (data == NULL)
        return;
    assert_int_equal(m.size, strlen(data));
    assert_memory_equal(m.data, data, m.size);
}

static void expect_end(bank *b, a3d_member_status status, const char *why)
{
    a3d_member m;
    assert_int_equal(a3d_archive_next(&b->a, &b->arena, &m), status);
    if (why != NULL)
        assert_string_equal(b->a.why, why);
    a3d_arena_free(&b->arena);
}

/* LZSS of "abcdefgh": a byte of flags for eight literals, and the sum of the bytes. */
#define PACKED "\xff" "abcdefgh" "\x24\3\0\0"
enum { PACKED_SIZE = 13 };

static void members_are_read_in_order(void **state)
{
    bank b;
    (void)state;
    begin(&b);
    put_entry(&b.t, "one", 0, 0, 3);
    put_entry(&b.t, "two", CPRS, 8, PACKED_SIZE);
    put_entry(&b.t, "three", CPRS, 5, 5); /* of the same size, it is not packed */
    put_entry(&b.t, "four", ENCR, 2, 2);
    put_entry(&b.t, "five", 7, 2, 2);
    put_entry(&b.t, "six", CPRS, 18, 1);
    put_entry(&b.t, "seven", CPRS, 8, PACKED_SIZE + 1);
    put_entry(&b.t, "eight", 0, 9, 1);
    put_entry(&b.t, "nine", CPRS, 17, 1); /* one byte can yield no more */
    put_entry(&b.t, "", 0, 0, 0);
    a3d_put(&b.t, "1st" PACKED "third" "4." "5." "6" PACKED "+" "8" "9", 3 + PACKED_SIZE + 5 + 2 + 2 + 1 + PACKED_SIZE + 3);
    assert_null(open_bank(&b));
    assert_null(b.a.note);
    expect_member(&b, "one", "1st", NULL);
    expect_member(&b, "two", "abcdefgh", NULL);
    expect_member(&b, "three", "third", NULL);
    assert_int_equal(b.a.unpacked, 8 + 5); /* the steps that their checks may take depend on it */
    expect_member(&b, "four", NULL, "it is encrypted");
    expect_member(&b, "five", NULL, "its packing method 0x00000007 is not known");
    expect_member(&b, "six", NULL, "it declares more unpacked bytes than its data can yield");
    expect_member(&b, "seven", NULL, "bytes follow its packed data");
    expect_member(&b, "eight", "8", NULL);
    a3d_member nine;
    assert_int_equal(a3d_archive_next(&b.a, &b.arena, &nine), A3D_MEMBER);
    assert_string_not_equal(nine.problem, "it declares more unpacked bytes than its data can yield");
    assert_int_equal(b.a.left, PLENTY - 8 - 5);
    expect_end(&b, A3D_MEMBERS_END, NULL);
}

static void what_follows_the_members_is_noted(void **state)
{
    static const struct {
        size_t n;
        char first;
        bool noted;
    } cases[] = {{0, 0, false}, {1, 0, true}, {20, 0, true}, {21, 0, false}, {21, 1, true}, {22, 0, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bank b;
        char note[80];
        begin(&b);
        put_entry(&b.t, "one", 0, 0, 3);
        put_entry(&b.t, "", 0, 0, 0);
        a3d_put(&b.t, "1st", 3);
        size_t start = b.t.size;
        put_zeros(&b.t, cases[i].n);
        if (cases[i].n > 0)
            b.t.data[start] = cases[i].first;
        assert_null(open_bank(&b));
        snprintf(note, sizeof note, "%zu bytes after the last member are neither data nor a checksum", cases[i].n);
        assert_int_equal(b.a.note != NULL, cases[i].noted);
        if (b.a.note != NULL)
            assert_string_equal(b.a.note, note);
        expect_member(&b, "one", "1st", NULL);
        expect_end(&b, A3D_MEMBERS_END, NULL);
    }
}

static void a_bank_that_is_cut_says_where(void **state)
{
    bank b;
    (void)state;
    begin(&b);
    put_entry(&b.t, "one", 0, 0, 3);
    size_t header = b.t.size;
    put_entry(&b.t, "", 0, 0, 0);
    a3d_put(&b.t, "1s", 2);
    assert_null(open_bank(&b));
    expect_end(&b, A3D_MEMBERS_BROKEN, "the bank is cut short: the data of a member want 1 bytes that are not there");
    begin(&b);
    put_entry(&b.t, "one", 0, 0, 3);
    assert_string_equal(open_bank(&b), "the header of the bank has no end: what starts at byte 58 is cut short");
    assert_int_equal(header, 58);
    a3d_arena_free(&b.arena);
    begin(&b);
    b.t.size -= 1; /* the end of the pairs */
    assert_string_equal(open_bank(&b), "the header of the bank has no end: what starts at byte 0 is cut short");
    a3d_arena_free(&b.arena);
}

static void members_are_limited(void **state)
{
    bank b;
    (void)state;
    begin(&b);
    put_entry(&b.t, "one", 0, 0, 9);
    put_entry(&b.t, "two", CPRS, 9, PACKED_SIZE);
    put_entry(&b.t, "three", CPRS, 8, PACKED_SIZE);
    put_entry(&b.t, "four", CPRS, 8, PACKED_SIZE);
    put_entry(&b.t, "", 0, 0, 0);
    a3d_put(&b.t, "123456789" PACKED PACKED PACKED, 9 + 3 * PACKED_SIZE);
    b.a.most = 8;
    b.a.left = 15;
    assert_null(open_bank(&b));
    expect_member(&b, "one", NULL, NULL); /* too large */
    expect_member(&b, "two", NULL, NULL);
    expect_member(&b, "three", "abcdefgh", NULL);
    expect_end(&b, A3D_MEMBERS_LIMITED,
               "its members unpack to more than the limit (--max-unpacked); the rest was not checked");
}

/* ---- the start of a large file ---- */

static bool is_foreign(const void *data, size_t size)
{
    char path[40];
    int fd = -1;
    for (unsigned n = 0; fd < 0 && n < 100; n++) { /* this test may run several times at once */
        snprintf(path, sizeof path, "a3dlint-test-pbo-%u.tmp", n);
        fd = a3d_os_open(path, A3D_OS_WRITE_NEW);
    }
    assert_true(fd >= 0);
    const char *why = a3d_write_all(fd, data, size);
    a3d_os_close(fd);
    a3d_job job = {.path = path};
    bool foreign = a3d_is_foreign(&job);
    a3d_os_remove(path);
    assert_null(why);
    return foreign;
}

/* 512 bytes are looked at: a bank of the older kind is known if that is all of it. */
static void the_first_bytes_tell_what_is_foreign(void **state)
{
    a3d_arena arena;
    a3d_text t;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    put_old(&t, "a", 0, 512 - 22 - 21);
    assert_int_equal(t.size, 512);
    assert_false(is_foreign(t.data, t.size));
    put_zeros(&t, 1);
    assert_false(is_foreign(t.data, t.size)); /* as far as anybody looks it is that bank */
    t.size = 0;
    put_old(&t, "a", 0, 513 - 22 - 21);
    assert_true(is_foreign(t.data, t.size));
    assert_false(is_foreign("", 0));
    assert_false(is_foreign("ODOL", 4));
    assert_false(is_foreign("PK\3\4", 4));
    assert_false(is_foreign("\0sreV", 5));
    assert_true(is_foreign("some text", 9));
    assert_true(is_foreign("\0\1", 2)); /* a weak likeness to A3D1 */
    a3d_job member = {.path = "none", .member = 1}, none = {.path = "a3dlint-test-pbo.none"};
    assert_false(a3d_is_foreign(&member));
    assert_false(a3d_is_foreign(&none));
    a3d_arena_free(&arena);
}

static void archives_are_known_by_their_names(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        a3d_archive_kind kind;
    } names[] = {{"a.jar", A3D_ZIP}, {"a/b.ZIP", A3D_ZIP}, {".pbo", A3D_PBO}, {"a.pbo/b.m3g", A3D_NO_ARCHIVE},
                 {"zip", A3D_NO_ARCHIVE}, {"azip", A3D_NO_ARCHIVE}, {"", A3D_NO_ARCHIVE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(a3d_archive_named(names[i].path), names[i].kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_are_known_by_their_names),
        cmocka_unit_test(banks_of_the_older_kind_fill_their_file),
        cmocka_unit_test(the_smallest_bank_has_a_name_of_a_letter),
        cmocka_unit_test(names_are_bounded),
        cmocka_unit_test(members_are_read_in_order),
        cmocka_unit_test(what_follows_the_members_is_noted),
        cmocka_unit_test(a_bank_that_is_cut_says_where),
        cmocka_unit_test(members_are_limited),
        cmocka_unit_test(the_first_bytes_tell_what_is_foreign),
    };
    return cmocka_run_group_tests_name("pbo", tests, NULL, NULL);
}
