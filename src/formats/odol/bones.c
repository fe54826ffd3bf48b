/* bones.c - see bones.h */
#include "formats/odol/bones.h"

#include <stdlib.h>

static int by_name(const void *a, const void *b)
{
    const a3d_odol_bone *p = a, *q = b;
    int order = compare_folded(p->name, q->name);
    return order != 0 ? order : (p->index > q->index) - (p->index < q->index);
}

void a3d_odol_sort_bones(a3d_odol_bone *bones, uint32_t n)
{
    qsort(bones, n, sizeof *bones, by_name);
}

uint32_t a3d_odol_bone_named(const a3d_odol_bone *bones, uint32_t n, text name)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_folded(bones[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && compare_folded(bones[low].name, name) == 0 ? bones[low].index : UINT32_MAX;
}
