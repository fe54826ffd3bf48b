/* instructions.h - single instructions of packed data, to find out where a fault comes from
 *
 * The unpackers of codec.h are fast and stop at the first fault. These functions say what one instruction means and
 * where the next one begins, so that a caller can see what another byte would change. */
#ifndef A3D_CODEC_INSTRUCTIONS_H
#define A3D_CODEC_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an LZO1X instruction means depends on the one before it. */
typedef enum a3d_lzo_state {
    A3D_LZO_PLAIN,    /* after a match without literals */
    A3D_LZO_LITERALS, /* after a match with one to three literals */
    A3D_LZO_RUN,      /* after a run of literals */
    A3D_LZO_STATES,
    A3D_LZO_START = A3D_LZO_STATES /* the first instruction of a stream */
} a3d_lzo_state;

typedef struct a3d_instruction {
    size_t match, distance; /* bytes that it copies from `distance` bytes back */
    size_t literals, from;  /* then bytes that it takes from the input, and the offset of the first; the bytes of the
                               instruction itself end there */
    size_t next;            /* offset of the next instruction */
    a3d_lzo_state state;    /* for the next instruction */
    bool end;               /* it is the end marker */
} a3d_instruction;

/* Reads the LZO1X instruction at `at`. False when the input ends inside it. */
bool a3d_lzo1x_instruction(const uint8_t *in, size_t in_size, size_t at, a3d_lzo_state state, a3d_instruction *out);

#endif
