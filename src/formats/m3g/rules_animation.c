/* rules_animation.c - rules about keyframe sequences, tracks, animated properties and user parameters */
#include "base/bytes.h"
#include "base/never.h"
#include "base/sort.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

#include <stdio.h>

enum { FIRST_PROPERTY = 256, PROPERTIES = 21, MORPH_WEIGHTS = 266, SLERP = 177, SQUAD = 179 };

/* For M3G-090 and M3G-190: the classes that have a property. Bit n allows n components; no bits: any number. */
#define ON(type) M3G_KIND(M3G_##type)
static const struct property {
    uint64_t classes;
    uint8_t components;
    const char *words;
} properties[PROPERTIES] = {
    {M3G_NODE_KINDS | ON(BACKGROUND) | ON(MATERIAL) | ON(BUFFER), 1 << 1, "1"},
    {ON(MATERIAL), 1 << 3, "3"},
    {ON(BACKGROUND) | ON(FOG) | ON(LIGHT) | ON(TEXTURE) | ON(BUFFER), 1 << 3, "3"},
    {ON(BACKGROUND) | ON(SPRITE), 1 << 2 | 1 << 4, "2 or 4"},
    {ON(FOG), 1 << 1, "1"},
    {ON(MATERIAL), 1 << 3, "3"},
    {ON(MATERIAL), 1 << 3, "3"},
    {ON(CAMERA) | ON(FOG), 1 << 1, "1"},
    {ON(CAMERA), 1 << 1, "1"},
    {ON(LIGHT), 1 << 1, "1"},
    {ON(MORPHING_MESH), 0, "1 or more"},
    {ON(CAMERA) | ON(FOG), 1 << 1, "1"},
    {M3G_NODE_KINDS | ON(TEXTURE), 1 << 4, "4"},
    {M3G_NODE_KINDS, 1 << 1, "1"},
    {M3G_NODE_KINDS | ON(TEXTURE), 1 << 1 | 1 << 3, "1 or 3"},
    {ON(MATERIAL), 1 << 1, "1"},
    {ON(MATERIAL), 1 << 3, "3"},
    {ON(LIGHT), 1 << 1, "1"},
    {ON(LIGHT), 1 << 1, "1"},
    {M3G_NODE_KINDS | ON(TEXTURE), 1 << 3, "3"},
    {M3G_NODE_KINDS, 1 << 1, "1"},
};

bool a3d_m3g_animates(int64_t property, unsigned type, unsigned *components)
{
    const struct property *p = &properties[property - FIRST_PROPERTY];
    *components = p->components;
    return (p->classes >> type & 1) != 0;
}

static const struct property *property_of(const a3d_m3g_objects *s, const a3d_m3g_object *track)
{
    int64_t id = a3d_m3g_get(s, track, ANIMATION_TRACK_propertyID);
    return id >= FIRST_PROPERTY && id < FIRST_PROPERTY + PROPERTIES ? &properties[id - FIRST_PROPERTY] : NULL;
}

/* The number of components in the sequence of a track; 0 if it is unknown or invalid. */
static int64_t components_of(const a3d_m3g_objects *s, const a3d_m3g_object *track)
{
    const a3d_m3g_object *sequence = a3d_m3g_target(s, track, ANIMATION_TRACK_keyframeSequence, ON(SEQUENCE));
    return sequence != NULL ? a3d_m3g_get(s, sequence, KEYFRAME_SEQUENCE_componentCount) : 0;
}

/* The property of a track with its name: "256 (ALPHA)". */
static a3d_amount property_name(const a3d_m3g_objects *s, const a3d_m3g_object *track)
{
    const a3d_node *node = a3d_at(s->doc, a3d_m3g_field(s->doc, track, ANIMATION_TRACK_propertyID));
    const a3d_name *name = node->row->domain.names;
    a3d_amount out;
    while (name != NULL && name->name != NULL && name->value != node->v.i)
        name++;
    snprintf(out.text, sizeof out.text, "%lld (%.40s)", (long long)node->v.i,
             name != NULL && name->name != NULL ? name->name : "?");
    return out;
}

