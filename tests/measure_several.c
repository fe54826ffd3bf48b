/* measure_several.c - several damages of one file; see measure.c */
#include "measure.h"

unsigned damages_of(kind k)
{
    return k == TWO ? 2 : k == THREE ? 3 : 1;
}

/* Whether a damage breaks a rule by itself: one that does not cannot be named. */
static bool breaks_alone(const a3d_result *sound, const damage *d)
{
    a3d_arena arena;
    a3d_text out;
    a3d_options options = {.format = sound->format};
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    bool breaks = damaged_file(sound->doc, SCALAR, d, 1, &out);
    const a3d_result *result = breaks ? a3d_lint(&arena, (const uint8_t *)out.data, out.size, &options) : NULL;
    breaks = result != NULL && result->verdict == A3DLINT_INVALID;
    a3d_arena_free(&arena);
    return breaks;
}

/* Whether two damages are of the same bytes. */
static bool overlap(const damage *a, const damage *b)
{
    return a->stream == b->stream && a->off < b->off + b->size && b->off < a->off + a->size;
}

static bool draw_another(const a3d_result *sound, damage *d, unsigned n)
{
    enum { TRIES = 40 };
    for (unsigned i = 0; i < TRIES; i++) {
        bool apart = draw_damage(sound->doc, (kind)(draw() % ANY_BYTE), &d[n]);
        for (unsigned k = 0; k < n && apart; k++)
            apart = !overlap(&d[k], &d[n]);
        if (apart && breaks_alone(sound, &d[n]))
            return true;
    }
    return false;
}

bool draw_damages(const a3d_result *sound, kind k, damage *d)
{
    if (damages_of(k) == 1)
        return draw_damage(sound->doc, k, d);
    for (unsigned n = 0; n < damages_of(k); n++)
        if (!draw_another(sound, d, n))
            return false;
    return true;
}
