/* reader.h - what known readers and writers do with a format, as listed in its readers.def
 *
 * READER(name, who, meaning): a reader that --compat accepts.
 * QUIRK(name, does, "rule", level, what, source): what the reader does with a file that breaks the rule, in one
 *     sentence without a full stop. The level is the severity of the rule under --compat; AS_EVER keeps the usual one.
 * HABIT(name, does, what, source): a behavior that belongs to no rule. */
#ifndef A3D_MODEL_READER_H
#define A3D_MODEL_READER_H

#include "model/finding.h"

typedef enum a3d_does {
    A3D_ACCEPTS,     /* it reads the file, though perhaps not as intended */
    A3D_WRITES,      /* its own files break the rule */
    A3D_REJECTS,     /* it ends with an error, or reads nothing */
    A3D_HANGS,       /* it never ends */
    A3D_READS_BEYOND /* it reads beyond the bytes of the field */
} a3d_does;

typedef struct a3d_quirk {
    const char *reader;  /* a3d_compat.name; NULL ends a list */
    a3d_does does;
    const char *rule;    /* id, or NULL for a habit */
    a3d_severity level;  /* the severity of the rule under --compat; A3D_AS_EVER: the usual one */
    const char *what;
    const char *source;  /* where the fact comes from */
} a3d_quirk;

#define A3D_AS_EVER A3D_OFF
#endif
