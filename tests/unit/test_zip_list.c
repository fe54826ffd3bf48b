/* test_zip_list.c - where the list of a zip archive is, and what the headers of its members say */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "cli/archive/zip_list.h"

static a3d_arena arena;

static void put(a3d_text *t, unsigned width, uint64_t value)
{
    uint8_t bytes[8];
    a3d_store(bytes, width, value, false);
    a3d_put(t, bytes, width);
}

static void put_zeros(a3d_text *t, size_t n)
{
    while (n-- > 0)
        a3d_putc(t, '\0');
}

/* A copy that ends where the data does, so that a sanitizer sees a look beyond. */
static uint8_t *exact(const a3d_text *t)
{
    uint8_t *copy = malloc(t->size > 0 ? t->size : 1);
    assert_non_null(copy);
    memcpy(copy, t->data, t->size);
    return copy;
}

/* ---- the end ---- */

enum { ONES = 0xffff, LISTED = 46, ALL = UINT32_MAX };

/* Bytes before the archive, and before its list; the list has LISTED bytes and begins as one unless `spoilt`. What its
 * last record says, and the larger one before it, if it is there. Where the list is then. */
static const struct end {
    const char *name;
    uint32_t before, data;
    bool spoilt;
    uint16_t disk, here, members;
    uint32_t size, off;
    uint16_t comment, declared;
    bool large;
    uint64_t members64, size64, off64, locator; /* where the larger record is said to be, which more bytes follow */
    uint32_t more;
    bool found;
    a3d_zip_list list;
} ends[] = {
    {"an archive", 0, 30, false, 0, 1, 1, LISTED, 30, 0, 0, false, 0, 0, 0, 0, 0, true, {30, 76, 0, 1, false}},
    {"something before it", 7, 30, false, 0, 2, 2, LISTED, 30, 0, 0, false, 0, 0, 0, 0, 0, true, {37, 83, 7, 2, false}},
    {"a comment", 0, 30, false, 0, 1, 1, LISTED, 30, 9, 9, false, 0, 0, 0, 0, 0, true, {30, 76, 0, 1, false}},
    {"the longest comment", 0, 0, false, 0, 1, 1, LISTED, 0, ONES, ONES, false, 0, 0, 0, 0, 0, true, {0, 46, 0, 1, false}},
    {"a comment that is cut off", 0, 30, false, 0, 1, 1, LISTED, 30, 8, 9, false, 0, 0, 0, 0, 0, false, {0}},
    {"bytes after the comment", 0, 30, false, 0, 1, 1, LISTED, 30, 9, 8, false, 0, 0, 0, 0, 0, true, {30, 76, 0, 1, false}},
    {"another disk", 0, 30, false, 1, 1, 1, LISTED, 30, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"members on other disks", 0, 30, false, 0, 1, 2, LISTED, 30, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"no members", 0, 30, true, 0, 0, 0, 0, 76, 0, 0, false, 0, 0, 0, 0, 0, true, {76, 76, 0, 0, false}},
    {"a list that is too short for a member", 0, 30, false, 0, 1, 1, LISTED - 1, 30, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"a list that is none", 0, 30, true, 0, 1, 1, LISTED, 30, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"a list that begins before the file", 0, 0, false, 0, 1, 1, LISTED + 1, 0, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"an archive that begins before the file", 0, 30, false, 0, 1, 1, LISTED, 31, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"larger numbers", 0, 30, false, 0, ONES, ONES, ALL, ALL, 0, 0, true, 1, LISTED, 30, 76, 0, true, {30, 76, 0, 1, false}},
    {"a larger number of members", 0, 30, false, 0, ONES, ONES, 0, 0, 0, 0, true, 3, LISTED, 30, 76, 0, true, {30, 76, 0, 3, false}},
    {"a larger size", 0, 30, false, 0, 1, 1, ALL, 0, 0, 0, true, 3, LISTED, 30, 76, 0, true, {30, 76, 0, 3, false}},
    {"a larger offset", 0, 30, false, 0, 1, 1, 0, ALL, 0, 0, true, 3, LISTED, 30, 76, 0, true, {30, 76, 0, 3, false}},
    {"larger numbers that nobody asks for", 0, 30, false, 0, 1, 1, LISTED, 30, 0, 0, true, 9, 9, 9, 76, 0, false, {0}},
    {"larger numbers after something", 5, 30, false, 0, 1, 1, ALL, ALL, 0, 0, true, 1, LISTED, 30, 76, 0, true, {35, 81, 5, 1, false}},
    {"a locator that leads nowhere", 0, 30, false, 0, 1, 1, ALL, ALL, 0, 0, true, 1, LISTED, 30, 9999, 0, true, {30, 76, 0, 1, false}},
    {"larger numbers that are not there", 0, 30, false, 0, 1, 1, ALL, 30, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"larger numbers with more after them", 0, 30, false, 0, 1, 1, ALL, ALL, 0, 0, true, 1, LISTED, 30, 76, 9, true, {30, 76, 0, 1, false}},
    {"no room for larger numbers", 0, 0, false, 0, 1, 1, ALL, 0, 0, 0, false, 0, 0, 0, 0, 0, false, {0}},
    {"larger numbers on another disk", 0, 30, false, 1, 1, 2, ALL, ALL, 0, 0, true, 1, LISTED, 30, 76, 0, true, {30, 76, 0, 1, false}},
};

