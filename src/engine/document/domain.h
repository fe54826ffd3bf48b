/* domain.h - what a scalar may be. */
#ifndef A3D_ENGINE_DOCUMENT_DOMAIN_H
#define A3D_ENGINE_DOCUMENT_DOMAIN_H

#include "model/row.h"

/* Whether a scalar lies in its domain. Floats come as their bits. */
bool a3d_domain_holds(const a3d_domain *domain, int64_t value);

/* The least and the greatest value of a wire type, as a3d_load_type gives them. A float's are its bits. */
int64_t a3d_type_least(unsigned type);
int64_t a3d_type_most(unsigned type);

/* The domain of a row's values of a type; a boolean is 0 or 1 where the row says nothing. */
const a3d_domain *a3d_domain_of(const a3d_row *row, unsigned type);

/* Whether there is anything to ask of single values. Text and fixed bytes are judged as a whole. */
static inline bool a3d_has_domain(const a3d_row *row, unsigned type)
{
    return type == A3D_BOOL || (row->domain.kind != A3D_ANY && row->domain.kind != A3D_UTF8 && row->domain.kind != A3D_BYTES); /* defensive: identifiers are judged as they are read (a3d_check_magic), before anybody asks for their values */
}

#endif
