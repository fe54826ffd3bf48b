/* formats.h - the formats that a3dlint supports.
 *
 * Each folder beside this file is a format: its tables, its rules, and the few functions that tables cannot replace.
 * Nothing outside of it knows a format by its name; all others ask this list. */
#ifndef A3D_FORMATS_FORMATS_H
#define A3D_FORMATS_FORMATS_H

#include "model/format.h"

#define A3D_FORMAT(name) extern const a3d_format a3d_format_##name;
#include "formats/formats.def"
#undef A3D_FORMAT

/* How many there are. */
enum {
    A3D_FORMATS = 0
#define A3D_FORMAT(name) +1
#include "formats/formats.def"
#undef A3D_FORMAT
};

/* All formats, in the order of formats.def; NULL ends the list. */
const a3d_format *const *a3d_formats(void);

/* The sets of rules: all formats, and last the rules of whole files, which belong to no format. NULL ends the list. */
const a3d_format *const *a3d_rule_sets(void);

/* The set of the rule with this id ("m3g/identifier"), or NULL. */
const a3d_format *a3d_rule_set_of(const char *id);

/* The format whose name is the first `length` characters of `name`, or NULL. */
const a3d_format *a3d_format_named(const char *name, size_t length);

#endif
