/* packed.h - a damaged block of LZO1X data: its instructions, and the bytes that repair it
 *
 * packed.c finds the bytes with which the block unpacks to its size, disorder.c ranks them by what they unpack to. */
#ifndef A3D_ENGINE_DIAGNOSE_PACKED_H
#define A3D_ENGINE_DIAGNOSE_PACKED_H

#include "codec/instructions.h"
#include "engine/diagnose/search.h"

/* What the instructions from a place up to the end marker yield, and how many bytes must be before them. */
typedef struct a3d_tail {
    uint32_t made, need;
} a3d_tail;

/* An instruction of the damaged block. */
typedef struct a3d_packed_step {
    uint32_t at, made;
    a3d_lzo_state state;
} a3d_packed_step;

/* A byte with which the block unpacks to its size. */
typedef struct a3d_packed_fit {
    uint32_t off, made; /* of the byte in the packed data, and of the first byte that its instruction yields */
    uint8_t byte, bits; /* what it should be; how many bits that changes */
    uint64_t disorder;  /* of what the block then unpacks to; UINT64_MAX: not known */
} a3d_packed_fit;

typedef struct a3d_packed_block {
    a3d_search *s;
    uint32_t node, start;  /* of the packed data, in the stream */
    uint32_t n, size;      /* bytes that it may have at most; bytes to unpack */
    uint32_t stride;       /* bytes of an element */
    uint64_t least;        /* the part of the budget that is left for other trials */
    a3d_tail *tails;       /* A3D_LZO_STATES for each byte */
    uint32_t *path;
    a3d_packed_step *steps;
    size_t n_steps, cap_steps;
    a3d_packed_fit *fits;  /* sorted by offset, last first */
    size_t n_fits, cap_fits;
    bool all;              /* every byte was tried */
    uint8_t *out;          /* room for what is unpacked */
} a3d_packed_block;

/* Sets the disorder of the fits that are likely the best, and sorts them, best first. */
void a3d_rank_fits(a3d_packed_block *b);

/* Whether what a fit makes of the block up to its fault is less orderly than the rest of the block. Then more than a
 * byte is damaged: the instruction that fits takes the damaged bytes for content. */
bool a3d_is_disorderly(const a3d_packed_block *b, const a3d_packed_fit *fit);

#endif
