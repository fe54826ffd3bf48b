/* random.h - chance that is the same on every machine, and values that a row allows, borders on or forbids.
 *
 * Nothing here allocates, and no float is computed: those that come out are put together from integers. */
#ifndef A3D_ENGINE_GENERATE_RANDOM_H
#define A3D_ENGINE_GENERATE_RANDOM_H

#include "model/row.h"

/* The state of a sequence of numbers. Any two states give sequences that have nothing to do with each other. */
typedef struct a3d_random {
    uint64_t state;
} a3d_random;

a3d_random a3d_random_of(uint64_t seed);
uint64_t a3d_random_next(a3d_random *r);
/* 0 to n - 1; 0 when n is 0. */
uint32_t a3d_random_below(a3d_random *r, uint32_t n);
/* lo to hi, both included; lo when hi is below it. */
int64_t a3d_random_between(a3d_random *r, int64_t lo, int64_t hi);
/* True n times of `of`. */
bool a3d_random_chance(a3d_random *r, uint32_t n, uint32_t of);

/* The bits of the float n / 2^k, cut off to 24 bits of precision; |n| is below 2^62, k below 120. */
uint32_t a3d_float_bits(int64_t n, unsigned k);

/* What is left of a value when it is stored as `type` and read back. */
int64_t a3d_type_fit(unsigned type, int64_t value);

/* A value of the type that the row's domain allows; mostly small and ordinary, now and then at an end of it. What
 * references, keys and relations demand is not looked at. */
int64_t a3d_random_value(a3d_random *r, const a3d_row *row, unsigned type);

/* Values at and beside the ends of the row's domain and of the type, enumerators and their neighbours, and for
 * floats the forbidden kinds. Fills `out` and returns how many there are; all fit the type. */
enum { A3D_BOUNDARIES = 64 };
unsigned a3d_boundaries(const a3d_row *row, unsigned type, int64_t out[A3D_BOUNDARIES]);
/* One of them. */
int64_t a3d_random_boundary(a3d_random *r, const a3d_row *row, unsigned type);
/* A value of the type that the domain forbids. False when it allows all of them. */
bool a3d_random_forbidden(a3d_random *r, const a3d_row *row, unsigned type, int64_t *value);

#endif
