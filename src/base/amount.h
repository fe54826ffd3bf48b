/* amount.h - numbers with their nouns, as people read them in messages: "1 byte", "12,244 bytes", "2 vertices" */
#ifndef A3D_BASE_AMOUNT_H
#define A3D_BASE_AMOUNT_H

#include <stddef.h>
#include <stdint.h>

/* A short text, returned by value. It is valid until the end of the expression, so it can be an argument of printf. */
typedef struct a3d_amount {
    char text[96];
} a3d_amount;

/* A number with a comma between groups of three digits, "12,244". */
a3d_amount a3d_number_of(uint64_t n);
/* The same with a noun, which is given in the singular and may have words before it ("extra byte"). */
a3d_amount a3d_amount_of(uint64_t n, const char *noun);
/* The integers from `low` to `high` as an expectation that `value` does not meet: "6", "0 or 1", "0–26", "-63 to 63",
 * "1 or more" when the upper bound is one of the type and the value is below the range. */
a3d_amount a3d_range_of(int64_t low, int64_t high, int64_t value);
/* The integers from `first` to `last`, which are all meant: "6", "0 and 1", "0–26". */
a3d_amount a3d_span_of(uint64_t first, uint64_t last);
/* A real number, with NaN and infinity by name. */
a3d_amount a3d_real_of(double value);
/* Integers in ascending order, with runs as ranges: "1–22 or 255". */
a3d_amount a3d_values_of(const int64_t *values, size_t n);
/* A part of a whole that is not all of it, in percent: "52 %", "less than 1 %". part < whole, and whole > 0. */
a3d_amount a3d_percent_of(uint64_t part, uint64_t whole);
/* The noun alone, in the number that n needs. */
a3d_amount a3d_noun_of(uint64_t n, const char *noun);

#endif
