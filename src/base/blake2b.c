/* blake2b.c - see blake2b.h; the names are those of RFC 7693 */
#include "base/blake2b.h"
#include "base/bytes.h"

#include <string.h>

enum { WORDS = 16 };

static const uint64_t iv[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};

/* Of each round, the order of the words. The last two of twelve rounds repeat the first two. */
static const uint8_t sigma[][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

A3D_INLINE uint64_t turn(uint64_t x, unsigned by)
{
    return x >> by | x << (64 - by);
}

A3D_INLINE void mix(uint64_t *v, unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
}

/* One round. */
A3D_INLINE void mix_all(uint64_t *v, const uint64_t *m, const uint8_t *s)
{
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

/* Adds one block to the state. `end` counts the bytes up to its end; `last` says that it is the last block. */
static void compress(uint64_t state[8], const uint8_t *block, uint64_t end, int last)
{
    uint64_t v[WORDS], m[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        m[i] = a3d_load64(block + 8 * i, false);
    for (unsigned i = 0; i < 8; i++) {
        v[i] = state[i];
        v[i + 8] = iv[i];
    }
    v[12] ^= end;
    v[14] = last ? ~v[14] : v[14];
    /* Written out, the numbers of sigma become part of the code, which is faster than a loop. */
    mix_all(v, m, sigma[0]);
    mix_all(v, m, sigma[1]);
    mix_all(v, m, sigma[2]);
    mix_all(v, m, sigma[3]);
    mix_all(v, m, sigma[4]);
    mix_all(v, m, sigma[5]);
    mix_all(v, m, sigma[6]);
    mix_all(v, m, sigma[7]);
    mix_all(v, m, sigma[8]);
    mix_all(v, m, sigma[9]);
    mix_all(v, m, sigma[0]);
    mix_all(v, m, sigma[1]);
    for (unsigned i = 0; i < 8; i++)
        state[i] ^= v[i] ^ v[i + 8];
}

void a3d_hash_begin(a3d_hasher *h)
{
    memcpy(h->state, iv, sizeof h->state);
    h->state[0] ^= UINT64_C(0x01010000) ^ A3D_HASH_BYTES; /* no key, one leaf */
    h->done = 0;
    h->n = 0;
}

/* The last block is kept, even if it is full: it is taken in otherwise than those before it. */
void a3d_hash_add(a3d_hasher *h, const void *data, size_t size)
{
    const uint8_t *p = data;
    while (size > 0) {
        if (h->n == A3D_HASH_BLOCK) {
            h->done += A3D_HASH_BLOCK;
            compress(h->state, h->block, h->done, 0);
            h->n = 0;
        }
        for (; h->n == 0 && size > A3D_HASH_BLOCK; p += A3D_HASH_BLOCK, size -= A3D_HASH_BLOCK) {
            h->done += A3D_HASH_BLOCK;
            compress(h->state, p, h->done, 0);
        }
        size_t room = A3D_HASH_BLOCK - h->n, part = size < room ? size : room;
        memcpy(h->block + h->n, p, part);
        h->n += part;
        p += part;
        size -= part;
    }
}

a3d_hash a3d_hash_end(a3d_hasher *h)
{
    a3d_hash hash;
    memset(h->block + h->n, 0, A3D_HASH_BLOCK - h->n);
    compress(h->state, h->block, h->done + h->n, 1);
    for (unsigned i = 0; i < A3D_HASH_BYTES / 8; i++)
        a3d_store(hash.bytes + 8 * i, 8, h->state[i], false);
    return hash;
}

void a3d_hash_number(a3d_hasher *h, uint64_t value)
{
    uint8_t bytes[8];
    a3d_store(bytes, sizeof bytes, value, false);
    a3d_hash_add(h, bytes, sizeof bytes);
}

void a3d_hash_text(a3d_hasher *h, const char *text)
{
    size_t n = strlen(text);
    a3d_hash_number(h, n);
    a3d_hash_add(h, text, n);
}

a3d_hash a3d_hash_of(const void *data, size_t size)
{
    a3d_hasher h;
    a3d_hash_begin(&h);
    a3d_hash_add(&h, data, size);
    return a3d_hash_end(&h);
}
