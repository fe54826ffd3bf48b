/* What the traces of whole files say, other kinds of file, and CR bytes that are put back. */
#include "../support/harm.h"
#include "base/bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* ---- other kinds, and words ---- */

typedef struct file {
    const char *data;
    size_t size;
    unsigned rule;
    const char *message;
} file;

#define FILE_OF(bytes) bytes, sizeof bytes - 1

#define NO_MODEL "; expected an A3D, M3G or ODOL P3D model"
#define UNPACK "; decompress it and check the result"

static const file files[] = {
    {FILE_OF(""), A3D_FILE_EMPTY, "the file is empty; expected a model"},
    {FILE_OF("\0\0\0"), A3D_FILE_ALL_ZEROS, "the whole content is zeros: 3 bytes"},
    {FILE_OF("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), A3D_FILE_OTHER_KIND, "the file is a PNG image" NO_MODEL},
    {FILE_OF("\xff\xd8\xff\xe0\0\x10JFIF\0"), A3D_FILE_OTHER_KIND, "the file is a JPEG image" NO_MODEL},
    {FILE_OF("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0"), A3D_FILE_OTHER_KIND,
     "the file is a BMP image" NO_MODEL},
    {FILE_OF("PK\x03\x04\x14\0"), A3D_FILE_OTHER_KIND, "the file is a ZIP archive" NO_MODEL},
    {FILE_OF("FWS\x09\x0c\0\0\0\x78\0\0\0"), A3D_FILE_OTHER_KIND, "the file is a Flash movie" NO_MODEL},
    {FILE_OF("MLOD\x01\x01\0\0"), A3D_FILE_OTHER_KIND,
     "the file is an MLOD P3D, the editable model that ODOL is made from" NO_MODEL},
    {FILE_OF("\0\1\0\0\0\x0b\0\x80\0\3\0\x30"), A3D_FILE_OTHER_KIND, "the file is a TrueType font" NO_MODEL},
    {FILE_OF("\xfd" "7zXZ\0\0\4"), A3D_FILE_XZ, "the file is xz-compressed data" UNPACK},
    {FILE_OF("\x28\xb5\x2f\xfd\x24"), A3D_FILE_ZSTD, "the file is Zstandard-compressed data" UNPACK},
    {FILE_OF("<!DOCTYPE html>\n<title>404</title>\n"), A3D_FILE_OTHER_KIND, "the file is an HTML page" NO_MODEL},
    {FILE_OF("{ \"error\": \"not found\" }"), A3D_FILE_OTHER_KIND, "the file is a JSON document" NO_MODEL},
    {FILE_OF("{ \"asset\": {\"version\": \"2.0\"} }"), A3D_FILE_OTHER_KIND, "the file is a glTF scene" NO_MODEL},
    {FILE_OF("# cube\nv 0.5 -1 1\nv 2 3 4\n"), A3D_FILE_OTHER_KIND, "the file is an OBJ model" NO_MODEL},
    {FILE_OF("\xff\xfeH\0e\0l\0l\0o\0\r\0\n\0"), A3D_FILE_OTHER_KIND, "the file is text in UTF-16" NO_MODEL},
    {FILE_OF("\xff\xfe\0\0H\0\0\0i\0\0\0\n\0\0\0"), A3D_FILE_OTHER_KIND, "the file is text in UTF-32" NO_MODEL},
    {FILE_OF("The quick brown fox jumps\nover the lazy dog.\n"), A3D_FILE_OTHER_KIND, "the file is text" NO_MODEL},
    {FILE_OF("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"), A3D_FILE_GIT_LFS_POINTER,
     "the file is a Git LFS pointer to a content of 12,345 bytes; `git lfs pull` fetches it"},
};

static void test_kinds(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    for (const file *f = files; f < files + sizeof files / sizeof *files; f++) {
        harm_traces found = harm_find(&arena, f->data, f->size);
        assert_in_range(found.n, 1, A3D_TRACES);
        assert_string_equal(found.list[0].message, f->message);
        assert_ptr_equal(found.list[0].rule, &a3d_format_file.rules[f->rule]);
        assert_true(found.list[0].sure);
        assert_null(found.list[0].undone);
    }
    a3d_arena_free(&arena);
}

enum { FIGURES = 120 };

static void put_figures(char figures[FIGURES], const a3d_trace *t)
{
    char undone[24] = "";
    if (t->undone != NULL)
        snprintf(undone, sizeof undone, " %zu", t->undone_size);
    snprintf(figures, FIGURES, "%u %u/%u%s%s", t->rank, (unsigned)t->off, (unsigned)t->size, t->sure ? " sure" : "",
             undone);
}

static void expect_figures(const a3d_trace *t, const char *expected)
{
    char figures[FIGURES];
    put_figures(figures, t);
    assert_string_equal(figures, expected);
}

/* The figures in the messages, of a file of 256 bytes that has each byte once, after a model's start. */
static void test_words(void **state)
{
    (void)state;
    static const struct {
        harm_fn *make;
        const char *figures; /* RANK OFFSET/SIZE[ sure][ SIZE of what is undone] */
        const char *message;
    } cases[] = {
        {harm_latin1_to_utf8, "1071 0/402 268",
         "the file passed through a conversion of Latin-1 to UTF-8: 134 characters outside ASCII; 134 bytes added"},
        {harm_windows1252_to_utf8, "1071 0/419 268",
         "the file passed through a conversion of Windows-1252 to UTF-8: 134 characters outside ASCII; 151 bytes added"},
        {harm_twice_to_utf8, "2143 0/704 268",
         "the file passed through a conversion of Windows-1252 to UTF-8 twice: 268 characters outside ASCII; 436 bytes added"},
        {harm_to_utf16, "2136 0/538 sure 268",
         "the file passed through a conversion of Windows-1252 to UTF-16 with a byte-order mark: 270 bytes added"},
        {harm_replace, "2680 4/532",
         "the file passed through a conversion that replaced what is not UTF-8: 134 characters U+FFFD in the place of lost "
                  "bytes, from offset 4 to 535"},
        {harm_seven_bits, "33 0/268",
         "the file passed through a 7-bit transfer: none of 268 bytes is 0x80 or more; every eighth bit is lost"},
        {harm_mime, "537 0/370 sure 268",
         "the file is base64 text: 358 characters encode 268 bytes"},
        {harm_xxd, "4608 0/1152 sure 268",
         "the file is a hexadecimal dump: 17 lines are 268 bytes"},
        {harm_gzip, "67 0/291 sure 268",
         "the file is a gzip file: 291 bytes that unpack to 268, checksum correct"},
        {harm_upload, "392 0/131 sure 268",
         "3 lines of HTTP headers are before the model, which is a part of an upload"},
        {harm_warning, "83 0/68 268",
         "68 bytes of text are before the model"},
        {harm_twice, "2080 268/268 268",
         "the file holds its content two times: the same 268 bytes from offset 268 on"},
        {harm_swapped_16, "24 0/268 268",
         "the bytes of all 16-bit words are swapped"},
        {harm_zero_head, "512 0/64",
         "the first 64 bytes are zeros; the content there is lost"},
    };
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_text model = harm_empty(&arena);
    a3d_put(&model, "A3D\0\xff\xff\xff\xff\xff\xff\0\0", 12);
    for (unsigned i = 0; i < 256; i++)
        a3d_putc(&model, (char)(i ^ 1));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_text bytes = cases[i].make(&arena, (const uint8_t *)model.data, model.size);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        assert_in_range(found.n, 1, A3D_TRACES);
        assert_string_equal(found.list[0].message, cases[i].message);
        expect_figures(&found.list[0], cases[i].figures);
    }
    a3d_arena_free(&arena);
}

/* All that is found in a file of 9,012 bytes, in the order of the ranks. What only says that it has few CR is left out. */
static void each_harm_is_described(void **state)
{
    static const struct {
        harm_fn *make;
        const char *traces; /* RANK OFFSET/SIZE[ sure][ SIZE of what is undone]: MESSAGE, a line each */
    } cases[] = {
        {harm_lf_to_crlf,
         "312 56/2 9012: the file passed through an LF to CR LF conversion: all 39 LF bytes follow a CR; 39 bytes added\n"},
        {harm_lf_to_crlf_twice,
         "624 57/2 9012: the file passed through an LF to CR LF conversion twice: all 39 LF bytes follow a CR; 78 bytes "
         "added\n"
         "312 57/2 9051: the file passed through an LF to CR LF conversion: all 39 LF bytes follow a CR; 39 bytes added\n"},
        {harm_crlf_to_lf, ""},
        {harm_lone_lf_to_crlf,
         "312 56/2 9012: the file passed through an LF to CR LF conversion: all 39 LF bytes follow a CR; 39 bytes added\n"},
        {harm_latin1_to_utf8,
         "35743 0/13480 9012: the file passed through a conversion of Latin-1 to UTF-8: 4,468 characters outside ASCII; "
         "4,468 bytes added\n"},
        {harm_windows1252_to_utf8,
         "35743 0/14054 9012: the file passed through a conversion of Windows-1252 to UTF-8: 4,468 characters outside "
         "ASCII; 5,042 bytes added\n"},
        {harm_twice_to_utf8,
         "71487 0/23579 9012: the file passed through a conversion of Windows-1252 to UTF-8 twice: 8,936 characters "
         "outside ASCII; 14,567 bytes added\n"},
        {harm_utf8_with_mark,
         "35743 0/13483 9012: the file passed through a conversion of Latin-1 to UTF-8: 4,468 characters outside ASCII; "
         "4,471 bytes added\n"
         "48 0/3 sure 13480: a byte-order mark of UTF-8 (3 bytes) is before the model\n"},
        {harm_to_utf16,
         "72088 0/18026 sure 9012: the file passed through a conversion of Windows-1252 to UTF-16 with a byte-order mark: "
         "9,014 bytes added\n"},
        {harm_replace,
         "89360 4/17944: the file passed through a conversion that replaced what is not UTF-8: 4,468 characters U+FFFD in "
         "the place of lost bytes, from offset 4 to 17947\n"},
        {harm_question,
         "1231 0/9012: the file passed through a conversion to ASCII: none of 9,012 bytes is 0x80 or more; 4,512 question "
         "marks replace those that were\n"},
        {harm_seven_bits,
         "2664 0/9012: the file passed through a 7-bit transfer: none of 9,012 bytes is 0x80 or more; every eighth bit is "
         "lost\n"},
        {harm_top_bits,
         "4505 0/9012: the top bit of each byte was set: none of 9,012 bytes is below 0x80; every eighth bit is lost\n"},
        {harm_mime,
         "18024 0/12334 sure 9012: the file is base64 text: 12,016 characters encode 9,012 bytes\n"
         "15417 0/12334 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_one_line,
         "18024 0/12016 sure 9012: the file is base64 text: 12,016 characters encode 9,012 bytes\n"
         "15020 0/12016 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_data_uri,
         "18320 0/12053 sure 9012: the file is base64 text in a data URI: 12,016 characters encode 9,012 bytes\n"
         "15066 0/12053 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_digits,
         "36050 0/18025 sure 9012: the file is hexadecimal text: its digits are 9,012 bytes\n"
         "22531 0/18025 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"
         "13518 0/18025 13518: the file is base64 text: 18,024 characters encode 13,518 bytes\n"},
        {harm_spaced_digits,
         "55198 0/27599 sure 9012: the file is hexadecimal text: its digits are 9,012 bytes\n"
         "34498 0/27599 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_c_array,
         "111282 0/55641 sure 9012: the file is hexadecimal text in an array of C: its digits are 9,012 bytes\n"
         "69551 0/55641 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_xxd,
         "153360 0/38340 sure 9012: the file is a hexadecimal dump: 564 lines are 9,012 bytes\n"
         "47925 0/38340 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_hexdump,
         "178212 0/44553 sure 9012: the file is a hexadecimal dump: 564 lines are 9,012 bytes\n"
         "55691 0/44553 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_hexdump_words,
         "108200 0/27050 sure 9012: the file is a hexadecimal dump: 564 lines are 9,012 bytes\n"
         "33812 0/27050 sure: the file is text; expected an A3D, M3G or ODOL P3D model\n"},
        {harm_mark,
         "48 0/3 sure 9012: a byte-order mark of UTF-8 (3 bytes) is before the model\n"},
        {harm_http,
         "202 0/69 sure 9012: 4 lines of HTTP headers are before the model\n"
         "84 0/69 9012: 69 bytes of text are before the model\n"},
        {harm_headers,
         "180 0/58 sure 9012: 2 lines of HTTP headers are before the model\n"
         "73 0/58 9012: 58 bytes of text are before the model\n"},
        {harm_chunked,
         "210 0/9085 sure 9012: 2 lines of HTTP headers are before the model, which is in chunks\n"
         "67 0/52 9033: 52 bytes of text are before the model\n"},
        {harm_upload,
         "392 0/131 sure 9012: 3 lines of HTTP headers are before the model, which is a part of an upload\n"
         "146 0/131 9045: 131 bytes of text are before the model\n"},
        {harm_warning,
         "83 0/68 9012: 68 bytes of text are before the model\n"},
        {harm_twice,
         "72032 9012/9012 9012: the file holds its content two times: the same 9,012 bytes from offset 9012 on\n"},
        {harm_and_a_part,
         "48000 9012/6008 9012: the file begins again at offset 9012: the last 6,008 bytes are a part of a second copy\n"},
        {harm_after_a_part,
         "35984 0/4506 9012: the file begins again at offset 4506: the first 4,506 bytes are a part of the copy there\n"},
        {harm_zero_head,
         "512 0/64: the first 64 bytes are zeros; the content there is lost\n"},
        {harm_zero_all,
         "72096 0/9012 sure: the whole content is zeros: 9,012 bytes\n"
         "0 0/9012: the file passed through a 7-bit transfer: none of 9,012 bytes is 0x80 or more; every eighth bit is "
         "lost\n"},
        {harm_zero_block,
         "30 1024/512: 1 block of 512 bytes is overwritten with zeros, between offsets 1024 and 1536\n"
         "23 1024/512 8500: 512 zeros were inserted at offset 1024\n"},
        {harm_zero_large_block,
         "30 4096/4096: 1 block of 4096 bytes is overwritten with zeros, between offsets 4096 and 8192\n"
         "23 4096/4096 4916: 4,096 zeros were inserted at offset 4096\n"},
        {harm_zero_tail,
         "30 1024/7988: the content from offset 1024 on was overwritten with zeros: 7,988 bytes\n"
         "22 1024/7988 1024: the last 7,988 bytes are zeros\n"},
        {harm_swapped_16,
         "24 0/9012 9012: the bytes of all 16-bit words are swapped\n"},
        {harm_swapped_32,
         "24 0/9012 9012: the bytes of all 32-bit words are swapped\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text model = harm_empty(&arena), content = harm_random_bytes(&arena, 7, 9000), all;
        a3d_put(&model, "A3D\0\xff\xff\xff\xff\xff\xff\0\0", 12);
        a3d_put(&model, content.data, content.size);
        a3d_text bytes = cases[i].make(&arena, (const uint8_t *)model.data, model.size);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        a3d_text_init(&all, &arena);
        for (size_t k = 0; k < found.n; k++) {
            char figures[FIGURES];
            put_figures(figures, &found.list[k]);
            if (strcmp(figures, "0 0/0") != 0)
                a3d_printf(&all, "%s: %s\n", figures, found.list[k].message);
        }
        a3d_putc(&all, '\0');
        assert_string_equal(all.data, cases[i].traces);
        a3d_arena_free(&arena);
    }
}

/* 16-bit units of 8-bit text, in either byte order, with and without a mark, of either code page. */
static void test_utf16(void **state)
{
    static const struct {
        bool big, mark;
        unsigned other; /* a unit of Windows-1252 that is none of Latin-1, or 0 */
        const char *message;
    } cases[] = {
        {false, false, 0, "the file passed through a conversion of Latin-1 to UTF-16: 268 bytes added"},
        {true, false, 0, "the file passed through a conversion of Latin-1 to UTF-16, big-endian: 268 bytes added"},
        {false, true, 0, "the file passed through a conversion of Latin-1 to UTF-16 with a byte-order mark: 270 bytes added"},
        {true, true, 0x178, "the file passed through a conversion of Windows-1252 to UTF-16, big-endian with a byte-order "
                            "mark: 270 bytes added"},
        {false, false, 0x20ac, "the file passed through a conversion of Windows-1252 to UTF-16: 268 bytes added"},
        {true, true, 0x100, NULL}, /* a unit of neither */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena), model = harm_empty(&arena);
        a3d_put(&model, "A3D\0\xff\xff\xff\xff\xff\xff\0\0", 12);
        for (unsigned k = 0; k < 256; k++)
            a3d_putc(&model, (char)(k ^ 1));
        if (cases[i].other != 0) /* the byte that it is in the code page */
            model.data[100] = (char)(cases[i].other == 0x178 ? 0x9f : 0x80);
        if (cases[i].mark)
            a3d_store(a3d_extend(&bytes, 2), 2, 0xfeff, cases[i].big);
        for (size_t k = 0; k < model.size; k++)
            a3d_store(a3d_extend(&bytes, 2), 2, k == 100 && cases[i].other != 0 ? cases[i].other : (uint8_t)model.data[k],
                      cases[i].big);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        assert_int_equal(found.n > 0 && harm_gives_back(&found, A3D_FILE_LATIN1_AS_UTF16, &model), cases[i].message != NULL);
        if (cases[i].message != NULL)
            assert_string_equal(found.list[0].message, cases[i].message);
        a3d_arena_free(&arena);
    }
}

/* How many LF follow a CR, after the start of a model or other bytes: L is an LF alone, P is CR LF. */
static void test_line_ends_are_counted(void **state)
{
#define A3D "A3D\0\xff\xff\xff\xff\xff\xff\0\0"
#define M3G "\xabJSR184\xbb\n\x1a\n\0"
#define NONE "\x91\xf3\xc5\xee\0\x81\xd2\x19\0\xa7\xfe\0"
#define REMOVED "the file passed through a CR LF to LF conversion: "
#define ADDED "the file passed through an LF to CR LF conversion: "
    enum { START = 12 };
    static const struct {
        const char *start, *ends, *message;
    } cases[] = {
        {A3D, "L", REMOVED "the only LF byte does not follow a CR"},
        {A3D, "LL", REMOVED "none of 2 LF bytes follow a CR"},
        {A3D, "PP", ADDED "all 2 LF bytes follow a CR; 2 bytes added"},
        {A3D, "P", ADDED "the only LF byte follows a CR; 1 byte added"},
        {A3D, "PPPPPLLLLLLL", NULL},
        {M3G, "", REMOVED "the CR before offset 8 is missing; none of 2 LF bytes follow a CR"},
        {M3G, "LL", REMOVED "the CR before offset 8 is missing; none of 4 LF bytes follow a CR"},
        {M3G, "PL", REMOVED "the CR before offset 8 is missing; 1 of 4 LF bytes follows a CR"},
        {M3G, "PP", REMOVED "the CR before offset 8 is missing; 2 of 4 LF bytes follow a CR"},
        {NONE, "L", REMOVED "the only LF byte does not follow a CR"},
        {NONE, "PL", REMOVED "1 of 2 LF bytes follows a CR"},
        {NONE, "PPL", REMOVED "2 of 3 LF bytes follow a CR"},
        {NONE, "PP", ADDED "all 2 LF bytes follow a CR; 2 bytes added"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena);
        a3d_put(&bytes, cases[i].start, START);
        for (const char *p = cases[i].ends; *p != '\0'; p++)
            a3d_puts(&bytes, *p == 'L' ? "\x81\xf3\n\x93" : "\x81\xf3\r\n\x93");
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        assert_int_equal(found.n > 0, cases[i].message != NULL);
        if (cases[i].message != NULL)
            assert_string_equal(found.list[0].message, cases[i].message);
        a3d_arena_free(&arena);
    }
#undef A3D
#undef M3G
#undef NONE
#undef REMOVED
#undef ADDED
}

/* Quotes around base64 text belong together, and to no data URI. */
static void test_quotes(void **state)
{
    static const struct {
        const char *before, *after;
        bool found;
    } cases[] = {{"", "", true}, {"\"", "\"", true}, {"'", "'", true}, {"'", "\"", false}, {"\"", "", false},
                 {"x", "x", false}, {"", "'", false}, {"data:x;base64,", "", true}, {"'data:x;base64,", "'", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena), content = harm_random_bytes(&arena, 3, 300);
        a3d_text line = harm_one_line(&arena, (const uint8_t *)content.data, content.size);
        a3d_printf(&bytes, "%s%.*s%s", cases[i].before, (int)line.size, line.data, cases[i].after);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        print_message("%s...%s\n", cases[i].before, cases[i].after);
        assert_int_equal(harm_gives_back(&found, A3D_FILE_BASE64, &content), cases[i].found);
        a3d_arena_free(&arena);
    }
}

/* Zeroed blocks of a file that is otherwise sound: only whole blocks, with few zeros beside them. */
static void test_zeroed(void **state)
{
    (void)state;
    uint8_t data[4096];
    size_t off = 0;
    memset(data, 7, sizeof data);
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 0);
    memset(data + 1024, 0, 1024);
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 1024);
    assert_int_equal(off, 1024);
    memset(data + 2048, 0, 3); /* and zeros that were there */
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 1024);
    assert_int_equal(off, 1024);
    data[1023] = 0; /* too many of them */
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 0);
    memset(data + 3072, 0, 512);
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 512);
    assert_int_equal(off, 3072);
    memset(data + 3072, 0, 1024); /* up to the end */
    assert_int_equal(a3d_find_zeroed(data, sizeof data, &off), 0);
    assert_int_equal(a3d_find_zeroed(data, 3, &off), 0);
    static uint8_t large[12288];
    memset(large, 7, sizeof large);
    memset(large + 4094, 0, 4096 + 4); /* and zeros that were there */
    assert_int_equal(a3d_find_zeroed(large, sizeof large, &off), 4096);
    assert_int_equal(off, 4096);
    memset(large + 4092, 0, 4); /* too many of them */
    assert_int_equal(a3d_find_zeroed(large, sizeof large, &off), 0);
}

