/* gltf.c - the container around the JSON and the numbers; see gltf.h */
#include "report/gltf/gltf.h"
#include "base/amount.h"
#include "report/gltf/json.h"

#include <inttypes.h>

enum { JSON_CHUNK = 0x4e4f534a, BIN_CHUNK = 0x004e4942, MAGIC = 0x46546c67 };

static void put32(a3d_text *out, uint32_t value)
{
    uint8_t *p = a3d_extend(out, 4);
    if (p != NULL)
        a3d_store(p, 4, value, false);
}

static void pad(a3d_text *t, char with)
{
    while (t->size % 4 != 0 && !t->failed)
        a3d_putc(t, with);
}

/* Counts the bytes that no field owns. */
static void lose_slack(a3d_scene *v)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < v->doc->n_nodes; i++)
        if (a3d_at(v->doc, i)->row == &a3d_row_slack)
            bytes += a3d_at(v->doc, i)->size;
    a3d_scene_lose(v, bytes, "bytes that could not be read as part of the model");
}

/* Says why there is nothing to see: what the scene has instead. */
static const char *empty_scene(a3d_arena *arena, const a3d_scene *v)
{
    const struct { const char *what; size_t count; } all[] = {
        {"node", v->nodes.n - (v->root != A3D_NONE)}, {"light", v->lights.n}, {"camera", v->cameras.n},
        {"material", v->materials.n}, {"picture", v->images.n}, {"animation", v->animations.n}};
    a3d_text line;
    unsigned n = 0;
    a3d_text_init(&line, arena);
    a3d_puts(&line, "anything visible: the file has no mesh that could be drawn");
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].count > 0)
            a3d_printf(&line, "%s%s", n++ > 0 ? ", " : "; it has ", a3d_amount_of(all[i].count, all[i].what).text);
    if (n == 0)
        a3d_puts(&line, "; it has no nodes and no pictures");
    const char *kept = line.failed ? NULL : a3d_arena_text(arena, line.data, line.size);
    a3d_text_free(&line);
    return kept;
}

static bool list_losses(a3d_arena *arena, const a3d_scene *v, a3d_gltf *out)
{
    const char **lost = a3d_arena_alloc(arena, (v->n_losses + 2) * sizeof *lost);
    a3d_text line;
    a3d_text_init(&line, arena);
    for (unsigned i = 0; lost != NULL && i < v->n_losses; i++) {
        line.size = 0;
        a3d_printf(&line, "%s: %" PRIu64, v->losses[i].what, v->losses[i].count);
        lost[i] = line.failed ? NULL : a3d_arena_text(arena, line.data, line.size);
        if (lost[i] == NULL)
            return false;
    }
    out->n_lost = v->n_losses;
    if (lost != NULL && v->meshes.n == 0) {
        lost[out->n_lost++] = empty_scene(arena, v);
        if (lost[out->n_lost - 1] == NULL)
            return false;
    }
    out->lost = lost;
    return lost != NULL && !line.failed;
}

static void put_container(a3d_gltf *out, const a3d_text *json, const a3d_scene *v, bool pictures)
{
    uint32_t size = (uint32_t)(v->data.size + (pictures ? v->pictures.size : 0));
    put32(&out->glb, MAGIC);
    put32(&out->glb, 2);
    put32(&out->glb, (uint32_t)(20 + json->size + (size > 0 ? 8 + size : 0)));
    put32(&out->glb, (uint32_t)json->size);
    put32(&out->glb, JSON_CHUNK);
    a3d_put(&out->glb, json->data, json->size);
    if (size == 0)
        return;
    put32(&out->glb, size);
    put32(&out->glb, BIN_CHUNK);
    a3d_put(&out->glb, v->data.data, v->data.size);
    if (pictures)
        a3d_put(&out->glb, v->pictures.data, v->pictures.size);
}

static bool make(a3d_arena *arena, const a3d_result *result, a3d_gltf *out, bool pictures)
{
    a3d_scene v;
    a3d_text json;
    a3d_text_init(&out->glb, arena);
    out->lost = NULL;
    out->n_lost = 0;
    /* A limit may stop decoding before the root is read. */
    if (result->doc == NULL || result->format == NULL || !a3d_was_read(result->doc, result->doc->root))
        return false;
    a3d_scene_init(&v, arena, result->doc);
    if (result->doc->format->scene != NULL)
        result->doc->format->scene(&v);
    if (v.scenes.n == 0)
        a3d_scene_read(&v, (a3d_label){"scene", 5});
    lose_slack(&v);
    a3d_scene_finish(&v);
    if (v.failed || !list_losses(arena, &v, out))
        return false;
    a3d_text_init(&json, arena);
    a3d_gltf_json(&json, result, &v, out, pictures);
    pad(&json, ' ');
    put_container(out, &json, &v, pictures);
    bool done = !json.failed && !a3d_text_is_lost(&out->glb);
    a3d_text_free(&json);
    a3d_text_free(&v.data);
    a3d_text_free(&v.pictures);
    return done;
}

bool a3d_gltf_make_whole(a3d_arena *arena, const a3d_result *result, a3d_gltf *out)
{
    return make(arena, result, out, true);
}

bool a3d_gltf_make(a3d_arena *arena, const a3d_result *result, a3d_gltf *out)
{
    return make(arena, result, out, false);
}
