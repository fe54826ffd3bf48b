/*
 * codec_control [COUNT [SEED]]: our codecs against other people's over COUNT streams, sound and damaged.
 *
 * LZO1X against liblzo2, LZSS against a plain ring of 4096 bytes, Adler-32 against zlib. inflate_control.c compares
 * zlib streams.
 * Ends with status 1 and a hex dump at the first disagreement. The same seed makes the same streams.
 *
 * Ways of liblzo2's lzo1x_decompress_safe that had to be allowed for:
 *  - It takes an end marker of any match length; its test for length 3 is an assertion only. Ours refuses
 *    those as BAD_END, or as BAD_LENGTH where the marker's length runs on in more zero bytes than the
 *    output is long.
 *  - With bytes after the marker it returns LZO_E_INPUT_NOT_CONSUMED, which is no fault here.
 *  - It wants three bytes behind literals, room for the marker, before it copies them. So does ours.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lzo/lzo1x.h>

#define ZLIB_CONST
#include <zlib.h>

#include "codec/codec.h"

enum { SMALL = 1200, LARGE = 60000, STREAM_MAX = 80000 };

typedef struct stream {
    size_t size, unpacked;
    uint8_t *byte;
} stream;

typedef struct control {
    uint64_t random;
    uint64_t kinds[3][2]; /* lzo, lzss, adler: refused, accepted */
    uint8_t *data, *byte; /* LARGE and STREAM_MAX bytes for the stream at hand */
    uint8_t *work;        /* liblzo2's */
} control;

