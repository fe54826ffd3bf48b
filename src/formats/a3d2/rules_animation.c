/* rules_animation.c - rules about clips, tracks and keyframes */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/a3d2/statements.h"

enum { KEYFRAME_SIZE = 52 };

/* Checks A3D-095, A3D-096. */
static void note_clip(a3d_alternativa *s, uint32_t clip)
{
    a3d_bytes tracks = a3d_bytes_of(s->ctx->doc, clip, CLIP_tracks);
    if (tracks.data == NULL)
        return;
    if (tracks.count == 0)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_CLIP_EMPTY, tracks.node),
                "tracks has 0 entries; expected at least 1");
    const a3d_indexed_value *sorted = a3d_sorted_values(s, &tracks, 0, tracks.count, 4, 0, A3D_I32);
    for (uint32_t i = 1; sorted != NULL && i < tracks.count; i++)
        if (sorted[i].value == sorted[i - 1].value) {
            a3d_finding *f = a3d_alternativa_report(s, A3D2_RULE_CLIP_TWICE, tracks.node, tracks.stream,
                                                    tracks.off + 4 * sorted[i].index, 4);
            a3d_suffix(s->ctx, f, "[%u]", (unsigned)sorted[i].index);
            a3d_actual(f, sorted[i].value);
            a3d_say(s->ctx, f, "tracks lists track %lld twice; expected each track once", (long long)sorted[i].value);
        }
}

static a3d_finding *at_time(a3d_alternativa *s, unsigned rule, const a3d_bytes *frames, uint32_t i)
{
    a3d_finding *f = a3d_alternativa_report(s, rule, frames->node, frames->stream, frames->off + KEYFRAME_SIZE * i, 4);
    a3d_suffix(s->ctx, f, "[%u].time", (unsigned)i);
    return f;
}

/* Checks A3D-104 to A3D-106. NaN compares as neither smaller nor greater. */
static void check_times(a3d_alternativa *s, const a3d_bytes *frames)
{
    float last = 0;
    if (a3d_work(s->ctx, frames->count) != A3D_OK)
        return;
    for (uint32_t i = 0; i < frames->count; i++) {
        float time = a3d_float_from(a3d_load32(frames->data + KEYFRAME_SIZE * (size_t)i, true));
        if (time < 0)
            a3d_say(s->ctx, at_time(s, A3D2_RULE_TIME_NEGATIVE, frames, i),
                    "time of keyframe %u is %.9g; expected 0 or more", (unsigned)i, (double)time);
        if (i > 0 && time < last)
            a3d_say(s->ctx, at_time(s, A3D2_RULE_TIME_BACK, frames, i),
                    "time of keyframe %u is %.9g; expected more than %.9g, the time of the keyframe before it",
                    (unsigned)i, (double)time, (double)last);
        if (i > 0 && time == last)
            a3d_say(s->ctx, at_time(s, A3D2_RULE_TIME_EQUAL, frames, i),
                    "time of keyframe %u is %.9g, as that of the keyframe before it; expected more", (unsigned)i,
                    (double)time);
        last = time;
    }
}

void a3d2_check_animation(a3d_alternativa *s, uint32_t scene)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, clips = a3d_elements(doc, scene, SCENE_animationClips, &first);
    for (uint32_t i = first; i < first + clips && !a3d_alternativa_stopped(s); i++)
        note_clip(s, i);
    uint32_t tracks = a3d_elements(doc, scene, SCENE_animationTracks, &first);
    for (uint32_t i = first; i < first + tracks && !a3d_alternativa_stopped(s); i++) {
        a3d_bytes frames = a3d_bytes_of(doc, i, TRACK_keyframes);
        if (frames.data != NULL && frames.count == 0) /* A3D-102 */
            a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_TRACK_EMPTY, frames.node),
                    "keyframes has 0 entries; expected at least 1");
        if (frames.data != NULL)
            check_times(s, &frames);
    }
    if (tracks > 0 && clips == 0) /* A3D-097 */
        a3d_say(
            s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_CLIPS_NONE, a3d_field(doc, scene, SCENE_animationTracks)),
            "the file has %s, but no clip; expected a clip that plays them, because the loader makes one of all tracks",
            a3d_amount_of(tracks, "track").text);
}
