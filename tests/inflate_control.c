/*
 * inflate_control [COUNT] [SEED]: a3d_inflate_whole against zlib, stream by stream (default 1000000, 1).
 *
 * Half of the streams are packed by zlib with any of its choices, and mostly damaged; half are drawn bit by bit, with codes
 * that are complete, or too many, or too few, or not there. A checksum that alone is wrong is put right. Both have to take
 * the same streams, with the same bytes and the same end. Each fault that zlib knows has to come up, or the test fails.
 * Ends with status 1 and a hex dump at the first disagreement. The same seed makes the same streams.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"

enum { DATA_MOST = 70000, STREAM_MOST = 90000, OUT_MOST = 1 << 18, NEAR = 320, POOL = 4096, SYMBOLS = 288, DISTANCES = 32 };

static const char *const faults[] = {
    "invalid block type", "invalid stored block lengths", "too many length or distance symbols", "invalid code lengths set",
    "invalid bit length repeat", "invalid code -- missing end-of-block", "invalid literal/lengths set", "invalid distances set",
    "invalid literal/length code", "invalid distance code", "invalid distance too far back", "incorrect data check", "incorrect header check",
};
enum { FAULTS = sizeof faults / sizeof faults[0] };

typedef struct stream {
    uint8_t *byte;
    size_t size;
    unsigned bit; /* of the byte behind them that are taken */
} stream;

typedef struct control {
    uint64_t random;
    stream s, pool[POOL];
    uint8_t *data, *out; /* DATA_MOST; OUT_MOST, zlib's */
    size_t made, used;   /* by zlib */
    uint64_t taken, small_windows, cut, seen[FAULTS];
} control;

/* splitmix64 */
static uint64_t next(control *c)
{
    uint64_t x = c->random += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static unsigned below(control *c, size_t n)
{
    return (unsigned)(next(c) % n);
}

static void *need(void *p)
{
    if (p == NULL)
        abort();
    return p;
}

/* ---- streams drawn bit by bit ---- */

static void put(stream *s, unsigned value, unsigned n)
{
    for (; n > 0; n--, value >>= 1) {
        if (s->bit == 0)
            s->byte[s->size++] = 0;
        s->byte[s->size - 1] |= (uint8_t)((value & 1) << s->bit);
        s->bit = (s->bit + 1) & 7;
    }
}

typedef struct code {
    unsigned n; /* symbols */
    uint8_t length[SYMBOLS];
    uint16_t word[SYMBOLS];
    unsigned n_used;
    uint16_t used[SYMBOLS];
} code;

static void put_symbol(stream *s, const code *k, unsigned symbol)
{
    for (unsigned i = k->length[symbol]; i > 0; i--)
        put(s, k->word[symbol] >> (i - 1) & 1u, 1);
}

static unsigned any_used(control *c, const code *k)
{
    return k->n_used > 0 ? k->used[below(c, k->n_used)] : below(c, k->n);
}

/* The words that lengths stand for, and which symbols have one. */
static void assign(code *k)
{
    unsigned word = 0;

    k->n_used = 0;
    for (unsigned length = 1; length <= 15; length++, word <<= 1)
        for (unsigned i = 0; i < k->n; i++)
            if (k->length[i] == length) {
                k->word[i] = (uint16_t)word++;
                k->used[k->n_used++] = (uint16_t)i;
            }
}

/* A complete code for so many leaves of at most `most` bits, given to symbols by chance; one in 32 is spoiled. */
static void draw_code(control *c, code *k, unsigned n, unsigned leaves, unsigned most)
{
    uint8_t depth[SYMBOLS] = {1, 1};

    memset(k, 0, sizeof *k);
    k->n = n;
    for (unsigned have = 2; have < leaves; have++) {
        unsigned i = below(c, have);

        while (depth[i] >= most) /* a shallower one is there, as there are less than 1 << most */
            i = (i + 1) % have;
        depth[have] = ++depth[i];
    }
    for (unsigned i = 0; i < leaves; i++) {
        unsigned symbol = below(c, 4) == 0 || n <= 256 ? below(c, n) : below(c, 256);

        while (k->length[symbol] != 0)
            symbol = (symbol + 1) % n;
        k->length[symbol] = depth[i];
    }
    if (below(c, 32) == 0)
        k->length[below(c, n)] = (uint8_t)below(c, most + 1);
}

/* Lengths as runs, now and then, and as themselves. One in 256 has a run that cannot be. */
static void put_lengths(control *c, const code *k, const uint8_t *length, unsigned n)
{
    stream *s = &c->s;
    unsigned wrong = below(c, 256) == 0 ? below(c, n) : n;

    for (unsigned i = 0; i < n;) {
        unsigned run = 1;

        while (i + run < n && length[i + run] == length[i])
            run++;
        if (i == wrong) {
            put_symbol(s, k, 16 + below(c, 3));
            put(s, below(c, 128), 7);
            i++;
        } else if (length[i] == 0 && run >= 11 && below(c, 8) != 0) {
            run = run > 138 ? 138 : run;
            put_symbol(s, k, 18);
            put(s, run - 11, 7);
            i += run;
        } else if (length[i] == 0 && run >= 3 && below(c, 2) == 0) {
            run = run > 10 ? 10 : run;
            put_symbol(s, k, 17);
            put(s, run - 3, 3);
            i += run;
        } else if (i > 0 && run >= 3 && length[i] == length[i - 1] && below(c, 2) == 0) {
            run = run > 6 ? 6 : run;
            put_symbol(s, k, 16);
            put(s, run - 3, 2);
            i += run;
        } else {
            put_symbol(s, k, length[i++]);
        }
    }
}

static void put_codes(control *c, const code *symbols, const code *distances)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t length[SYMBOLS + DISTANCES];
    unsigned n = symbols->n, m = distances->n;
    code k;

    memcpy(length, symbols->length, n);
    memcpy(length + n, distances->length, m);
    draw_code(c, &k, 19, below(c, 128) == 0 ? 2 + below(c, 17) : 19, 7);
    assign(&k);
    put(&c->s, n - 257, 5);
    put(&c->s, m - 1, 5);
    put(&c->s, 15, 4);
    for (unsigned i = 0; i < 19; i++)
        put(&c->s, k.length[order[i]], 3);
    put_lengths(c, &k, length, n + m);
}

