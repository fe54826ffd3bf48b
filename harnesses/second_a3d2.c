/* second_a3d2.c - the example loader of this format, watched; see second.h */
#define LOADER_WATCHED
#define load second_a3d2
#include "loaders/a3d2_read.c"
#include "loaders/loader_a3d2.c"