/* Zeroed blocks at each place among others, of which every fifth begins with a word of zeros. The last block, whole or
 * not, is never one. */
static void test_zeroed_everywhere(void **state)
{
    (void)state;
    enum { SMALL = 512, BLOCKS = 28 };
    static uint8_t data[BLOCKS * SMALL];
    for (size_t size = sizeof data - 5; size <= sizeof data; size += 5)
        for (size_t from = 0; from < BLOCKS; from++)
            for (size_t end = from; end <= BLOCKS && end <= from + 10; end++) {
                size_t off = 0, first = from > 0 ? from : 1, found = first < end && end < BLOCKS ? end - first : 0;
                memset(data, 7, sizeof data);
                for (size_t k = 0; k < BLOCKS; k += 5)
                    memset(data + k * SMALL, 0, 8);
                memset(data + from * SMALL, 0, (end - from) * SMALL);
                data[end * SMALL < size ? end * SMALL : 0] = 7;
                data[from > 0 ? from * SMALL - 1 : SMALL - 1] = 7;
                assert_int_equal(a3d_find_zeroed(data, size, &off), found * SMALL);
                assert_int_equal(off, found > 0 ? first * SMALL : 0);
            }
}

/* ---- CR bytes that are missing ---- */

/* The "format" of this test: the bytes are those of the original, and an error shows `late` bytes after the first that
 * is not. */