/* Checks M3G-090. */
static void check_track(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    const struct property *p = property_of(s, o);
    int64_t count = components_of(s, o);
    if (p == NULL || p->components == 0 || count <= 0 || (count < 8 && (p->components >> count & 1) != 0))
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_TRACK_COMPONENTS, o, ANIMATION_TRACK_keyframeSequence);
    a3d_expect_text(f, p->words);
    a3d_actual(f, count);
    a3d_say(s->ctx, f, "componentCount of the KeyframeSequence is %lld; expected %s for property %s", (long long)count,
            p->words, property_name(s, o).text);
}

/* --- the tracks of an object, which have the same slot in all classes --- */

/* Checks M3G-190. */
static void check_property(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *tracks, uint32_t i,
                           int64_t id)
{
    if ((properties[id - FIRST_PROPERTY].classes >> o->type & 1) != 0)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_TRACK_PROPERTY, tracks, i, 0, 4, "");
    a3d_say(s->ctx, f, "animationTracks[%u] animates property %s; expected a property of %s", (unsigned)i,
            property_name(s, &s->objects[a3d_m3g_item(tracks, i, 0)]).text, a3d_m3g_class(s, o->type).text);
}

/* Checks M3G-176. */
static void check_weights(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *tracks, uint32_t i,
                          int64_t components)
{
    if (o->type != M3G_MORPHING_MESH || !a3d_m3g_has(s, o, MORPHING_MESH_morphTargets))
        return;
    uint32_t targets = a3d_at(s->doc, a3d_m3g_field(s->doc, o, MORPHING_MESH_morphTargets))->v.at.count;
    if (components == targets)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_MORPH_WEIGHTS, tracks, i, 0, 4, "");
    a3d_actual(f, components);
    a3d_expect(f, targets, targets);
    a3d_say(s->ctx, f, "componentCount of the KeyframeSequence is %lld; expected %u, one weight for each morph target",
            (long long)components, (unsigned)targets);
}

/* Checks M3G-192. `seen` holds the number of components of each property's first track. */
static void check_agreement(const a3d_m3g_objects *s, const a3d_m3g_items *tracks, uint32_t i, int64_t *seen,
                            int64_t components)
{
    if (*seen == 0)
        *seen = components;
    if (*seen == components)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_TRACK_AGREEMENT, tracks, i, 0, 4, "");
    a3d_actual(f, components);
    a3d_expect(f, *seen, *seen);
    a3d_say(
        s->ctx, f,
        "componentCount of the KeyframeSequence is %lld; expected %lld, as in an earlier track for the same property",
        (long long)components, (long long)*seen);
}

/* Checks M3G-189 to M3G-192. */
static void check_tracks(const a3d_m3g_objects *s, const a3d_m3g_object *o, uint32_t number)
{
    /* A class without properties has a rule of its own. */
    static const uint64_t lifeless = ON(CONTROLLER) | ON(TRACK) | ON(APPEARANCE) | ON(COMPOSITING_MODE) |
                                     ON(POLYGON_MODE) | ON(IMAGE) | ON(STRIPS) | ON(SEQUENCE) | ON(ARRAY);
    a3d_m3g_items tracks;
    if ((lifeless >> o->type & 1) != 0 || !a3d_m3g_items_of(s, o, GROUP_animationTracks, &tracks))
        return;
    int64_t seen[PROPERTIES] = {0};
    for (uint32_t i = 0; i < tracks.count; i++) {
        uint32_t named = a3d_m3g_item(&tracks, i, 0);
        const a3d_m3g_object *track = a3d_m3g_named(s, o, named, ON(TRACK));
        if (track == NULL || a3d_work(s->ctx, 1) != A3D_OK)
            continue;
        if (s->marks[named] == number) {
            a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_TRACK_REPEATED, &tracks, i, 0, 4, "");
            a3d_say(s->ctx, f, "animationTracks lists object %u twice; expected each track once", (unsigned)named);
            continue;
        }
        s->marks[named] = number;
        if (property_of(s, track) == NULL)
            continue;
        int64_t id = a3d_m3g_get(s, track, ANIMATION_TRACK_propertyID), components = components_of(s, track);
        check_property(s, o, &tracks, i, id);
        if (components > 0)
            check_agreement(s, &tracks, i, &seen[id - FIRST_PROPERTY], components);
        if (components > 0 && id == MORPH_WEIGHTS)
            check_weights(s, o, &tracks, i, components);
    }
}

/* --- user parameters --- */

typedef struct parameter {
    uint32_t id, index, off;
} parameter;

