/* random.c - see random.h */
#include "engine/generate/random.h"
#include "base/never.h"
#include "engine/document/domain.h"

#include <stddef.h>

/* ---- numbers: splitmix64 ---- */

a3d_random a3d_random_of(uint64_t seed)
{
    return (a3d_random){seed};
}

uint64_t a3d_random_next(a3d_random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t a3d_random_below(a3d_random *r, uint32_t n)
{
    return (uint32_t)((a3d_random_next(r) >> 32) * n >> 32);
}

int64_t a3d_random_between(a3d_random *r, int64_t lo, int64_t hi)
{
    uint64_t n = (uint64_t)hi - (uint64_t)lo + 1;
    if (hi <= lo)
        return lo;
    return (int64_t)((uint64_t)lo + (n != 0 ? a3d_random_next(r) % n : a3d_random_next(r)));
}

bool a3d_random_chance(a3d_random *r, uint32_t n, uint32_t of)
{
    return a3d_random_below(r, of) < n;
}

/* ---- types ---- */

uint32_t a3d_float_bits(int64_t n, unsigned k)
{
    uint64_t m = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    uint32_t exponent = 127 + 23 - k;
    if (m == 0)
        return 0;
    for (; m >= 1u << 24; m >>= 1)
        exponent++;
    for (; m < 1u << 23; m <<= 1)
        exponent--;
    return (n < 0 ? 0x80000000u : 0) | exponent << 23 | ((uint32_t)m & 0x7fffff);
}

int64_t a3d_type_fit(unsigned type, int64_t value)
{
    if (type == A3D_I64)
        return value;
    uint64_t range = (uint64_t)a3d_type_most(type) - (uint64_t)a3d_type_least(type);
    uint64_t rest = (uint64_t)value & range;
    return rest > (uint64_t)a3d_type_most(type) ? (int64_t)(rest - range - 1) : (int64_t)rest;
}

/* ---- legal values ---- */

/* Usually a small number with few fraction bits, so that sums and products stay ordinary. */
static int64_t random_float(a3d_random *r, const a3d_domain *d)
{
    static const uint32_t ends[] = {0,          0x3f800000, 0xbf800000, 0x7f7fffff,
                                    0xff7fffff, 0x00800000, 0x80000000, 0x00000001};
    for (;;) {
        uint32_t bits = ends[a3d_random_below(r, 8)];
        if (!a3d_random_chance(r, 1, 16)) { /* two calls in one expression would have no defined order */
            int64_t n = a3d_random_between(r, -65536, 65536);
            bits = a3d_float_bits(n, a3d_random_below(r, 17));
        }
        if (a3d_domain_holds(d, bits))
            return bits;
    }
}

static int64_t random_within(a3d_random *r, int64_t lo, int64_t hi)
{
    int64_t near = lo <= 0 && hi >= 0 ? 0 : lo;
    switch (a3d_random_below(r, 8)) {
    case 0: return lo;
    case 1: return hi;
    case 2: return a3d_random_between(r, lo, hi);
    default: return a3d_random_between(r, near, hi - near > 255 ? near + 255 : hi);
    }
}

static int64_t clamp(int64_t value, unsigned type)
{
    int64_t lo = a3d_type_least(type), hi = a3d_type_most(type);
    return value < lo ? lo : value > hi ? hi : value;
}

int64_t a3d_random_value(a3d_random *r, const a3d_row *row, unsigned type)
{
    const a3d_domain *d = a3d_domain_of(row, type);
    unsigned n = 0;
    if (type == A3D_F32)
        return random_float(r, d);
    switch (d->kind) {
    case A3D_IS:
        return d->lo;
    case A3D_RANGE:
        return random_within(r, clamp(d->lo, type), clamp(d->hi, type));
    case A3D_ENUM:
        while (d->names[n].name != NULL)
            n++;
        return d->names[a3d_random_below(r, n)].value;
    case A3D_MULTIPLE:
        return d->lo * a3d_random_below(r, 256);
    default:
        for (;;) {
            int64_t value = random_within(r, a3d_type_least(type), a3d_type_most(type));
            if (a3d_domain_holds(d, value))
                return value;
        }
    }
}

/* ---- boundaries ---- */

typedef struct value_list {
    int64_t *at;
    unsigned n, type;
} value_list;

static void put(value_list *l, int64_t value)
{
    value = a3d_type_fit(l->type, value);
    for (unsigned i = 0; i < l->n; i++)
        if (l->at[i] == value)
            return;
    if (!A3D_NEVER(l->n >= A3D_BOUNDARIES))
        l->at[l->n++] = value;
}

/* Puts a value and its neighbors. At the ends of 64 bits, one neighbor wraps around. */
static void put_around(value_list *l, int64_t value)
{
    put(l, value);
    put(l, (int64_t)((uint64_t)value - 1));
    put(l, (int64_t)((uint64_t)value + 1));
}

unsigned a3d_boundaries(const a3d_row *row, unsigned type, int64_t out[A3D_BOUNDARIES])
{
    static const uint32_t floats[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
        0xffffffff, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x00000001, 0x807fffff, 0x34000000, 0x4b800000,
    };
    const a3d_domain *d = a3d_domain_of(row, type);
    value_list l = {out, 0, type};
    if (type == A3D_F32) {
        for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++)
            put(&l, floats[i]);
        return l.n;
    }
    if (d->kind == A3D_IS || d->kind == A3D_NOT || d->kind == A3D_MULTIPLE || d->kind == A3D_RANGE)
        put_around(&l, d->lo);
    if (d->kind == A3D_RANGE)
        put_around(&l, d->hi);
    if (row->ref.spaces != 0 && row->ref.has_none)
        put_around(&l, row->ref.none);
    put_around(&l, 0);
    put_around(&l, a3d_type_most(type));
    put(&l, a3d_type_least(type));
    put(&l, a3d_type_most(type) / 2 + 1);
    if (d->kind == A3D_ENUM)
        for (const a3d_name *name = d->names; name->name != NULL; name++)
            put_around(&l, name->value);
    return l.n;
}

int64_t a3d_random_boundary(a3d_random *r, const a3d_row *row, unsigned type)
{
    int64_t values[A3D_BOUNDARIES];
    unsigned n = a3d_boundaries(row, type, values);
    return values[a3d_random_below(r, n)];
}

bool a3d_random_forbidden(a3d_random *r, const a3d_row *row, unsigned type, int64_t *value)
{
    const a3d_domain *d = a3d_domain_of(row, type);
    int64_t values[A3D_BOUNDARIES];
    unsigned n = a3d_boundaries(row, type, values), start = a3d_random_below(r, n);
    for (unsigned i = 0; i < n; i++) {
        *value = values[(start + i) % n];
        if (!a3d_domain_holds(d, *value))
            return true;
    }
    return false;
}
