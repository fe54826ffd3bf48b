/* derive.h - values that follow from other bytes: lengths, counts, sizes and checksums, computed again after decoding
 * and when encoding */
#ifndef A3D_ENGINE_DOCUMENT_DERIVE_H
#define A3D_ENGINE_DOCUMENT_DERIVE_H

#include "engine/document/context.h"

/* Where the fields of a record are: offsets in the stream `data`, the arrays by slot. */
typedef struct a3d_layout {
    const uint8_t *data;
    uint32_t record_start, record_end;
    const uint32_t *start, *end;
    const uint32_t *unpacked; /* size of the content once unpacked, UINT32_MAX when it could not be unpacked */
    uint32_t total;           /* size of the file in bytes */
} a3d_layout;

/* Computes the value that the field in `slot` of the record node `self` should have. False when it cannot be
 * computed, because what it derives from was not read. */
bool a3d_derive(const a3d_doc *doc, uint32_t self, unsigned slot, const a3d_layout *layout, uint64_t *value);

/* After a record was read: marks its derived fields honest or not and, when `sound`, reports those that are not.
 * Wrong checksums, totals and sizes of packed content are reported in any case. */
void a3d_check_derived(a3d_ctx *ctx, uint32_t self, const a3d_record *type, bool sound);

#endif
