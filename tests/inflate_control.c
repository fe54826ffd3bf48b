/*
 * inflate_control [COUNT [SEED [FILE...]]]: our inflate against zlib's over COUNT streams.
 *
 * Every cut of 200 packed streams, then streams that zlib packed, sound and damaged, blocks with made-up heads, and
 * random bytes; each as a zlib stream or as raw data, in one step, in many or in pieces of a window. Both must agree
 * on verdict, output, end, place and reason. zlib streams inside the FILEs are damaged like the packed ones.
 * Ends with status 1 and a hex dump at the first disagreement. The same arguments make the same streams.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../harnesses/zlib_control.h"

enum { POOL = 3000, CUTS = 200, MOST = 1 << 16, FILE_MOST = 1 << 18, FEW = 1500 };

typedef struct stream {
    uint8_t *byte;
    size_t size, unpacked;
    bool raw;
} stream;

typedef struct control {
    uint64_t random, done, accepted;
    stream pool[2 * POOL];
    size_t n;
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

/* An exact copy on the heap, so that a sanitizer sees one byte too far. */
static uint8_t *exact(const uint8_t *p, size_t n)
{
    uint8_t *copy = malloc(n + 1);
    if (copy == NULL)
        abort();
    copy = realloc(copy, n == 0 ? 1 : n);
    if (n != 0 && p != NULL)
        memcpy(copy, p, n);
    return copy;
}

/* ---- one stream ---- */

typedef struct reading {
    uint8_t *out;
    size_t made;
    bool more;
    a3d_codec_result r;
} reading;

static void read_pieces(a3d_inflate *s, reading *y, size_t room)
{
    static uint8_t window[A3D_INFLATE_WINDOW];
    const uint8_t *piece;
    size_t made;
    while (y->more && y->made <= room) {
        y->more = a3d_inflate_piece(s, window, &piece, &made, &y->r);
        memcpy(y->out + y->made, piece, made > room - y->made ? room - y->made : made);
        y->made += made;
    }
    y->more = y->more || y->made > room;
    y->made = y->made > room ? room : y->made;
}

static void read_ours(control *c, const uint8_t *in, size_t n, size_t room, bool raw, reading *y)
{
    a3d_inflate s;
    size_t made, step = below(c, 3) == 0 ? 1 + below(c, 50) : room;
    y->more = true;
    if (raw)
        a3d_inflate_begin_raw(&s, in, n);
    else
        y->more = a3d_inflate_begin(&s, in, n, &y->r) == A3D_CODEC_OK;
    if (below(c, 8) == 0) {
        read_pieces(&s, y, room);
        return;
    }
    while (y->more) {
        size_t left = room - y->made < step ? room - y->made : step;
        y->more = a3d_inflate_more(&s, y->out, y->made, left, &made, &y->r);
        y->made += made;
        if (y->more && y->made == room)
            break;
    }
}

/* False if the two disagree. */
static bool try_stream(control *c, const uint8_t *byte, size_t n, size_t room, bool raw)
{
    uint8_t *in = exact(byte, n), *theirs = exact(NULL, room + 1);
    reading y = {.out = exact(NULL, room)};
    zlib_verdict v = zlib_read(in, n, theirs, room, raw);
    read_ours(c, in, n, room, raw, &y);
    const char *why = zlib_differs(&v, y.more, y.made, &y.r, n);
    if (why == NULL && memcmp(y.out, theirs, y.made) != 0)
        why = "other bytes";
    if (why != NULL) {
        printf("DISAGREE %s: %s, room %zu; ours made %zu, more %d", why, raw ? "raw" : "zlib", room, y.made, y.more);
        if (!y.more)
            printf(": %s, used %zu at %zu bit %u", y.r.what, y.r.used, y.r.at, y.r.bit);
        printf("; zlib: code %d more %d used %zu made %zu bit %zu\n", v.code, v.more, v.used, v.made, v.bit);
        for (size_t i = 0; i < n; i++)
            printf("%02x%s", in[i], i % 32 == 31 ? "\n" : " ");
        printf("\n");
    }
    c->done++;
    c->accepted += v.code == Z_STREAM_END;
    free(in);
    free(theirs);
    free(y.out);
    return why == NULL;
}

