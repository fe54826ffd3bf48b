/* describe.c - see describe.h */
#include "engine/check/describe.h"
#include "base/amount.h"
#include "base/never.h"
#include "engine/document/domain.h"
#include "engine/document/findings.h"
#include "engine/document/targets.h"

#include <stdio.h>

/* A value as messages show it: a bit set in hexadecimal. */
static a3d_amount value_text(const a3d_domain *d, int64_t value)
{
    a3d_amount out;
    snprintf(out.text, sizeof out.text, d->bits ? "%08llx" : "%lld", (long long)value);
    return out;
}

/* Expects one of several values: with their names when they are few, otherwise as ranges. */
static void expect_names(a3d_ctx *ctx, a3d_finding *f, const a3d_domain *d)
{
    const a3d_name *names = d->names;
    enum { FEW = 8, MOST = 64 };
    char text[300] = "";
    int64_t values[MOST];
    size_t count = 0, used = 0;
    for (; names[count].name != NULL && count < MOST; count++)
        values[count] = names[count].value;
    for (size_t i = 0; i < count && count <= FEW && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.24s (%s)",
                                 i == 0           ? ""
                                 : i + 1 == count ? " or "
                                                  : ", ",
                                 value_text(d, values[i]).text, names[i].name);
    if (used == 0 || A3D_NEVER(used >= sizeof text))
        snprintf(text, sizeof text, "%s", a3d_values_of(values, count).text);
    const char *copy = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    if (copy != NULL)
        a3d_expect_text(f, copy);
    else
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

/* What people call a float that is not an ordinary number. */
static const char *float_name(uint32_t bits)
{
    bool negative = bits >> 31 != 0;
    if ((bits & 0x7f800000u) != 0x7f800000u)
        return (bits & 0x7fffffffu) == 0 ? "-0" : "a denormal number";
    return (bits & 0x7fffffu) != 0 ? "NaN" : negative ? "-Infinity" : "Infinity";
}

static void describe_float(a3d_ctx *ctx, a3d_finding *f, const a3d_domain *d, uint32_t bits, const char *name)
{
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = bits};
    a3d_expect_text(f, d->kind == A3D_FINITE ? "a finite number" : "a finite number that is neither denormal nor -0");
    a3d_say(ctx, f, "%s is %s (%08x); expected %s", name, float_name(bits), (unsigned)bits, f->expected);
}

/* A value that is not allowed: a reference that refers to nothing, or a number that readers keep for themselves. */
static void describe_not(a3d_ctx *ctx, a3d_finding *f, const a3d_row *row, long long value, const char *name)
{
    if (row->ref.spaces == 0) {
        a3d_say(ctx, f, "%s is %lld; expected any other value", name, value);
        return;
    }
    a3d_text target;
    a3d_text_init(&target, ctx->doc->arena);
    a3d_put_target(&target, ctx->format, row->ref.spaces, true);
    a3d_say(ctx, f, "%s is %lld (none); expected %.*s", name, value, (int)target.size, target.data);
    a3d_text_free(&target);
}

void a3d_describe(a3d_ctx *ctx, a3d_finding *f, const a3d_row *row, unsigned type, uint64_t bits, const char *name)
{
    const a3d_domain *d = a3d_domain_of(row, type);
    long long value = (int64_t)bits;
    if (!a3d_keeps_message(ctx, f))
        return;
    if (type == A3D_F32) {
        describe_float(ctx, f, d, (uint32_t)bits, name);
        return;
    }
    a3d_actual(f, value);
    switch (d->kind) {
    case A3D_ENUM:
        expect_names(ctx, f, d);
        a3d_say(ctx, f, "%s is %s; expected %s", name, value_text(d, value).text,
                f->expected != NULL ? f->expected : "another value");
        break;
    case A3D_MULTIPLE:
        a3d_say(ctx, f, "%s is %lld; expected a multiple of %lld", name, value, (long long)d->lo);
        break;
    case A3D_NOT:
        describe_not(ctx, f, row, value, name);
        break;
    default:
        a3d_expect(f, d->lo, d->kind == A3D_IS ? d->lo : d->hi);
        a3d_say(ctx, f, "%s is %lld; expected %s%s", name, value,
                a3d_range_of(d->lo, d->kind == A3D_IS ? d->lo : d->hi, value).text,
                d->kind == A3D_IS && f->rule->severity == A3D_NOTE ? ", as in other files" : "");
    }
}
