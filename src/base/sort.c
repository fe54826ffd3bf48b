/* sort.c - see sort.h */
#include "base/sort.h"

#include <stdlib.h>

void a3d_sort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    const unsigned char *p = base;
    size_t i = 1;
    while (i < n && compare(p + (i - 1) * size, p + i * size) <= 0)
        i++;
    if (i < n)
        qsort(base, n, size, compare);
}