/* ---- streams that zlib packed ---- */

/* Noise, few values, counters as in index lists, floats that repeat, stretches that come again, and long runs; of one
 * nature, or of several in turn. */
static void make_data(control *c, uint8_t *p, size_t n)
{
    size_t nature = below(c, 6), back = 1 + below(c, below(c, 4) == 0 ? n + 1 : 20);
    size_t stretch = below(c, 2) ? n + 1 : 2 + below(c, 3000);
    for (size_t i = 0; i < n; i++) {
        uint64_t x = next(c);
        if (i % stretch == stretch - 1)
            nature = below(c, 6);
        switch (nature) {
        case 0: p[i] = (uint8_t)x; break;
        case 1: p[i] = (uint8_t)(x % 3 * 7); break;
        case 2: p[i] = i % 4 == 0 ? (uint8_t)(i / 8 + (x & 1)) : 0; break;
        case 3: p[i] = i % 4 == 3 ? 0x3f : i % 4 == 2 ? (uint8_t)(x & 15) : 0x20; break;
        case 4: p[i] = i > 0 && x % 1024 != 0 ? p[i - 1] : (uint8_t)(x >> 40); break;
        default: p[i] = i < back || x % 32 == 0 ? (uint8_t)(x >> 40) : p[i - back]; break;
        }
    }
}

static stream pack(control *c)
{
    static uint8_t data[MOST], packed[2 * MOST];
    stream s = {.unpacked = below(c, below(c, 16) == 0 ? MOST : FEW), .raw = below(c, 4) == 0};
    int bits = 9 + (int)below(c, 7), level = (int)below(c, 10), memory = 1 + (int)below(c, 9);
    int way = (int)below(c, 5);
    z_stream z = {.next_in = data, .avail_in = (uInt)s.unpacked, .next_out = packed, .avail_out = sizeof packed};
    make_data(c, data, s.unpacked);
    if (deflateInit2(&z, level, Z_DEFLATED, s.raw ? -bits : bits, memory, way) != Z_OK)
        abort();
    while (below(c, 3) == 0 && z.avail_in > 64) { /* several blocks, some of them empty */
        uInt rest = z.avail_in;
        z.avail_in = (uInt)below(c, rest);
        rest -= z.avail_in;
        (void)deflate(&z, below(c, 2) == 0 ? Z_FULL_FLUSH : Z_PARTIAL_FLUSH);
        z.avail_in = rest;
    }
    if (deflate(&z, Z_FINISH) != Z_STREAM_END)
        abort();
    s.size = sizeof packed - z.avail_out;
    s.byte = exact(packed, s.size);
    (void)deflateEnd(&z);
    return s;
}

/* Adds the zlib streams of a file, which may be anywhere in it. */
static void add_file(control *c, const char *path)
{
    static uint8_t data[FILE_MOST], out[MOST + 1];
    FILE *f = fopen(path, "rb");
    size_t n = f != NULL ? fread(data, 1, sizeof data, f) : 0;
    if (f == NULL) {
        fprintf(stderr, "inflate_control: %s cannot be read\n", path);
        exit(2);
    }
    fclose(f);
    for (size_t i = 0; i + 8 < n && c->n < 2 * POOL; i++) {
        if ((data[i] & 0x8f) != 8 || (data[i] * 256 + data[i + 1]) % 31 != 0)
            continue;
        zlib_verdict v = zlib_read(data + i, n - i, out, MOST, false);
        if (v.code == Z_STREAM_END)
            c->pool[c->n++] = (stream){exact(data + i, v.used), v.used, v.made, false};
    }
}