/* Symbols that the codes have, matches mostly near, here and there any bits, and the end. */
static void put_content(control *c, const code *symbols, const code *distances)
{
    stream *s = &c->s;

    for (unsigned n = below(c, 60); n > 0; n--) {
        unsigned symbol = any_used(c, symbols);

        if (symbol == 256)
            continue;
        put_symbol(s, symbols, symbol);
        if (symbol > 256) {
            static const uint8_t extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0, 0, 0};
            unsigned distance = any_used(c, distances);

            if (distances->n_used > 0 && below(c, 8) != 0) /* the nearest */
                for (unsigned i = 0; i < distances->n_used; i++)
                    distance = distances->used[i] < distance ? distances->used[i] : distance;
            put(s, below(c, 32), extra[symbol - 257]);
            put_symbol(s, distances, distance);
            if (distances->n_used < 2 && below(c, 4) == 0)
                put(s, below(c, 4), 2);
            put(s, below(c, 4) == 0 ? below(c, 8192) : 0, distance < 4 ? 0 : distance / 2 - 1);
        }
    }
    if (below(c, 32) == 0)
        put(s, (unsigned)next(c) & 0xffff, 16);
    put_symbol(s, symbols, 256);
}

static void put_stored(control *c)
{
    stream *s = &c->s;
    unsigned n = below(c, 8) == 0 ? below(c, 2000) : below(c, 40);

    s->bit = 0;
    put(s, n, 16);
    put(s, below(c, 64) == 0 ? below(c, 65536) : n ^ 0xffff, 16);
    for (; n > 0; n--)
        put(s, below(c, 256), 8);
}

