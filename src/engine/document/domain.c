/* domain.c - see domain.h */
#include "engine/document/domain.h"

#include <stddef.h>

int64_t a3d_type_least(unsigned type)
{
    switch (type) {
    case A3D_I8: return INT8_MIN;
    case A3D_I16: return INT16_MIN;
    case A3D_I32: return INT32_MIN;
    case A3D_I64: return INT64_MIN;
    default: return 0;
    }
}

int64_t a3d_type_most(unsigned type)
{
    switch (type) {
    case A3D_U8:
    case A3D_BOOL: return UINT8_MAX;
    case A3D_I8: return INT8_MAX;
    case A3D_U16: return UINT16_MAX;
    case A3D_I16: return INT16_MAX;
    case A3D_I32: return INT32_MAX;
    case A3D_I64: return INT64_MAX;
    default: return UINT32_MAX;
    }
}

static const a3d_domain boolean = {.kind = A3D_RANGE, .lo = 0, .hi = 1};

const a3d_domain *a3d_domain_of(const a3d_row *row, unsigned type)
{
    return row->domain.kind != A3D_ANY || type != A3D_BOOL ? &row->domain : &boolean;
}

bool a3d_domain_holds(const a3d_domain *d, int64_t value)
{
    switch (d->kind) {
    case A3D_IS:
        return value == d->lo;
    case A3D_NOT:
        return value != d->lo;
    case A3D_MULTIPLE:
        return value % d->lo == 0;
    case A3D_RANGE:
        return value >= d->lo && value <= d->hi;
    case A3D_ENUM:
        for (const a3d_name *n = d->names; n->name != NULL; n++)
            if (n->value == value)
                return true;
        return false;
    case A3D_FINITE:
        return ((uint64_t)value & 0x7f800000u) != 0x7f800000u;
    case A3D_STRICT:
        return a3d_is_strict((uint32_t)value);
    default:
        return true;
    }
}
