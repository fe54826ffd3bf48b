/* The codec floor: every status pinned to its exact place by streams made by hand, and round trips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "codec/instructions.h"
#include "codec/inflate.h"

typedef a3d_codec_result unpack_fn(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);
typedef size_t pack_fn(const uint8_t *in, size_t n, uint8_t *out);

typedef struct pin {
    const char *name;
    const char *in;
    size_t in_size, out_size;
    a3d_codec_status status;
    size_t used, made, at;
    const char *out; /* the first `made` bytes; NULL: not compared */
} pin;

#define IN(text) text, sizeof(text) - 1
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* An exact heap copy, so that a sanitizer sees a read or write one byte too far. */
static uint8_t *exact(const void *p, size_t n)
{
    uint8_t *copy = calloc(n == 0 ? 1 : n, 1);

    assert_non_null(copy);
    if (n != 0 && p != NULL)
        memcpy(copy, p, n);
    return copy;
}

static void check_pins(unpack_fn *unpack, const pin *pins, size_t count)
{
    for (const pin *c = pins; c < pins + count; c++) {
        uint8_t *in = exact(c->in, c->in_size), *out = exact(NULL, c->out_size);
        a3d_codec_result r = unpack(in, c->in_size, out, c->out_size);

        if (r.status != c->status || r.used != c->used || r.made != c->made || r.at != c->at)
            fail_msg("%s: status %d used %zu made %zu at %zu", c->name, (int)r.status, r.used, r.made, r.at);
        assert_int_equal(r.bit, 0);
        assert_string_equal(r.what, a3d_codec_status_text(r.status));
        if (c->out != NULL)
            assert_memory_equal(out, c->out, c->made);
        free(in);
        free(out);
    }
}

