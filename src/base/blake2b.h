/* blake2b.h - BLAKE2b, a hash for which nobody can make two inputs of one result (RFC 7693) */
#ifndef A3D_BASE_BLAKE2B_H
#define A3D_BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum { A3D_HASH_BYTES = 32, A3D_HASH_BLOCK = 128 };

/* A hash of bytes, without a key. */
typedef struct a3d_hash {
    uint8_t bytes[A3D_HASH_BYTES];
} a3d_hash;

/* A hash in the making. */
typedef struct a3d_hasher {
    uint64_t state[8];
    uint64_t done; /* bytes before the block */
    size_t n;      /* bytes in the block */
    uint8_t block[A3D_HASH_BLOCK];
} a3d_hasher;

/* Begins a hash; a3d_hash_add adds bytes in any number of parts; a3d_hash_end returns the result. */
void a3d_hash_begin(a3d_hasher *h);
void a3d_hash_add(a3d_hasher *h, const void *data, size_t size);
a3d_hash a3d_hash_end(a3d_hasher *h);

/* Adds a number, and a text with its length, so that no two lists of parts are the same bytes. */
void a3d_hash_number(a3d_hasher *h, uint64_t value);
void a3d_hash_text(a3d_hasher *h, const char *text);

/* The hash of one piece of memory. */
a3d_hash a3d_hash_of(const void *data, size_t size);

#endif