typedef struct original {
    const a3d_text *bytes;
    size_t late;
} original;

static bool is_original(void *user, const uint8_t *data, size_t size, size_t *error)
{
    const original *o = user;
    size_t i = 0;
    while (i < size && i < o->bytes->size && data[i] == (uint8_t)o->bytes->data[i])
        i++;
    *error = i + o->late < size ? i + o->late : size;
    return i == size && size == o->bytes->size;
}

static void test_restore(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    for (unsigned seed = 1; seed < 20; seed++) {
        a3d_text bytes = harm_random_bytes(&arena, seed, 4000), cut = harm_empty(&arena);
        size_t pairs = 0;
        for (size_t i = 300; i < 3900; i += 577 + seed * 10, pairs++)
            memcpy(bytes.data + i, "\r\n", 2);
        for (size_t i = 0; i < bytes.size; i++)
            if (bytes.data[i] != '\r' || i + 1 == bytes.size || bytes.data[i + 1] != '\n')
                a3d_putc(&cut, bytes.data[i]);
        original o = {&bytes, seed * 40};
        a3d_restored back;
        assert_true(a3d_restore_cr(&arena, (const uint8_t *)cut.data, cut.size, is_original, &o, 200, &back));
        assert_int_equal(back.size, bytes.size);
        assert_memory_equal(back.data, bytes.data, bytes.size);
        assert_int_equal(back.added, bytes.size - cut.size);
        assert_true(back.unique && !back.any_byte && !back.any_value && back.added >= pairs);
        size_t held = arena.held;
        assert_false(a3d_restore_cr(&arena, (const uint8_t *)cut.data, cut.size, is_original, &o, 3, &back));
        assert_in_range(back.trials, 1, 3);
        assert_null(back.data);
        assert_int_equal(arena.held, held);
    }
    a3d_arena_free(&arena);
}

