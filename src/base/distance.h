/* distance.h - how similar two words are, for suggestions */
#ifndef A3D_BASE_DISTANCE_H
#define A3D_BASE_DISTANCE_H

/* The Levenshtein distance: how many letters must be changed, added or dropped to turn one word into the other.
 * Capitals are the same as small letters, so that a name typed in capitals is the nearest to itself. */
unsigned a3d_distance(const char *a, const char *b);

#endif
