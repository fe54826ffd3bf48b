/* domain.c - see domain.h */
#include "engine/domain.h"

#include <stddef.h>

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
    case A3D_STRICT: {
        uint32_t bits = (uint32_t)value, exponent = bits & 0x7f800000u;
        return exponent != 0x7f800000u && (exponent != 0 || bits == 0);
    }
    default:
        return true;
    }
}