/* A format that sees only how many bytes there are. */
static bool is_of_size(void *user, const uint8_t *data, size_t size, size_t *error)
{
    const size_t *wanted = user;
    (void)data;
    *error = size;
    return size == *wanted;
}

static void test_any_byte_is_missing(void **state)
{
    (void)state;
    static const uint8_t data[40] = {[20] = '\n'};
    size_t wanted = sizeof data + 1;
    a3d_arena arena;
    a3d_restored back;
    a3d_arena_init(&arena, NULL);
    assert_true(a3d_restore_cr(&arena, data, sizeof data, is_of_size, &wanted, 20, &back));
    assert_int_equal(back.added, 1);
    assert_true(back.any_byte);
    a3d_arena_free(&arena);
}

/* A format whose bytes are zeros but for an LF and the byte before it, which may be any. */
static bool is_but_one(void *user, const uint8_t *data, size_t size, size_t *error)
{
    const size_t *lf = user;
    bool right = data[*lf] == '\n';
    for (size_t i = 0; i < size; i++)
        right &= data[i] == 0 || i == *lf || i + 1 == *lf;
    *error = size;
    return right;
}

static void test_any_value_fits(void **state)
{
    (void)state;
    static const uint8_t data[40] = {[20] = '\n'};
    size_t lf = 21;
    a3d_arena arena;
    a3d_restored back;
    a3d_arena_init(&arena, NULL);
    assert_true(a3d_restore_cr(&arena, data, sizeof data, is_but_one, &lf, 20, &back));
    assert_false(back.any_byte);
    assert_true(back.any_value);
    assert_int_equal(back.at, 20);
    assert_int_equal(((const uint8_t *)back.data)[20], '\r');
    a3d_arena_free(&arena);
}

