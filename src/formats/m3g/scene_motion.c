/* scene_motion.c - animation tracks of the M3G scene, as one animation on the timeline of the world
 *
 * Each track is a channel of its own, since tracks of a node rarely share their times. */
#include "formats/m3g/records.h"
#include "formats/m3g/scene.h"

#include <string.h>

/* Values of fields; see the names in schema.c. */
enum { WEIGHTS = 266, ORIENTATION = 268, SCALE = 270, TRANSLATION = 275 };
enum { LINEAR = 176, SLERP, SPLINE, SQUAD, STEP, LOOP = 193 };

typedef struct track {
    a3d_m3g_view *w;
    uint32_t sequence; /* record */
    a3d_path path;
    unsigned components, width; /* stored and wanted */
    a3d_items keys;
    a3d_items bias, scale;      /* of stored integers */
    double speed, start;        /* seconds = start + time / speed / 1000 */
    float *times, *values;
    float last;                 /* time of the keyframe before, as it is in the file */
    uint32_t n;
} track;

static unsigned path_of(int64_t property)
{
    return property == TRANSLATION   ? A3D_PATH_TRANSLATION
           : property == ORIENTATION ? A3D_PATH_ROTATION
           : property == SCALE       ? A3D_PATH_SCALE
           : property == WEIGHTS     ? A3D_PATH_WEIGHTS
                                     : A3D_PATHS;
}

/* glTF has one timeline, so speed and reference times move the keyframes. */
static bool take_timing(track *t, const a3d_m3g_shown *controller)
{
    float speed, sequence_time;
    if (controller == NULL ||
        !a3d_floats_of(t->w->doc, controller->body, ANIMATION_CONTROLLER_speed, 1, &speed) ||
        !a3d_floats_of(t->w->doc, controller->body, ANIMATION_CONTROLLER_referenceSequenceTime, 1, &sequence_time)) {
        a3d_scene_lose(t->w->v, 1, "animation tracks without a controller, which are not played");
        return false;
    }
    if (!(speed > 1e-6f) || !(speed < 1e6f) || !(sequence_time - sequence_time == 0)) {
        a3d_scene_lose(t->w->v, 1, "animation tracks that stand still or run backwards");
        return false;
    }
    int64_t world_time = a3d_value(t->w->doc, controller->body, ANIMATION_CONTROLLER_referenceWorldTime);
    t->speed = (double)speed;
    t->start = ((double)world_time - (double)sequence_time / t->speed) / 1000;
    return true;
}

/* What a controller says besides the time of keyframes. */
static void lose_control(a3d_m3g_view *w, const a3d_m3g_shown *controller)
{
    float weight = 1;
    a3d_floats_of(w->doc, controller->body, ANIMATION_CONTROLLER_weight, 1, &weight);
    a3d_scene_lose(w->v, weight != 1, "weights of animation controllers (tracks are played as if by 1)");
    a3d_scene_lose(w->v,
                   a3d_value(w->doc, controller->body, ANIMATION_CONTROLLER_activeIntervalStart) !=
                       a3d_value(w->doc, controller->body, ANIMATION_CONTROLLER_activeIntervalEnd),
                   "active intervals of animation controllers (tracks are always active)");
}

static bool take_values(track *t, const a3d_doc *doc, uint32_t sequence)
{
    uint64_t components = (uint64_t)a3d_value(doc, sequence, KEYFRAME_SEQUENCE_componentCount);
    unsigned encoding = (unsigned)a3d_value(doc, sequence, KEYFRAME_SEQUENCE_encoding), each = encoding;
    bool packed = encoding != 0;
    each = packed ? each : 4;
    if (!a3d_items_of(doc, sequence, KEYFRAME_SEQUENCE_keyframes, &t->keys) || components == 0 ||
        t->keys.stride != 4 + components * each)
        return false;
    t->sequence = sequence;
    t->components = (unsigned)components;
    return !packed || (a3d_items_sized(doc, sequence, KEYFRAME_SEQUENCE_vectorBias, 4, &t->bias) &&
                       a3d_items_sized(doc, sequence, KEYFRAME_SEQUENCE_vectorScale, 4, &t->scale) &&
                       t->bias.count >= t->components && t->scale.count >= t->components);
}

