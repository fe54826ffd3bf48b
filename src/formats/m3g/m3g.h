/* m3g.h - Mobile 3D Graphics binary files (JSR-184), file version 1.0.
 *
 * This room holds the tables of the format, its rules, its scene and its random documents. */
#ifndef A3D_FORMATS_M3G_M3G_H
#define A3D_FORMATS_M3G_M3G_H

#include "model/format.h"

extern const a3d_format a3d_format_m3g;

#endif
