/* scene_tracks.c - animation tracks of A3D2, which move the node of a given name */
#include "base/bytes.h"
#include "formats/a3d2/records.h"
#include "formats/a3d2/scene.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 52, TRACK_ID = 65 };

typedef struct named {
    a3d_label name;
    uint32_t node;
} named;

typedef struct tracks {
    a3d_shown *s;
    named *names;
    size_t n_names;
    a3d_ids ids;         /* index of each track in its list */
    a3d_motion *motions; /* one for each track */
    uint32_t first, count;
} tracks;

static int compare_labels(a3d_label a, a3d_label b)
{
    uint32_t shorter = a.size < b.size ? a.size : b.size;
    int order = shorter > 0 ? memcmp(a.text, b.text, shorter) : 0;
    return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size;
}

static int compare_named(const void *left, const void *right)
{
    const named *a = left, *b = right;
    int order = compare_labels(a->name, b->name);
    return order != 0 ? order : (a->node > b->node) - (a->node < b->node);
}

/* The first node with this name. */
static uint32_t node_with_name(const tracks *t, a3d_label name)
{
    size_t low = 0, high = t->n_names;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_labels(t->names[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return name.size > 0 && low < t->n_names && compare_labels(t->names[low].name, name) == 0 ? t->names[low].node
                                                                                              : A3D_NONE;
}

/* Takes the keyframes whose times ascend from 0. */
static void take_track(tracks *t, uint32_t record, a3d_motion *out)
{
    a3d_scene *v = t->s->v;
    a3d_items keys;
    uint32_t node = node_with_name(t, a3d_label_of(t->s->doc, record, TRACK_objectName)), n = 0;
    a3d_scene_lose(v, node == A3D_NONE, "animation tracks of nodes that are not there");
    if (node == A3D_NONE || !a3d_items_sized(t->s->doc, record, TRACK_keyframes, KEY_BYTES, &keys) ||
        !a3d_scene_spend(v, 0, keys.count))
        return;
    float *times = a3d_arena_alloc(v->arena, keys.count * sizeof *times);
    a3d_affine *places = a3d_arena_alloc(v->arena, keys.count * sizeof *places);
    v->failed |= times == NULL || places == NULL;
    for (uint32_t i = 0; !v->failed && i < keys.count; i++) {
        const uint8_t *p = keys.data + (size_t)i * KEY_BYTES;
        float time = a3d_float_at(p, true);
        if (!(time >= 0) || !(time < 1e30f) || (n > 0 && !(time > times[n - 1]))) {
            a3d_scene_lose(v, 1, "keyframes whose times do not ascend from 0 on");
            continue;
        }
        for (unsigned k = 0; k < 12; k++)
            places[n].at[k] = (double)a3d_float_at(p + 4 + 4 * k, true);
        times[n++] = time;
    }
    if (!v->failed)
        a3d_scene_motion(v, node, times, places, n, out);
}

static void add_clip(tracks *t, uint32_t record)
{
    a3d_items ids;
    a3d_scene_lose(t->s->v, a3d_value(t->s->doc, record, CLIP_loop) != 0, "loops of clips (players may repeat them)");
    if (!a3d_items_sized(t->s->doc, record, CLIP_tracks, 4, &ids))
        return;
    a3d_scene_animation(t->s->v, a3d_from(record), a3d_label_of(t->s->doc, record, CLIP_name));
    for (uint32_t i = 0; i < ids.count && a3d_scene_spend(t->s->v, 0, 1); i++) {
        uint32_t at = a3d_ids_find(&t->ids, TRACK_ID, (int32_t)a3d_load32(ids.data + 4 * (size_t)i, true));
        if (at == A3D_NONE || !a3d_scene_move(t->s->v, &t->motions[at]))
            a3d_scene_lose(t->s->v, 1, "tracks of clips that are not there, or move what moves already");
    }
    a3d_scene_animation_end(t->s->v);
}

/* Without clips all tracks form one animation. */
static void add_all(tracks *t, uint32_t scene)
{
    a3d_scene_animation(t->s->v, a3d_from(a3d_field(t->s->doc, scene, SCENE_animationTracks)), (a3d_label){NULL, 0});
    for (uint32_t i = 0; i < t->count; i++)
        a3d_scene_move(t->s->v, &t->motions[i]);
    a3d_scene_animation_end(t->s->v);
}

static bool prepare(tracks *t)
{
    a3d_scene *v = t->s->v;
    t->names = a3d_arena_alloc(v->arena, (v->nodes.n + 1) * sizeof *t->names);
    t->motions = a3d_arena_alloc(v->arena, ((size_t)t->count + 1) * sizeof *t->motions);
    v->failed |= t->names == NULL || t->motions == NULL;
    for (size_t i = 0; !v->failed && i < v->nodes.n; i++)
        if (v->nodes.at[i].name.size > 0 && i != v->root)
            t->names[t->n_names++] = (named){v->nodes.at[i].name, (uint32_t)i};
    if (!v->failed && t->n_names > 0)
        qsort(t->names, t->n_names, sizeof *t->names, compare_named);
    return !v->failed;
}

void a3d2_show_tracks(a3d_shown *s, uint32_t scene)
{
    tracks t = {.s = s};
    uint32_t clips, n_clips = a3d_records_of(s->doc, scene, SCENE_animationClips, &clips);
    t.count = a3d_records_of(s->doc, scene, SCENE_animationTracks, &t.first);
    if (t.count == 0 || !prepare(&t))
        return;
    for (uint32_t i = 0; i < t.count; i++) {
        a3d_scene_still(&t.motions[i], A3D_NONE);
        if (!a3d_was_read(s->doc, t.first + i))
            continue;
        a3d_ids_add(s->v, &t.ids, TRACK_ID, a3d_value(s->doc, t.first + i, TRACK_id), i);
        take_track(&t, t.first + i, &t.motions[i]);
    }
    a3d_ids_sort(s->v, &t.ids);
    for (uint32_t i = clips; i < clips + n_clips; i++)
        if (a3d_was_read(s->doc, i))
            add_clip(&t, i);
    if (n_clips == 0)
        add_all(&t, scene);
}
