/* numbers.c - see numbers.h */
#include "base/numbers.h"
#include "base/bytes.h"
#include "base/never.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pairs[] = "0001020304050607080910111213141516171819" "2021222324252627282930313233343536373839"
                            "4041424344454647484950515253545556575859" "6061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

static unsigned length_of(uint64_t value)
{
    unsigned n = 1;
    for (; value >= 10000; value /= 10000)
        n += 4;
    return n + (value >= 10) + (value >= 100) + (value >= 1000);
}

char *a3d_write_uint(char *to, uint64_t value)
{
    if (value < 10) {
        *to = (char)('0' + value);
        return to + 1;
    }
    char *end = to + length_of(value), *p = end;
    for (; value >= 100; value /= 100)
        memcpy(p -= 2, pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(to, pairs + 2 * value, 2);
    else
        *to = (char)('0' + value);
    return end;
}

char *a3d_write_int(char *to, int64_t value)
{
    if (value >= 0)
        return a3d_write_uint(to, (uint64_t)value);
    *to = '-';
    return a3d_write_uint(to + 1, 0 - (uint64_t)value);
}

/* The eight digits of a number, as characters; the first one is the highest byte. */
static uint64_t eight_digits(uint32_t value)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t x = value; /* half the digits are moved away from the others, three times */
    x = (x & 0xffff) | (x & 0xffff0000) << 16;
    x = (x & UINT64_C(0x000000ff000000ff)) | (x & UINT64_C(0x0000ff000000ff00)) << 8;
    x = (x & UINT64_C(0x000f000f000f000f)) | (x & UINT64_C(0x00f000f000f000f0)) << 4;
    uint64_t letters = (x + each * 6) >> 4 & each;
    return x + each * '0' + letters * ('a' - '0' - 10);
}

char *a3d_write_digits(char *to, uint64_t value, unsigned least)
{
    enum { WORD = 8 };
    A3D_ASSERT(least <= 16);
    unsigned n = least > 1 ? least : 1;
    while (n < 16 && value >> 4 * n != 0)
        n++;
    if (n <= WORD) {
        a3d_store64((uint8_t *)to, eight_digits((uint32_t)value) << 8 * (WORD - n), true);
        return to + n;
    }
    a3d_store64((uint8_t *)to, eight_digits((uint32_t)(value >> 32)) << 8 * (2 * WORD - n), true);
    a3d_store64((uint8_t *)to + n - WORD, eight_digits((uint32_t)value), true);
    return to + n;
}

/* ---- floats ---- */

enum { FEWEST = 6, MOST = 9, LOWEST = -5, HIGHEST = 8 };

/* The decimal form of mantissa * 2^exponent: first[.rest] * 10^power. */
typedef struct decimal {
    uint32_t number; /* has `digits` digits */
    unsigned digits;
    int power;
} decimal;

static const uint32_t tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

/* Finds the fewest digits, but at least six, that read back as the same number; six digits are always exact enough to
 * drop trailing zeros later. With the decimal point after the ninth digit the number is scaled / 2^shift, and two
 * neighboring floats are `gap` apart in the same unit. Everything fits into 64 bits while the power of ten is between
 * LOWEST and HIGHEST. */
static decimal shortest(uint32_t mantissa, int exponent, int power)
{
    uint64_t scaled = mantissa, gap = 1;
    unsigned shift = 0;
    for (int i = power; i < HIGHEST; i++)
        gap *= 5;
    exponent += HIGHEST - power;
    if (exponent < 0)
        shift = (unsigned)-exponent;
    else
        gap <<= exponent;
    scaled *= gap;
    for (unsigned digits = FEWEST;; digits++) {
        uint64_t unit = (uint64_t)tens[MOST - digits] << shift, number = scaled / unit, rest = scaled % unit;
        bool up = 2 * rest > unit || (2 * rest == unit && number % 2 != 0);
        uint64_t off = 2 * (up ? unit - rest : rest);
        if (!up && mantissa == 1u << 23)
            off *= 2; /* the neighbors below are twice as close */
        if (digits < MOST && (off > gap || (off == gap && mantissa % 2 != 0)))
            continue;
        number += up;
        if (number == tens[digits]) {
            number /= 10;
            power++;
        }
        return (decimal){(uint32_t)number, digits, power};
    }
}

/* Writes the number as "%.*g" does with that number of digits. */
static char *write_decimal(char *to, decimal d)
{
    bool scientific = d.power < -4 || d.power >= (int)d.digits;
    for (; d.number % 10 == 0 && d.digits > 1; d.digits--)
        d.number /= 10;
    int whole = scientific ? 1 : d.power + 1; /* digits before the point */
    if (whole <= 0) {
        memcpy(to, "0.0000", 6);
        return a3d_write_uint(to + 2 - whole, d.number);
    }
    char *end = a3d_write_uint(to, d.number);
    for (int n = (int)d.digits; n < whole; n++)
        *end++ = '0';
    if ((int)d.digits > whole) {
        memmove(to + whole + 1, to + whole, d.digits - (unsigned)whole);
        to[whole] = '.';
        end++;
    }
    if (!scientific)
        return end;
    unsigned power = (unsigned)(d.power < 0 ? -d.power : d.power);
    *end++ = 'e';
    *end++ = d.power < 0 ? '-' : '+';
    memcpy(end, pairs + 2 * power, 2);
    return end + 2;
}

/* Does the same for any number, by trying one precision after the other. */
static char *try_digits(char *to, float value, bool normal)
{
    int n = 0;
    for (int digits = normal ? FEWEST : 1; !A3D_NEVER(digits > MOST); digits++) { /* nine digits identify every float */
        n = snprintf(to, A3D_NUMBER_ROOM, "%.*g", digits, (double)value);
        if (strtof(to, NULL) == value)
            break;
    }
    return to + n;
}

static char *write_word(char *to, const char *word)
{
    size_t n = strlen(word);
    memcpy(to, word, n);
    return to + n;
}

char *a3d_write_float(char *to, uint32_t bits)
{
    static const double powers[] = {1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    uint32_t mantissa = bits & 0x7fffffu, raised = bits >> 23 & 0xff;
    int power = HIGHEST;
    float value;
    if (raised == 0xff && mantissa != 0)
        return write_word(to, "nan");
    if (bits >> 31 != 0)
        *to++ = '-';
    if (raised == 0xff)
        return write_word(to, "inf");
    bits &= 0x7fffffffu;
    memcpy(&value, &bits, sizeof value);
    if (bits == 0)
        return write_word(to, "0");
    if (raised == 0 || (double)value < powers[0] || (double)value >= powers[HIGHEST - LOWEST + 1])
        return try_digits(to, value, raised != 0);
    while ((double)value < powers[power - LOWEST])
        power--;
    return write_decimal(to, shortest(mantissa | 1u << 23, (int)raised - 150, power));
}
