/* view.c - what can be drawn of a file, for the page: GLB, and a list of what it lacks; see parts.h */
#include "report/gltf/gltf.h"
#include "report/triage/parts.h"

enum { MOST_BYTES = 4 << 20 };

/* A GLB without numbers has nothing to draw: after the header of 12 bytes it has only the JSON chunk. */
static bool draws(const a3d_text *glb)
{
    const uint8_t *p = (const uint8_t *)glb->data;
    return glb->size > 20 + (size_t)a3d_load32(p + 12, false);
}

void a3d_put_detail_view(a3d_json *j, a3d_text *glb, const a3d_result *result, const bool *shown)
{
    a3d_gltf gltf;
    a3d_json_key(j, "view");
    if (!a3d_gltf_make(result->doc->arena, result, &gltf) || !draws(&gltf.glb)) {
        a3d_json_null(j);
        return;
    }
    a3d_json_open(j, '{');
    if (gltf.glb.size <= MOST_BYTES)
        a3d_put(glb, gltf.glb.data, gltf.glb.size);
    a3d_json_member_uint(j, "size", gltf.glb.size);
    a3d_put_reached(j, result->doc, shown);
    a3d_json_member_open(j, "lost", '[');
    for (size_t i = 0; i < gltf.n_lost; i++)
        a3d_json_str(j, gltf.lost[i]);
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
    a3d_text_free(&gltf.glb);
}

void a3d_put_after_view(a3d_text *glb, a3d_arena *arena, const a3d_result *after)
{
    a3d_gltf gltf;
    if (after->doc == NULL || !a3d_gltf_make(arena, after, &gltf))
        return;
    if (draws(&gltf.glb) && gltf.glb.size <= MOST_BYTES)
        a3d_put(glb, gltf.glb.data, gltf.glb.size);
    a3d_text_free(&gltf.glb);
}