/* splitmix64 */
static uint64_t next(control *c)
{
    uint64_t x = c->random += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static size_t below(control *c, size_t n)
{
    return (size_t)(next(c) % n);
}

static void hex(const char *name, const uint8_t *p, size_t n)
{
    printf("%s, %zu bytes:", name, n);
    for (size_t i = 0; i < n; i++)
        printf("%s%02x", i % 32 == 0 ? "\n  " : " ", p[i]);
    printf("\n");
}

static int disagree(const char *what, const uint8_t *in, size_t n, size_t expected, const a3d_codec_result *r)
{
    printf("DISAGREE %s: wanted %zu bytes; ours: %s, used %zu made %zu at %zu bit %u\n", what, expected, r->what,
           r->used, r->made, r->at, r->bit);
    hex("input", in, n);
    return 1;
}

/*
 * Mean 200 bytes, and one in 4096 large for the far matches. Five natures: noise, few values, small
 * counters as in index lists, floats that repeat, stretches that come again.
 */
static size_t make_data(control *c)
{
    size_t n = below(c, 20) == 0 ? below(c, SMALL) : below(c, 350), nature = below(c, 5), back = 1 + below(c, 60);
    uint64_t x = next(c);
    uint8_t *p = c->data;

    if (below(c, 4096) == 0) {
        n = below(c, LARGE);
        back = 1 + below(c, n + 1);
    }

    for (size_t i = 0; i < n; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        switch (nature) {
        case 0: p[i] = (uint8_t)(x >> 56); break;
        case 1: p[i] = (uint8_t)(x >> 62); break;
        case 2: p[i] = i % 4 == 0 ? (uint8_t)(i / 8 + (x >> 63)) : 0; break;
        case 3: p[i] = i % 4 == 3 ? 0x3f : i % 4 == 2 ? (uint8_t)(x >> 60) : 0x20; break;
        default: p[i] = i < back || x >> 59 == 0 ? (uint8_t)(x >> 40) : p[i - back]; break;
        }
    }
    return n;
}

/* Leaves a quarter alone; the others get changed bytes, a cut, bytes behind, or a stretch moved. */
static void damage(control *c, stream *s)
{
    switch (below(c, 8)) {
    case 0:
    case 1: break;
    case 2: s->size = below(c, s->size + 1); break;
    case 3:
        for (size_t more = 1 + below(c, 9); more > 0; more--)
            s->byte[s->size++] = (uint8_t)next(c);
        break;
    case 4:
        if (s->size > 1) {
            size_t from = below(c, s->size), to = below(c, s->size), most = s->size - (from > to ? from : to);

            memmove(s->byte + to, s->byte + from, 1 + below(c, most));
        }
        break;
    case 5: s->unpacked += below(c, 7) - (s->unpacked < 3 ? 0 : 3); break;
    default:
        for (size_t times = 1 + below(c, 3); s->size > 0 && times > 0; times--) {
            uint8_t *p = &s->byte[below(c, s->size)];

            *p = (uint8_t)(below(c, 2) ? *p ^ 1u << below(c, 8) : below(c, 2) ? next(c) : below(c, 40));
        }
        break;
    }
}

/* Bytes that look like LZO instructions rather often. */
static void random_stream(control *c, stream *s)
{
    s->size = below(c, 40);
    s->unpacked = below(c, 200);
    for (size_t i = 0; i < s->size; i++) {
        size_t high = below(c, 3) == 0 ? 24 : (size_t)256 >> below(c, 8);

        s->byte[i] = (uint8_t)below(c, high);
    }
    if (s->size >= 3 && below(c, 2) == 0)
        memcpy(s->byte + s->size - 3, "\x11\0\0", 3);
}

static void make_lzo(control *c, stream *s)
{
    size_t kind = below(c, 64);
    lzo_uint size = STREAM_MAX;

    if (kind < 16) {
        random_stream(c, s);
        return;
    }
    s->unpacked = make_data(c);
    if (kind < 18) /* few, for it clears large tables each time */
        (void)lzo1x_999_compress(c->data, s->unpacked, s->byte, &size, c->work);
    else if (kind < 40)
        (void)lzo1x_1_compress(c->data, s->unpacked, s->byte, &size, c->work);
    else
        size = a3d_lzo1x_pack(c->data, s->unpacked, s->byte);
    s->size = size;
    damage(c, s);
}

/* An exact copy on the heap, so that a sanitizer sees one byte too far. */
static uint8_t *exact(const uint8_t *p, size_t n)
{
    uint8_t *copy = calloc(n == 0 ? 1 : n, 1);

    if (copy == NULL)
        abort();
    if (n != 0 && p != NULL)
        memcpy(copy, p, n);
    return copy;
}

/* 0 when both say the same of this stream and this unpacked size. */
static int compare_lzo(control *c, const stream *s, size_t wanted)
{
    uint8_t *in = exact(s->byte, s->size), *ours = exact(NULL, wanted), *theirs = exact(NULL, wanted);
    lzo_uint all = wanted, prefix = wanted;
    a3d_codec_result r = a3d_lzo1x_unpack(in, s->size, ours, wanted);
    int whole = lzo1x_decompress_safe(in, s->size, theirs, &all, NULL), wrong = 0;
    int accepts = (whole == LZO_E_OK || whole == LZO_E_INPUT_NOT_CONSUMED) && all == wanted;

    if (r.status == A3D_CODEC_OK) {
        if (!accepts || r.made != wanted || r.used > s->size || memcmp(ours, theirs, wanted) != 0)
            wrong = disagree("lzo1x, ours accepts", in, s->size, wanted, &r);
        else if (lzo1x_decompress_safe(in, r.used, theirs, &prefix, NULL) != LZO_E_OK || prefix != wanted)
            wrong = disagree("lzo1x, length of the stream", in, s->size, wanted, &r);
    } else {
        int odd_marker = r.status == A3D_CODEC_BAD_END ||
                         (r.status == A3D_CODEC_BAD_LENGTH && in[r.used] >= 16 && in[r.used] < 24);

        if (r.made > wanted || r.at > s->size || r.used > s->size)
            wrong = disagree("lzo1x, places outside", in, s->size, wanted, &r);
        if (accepts && !odd_marker)
            wrong = disagree("lzo1x, theirs accepts", in, s->size, wanted, &r);
        /* what is said to be out before the fault must be what they put out too */
        if (r.made != 0 && all >= r.made && memcmp(ours, theirs, r.made) != 0)
            wrong = disagree("lzo1x, output before the fault", in, s->size, wanted, &r);
    }
    c->kinds[0][r.status == A3D_CODEC_OK]++;
    free(in);
    free(ours);
    free(theirs);
    return wrong;
}

static int try_lzo(control *c)
{
    size_t room = below(c, 50) == 0 ? LARGE : 4 * SMALL;
    stream s = {.byte = c->byte};

    make_lzo(c, &s);
    if (below(c, 3) == 0) { /* ask for just what the control makes of it */
        uint8_t *out = exact(NULL, room);
        lzo_uint made = room;
        int code = lzo1x_decompress_safe(s.byte, s.size, out, &made, NULL);

        free(out);
        if (code == LZO_E_OK || code == LZO_E_INPUT_NOT_CONSUMED)
            s.unpacked = made;
    }
    return compare_lzo(c, &s, s.unpacked);
}

/* One byte after the other through a true ring. Returns the stream's length, or 0 if it is refused. */
static size_t lzss_control(const uint8_t *in, size_t n, uint8_t *out, size_t wanted)
{
    uint8_t ring[4096];
    size_t ip = 0, made = 0, r = 4096 - 18;
    uint32_t sum = 0, stored = 0;

    memset(ring, 0x20, sizeof ring);
    while (made < wanted) {
        if (ip >= n)
            return 0;
        unsigned flags = in[ip++];
        for (int item = 0; item < 8 && made < wanted; item++, flags >>= 1) {
            unsigned length = 1, from = 0, literal = flags & 1;

            if (ip + (literal ? 1 : 2) > n)
                return 0;
            if (literal) {
                ring[r] = in[ip++];
                from = (unsigned)r;
            } else {
                unsigned distance = in[ip] | (in[ip + 1] & 0xf0u) << 4;

                length = (in[ip + 1] & 15u) + 3;
                from = (unsigned)(r - distance) & 4095;
                ip += 2;
            }
            for (; length > 0; length--) {
                if (made == wanted)
                    return 0;
                out[made] = ring[r] = ring[from];
                sum += out[made++];
                r = (r + 1) & 4095;
                from = (from + 1) & 4095;
            }
        }
    }
    if (n - ip < 4)
        return 0;
    for (int i = 3; i >= 0; i--)
        stored = stored << 8 | in[ip + (size_t)i];
    return stored == sum ? ip + 4 : 0;
}

static int try_lzss(control *c)
{
    stream s = {.unpacked = make_data(c), .byte = c->byte};

    s.size = a3d_lzss_pack(c->data, s.unpacked, s.byte);
    damage(c, &s);
    uint8_t *in = exact(s.byte, s.size), *ours = exact(NULL, s.unpacked), *theirs = exact(NULL, s.unpacked);
    a3d_codec_result r = a3d_lzss_unpack(in, s.size, ours, s.unpacked);
    int wrong = 0;

    if (r.status == A3D_CODEC_BAD_CHECKSUM && below(c, 2) == 0) { /* right the sum: matches are judged alone */
        for (int i = 0; i < 4; i++)
            in[r.at + (size_t)i] = (uint8_t)(r.computed >> 8 * i);
        r = a3d_lzss_unpack(in, s.size, ours, s.unpacked);
    }
    size_t length = lzss_control(in, s.size, theirs, s.unpacked);
    if ((r.status == A3D_CODEC_OK) != (length != 0) || (length != 0 && length != r.used))
        wrong = disagree("lzss", in, s.size, s.unpacked, &r);
    else if (r.made > s.unpacked || r.at > s.size || r.used > s.size || memcmp(ours, theirs, r.made) != 0)
        wrong = disagree("lzss, output", in, s.size, s.unpacked, &r);
    c->kinds[1][r.status == A3D_CODEC_OK]++;
    free(in);
    free(ours);
    free(theirs);
    return wrong;
}

static int try_adler(control *c)
{
    size_t n = make_data(c), cut = below(c, n + 1);
    uint32_t sum = a3d_adler32(1, c->data, cut);

    sum = a3d_adler32(sum, c->data + cut, n - cut);
    c->kinds[2][1]++;
    if (sum == adler32(1, c->data, (uInt)n))
        return 0;
    printf("DISAGREE adler32\n");
    hex("input", c->data, n);
    return 1;
}

static int set_up(control *c)
{
    c->data = calloc(1, LARGE);
    c->byte = calloc(1, STREAM_MAX);
    c->work = calloc(1, LZO1X_999_MEM_COMPRESS);
    return c->data != NULL && c->byte != NULL && c->work != NULL && lzo_init() == LZO_E_OK;
}

static void tear_down(control *c)
{
    free(c->data);
    free(c->byte);
    free(c->work);
}

static int try_one(control *c)
{
    size_t kind = below(c, 16);

    return kind < 11 ? try_lzo(c) : kind < 15 ? try_lzss(c) : try_adler(c);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"lzo1x", "lzss", "adler"};
    unsigned long long count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000, passed = 0;
    control c = {.random = argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    int wrong = 0;

    if (!set_up(&c))
        return 2;
    while (passed < count && !wrong) {
        wrong = try_one(&c);
        passed += !wrong;
    }
    tear_down(&c);
    printf("codec_control: %llu passed, %d failed (accepted/refused:", passed, wrong);
    for (int i = 0; i < 3; i++)
        printf(" %s %llu/%llu", names[i], (unsigned long long)c.kinds[i][1], (unsigned long long)c.kinds[i][0]);
    printf(")\n");
    return wrong;
}
