/* sort.h - qsort for data that is usually in order already. */
#ifndef A3D_BASE_SORT_H
#define A3D_BASE_SORT_H

#include <stddef.h>

/* Sorts `n` elements of `size` bytes at `base` as qsort does. Elements that are in order already cost one pass, and
 * most are: files are written with ascending ids, positions and offsets. `base` may be NULL if `n` is 0. */
void a3d_sort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

#endif
