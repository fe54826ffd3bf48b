/* test_values_hold.c - whether all values of an array are in a domain, as it is asked before each of them is looked at */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "base/lanes.h"
#include "engine/check/columns.h"
#include "formats/formats.h"

/* A domain of a type, and the bits of values: those before a 0 are in it, those after it are not. */
static const struct asked {
    const char *name;
    a3d_type type;
    a3d_domain domain;
    uint32_t in[6], out[6];
} asked[] = {
#define RANGE(least, most) {.kind = A3D_RANGE, .lo = least, .hi = most}
    {"finite floats", A3D_F32, {.kind = A3D_FINITE}, {1, 0x80000000, 0x7f7fffff, 0xff7fffff}, {0x7f800000, 0xff800000, 0x7fc00000}},
    {"normal floats", A3D_F32, {.kind = A3D_STRICT}, {0x00800000, 0x80800000, 0x7f7fffff}, {1, 0x007fffff, 0x807fffff, 0x7f800000, 0x7fc00000}},
    {"any floats", A3D_F32, {.kind = A3D_ANY}, {0}, {1}},
    {"unsigned numbers", A3D_U32, RANGE(5, 100), {5, 6, 100}, {4, 101, 0xffffffff}},
    {"signed numbers", A3D_I32, RANGE(-5, 100), {1, 100, 0xfffffffb}, {0xfffffffa, 101, 0x80000000}},
    {"one number", A3D_U32, RANGE(7, 7), {7}, {6, 8}},
    {"all numbers", A3D_U32, RANGE(0, UINT32_MAX), {1, 0xffffffff}, {0}},
    {"all but 0", A3D_U32, RANGE(1, UINT32_MAX), {1, 0xffffffff}, {0}},
    {"more than the type has", A3D_I32, RANGE(INT64_MIN, INT64_MAX), {1, 0x7fffffff, 0x80000000}, {0}},
    {"from below the type on", A3D_U32, RANGE(-7, 7), {1, 7}, {8, 0xfffffff9}},
    {"up to above the type", A3D_I32, RANGE(7, INT64_MAX), {7, 0x7fffffff}, {6, 0x80000000}},
    {"no number of the type", A3D_U32, RANGE(-7, -1), {0}, {1, 0xfffffff9}},
    {"a value that is none", A3D_U32, {.kind = A3D_NOT, .lo = 7}, {6, 8, 0xffffffff}, {7}},
    {"a list of values, which is not known", A3D_U32, {.kind = A3D_ENUM}, {0}, {1}},
    {"all bytes", A3D_U8, RANGE(0, 255), {1, 255}, {0}},
    {"bytes of a range, which is not known", A3D_U8, RANGE(1, 255), {0}, {1}},
};

/* Asks for the value alone, and as the last of three. */
static void expect(const struct asked *a, const a3d_format *format, uint32_t value, bool holds)
{
    uint8_t bytes[12];
    unsigned width = a3d_width(a->type);
    a3d_ctx ctx = {.format = format};
    for (uint32_t n = 1; n <= 3; n += 2) {
        for (uint32_t i = 0; i < n; i++)
            a3d_store(bytes + i * width, width, i + 1 < n && holds ? a->in[0] : value, format->big_endian);
        if (a3d_values_hold(&ctx, &a->domain, a->type, bytes, n) != holds)
            fail_msg("%s of %s: %x is%s one of them", a->name, format->name, (unsigned)value, holds ? " not" : "");
    }
}

static void values_hold_where_all_are_in_the_domain(void **state)
{
    static const a3d_format *const formats[] = {&a3d_format_tanki, &a3d_format_a3d2};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof asked / sizeof *asked; i++) {
        const struct asked *a = &asked[i / 2];
        if (a->type != A3D_F32 && !a3d_is_native(formats[i % 2]->big_endian))
            continue; /* whole numbers are looked at in the byte order of the machine alone */
        for (const uint32_t *in = a->in; *in != 0; in++)
            expect(a, formats[i % 2], *in, true);
        for (const uint32_t *out = a->out; *out != 0; out++)
            expect(a, formats[i % 2], *out, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_hold_where_all_are_in_the_domain)};
    return cmocka_run_group_tests_name("values_hold", tests, NULL, NULL);
}
