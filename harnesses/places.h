/* places.h - from where in the program memory is asked for: the calls that lead there, told apart by where they return
 * to. Only for builds that keep frame pointers; elsewhere each place looks like any other. */
#ifndef A3D_HARNESSES_PLACES_H
#define A3D_HARNESSES_PLACES_H

#include <stddef.h>
#include <stdint.h>

/* Forgets the requests that were noted; the places that are known stay known. The calls that count are those that the
 * caller makes from now on. */
void places_begin(void);

/* Told of each request as it is made, with its number: notes it when it comes from a place that is not known yet. */
void places_see(uint32_t request);

/* What was noted since places_begin; `requests` stays valid until the next. */
size_t places_noted(const uint32_t **requests);

#endif
