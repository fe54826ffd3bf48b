/* second_a3d1.c - the example loader of this format, watched; see second.h */
#define LOADER_WATCHED
#define load second_a3d1
#include "loaders/loader_a3d1.c"
