/* test_inflate.c - crafted deflate data whose verdicts are known; see also test_codec.c */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "../../harnesses/zlib_control.h"
#include "codec/huffman.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { ROOM = 1 << 17 };

/* ---- streams as text ---- */

typedef struct bits {
    uint8_t byte[1 << 16];
    size_t count;
} bits;

static void put(bits *b, unsigned value, unsigned width)
{
    for (unsigned i = 0; i < width; i++, b->count++)
        b->byte[b->count / 8] = (uint8_t)(b->byte[b->count / 8] | (value >> i & 1) << b->count % 8);
}

/* Bits as they follow in the stream; =N/W is the number N in W bits, the lowest first; | goes on to the next byte. */
static void write_bits(bits *b, const char *text)
{
    char *rest;
    memset(b, 0, sizeof *b);
    for (const char *p = text; *p != '\0';) {
        if (*p == '=') {
            unsigned value = (unsigned)strtoul(p + 1, &rest, 10);
            put(b, value, (unsigned)strtoul(rest + 1, &rest, 10));
            p = rest;
            continue;
        }
        if (*p == '0' || *p == '1')
            put(b, *p == '1', 1);
        else if (*p == '|')
            b->count = (b->count + 7) / 8 * 8;
        p++;
    }
}

/* The last block. Its code length code gives the lengths 0, 1 and 2, repeats, and runs of 11 zeros or more. */
#define DYNAMIC(literals, distances) "1 01 =" #literals "/5 =" #distances "/5 =14/4 " \
    "=3/3 =0/3 =2/3 =2/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =0/3 =3/3 =0/3 =2/3 "
#define L0 "00 "
#define L1 "01 "
#define L2 "110 "
#define AGAIN(more) "111 =" #more "/2 "      /* three and more */
#define ZEROS(more) "10 =" #more "/7 "       /* eleven and more */
#define ZEROS_256 ZEROS(127) ZEROS(107)
#define ZEROS_253 ZEROS(127) ZEROS(104)
#define LONE_END ZEROS_256 L1                /* literals: only the end of the block, 0 */
#define END_AND_3 ZEROS_256 L1 L1            /* the end of the block is 0, length 3 is 1 */

static const char type[] = "a block has the reserved type 3";
static const char stored[] = "the length of a stored block does not match its complement";
static const char counts[] = "a block has more than 286 length or 30 distance codes";
static const char code_lengths[] = "the code lengths of the code length code make no complete code";
static const char repeat[] = "a repeated code length has none before it or runs past the last";
static const char no_end[] = "a block has no code for its end";
static const char literal_set[] = "the literal and length code lengths make no complete code";
static const char distance_set[] = "the distance code lengths make no complete code";
static const char literal[] = "a literal or length code is not one that the block defines";
static const char distance[] = "a distance code is not one that the block defines";
static const char far_back[] = "a back-reference points before the start of the unpacked data";

