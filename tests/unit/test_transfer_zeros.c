/* test_transfer_zeros.c - zeros at the start, in the middle and at the end of files: what is said of them, and where */
#include "../support/harm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 40000 };

/* A file of so many bytes that are not zero, but for two runs; the second may be empty. */
typedef struct given {
    size_t size, from, end, from2, end2;
    const char *expected; /* a line for each trace, the strongest first: RANK OFFSET/SIZE[ KEPT] MESSAGE */
} given;

static const given cases[] = {
    {16, 0, 16, 0, 0,
     "128 0/16 the whole content is zeros: 16 bytes"},
    {1, 0, 1, 0, 0,
     "8 0/1 the whole content is zeros: 1 byte"},
    {1000, 0, 15, 0, 0, ""},
    {1000, 0, 16, 0, 0,
     "128 0/16 the first 16 bytes are zeros; the content there is lost"},
    {1000, 0, 512, 0, 0,
     "4096 0/512 the first 512 bytes are zeros; the content there is lost"},
    {1000, 0, 515, 0, 0,
     "4120 0/512 the first 512 bytes are zeros; the content there is lost"},
    {1000, 0, 516, 0, 0,
     "4128 0/516 the first 516 bytes are zeros; the content there is lost"},
    {3000, 0, 1027, 0, 0,
     "8216 0/1024 the first 1,024 bytes are zeros; the content there is lost"},
    {1000, 969, 1000, 0, 0, ""},
    {1000, 968, 1000, 0, 0,
     "22 968/32 keeps 968 the last 32 bytes are zeros\n"
     "20 968/32 the content from offset 968 on was overwritten with zeros: 32 bytes"},
    {1024, 1020, 1024, 0, 0,
     "22 1020/4 keeps 1020 the last 4 bytes are zeros, up to a multiple of 512\n"
     "20 1020/4 the content from offset 1020 on was overwritten with zeros: 4 bytes"},
    {1024, 1021, 1024, 0, 0, ""},
    {1025, 1020, 1025, 0, 0, ""},
    {4096, 4090, 4096, 0, 0,
     "22 4090/6 keeps 4090 the last 6 bytes are zeros, up to a multiple of 4,096\n"
     "20 4090/6 the content from offset 4090 on was overwritten with zeros: 6 bytes"},
    {4096, 3584, 4096, 0, 0,
     "30 3584/512 the content from offset 3584 on was overwritten with zeros: 512 bytes\n"
     "22 3584/512 keeps 3584 the last 512 bytes are zeros, up to a multiple of 4,096"},
    {4096, 3581, 4096, 0, 0,
     "30 3584/512 the content from offset 3584 on was overwritten with zeros: 512 bytes\n"
     "22 3581/515 keeps 3581 the last 515 bytes are zeros, up to a multiple of 4,096"},
    {4096, 3580, 4096, 0, 0,
     "22 3580/516 keeps 3580 the last 516 bytes are zeros, up to a multiple of 4,096\n"
     "20 3580/516 the content from offset 3580 on was overwritten with zeros: 516 bytes"},
    {3000, 2560, 3000, 0, 0,
     "22 2560/440 keeps 2560 the last 440 bytes are zeros\n"
     "20 2560/440 the content from offset 2560 on was overwritten with zeros: 440 bytes"},
    {3000, 2048, 3000, 0, 0,
     "30 2048/952 the content from offset 2048 on was overwritten with zeros: 952 bytes\n"
     "22 2048/952 keeps 2048 the last 952 bytes are zeros"},
    {3000, 1500, 3000, 0, 0,
     "22 1500/1500 keeps 1500 the last 1,500 bytes are zeros\n"
     "20 1500/1500 the content from offset 1500 on was overwritten with zeros: 1,500 bytes"},
    {4000, 512, 1024, 0, 0,
     "30 512/512 1 block of 512 bytes is overwritten with zeros, between offsets 512 and 1024"},
    {4000, 509, 1027, 0, 0,
     "30 512/512 1 block of 512 bytes is overwritten with zeros, between offsets 512 and 1024"},
    {4000, 508, 1024, 0, 0,
     "30 512/512 1 block of 512 bytes is overwritten with zeros, between offsets 512 and 1024"},
    {4000, 508, 1028, 0, 0, ""},
    {4000, 448, 1024, 0, 0,
     "30 512/512 1 block of 512 bytes is overwritten with zeros, between offsets 512 and 1024"},
    {4000, 447, 1024, 0, 0, ""},
    {4000, 512, 1088, 0, 0,
     "30 512/512 1 block of 512 bytes is overwritten with zeros, between offsets 512 and 1024"},
    {4000, 512, 1089, 0, 0, ""},
    {4000, 513, 1536, 0, 0, ""},
    {4000, 513, 1535, 0, 0, ""},
    {4000, 512, 1024, 2048, 3072,
     "90 512/2560 3 blocks of 512 bytes are overwritten with zeros, between offsets 512 and 3072"},
    {20000, 4096, 8192, 0, 0,
     "30 4096/4096 1 block of 4096 bytes is overwritten with zeros, between offsets 4096 and 8192"},
    {20000, 4096, 8192, 12288, 12800,
     "270 4096/8704 9 blocks of 512 bytes are overwritten with zeros, between offsets 4096 and 12800"},
    {20000, 4096, 8192, 12288, 16384,
     "60 4096/12288 2 blocks of 4096 bytes are overwritten with zeros, between offsets 4096 and 16384"},
    {20000, 8192, 16384, 0, 0,
     "60 8192/8192 2 blocks of 4096 bytes are overwritten with zeros, between offsets 8192 and 16384"},
    {20000, 4000, 8192, 0, 0, ""},
};

