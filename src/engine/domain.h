/* domain.h - what a scalar may be. */
#ifndef A3D_ENGINE_DOMAIN_H
#define A3D_ENGINE_DOMAIN_H

#include "model/row.h"

/* Whether a scalar lies in its domain. Floats come as their bits. */
bool a3d_domain_holds(const a3d_domain *domain, int64_t value);

#endif