static const pin lzo_pins[] = {
    {"marker alone", IN("\x11\0\0"), 0, A3D_CODEC_OK, 3, 0, 3, ""},
    {"bytes after the marker", IN("\x11\0\0\xff\xff"), 0, A3D_CODEC_OK, 3, 0, 3, ""},
    {"marker with low bits", IN("\x11\x03\0"), 0, A3D_CODEC_OK, 3, 0, 3, ""},
    {"first byte above 20", IN("\x15" "abcd\x11\0\0"), 4, A3D_CODEC_OK, 8, 4, 8, "abcd"},
    {"first byte 18", IN("\x12" "a\x11\0\0"), 1, A3D_CODEC_OK, 5, 1, 5, "a"},
    {"run", IN("\x01" "abcd\x11\0\0"), 4, A3D_CODEC_OK, 8, 4, 8, "abcd"},
    {"long run", IN("\0\x01" "abcdefghijklmnopqrs\x11\0\0"), 19, A3D_CODEC_OK, 24, 19, 24, "abcdefghijklmnopqrs"},
    /* after 1..3 literals an instruction below 16 is a match of two bytes */
    {"match of two", IN("\x12" "a\0\0\x11\0\0"), 3, A3D_CODEC_OK, 7, 3, 7, "aaa"},
    {"match of two with a literal", IN("\x12" "a\x01\0z\x11\0\0"), 4, A3D_CODEC_OK, 8, 4, 8, "aaaz"},
    /* a match without literals behind it: then it is a run again */
    {"run after a match", IN("\x12" "a\0\0\x01wxyz\x11\0\0"), 7, A3D_CODEC_OK, 12, 7, 12, "aaawxyz"},
    {"near match", IN("\x13" "ab\x64\0\x11\0\0"), 6, A3D_CODEC_OK, 8, 6, 8, "ababab"},
    {"near match overlapping", IN("\x12" "a\x40\0\x11\0\0"), 4, A3D_CODEC_OK, 7, 4, 7, "aaaa"},
    {"middle match", IN("\x13" "ab\x22\x05\0z\x11\0\0"), 7, A3D_CODEC_OK, 10, 7, 10, "abababz"},
    {"middle match, long", IN("\x12" "a\x20\x01\0\0\x11\0\0"), 35, A3D_CODEC_OK, 9, 35, 9, NULL},

    {"no input", NULL, 0, 0, A3D_CODEC_INPUT_ENDS, 0, 0, 0, NULL},
    {"marker cut", IN("\x11\0"), 0, A3D_CODEC_INPUT_ENDS, 0, 0, 2, NULL},
    {"first literals cut", IN("\x15" "abc"), 4, A3D_CODEC_INPUT_ENDS, 0, 0, 4, NULL},
    {"no marker", IN("\x15" "abcd"), 4, A3D_CODEC_INPUT_ENDS, 0, 0, 5, NULL},
    {"length cut", IN("\0\0\0\0"), 9999, A3D_CODEC_INPUT_ENDS, 0, 0, 4, NULL},
    {"distance cut", IN("\x15" "abcd\x20\x01\0"), 99, A3D_CODEC_INPUT_ENDS, 5, 4, 8, "abcd"},
    {"run too long", IN("\x02" "abcde\x11\0\0"), 4, A3D_CODEC_OUTPUT_OVERRUN, 0, 0, 0, NULL},
    {"first literals too long", IN("\x15" "abcd\x11\0\0"), 3, A3D_CODEC_OUTPUT_OVERRUN, 0, 0, 0, NULL},
    {"match too long", IN("\x12" "a\x40\0\x11\0\0"), 3, A3D_CODEC_OUTPUT_OVERRUN, 2, 1, 2, "a"},
    {"riding literal too long", IN("\x12" "a\x41\0z\x11\0\0"), 4, A3D_CODEC_OUTPUT_OVERRUN, 2, 4, 2, "aaaa"},
    {"marker early", IN("\x15" "abcd\x11\0\0"), 5, A3D_CODEC_OUTPUT_SHORT, 8, 4, 5, "abcd"},
    {"nothing behind", IN("\x10\x01\x04\0\x11\0\0"), 3, A3D_CODEC_BAD_DISTANCE, 0, 0, 0, NULL},
    {"one too far", IN("\x12" "a\x44\0\x11\0\0"), 4, A3D_CODEC_BAD_DISTANCE, 2, 1, 2, "a"},
    {"2049 after a run", IN("\x01" "abcd\0\0\x11\0\0"), 7, A3D_CODEC_BAD_DISTANCE, 5, 4, 5, "abcd"},
    {"16384 is always added", IN("\x12" "a\x11\x04\0\x11\0\0"), 4, A3D_CODEC_BAD_DISTANCE, 2, 1, 2, "a"},
    {"far bit is no marker", IN("\x12" "a\x19\0\0\x11\0\0"), 4, A3D_CODEC_BAD_DISTANCE, 2, 1, 2, "a"},
    {"zeros beyond the size", IN("\0\0\0\0\0\0"), 600, A3D_CODEC_BAD_LENGTH, 0, 0, 3, NULL},
    {"zeros of a match", IN("\x12" "a\x20\0\x01\0\0\x11\0\0"), 254, A3D_CODEC_BAD_LENGTH, 2, 1, 3, NULL},
    {"first byte 18 is no marker", IN("\x12\0\0"), 0, A3D_CODEC_OUTPUT_OVERRUN, 0, 0, 0, NULL},
    {"marker of length 4", IN("\x15" "abcd\x12\0\0"), 4, A3D_CODEC_BAD_END, 8, 4, 5, "abcd"},
    {"marker of a long length", IN("\x15" "abcd\x10\x01\0\0"), 4, A3D_CODEC_BAD_END, 9, 4, 5, "abcd"},
};

static void lzo1x_pins(void **state)
{
    (void)state;
    check_pins(a3d_lzo1x_unpack, lzo_pins, COUNT(lzo_pins));
}

/* The input may end after each byte; what is after its end, zeros here, does not belong to it. */
static void lzo1x_instructions_end_inside(void **state)
{
    static const struct {
        a3d_lzo_state state;
        uint8_t bytes[8];
        size_t from, literals;
    } list[] = {
        {A3D_LZO_PLAIN, {0, 0, 1}, 3, 274},       {A3D_LZO_PLAIN, {5}, 1, 8},
        {A3D_LZO_PLAIN, {0x41, 9}, 2, 1},         {A3D_LZO_PLAIN, {0x20, 0, 0, 1, 4, 4}, 6, 0},
        {A3D_LZO_PLAIN, {0x21, 7, 4}, 3, 3},      {A3D_LZO_PLAIN, {0x10, 0, 1, 4, 4}, 5, 0},
        {A3D_LZO_LITERALS, {6, 1}, 2, 2},         {A3D_LZO_RUN, {4, 1}, 2, 0},
        {A3D_LZO_START, {0, 1}, 2, 19},           {A3D_LZO_START, {0x15}, 1, 4},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(list); i++) {
        a3d_instruction out;
        size_t whole = list[i].from + list[i].literals;
        for (size_t size = 0; size <= whole; size++) {
            uint8_t bytes[512] = {0};
            memcpy(bytes, list[i].bytes, size < sizeof list[i].bytes ? size : sizeof list[i].bytes);
            if (a3d_lzo1x_instruction(bytes, size, 0, list[i].state, &out) != (size == whole))
                fail_msg("instruction %zu of %zu bytes", i, size);
        }
        assert_int_equal(out.from, list[i].from);
        assert_int_equal(out.literals, list[i].literals);
        assert_int_equal(out.next, whole);
    }
}

