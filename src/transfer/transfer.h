/* transfer.h - what may have happened to a file on its way: conversions, wrappers, cuts, other kinds of file.
 *
 * The room knows bytes only. It reports traces with their evidence, and makes the file as it was before. Whether that
 * is a sound model is for the caller (lint) to check. */
#ifndef A3D_TRANSFER_TRANSFER_H
#define A3D_TRANSFER_TRANSFER_H

#include "base/arena.h"
#include "model/format.h"
#include "model/limits.h"

/* The rules of whole files, as a set without a format: it is not in formats.def and has no versions. Its one record
 * has one field, the content, for files in which no format was recognized. */
extern const a3d_format a3d_format_file;

/* The index of each rule in a3d_format_file.rules. */
enum {
    A3D_FILE_NO_RULE,
#define RULE(ident, ...) A3D_FILE_##ident,
#include "transfer/rules.def"
#undef RULE
    A3D_FILE_RULES
};

typedef struct a3d_trace {
    const a3d_rule *rule;   /* file/... */
    uint32_t off, size;     /* where it shows in the file */
    const char *message;    /* complete, with its figures, without a full stop */
    bool sure;              /* the bytes alone prove it (a signature, an LFS pointer); no decode is needed */
    const uint8_t *undone;  /* the file before it happened, in the arena or within `data`; NULL: cannot be undone */
    size_t undone_size;
    unsigned rank;          /* strength of the evidence in bits: random bytes show it with a chance of 2^-rank */
} a3d_trace;

/* A trace of a lower rank is a guess: chance alone shows it now and then, so it counts only if what is undone decodes
 * without an error. */
enum { A3D_EVIDENT = 24 };

enum { A3D_TRACES = 12 };

/* Whether one of the caller's formats starts with these bytes. Random bytes may pass with a chance of 2^-24 at most: a
 * magic of 3 bytes, or a shorter one with a length that fits `size` exactly. */
typedef bool (*a3d_starts_fn)(const uint8_t *data, size_t size);

/* Stores all traces that the bytes show, strongest first, and returns their number. Costs O(size); undone bytes are
 * made within limits->unpacked. `starts` may be NULL. */
size_t a3d_find_traces(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_limits *limits,
                       a3d_starts_fn starts, a3d_trace out[A3D_TRACES]);

/* What kind of file begins like this, as a phrase ("a PNG image"), or NULL. */
const char *a3d_other_kind(const uint8_t *data, size_t size);

/* Blocks in which systems store and lose parts of a file: the sectors of a disk, and the pages of a file system. */
enum { A3D_SMALL_BLOCK = 512, A3D_LARGE_BLOCK = 4096 };

/* The size of the first run of zeros that is whole blocks of A3D_SMALL_BLOCK bytes, with other bytes right before and
 * after it, and where it begins; 0 for none. Other data has such a run once in 2^18 runs of zeros that are as long.
 * Looks at a byte of each block, so it costs next to nothing where there are no such zeros. */
size_t a3d_find_zeroed(const uint8_t *data, size_t size, size_t *off);

/* The traces of a valid file of which every LF became CR or the reverse (values.c). Costs next to nothing where both
 * occur. */
size_t a3d_find_lost_value(a3d_arena *arena, const uint8_t *data, size_t size, a3d_trace out[A3D_TRACES]);

/* Whether the bytes are a sound file. If not, *error is the offset before which something must be wrong. */
typedef bool (*a3d_sound_fn)(void *user, const uint8_t *data, size_t size, size_t *error);

typedef struct a3d_restored {
    const uint8_t *data; /* in the arena; NULL when `sound` was never content */
    size_t size;
    size_t added;        /* how many CR bytes were put back */
    unsigned trials;     /* how often `sound` was asked */
    bool unique;         /* all places were tried, and no others are as good; else bytes between them may be wrong */
    bool any_byte;       /* it is as sound with another byte elsewhere, so that no CR need be missing */
    bool any_value;      /* it is as sound with another byte in the place of the only CR */
    size_t at;           /* where the last CR was put back */
} a3d_restored;

/* Searches which of the LF bytes without a CR before them lost one in a conversion from CR LF to LF: puts CR bytes back
 * before the first error, each where the error then comes latest, until `sound` is content. Asks at most `trials` times
 * and copies the file each time. */
bool a3d_restore_cr(a3d_arena *arena, const uint8_t *data, size_t size, a3d_sound_fn sound, void *user, unsigned trials,
                    a3d_restored *out);

#endif