/* Other code pages are found by their letters: here the Cyrillic ones of Windows-1251. */
static void test_other_page(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_text bytes = harm_random_bytes(&arena, 5, 400), converted = harm_empty(&arena);
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t *byte = (uint8_t *)bytes.data + i;
        *byte = *byte < 0x80 ? *byte : (uint8_t)(*byte | 0xc0);
        harm_put_utf8(&converted, *byte < 0x80 ? *byte : 0x410u + *byte - 0xc0);
    }
    harm_traces found = harm_find(&arena, converted.data, converted.size);
    assert_true(harm_gives_back(&found, A3D_FILE_LATIN1_AS_UTF8, &bytes));
    assert_non_null(strstr(found.list[0].message, "Windows-1251 to UTF-8"));
    a3d_arena_free(&arena);
}

/* Pages of other systems than Windows and DOS. Mac Roman has characters from f800 on. */
static void test_pages_of_other_systems(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint8_t bytes[4];
        uint32_t characters[4];
    } pages[] = {
        {"KOI8-R to UTF-8", {0xc1, 0xd7, 0x98, 0xff}, {0x430, 0x432, 0x2264, 0x42a}},
        {"Mac Roman to UTF-8", {0x80, 0xde, 0xdf, 0xf0}, {0xc4, 0xfb01, 0xfb02, 0xf8ff}},
    };
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
        a3d_text bytes = harm_random_bytes(&arena, 5, 400), converted = harm_empty(&arena);
        for (size_t i = 0; i < bytes.size; i++) {
            uint8_t *byte = (uint8_t *)bytes.data + i;
            unsigned letter = *byte % 4;
            harm_put_utf8(&converted, *byte < 0x80 ? *byte : pages[k].characters[letter]);
            *byte = *byte < 0x80 ? *byte : pages[k].bytes[letter];
        }
        harm_traces found = harm_find(&arena, converted.data, converted.size);
        assert_true(harm_gives_back(&found, A3D_FILE_LATIN1_AS_UTF8, &bytes));
        assert_non_null(strstr(found.list[0].message, pages[k].name));
    }
    a3d_arena_free(&arena);
}

