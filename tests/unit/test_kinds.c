/* test_kinds.c - other kinds of file by their first bytes: what is just one of a kind, and what is just none */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "transfer/transfer.h"

/* A file that begins with these bytes and has so many; the rest are zeros. */
typedef struct given {
    const char *bytes;
    size_t n, size;
    const char *kind; /* NULL: none */
} given;
#define OF(bytes, size, kind) {bytes, sizeof bytes - 1, size, kind}
#define EXACT(bytes, kind) {bytes, sizeof bytes - 1, sizeof bytes - 1, kind}

static void expect_kinds(const given *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t *exact = calloc(1, rows[i].size + 1); /* so that a sanitizer sees one byte too far */
        assert_non_null(exact);
        memcpy(exact + 1, rows[i].bytes, rows[i].n < rows[i].size ? rows[i].n : rows[i].size);
        const char *kind = a3d_other_kind(exact + 1, rows[i].size);
        free(exact);
        if ((kind != NULL) != (rows[i].kind != NULL) || (kind != NULL && strcmp(kind, rows[i].kind) != 0))
            fail_msg("row %zu: %s, not %s", i, kind != NULL ? kind : "none",
                     rows[i].kind != NULL ? rows[i].kind : "none");
    }
}
#define EXPECT_KINDS(rows) expect_kinds(rows, sizeof rows / sizeof *rows)

#define FONT "a TrueType font"
#define JPEG "a JPEG image"
#define BMP "a BMP image"
#define TGA "a TGA image"
#define ICON "an icon"
#define ATF "an ATF texture"

static void images_and_fonts(void **state)
{
    static const given rows[] = {
        OF("\0\1\0\0\0\x0c\0\x80", 12, FONT), OF("\0\1\0\0\0\x0c\0\x80", 11, NULL), OF("true\0\1\0\x10", 12, FONT),
        OF("\0\1\0\0\0\1\0\x10", 12, FONT), OF("\0\1\0\0\0\0\0\x10", 12, NULL), OF("\0\1\0\0\0\x40\4\0", 12, FONT),
        OF("\0\1\0\0\0\x41\4\0", 12, NULL), OF("\0\1\0\0\0\x0c\0\x40", 12, NULL), OF("\0\1\0\0\0\7\0\x40", 12, FONT),
        OF("\0\1\0\0\0\x10\1\0", 12, FONT), OF("\0\1\0\1\0\x0c\0\x80", 12, NULL),
        EXACT("\xff\xd8\xff\xc0", JPEG), EXACT("\xff\xd8\xff\xfe", JPEG), EXACT("\xff\xd8\xff\xff", NULL),
        EXACT("\xff\xd8\xff\xbf", NULL), EXACT("\xff\xd8\xff", NULL), EXACT("\xff\xd9\xff\xc0", NULL),
        OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28", 26, BMP), OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28", 25, NULL),
        OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x0c", 26, BMP), OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x34", 26, BMP),
        OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x38", 26, BMP), OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x6c", 26, BMP),
        OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x7c", 26, BMP), OF("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x29", 26, NULL),
        OF("BM\0\0\0\0\1\0\0\0\x36\0\0\0\x28", 26, NULL), OF("BN\0\0\0\0\0\0\0\0\x36\0\0\0\x28", 26, NULL),
        /* 4 by 4 pixels of 8 bits, with a name of 2 bytes before them */
        OF("\2\0\2\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 36, TGA), OF("\2\0\3\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 36, TGA),
        OF("\2\0\2\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 35, NULL), OF("\2\0\2\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 37, NULL),
        OF("\2\1\2\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 36, NULL), OF("\2\0\4\0\0\0\0\0\0\0\0\0\4\0\4\0\x08", 36, NULL),
        OF("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\x20", 34, TGA), OF("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\3\0\x20", 30, NULL),
        OF("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\x28", 38, NULL), OF("\0\0\2\0\0\0\0\0\0\0\0\0\4\0\4\0\x0c", 42, NULL),
        EXACT("\xfe\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1TRUEVISION-XFILE.\0", TGA),
        EXACT("\xfe\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0TRUEVISION-XFILE.\0", NULL),
        EXACT("\xfe\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1TRUEVISION-XFILE.\1", NULL),
        OF("\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0\0\4\0\0\x16", 22, ICON),
        OF("\0\0\2\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\x26", 22, ICON),
        OF("\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0\0\4\0\0\x16", 21, NULL),
        OF("\0\0\3\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\x16", 22, NULL),
        OF("\0\0\1\0\1\0\0\0\0\1\0\0\0\0\0\0\0\0\x16", 22, NULL),
        OF("\0\0\1\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\x17", 22, NULL),
        OF("\0\0\1\0\x40\0\0\0\0\0\0\0\0\0\0\0\0\0\6\4", 22, ICON),
        OF("\0\0\1\0\x41\0\0\0\0\0\0\0\0\0\0\0\0\0\x16\4", 22, NULL),
        OF("\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\6", 22, NULL),
        OF("\0\0\1\1\1\0\0\0\0\0\0\0\0\0\0\0\0\0\x16", 22, NULL),
        OF("ATF\0\0\x0a\0", 16, ATF), OF("ATF\0\0\x0a\0", 17, NULL), OF("ATF\0\0\x09\0", 15, NULL),
        OF("ATF\0\0\0\xff\0\0\0\0\4", 16, ATF), OF("ATF\0\0\0\xff\0\0\0\0\5", 16, NULL),
        OF("ATF\0\0\0\xff\0\0\0\0\5", 17, ATF),
    };
    (void)state;
    EXPECT_KINDS(rows);
}

