/* sort.h - qsort for what is mostly in order already. */
#ifndef A3D_BASE_SORT_H
#define A3D_BASE_SORT_H

#include <stddef.h>

/* Sorts `n` elements of `size` bytes at `base` as qsort does. Elements that are in order are only looked at once, which is
 * what writers of files leave: their ids, positions and offsets ascend. `base` may be NULL when `n` is 0. */
void a3d_sort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));

#endif