/* Leaves a quarter alone; the others get changed bytes, a cut, more bytes after them, or a stretch moved. */
static size_t damage(control *c, uint8_t *byte, size_t size)
{
    switch (below(c, 8)) {
    case 0:
    case 1: return size;
    case 2: return below(c, size + 1);
    case 3: byte[size] = (uint8_t)next(c); return size + 1;
    case 4: {
        size_t from = below(c, size), to = below(c, size);
        memmove(byte + to, byte + from, 1 + below(c, size - (from > to ? from : to)));
        return size;
    }
    default:
        for (size_t times = 1 + below(c, 3); times > 0; times--) {
            uint8_t *p = &byte[below(c, below(c, 2) == 0 && size > 100 ? 100 : size)];
            *p = (uint8_t)(below(c, 2) ? *p ^ 1u << below(c, 8) : next(c));
        }
        return size;
    }
}

static bool try_packed(control *c)
{
    static uint8_t byte[FILE_MOST + 1];
    const stream *s = &c->pool[below(c, c->n)];
    size_t room = s->unpacked;
    memcpy(byte, s->byte, s->size);
    if (below(c, 4) == 0)
        room = below(c, 2) ? below(c, room + 1) : room + below(c, 700);
    return try_stream(c, byte, damage(c, byte, s->size), room, s->raw);
}

/* ---- made-up blocks ---- */

typedef struct bits {
    uint8_t byte[FEW];
    size_t count;
} bits;

static void put(bits *b, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width && b->count < 8 * sizeof b->byte; i++, b->count++)
        b->byte[b->count / 8] = (uint8_t)(b->byte[b->count / 8] | (value >> i & 1) << b->count % 8);
}

/* Lengths of a complete code with `codes` of n symbols: a tree whose leaves are split by chance. Now and then one is
 * changed, so that it is not complete. */
static void make_code(control *c, uint8_t *length, unsigned n, unsigned codes, unsigned most)
{
    uint8_t depth[288] = {0};
    if (codes > n)
        codes = n;
    unsigned leaves = codes > 0, last = (unsigned)below(c, 2);
    while (leaves > 0 && leaves < codes) {
        unsigned i = last ? leaves - 1 : (unsigned)below(c, leaves);
        if (depth[i] == most) {
            last = 0;
            continue;
        }
        depth[leaves++] = ++depth[i];
    }
    memset(length, 0, n);
    if (codes == 1)
        depth[0] = (uint8_t)(below(c, 4) != 0 ? 1 : 1 + below(c, 3));
    for (unsigned k = 0; k < leaves; k++) {
        unsigned i = (unsigned)below(c, n);
        while (length[i] != 0)
            i = (i + 1) % n;
        length[i] = depth[k];
    }
    if (below(c, 12) == 0)
        length[below(c, n)] = (uint8_t)below(c, most + 1u);
}

/* The codes of these lengths, their first bit lowest. */
static void code_of(const uint8_t *length, unsigned n, uint16_t *code)
{
    unsigned next_code = 0;
    for (unsigned k = 1; k <= 15; k++, next_code <<= 1)
        for (unsigned i = 0; i < n; i++) {
            if (length[i] != k)
                continue;
            code[i] = 0;
            for (unsigned j = 0; j < k; j++)
                code[i] = (uint16_t)(code[i] | (next_code >> j & 1) << (k - 1 - j));
            next_code++;
        }
}

/* Writes n code lengths by a code for all 19 symbols of them, with repeats as they come or as they must not. */
static void put_lengths(control *c, bits *b, const uint8_t *length, unsigned n)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    static const uint8_t extra[] = {2, 3, 7}, least[] = {3, 3, 11};
    uint8_t own[19];
    uint16_t code[19] = {0};
    make_code(c, own, 19, 19, 7);
    code_of(own, 19, code);
    for (unsigned i = 0; i < 19; i++)
        put(b, own[order[i]], 3);
    for (unsigned i = 0; i < n;) {
        unsigned run = 1, symbol = length[i];
        while (i + run < n && length[i + run] == length[i])
            run++;
        unsigned way = symbol != 0 ? 0 : run > 10 ? 2 : 1;
        if (((way > 0 || (i > 0 && length[i - 1] == symbol)) && run >= 3) || below(c, 4000) == 0) {
            unsigned most = (1u << extra[way]) - 1, more = run > least[way] ? run - least[way] : 0;
            more = more > most ? most : more;
            put(b, code[16 + way], own[16 + way]);
            put(b, more, extra[way]);
            i += least[way] + more;
            continue;
        }
        put(b, code[symbol], own[symbol]);
        i++;
    }
}

