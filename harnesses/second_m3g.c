/* second_m3g.c - the example loader of this format, watched; see second.h */
#define LOADER_WATCHED
#define load second_m3g
#include "loaders/m3g_read.c"
#include "loaders/loader_m3g.c"