static void put_archive(a3d_text *t, const struct end *e)
{
    put_zeros(t, e->before + e->data);
    put(t, 4, e->spoilt ? 0 : 0x02014b50);
    put_zeros(t, LISTED - 4);
    if (e->large) {
        put(t, 4, 0x06064b50);
        put_zeros(t, 28);
        put(t, 8, e->members64);
        put(t, 8, e->size64);
        put(t, 8, e->off64);
        put_zeros(t, e->more);
        put(t, 4, 0x07064b50);
        put(t, 4, 0);
        put(t, 8, e->locator);
        put(t, 4, 1);
    }
    put(t, 4, 0x06054b50);
    put(t, 2, e->disk);
    put(t, 2, 0);
    put(t, 2, e->here);
    put(t, 2, e->members);
    put(t, 4, e->size);
    put(t, 4, e->off);
    put(t, 2, e->declared);
    put_zeros(t, e->comment);
}

static void the_list_is_where_the_last_record_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        a3d_text t;
        a3d_zip_list list = {0};
        a3d_text_init(&t, &arena);
        put_archive(&t, &ends[i]);
        uint8_t *data = exact(&t);
        if (a3d_zip_find_list(data, t.size, &list) != ends[i].found)
            fail_msg("%s: a list is%s found", ends[i].name, ends[i].found ? " not" : "");
        const a3d_zip_list *is = &ends[i].list;
        if (ends[i].found && (list.first != is->first || list.stop != is->stop || list.base != is->base || list.members != is->members))
            fail_msg("%s: %u to %u, base %u, %u members", ends[i].name, (unsigned)list.first, (unsigned)list.stop,
                     (unsigned)list.base, (unsigned)list.members);
        a3d_zip_list shorter;
        if (ends[i].comment == 0)
            assert_false(a3d_zip_find_list(data, t.size - 1, &shorter));
        free(data);
        a3d_text_free(&t);
    }
}

/* An end without members, with a comment of `n` bytes that says to have `declared`. */
static void put_empty(a3d_text *t, size_t n, uint16_t declared)
{
    put(t, 4, 0x06054b50);
    put_zeros(t, 8);
    put(t, 4, 0);
    put(t, 4, 0);
    put(t, 2, declared);
    put_zeros(t, n);
}