/* Every kind of match at the edges of its distances, through our writer. */
static void lzo1x_distances(void **state)
{
    enum { N = 50000, MORE = 40 };
    static const size_t distances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 2048, 2049, 16384, 16385, 32767, 32768, 32769, 49151};
    static uint8_t data[N + MORE], packed[N + N / 8], out[N + MORE];
    uint32_t x = 1;

    (void)state;
    for (size_t k = 0; k < COUNT(distances); k++) {
        for (size_t i = 0; i < N + MORE; i++) {
            x = x * 1664525u + 1013904223u;
            data[i] = i < N ? (uint8_t)(x >> 24) : data[i - distances[k]];
        }
        size_t size = a3d_lzo1x_pack(data, N + MORE, packed);
        a3d_codec_result r = a3d_lzo1x_unpack(packed, size, out, N + MORE);

        assert_int_equal(r.status, A3D_CODEC_OK);
        assert_int_equal(r.used, size);
        assert_memory_equal(out, data, N + MORE);
    }
}

/* Our writer never makes it: after a run an instruction below 16 is three bytes from 2049 and more. */
static void lzo1x_match_after_run(void **state)
{
    static uint8_t data[2049], packed[2100], out[2052];
    size_t op = 1, rest = 2049 - 18;

    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7);
    for (; rest > 255; rest -= 255)
        packed[op++] = 0;
    packed[op++] = (uint8_t)rest;
    memcpy(packed + op, data, sizeof data);
    op += sizeof data;
    memcpy(packed + op, "\0\0\x11\0\0", 5);
    a3d_codec_result r = a3d_lzo1x_unpack(packed, sizeof packed, out, sizeof out);
    assert_int_equal(r.status, A3D_CODEC_OK);
    assert_int_equal(r.used, op + 5);
    assert_memory_equal(out, data, sizeof data);
    assert_memory_equal(out + sizeof data, data, 3);
}

static const pin lzss_pins[] = {
    {"checksum alone", IN("\0\0\0\0"), 0, A3D_CODEC_OK, 4, 0, 4, ""},
    {"literals", IN("\x07" "abc\x26\x01\0\0"), 3, A3D_CODEC_OK, 8, 3, 8, "abc"},
    {"rest of the flags ignored", IN("\xff" "abc\x26\x01\0\0zz"), 3, A3D_CODEC_OK, 8, 3, 8, "abc"},
    {"unsigned sum", IN("\x01\xff\xff\0\0\0"), 1, A3D_CODEC_OK, 6, 1, 6, "\xff"},
    {"spaces from the ring", IN("\0\xff\xf0\x60\0\0\0"), 3, A3D_CODEC_OK, 7, 3, 7, "   "},
    {"distance 0 is a whole turn", IN("\0\0\0\x60\0\0\0"), 3, A3D_CODEC_OK, 7, 3, 7, "   "},
    {"from spaces into the output", IN("\x01" "a\x02\x01\x63\x01\0\0"), 5, A3D_CODEC_OK, 8, 5, 8, "a a a"},
    {"overlapping", IN("\x01" "a\x01\0\x84\x01\0\0"), 4, A3D_CODEC_OK, 8, 4, 8, "aaaa"},

    {"no input", NULL, 0, 1, A3D_CODEC_INPUT_ENDS, 0, 0, 0, NULL},
    {"literal missing", IN("\x03" "a"), 2, A3D_CODEC_INPUT_ENDS, 2, 1, 2, "a"},
    {"match cut", IN("\x01" "a\x01"), 4, A3D_CODEC_INPUT_ENDS, 2, 1, 3, "a"},
    {"flags missing", IN("\xff" "abcdefgh"), 9, A3D_CODEC_INPUT_ENDS, 9, 8, 9, "abcdefgh"},
    {"checksum cut", IN("\x01" "a\x61\0\0"), 1, A3D_CODEC_INPUT_ENDS, 2, 1, 5, "a"},
    {"match too long", IN("\x01" "a\x01\0\x84\x01\0\0"), 3, A3D_CODEC_OUTPUT_OVERRUN, 2, 1, 2, "a"},
    {"checksum", IN("\x01" "a\x62\0\0\0z"), 1, A3D_CODEC_BAD_CHECKSUM, 6, 1, 2, "a"},
};