/* So many rounds of all values in a mixed order, without one of them. */
static a3d_text rounds_without(a3d_arena *arena, size_t rounds, uint8_t value)
{
    a3d_text bytes = harm_empty(arena);
    for (size_t i = 0; i < 256 * rounds; i++)
        if ((uint8_t)(i * 37) != value)
            a3d_putc(&bytes, (char)(i * 37));
    return bytes;
}

/* Data in which each value is as frequent, without one of them. */
static void test_values(void **state)
{
    (void)state;
    static const struct {
        uint8_t value;
        size_t rounds;
        const char *message;
    } cases[] = {
        {0x00, 17, "no byte of the file is 0x00 (NUL); expected about 17 among 4,335 bytes; a transfer probably removed or replaced "
                   "all of them"},
        {0x0a, 20, "no byte of the file is 0x0a (LF); expected about 20 among 5,100 bytes; a transfer probably removed or replaced "
                   "all of them"},
        {0x20, 30, "no byte of the file is 0x20 (space); expected about 30 among 7,650 bytes; a transfer probably removed or "
                   "replaced all of them"},
        {0x0a, 16, NULL},
        {0x40, 30, NULL}, /* no program takes it for anything */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = rounds_without(&arena, cases[k].rounds, cases[k].value);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        const a3d_trace *trace = NULL;
        for (size_t i = 0; i < found.n; i++)
            if (found.list[i].rule == &a3d_format_file.rules[A3D_FILE_VALUE_LOST])
                trace = &found.list[i];
        assert_true((trace != NULL) == (cases[k].message != NULL));
        if (trace != NULL)
            assert_string_equal(trace->message, cases[k].message);
        a3d_arena_free(&arena);
    }
}

/* Data in which each value is as frequent but LF or CR, which became the other one, if that is as frequent as both. In a
 * valid file that, too, must be more than chance. */