static void put_block(control *c, bool last)
{
    code symbols = {.n = SYMBOLS}, distances = {.n = DISTANCES};
    unsigned type = below(c, 8);

    type = type == 0 ? 0 : type < 3 ? 1 : below(c, 128) == 0 ? 3 : 2;
    put(&c->s, last, 1);
    put(&c->s, type, 2);
    if (type == 0)
        put_stored(c);
    if (type == 1)
        for (unsigned i = 0; i < SYMBOLS; i++) {
            symbols.length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
            distances.length[i % DISTANCES] = 5;
        }
    if (type == 2) {
        unsigned leaves = below(c, 3) == 0 ? 2 + below(c, 120) : below(c, 20);

        draw_code(c, &symbols, 257 + below(c, below(c, 64) == 0 ? 32 : 30), leaves, 7 + below(c, 9));
        if (symbols.length[256] == 0 && below(c, 64) != 0 && leaves > 0) { /* most have an end, in the place of another */
            unsigned i = 0;

            while (symbols.length[i] == 0)
                i++;
            symbols.length[256] = symbols.length[i];
            symbols.length[i] = 0;
        }
        if (leaves == 0)
            symbols.length[256] = 1;
        leaves = below(c, 3) == 0 ? below(c, 2) : 2 + below(c, 6);
        draw_code(c, &distances, leaves + 1 + below(c, 24), leaves, 4 + below(c, 11));
        put_codes(c, &symbols, &distances);
    }
    if (type == 1 || type == 2) {
        assign(&symbols);
        assign(&distances);
        put_content(c, &symbols, &distances);
    }
}

static void put_header(control *c)
{
    unsigned first = below(c, 16) == 0 ? below(c, 8) << 4 | 8 : 0x78, second = below(c, 4) << 6;

    if (below(c, 128) == 0)
        first = below(c, 256);
    if (below(c, 256) == 0)
        second |= 0x20;
    put(&c->s, first, 8);
    put(&c->s, below(c, 128) == 0 ? below(c, 256) : second + 31 - (first * 256 + second) % 31, 8);
}

static void draw_stream(control *c)
{
    put_header(c);
    for (unsigned n = below(c, 5); n > 0; n--)
        put_block(c, false);
    put_block(c, true);
    c->s.bit = 0;
    for (unsigned n = 4 + below(c, 4) * below(c, 20); n > 0; n--)
        put(&c->s, below(c, 256), 8);
}

/* ---- streams that zlib packs ---- */

static size_t make_data(control *c)
{
    size_t n = below(c, 64) == 0 ? below(c, DATA_MOST) : below(c, 900), back = 1 + below(c, below(c, 2) ? 20 : n + 1);
    unsigned nature = below(c, 4);

    for (size_t i = 0; i < n; i++) {
        uint64_t x = next(c);

        switch (nature) {
        case 0: c->data[i] = (uint8_t)x; break;
        case 1: c->data[i] = (uint8_t)(x & x >> 8 & x >> 16); break;
        case 2: c->data[i] = (uint8_t)(i % 4 == 3 ? 0x3f : i % 4 == 2 ? x & 31 : x & 1); break;
        default: c->data[i] = i < back || x % 40 == 0 ? (uint8_t)(x >> 8) : c->data[i - back]; break;
        }
    }
    return n;
}

static void fill_pool(control *c)
{
    for (unsigned i = 0; i < POOL; i++) {
        z_stream z = {.next_in = c->data, .next_out = c->s.byte, .avail_out = STREAM_MOST};
        int window = below(c, 8) == 0 ? 9 + (int)below(c, 7) : 15;

        z.avail_in = (uInt)make_data(c);
        if (deflateInit2(&z, (int)(i % 10), Z_DEFLATED, window, 1 + (int)below(c, 9), (int)below(c, 5)) != Z_OK || deflate(&z, Z_FINISH) != Z_STREAM_END)
            abort();
        c->pool[i].size = STREAM_MOST - z.avail_out;
        c->pool[i].byte = need(malloc(c->pool[i].size));
        memcpy(c->pool[i].byte, c->s.byte, c->pool[i].size);
        (void)deflateEnd(&z);
    }
}

static void take_packed(control *c)
{
    const stream *from = &c->pool[below(c, POOL)];
    stream *s = &c->s;

    memcpy(s->byte, from->byte, from->size);
    s->size = from->size;
    switch (below(c, 4)) {
    case 0: break;
    case 1: s->size = below(c, 4) == 0 ? below(c, s->size + 1) : s->size - below(c, s->size < 9 ? s->size + 1 : 9); break;
    default:
        for (unsigned n = below(c, 4); n > 0; n--)
            s->byte[below(c, s->size)] ^= (uint8_t)(1u << below(c, 8));
    }
    for (unsigned n = below(c, 3) == 0 ? below(c, 90) : 0; n > 0; n--)
        s->byte[s->size++] = (uint8_t)next(c);
}

/* ---- both ---- */

