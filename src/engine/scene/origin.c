/* origin.c - where in the file the numbers of an accessor come from; see scene.h */
#include "engine/scene/scene.h"

/* About how much of the output's JSON describes a run, or a value that was repaired or dropped. */
enum { ORIGIN_BYTES = 128, RUN_BYTES = 32, MOST_BAD = 16 };

void a3d_scene_origin(a3d_scene *v, const a3d_items *items)
{
    v->origin = (a3d_origin){.known = a3d_scene_spend(v, ORIGIN_BYTES, 1),
                             .node = items->node,
                             .stream = items->stream,
                             .off = items->off,
                             .stride = items->fill ? 0 : items->stride,
                             .runs = (uint32_t)v->runs.n,
                             .bad = (uint32_t)v->bads.n};
    v->origin_data = items->data;
}

void a3d_scene_at(a3d_scene *v, const uint8_t *p)
{
    v->place = v->origin.known ? v->origin.off + (uint32_t)(p - v->origin_data) : 0;
}

void a3d_scene_bad(a3d_scene *v, const uint32_t *numbers, unsigned n)
{
    if (!v->origin.known || v->origin.n_bad == MOST_BAD || !a3d_scene_spend(v, RUN_BYTES, 1))
        return;
    uint32_t *at = a3d_grow(v->arena, v->bads.at, &v->bads.cap, v->bads.n + n, sizeof *at);
    v->failed |= at == NULL;
    if (at == NULL)
        return;
    v->bads.at = at;
    for (unsigned i = 0; i < n; i++)
        at[v->bads.n++] = numbers[i];
    v->origin.n_bad++;
}

/* Whether a triangle at this place continues a run. The first faces of a run say how many triangles each has, and how
 * far they are apart. */
static bool continues(a3d_run *run, uint32_t number, uint32_t place)
{
    uint32_t before = number - run->triangle;
    if (run->stride == 0 && place == run->off) {
        run->each = before + 1;
        return true;
    }
    if (run->stride == 0 && place > run->off && before == run->each)
        run->stride = place - run->off;
    return run->stride != 0 && place == run->off + (uint64_t)run->stride * (before / run->each);
}

void a3d_scene_run(a3d_scene *v, uint32_t triangle)
{
    a3d_origin *o = &v->origin;
    if (!o->known || (o->n_runs > 0 && continues(&v->runs.at[v->runs.n - 1], triangle, v->place)))
        return;
    a3d_run *at = a3d_scene_spend(v, RUN_BYTES, 1)
                      ? a3d_grow(v->arena, v->runs.at, &v->runs.cap, v->runs.n + 1, sizeof *at)
                      : NULL;
    o->known = at != NULL;
    if (at == NULL)
        return;
    v->runs.at = at;
    at[v->runs.n++] = (a3d_run){triangle, v->place, 0, 1};
    o->n_runs++;
}