/* An archive of one member whose comment has an end: the comments that both say to have, and bytes after all. */
static void an_end_in_a_comment_leaves_doubt(void **state)
{
    (void)state;
    static const struct {
        uint16_t outer, inner, more;
        bool doubtful;
        uint64_t members;
    } cases[] = {{23, 0, 1, true, 1},  {22, 0, 0, true, 0},  {23, 1, 1, true, 0},  {23, 0, 2, true, 0},
                 {0, 0, 0, false, 0},  {0, 0, 1, false, 0},  {1, 0, 0, true, 0},   {23, 0, 0, false, 0},
                 {22, 1, 0, false, 1}, {22, 2, 1, false, 1}, {22, 0, 40, true, 0}, {62, 0, 40, true, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct end e = ends[0];
        a3d_text t;
        a3d_zip_list list = {0};
        e.declared = cases[i].outer;
        a3d_text_init(&t, &arena);
        put_archive(&t, &e);
        put_empty(&t, cases[i].more, cases[i].inner);
        uint8_t *data = exact(&t);
        assert_true(a3d_zip_find_list(data, t.size, &list));
        if (list.doubtful != cases[i].doubtful || list.members != cases[i].members)
            fail_msg("case %u: %u members, doubtful: %d", (unsigned)i, (unsigned)list.members, list.doubtful);
        free(data);
        a3d_text_free(&t);
    }
}

/* ---- headers ---- */

/* A header with a name, a field of eight-byte numbers after `fields` bytes of another one, and what is read of it. */
static const struct header {
    const char *title, *name;
    uint32_t packed, unpacked, off;
    uint16_t other;      /* the size of another field before it; 0: none */
    uint16_t n_larger;   /* numbers in the field */
    uint16_t extra;      /* bytes of the field after them */
    bool overlong;       /* the last field says that it has a byte more than there are */
    uint8_t system;
    uint16_t mode;
    bool listed, local;  /* whether each kind is read */
    uint64_t as_packed, as_unpacked, as_off;
    bool folder;
} headers[] = {
    {"a file", "a.m3g", 5, 6, 7, 0, 0, 0, false, 0, 0, true, true, 5, 6, 7, false},
    {"a folder by its name", "a/", 0, 0, 7, 0, 0, 0, false, 0, 0, true, true, 0, 0, 7, true},
    {"no name", "", 5, 6, 7, 0, 0, 0, false, 0, 0, true, true, 5, 6, 7, false},
    {"a file of Unix", "a", 5, 6, 7, 0, 0, 0, false, 3, 0100644, true, true, 5, 6, 7, false},
    {"a mode of a folder", "a", 5, 6, 7, 0, 0, 0, false, 3, 0040755, true, true, 5, 6, 7, false},
    {"a folder that has data", "a/", 5, 6, 7, 0, 0, 0, false, 0, 0, true, true, 5, 6, 7, true},
    {"larger sizes", "a", ALL, ALL, 7, 0, 2, 0, false, 0, 0, true, true, 0x200000002, 0x100000001, 7, false},
    {"a larger unpacked size", "a", 5, ALL, 7, 0, 1, 0, false, 0, 0, true, true, 5, 0x100000001, 7, false},
    {"a larger packed size", "a", ALL, 6, 7, 0, 1, 0, false, 0, 0, true, true, 0x100000001, 6, 7, false},
    {"a larger offset", "a", 5, 6, ALL, 0, 1, 0, false, 0, 0, true, true, 5, 6, 0x100000001, false},
    {"all larger numbers", "a", ALL, ALL, ALL, 0, 3, 0, false, 0, 0, true, true, 0x200000002, 0x100000001, 0x300000003, false},
    {"a larger number that is cut off", "a", ALL, ALL, 7, 0, 1, 7, false, 0, 0, false, false, 0, 0, 0, false},
    {"larger numbers after another field", "a", ALL, ALL, 7, 5, 2, 0, false, 0, 0, true, true, 0x200000002, 0x100000001, 7, false},
    {"larger numbers that nobody asks for", "a", 5, 6, 7, 0, 3, 0, false, 0, 0, true, true, 5, 6, 7, false},
    {"a field that is longer than all", "a", ALL, ALL, 7, 0, 2, 0, true, 0, 0, true, true, ALL, ALL, 7, false},
};

/* Writes both kinds: of the list, with a comment of two bytes, and that before the data. */
static void put_header(a3d_text *t, const struct header *h, bool listed)
{
    uint16_t larger = (uint16_t)(8 * h->n_larger + h->extra);
    put(t, 4, listed ? 0x02014b50 : 0x04034b50);
    if (listed) {
        put(t, 1, 0);
        put(t, 1, h->system);
    }
    put(t, 2, 0);
    put(t, 2, A3D_ZIP_DESCRIBED);
    put(t, 2, A3D_ZIP_DEFLATED);
    put(t, 4, 0);
    put(t, 4, 0x12345678);
    put(t, 4, h->packed);
    put(t, 4, h->unpacked);
    put(t, 2, strlen(h->name));
    put(t, 2, (h->other > 0 ? 4u + h->other : 0) + (larger > 0 ? 4u + larger : 0));
    if (listed) {
        put(t, 2, 2);
        put_zeros(t, 6);
        put(t, 2, h->mode);
        put(t, 4, h->off);
    }
    a3d_puts(t, h->name);
    if (h->other > 0) {
        put(t, 2, 9);
        put(t, 2, h->other);
        put_zeros(t, h->other);
    }
    if (larger > 0) {
        put(t, 2, 1);
        put(t, 2, larger + h->overlong);
        for (uint64_t i = 1; i <= h->n_larger; i++)
            put(t, 8, i << 32 | i);
        put_zeros(t, h->extra);
    }
    put_zeros(t, listed ? 2 : 0);
}

static void expect_header(const struct header *h, bool listed)
{
    enum { START = 3 };
    a3d_text t;
    a3d_zip_header is;
    a3d_text_init(&t, &arena);
    put_zeros(&t, START);
    put_header(&t, h, listed);
    uint8_t *data = exact(&t);
    bool read = listed ? a3d_zip_listed(data, t.size, START, &is) : a3d_zip_local(data, t.size, START, &is);
    bool offset = !listed && h->off == ALL; /* no own header has it */
    if (read != (listed ? h->listed : h->local))
        fail_msg("%s is%s read", h->title, read ? "" : " not");
    if (read) {
        assert_int_equal(is.flags, A3D_ZIP_DESCRIBED);
        assert_int_equal(is.method, A3D_ZIP_DEFLATED);
        assert_int_equal(is.crc, 0x12345678);
        assert_int_equal(is.n_name, strlen(h->name));
        assert_memory_equal(is.name, h->name, is.n_name);
        assert_int_equal(is.end, t.size);
        if (!offset && (is.packed != h->as_packed || is.unpacked != h->as_unpacked || is.off != (listed ? h->as_off : 0)))
            fail_msg("%s: %llx %llx %llx", h->title, (unsigned long long)is.packed, (unsigned long long)is.unpacked,
                     (unsigned long long)is.off);
        assert_int_equal(is.folder, h->folder);
    }
    for (size_t size = START; size < t.size; size++) {
        uint8_t *cut = malloc(size);
        assert_non_null(cut);
        memcpy(cut, data, size);
        assert_false(listed ? a3d_zip_listed(cut, size, START, &is) : a3d_zip_local(cut, size, START, &is));
        free(cut);
    }
    data[START]++;
    assert_false(listed ? a3d_zip_listed(data, t.size, START, &is) : a3d_zip_local(data, t.size, START, &is));
    free(data);
    a3d_text_free(&t);
}

static void headers_say_where_a_member_is_and_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof headers / sizeof *headers; i++)
        expect_header(&headers[i / 2], i % 2 == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_list_is_where_the_last_record_says),
                                       cmocka_unit_test(an_end_in_a_comment_leaves_doubt),
                                       cmocka_unit_test(headers_say_where_a_member_is_and_what)};
    a3d_arena_init(&arena, NULL);
    int failed = cmocka_run_group_tests_name("zip_list", tests, NULL, NULL);
    a3d_arena_free(&arena);
    return failed;
}
