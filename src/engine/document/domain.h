/* domain.h - the values that a scalar may have */
#ifndef A3D_ENGINE_DOCUMENT_DOMAIN_H
#define A3D_ENGINE_DOCUMENT_DOMAIN_H

#include "model/row.h"

/* Whether a float, given as its bits, is in the domain A3D_STRICT. */
static inline bool a3d_is_strict(uint32_t bits)
{
    return (bits & 0x7fffffffu) - 0x00800000u <= 0x7f7fffffu - 0x00800000u || bits == 0;
}

/* Whether a value is in a domain. A float is given as its bits. */
bool a3d_domain_holds(const a3d_domain *domain, int64_t value);

/* The least and the greatest value of a wire type, as a3d_load_type returns them; for floats the limits of their
 * bits. */
int64_t a3d_type_least(unsigned type);
int64_t a3d_type_most(unsigned type);

/* The domain of a row whose values have this wire type. A boolean without a domain of its own is 0 or 1. */
const a3d_domain *a3d_domain_of(const a3d_row *row, unsigned type);

/* Whether single values can be outside their domain. Text and fixed bytes are checked as a whole. */
static inline bool a3d_has_domain(const a3d_row *row, unsigned type)
{
    unsigned kind = row->domain.kind;
    return type == A3D_BOOL || (kind != A3D_ANY && kind != A3D_UTF8 && kind != A3D_BYTES);
}

#endif