/* `back` is how many bits before the end of the text the fault is. */
static const struct {
    const char *name, *text, *what; /* no reason: a sound stream */
    size_t made, back;
} known[] = {
    {"nothing stored", "1 00 | =0/16 =65535/16", NULL, 0, 0},
    {"stored after stored", "0 00 | =1/16 =65534/16 =97/8 1 00 | =0/16 =65535/16", NULL, 1, 0},
    {"complement", "1 00 | =1/16 =65535/16", stored, 0, 32},
    {"reserved type", "1 11", type, 0, 2},
    {"reserved type, second block", "0 10 0000000 1 11", type, 0, 2},
    {"fixed, empty", "1 10 0000000", NULL, 0, 0},
    {"fixed, literals of 8 and 9 bits", "1 10 00110000 111111111 0000000", NULL, 2, 0},
    {"fixed, symbol 286", "1 10 00110000 11000110", literal, 1, 0},
    {"fixed, symbol 287", "1 10 00110000 11000111", literal, 1, 0},
    {"fixed, symbol 285, length 258", "1 10 00110000 11000101 00000 0000000", NULL, 259, 0},
    {"fixed, symbol 284, length 258 too", "1 10 00110000 11000100 =31/5 00000 0000000", NULL, 259, 0},
    {"fixed, distance 30", "1 10 00110000 0000001 11110", distance, 1, 0},
    {"fixed, distance 31", "1 10 00110000 0000001 11111", distance, 1, 0},
    {"distance 1 after nothing", "1 10 0000001 00000", far_back, 0, 0},
    {"distance 2 after one byte", "1 10 00110000 0000001 00001", far_back, 1, 0},
    {"distance 1 after one byte", "1 10 00110000 0000001 00000 0000000", NULL, 4, 0},
    {"distance 32768 after one byte", "1 10 00110000 0000001 11101 =8191/13", far_back, 1, 0},
    {"lone end", DYNAMIC(0, 0) LONE_END L1 "0", NULL, 0, 0},
    {"beside a lone end", DYNAMIC(0, 0) LONE_END L1 "1", literal, 0, 0},
    {"286 and 30 codes", DYNAMIC(29, 29) LONE_END ZEROS(18) L1 ZEROS(18) "0", NULL, 0, 0},
    {"287 literal codes", "1 01 =30/5 =0/5 =14/4", counts, 0, 14},
    {"288 literal codes", "1 01 =31/5 =0/5 =14/4", counts, 0, 14},
    {"31 distance codes", "1 01 =0/5 =30/5 =14/4", counts, 0, 14},
    {"32 distance codes", "1 01 =0/5 =31/5 =14/4", counts, 0, 14},
    {"code lengths, too many", "1 01 =0/5 =0/5 =0/4 =1/3 =1/3 =1/3 =0/3", code_lengths, 0, 0},
    {"code lengths, too few", "1 01 =0/5 =0/5 =0/4 =2/3 =2/3 =2/3 =0/3", code_lengths, 0, 0},
    {"code lengths, a lone one", "1 01 =0/5 =0/5 =0/4 =0/3 =0/3 =0/3 =1/3", code_lengths, 0, 0},
    {"code lengths, none: each bit is a 0", /* of 258 bits */
     "1 01 =0/5 =0/5 =0/4 =0/12 =0/32 =0/32 =0/32 =0/32 =0/32 =0/32 =0/32 =0/32 =0/2", no_end, 0, 0},
    {"repeat of nothing", DYNAMIC(0, 0) AGAIN(0), repeat, 0, 2},
    {"repeat past the end", DYNAMIC(0, 0) ZEROS_256 L1 AGAIN(0), repeat, 0, 0},
    {"zeros past the end", DYNAMIC(0, 0) ZEROS(127) ZEROS(110), repeat, 0, 0},
    {"zeros to the end", DYNAMIC(0, 0) ZEROS(127) ZEROS(109), no_end, 0, 0},
    {"repeat from literals to distances", DYNAMIC(0, 3) ZEROS_253 L2 AGAIN(3) L2 "11", NULL, 0, 0},
    {"no end", DYNAMIC(0, 0) L1 L1 ZEROS(127) ZEROS(106) L1, no_end, 0, 0},
    {"literals, too many", DYNAMIC(0, 0) L1 L1 ZEROS(127) ZEROS(105) L1 L1, literal_set, 0, 0},
    {"literals, too few", DYNAMIC(0, 0) L2 L2 ZEROS(127) ZEROS(105) L2 L1, literal_set, 0, 0},
    {"literals, a lone one of 2 bits", DYNAMIC(0, 0) ZEROS_256 L2 L1, literal_set, 0, 0},
    {"no distance code", DYNAMIC(1, 0) END_AND_3 L0 "0", NULL, 0, 0},
    {"no distance code, but a length", DYNAMIC(1, 0) END_AND_3 L0 "1 0", distance, 0, 0},
    {"a lone distance code", DYNAMIC(1, 0) END_AND_3 L1 "1 0", far_back, 0, 0},
    {"beside a lone distance code", DYNAMIC(1, 0) END_AND_3 L1 "1 1", distance, 0, 0},
    {"a lone distance code of 2 bits", DYNAMIC(1, 0) END_AND_3 L2, distance_set, 0, 0},
    {"distances, too many", DYNAMIC(1, 2) END_AND_3 L1 L1 L1, distance_set, 0, 0},
    {"distances, too few", DYNAMIC(1, 2) END_AND_3 L2 L2 L2, distance_set, 0, 0},
};