#define PROGRAM "a program for Windows or MS-DOS"
#define ZEROS29 "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define AT60(low, high) ZEROS29 ZEROS29 low high "\0\0"
#define FLASH "a Flash movie"
#define PYTHON "a compiled Python module"
#define TERMINAL "a description of a terminal"
#define MP3 "an MP3 sound"

static void programs_and_media(void **state)
{
    static const given rows[] = {
        OF("MZ" AT60("\x40", "\0") "PE\0\0", 68, PROGRAM), OF("MZ" AT60("\x40", "\0") "NE", 68, PROGRAM),
        OF("MZ" AT60("\x41", "\0") "\0PE\0\0", 68, NULL), OF("MZ" AT60("\x41", "\0") "\0PE\0\0", 69, PROGRAM),
        OF("MZ" AT60("\x40", "\0") "PF\0\0", 68, NULL), OF("MZ", 63, NULL), OF("MZ", 64, NULL),
        OF("MZ\0\0\1\0\0\0\2\0", 64, PROGRAM), OF("MZ\0\0\1\0\0\0\1\0", 64, NULL),
        OF("MZ\xff\1\1\0\0\0\3\0", 64, PROGRAM),
        OF("MZ\0\2\1\0\0\0\2\0", 64, NULL), OF("MZ\0\0\0\0\0\0\2\0", 64, NULL), OF("MZ\0\0\1\0\0\0\4\0", 64, NULL),
        OF("MZ\0\0\2\0\0\0\2\0", 513, PROGRAM), OF("MZ\0\0\2\0\0\0\2\0", 512, NULL),
        OF("MZ\0\0\1\0\0\0\xff\0", 4081, PROGRAM),
        OF("MZ\0\0\1\0\0\0\0\1", 5000, NULL),
        OF("FWS\x09\x0c\0\0\0\x78", 12, FLASH), OF("FWS\x09\x0d\0\0\0\x78", 12, NULL), OF("CWS\x09", 9, FLASH),
        OF("CWS\x09", 8, NULL),
        OF("ZWS\x40", 9, FLASH), OF("ZWS\x41", 9, NULL), OF("ZWS\0", 9, NULL), OF("AWS\x09", 9, NULL),
        OF("CWT\x09", 9, NULL),
        OF("\x42\x0d\r\n\0\0\0\0", 16, PYTHON), OF("\x42\x0d\r\n\0\0\0\0", 15, NULL),
        OF("\x42\x0b\r\n\3\0\0\0", 16, PYTHON),
        OF("\x42\x0a\r\n\0\0\0\0", 16, NULL), OF("\x42\x0f\r\n\0\0\0\0", 16, PYTHON),
        OF("\x42\x10\r\n\0\0\0\0", 16, NULL),
        OF("\x42\x0d\r\n\4\0\0\0", 16, NULL), OF("\x42\x0d\n\n\0\0\0\0", 16, NULL),
        EXACT("\x1a\1\3\0\0\0\0\0\0\0\0\0xt\0", TERMINAL), EXACT("\x1e\2\3\0\xff\0\0\0\0\0\0\0xt\0", TERMINAL),
        EXACT("\x1a\1\3\0\0\1\0\0\0\0\0\0xt\0", NULL), EXACT("\x1a\1\4\0\0\0\0\0\0\0\0\0xt\0", NULL),
        EXACT("\x1a\1\3\0\0\0\0\0\0\0\0\0xtt", NULL), EXACT("\x1a\1\1\0\0\0\0\0\0\0\0\0\0", NULL),
        EXACT("\x1a\1\2\0\0\0\0\0\0\0\0\0x\0", TERMINAL), EXACT("\x1a\1\3\0\0\0\0\0\0\0\0\0\1t\0", NULL),
        EXACT("\x1b\1\3\0\0\0\0\0\0\0\0\0xt\0", NULL),
        OF("MM\x10\0\0\0", 16, "a 3DS scene"), OF("MM\x0f\0\0\0", 15, NULL), OF("MM\x11\0\0\0", 16, NULL),
        OF("MN\x10\0\0\0", 16, NULL),
        {"\x81", 1, 83, NULL}, {"\x81", 1, 84, NULL},
        /* 128 kbit/s at 44,100 Hz: the second frame after 417 bytes, or after 418 with padding */
        OF("\xff\xfb\x90\x40", 420, NULL), OF("\xff\xf9\x90\x40", 430, NULL), OF("\xff\xfb\xf0\x40", 430, NULL),
        OF("\xff\xfb\x9c\x40", 430, NULL), OF("\xff\xfb\x00\x40", 430, NULL), OF("\xff\xfb\x90", 3, NULL),
    };
    (void)state;
    EXPECT_KINDS(rows);
}

