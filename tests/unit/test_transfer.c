/* What happened to whole files: every damage is found, told with its figures and undone exactly, and nothing is found in
 * sound files and in random bytes. */
#include "base/bytes.h"
#include "base/text.h"
#include "codec/codec.h"
#include "engine/generate/random.h"
#include "formats/formats.h"
#include "lint/generate.h"
#include "transfer/transfer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef a3d_text damage_fn(a3d_arena *arena, const uint8_t *data, size_t size);

/* The length of an A3D2 package, without its head. */
static bool fits_package(const uint8_t *data, size_t size)
{
    if (data[0] & 0x80)
        return size > 4 && (a3d_load32(data, true) & 0x7fffffff) == size - 4;
    return (a3d_load16(data, true) & 0x3fff) == size - 2;
}

static bool starts(const uint8_t *data, size_t size)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        if ((*f)->probe(data, size) >= 2 && (strcmp((*f)->name, "a3d2") != 0 || fits_package(data, size)))
            return true;
    return false;
}

static a3d_text empty(a3d_arena *arena)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    return t;
}

static a3d_text random_bytes(a3d_arena *arena, uint64_t seed, size_t size)
{
    a3d_random r = a3d_random_of(seed);
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)a3d_random_below(&r, 256));
    return t;
}

/* Random models of all formats and of several sizes, and last random bytes. */
enum { SIZES = 4, SEEDS = 2, SAMPLES = A3D_FORMATS * SIZES * SEEDS + 2 };

static void make_samples(a3d_arena *arena, a3d_text samples[SAMPLES])
{
    static const uint64_t sizes[SIZES] = {0, 700, 5000, 40000};
    size_t n = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        const a3d_version *version = (*f)->versions;
        while (!version->generated)
            version++;
        for (unsigned i = 0; i < SIZES * SEEDS; i++, n++) {
            a3d_wish wish = {.format = *f, .version = version, .seed = i + 1, .size = sizes[i % SIZES]};
            samples[n] = empty(arena);
            assert_null(a3d_generate_random(arena, &wish, &samples[n]));
        }
    }
    samples[n++] = random_bytes(arena, 1, 3000);
    samples[n++] = random_bytes(arena, 2, 70000);
    assert_int_equal(n, SAMPLES);
}

typedef struct traces {
    a3d_trace list[A3D_TRACES];
    size_t n;
} traces;

/* Finds traces in an exact copy, so that a sanitizer sees a read past the end. */
static traces find(a3d_arena *arena, const void *data, size_t size)
{
    traces found;
    uint8_t *copy = a3d_block_resize(arena, NULL, size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, data, size);
    found.n = a3d_find_traces(arena, copy, size, &(a3d_limits){0}, starts, found.list);
    assert_in_range(found.n, 0, A3D_TRACES);
    for (size_t i = 0; i < found.n; i++) {
        const a3d_trace *t = &found.list[i];
        assert_true(i == 0 || found.list[i - 1].rank >= t->rank);
        assert_true((uint64_t)t->off + t->size <= size);
        assert_non_null(t->message);
        assert_true((t->undone != NULL) == (t->undone_size > 0));
    }
    return found;
}

static const a3d_trace *find_rule(const traces *found, unsigned rule)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->list[i].rule == &a3d_format_file.rules[rule])
            return &found->list[i];
    return NULL;
}

/* Whether one of the traces of this rule gives exactly these bytes back. */
static bool gives_back(const traces *found, unsigned rule, const a3d_text *bytes)
{
    for (size_t i = 0; i < found->n; i++) {
        const a3d_trace *t = &found->list[i];
        if (t->rule == &a3d_format_file.rules[rule] && t->undone_size == bytes->size &&
            memcmp(t->undone, bytes->data, bytes->size) == 0)
            return true;
    }
    return false;
}

/* ---- conversions of text ---- */

static a3d_text lf_to_crlf(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n')
            a3d_putc(&t, '\r');
        a3d_putc(&t, (char)data[i]);
    }
    return t;
}

