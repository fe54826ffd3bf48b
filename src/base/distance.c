/* distance.c - see distance.h */
#include "base/distance.h"

#include <string.h>

enum { LONGEST = 64 }; /* characters that are compared; no name is nearly as long */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

unsigned a3d_distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1];
    size_t n = strlen(b) < LONGEST ? strlen(b) : LONGEST;
    for (unsigned k = 0; k <= n; k++)
        row[k] = k;
    for (unsigned i = 1; *a != '\0' && i <= LONGEST; a++, i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (size_t k = 1; k <= n; k++) {
            unsigned best = corner + (small(*a) != small(b[k - 1]));
            corner = row[k];
            best = best < corner + 1 ? best : corner + 1;
            row[k] = best < row[k - 1] + 1 ? best : row[k - 1] + 1;
        }
    }
    return row[n];
}