static void a_lost_value_may_have_become_another(void **state)
{
    (void)state;
    static const struct {
        uint8_t lost, other;
        size_t rounds, others;
        const char *became, *in_valid;
    } cases[] = {
        {'\n', '\r', 64, 96, "; 0x0d (CR) occurs about twice as often as expected", "0x0a (LF)"},
        {'\n', '\r', 64, 95, "", NULL},
        {'\n', '\r', 63, 120, "; 0x0d (CR) occurs about twice as often as expected", NULL},
        {'\r', '\n', 64, 96, "; 0x0a (LF) occurs about twice as often as expected", "0x0d (CR)"},
        {'\r', '\n', 64, 95, "", NULL},
        {'\r', '\n', 63, 120, "; 0x0a (LF) occurs about twice as often as expected", NULL},
        {'\t', '\n', 64, 128, "", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = rounds_without(&arena, cases[k].rounds, cases[k].lost);
        for (size_t i = cases[k].rounds; i < cases[k].others; i++)
            a3d_putc(&bytes, (char)cases[k].other);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        const char *message = "";
        for (size_t i = 0; i < found.n; i++)
            if (found.list[i].rule == &a3d_format_file.rules[A3D_FILE_VALUE_LOST])
                message = found.list[i].message;
        const char *all = strstr(message, "all of them");
        assert_non_null(all);
        assert_string_equal(all + strlen("all of them"), cases[k].became);
        a3d_trace traces[A3D_TRACES];
        size_t n = a3d_find_lost_value(&arena, (const uint8_t *)bytes.data, bytes.size, traces);
        assert_int_equal(n, cases[k].in_valid != NULL);
        if (n > 0)
            assert_non_null(strstr(traces[0].message, cases[k].in_valid));
        a3d_arena_free(&arena);
    }
}

/* A value is missed if its nearest values that are not of text are frequent, and those alone. */
static void neighbors_say_how_frequent_a_value_is(void **state)
{
    (void)state;
    static const struct {
        uint8_t lost, rare;
        bool missed;
    } cases[] = {
        {0x0a, 0x07, false}, {0x0a, 0x08, false}, {0x0a, 0x0b, false}, {0x0a, 0x0c, false}, {0x0a, 0x06, true},
        {0x0a, 0x0e, true},  {0x0a, 0x09, true},  {0x0a, 0x0d, true},  {0x00, 0x01, false}, {0x00, 0x04, false},
        {0x00, 0x05, true},  {0x00, 0xff, true},  {0x20, 0x1e, false}, {0x20, 0x22, false}, {0x20, 0x1d, true},
        {0x20, 0x23, true},
    };
    enum { ROUNDS = 30, RARE = 5 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena);
        for (unsigned i = 0; i < 256 * ROUNDS; i++) {
            uint8_t value = (uint8_t)(i * 37);
            if (value != cases[k].lost && (value != cases[k].rare || i < 256 * RARE))
                a3d_putc(&bytes, (char)value);
        }
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        bool missed = false;
        for (size_t i = 0; i < found.n; i++)
            missed |= found.list[i].rule == &a3d_format_file.rules[A3D_FILE_VALUE_LOST];
        if (missed != cases[k].missed)
            fail_msg("%02x is%s missed where %02x is rare", cases[k].lost, missed ? "" : " not", cases[k].rare);
        a3d_arena_free(&arena);
    }
}

/* What of a file that begins again is found. `unit` bytes follow each other `times` times, and then so many `more`. */
static void short_copies_are_found(void **state)
{
    (void)state;
    static const struct {
        size_t unit, times, more;
        const char *message;
    } cases[] = {
        {12, 2, 0, "the file holds its content two times: the same 12 bytes from offset 12 on"},
        {11, 2, 0, NULL},
        {8, 6, 0, NULL}, /* a pattern */
        {9, 4, 0, "the file holds its content two times: the same 18 bytes from offset 18 on"},
        {16, 3, 0, "the file holds its content 3 times: the same 16 bytes from offset 16 on"},
        {60, 1, 48, "the file begins again at offset 60: the last 48 bytes are a part of a second copy"},
        {60, 1, 47, NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text unit = harm_random_bytes(&arena, 5, cases[k].unit), bytes = harm_empty(&arena);
        for (size_t i = 0; i < cases[k].times; i++)
            a3d_put(&bytes, unit.data, unit.size);
        a3d_put(&bytes, unit.data, cases[k].more);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        const char *message = NULL;
        for (size_t i = 0; i < found.n; i++)
            if (found.list[i].rule == &a3d_format_file.rules[A3D_FILE_TWICE])
                message = found.list[i].message;
        if (message == NULL || cases[k].message == NULL)
            assert_ptr_equal(message, cases[k].message);
        else
            assert_string_equal(message, cases[k].message);
        a3d_arena_free(&arena);
    }
}

/* A copy whose first bytes are at other places before it, too, is found among the first 64 of them. */
static void a_start_that_repeats_hides_a_copy(void **state)
{
    (void)state;
    for (unsigned starts = 63; starts <= 66; starts++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena);
        for (unsigned i = 0; i < 2 * starts; i++)
            a3d_printf(&bytes, "the same start%c", (int)(i % starts) + '0');
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        bool twice = false;
        for (size_t i = 0; i < found.n; i++)
            twice |= found.list[i].rule == &a3d_format_file.rules[A3D_FILE_TWICE];
        assert_int_equal(twice, starts <= 64);
        a3d_arena_free(&arena);
    }
}

/* A mark, and bytes that are no text, count as 256 bits; each byte of text as a little more than one. */
static void test_kinds_are_weighed(void **state)
{
    (void)state;
    static const struct {
        const char *data;
        size_t size;
        const char *figures;
    } rows[] = {
        {FILE_OF("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "256 0/16 sure"},
        {FILE_OF("\xff\xd8\xff\xe0\0\x10JFIF\0"), "256 0/11 sure"},
        {FILE_OF("8 letters"), "11 0/9"},
        {FILE_OF("as many as 20 chars."), "25 0/20 sure"},
        {FILE_OF("# \xe4 cube of a man and woman in text\nand others\nv 0.5 -1 1\nv 2 3 4\n"), "26 0/66 sure"},
        {FILE_OF("%PDF-1.4 a mark in text"), "256 0/23 sure"},
    };
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        harm_traces found = harm_find(&arena, rows[i].data, rows[i].size);
        assert_in_range(found.n, 1, A3D_TRACES);
        assert_ptr_equal(found.list[0].rule, &a3d_format_file.rules[A3D_FILE_OTHER_KIND]);
        expect_figures(&found.list[0], rows[i].figures);
    }
    a3d_arena_free(&arena);
}

/* The trace of a rule, or NULL. */
static const a3d_trace *trace_of(const harm_traces *found, unsigned rule)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->list[i].rule == &a3d_format_file.rules[rule])
            return &found->list[i];
    return NULL;
}