static uint8_t *exact(const void *p, size_t n)
{
    uint8_t *copy = malloc(n > 0 ? n : 1);
    assert_non_null(copy);
    if (n > 0 && p != NULL)
        memcpy(copy, p, n);
    return copy;
}

/* Reads raw data with all the room, in steps of one byte, and by pieces, and compares each with zlib. */
static a3d_codec_result read_raw(const char *name, const uint8_t *byte, size_t n)
{
    static uint8_t out[ROOM + 1], theirs[ROOM + 1], window[A3D_INFLATE_WINDOW];
    uint8_t *in = exact(byte, n);
    zlib_verdict v = zlib_read(in, n, theirs, ROOM, true);
    a3d_codec_result r = {0};
    for (int way = 0; way < 3; way++) {
        const uint8_t *piece = window;
        size_t made, all = 0;
        a3d_inflate s;
        int more = 1;
        a3d_inflate_begin_raw(&s, in, n);
        while (more) {
            if (way < 2)
                more = a3d_inflate_more(&s, out, all, way == 0 ? ROOM : 1, &made, &r);
            else
                more = a3d_inflate_piece(&s, window, &piece, &made, &r);
            if (way == 2)
                memcpy(out + all, piece, made);
            all += made;
        }
        const char *why = zlib_differs(&v, false, all, &r, n);
        if (why != NULL || memcmp(out, theirs, all) != 0)
            fail_msg("%s, way %d: not as zlib: %s", name, way, why != NULL ? why : "bytes");
    }
    free(in);
    return r;
}

/* With more bytes after it or without: so the careful and the fast loop meet it. Each cut of it ends too soon. */
static void verdicts_are_known(void **state)
{
    static bits b;
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        write_bits(&b, known[i].text);
        size_t size = (b.count + 7) / 8, place = b.count - known[i].back;
        for (size_t more = 0; more <= 400; more += 400) {
            a3d_codec_result r = read_raw(known[i].name, b.byte, size + more);
            const char *what = r.status == A3D_CODEC_OK ? NULL : r.what;
            size_t at = what == NULL ? r.at : r.at * 8 + r.bit;
            if ((what == NULL) != (known[i].what == NULL) || (what != NULL && strcmp(what, known[i].what) != 0))
                fail_msg("%s: %s", known[i].name, what != NULL ? what : "accepted");
            if (r.made != known[i].made || at != (what == NULL ? size : place))
                fail_msg("%s: %zu bytes, %zu not %zu", known[i].name, r.made, at, what == NULL ? size : place);
        }
        size_t least = known[i].what != NULL ? place / 8 : size;
        for (size_t cut = 0; cut < least; cut++) {
            a3d_codec_result r = read_raw(known[i].name, b.byte, cut);
            if (r.status != A3D_CODEC_INPUT_ENDS || r.at != cut)
                fail_msg("%s, cut at %zu: %s", known[i].name, cut, r.what);
        }
    }
}

/* The farthest distance reaches the first byte, and no farther. */
static void distances_reach_32_kib(void **state)
{
    static bits b;
    (void)state;
    for (unsigned n = 32766; n <= 32769; n++) {
        memset(&b, 0, sizeof b);
        put(&b, 0, 8); /* a stored block that is not the last */
        put(&b, n | (~n & 0xffff) << 16, 32);
        b.byte[5] = 'a';
        b.count += 8 * (size_t)n;
        put(&b, 3, 3); /* the last block, fixed */
        put(&b, 1 << 6, 7); /* length 3 */
        put(&b, 23, 5); /* distance code 29, whose highest bit comes first */
        put(&b, 8191, 13);
        put(&b, 0, 7); /* the end */
        a3d_codec_result r = read_raw("32 KiB", b.byte, (b.count + 7) / 8);
        assert_int_equal(r.status, n >= 32768 ? A3D_CODEC_OK : A3D_CODEC_BAD_BLOCK);
        assert_int_equal(r.made, n >= 32768 ? n + 3 : n);
    }
}