static void put_utf8(a3d_text *t, unsigned c)
{
    if (c < 0x80) {
        a3d_putc(t, (char)c);
    } else if (c < 0x800) {
        a3d_putc(t, (char)(0xc0 | c >> 6));
        a3d_putc(t, (char)(0x80 | (c & 0x3f)));
    } else {
        a3d_putc(t, (char)(0xe0 | c >> 12));
        a3d_putc(t, (char)(0x80 | (c >> 6 & 0x3f)));
        a3d_putc(t, (char)(0x80 | (c & 0x3f)));
    }
}

static a3d_text latin1_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        put_utf8(&t, data[i]);
    return t;
}

/* From the table of the Unicode consortium; the five bytes without a character pass as they are. */
static unsigned windows1252(uint8_t byte)
{
    static const uint16_t upper[32] = {
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
        0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178};
    return byte >= 0x80 && byte < 0xa0 ? upper[byte - 0x80] : byte;
}

static a3d_text windows1252_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        put_utf8(&t, windows1252(data[i]));
    return t;
}

static a3d_text twice_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text once = latin1_to_utf8(arena, data, size);
    return windows1252_to_utf8(arena, (const uint8_t *)once.data, once.size);
}

static a3d_text utf8_with_mark(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, "\xef\xbb\xbf");
    a3d_text rest = latin1_to_utf8(arena, data, size);
    a3d_put(&t, rest.data, rest.size);
    return t;
}

static a3d_text to_utf16(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, "\xff\xfe");
    for (size_t i = 0; i < size; i++) {
        a3d_putc(&t, (char)windows1252(data[i]));
        a3d_putc(&t, (char)(windows1252(data[i]) >> 8));
    }
    return t;
}

/* What decoders of UTF-8 do, roughly: a byte that is no ASCII and not the start of two bytes is replaced. */
static a3d_text replace(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        put_utf8(&t, data[i] < 0x80 ? data[i] : 0xfffd);
    return t;
}

static a3d_text question(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)(data[i] < 0x80 ? data[i] : '?'));
    return t;
}

static a3d_text seven_bits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)(data[i] & 0x7f));
    return t;
}

/* ---- wrappers ---- */

static void put_base64(a3d_text *t, const uint8_t *data, size_t size, const char *alphabet, size_t width, bool pad)
{
    size_t column = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned long v = (unsigned long)data[i] << 16 | (i + 1 < size ? data[i + 1] : 0u) << 8 | (i + 2 < size ? data[i + 2] : 0u);
        for (unsigned k = 0; k < 4; k++) {
            if (i + k <= size)
                a3d_putc(t, alphabet[v >> (18 - 6 * k) & 63]);
            else if (pad)
                a3d_putc(t, '=');
        }
        if ((column += 4) == width) {
            a3d_puts(t, "\r\n");
            column = 0;
        }
    }
}

static const char standard[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char for_urls[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static a3d_text mime(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    put_base64(&t, data, size, standard, 76, true);
    a3d_puts(&t, "\r\n");
    return t;
}

static a3d_text one_line(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    put_base64(&t, data, size, for_urls, 0, false);
    return t;
}

static a3d_text data_uri(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, "data:application/octet-stream;base64,");
    put_base64(&t, data, size, standard, 0, true);
    return t;
}

static a3d_text digits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_put_hex(&t, data, size, "");
    a3d_putc(&t, '\n');
    return t;
}

static a3d_text spaced_digits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_printf(&t, "%02X%s", data[i], i % 16 == 15 ? "\r\n" : " ");
    return t;
}

static a3d_text c_array(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, "unsigned char model_a3d[] = {");
    for (size_t i = 0; i < size; i++)
        a3d_printf(&t, "%s0x%02x", i == 0 ? "\n  " : i % 12 == 0 ? ",\n  " : ", ", data[i]);
    a3d_printf(&t, "\n};\nunsigned int model_a3d_len = %zu;\n", size);
    return t;
}

static char shown(uint8_t byte)
{
    return byte >= 0x20 && byte < 0x7f ? (char)byte : '.';
}

static a3d_text xxd(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i += 16) {
        a3d_printf(&t, "%08zx: ", i);
        for (size_t k = i; k < i + 16; k++)
            a3d_printf(&t, k < size ? "%02x%s" : "%.0u  %s", k < size ? data[k] : 0u, k % 2 == 1 ? " " : "");
        a3d_putc(&t, ' ');
        for (size_t k = i; k < i + 16 && k < size; k++)
            a3d_putc(&t, shown(data[k]));
        a3d_putc(&t, '\n');
    }
    return t;
}