static void lzss_pins_hold(void **state)
{
    uint8_t out[1];
    a3d_codec_result r = a3d_lzss_unpack((const uint8_t *)"\x01\xff\xff\xff\xff\xff", 6, out, 1);

    (void)state;
    check_pins(a3d_lzss_unpack, lzss_pins, COUNT(lzss_pins));
    assert_int_equal(r.status, A3D_CODEC_BAD_CHECKSUM);
    assert_int_equal(r.stored, 0xffffffff);
    assert_int_equal(r.computed, 0xff);
}

/* Data of several natures: 0 noise, 1 few values, 2 repeated stretches, 3 one value. */
static void fill(uint8_t *p, size_t n, unsigned nature, uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        switch (nature) {
        case 0: p[i] = (uint8_t)(seed >> 24); break;
        case 1: p[i] = (uint8_t)(seed >> 30); break;
        case 2: p[i] = i < 37 || seed >> 28 == 0 ? (uint8_t)(seed >> 16) : p[i - 37]; break;
        default: p[i] = 0x20; break;
        }
    }
}

static void round_trip(const uint8_t *data, size_t n, unpack_fn *unpack, pack_fn *pack, size_t bound)
{
    uint8_t *packed = exact(NULL, bound), *out = exact(NULL, n);
    size_t size = pack(data, n, packed);
    uint8_t *stream = exact(packed, size);
    a3d_codec_result r = unpack(stream, size, out, n);

    assert_true(size <= bound);
    assert_int_equal(r.status, A3D_CODEC_OK);
    assert_int_equal(r.used, size);
    assert_int_equal(r.made, n);
    if (n != 0)
        assert_memory_equal(out, data, n);
    free(stream);
    stream = exact(packed, size - 1);
    assert_int_equal(unpack(stream, size - 1, out, n).status, A3D_CODEC_INPUT_ENDS);
    free(packed);
    free(stream);
    free(out);
}

static a3d_codec_result inflate_in_steps(const uint8_t *in, size_t n, uint8_t *out, size_t room, size_t step)
{
    a3d_inflate s;
    a3d_codec_result r, again;
    size_t made, total = 0;
    int more = a3d_inflate_begin(&s, in, n, &r) == A3D_CODEC_OK;

    while (more) {
        size_t left = room - total < step ? room - total : step;
        size_t have = total < A3D_INFLATE_REACH ? total : A3D_INFLATE_REACH;
        uint8_t *piece = exact(NULL, have + left); /* another place each time */

        memcpy(piece, out + total - have, have);
        more = a3d_inflate_more(&s, piece, have, left, &made, &r);
        assert_true(made <= left && (!more || made == left));
        memcpy(out + total, piece + have, made);
        free(piece);
        total += made;
        if (more && left == 0)
            fail_msg("more than the room of %zu", room);
    }
    assert_int_equal(r.made, total);
    assert_int_equal(a3d_inflate_more(&s, out, total, 0, &made, &again), 0);
    assert_int_equal(made, 0);
    assert_true(again.status == r.status && again.used == r.used && again.made == r.made && again.at == r.at);
    return r;
}

static size_t pack_stored(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t size = a3d_deflate_stored(in, n, out);

    assert_int_equal(size, a3d_deflate_stored_bound(n));
    return size;
}

static size_t pack_deflate(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t size = a3d_deflate_bound(n);

    assert_int_equal(a3d_deflate(NULL, in, n, (int)(n % 10), out, &size), 0);
    return size;
}

static a3d_codec_result unpack_whole(const uint8_t *in, size_t n, uint8_t *out, size_t room)
{
    return inflate_in_steps(in, n, out, room, room + 1);
}

static a3d_codec_result unpack_steps(const uint8_t *in, size_t n, uint8_t *out, size_t room)
{
    return inflate_in_steps(in, n, out, room, room / 7 + 1);
}

