/* surplus.c - extra bytes that a known exporter writes.
 *
 * Source: specs on Alternativa3D, section 10: versions of the Blender exporter before 2012-05-06 write
 * Camera.orthographic, a single byte, as an unsigned number of eight bytes. */
#include "formats/a3d2/a3d2.h"
#include "formats/a3d2/records.h"
#include "model/doc.h"

enum { PACKED = 8 };

/* Whether the eight bytes are the little-endian number 0 or 1. */
static bool is_flag(const uint8_t *p)
{
    for (unsigned i = 1; i < PACKED; i++)
        if (p[i] != 0)
            return false;
    return p[0] <= 1;
}

bool a3d2_surplus(const a3d_doc *doc, uint32_t *node, uint32_t *off, uint32_t *size)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *camera = a3d_at(doc, i);
        const a3d_record *type = camera->state == A3D_PRESENT ? a3d_record_type(doc, i) : NULL;
        if (type == NULL || type->id != REC_CAMERA)
            continue;
        const a3d_node *field = a3d_at(doc, a3d_field(doc, i, CAMERA_orthographic));
        const a3d_stream *s = &doc->streams[field->stream];
        if (field->state != A3D_PRESENT || s->size - field->off < PACKED || !is_flag(s->data + field->off))
            continue;
        *node = a3d_field(doc, i, CAMERA_orthographic);
        *off = field->off + 1;
        *size = PACKED - 1;
        return true;
    }
    return false;
}