static const char *kind_of(uint8_t *data, size_t size)
{
    const char *kind = a3d_other_kind(data, size);
    return kind != NULL ? kind : "none";
}

/* A sound has a second frame like the first. */
static void sounds_have_two_frames(void **state)
{
    (void)state;
    for (unsigned padded = 0; padded < 2; padded++) {
        uint8_t data[422] = {0xff, 0xfb, (uint8_t)(0x90 | padded << 1), 0x40};
        size_t next = 417 + padded;
        memcpy(data + next, data, 4);
        assert_string_equal(kind_of(data, next + 4), MP3);
        assert_string_equal(kind_of(data, next + 3), "none");
        data[next + 3] = 0x80;
        assert_string_equal(kind_of(data, next + 4), "none");
        data[next + 3] = 0x7f;
        data[next + 2] = 0xa0; /* another rate */
        assert_string_equal(kind_of(data, next + 4), MP3);
        data[next + 1] = 0xfa;
        assert_string_equal(kind_of(data, next + 4), "none");
    }
}

static void triangles_fill_an_stl_model(void **state)
{
    uint8_t data[84 + 2 * 50 + 1] = {0x81, [80] = 2};
    (void)state;
    assert_string_equal(kind_of(data, 184), "an STL model");
    assert_string_equal(kind_of(data, 183), "none");
    assert_string_equal(kind_of(data, 185), "none");
}

#define TEXT "text"
#define HTML "an HTML page"
#define OBJ "an OBJ model"
#define JSON "a JSON document"
#define GLTF "a glTF scene"

