/* scene_motion.c - animation tracks of the M3G scene, as one animation on the timeline of the world
 *
 * Each track is a channel of its own, since tracks of a node rarely share their times. */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

/* Values of fields; see the names in schema.c. */
enum { ORIENTATION = 268, SCALE = 270, TRANSLATION = 275, LINEAR = 176, SLERP, SPLINE, SQUAD, STEP, LOOP = 193 };
enum { WIDEST = 4 };

typedef struct track {
    a3d_m3g_view *w;
    uint32_t sequence; /* record */
    a3d_path path;
    unsigned components, width; /* stored and wanted */
    a3d_items keys;
    a3d_items bias, scale;      /* of stored integers */
    double speed, start;        /* seconds = start + time / speed / 1000 */
    float *times, *values;
    uint32_t n;
} track;

static unsigned path_of(int64_t property)
{
    return property == TRANSLATION   ? A3D_PATH_TRANSLATION
           : property == ORIENTATION ? A3D_PATH_ROTATION
           : property == SCALE       ? A3D_PATH_SCALE
                                     : A3D_PATHS;
}

static bool take_timing(track *t, const a3d_m3g_shown *controller)
{
    float speed, sequence_time;
    if (controller == NULL ||
        !a3d_floats_of(t->w->doc, controller->body, ANIMATION_CONTROLLER_speed, 1, &speed) ||
        !a3d_floats_of(t->w->doc, controller->body, ANIMATION_CONTROLLER_referenceSequenceTime, 1, &sequence_time) ||
        !(speed > 1e-6f) || !(speed < 1e6f) || !(sequence_time - sequence_time == 0))
        return false;
    int64_t world_time = a3d_value(t->w->doc, controller->body, ANIMATION_CONTROLLER_referenceWorldTime);
    t->speed = (double)speed;
    t->start = ((double)world_time - (double)sequence_time / t->speed) / 1000;
    return true;
}

static bool take_sequence(track *t, const a3d_m3g_shown *o, const a3d_m3g_shown *sequence)
{
    const a3d_doc *doc = t->w->doc;
    int64_t property = a3d_value(doc, o->body, ANIMATION_TRACK_propertyID);
    if (path_of(property) == A3D_PATHS || sequence == NULL ||
        !a3d_items_of(doc, sequence->body, KEYFRAME_SEQUENCE_keyframes, &t->keys))
        return false;
    t->path = (a3d_path)path_of(property);
    t->sequence = sequence->body;
    t->width = t->path == A3D_PATH_ROTATION ? 4 : 3;
    t->components = (unsigned)a3d_value(doc, sequence->body, KEYFRAME_SEQUENCE_componentCount);
    unsigned each = (unsigned)a3d_value(doc, sequence->body, KEYFRAME_SEQUENCE_encoding);
    bool packed = each != 0;
    each = packed ? each : 4;
    if (t->components > WIDEST || t->keys.stride != 4 + t->components * each)
        return false;
    if (packed && (!a3d_items_sized(doc, sequence->body, KEYFRAME_SEQUENCE_vectorBias, 4, &t->bias) ||
                   !a3d_items_sized(doc, sequence->body, KEYFRAME_SEQUENCE_vectorScale, 4, &t->scale) ||
                   t->bias.count < t->components || t->scale.count < t->components))
        return false;
    return t->components == t->width || (t->path == A3D_PATH_SCALE && t->components == 1);
}

/* ---- keyframes ---- */

static float component(const track *t, const uint8_t *p, unsigned c)
{
    unsigned each = (t->keys.stride - 4) / t->components;
    if (each == 4)
        return a3d_float_at(p + 4 * c, false);
    double most = each == 1 ? 255 : 65535;
    return (float)((double)a3d_load(p + (size_t)c * each, each, false) / most *
                       (double)a3d_float_at(t->scale.data + 4 * c, false) +
                   (double)a3d_float_at(t->bias.data + 4 * c, false));
}

/* Adds a keyframe, `later` milliseconds after its time. Its time must be after that of the one before. */
static void add_key(track *t, uint32_t index, double later)
{
    const uint8_t *p = t->keys.data + (size_t)index * t->keys.stride;
    float time = (float)(t->start + ((double)a3d_load32(p, false) + later) / t->speed / 1000);
    float *value = t->values + (size_t)t->n * t->width;
    if (!(time >= 0) || !(time < 1e30f) || (t->n > 0 && !(time > t->times[t->n - 1]))) {
        a3d_scene_lose(t->w->v, 1, "keyframes whose times do not ascend from 0 on");
        return;
    }
    double square = 0;
    for (unsigned c = 0; c < t->width; c++) {
        value[c] = component(t, p + 4, t->components == 1 ? 0 : c);
        square += (double)value[c] * (double)value[c];
    }
    if (t->path == A3D_PATH_ROTATION) {
        bool turns = square > 1e-30 && square < 1e30;
        for (unsigned c = 0; c < 4; c++)
            value[c] = turns ? (float)((double)value[c] / a3d_square_root(square)) : c == 3 ? 1.0f : 0.0f;
    }
    t->times[t->n++] = time;
}

