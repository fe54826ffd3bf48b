/* plan_things.h - small functions that the parts of the planner share */
#ifndef A3D_FORMATS_M3G_PLAN_THINGS_H
#define A3D_FORMATS_M3G_PLAN_THINGS_H

#include "formats/m3g/plan.h"
#include "formats/m3g/records.h"

typedef a3d_m3g_plan plan;
typedef a3d_m3g_thing thing;

enum { ROOM_OF_OBJECT = 60, MOST_VERTICES = 65535, ALPHA = 96, RGB = 99, RGBA = 100 };

static inline uint32_t below(plan *p, uint32_t n)
{
    return a3d_random_below(&p->m->random, n);
}

static inline bool luck(plan *p, uint32_t n, uint32_t of)
{
    return a3d_luck(p->m, n, of);
}

/* The thing with this number. */
static inline thing *at(plan *p, uint32_t number)
{
    return p->failed ? &p->spare : &p->things[number - 1];
}

/* Appends a thing and returns its number. */
static inline uint32_t add(plan *p, unsigned type)
{
    thing *things = a3d_grow(p->m->ctx.doc->arena, p->things, &p->cap, p->n + 1, sizeof *things);
    p->m->room -= ROOM_OF_OBJECT;
    if (things == NULL) {
        p->failed = true;
        return 1;
    }
    p->things = things;
    things[p->n] = (thing){.type = (uint8_t)type};
    return (uint32_t)++p->n;
}

static inline void set(plan *p, uint32_t number, unsigned slot, int64_t value)
{
    thing *t = at(p, number);
    if (t->n_sets == M3G_MOST_SETS)
        return;
    t->slots[t->n_sets] = (uint16_t)slot;
    t->values[t->n_sets++] = value;
}

static inline void word(plan *p, uint32_t value)
{
    uint32_t *words = a3d_grow(p->m->ctx.doc->arena, p->words, &p->cap_words, p->n_words + 1, sizeof *words);
    if (words == NULL) {
        p->failed = true;
        return;
    }
    p->words = words;
    words[p->n_words++] = value;
    p->m->room -= 4;
}

static inline uint32_t here(const plan *p)
{
    return (uint32_t)p->n_words;
}

/* The vertex attributes of a mesh. */
typedef struct shape {
    uint32_t count;
    uint8_t widths[3]; /* component sizes of positions, normals and colors */
    uint8_t colors;    /* components, 0 for none */
    bool normals;
    unsigned textures;
} shape;

/* ---- parts (plan_parts.c): each makes what it needs first, and returns its number ---- */

/* Plans an object that can be animated, sometimes with tracks; `targets` is the number of morph targets. */
uint32_t a3d_m3g_plan_animated(plan *p, unsigned type, uint32_t targets);
/* Plans an image of this format or a later one. The sides of a texture image are powers of two. */
uint32_t a3d_m3g_plan_image(plan *p, bool texture, unsigned least_format);
uint32_t a3d_m3g_plan_appearance(plan *p, unsigned textures, bool lit);
uint32_t a3d_m3g_plan_buffer(plan *p, const shape *s);
/* Plans strips over vertices below `count`, which is at least 3. */
uint32_t a3d_m3g_plan_strips(plan *p, uint32_t count);

#endif