static void put_dynamic(control *c, bits *b)
{
    uint8_t length[288 + 32];
    size_t most = below(c, 40) == 0 ? 32 : 30; /* more than 30 are too many */
    unsigned n = 257 + (unsigned)below(c, most), d = 1 + (unsigned)below(c, most);
    unsigned codes = (unsigned)below(c, 4) == 0 ? 1 + (unsigned)below(c, 5) : 2 + (unsigned)below(c, n - 2);
    make_code(c, length, n, codes, 15);
    if (length[256] == 0 && below(c, 30) != 0) { /* the end takes the code of another symbol */
        unsigned i = (unsigned)below(c, 256);
        for (unsigned k = 0; k < n && length[i] == 0; k++)
            i = (i + 1) % n;
        length[256] = length[i];
        length[i] = 0;
    }
    make_code(c, length + n, d, (unsigned)below(c, below(c, 4) == 0 ? 3 : d + 1), 15);
    put(b, n - 257, 5);
    put(b, d - 1, 5);
    put(b, 15, 4);
    put_lengths(c, b, length, n + d);
}

/* A stored block to reach back into, one or two packed ones with random content, and a random end. */
static bool try_made(control *c)
{
    bits b;
    memset(&b, 0, sizeof b);
    bool raw = below(c, 4) != 0;
    size_t before = below(c, 2) == 0 ? 0 : 1 + below(c, 300);
    if (!raw)
        put(&b, 0x9c78, 16);
    if (before > 0) {
        put(&b, below(c, 50) == 0, 3);
        b.count = (b.count + 7) / 8 * 8;
        put(&b, before | (~before & 0xffff) << 16, 32);
        for (size_t i = 0; i < before; i++)
            put(&b, next(c), 8);
    }
    put(&b, below(c, 2), 1);
    unsigned type = below(c, 8) == 0 ? (unsigned)below(c, 4) : below(c, 4) == 0 ? 1 : 2;
    put(&b, type, 2);
    if (type == 2)
        put_dynamic(c, &b);
    for (size_t more = below(c, below(c, 3) == 0 ? 300 : 40); more > 0; more--)
        put(&b, next(c), 8);
    return try_stream(c, b.byte, (b.count + 7) / 8, below(c, 8) == 0 ? below(c, 400) : 4096, raw);
}

static bool try_random(control *c)
{
    uint8_t byte[64];
    size_t n = below(c, sizeof byte);
    for (size_t i = 0; i < n; i++)
        byte[i] = (uint8_t)next(c);
    if (n > 2 && below(c, 2) == 0)
        memcpy(byte, below(c, 2) ? "\x78\x9c" : "\x18\x19", 2);
    return try_stream(c, byte, n, 1000, below(c, 2) == 0);
}

static bool try_one(control *c)
{
    size_t kind = below(c, 16);
    return kind < 8 ? try_packed(c) : kind < 15 ? try_made(c) : try_random(c);
}

/* Every cut of the first streams. */
static bool try_cuts(control *c)
{
    bool same = true;
    for (size_t i = 0, taken = 0; i < c->n && taken < CUTS && same; i++) {
        const stream *s = &c->pool[i];
        if (s->size > FEW)
            continue;
        taken++;
        for (size_t n = 0; n < s->size && same; n++)
            same = try_stream(c, s->byte, n, s->unpacked, s->raw);
    }
    return same;
}

int main(int argc, char **argv)
{
    static control c;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000;
    c.random = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    while (c.n < POOL)
        c.pool[c.n++] = pack(&c);
    for (int i = 3; i < argc; i++)
        add_file(&c, argv[i]);
    bool same = try_cuts(&c);
    while (same && c.done < count)
        same = try_one(&c);
    unsigned long long done = c.done, accepted = c.accepted;
    printf("inflate_control: %llu passed, %d failed (accepted: %llu; %zu streams of files)\n", done - !same, !same,
           accepted, c.n - POOL);
    for (size_t i = 0; i < c.n; i++)
        free(c.pool[i].byte);
    return !same;
}