static void round_trips(void **state)
{
    static const size_t sizes[] = {0,   1,   2,   3,    4,    5,    17,    18,    19,     31,    238,
                                   239, 255, 256, 273,  274,  4095, 4096,  4097,  65535,  65536, 131070,
                                   200000};
    uint8_t *data = exact(NULL, 200000);

    (void)state;
    for (size_t k = 0; k < COUNT(sizes); k++) {
        for (unsigned nature = 0; nature < 4; nature++) {
            size_t n = sizes[k];

            fill(data, n, nature, (uint32_t)k);
            round_trip(data, n, a3d_lzo1x_unpack, a3d_lzo1x_pack, a3d_lzo1x_pack_bound(n));
            round_trip(data, n, a3d_lzss_unpack, a3d_lzss_pack, a3d_lzss_pack_bound(n));
            round_trip(data, n, unpack_whole, pack_stored, a3d_deflate_stored_bound(n));
            round_trip(data, n, unpack_whole, pack_deflate, a3d_deflate_bound(n));
            round_trip(data, n, unpack_steps, pack_stored, a3d_deflate_stored_bound(n));
            round_trip(data, n, unpack_steps, pack_deflate, a3d_deflate_bound(n));
        }
    }
    free(data);
}

static void packers_pack(void **state)
{
    static uint8_t data[40000], out[50000];
    size_t size = sizeof out;

    (void)state;
    fill(data, sizeof data, 3, 1);
    assert_true(a3d_lzo1x_pack(data, sizeof data, out) < 200);
    assert_true(a3d_lzss_pack(data, sizeof data, out) < sizeof data / 8);
    fill(data, sizeof data, 2, 1);
    assert_true(a3d_lzo1x_pack(data, sizeof data, out) < sizeof data * 3 / 4);
    assert_int_equal(a3d_deflate(NULL, data, sizeof data, 10, out, &size), 1);
    size = 10;
    assert_int_equal(a3d_deflate(NULL, data, sizeof data, 6, out, &size), 1);
    assert_int_equal(size, 10);
    /* the same bytes on every machine */
    assert_int_equal(a3d_lzo1x_pack((const uint8_t *)"abcabcabcabcabcabc!", 19, out), 11);
    assert_memory_equal(out, "\x14" "abc\x2d\x09\0!\x11\0\0", 11);
    assert_int_equal(a3d_lzss_pack((const uint8_t *)"abcabcabc!", 10, out), 11);
    assert_memory_equal(out, "\x17" "abc\x03\x03!\x93\x03\0\0", 11);
}

typedef struct zlib_pin {
    const char *name;
    const char *in;
    size_t in_size;
    a3d_codec_status status;
    size_t used, made, at;
    unsigned bit;
} zlib_pin;

static const zlib_pin zlib_pins[] = {
    {"no input", NULL, 0, A3D_CODEC_INPUT_ENDS, 0, 0, 0, 0},
    {"one byte", IN("\x78"), A3D_CODEC_INPUT_ENDS, 1, 0, 1, 0},
    {"header alone", IN("\x78\x9c"), A3D_CODEC_INPUT_ENDS, 2, 0, 2, 0},
    {"gzip", IN("\x1f\x8b\x08"), A3D_CODEC_GZIP, 0, 0, 0, 0},
    {"half a gzip magic", IN("\x1f"), A3D_CODEC_BAD_METHOD, 0, 0, 0, 0},
    {"method", IN("\x77\x9c"), A3D_CODEC_BAD_METHOD, 0, 0, 0, 0},
    {"window", IN("\x88\x1c"), A3D_CODEC_BAD_WINDOW, 0, 0, 0, 4},
    {"header check", IN("\x78\x9d"), A3D_CODEC_BAD_HEADER_CHECK, 1, 0, 1, 0},
    {"dictionary", IN("\x78\xbb"), A3D_CODEC_PRESET_DICTIONARY, 1, 0, 1, 5},
    {"smallest window", IN("\x08\x1d\x03\0\0\0\0\x01z"), A3D_CODEC_OK, 8, 0, 8, 0},
    {"stored", IN("\x78\x01\x01\x01\0\xfe\xff" "a\0\x62\0\x62z"), A3D_CODEC_OK, 12, 1, 12, 0},
    {"stored cut", IN("\x78\x01\x01\x02\0\xfd\xff" "a"), A3D_CODEC_INPUT_ENDS, 8, 1, 8, 0},
    {"trailer cut", IN("\x78\x01\x01\x01\0\xfe\xff" "a\0\x62\0"), A3D_CODEC_INPUT_ENDS, 11, 1, 11, 0},
    {"checksum", IN("\x78\x01\x01\x01\0\xfe\xff" "a\0\x62\0\x63z"), A3D_CODEC_BAD_CHECKSUM, 12, 1, 8, 0},
    {"checksum of nothing", IN("\x78\x9c\x03\0\0\0\0\0"), A3D_CODEC_BAD_CHECKSUM, 8, 0, 4, 0},
    {"stored length", IN("\x78\x01\x01\x01\0\xfe\x7f" "a"), A3D_CODEC_BAD_BLOCK, 3, 0, 3, 0},
    {"stored length, later", IN("\x78\x01\0\x01\0\xfe\xff" "a\x01\x01\0\0\0"), A3D_CODEC_BAD_BLOCK, 9, 1, 9, 0},
    {"block type", IN("\x78\x9c\x07"), A3D_CODEC_BAD_BLOCK, 2, 0, 2, 1},
};

