/* HTTP headers and base64 text around a model, and converted line ends: what just passes for them, and what just does
 * not. */
#include "../support/harm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { FIGURES = 1000 };

/* The traces of a rule, each as RANK OFFSET/SIZE[ sure] SIZE: MESSAGE, with " | " between them. The last size is that of
 * what is undone. */
static void describe(a3d_arena *arena, const char *data, size_t size, unsigned rule, char out[FIGURES])
{
    harm_traces found = harm_find(arena, data, size);
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < found.n; i++) {
        const a3d_trace *t = &found.list[i];
        if (t->rule != &a3d_format_file.rules[rule])
            continue;
        used += (size_t)snprintf(out + used, FIGURES - used, "%s%u %u/%u%s %zu: %s", used > 0 ? " | " : "", t->rank,
                                 (unsigned)t->off, (unsigned)t->size, t->sure ? " sure" : "", t->undone_size,
                                 t->message);
        assert_true(used < FIGURES);
    }
}

static void expect_trace(const char *data, size_t size, unsigned rule, const char *expected)
{
    a3d_arena arena;
    char out[FIGURES];
    a3d_arena_init(&arena, NULL);
    describe(&arena, data, size, rule, out);
    if (strcmp(out, expected) != 0)
        print_message("of %s\n", data);
    assert_string_equal(out, expected);
    a3d_arena_free(&arena);
}

typedef struct text_case {
    const char *text, *expected;
} text_case;

#define ONE "1 line of HTTP headers is before the model"
#define TWO "2 lines of HTTP headers are before the model"

