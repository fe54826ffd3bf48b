/* plan.h - the plan of a random M3G file: its objects in the order of the file, with their references */
#ifndef A3D_FORMATS_M3G_PLAN_H
#define A3D_FORMATS_M3G_PLAN_H

#include "engine/generate/maker.h"
#include "formats/m3g/internal.h"

enum { M3G_MOST_SETS = 14 };

typedef struct a3d_m3g_thing {
    uint8_t type, n_sets;
    bool taken;             /* already has a parent, or must not get one */
    uint16_t slots[M3G_MOST_SETS]; /* fields with a fixed value */
    int64_t values[M3G_MOST_SETS]; /* and their values */
    uint32_t tracks, n_tracks; /* positions in the words: the animation tracks */
    uint32_t list, n_list;     /* the words of a list that is special to the class */
    uint32_t more, n_more;     /* and of a second such list */
    uint32_t count;            /* vertices, or keyframes */
    uint32_t components;
} a3d_m3g_thing;

typedef struct a3d_m3g_plan {
    a3d_maker *m;
    a3d_m3g_thing *things; /* the first one is number 1, the header */
    size_t n, cap;
    uint32_t *words;
    size_t n_words, cap_words;
    uint32_t *ends;        /* end of each section, as an index of things */
    size_t n_sections, cap_sections;
    uint32_t next;         /* things whose content has been made */
    bool failed;           /* memory ran out */
    a3d_m3g_thing spare;   /* receives later writes after memory ran out; never read */
} a3d_m3g_plan;

/* Returns NULL if memory runs out. */
a3d_m3g_plan *a3d_m3g_make_plan(a3d_maker *m);

#endif