static a3d_text hexdump(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    bool same = false;
    for (size_t i = 0; i < size; i += 16) {
        bool again = i > 0 && i + 16 <= size && memcmp(data + i - 16, data + i, 16) == 0;
        if (again && !same)
            a3d_puts(&t, "*\n");
        same = again;
        if (again)
            continue;
        a3d_printf(&t, "%08zx", i);
        for (size_t k = i; k < i + 16; k++)
            a3d_printf(&t, k < size ? "%s%02x" : "%s  %.0u", k % 8 == 0 ? "  " : " ", k < size ? data[k] : 0u);
        a3d_puts(&t, "  |");
        for (size_t k = i; k < i + 16 && k < size; k++)
            a3d_putc(&t, shown(data[k]));
        a3d_puts(&t, "|\n");
    }
    a3d_printf(&t, "%08zx\n", size);
    return t;
}

static a3d_text hexdump_words(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    for (size_t i = 0; i < size; i += 16) {
        a3d_printf(&t, "%07zx", i);
        for (size_t k = i; k < i + 16 && k < size; k += 2)
            a3d_printf(&t, " %02x%02x", k + 1 < size ? data[k + 1] : 0u, data[k]);
        a3d_putc(&t, '\n');
    }
    a3d_printf(&t, "%07zx\n", size);
    return t;
}

static void put_deflated(a3d_text *t, const uint8_t *data, size_t size, int bits)
{
    z_stream z = {.next_in = data, .avail_in = (unsigned)size};
    uint8_t *to = a3d_extend(t, size + size / 100 + 100);
    size_t before = t->size;
    assert_non_null(to);
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_out = to;
    z.avail_out = (unsigned)(size + size / 100 + 100);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    t->size = before - z.avail_out;
    deflateEnd(&z);
}

static a3d_text gzip(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    put_deflated(&t, data, size, 15 + 16);
    return t;
}

static a3d_text gzip_members(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    put_deflated(&t, data, size / 3, 15 + 16);
    put_deflated(&t, data + size / 3, size - size / 3, 15 + 16);
    return t;
}

static a3d_text zlib_stream(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    put_deflated(&t, data, size, 15);
    return t;
}

static a3d_text cut_gzip(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = gzip(arena, data, size);
    t.size -= 9;
    return t;
}

/* ---- what is before, and copies ---- */

static a3d_text with_front(a3d_arena *arena, const char *front, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, front);
    a3d_put(&t, data, size);
    return t;
}

static a3d_text mark(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "\xef\xbb\xbf", data, size);
}

static a3d_text http(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: model/x\r\nETag: \"5f\"\r\n\r\n", data, size);
}

static a3d_text headers(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "Content-Type: application/octet-stream\nContent-Length: 5\n\n", data, size);
}

static a3d_text chunked(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_puts(&t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (size_t i = 0; i < size; i += 4000) {
        size_t n = size - i < 4000 ? size - i : 4000;
        a3d_printf(&t, "%zx\r\n", n);
        a3d_put(&t, data + i, n);
        a3d_puts(&t, "\r\n");
    }
    a3d_puts(&t, "0\r\n\r\n");
    return t;
}

static a3d_text upload(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "------WebKitFormBoundaryAbc\r\nContent-Disposition: form-data; name=\"f\"; "
                            "filename=\"a.a3d\"\r\nContent-Type: application/octet-stream\r\n\r\n", data, size);
    a3d_puts(&t, "\r\n------WebKitFormBoundaryAbc--\r\n");
    return t;
}

static a3d_text warning(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "\nWarning: readfile(): open_basedir restriction in effect on line 12\n", data, size);
}

static a3d_text twice(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "", data, size);
    a3d_put(&t, data, size);
    return t;
}

static a3d_text and_a_part(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "", data, size);
    a3d_put(&t, data, size - size / 3);
    return t;
}

static a3d_text after_a_part(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = empty(arena);
    a3d_put(&t, data, size / 2);
    a3d_put(&t, data, size);
    return t;
}

/* ---- zeros and swaps ---- */

static a3d_text zero_range(a3d_arena *arena, const uint8_t *data, size_t size, size_t from, size_t end)
{
    a3d_text t = with_front(arena, "", data, size);
    memset(t.data + from, 0, end - from);
    return t;
}