static void headers(void **state)
{
    static const text_case cases[] = {
        {"HTTP/1.1 200 OK\r\n\r\n\1\2\3\4", "102 0/19 sure 4: " ONE},
        {"GET / HTTP/1.1\n\n\1\2\3\4", "96 0/16 sure 4: " ONE},
        {"PUT / HTTP/1.1\n\n\1\2\3\4", "96 0/16 sure 4: " ONE},
        {"POST / HTTP/1.1\n\n\1\2\3\4", "98 0/17 sure 4: " ONE},
        {"HEAD / HTTP/1.1\n\n\1\2\3\4", ""},
        {"HTTP/1.1 200 OK\r\n\r\n", ""}, /* nothing follows */
        {"Content-Type: a\n\n\1\2", "98 0/17 sure 2: " ONE},
        {"CONTENT-LENGTH: 2\n\n\1\2", "102 0/19 sure 2: " ONE},
        {"content-disposition:\n\n\1\2", "108 0/22 sure 2: " ONE},
        {"Content-Encoding: a\n\n\1\2", "106 0/21 sure 2: " ONE},
        {"Content-Transfer-Encoding: a\n\n\1\2", "124 0/30 sure 2: " ONE},
        {"Content-Typ: a\n\n\1\2", ""},
        {"Content-Type2: a\n\n\1\2", ""},
        {"Server: a\n\n\1\2", ""},
        {"AB: a\nContent-Type: a\n\n\1\2", "110 0/23 sure 2: " TWO},
        {"A: a\nContent-Type: a\n\n\1\2", ""}, /* too short a name */
        {"Content-Type: a\tb\n\n\1\2", "102 0/19 sure 2: " ONE},
        {"Content-Type: a\1b\n\n\1\2", ""},
        {"Content-Type: a\n\1\2", ""}, /* no empty line */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_trace(cases[i].text, strlen(cases[i].text), A3D_FILE_HTTP_HEADERS, cases[i].expected);
}

#define CHUNKED "HTTP/1.1 200 OK\nTransfer-Encoding:chunked\n\n"

static void chunks(void **state)
{
    static const text_case cases[] = {
        {CHUNKED "3\n\1\2\3\n02;a=b\n\4\5\n0\n", "176 0/61 sure 5: " TWO ", which is in chunks"},
        {CHUNKED "3\n\1\2\3.\n2\n\4\5\n0\n", "150 0/43 sure 14: " TWO}, /* more than the chunk */
        {CHUNKED "3\n\1\2\3\n\n\4\5\n0\n", "150 0/43 sure 12: " TWO},   /* no size */
        {CHUNKED "3\n\1\2\3\n9\n\4\5\n0\n", "150 0/43 sure 13: " TWO},  /* too large a size */
        {CHUNKED "3\n\1\2\3\n2\n\4\5\n", "150 0/43 sure 11: " TWO},     /* no end */
        {"HTTP/1.1 200 OK\nTransfer-Encoding: compress\n\n3\n\1\2\3\n0\n", "154 0/45 sure 8: " TWO},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_trace(cases[i].text, strlen(cases[i].text), A3D_FILE_HTTP_HEADERS, cases[i].expected);
}

static void uploads(void **state)
{
    static const text_case cases[] = {
        {"--ab\r\nContent-Type: a\r\n\r\n\1\2\3\r\n--ab--\r\n",
         "134 0/25 sure 3: " TWO ", which is a part of an upload"},
        {"--ab\nContent-Type: a\n\n\1\2\3\n--ab--\n", "124 0/22 sure 3: " TWO ", which is a part of an upload"},
        /* without an end */
        {"--ab\nContent-Type: a\n\n\1\2\3\n--ac--\n", "108 0/22 sure 11: " TWO ", which is a part of an upload"},
        {"--a\nContent-Type: a\n\n\1\2\3\n--a--\n", ""}, /* too short a boundary */
        {"HTTP/1.1 200 OK\n\n--ab\nContent-Type: a\n\n\1\2\3\n--ab--\n",
         "158 0/39 sure 3: 3 lines of HTTP headers are before the model, which is a part of an upload"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_trace(cases[i].text, strlen(cases[i].text), A3D_FILE_HTTP_HEADERS, cases[i].expected);
}

/* Headers of up to 64 KiB. */
static void long_headers(void **state)
{
    static const char line[] = "Content-Type: 0123456789abcdef\n";
    static char text[70000];
    size_t size = 0;
    (void)state;
    while (size + sizeof line < 65530) {
        memcpy(text + size, line, sizeof line - 1);
        size += sizeof line - 1;
    }
    memcpy(text + size, "\n\1\2", 3);
    expect_trace(text, size + 3, A3D_FILE_HTTP_HEADERS,
                 "131072 0/65504 sure 2: 2,113 lines of HTTP headers are before the model");
    memmove(text + 100 * (sizeof line - 1), text, size + 3);
    expect_trace(text, size + 3 + 100 * (sizeof line - 1), A3D_FILE_HTTP_HEADERS, "");
}

#define TEXT "the file is base64 text: "
#define URI "the file is base64 text in a data URI: "

static void base64(void **state)
{
    static const text_case cases[] = {
        {"QUJDREVG", "6 0/8 6: " TEXT "8 characters encode 6 bytes"},
        {"QUJDREU", ""},
        {"QUJDREVGQ", ""},
        {"QUJDREVGA", ""},
        {"QUJDREVGQQ", "7 0/10 7: " TEXT "10 characters encode 7 bytes"},
        {"QUJDREVGQQ==", "7 0/12 7: " TEXT "10 characters encode 7 bytes"},
        {"QUJDREVGQQ=", ""},
        {"QUJDREVGQR==", ""}, /* bits are left */
        {"QUJDREVGQQ=Q", ""},
        {"QUJDREVG====", ""},
        {"-_-_-_-_", "6 0/8 6: " TEXT "8 characters encode 6 bytes"},
        {"+/+/+/+/", "6 0/8 6: " TEXT "8 characters encode 6 bytes"},
        {"'QUJDREVG'", "6 0/10 6: " TEXT "8 characters encode 6 bytes"},
        {"\"QUJDREVG\"", "6 0/10 6: " TEXT "8 characters encode 6 bytes"},
        {"\"QUJDREVG'", ""},
        {" QUJDREVG", "6 0/9 6: " TEXT "8 characters encode 6 bytes"},
        {"QUJD\tREVG", "6 0/9 6: " TEXT "8 characters encode 6 bytes"},
        {"QUJD REVG QUJD", ""},
        {"QUJD REVG\nQUJD REVG", "12 0/19 12: " TEXT "16 characters encode 12 bytes"},
        {"QUJD\nREVG\nQUJD", "9 0/14 9: " TEXT "12 characters encode 9 bytes"},
        {"QUJDREVG.", ""},
        {"data:;base64,QUJDREVG", "116 0/21 sure 6: " URI "8 characters encode 6 bytes"},
        {"data:,QUJDREVG", ""},
        {"data:,QUJDREVGQQ==", ""},
        {"QWxhZGRpbjpvcGVuIHNlc2FtZTAxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJz",
         "96 0/64 sure 48: " TEXT "64 characters encode 48 bytes"}, /* so many prove it */
        {"QWxhZGRpbjpvcGVuIHNlc2FtZTAxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXI",
         "94 0/63 47: " TEXT "63 characters encode 47 bytes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_trace(cases[i].text, strlen(cases[i].text), A3D_FILE_BASE64, cases[i].expected);
}

/* The type in a data URI may have up to 250 bytes. */
static void long_data_uris(void **state)
{
    char text[300] = "data:";
    (void)state;
    memset(text + 5, 'a', 251);
    memcpy(text + 255, ";base64,QUJDREVG", 17);
    expect_trace(text, strlen(text), A3D_FILE_BASE64,
                 "2116 0/271 sure 6: " URI "8 characters encode 6 bytes");
    memcpy(text + 255, "a;base64,QUJDREVG", 18);
    expect_trace(text, strlen(text), A3D_FILE_BASE64, "");
}

/* ---- line ends ---- */

#define M3G "\xabJSR184\xbb\r\n\x1a\n"
#define LOST "\xabJSR184\xbb\n\x1a\n"
#define A3D "A3D\0\xff\xff\xff\xff\xff\xff\0\0"

/* A start, and bytes up to a size, without a CR or LF but for one CR LF at the end if asked. */
typedef struct lines_case {
    const char *start;
    size_t start_size, size;
    bool pair;
    unsigned rounds; /* so often the file is converted from LF to CR LF then */
    unsigned rule;
    const char *expected;
} lines_case;

#define START(bytes) bytes, sizeof bytes - 1

static a3d_text lines_of(a3d_arena *arena, const lines_case *c)
{
    a3d_text text = harm_empty(arena);
    a3d_put(&text, c->start, c->start_size);
    while (text.size < c->size)
        a3d_putc(&text, (char)(text.size % 100 == 0 ? 1 : 0x80 + text.size % 100));
    if (c->pair)
        memcpy(text.data + text.size - 3, "\r\n\x80", 3);
    for (unsigned i = 0; i < c->rounds; i++)
        text = harm_lf_to_crlf(arena, (const uint8_t *)text.data, text.size);
    return text;
}

#define ADDED "the file passed through an LF to CR LF conversion"
#define REMOVED "the file passed through a CR LF to LF conversion"

static void line_ends(void **state)
{
    static const lines_case cases[] = {
        {START(A3D "\n\x80\n\x80\n"), 40, false, 1, A3D_FILE_CRLF_ADDED,
         "24 12/2 40: " ADDED ": all 3 LF bytes follow a CR; 3 bytes added"},
        {START(A3D "\n\x80\n\x80\n"), 40, false, 2, A3D_FILE_CRLF_ADDED,
         "48 13/2 40: " ADDED " twice: all 3 LF bytes follow a CR; 6 bytes added"
         " | 24 13/2 43: " ADDED ": all 3 LF bytes follow a CR; 3 bytes added"},
        {START(A3D "\n\x80\n\x80\n"), 40, false, 3, A3D_FILE_CRLF_ADDED,
         "72 14/2 40: " ADDED " three times: all 3 LF bytes follow a CR; 9 bytes added"
         " | 48 14/2 43: " ADDED " twice: all 3 LF bytes follow a CR; 6 bytes added"
         " | 24 14/2 46: " ADDED ": all 3 LF bytes follow a CR; 3 bytes added"},
        {START(A3D "\n\x80\n\x80\n"), 40, false, 4, A3D_FILE_CRLF_ADDED,
         "72 15/2 43: " ADDED " three times: all 3 LF bytes follow a CR; 9 bytes added"
         " | 48 15/2 46: " ADDED " twice: all 3 LF bytes follow a CR; 6 bytes added"
         " | 24 15/2 49: " ADDED ": all 3 LF bytes follow a CR; 3 bytes added"}, /* once more than is undone */
        {START(M3G), 40, false, 1, A3D_FILE_CRLF_ADDED,
         "16 9/2 40: " ADDED ": all 2 LF bytes follow a CR; 2 bytes added"},
        {START(LOST), 40, false, 1, A3D_FILE_CRLF_ADDED,
         "17 8/2 41: " ADDED " that kept the CR LF at offset 8: 1 byte added"
         " | 16 8/2 40: " ADDED ": all 2 LF bytes follow a CR; 2 bytes added"}, /* a CR LF was left as it was */
        {START(LOST), 40, false, 0, A3D_FILE_CRLF_REMOVED,
         "24 8/1 41: " REMOVED ": the CR before offset 8 is missing; none of 2 LF bytes follow a CR"},
        {START(A3D "\n"), 45425, false, 0, A3D_FILE_CRLF_REMOVED,
         "0 0/0 0: " REMOVED ": the only LF byte does not follow a CR"},
        {START(A3D "\n"), 45426, false, 0, A3D_FILE_CRLF_REMOVED,
         "1 0/0 0: " REMOVED ": the only LF byte does not follow a CR"},
        {START(A3D "\n"), 131071, true, 0, A3D_FILE_CRLF_REMOVED, ""}, /* more pairs than chance gives */
        {START(A3D "\n"), 131072, true, 0, A3D_FILE_CRLF_REMOVED,
         "0 0/0 0: " REMOVED ": 1 of 2 LF bytes follows a CR"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text text = lines_of(&arena, &cases[i]);
        expect_trace(text.data, text.size, cases[i].rule, cases[i].expected);
        a3d_arena_free(&arena);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(headers),      cmocka_unit_test(chunks),
                                              cmocka_unit_test(uploads),      cmocka_unit_test(long_headers),
                                              cmocka_unit_test(base64),       cmocka_unit_test(long_data_uris),
                                              cmocka_unit_test(line_ends)};
    return cmocka_run_group_tests_name("transfer texts", tests, NULL, NULL);
}