static int by_id(const void *a, const void *b)
{
    const parameter *p = a, *q = b;
    if (p->id != q->id)
        return p->id < q->id ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Sorts the elements of the list by ID. They differ in size, so each is measured. */
static bool sort_parameters(const a3d_m3g_objects *s, uint32_t list, parameter *out)
{
    const a3d_node *node = a3d_at(s->doc, list);
    uint32_t stream, off, at = 0, depth = 1;
    const uint8_t *p = a3d_content(s->doc, node, &stream, &off);
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        int64_t size = a3d_flat_element(s->doc, list, a3d_shape_of(node)->record, p + at,
                                        s->doc->streams[stream].size - off - at, NULL, NULL);
        if (A3D_NEVER(size < 4)) /* decoding has measured each element, and its first field takes 4 bytes */
            return false;
        out[i] = (parameter){a3d_load32(p + at, false), i, off + at};
        at += (uint32_t)size;
    }
    for (uint32_t n = node->v.at.count; n > 1; n /= 2)
        depth++;
    a3d_sort(out, node->v.at.count, sizeof *out, by_id);
    return a3d_work(s->ctx, (uint64_t)node->v.at.count * depth) == A3D_OK;
}

/* Checks M3G-195. */
static void check_parameters(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    uint32_t list = a3d_m3g_field(s->doc, o, GROUP_userParameters), stream, off;
    const a3d_node *node = a3d_at(s->doc, list);
    if (node->state != A3D_PRESENT || node->v.at.count < 2)
        return;
    parameter *sorted = a3d_block_resize(s->doc->arena, NULL, node->v.at.count * sizeof *sorted);
    if (sorted == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    a3d_content(s->doc, node, &stream, &off);
    uint32_t count = sort_parameters(s, list, sorted) ? node->v.at.count : 0;
    for (uint32_t i = 1; i < count; i++) {
        if (sorted[i].id != sorted[i - 1].id)
            continue;
        a3d_finding *f = a3d_report(s->ctx, &s->ctx->format->rules[M3G_RULE_PARAMETER_REPEATED], list, stream,
                                    sorted[i].off, 4);
        a3d_suffix(s->ctx, f, "[%u].parameterID", (unsigned)sorted[i].index);
        a3d_actual(f, sorted[i].id);
        a3d_say(s->ctx, f, "parameterID %u is already used by userParameters[%u]", (unsigned)sorted[i].id,
                (unsigned)sorted[i - 1].index);
    }
    a3d_block_resize(s->doc->arena, sorted, 0);
}

/* --- keyframe sequences --- */

/* Checks M3G-141 and M3G-142. Without keyframes there is no range, which is reported at their count. */
static void check_range(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    static const uint16_t slots[] = {KEYFRAME_SEQUENCE_validRangeFirst, KEYFRAME_SEQUENCE_validRangeLast};
    int64_t count = a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_keyframeCount);
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        int64_t end = a3d_m3g_get(s, o, slots[i]);
        if (count == 0 || end < count)
            continue;
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_VALID_RANGE, o, slots[i]);
        a3d_actual(f, end);
        a3d_expect(f, 0, count - 1);
        a3d_say(s->ctx, f, "%s is %lld; expected less than %lld, the number of keyframes",
                i == 0 ? "validRangeFirst" : "validRangeLast", (long long)end, (long long)count);
    }
}

/* Checks M3G-151 and M3G-152 along the valid range, which may wrap. A time that is never allowed is reported
 * elsewhere. */
static void check_times(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *keys)
{
    uint64_t first = (uint64_t)a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_validRangeFirst);
    uint64_t last = (uint64_t)a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_validRangeLast);
    if (first >= keys->count || last >= keys->count)
        return;
    if (first < last && a3d_never_falls(s->ctx, keys->node))
        first = last; /* nothing to report in between */
    uint32_t before = a3d_m3g_item(keys, (uint32_t)first, 0);
    for (uint32_t i = (uint32_t)first; i != last;) {
        i = i + 1 < keys->count ? i + 1 : 0;
        uint32_t time = a3d_m3g_item(keys, i, 0);
        if (time < before && before <= I32_MAX) {
            a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_KEYFRAME_ORDER, keys, i, 0, 4, ".time");
            a3d_actual(f, time);
            a3d_say(s->ctx, f, "time of keyframe %u is %u; expected at least %u, the time of the keyframe before it",
                    (unsigned)i, (unsigned)time, (unsigned)before);
        }
        before = time;
    }
    int64_t duration = a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_duration);
    if (duration < 1 || before <= duration || before > I32_MAX)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_KEYFRAME_LATE, keys, (uint32_t)last, 0, 4, ".time");
    a3d_actual(f, before);
    a3d_expect(f, 0, duration);
    a3d_say(s->ctx, f, "time of the last keyframe is %u; expected at most %lld, the duration", (unsigned)before,
            (long long)duration);
}