static a3d_text zero_head(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 0, 64);
}

static a3d_text zero_all(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 0, size);
}

static a3d_text zero_block(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 1024, 1536);
}

static a3d_text zero_large_block(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 4096, 8192);
}

static a3d_text zero_tail(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 1024, size);
}

static a3d_text swapped(a3d_arena *arena, const uint8_t *data, size_t size, size_t width)
{
    a3d_text t = with_front(arena, "", data, size);
    for (size_t i = 0; i + width <= size; i += width)
        for (size_t k = 0; k < width; k++)
            t.data[i + k] = (char)data[i + width - 1 - k];
    return t;
}

static a3d_text swapped_16(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return swapped(arena, data, size, 2);
}

static a3d_text swapped_32(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return swapped(arena, data, size, 4);
}

/* How many LF bytes, or bytes of 80 and more, there are. */
static size_t count_lf(const a3d_text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        n += t->data[i] == '\n';
    return n;
}

static size_t count_high(const a3d_text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        n += (uint8_t)t->data[i] >= 0x80;
    return n;
}

static size_t count_all(const a3d_text *t)
{
    return t->size;
}

/* The size, if it is a model that can be recognized by its start. */
static size_t count_model(const a3d_text *t)
{
    return starts((const uint8_t *)t->data, t->size) ? t->size : 0;
}

/* The size, if there are no zeros at the bounds of blocks that hide where others begin. */
static size_t count_blocks(const a3d_text *t)
{
    for (size_t i = 1024; i <= 8192 && i < t->size; i += i == 1024 ? 512 : i == 1536 ? 2560 : 4096)
        if (memchr(t->data + i - 1, 0, 2) != NULL)
            return 0;
    return t->size;
}

typedef struct damage {
    const char *name;
    damage_fn *make;
    unsigned rule;
    size_t (*count)(const a3d_text *t); /* of what the damage is about, */
    size_t some, many;                  /* and how much shows it at all, and beyond chance */
    bool lossy;
} damage;

static const damage damages[] = {
    {"LF to CR LF", lf_to_crlf, A3D_FILE_CRLF_ADDED, count_lf, 1, 3, false},
    {"Latin-1 as UTF-8", latin1_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"Windows-1252 as UTF-8", windows1252_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"UTF-8 with a mark", utf8_with_mark, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"UTF-8 twice", twice_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 2, 4, false},
    {"UTF-16", to_utf16, A3D_FILE_LATIN1_AS_UTF16, count_all, 1, 5, false},
    {"U+FFFD", replace, A3D_FILE_REPLACEMENT_CHARACTERS, count_high, 1, 2, true},
    {"question marks", question, A3D_FILE_REPLACEMENT_CHARACTERS, count_high, 200, 1000, true},
    {"7 bits", seven_bits, A3D_FILE_EIGHTH_BIT_LOST, count_high, 20, 300, true},
    {"base64 in lines", mime, A3D_FILE_BASE64, count_all, 6, 60, false},
    {"base64 in one line", one_line, A3D_FILE_BASE64, count_all, 6, 60, false},
    {"data URI", data_uri, A3D_FILE_BASE64, count_all, 6, 6, false},
    {"hexadecimal digits", digits, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"digits with spaces", spaced_digits, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"array of C", c_array, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"xxd", xxd, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"hexdump -C", hexdump, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"hexdump", hexdump_words, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"gzip", gzip, A3D_FILE_GZIP, count_all, 1, 1, false},
    {"gzip in two members", gzip_members, A3D_FILE_GZIP, count_all, 1, 1, false},
    {"zlib", zlib_stream, A3D_FILE_ZLIB, count_all, 1, 1, false},
    {"byte-order mark", mark, A3D_FILE_BYTE_ORDER_MARK, count_all, 1, 1, false},
    {"HTTP headers", http, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"headers alone", headers, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"chunks", chunked, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"upload", upload, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"text before", warning, A3D_FILE_TEXT_BEFORE, count_model, 1, 1, false},
    {"twice", twice, A3D_FILE_TWICE, count_all, 32, 32, false},
    {"a second part", and_a_part, A3D_FILE_TWICE, count_all, 150, 150, false},
    {"after a part", after_a_part, A3D_FILE_TWICE, count_all, 150, 150, false},
    {"zeroed head", zero_head, A3D_FILE_ZEROED_HEAD, count_all, 100, 100, true},
    {"all zeros", zero_all, A3D_FILE_ALL_ZEROS, count_all, 1, 1, true},
    {"zeroed block", zero_block, A3D_FILE_ZEROED_BLOCKS, count_blocks, 1600, 1600, true},
    {"zeroed large block", zero_large_block, A3D_FILE_ZEROED_BLOCKS, count_blocks, 9000, 9000, true},
    {"zeroed tail", zero_tail, A3D_FILE_ZEROED_BLOCKS, count_blocks, 1600, 1600, true},
    {"16-bit swap", swapped_16, A3D_FILE_BYTE_SWAP_16, count_model, 4, 4, false},
    {"32-bit swap", swapped_32, A3D_FILE_BYTE_SWAP_32, count_model, 4, 4, false},
    {"gzip, cut off", cut_gzip, A3D_FILE_GZIP, count_all, 1, 1, true},
};

