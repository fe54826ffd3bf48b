/* test_hex_text.c - hexadecimal text and dumps: which bytes they stand for, and what is neither */
#include "../support/harm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct given {
    const char *text, *bytes; /* in hex; NULL: it is no hexadecimal text */
    const char *message;      /* NULL: not looked at */
} given;

static void expect_texts(const given *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a3d_arena arena;
        a3d_text hex;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&hex, &arena);
        harm_traces found = harm_find(&arena, rows[i].text, strlen(rows[i].text));
        const a3d_trace *trace = NULL;
        for (size_t k = 0; k < found.n && trace == NULL; k++)
            if (found.list[k].rule == &a3d_format_file.rules[A3D_FILE_HEX_TEXT])
                trace = &found.list[k];
        if (trace != NULL)
            a3d_put_hex(&hex, trace->undone, trace->undone_size, "");
        a3d_putc(&hex, '\0');
        if ((trace != NULL) != (rows[i].bytes != NULL) || (trace != NULL && strcmp(hex.data, rows[i].bytes) != 0))
            fail_msg("row %zu: %s, not %s\n%s", i, trace != NULL ? hex.data : "none",
                     rows[i].bytes != NULL ? rows[i].bytes : "none", rows[i].text);
        if (rows[i].message != NULL)
            assert_string_equal(trace->message, rows[i].message);
        a3d_arena_free(&arena);
    }
}
#define EXPECT_TEXTS(rows) expect_texts(rows, sizeof rows / sizeof *rows)

#define TO7 "0001020304050607"
#define TO15 TO7 "08090a0b0c0d0e0f"
#define XXD "00000000: 0001 0203 0405 0607 0809 0a0b 0c0d 0e0f  ................\n"
#define CANONICAL "00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  |................|\n"
#define WORDS "0000000 0100 0302 0504 0706 0908 0b0a 0d0c 0f0e\n"

static void dumps_are_read(void **state)
{
    static const given rows[] = {
        {XXD, TO15, "the file is a hexadecimal dump: 1 line are 16 bytes"},
        {XXD "00000010: 10                                       .\n", TO15 "10", NULL},
        {XXD "00000010: 1011", TO15 "1011", "the file is a hexadecimal dump: 2 lines are 18 bytes"},
        {XXD "00000011: 1011", NULL, NULL},
        {XXD "0000000f: 1011", TO7 "08090a0b0c0d0e1011", NULL}, /* lines of 15 bytes, as the second one says */
        {"00000000: 0001 0203 0405 0607  ab\r\n00000008: 0809  ..\r\n", TO7 "0809", NULL},
        {"00000000: 0001 0203 0405 0607  ab cd\n", TO7, NULL}, /* the second column is text */
        {"00000000: 0001 0203 0405 06\n", "0000000000010203040506", NULL}, /* less than 8 bytes are no dump */
        {CANONICAL "00000010\n", TO15, NULL},
        {CANONICAL "*\n00000030\n", TO15 TO15 TO15, NULL},
        {CANONICAL "*\n00000020  10  |.|\n00000021\n", TO15 TO15 "10", NULL},
        {CANONICAL "*\n00000028\n", NULL, NULL},
        {CANONICAL "**\n00000020\n", NULL, NULL},
        {"*\n" CANONICAL, TO15, NULL}, /* a line before the dump */
        {CANONICAL "00000020\n", NULL, NULL},
        {CANONICAL "\n00000010  10\n", TO15 "10", NULL},
        {WORDS "0000010\n", TO15, NULL},
        {"0000000 0100 0302 0504 0706 0008\n0000009\n", TO7 "08", NULL},
        {"0000000 0100 0302 0504 0706 0908\n0000008\n", NULL, NULL},
        {"1\n2\n3\n4\n5\n6\n7\n" XXD, TO15, NULL},
        {"1\n2\n3\n4\n5\n6\n7\n8\n" XXD, TO15, NULL},
        {"1\n2\n3\n4\n5\n6\n7\n8\n9\n" XXD, NULL, NULL},
        {"000: 0001 0203 0405 0607\n", NULL, NULL},
        {"0000: 0001 0203 0405 0607\n", TO7, NULL},
        {"0000000000000000: 0001 0203 0405 0607\n", TO7, NULL},
        {"00000000000000000: 0001 0203 0405 0607\n", NULL, NULL},
    };
    (void)state;
    EXPECT_TEXTS(rows);
}

static void digits_are_read(void **state)
{
    static const given rows[] = {
        {"00 01 fe ff", "0001feff", "the file is hexadecimal text: its digits are 4 bytes"},
        {"00 01 fe", NULL, NULL},
        {"0001FEff", "0001feff", NULL},
        {"0001feff0", NULL, NULL},
        {"0x00, 0x01, 0xfe, 0xff", "0001feff", NULL},
        {"0X0,0x1,0xfe,0xff", "0001feff", NULL},
        {"\\x00\\x01\\xfe\\xff", "0001feff", NULL},
        {"0x00, 0x, 0xfe, 0xff", NULL, NULL},
        {"0x00, 0x001, 0xfe, 0xff", NULL, NULL},
        {"00:01-fe;ff\t10\r\n\"11\"'12'", "0001feff101112", NULL},
        {"00.01.fe.ff", NULL, NULL},
        {"00 01 fe ff 0x", NULL, NULL},
        {"00 01 02 03", "00010203", NULL},
        {"const char a[] = {0x41, 0x42, 0x43, 0xff};\n", "414243ff",
         "the file is hexadecimal text in an array of C: its digits are 4 bytes"},
        {"const char a[4] = {0x41, 0x42, 0x43, 0xff", "414243ff",
         "the file is hexadecimal text: its digits are 4 bytes"}, /* its end is missing */
        {"struct a = {0x41, 0x42, 0x43, 0xff};\n", NULL, NULL}, /* no array */
        {"[]{0x41, 0x42, 0x43, 0xff} 0x44", "414243ff", NULL},
    };
    (void)state;
    EXPECT_TEXTS(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dumps_are_read),
        cmocka_unit_test(digits_are_read),
    };
    return cmocka_run_group_tests_name("hex_text", tests, NULL, NULL);
}