/* As zlib does, the window of the header is checked by itself, and distances may exceed it. */
static void header_windows(void **state)
{
    (void)state;
    for (unsigned window = 0; window < 16; window++) {
        uint8_t data[600], packed[700], out[601], head[2] = {(uint8_t)(window << 4 | 8), 0};
        uLongf size = sizeof packed;
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)(i < 300 ? i * i * 7 >> 3 : data[i - 300]); /* matches of distance 300 */
        assert_int_equal(compress(packed, &size, data, sizeof data), Z_OK);
        head[1] = (uint8_t)(31 - head[0] * 256u % 31);
        memcpy(packed, head, 2);
        zlib_verdict v = zlib_read(packed, size, out, sizeof data, false);
        a3d_inflate s;
        a3d_codec_result r;
        size_t made = 0;
        a3d_codec_status status = a3d_inflate_begin(&s, packed, size, &r);
        assert_int_equal(status, window < 8 ? A3D_CODEC_OK : A3D_CODEC_BAD_WINDOW);
        assert_int_equal(a3d_inflate_more(&s, out, 0, sizeof data, &made, &r), 0);
        assert_null(zlib_differs(&v, false, made, &r, size));
        assert_int_equal(made, window < 8 ? sizeof data : 0);
    }
}

static void fixed_tables_are_built(void **state)
{
    uint8_t length[288];
    uint32_t table[1 << A3D_FIXED_LITERAL_BITS];
    (void)state;
    for (unsigned i = 0; i < 288; i++)
        length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    assert_int_equal(a3d_huffman_build(&a3d_literals_and_lengths, length, 288, table, 1, 15), A3D_FIXED_LITERAL_BITS);
    assert_memory_equal(table, a3d_fixed_literals, sizeof a3d_fixed_literals);
    memset(length, 5, 32);
    assert_int_equal(a3d_huffman_build(&a3d_distances, length, 32, table, 1, 15), A3D_FIXED_DISTANCE_BITS);
    assert_memory_equal(table, a3d_fixed_distances, sizeof a3d_fixed_distances);
}

/* Lengths of n codes that make a complete set, as deep as `most` bits. */
static void make_lengths(uint8_t *length, unsigned n, unsigned most, uint32_t *seed, bool deep)
{
    unsigned leaves = 1;
    memset(length, 0, n);
    for (unsigned tries = 0; leaves < n && tries < 100000; tries++) {
        *seed = *seed * 1664525 + 1013904223;
        unsigned i = deep && tries % 3 != 0 ? leaves - 1 : (*seed >> 8) % leaves;
        if (length[i] < most)
            length[leaves++] = ++length[i];
    }
    assert_int_equal(leaves, n);
}

/* Under sanitizers: the tables have room for the subtables of any codes. */
static void tables_have_room(void **state)
{
    uint32_t seed = 1;
    uint8_t length[286];
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t *literals = malloc(A3D_LITERAL_ENTRIES * sizeof *literals);
        uint32_t *distances = malloc(A3D_DISTANCE_ENTRIES * sizeof *distances);
        assert_non_null(literals);
        assert_non_null(distances);
        make_lengths(length, 2 + i % 285, 9 + i % 7, &seed, i % 2 == 0);
        unsigned n = 2 + i % 285;
        unsigned index = a3d_huffman_build(&a3d_literals_and_lengths, length, n, literals, 1, A3D_LITERAL_BITS);
        assert_in_range(index, 1, A3D_LITERAL_BITS);
        a3d_huffman_join(literals, index);
        make_lengths(length, 2 + i % 29, 5 + i % 11, &seed, i % 2 == 0);
        index = a3d_huffman_build(&a3d_distances, length, 2 + i % 29, distances, 1, A3D_DISTANCE_BITS);
        assert_in_range(index, 1, A3D_DISTANCE_BITS);
        free(literals);
        free(distances);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_known),     cmocka_unit_test(distances_reach_32_kib),
        cmocka_unit_test(header_windows),         cmocka_unit_test(fixed_tables_are_built),
        cmocka_unit_test(tables_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
