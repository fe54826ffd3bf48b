/* test_blanks.c - blocks of zeros in a file: which are damage, and what they damage of packed data */
#include "../support/build.h"

#include <stdlib.h>
#include <string.h>

#include "engine/fix/blanks.h"
#include "formats/m3g/m3g.h"

enum { LEAST = 256 };

/* The runs of zeros in `size` bytes from `off` on, as "FROM-END " each. */
static void expect_runs(const uint8_t *data, uint32_t all, uint32_t off, uint32_t size, const char *expected)
{
    a3d_arena arena;
    a3d_text t;
    a3d_blanks blanks = {.n = 0};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&t, &arena);
    uint8_t *exact = malloc(all + 1u); /* so that a sanitizer sees one byte too far */
    assert_non_null(exact);
    memcpy(exact + 1, data, all);
    a3d_stream file = {.data = exact + 1, .size = all, .owner = A3D_NO_NODE};
    a3d_doc doc = {.arena = &arena, .streams = &file, .n_streams = 1};
    assert_true(a3d_find_blanks(&blanks, &doc, off, size));
    for (size_t i = 0; i < blanks.n; i++) {
        assert_int_equal(blanks.at[i].stream, 0);
        a3d_printf(&t, "%u-%u ", (unsigned)blanks.at[i].off, (unsigned)blanks.at[i].end);
    }
    a3d_putc(&t, '\0');
    assert_string_equal(t.data, expected);
    free(exact);
    a3d_arena_free(&arena);
}

/* Of less than 256 bytes that are asked for all must be zero; of more, 256 in a row. */
static void runs_are_long_enough(void **state)
{
    uint8_t data[1000];
    (void)state;
    memset(data, 1, sizeof data);
    memset(data + 100, 0, LEAST);
    expect_runs(data, 1000, 0, 1000, "100-356 ");
    expect_runs(data, 1000, 100, 900, "100-356 ");
    expect_runs(data, 1000, 101, 899, "");
    expect_runs(data, 1000, 0, 355, "");
    expect_runs(data, 1000, 0, 356, "100-356 ");
    expect_runs(data, 1000, 200, 50, "200-250 ");
    expect_runs(data, 1000, 200, 0, "");
    expect_runs(data, 1000, 355, 1, "355-356 ");
    expect_runs(data, 1000, 356, 1, "");
    expect_runs(data, 1000, 99, 2, "");
    data[355] = 1;
    expect_runs(data, 1000, 0, 1000, "");
    data[355] = 0;
    memset(data + 357, 0, 643);
    expect_runs(data, 1000, 0, 1000, "100-356 357-1000 ");
    expect_runs(data, 1000, 0, 5000, "100-356 357-1000 "); /* no byte behind the file */
    expect_runs(data, 1000, 900, UINT32_MAX, "");          /* of so many all would have to be there */
    expect_runs(data, 1000, 1000, 5, "");
    expect_runs(data, 1000, 5000, 5, "");
}

static void what_overlaps_is_found(void **state)
{
    a3d_blank at[] = {{0, 10, 20}, {0, 30, 31}, {2, 5, 9}};
    a3d_blanks blanks = {.at = at, .n = 3};
    (void)state;
    assert_null(a3d_blank_in(&blanks, 0, 0, 10));
    assert_ptr_equal(a3d_blank_in(&blanks, 0, 0, 11), &at[0]);
    assert_ptr_equal(a3d_blank_in(&blanks, 0, 0, 100), &at[0]);
    assert_ptr_equal(a3d_blank_in(&blanks, 0, 19, 1), &at[0]);
    assert_null(a3d_blank_in(&blanks, 0, 15, 0));
    assert_null(a3d_blank_in(&blanks, 0, 20, 10));
    assert_ptr_equal(a3d_blank_in(&blanks, 0, 20, 11), &at[1]);
    assert_ptr_equal(a3d_blank_in(&blanks, 0, 30, 1), &at[1]);
    assert_null(a3d_blank_in(&blanks, 0, 31, 100));
    assert_null(a3d_blank_in(&blanks, 1, 0, 100));
    assert_ptr_equal(a3d_blank_in(&blanks, 2, 0, 100), &at[2]);
    assert_null(a3d_blank_in(&blanks, 2, 9, 100));
    assert_null(a3d_blank_in(&blanks, 3, 0, 100));
    blanks.n = 0;
    assert_null(a3d_blank_in(&blanks, 0, 0, 100));
}

/* What a zlib stream unpacks to is damaged from the first blank in its packed data on. */
static void unpacked_bytes_are_damaged_from_a_blank_on(void **state)
{
    a3d_blanks blanks = {.n = 0};
    build made, b;
    (void)state;
    build_make(&made, &a3d_format_m3g, 1, WORDS("sections[1].scheme=zlib", "sections[1].objects+=20"));
    build_again(&b, &made, 0);
    uint32_t stream = 0;
    for (uint32_t i = 1; i < b.doc->n_streams; i++)
        stream = b.doc->streams[i].parent == 0 && b.doc->streams[i].packed_size > 0 ? i : stream;
    assert_int_not_equal(stream, 0);
    const a3d_stream *s = &b.doc->streams[stream];
    assert_true(s->packed_size > 12 && s->size > 100);
    a3d_doc doc = *b.doc;
    uint8_t *file = malloc(b.size);
    assert_non_null(file);
    memcpy(file, b.bytes, b.size);
    a3d_stream *streams = malloc(doc.n_streams * sizeof *streams);
    assert_non_null(streams);
    memcpy(streams, doc.streams, doc.n_streams * sizeof *streams);
    streams[0].data = file;
    doc.streams = streams;

    memset(file + s->off + s->packed_size - 6, 0, 6); /* the last byte of the data, and the checksum */
    assert_true(a3d_find_blanks(&blanks, &doc, s->off + s->packed_size - 6, 6));
    assert_int_equal(blanks.n, 2);
    assert_int_equal(blanks.at[1].stream, stream);
    assert_int_equal(blanks.at[1].end, s->size);
    assert_true(blanks.at[1].off > 0 && blanks.at[1].off < s->size);

    blanks.n = 0;
    memset(file + s->off, 0, 8);
    assert_true(a3d_find_blanks(&blanks, &doc, s->off, 8));
    assert_int_equal(blanks.n, 2);
    assert_int_equal(blanks.at[1].off, 0); /* nothing can be unpacked */
    assert_int_equal(blanks.at[1].end, s->size);

    blanks.n = 0;
    memset(file + s->off - 8, 0, 8);
    assert_true(a3d_find_blanks(&blanks, &doc, s->off - 8, 8));
    assert_int_equal(blanks.n, 1); /* before the stream, nothing of it is damaged */
    free(streams);
    free(file);
    build_free(&b);
    build_free(&made);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_long_enough),
        cmocka_unit_test(what_overlaps_is_found),
        cmocka_unit_test(unpacked_bytes_are_damaged_from_a_blank_on),
    };
    return cmocka_run_group_tests_name("blanks", tests, NULL, NULL);
}
