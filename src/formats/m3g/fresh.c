/* fresh.c - the smallest valid file: a header section, and a section with one Group */
#include "base/never.h"
#include "engine/document/context.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"
#include "formats/m3g/internal.h"
#include "formats/m3g/records.h"

/* Adds one object of `type` to section `index`, which the presets have made empty and stored. */
static int add_object(a3d_ctx *ctx, uint32_t root, uint32_t index, int64_t type)
{
    const a3d_doc *doc = ctx->doc;
    const a3d_node *sections = a3d_at(doc, a3d_field(doc, root, CONTAINER_sections));
    if (A3D_NEVER(sections->v.at.count <= index))
        return A3D_BAD;
    uint32_t objects = a3d_field(doc, sections->v.at.first + index, SECTION_objects);
    uint32_t object = a3d_fresh_element(ctx, objects, 0);
    if (object == A3D_NO_NODE)
        return A3D_STOP;
    return a3d_set_value(ctx, a3d_field(doc, object, OBJECT_type), type);
}

int a3d_m3g_fresh(a3d_ctx *ctx, uint32_t root)
{
    int status = add_object(ctx, root, 0, M3G_HEADER);
    return status != A3D_OK ? status : add_object(ctx, root, 1, M3G_GROUP);
}
