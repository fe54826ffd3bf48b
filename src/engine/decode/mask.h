/* mask.h - the null mask of A3D1 and A3D2: one bit for each optional field, in the order of decoding, 1 for absent */
#ifndef A3D_ENGINE_DECODE_MASK_H
#define A3D_ENGINE_DECODE_MASK_H

#include "engine/document/context.h"

/* The forms of a mask: 5 to 29 bits after three header bits, or whole bytes after a length of one or three bytes. */
enum { A3D_MASK_SHORT, A3D_MASK_LONG1, A3D_MASK_LONG3 };

/* The bits before the first of a mask of a form. */
static inline uint32_t a3d_mask_header(unsigned form)
{
    return form == A3D_MASK_SHORT ? 3 : form == A3D_MASK_LONG1 ? 8 : 24;
}

/* The custom row type of a mask. */
extern const a3d_custom a3d_null_mask;

/* Takes the next bit, for the field `node`: 1 absent, 0 present, -1 after reporting that no bit is left. */
int a3d_mask_next(a3d_ctx *ctx, uint32_t node);

/* Checks the form, surplus and padding of the mask after the decode. */
void a3d_check_mask(a3d_ctx *ctx);

/* The stored value (0 or 1) of bit `index`. */
static inline unsigned a3d_mask_bit(const a3d_mask *mask, uint32_t index)
{
    uint32_t at = mask->header + index;
    return (unsigned)mask->bytes[at / 8] >> (7 - at % 8) & 1u;
}

/* The smallest form for `used` bits; sets its size in bytes and its room in bits. */
unsigned a3d_mask_form_for(uint32_t used, uint32_t *bytes, uint32_t *room);

#endif
