/* inflate_parts.h - what the files of the inflater share. */
#ifndef A3D_CODEC_INFLATE_PARTS_H
#define A3D_CODEC_INFLATE_PARTS_H

#include "base/bytes.h"
#include "codec/huffman.h"
#include "codec/inflate.h"

typedef enum a3d_inflate_step {
    A3D_STEP_ON,
    A3D_STEP_PAUSE, /* `stop` is reached */
    A3D_STEP_FULL,  /* `end` is reached, and at least one more byte follows */
    A3D_STEP_DONE,  /* all blocks are read */
    A3D_STEP_ENDS,  /* the input ends */
    A3D_STEP_FAULT  /* `fault` says what is wrong before the next bit */
} a3d_inflate_step;

typedef struct a3d_output {
    uint8_t *first; /* how far back matches can reach */
    uint8_t *next;
    uint8_t *stop;  /* where to pause; output may run on to `end` before that */
    uint8_t *end;
} a3d_output;

/* Unpacks until something other than A3D_STEP_ON is to be said. */
a3d_inflate_step a3d_inflate_blocks(a3d_inflate *s, a3d_output *out);

/* Reads codes as long as there is plenty of input and room. Takes nothing of a code that ends the block or is faulty:
 * it is read again with more care. */
void a3d_inflate_fast(a3d_inflate *s, a3d_output *out);

/* Gives back the whole bytes among the bits that are still to be read. */
static inline void a3d_bits_return(a3d_bits *b)
{
    b->next -= b->count / 8;
    b->count %= 8;
    b->hold &= (1u << b->count) - 1;
}

#endif
