/* harm.c - see harm.h */
#include "harm.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/generate/random.h"
#include "formats/formats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <cmocka.h>

/* The length of an A3D2 package, without its head. */
static bool fits_package(const uint8_t *data, size_t size)
{
    if (data[0] & 0x80)
        return size > 4 && (a3d_load32(data, true) & 0x7fffffff) == size - 4;
    return (a3d_load16(data, true) & 0x3fff) == size - 2;
}

/* A long magic, the short one of A3D1, or a package of A3D2 with the right length. */
bool harm_starts(const uint8_t *data, size_t size)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        int certainty = (*f)->probe(data, size);
        bool package = strcmp((*f)->name, "a3d2") == 0, scene = strcmp((*f)->name, "a3d1") == 0;
        if (certainty == 3 || (certainty == 2 && (scene || (package && fits_package(data, size)))))
            return true;
    }
    return false;
}

a3d_text harm_empty(a3d_arena *arena)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    return t;
}

a3d_text harm_random_bytes(a3d_arena *arena, uint64_t seed, size_t size)
{
    a3d_random r = a3d_random_of(seed);
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)a3d_random_below(&r, 256));
    return t;
}

harm_traces harm_find(a3d_arena *arena, const void *data, size_t size)
{
    harm_traces found;
    uint8_t *copy = a3d_block_resize(arena, NULL, size + (size == 0));
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, data, size);
    found.n = a3d_find_traces(arena, copy, size, &(a3d_limits){0}, harm_starts, found.list);
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

bool harm_gives_back(const harm_traces *found, unsigned rule, const a3d_text *bytes)
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

a3d_text harm_lf_to_crlf(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n')
            a3d_putc(&t, '\r');
        a3d_putc(&t, (char)data[i]);
    }
    return t;
}

a3d_text harm_crlf_to_lf(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        if (data[i] != '\r' || i + 1 == size || data[i + 1] != '\n')
            a3d_putc(&t, (char)data[i]);
    return t;
}

/* What unix2dos does: a CR LF stays as it is. */
a3d_text harm_lone_lf_to_crlf(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text lines = harm_crlf_to_lf(arena, data, size);
    return harm_lf_to_crlf(arena, (const uint8_t *)lines.data, lines.size);
}

a3d_text harm_lf_to_crlf_twice(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text once = harm_lf_to_crlf(arena, data, size);
    return harm_lf_to_crlf(arena, (const uint8_t *)once.data, once.size);
}

void harm_put_utf8(a3d_text *t, unsigned c)
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

a3d_text harm_latin1_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        harm_put_utf8(&t, data[i]);
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

a3d_text harm_windows1252_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        harm_put_utf8(&t, windows1252(data[i]));
    return t;
}

a3d_text harm_twice_to_utf8(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text once = harm_latin1_to_utf8(arena, data, size);
    return harm_windows1252_to_utf8(arena, (const uint8_t *)once.data, once.size);
}

a3d_text harm_utf8_with_mark(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    a3d_puts(&t, "\xef\xbb\xbf");
    a3d_text rest = harm_latin1_to_utf8(arena, data, size);
    a3d_put(&t, rest.data, rest.size);
    return t;
}

a3d_text harm_to_utf16(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    a3d_puts(&t, "\xff\xfe");
    for (size_t i = 0; i < size; i++) {
        a3d_putc(&t, (char)windows1252(data[i]));
        a3d_putc(&t, (char)(windows1252(data[i]) >> 8));
    }
    return t;
}

/* What decoders of UTF-8 do, roughly: a byte that is no ASCII and not the start of two bytes is replaced. */
a3d_text harm_replace(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        harm_put_utf8(&t, data[i] < 0x80 ? data[i] : 0xfffd);
    return t;
}

a3d_text harm_question(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)(data[i] < 0x80 ? data[i] : '?'));
    return t;
}

a3d_text harm_seven_bits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)(data[i] & 0x7f));
    return t;
}

a3d_text harm_top_bits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_putc(&t, (char)(data[i] | 0x80));
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

a3d_text harm_mime(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    put_base64(&t, data, size, standard, 76, true);
    a3d_puts(&t, "\r\n");
    return t;
}

a3d_text harm_one_line(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    put_base64(&t, data, size, for_urls, 0, false);
    return t;
}

a3d_text harm_data_uri(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    a3d_puts(&t, "data:application/octet-stream;base64,");
    put_base64(&t, data, size, standard, 0, true);
    return t;
}

a3d_text harm_digits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    a3d_put_hex(&t, data, size, "");
    a3d_putc(&t, '\n');
    return t;
}

a3d_text harm_spaced_digits(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    for (size_t i = 0; i < size; i++)
        a3d_printf(&t, "%02X%s", data[i], i % 16 == 15 ? "\r\n" : " ");
    return t;
}

a3d_text harm_c_array(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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

a3d_text harm_xxd(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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

a3d_text harm_hexdump(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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

a3d_text harm_hexdump_words(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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
    z_stream z = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (unsigned)size};
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

a3d_text harm_gzip(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    put_deflated(&t, data, size, 15 + 16);
    return t;
}

a3d_text harm_gzip_members(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    put_deflated(&t, data, size / 3, 15 + 16);
    put_deflated(&t, data + size / 3, size - size / 3, 15 + 16);
    return t;
}

a3d_text harm_zlib_stream(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    put_deflated(&t, data, size, 15);
    return t;
}

a3d_text harm_cut_gzip(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_gzip(arena, data, size);
    t.size -= 9;
    return t;
}

/* ---- what is before, and copies ---- */

static a3d_text with_front(a3d_arena *arena, const char *front, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
    a3d_puts(&t, front);
    a3d_put(&t, data, size);
    return t;
}

a3d_text harm_mark(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "\xef\xbb\xbf", data, size);
}

a3d_text harm_http(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: model/x\r\nETag: \"5f\"\r\n\r\n", data, size);
}

a3d_text harm_headers(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "Content-Type: application/octet-stream\nContent-Length: 5\n\n", data, size);
}

a3d_text harm_chunked(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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

a3d_text harm_upload(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "------WebKitFormBoundaryAbc\r\nContent-Disposition: form-data; name=\"f\"; "
                            "filename=\"a.a3d\"\r\nContent-Type: application/octet-stream\r\n\r\n", data, size);
    a3d_puts(&t, "\r\n------WebKitFormBoundaryAbc--\r\n");
    return t;
}

a3d_text harm_warning(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return with_front(arena, "\nWarning: readfile(): open_basedir restriction in effect on line 12\n", data, size);
}

a3d_text harm_twice(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "", data, size);
    a3d_put(&t, data, size);
    return t;
}

a3d_text harm_and_a_part(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = with_front(arena, "", data, size);
    a3d_put(&t, data, size - size / 3);
    return t;
}

a3d_text harm_after_a_part(a3d_arena *arena, const uint8_t *data, size_t size)
{
    a3d_text t = harm_empty(arena);
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

a3d_text harm_zero_head(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 0, 64);
}

a3d_text harm_zero_all(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 0, size);
}

a3d_text harm_zero_block(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 1024, 1536);
}

a3d_text harm_zero_large_block(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return zero_range(arena, data, size, 4096, 8192);
}

a3d_text harm_zero_tail(a3d_arena *arena, const uint8_t *data, size_t size)
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

a3d_text harm_swapped_16(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return swapped(arena, data, size, 2);
}

a3d_text harm_swapped_32(a3d_arena *arena, const uint8_t *data, size_t size)
{
    return swapped(arena, data, size, 4);
}