static void fill(uint8_t *data, const given *g)
{
    for (size_t i = 0; i < g->size; i++)
        data[i] = (uint8_t)(i % 251 + 1);
    memset(data + g->from, 0, g->end - g->from);
    memset(data + g->from2, 0, g->end2 - g->from2);
}

static bool is_about_zeros(const a3d_trace *t)
{
    static const unsigned rules[] = {A3D_FILE_ALL_ZEROS, A3D_FILE_ZEROED_HEAD, A3D_FILE_ZEROED_BLOCKS,
                                     A3D_FILE_ZERO_PADDING};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (t->rule == &a3d_format_file.rules[rules[i]])
            return true;
    return false;
}

static void zeros_are_traced(void **state)
{
    static uint8_t data[MOST];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text text;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&text, &arena);
        fill(data, &cases[i]);
        harm_traces found = harm_find(&arena, data, cases[i].size);
        for (size_t k = 0; k < found.n; k++) {
            const a3d_trace *t = &found.list[k];
            if (!is_about_zeros(t))
                continue;
            a3d_printf(&text, "%s%u %u/%u", text.size > 0 ? "\n" : "", t->rank, (unsigned)t->off, (unsigned)t->size);
            if (t->undone != NULL)
                a3d_printf(&text, " keeps %zu", t->undone_size);
            a3d_printf(&text, " %s", t->message);
        }
        a3d_putc(&text, '\0');
        if (strcmp(text.data, cases[i].expected) != 0)
            fail_msg("%zu bytes, zeros %zu-%zu and %zu-%zu:\n%s\nnot\n%s", cases[i].size, cases[i].from, cases[i].end,
                     cases[i].from2, cases[i].end2, text.data, cases[i].expected);
        a3d_arena_free(&arena);
    }
}

/* Many zeros at the end of a model are rather lost content than padding; of another file they may be either. */
static void many_zeros_end_no_model(void **state)
{
    static uint8_t data[1500];
    (void)state;
    for (size_t n = 255; n <= 256; n++)
        for (int model = 0; model < 2; model++) {
            given g = {sizeof data, sizeof data - n, sizeof data, 0, 0, ""};
            a3d_arena arena;
            a3d_arena_init(&arena, NULL);
            fill(data, &g);
            memcpy(data, model ? "ODOL" : "NONE", 4);
            harm_traces found = harm_find(&arena, data, sizeof data);
            const a3d_trace *lost = NULL;
            for (size_t k = 0; k < found.n; k++)
                if (found.list[k].rule == &a3d_format_file.rules[A3D_FILE_ZEROED_BLOCKS])
                    lost = &found.list[k];
            assert_non_null(lost);
            assert_int_equal(lost->rank, model && n == 256 ? A3D_EVIDENT + 2 : A3D_EVIDENT - 4);
            a3d_arena_free(&arena);
        }
}

/* Blocks of zeros with up to three zeros more beside them, or large ones with three on each side. */
static void zeroed_blocks_are_found(void **state)
{
    static const struct {
        size_t size, from, end, off, found;
    } rows[] = {
        {4000, 512, 1024, 512, 512},       {4000, 512, 1536, 512, 1024},      {4000, 511, 1024, 512, 512},
        {4000, 512, 1027, 512, 512},       {4000, 509, 1024, 512, 512},       {4000, 511, 1026, 512, 512},
        {4000, 508, 1024, 0, 0},           {4000, 512, 1028, 0, 0},           {4000, 510, 1026, 0, 0},
        {4000, 0, 512, 0, 0},              {4000, 3072, 3584, 3072, 512},
        {4000, 512, 1023, 0, 0},           {1536, 1024, 1536, 0, 0},          {1537, 1024, 1536, 1024, 512},
        {20000, 4096, 8192, 4096, 4096},   {20000, 4095, 8192, 4096, 4096},   {20000, 4093, 8195, 4096, 4096},
        {20000, 4092, 8192, 0, 0},         {20000, 4096, 8196, 0, 0},         {20000, 4608, 8192, 4608, 3584},
        {20000, 4607, 8192, 4608, 3584}, {20000, 4604, 8192, 0, 0},         {40000, 32768, 33280, 32768, 512}, {40000, 39424, 39936, 39424, 512},
        {40000, 18944, 19456, 18944, 512}, {40000, 512, 39424, 512, 38912},
    };
    static uint8_t data[MOST];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t off = 0;
        uint8_t *exact = malloc(rows[i].size); /* so that a sanitizer sees one byte too far */
        assert_non_null(exact);
        fill(data, &(given){rows[i].size, rows[i].from, rows[i].end, 0, 0, ""});
        memcpy(exact, data, rows[i].size);
        size_t found = a3d_find_zeroed(exact, rows[i].size, &off);
        if (found != rows[i].found || off != rows[i].off)
            fail_msg("%zu bytes, zeros %zu-%zu: %zu at %zu", rows[i].size, rows[i].from, rows[i].end, found, off);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeros_are_traced),
        cmocka_unit_test(many_zeros_end_no_model),
        cmocka_unit_test(zeroed_blocks_are_found),
    };
    return cmocka_run_group_tests_name("transfer_zeros", tests, NULL, NULL);
}