/* The number of morph targets that are shown of a node. */
static uint32_t targets_of(const a3d_scene *v, uint32_t node)
{
    uint32_t mesh = v->nodes.at[node].mesh;
    return mesh != A3D_NONE ? v->meshes.at[mesh].n_targets : 0;
}

static bool take_sequence(track *t, const a3d_m3g_shown *sequence, uint32_t node)
{
    if (sequence == NULL || !take_values(t, t->w->doc, sequence->body)) {
        a3d_scene_lose(t->w->v, 1, "animation tracks without keyframes that could be read");
        return false;
    }
    bool weights = t->path == A3D_PATH_WEIGHTS;
    t->width = weights ? targets_of(t->w->v, node) : t->path == A3D_PATH_ROTATION ? 4 : 3;
    bool fits = weights ? t->width > 0
                        : t->components == t->width || (t->path == A3D_PATH_SCALE && t->components == 1);
    a3d_scene_lose(t->w->v, !fits || (weights && t->components != t->width),
                   weights ? "animation tracks with more or fewer weights than morph targets"
                           : "animation tracks with a number of components that their property does not have");
    return fits;
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

/* The number after a positive one. */
static float next_after(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return a3d_float_from(bits + 1);
}

/* Adds a keyframe, `later` milliseconds after its time. Keyframes at one time are a jump to the last of them; in glTF
 * times ascend, so that each of them gets the next possible time. */
static void add_key(track *t, uint32_t index, double later)
{
    const uint8_t *p = t->keys.data + (size_t)index * t->keys.stride;
    float time = (float)(t->start + ((double)a3d_load32(p, false) + later) / t->speed / 1000);
    float *value = t->values + (size_t)t->n * t->width;
    if (!(time >= 0) || !(time < 1e30f) || (t->n > 0 && !(time >= t->last))) {
        a3d_scene_lose(t->w->v, 1, "keyframes whose times do not ascend from 0 on");
        return;
    }
    double square = 0;
    for (unsigned c = 0; c < t->width; c++) {
        unsigned from = t->path == A3D_PATH_SCALE && t->components == 1 ? 0 : c;
        value[c] = from < t->components ? component(t, p + 4, from) : 0; /* weights that are missing are 0 */
        square += (double)value[c] * (double)value[c];
    }
    if (t->path == A3D_PATH_ROTATION) {
        bool turns = square > 1e-30 && square < 1e30;
        for (unsigned c = 0; c < 4; c++)
            value[c] = turns ? (float)((double)value[c] / a3d_square_root(square)) : c == 3 ? 1.0f : 0.0f;
    }
    t->last = time;
    t->times[t->n] = t->n > 0 && !(time > t->times[t->n - 1]) ? next_after(t->times[t->n - 1]) : time;
    t->n++;
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
    if (!a3d_scene_spend(v, 0, ((uint64_t)used + 1) * t->width))
        return false;
    t->times = a3d_arena_alloc(v->arena, ((size_t)used + 1) * sizeof *t->times);
    t->values = a3d_arena_alloc(v->arena, ((size_t)used + 1) * t->width * sizeof *t->values);
    v->failed |= t->times == NULL || t->values == NULL;
    for (uint32_t i = 0; !v->failed && i < used; i++) {
        uint64_t at = (uint64_t)first + i;
        add_key(t, (uint32_t)(at % count), at < count ? 0 : (double)duration);
    }
    bool repeats = a3d_value(doc, t->sequence, KEYFRAME_SEQUENCE_repeatMode) == LOOP;
    a3d_scene_lose(v, repeats, "repetitions of keyframe sequences (one is shown; players may repeat it)");
    if (!v->failed && repeats)
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

/* Adds a track to the motion of a node, or says why not. */
static void add_track(a3d_m3g_view *w, const a3d_m3g_shown *node, const a3d_m3g_shown *o, a3d_motion *motion)
{
    const a3d_m3g_shown *controller =
        a3d_m3g_seen_in(w, o, ANIMATION_TRACK_animationController, M3G_KIND(M3G_CONTROLLER));
    track t = {.w = w, .path = (a3d_path)path_of(a3d_value(w->doc, o->body, ANIMATION_TRACK_propertyID))};
    if (t.path != A3D_PATH_WEIGHTS && a3d_value(w->doc, node->body, GROUP_hasGeneralTransform) != 0)
        a3d_scene_lose(w->v, 1, "animation tracks of nodes that have a matrix, too");
    else if (motion->channels[t.path].times != A3D_NONE)
        a3d_scene_lose(w->v, 1, "animation tracks beyond the first of a property (M3G adds them up)");
    else if (take_sequence(&t, a3d_m3g_seen_in(w, o, ANIMATION_TRACK_keyframeSequence, M3G_KIND(M3G_SEQUENCE)),
                           motion->node) &&
             take_timing(&t, controller) && take_keys(&t)) {
        lose_control(w, controller);
        a3d_scene_channel(w->v, motion, t.path, &(a3d_keyframes){t.times, t.values, t.n, t.width, curve_of(&t)});
    }
}

/* Counts a track of a property that glTF cannot animate, by its name. */
static void lose_property(a3d_m3g_view *w, int64_t property)
{
    const a3d_name *name = a3d_m3g_records[M3G_REC_OF(M3G_TRACK)]->rows[ANIMATION_TRACK_propertyID].domain.names;
    a3d_text text;
    while (name->name != NULL && name->value != property)
        name++;
    a3d_text_init(&text, w->v->arena);
    a3d_printf(&text, "animation tracks of %s", name->name != NULL ? name->name : "unknown properties");
    a3d_label label = a3d_label_keep(w->v, &text);
    if (label.text != NULL)
        a3d_scene_lose(w->v, 1, label.text);
}

static void move_object(a3d_m3g_view *w, const a3d_m3g_shown *o, bool node)
{
    a3d_items tracks;
    a3d_motion motion;
    if (!a3d_items_of(w->doc, o->body, GROUP_animationTracks, &tracks))
        return;
    a3d_scene_still(&motion, node ? o->made - 1 : A3D_NONE);
    for (uint32_t i = 0; i < tracks.count && a3d_scene_spend(w->v, 0, 16); i++) {
        a3d_m3g_shown *t = a3d_m3g_seen(w, a3d_load32(tracks.data + 4 * (size_t)i, false), M3G_KIND(M3G_TRACK));
        a3d_scene_lose(w->v, t == NULL, "animation tracks that are not there");
        if (t == NULL)
            continue;
        int64_t property = a3d_value(w->doc, t->body, ANIMATION_TRACK_propertyID);
        if (!node || path_of(property) == A3D_PATHS)
            lose_property(w, property);
        else
            add_track(w, o, t, &motion);
    }
    if (node)
        a3d_scene_move(w->v, &motion);
}

void a3d_m3g_show_motion(a3d_m3g_view *w)
{
    a3d_scene_animation(w->v, a3d_from(w->doc->root), (a3d_label){NULL, 0});
    for (uint32_t i = 1; i < w->count && !w->v->failed; i++) {
        const a3d_m3g_shown *o = &w->objects[i];
        if (o->body != A3D_NO_NODE && o->type > M3G_HEADER && o->type <= M3G_WORLD)
            move_object(w, o, o->made != 0 && a3d_m3g_seen(w, i, M3G_NODE_KINDS) != NULL);
    }
    a3d_scene_animation_end(w->v);
}