static void kinds_of_text(void **state)
{
    static const given rows[] = {
        EXACT("1234567", NULL), EXACT("12345678", TEXT), EXACT("\xef\xbb\xbf" "12345", TEXT),
        EXACT("<!DocType HTML>", HTML), EXACT("  \t\r\n<html lang=en>", HTML), EXACT("\xef\xbb\xbf <HEAD>", HTML),
        EXACT("a text <html>", HTML), EXACT("a text <head>", TEXT), EXACT("<?php echo", "a PHP script"),
        EXACT("<?xml version=1?><COLLADA>", "a COLLADA scene"), EXACT("<?xml?><X3D>", "an X3D scene"),
        EXACT("<?xml?><svg>", "an SVG image"), EXACT("<?xml?><other>", "an XML document"), EXACT("x <?xml?>", TEXT),
        EXACT("#!/bin/sh\n", "a script"), EXACT("solid cube\n", "an STL model in text"), EXACT("solids and", TEXT),
        EXACT("# a\nmtllib a.mtl", OBJ), EXACT("newmtl red\n", "a material library of OBJ models"),
        EXACT("v 0.5 1 2\n", OBJ), EXACT("v -0.5 1 2\n", OBJ), EXACT("v 9 and so", OBJ), EXACT("v a word", TEXT),
        EXACT("v /0 : ;", TEXT),
        EXACT("# a\nv 1 2 3", OBJ), EXACT("# a\nv", NULL), EXACT("# a b c\nv ", TEXT), EXACT("# a\nv x y", TEXT),
        EXACT("{\"a\": 1}", JSON), EXACT("{     }", NULL), EXACT("{      }", JSON), EXACT("{ a: 1 }", TEXT),
        EXACT("[1, 2, 3]", JSON),
        EXACT("[ x, y, z]", TEXT), EXACT("[ true, 1]", JSON), EXACT("[ null, 1]", JSON), EXACT("[        ", TEXT),
        EXACT("{\"asset\": 1}", GLTF), EXACT("{\"a\": \"buffers\"}", GLTF), EXACT("[ -1, 2, 3]", JSON),
        EXACT("{-1, 2, 3}", TEXT),
        EXACT("plain \x80 text", NULL), EXACT("plain \xc3\xa9 text", TEXT), EXACT("plain \1 text.", NULL),
        EXACT("plain \x1b text.", TEXT),
        EXACT("plain \x07\x0d text", TEXT), EXACT("plain \x0e text.", NULL),
    };
    (void)state;
    EXPECT_KINDS(rows);
}

static void text_of_wide_characters(void **state)
{
    static const given rows[] = {
        EXACT("\xff\xfe" "a\0b\0c\0d\0", "text in UTF-16"), EXACT("\xff\xfe" "a\0b\0c\0", NULL),
        EXACT("\xfe\xff\0a\0b\0c\0d", "text in UTF-16"), EXACT("\xff\xfe" "a\0b\0c\0\x01\0", NULL),
        EXACT("\xff\xfe" "a\0b\0\n\0\r\0", "text in UTF-16"), EXACT("\xff\xfe" "a\0b\0c\1d\1", NULL),
        EXACT("\xff\xfe" "a\0b\0e\0c\1d\1", "text in UTF-16"), EXACT("\xff\xfe\0\0a\0\0\0", "text in UTF-32"),
        EXACT("\0\0\xfe\xff\0\0\0a", "text in UTF-32"), EXACT("\0\0\xfe\xff\0\x10\xff\xff", "text in UTF-32"),
        EXACT("\0\0\xfe\xff\0\x11\0\0", NULL), EXACT("\0\0\xfe\xff\0\0\0a\0", NULL), EXACT("\0\0\xfe\xff", NULL),
        EXACT("\0\0\xfe\xff\0\0\0a\0\x11\0\0", NULL),
    };
    (void)state;
    EXPECT_KINDS(rows);
}

/* Letters of a code page: 64 bytes are text if a quarter is not ASCII, 256 if more, but one in 64 is ASCII. */
static void text_of_code_pages(void **state)
{
    static const struct {
        size_t size, high;
        bool text;
    } rows[] = {{63, 1, false}, {64, 1, true}, {64, 16, true}, {64, 17, false}, {255, 100, false}, {256, 100, true},
                {256, 252, true}, {256, 253, false}, {256, 256, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t data[256];
        memset(data, 'a', sizeof data);
        memset(data, 0xe4, rows[i].high);
        assert_string_equal(kind_of(data, rows[i].size), rows[i].text ? TEXT : "none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_and_fonts),
        cmocka_unit_test(programs_and_media),
        cmocka_unit_test(sounds_have_two_frames),
        cmocka_unit_test(triangles_fill_an_stl_model),
        cmocka_unit_test(kinds_of_text),
        cmocka_unit_test(text_of_wide_characters),
        cmocka_unit_test(text_of_code_pages),
    };
    return cmocka_run_group_tests_name("kinds", tests, NULL, NULL);
}