/* Marks before a model. One of UTF-16 before anything else proves nothing. */
static void test_marks_before_a_model(void **state)
{
    (void)state;
    static const struct {
        const char *data;
        size_t size;
        const char *figures, *message;
    } rows[] = {
        {FILE_OF("\xef\xbb\xbf" "A3D\0\3\0\0\0"), "48 0/3 sure 8",
         "a byte-order mark of UTF-8 (3 bytes) is before the model"},
        {FILE_OF("\xff\xfe" "A3D\0\3\0\0\0"), "40 0/2 sure 8",
         "a byte-order mark of UTF-16 (2 bytes) is before the model"},
        {FILE_OF("\xfe\xff" "A3D\0\3\0\0\0"), "40 0/2 sure 8",
         "a byte-order mark of UTF-16 (2 bytes) is before the model"},
        {FILE_OF("\xef\xbb\xbf\1\2\3\4"), "24 0/3 4", "a byte-order mark of UTF-8 (3 bytes) is before the model"},
        {FILE_OF("\xff\xfe\1\2\3\4"), NULL, NULL},
        {FILE_OF("\xff\xff" "A3D\0\3\0\0\0"), NULL, NULL},
        {FILE_OF("\xef\xbb\xbf"), NULL, NULL},
        {FILE_OF("\xef\xbb\xbf" "a text that goes on"), NULL, NULL},
        {FILE_OF("\xff\xfe"), NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        harm_traces found = harm_find(&arena, rows[i].data, rows[i].size);
        const a3d_trace *t = trace_of(&found, A3D_FILE_BYTE_ORDER_MARK);
        assert_true((t != NULL) == (rows[i].figures != NULL));
        if (t != NULL) {
            expect_figures(t, rows[i].figures);
            assert_string_equal(t->message, rows[i].message);
        }
        a3d_arena_free(&arena);
    }
}

/* Other bytes before a model: so many are searched. `text`: how many of them are text. */
static void test_bytes_before_a_model(void **state)
{
    (void)state;
    static const struct {
        size_t n, text;
        const char *figures, *message;
    } rows[] = {
        {1, 0, "15 0/1 40", "1 byte is before the model"},
        {16, 0, "15 0/16 40", "16 bytes are before the model"},
        {511, 0, "15 0/511 40", "511 bytes are before the model"},
        {512, 0, NULL, NULL},
        {16, 15, "15 0/16 40", "16 bytes are before the model"},
        {16, 16, "31 0/16 40", "16 bytes of text are before the model"},
        {3, 3, "18 0/3 40", "3 bytes of text are before the model"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_empty(&arena);
        for (size_t k = 0; k < rows[i].n; k++)
            a3d_putc(&bytes, k < rows[i].text ? 'x' : (char)(0x80 + k % 64));
        a3d_put(&bytes, "A3D\0\3\0\0\0\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2\3\4", 40);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        const a3d_trace *t = trace_of(&found, A3D_FILE_TEXT_BEFORE);
        print_message("%zu bytes, %zu of text\n", rows[i].n, rows[i].text);
        assert_true((t != NULL) == (rows[i].figures != NULL));
        if (t != NULL) {
            expect_figures(t, rows[i].figures);
            assert_string_equal(t->message, rows[i].message);
        }
        a3d_arena_free(&arena);
    }
}

/* A mark of UTF-32 and nothing more is no text in UTF-16. */
static void test_a_mark_alone(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    harm_traces found = harm_find(&arena, "\xff\xfe\0\0", 4);
    for (size_t i = 0; i < found.n; i++)
        assert_ptr_not_equal(found.list[i].rule, &a3d_format_file.rules[A3D_FILE_LATIN1_AS_UTF16]);
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_kinds_are_weighed),
        cmocka_unit_test(test_marks_before_a_model),
        cmocka_unit_test(test_bytes_before_a_model),
        cmocka_unit_test(test_a_mark_alone),
        cmocka_unit_test(test_words),
        cmocka_unit_test(each_harm_is_described),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_line_ends_are_counted),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_zeroed),
        cmocka_unit_test(test_zeroed_everywhere),
        cmocka_unit_test(test_restore),
        cmocka_unit_test(test_any_byte_is_missing), cmocka_unit_test(test_any_value_fits),
        cmocka_unit_test(test_other_page),
        cmocka_unit_test(test_values), cmocka_unit_test(a_lost_value_may_have_become_another),
        cmocka_unit_test(neighbors_say_how_frequent_a_value_is),
        cmocka_unit_test(short_copies_are_found), cmocka_unit_test(a_start_that_repeats_hides_a_copy),
        cmocka_unit_test(test_pages_of_other_systems),
    };
    return cmocka_run_group_tests_name("transfer_words", tests, NULL, NULL);
}