/* Takes the keyframes in use; a range that ends before its start goes on at the first keyframe. A loop ends where it
 * began. */
static bool take_keys(track *t)
{
    const a3d_doc *doc = t->w->doc;
    a3d_scene *v = t->w->v;
    uint32_t count = t->keys.count;
    int64_t first = a3d_value(doc, t->sequence, KEYFRAME_SEQUENCE_validRangeFirst),
            last = a3d_value(doc, t->sequence, KEYFRAME_SEQUENCE_validRangeLast),
            duration = a3d_value(doc, t->sequence, KEYFRAME_SEQUENCE_duration);
    first = first < count ? first : 0;
    last = last < count ? last : count - 1;
    uint32_t used = (uint32_t)(last >= first ? last - first + 1 : count - first + last + 1);
    if (!a3d_scene_spend(v, 0, (uint64_t)used + 1))
        return false;
    t->times = a3d_arena_alloc(v->arena, ((size_t)used + 1) * sizeof *t->times);
    t->values = a3d_arena_alloc(v->arena, ((size_t)used + 1) * t->width * sizeof *t->values);
    v->failed |= t->times == NULL || t->values == NULL;
    for (uint32_t i = 0; !v->failed && i < used; i++) {
        uint64_t at = (uint64_t)first + i;
        add_key(t, (uint32_t)(at % count), at < count ? 0 : (double)duration);
    }
    if (!v->failed && a3d_value(doc, t->sequence, KEYFRAME_SEQUENCE_repeatMode) == LOOP)
        add_key(t, (uint32_t)first, (double)duration);
    return !v->failed && t->n > 0;
}

static a3d_curve curve_of(const track *t)
{
    int64_t kind = a3d_value(t->w->doc, t->sequence, KEYFRAME_SEQUENCE_interpolation);
    bool curved = kind == SPLINE || kind == SQUAD;
    a3d_scene_lose(t->w->v, curved && t->path == A3D_PATH_ROTATION, "curves of turns (straight between keyframes)");
    return kind == STEP ? A3D_CURVE_STEP : curved && t->path != A3D_PATH_ROTATION ? A3D_CURVE_SPLINE : A3D_CURVE_LINEAR;
}

/* ---- nodes ---- */

static bool has_general_transform(const a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    return a3d_value(w->doc, o->body, GROUP_hasGeneralTransform) != 0;
}

/* Adds a track to the motion of a node. Returns false if there is nothing that glTF can express. */
static bool add_track(a3d_m3g_view *w, const a3d_m3g_shown *o, a3d_motion *motion)
{
    track t = {.w = w};
    if (!take_sequence(&t, o, a3d_m3g_seen_in(w, o, ANIMATION_TRACK_keyframeSequence, M3G_KIND(M3G_SEQUENCE))) ||
        !take_timing(&t, a3d_m3g_seen_in(w, o, ANIMATION_TRACK_animationController, M3G_KIND(M3G_CONTROLLER))) ||
        motion->channels[t.path].times != A3D_NONE || !take_keys(&t))
        return false;
    return a3d_scene_channel(w->v, motion, t.path, t.times, t.values, t.n, curve_of(&t));
}

static void move_node(a3d_m3g_view *w, const a3d_m3g_shown *o)
{
    a3d_items tracks;
    a3d_motion motion;
    if (!a3d_items_of(w->doc, o->body, GROUP_animationTracks, &tracks))
        return;
    a3d_scene_still(&motion, o->made - 1);
    for (uint32_t i = 0; i < tracks.count && a3d_scene_spend(w->v, 0, 1); i++) {
        a3d_m3g_shown *t = a3d_m3g_seen(w, a3d_load32(tracks.data + 4 * (size_t)i, false), M3G_KIND(M3G_TRACK));
        if (t != NULL && !has_general_transform(w, o) && add_track(w, t, &motion))
            t->made = 1;
    }
    a3d_scene_move(w->v, &motion);
}

void a3d_m3g_show_motion(a3d_m3g_view *w)
{
    a3d_scene_animation(w->v, a3d_from(w->doc->root), (a3d_label){NULL, 0});
    for (uint32_t i = 1; i < w->count && !w->v->failed; i++) {
        const a3d_m3g_shown *o = a3d_m3g_seen(w, i, M3G_NODE_KINDS);
        if (o != NULL && o->made != 0)
            move_node(w, o);
    }
    a3d_scene_animation_end(w->v);
    for (uint32_t i = 1; i < w->count; i++)
        if (w->objects[i].type == M3G_TRACK && w->objects[i].made == 0)
            a3d_scene_lose(w->v, 1, "animation tracks that move nothing, or something that glTF cannot move");
}
