/* Bytes that were unpacked: the decoder tells which they are, and a mapping takes them out of memory until they are
 * used again. */
#define _GNU_SOURCE
#include "lint/lint.h"
#include "lint/generate.h"
#include "os/mapped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct told {
    const uint8_t *data;
    size_t size;
    unsigned times;
} told;

static void take(const uint8_t *data, size_t size)
{
    told = (struct told){data, size, told.times + 1};
}

/* Whether the packed bytes of each stream of the file were told, and nothing else; of the last one they are known. */
static void assert_told(const a3d_doc *doc)
{
    unsigned packed = 0;
    for (size_t i = 1; i < doc->n_streams; i++) {
        const a3d_stream *s = &doc->streams[i];
        if (s->parent != 0 || s->packed_size == 0)
            continue;
        packed++;
        if (s->off == (size_t)(told.data - doc->streams[0].data))
            assert_int_equal(told.size, s->packed_size);
    }
    assert_true(packed > 0);
    assert_int_equal(told.times, packed);
}

static const a3d_version *newest(const a3d_format *format)
{
    const a3d_version *best = NULL;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated)
            best = v;
    return best;
}

static void test_packed_bytes_are_told(void **state)
{
    static const char *const formats[] = {"a3d2", "m3g"};
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const a3d_format *format = a3d_format_named(formats[i], strlen(formats[i]));
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        a3d_wish wish = {.format = format, .version = newest(format), .size = 20000, .seed = 1};
        assert_null(a3d_generate_random(&arena, &wish, &file));
        a3d_options options = {.limits.set_aside = take};
        told = (struct told){0};
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_non_null(result->doc);
        assert_told(result->doc);
        a3d_arena_free(&arena);
    }
}

#ifdef __linux__
#include <unistd.h>

/* Pages of this process that are in memory. */
static long resident(void)
{
    long all, in_memory = -1;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f != NULL && fscanf(f, "%ld %ld", &all, &in_memory) != 2)
        in_memory = -1;
    if (f != NULL)
        fclose(f);
    return in_memory;
}

static uint64_t sum_of(const uint8_t *data, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    return sum;
}

static void test_mapped_bytes_leave_memory(void **state)
{
    enum { SIZE = 16 << 20, PAGES = SIZE / 4096 };
    FILE *file = tmpfile();
    static uint8_t piece[1 << 20];
    (void)state;
    assert_non_null(file);
    int fd = fileno(file);
    for (unsigned i = 0; i < SIZE / sizeof piece; i++) {
        memset(piece, (int)i + 1, sizeof piece);
        assert_int_equal(write(fd, piece, sizeof piece), sizeof piece);
    }
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_mapped_begin();
    const uint8_t *data = a3d_map(&arena, fd, SIZE);
    assert_non_null(data);
    uint64_t sum = sum_of(data, SIZE);
    long before = resident();
    a3d_map_set_aside(data + 100, SIZE - 200);
    assert_in_range(before - resident(), PAGES / 2, PAGES + PAGES / 4);
    assert_int_equal(sum_of(data, SIZE), sum);
    before = resident();
    a3d_map_set_aside(data, 1000);           /* too few */
    a3d_map_set_aside(piece, sizeof piece); /* not mapped */
    assert_in_range(before - resident() + PAGES, PAGES - PAGES / 8, PAGES + PAGES / 8);
    assert_int_equal(piece[0], SIZE / (int)sizeof piece);
    a3d_arena_free(&arena);
    fclose(file);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packed_bytes_are_told),
#ifdef __linux__
        cmocka_unit_test(test_mapped_bytes_leave_memory),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
