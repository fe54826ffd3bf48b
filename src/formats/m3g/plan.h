/* plan.h - what a random M3G file will hold: its objects in the order of the file, and what they owe each other. */
#ifndef A3D_FORMATS_M3G_PLAN_H
#define A3D_FORMATS_M3G_PLAN_H

#include "engine/generate/maker.h"
#include "formats/m3g/internal.h"

enum { M3G_MOST_SETS = 14 };

typedef struct a3d_m3g_thing {
    uint8_t type, n_sets;
    bool taken;             /* a node with a parent, or one that must not get any */
    uint16_t slots[M3G_MOST_SETS]; /* fields whose value is fixed, */
    int64_t values[M3G_MOST_SETS]; /* and their values */
    uint32_t tracks, n_tracks; /* places among the words: the animation tracks, */
    uint32_t list, n_list;     /* and the words of the lists that are special to the class: */
    uint32_t more, n_more;     /* first and second */
    uint32_t count;            /* vertices, keyframes */
    uint32_t components;
} a3d_m3g_thing;

typedef struct a3d_m3g_plan {
    a3d_maker *m;
    a3d_m3g_thing *things; /* number 1, the header, is the first */
    size_t n, cap;
    uint32_t *words;
    size_t n_words, cap_words;
    uint32_t *ends;        /* things before the end of each section */
    size_t n_sections, cap_sections;
    uint32_t next;         /* things whose content was made */
    bool failed;           /* memory ran out, */
    a3d_m3g_thing spare;   /* and what is still said of things goes here, where nobody reads it */
} a3d_m3g_plan;

/* Returns NULL when memory ran out. */
a3d_m3g_plan *a3d_m3g_make_plan(a3d_maker *m);

#endif