static void zlib_places(void **state)
{
    uint8_t out[16];

    (void)state;
    for (const zlib_pin *c = zlib_pins; c < zlib_pins + COUNT(zlib_pins); c++) {
        for (size_t step = 1; step <= sizeof out; step += 15) {
            uint8_t *in = exact(c->in, c->in_size);
            a3d_codec_result r = inflate_in_steps(in, c->in_size, out, sizeof out, step);

            if (r.status != c->status || r.used != c->used || r.made != c->made || r.at != c->at || r.bit != c->bit)
                fail_msg("%s: status %d used %zu made %zu at %zu bit %u", c->name, (int)r.status, r.used, r.made, r.at,
                         r.bit);
            if (r.status == A3D_CODEC_BAD_CHECKSUM) {
                assert_int_equal(r.stored, r.made == 1 ? 0x00620063 : 0);
                assert_int_equal(r.computed, r.made == 1 ? 0x00620062 : 1);
            }
            free(in);
        }
    }
}

/* A zlib stream built bit by bit. Fields go lowest bit first, Huffman codes highest bit first. */
typedef struct bits {
    uint8_t byte[400];
    size_t count;
} bits;

static void put(bits *b, unsigned value, unsigned width)
{
    for (unsigned i = 0; i < width; i++, b->count++)
        b->byte[b->count / 8] = (uint8_t)(b->byte[b->count / 8] | (value >> i & 1) << b->count % 8);
}

static void put_code(bits *b, unsigned code, unsigned width)
{
    while (width-- > 0)
        put(b, code >> width & 1, 1);
}

static void begin_block(bits *b, unsigned type)
{
    memset(b, 0, sizeof *b);
    put(b, 0x9c78, 16);
    put(b, 1, 1);
    put(b, type, 2);
}

/* The three counts, and the code lengths of the code length code in the order of the wire. */
static void put_table_head(bits *b, unsigned hlit, unsigned hdist, unsigned count, const uint8_t *lengths)
{
    put(b, hlit - 257, 5);
    put(b, hdist - 1, 5);
    put(b, count - 4, 4);
    for (unsigned i = 0; i < count; i++)
        put(b, lengths[i], 3);
}

/* The same verdict and place whether the slow or the fast loop meets it, in one step or in many. */
static void check_fault(const bits *b, size_t bit_place, const char *what, size_t made)
{
    uint8_t out[600];
    size_t shortest = (b->count + 7) / 8;

    for (int k = 0; k < 4; k++) {
        size_t n = k & 1 ? shortest : sizeof b->byte, step = k & 2 ? 1 : sizeof out;
        uint8_t *in = exact(b->byte, n);
        a3d_codec_result r = inflate_in_steps(in, n, out, sizeof out, step);

        assert_int_equal(r.status, A3D_CODEC_BAD_BLOCK);
        assert_string_equal(r.what, what);
        if (r.at * 8 + r.bit != bit_place)
            fail_msg("%s: %zu.%u, not bit %zu", what, r.at, r.bit, bit_place);
        assert_int_equal(r.used, r.at);
        assert_int_equal(r.made, made);
        free(in);
    }
}

static const char *const repeat_fault = "a repeated code length has none before it or runs past the last";
/* code lengths that give the codes 0 to "length 1" and 1 to symbol 18, "11 to 138 zeros" */
static const uint8_t simple[18] = {[2] = 1, [17] = 1};

static void deflate_head_faults(void **state)
{
    static const uint8_t over[4] = {1, 1, 1, 0}, repeat[4] = {1, 1, 0, 0};
    bits b;

    (void)state;
    begin_block(&b, 3);
    check_fault(&b, 17, "a block has the reserved type 3", 0);

    begin_block(&b, 2);
    put_table_head(&b, 287, 1, 4, repeat);
    check_fault(&b, 19, "a block has more than 286 length or 30 distance codes", 0);

    begin_block(&b, 2);
    put_table_head(&b, 257, 1, 4, over);
    check_fault(&b, b.count, "the code lengths of the code length code make no complete code", 0);

    begin_block(&b, 2);
    put_table_head(&b, 257, 1, 4, repeat);
    put_code(&b, 0, 1);
    size_t place = b.count;
    put(&b, 0, 2);
    check_fault(&b, place, repeat_fault, 0);

    begin_block(&b, 2);
    put_table_head(&b, 257, 1, 18, simple);
    for (int i = 0; i < 2; i++) {
        put_code(&b, 1, 1);
        put(&b, 127, 7);
    }
    check_fault(&b, b.count, repeat_fault, 0);
}

