/* random.h - reproducible random numbers, and legal, boundary and forbidden values of rows
 *
 * Nothing here allocates. Floats are built from integers, so results are the same on every machine. */
#ifndef A3D_ENGINE_GENERATE_RANDOM_H
#define A3D_ENGINE_GENERATE_RANDOM_H

#include "model/row.h"

/* The state of a sequence. Sequences of different states are unrelated. */
typedef struct a3d_random {
    uint64_t state;
} a3d_random;

a3d_random a3d_random_of(uint64_t seed);
uint64_t a3d_random_next(a3d_random *r);
/* A number in 0..n - 1, or 0 if n is 0. */
uint32_t a3d_random_below(a3d_random *r, uint32_t n);
/* A number in lo..hi, both inclusive, or lo if hi < lo. */
int64_t a3d_random_between(a3d_random *r, int64_t lo, int64_t hi);
/* True with a probability of n / of. */
bool a3d_random_chance(a3d_random *r, uint32_t n, uint32_t of);

/* The bits of the float n / 2^k, truncated to 24 bits of precision; |n| < 2^62, k < 120. */
uint32_t a3d_float_bits(int64_t n, unsigned k);

/* The value that remains after it is stored as `type` and loaded again. */
int64_t a3d_type_fit(unsigned type, int64_t value);

/* A value of the type that the row's domain allows, usually small and ordinary, sometimes at an end of the domain.
 * References, keys and relations are ignored. */
int64_t a3d_random_value(a3d_random *r, const a3d_row *row, unsigned type);

/* Values at and next to the ends of the row's domain and of the type, enumerators and their neighbors, and for
 * floats the special values. Fills `out` and returns their number. All fit the type. */
enum { A3D_BOUNDARIES = 64 };
unsigned a3d_boundaries(const a3d_row *row, unsigned type, int64_t out[A3D_BOUNDARIES]);
/* One of a3d_boundaries at random. */
int64_t a3d_random_boundary(a3d_random *r, const a3d_row *row, unsigned type);
/* Finds a value of the type that the domain forbids. Returns false if it allows all of them. */
bool a3d_random_forbidden(a3d_random *r, const a3d_row *row, unsigned type, int64_t *value);

#endif