/* One component of a keyframe: a float, or a number that is scaled to bias .. bias + scale. */
static bool component(const a3d_m3g_items *keys, const a3d_m3g_items *bias, const a3d_m3g_items *scale, uint32_t i,
                      uint32_t c, unsigned width, double *value)
{
    const uint8_t *p = keys->data + (size_t)i * keys->stride + 4 + (size_t)c * width;
    double low, range;
    if (width == 4)
        return a3d_m3g_float_bits(a3d_load32(p, false), value);
    if (!a3d_m3g_float_bits(a3d_m3g_item(bias, c, 0), &low) || !a3d_m3g_float_bits(a3d_m3g_item(scale, c, 0), &range))
        return false;
    *value = low + range * (width == 1 ? p[0] / 255.0 : a3d_load16(p, false) / 65535.0);
    return true;
}

/* Checks M3G-153. */
static void check_quaternions(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *keys)
{
    static const uint8_t widths[] = {4, 1, 2};
    int64_t encoding = a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_encoding);
    a3d_m3g_items bias = {0}, scale = {0};
    unsigned width = encoding >= 0 && encoding <= 2 ? widths[encoding] : 0;
    if (width == 0 || keys->stride != 4 + 4 * width)
        return;
    if (width != 4 && (!a3d_m3g_items_of(s, o, KEYFRAME_SEQUENCE_vectorBias, &bias) ||
                       !a3d_m3g_items_of(s, o, KEYFRAME_SEQUENCE_vectorScale, &scale)))
        return;
    for (uint32_t i = 0; i < keys->count; i++) {
        bool zero = true;
        for (uint32_t c = 0; c < 4 && zero; c++) {
            double value;
            zero = component(keys, &bias, &scale, i, c, width, &value) && !(value < 0) && !(value > 0);
        }
        if (!zero)
            continue;
        a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_QUATERNION_ZERO, keys, i, 4, 4 * width, ".vectorValue");
        a3d_say(s->ctx, f, "vectorValue of keyframe %u is (0, 0, 0, 0); expected a quaternion that is not zero",
                (unsigned)i);
    }
}

/* Checks M3G-145, M3G-151 to M3G-153. */
static void check_sequence(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    int64_t interpolation = a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_interpolation);
    int64_t components = a3d_m3g_get(s, o, KEYFRAME_SEQUENCE_componentCount);
    bool turns = interpolation == SLERP || interpolation == SQUAD;
    a3d_m3g_items keys;
    if (turns && components > 0 && components != 4) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_QUATERNION_SIZE, o, KEYFRAME_SEQUENCE_componentCount);
        a3d_actual(f, components);
        a3d_expect(f, 4, 4);
        a3d_say(s->ctx, f, "componentCount is %lld; expected 4, because interpolation %s is that of quaternions",
                (long long)components,
                a3d_named_value(s->doc, a3d_m3g_field(s->doc, o, KEYFRAME_SEQUENCE_interpolation), interpolation).text);
    }
    check_range(s, o);
    if (!a3d_m3g_items_of(s, o, KEYFRAME_SEQUENCE_keyframes, &keys) || a3d_work(s->ctx, keys.count / 16) != A3D_OK)
        return;
    check_times(s, o, &keys);
    if (turns && components == 4)
        check_quaternions(s, o, &keys);
}

void a3d_m3g_check_animation(a3d_m3g_objects *s)
{
    for (uint32_t i = 2; i < s->count; i++) {
        const a3d_m3g_object *o = &s->objects[i];
        if (!a3d_m3g_is(o, (M3G_KIND(M3G_WORLD + 1) - 1) & ~M3G_KIND(M3G_HEADER)))
            continue;
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        check_tracks(s, o, i);
        check_parameters(s, o);
        if (o->type == M3G_TRACK)
            check_track(s, o);
        if (o->type == M3G_SEQUENCE)
            check_sequence(s, o);
    }
}