/* `ones` codes of one bit, then zeros up to `end`, then `more` codes of one bit, literals to distances. */
static void put_lengths(bits *b, unsigned ones, unsigned end, unsigned more)
{
    for (unsigned i = 0; i < ones; i++)
        put_code(b, 0, 1);
    put_code(b, 1, 1);
    put(b, 138 - 11, 7);
    put_code(b, 1, 1);
    put(b, end - ones - 138 - 11, 7);
    for (unsigned i = 0; i < more; i++)
        put_code(b, 0, 1);
}

static void deflate_table_faults(void **state)
{
    bits b;

    (void)state;
    begin_block(&b, 2);
    put_table_head(&b, 257, 1, 18, simple);
    put_lengths(&b, 2, 257, 1);
    check_fault(&b, b.count, "a block has no code for its end", 0);

    begin_block(&b, 2);
    put_table_head(&b, 257, 1, 18, simple);
    put_lengths(&b, 2, 256, 2);
    check_fault(&b, b.count, "the literal and length code lengths make no complete code", 0);

    begin_block(&b, 2);
    put_table_head(&b, 257, 3, 18, simple);
    put_lengths(&b, 1, 256, 4);
    check_fault(&b, b.count, "the distance code lengths make no complete code", 0);
}

static void deflate_code_faults(void **state)
{
    bits b;

    (void)state;
    begin_block(&b, 1);
    put_code(&b, 0x30 + 'a', 8);
    put_code(&b, 0xc6, 8); /* length code 286 */
    check_fault(&b, b.count, "a literal or length code is not one that the block defines", 1);

    begin_block(&b, 1);
    put_code(&b, 0x30 + 'a', 8);
    put_code(&b, 1, 7); /* length 3 */
    put_code(&b, 30, 5);
    check_fault(&b, b.count, "a distance code is not one that the block defines", 1);

    begin_block(&b, 1);
    put_code(&b, 0x30 + 'a', 8);
    put_code(&b, 1, 7);
    put_code(&b, 4, 5); /* distances 5 and 6 */
    put(&b, 1, 1);
    check_fault(&b, b.count, "a back-reference points before the start of the unpacked data", 1);
}

/* Output is summed every 128 KiB. */
static void inflate_goes_on_behind_a_piece(void **state)
{
    enum { N = 700000 };
    uint8_t *data = exact(NULL, N), *out = exact(NULL, N);

    (void)state;
    for (unsigned nature = 0; nature < 4; nature++) { /* the first cannot be packed */
        uint8_t *packed = exact(NULL, a3d_deflate_bound(N));
        size_t size = a3d_deflate_bound(N);

        fill(data, N, nature, 77);
        assert_int_equal(a3d_deflate(NULL, data, N, 1, packed, &size), 0);
        uint8_t *in = exact(packed, size);
        a3d_codec_result r = inflate_in_steps(in, size, out, N, nature % 2 == 0 ? N : 300000);
        assert_int_equal(r.status, A3D_CODEC_OK);
        assert_int_equal(r.used, size);
        assert_int_equal(r.made, N);
        assert_memory_equal(out, data, N);
        in[size - 1] ^= 1;
        r = inflate_in_steps(in, size, out, N, N);
        assert_int_equal(r.status, A3D_CODEC_BAD_CHECKSUM);
        assert_int_equal(r.at, size - 4);
        assert_int_equal(r.stored, r.computed ^ 1);
        assert_int_equal(inflate_in_steps(in, size - 1, out, N, N).status, A3D_CODEC_INPUT_ENDS);
        free(in);
        free(packed);
    }
    free(data);
    free(out);
}