static void test_damages(void **state)
{
    (void)state;
    a3d_text samples[SAMPLES];
    a3d_arena arena, own;
    unsigned evident = 0;
    a3d_arena_init(&arena, NULL);
    make_samples(&arena, samples);
    for (const damage *d = damages; d < damages + sizeof damages / sizeof *damages; d++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            if (d->count(&samples[i]) < d->some)
                continue;
            a3d_arena_init(&own, NULL);
            a3d_text file = d->make(&own, (const uint8_t *)samples[i].data, samples[i].size);
            traces found = find(&own, file.data, file.size);
            const a3d_trace *t = find_rule(&found, d->rule);
            bool many = d->count(&samples[i]) >= d->many;
            if (t == NULL || (!d->lossy && !gives_back(&found, d->rule, &samples[i])) || (many && t->rank < A3D_EVIDENT))
                fail_msg("%s of sample %zu (%zu bytes): %s", d->name, i, samples[i].size, t == NULL ? "none" : t->message);
            assert_true(!d->lossy || t->undone == NULL);
            evident += many;
            a3d_arena_free(&own);
        }
    }
    assert_true(evident > 200);
    a3d_arena_free(&arena);
}

static const char *evident(const traces *found)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->list[i].sure || found->list[i].rank >= A3D_EVIDENT)
            return found->list[i].message;
    return NULL;
}

static void test_sound(void **state)
{
    (void)state;
    a3d_text samples[SAMPLES];
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    make_samples(&arena, samples);
    for (size_t i = 0; i < SAMPLES; i++) {
        traces found = find(&arena, samples[i].data, samples[i].size);
        if (evident(&found) != NULL)
            fail_msg("sample %zu: %s", i, evident(&found));
    }
    a3d_arena_free(&arena);
}

static void test_random(void **state)
{
    (void)state;
    a3d_arena arena;
    size_t rounds = getenv("A3D_TEST_SLOW") != NULL ? 300 : 6000;
    for (size_t i = 1; i < rounds; i++) {
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = random_bytes(&arena, i, i % 97 == 0 ? 20 * i : i % 700);
        traces found = find(&arena, bytes.data, bytes.size);
        if (bytes.size > 0 && evident(&found) != NULL)
            fail_msg("%zu random bytes of seed %zu: %s", bytes.size, i, evident(&found));
        a3d_arena_free(&arena);
    }
}

/* Other code pages are found by their letters: here the Cyrillic ones of Windows-1251. */
static void test_other_page(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_text bytes = random_bytes(&arena, 5, 400), file = empty(&arena);
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t *byte = (uint8_t *)bytes.data + i;
        *byte = *byte < 0x80 ? *byte : (uint8_t)(*byte | 0xc0);
        put_utf8(&file, *byte < 0x80 ? *byte : 0x410u + *byte - 0xc0);
    }
    traces found = find(&arena, file.data, file.size);
    assert_true(gives_back(&found, A3D_FILE_LATIN1_AS_UTF8, &bytes));
    assert_non_null(strstr(found.list[0].message, "Windows-1251 to UTF-8"));
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damages),
        cmocka_unit_test(test_other_page),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}