/* zlib's verdict. When the checksum alone is wrong it is put right, in seven of eight. */
static bool zlib_takes(control *c, uint8_t *in)
{
    z_stream z = {.next_in = in, .avail_in = (uInt)c->s.size, .next_out = c->out, .avail_out = OUT_MOST};

    if (inflateInit(&z) != Z_OK)
        abort();
    int status = inflate(&z, Z_FINISH);
    c->made = OUT_MOST - z.avail_out;
    c->used = c->s.size - z.avail_in;
    for (unsigned i = 0; z.msg != NULL && i < FAULTS; i++)
        c->seen[i] += strcmp(z.msg, faults[i]) == 0;
    if (status == Z_DATA_ERROR && z.msg != NULL && strcmp(z.msg, "incorrect data check") == 0 && below(c, 8) != 0) {
        for (unsigned i = 0; i < 4; i++)
            in[c->used - 4 + i] = (uint8_t)(z.adler >> (24 - 8 * i));
        status = Z_STREAM_END;
    }
    (void)inflateEnd(&z);
    c->cut += status == Z_BUF_ERROR;
    return status == Z_STREAM_END;
}

/* A block of just its room, so that a sanitizer sees one byte too many. */
static bool grow(a3d_sink *sink)
{
    size_t room = sink->room + 1 + sink->room / 2 + below(sink->user, 700);

    if (sink->room >= OUT_MOST)
        return false;
    sink->room = room < OUT_MOST ? room : OUT_MOST;
    sink->data = need(realloc(sink->data, sink->room));
    return true;
}

static int disagree(const char *what, const uint8_t *in, size_t n)
{
    printf("DISAGREE %s: %zu bytes", what, n);
    for (size_t i = 0; i < n; i++)
        printf("%s%02x", i % 32 == 0 ? "\n  " : " ", in[i]);
    printf("\n");
    return 1;
}

static int compare(control *c)
{
    size_t n = c->s.size, used = 0, made = 0;
    uint8_t *in = need(malloc(n + (n == 0)));
    a3d_sink sink = {.grow = grow, .user = c};
    int wrong = 0;

    if (n > 0)
        memcpy(in, c->s.byte, n);
    bool theirs = zlib_takes(c, in), ours = a3d_inflate_whole(in, n, &sink, &used, &made), full = n > 0 && in[0] == 0x78;
    if (ours && !theirs)
        wrong = disagree("ours takes it", in, n);
    else if (ours && (used != c->used || made != c->made || (made > 0 && memcmp(sink.data, c->out, made) != 0)))
        wrong = disagree("what comes out", in, n);
    else if (!ours && theirs && full && c->made <= OUT_MOST - NEAR)
        wrong = disagree("zlib takes it", in, n);
    c->taken += ours;
    c->small_windows += theirs && !full;
    free(sink.data);
    free(in);
    return wrong;
}

/* 0 when enough streams have met each fault. */
static int tell(const control *c, unsigned long long count)
{
    int missed = 0;

    printf("inflate_control: %llu streams, %llu taken, %llu with a small window, %llu cut\n", count, (unsigned long long)c->taken,
           (unsigned long long)c->small_windows, (unsigned long long)c->cut);
    for (unsigned i = 0; i < FAULTS; i++) {
        printf("  %8llu %s\n", (unsigned long long)c->seen[i], faults[i]);
        missed += c->seen[i] == 0;
    }
    return count >= 10000 && (missed > 0 || c->taken < count / 10);
}

int main(int argc, char **argv)
{
    unsigned long long count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000, passed = 0;
    control *c = need(calloc(1, sizeof *c));
    int wrong = 0;

    c->random = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    c->s.byte = need(malloc(STREAM_MOST));
    c->data = need(malloc(DATA_MOST));
    c->out = need(malloc(OUT_MOST));
    fill_pool(c);
    while (passed < count && !wrong) {
        c->s.size = 0;
        c->s.bit = 0;
        if (passed % 2 == 0)
            draw_stream(c);
        else
            take_packed(c);
        wrong = compare(c);
        passed += !wrong;
    }
    wrong |= tell(c, passed);
    for (unsigned i = 0; i < POOL; i++)
        free(c->pool[i].byte);
    free(c->s.byte);
    free(c->data);
    free(c->out);
    free(c);
    return wrong;
}