static void inflate_is_resumable(void **state)
{
    static uint8_t data[70000], packed[71000], out[70000];
    size_t size = a3d_deflate_stored(memset(data, 'x', sizeof data), sizeof data, packed), made;
    a3d_inflate s;
    a3d_codec_result r;

    (void)state;
    assert_int_equal(a3d_inflate_begin(&s, packed, size, &r), A3D_CODEC_OK);
    for (int i = 0; i < 2; i++) { /* no room: asks only whether there is more */
        assert_int_equal(a3d_inflate_more(&s, NULL, 0, 0, &made, &r), 1);
        assert_int_equal(made, 0);
    }
    assert_int_equal(a3d_inflate_more(&s, out, 0, sizeof out - 1, &made, &r), 1);
    assert_int_equal(made, sizeof out - 1);
    /* a room filled with the last byte of the stream is the end, not `more` */
    assert_int_equal(a3d_inflate_more(&s, out, sizeof out - 1, 1, &made, &r), 0);
    assert_int_equal(made, 1);
    assert_int_equal(r.status, A3D_CODEC_OK);
    assert_int_equal(r.made, sizeof out);
    assert_int_equal(r.used, size);
}

static void adler_equals_zlib(void **state)
{
    static uint8_t data[100000];

    (void)state;
    assert_int_equal(a3d_adler32(1, NULL, 0), 1);
    assert_int_equal(a3d_adler32(1, (const uint8_t *)"Wikipedia", 9), 0x11e60398);
    for (unsigned nature = 0; nature < 5; nature++) {
        fill(data, sizeof data, nature, 7);
        if (nature == 4)
            memset(data, 0xff, sizeof data); /* the largest sums */
        for (size_t n = 0; n < sizeof data - 5; n += n < 300 ? 1 : 3331) {
            uint32_t seed = n % 3 == 0 ? 1 : 0xfff0fff0u;

            assert_int_equal(a3d_adler32(seed, data + n % 5, n), adler32(seed, data + n % 5, (uInt)n));
        }
    }
}

static void status_texts(void **state)
{
    (void)state;
    for (int i = 0; i <= A3D_CODEC_BAD_BLOCK; i++) {
        const char *text = a3d_codec_status_text((a3d_codec_status)i);

        assert_string_not_equal(text, "unknown status");
        for (int k = 0; k < i; k++)
            assert_string_not_equal(text, a3d_codec_status_text((a3d_codec_status)k));
    }
    assert_string_equal(a3d_codec_status_text((a3d_codec_status)(A3D_CODEC_BAD_BLOCK + 1)), "unknown status");
}

/* One changed byte is found wherever it is; in a long run, also a whole period before. */
static void adler_finds_one_byte(void **state)
{
    enum { LONG = A3D_ADLER32_MODULUS + 300 };
    static uint8_t data[LONG];
    size_t at;
    int by;
    (void)state;
    for (size_t i = 0; i < LONG; i++)
        data[i] = (uint8_t)(i * i >> 3);
    for (size_t n = 1; n <= LONG; n = n < 40 ? n + 1 : n * 5 < LONG || n == LONG ? n * 5 : LONG)
        for (unsigned k = 0; k < 60; k++) {
            size_t i = k * 7919 % n;
            uint32_t wanted = a3d_adler32(1, data, n);
            uint8_t was = data[i];
            data[i] = (uint8_t)(was + 1 + k * 4);
            assert_true(a3d_adler32_change(a3d_adler32(1, data, n), wanted, n, &at, &by));
            assert_int_equal(at % A3D_ADLER32_MODULUS, i % A3D_ADLER32_MODULUS);
            assert_true(at >= i && n - at <= A3D_ADLER32_MODULUS);
            assert_int_equal((uint8_t)(data[i] + by), was);
            data[i] = was;
        }
    assert_false(a3d_adler32_change(5, 5, 9, &at, &by));
    assert_false(a3d_adler32_change(0x11e60398, 0x11e60398 ^ 1 << 12, 9, &at, &by));
    assert_false(a3d_adler32_change(0x11e60398, 0x11e60398 ^ 1 << 20, 9, &at, &by));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lzo1x_pins),
        cmocka_unit_test(lzo1x_distances),
        cmocka_unit_test(lzo1x_instructions_end_inside),
        cmocka_unit_test(lzo1x_match_after_run),
        cmocka_unit_test(lzss_pins_hold),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(packers_pack),
        cmocka_unit_test(zlib_places),
        cmocka_unit_test(deflate_head_faults),
        cmocka_unit_test(deflate_table_faults),
        cmocka_unit_test(deflate_code_faults),
        cmocka_unit_test(inflate_goes_on_behind_a_piece),
        cmocka_unit_test(inflate_is_resumable),
        cmocka_unit_test(adler_equals_zlib),
        cmocka_unit_test(adler_finds_one_byte),
        cmocka_unit_test(status_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
