/* second_tanki.c - the example loader of this format, watched; see second.h */
#define LOADER_WATCHED
#define load second_tanki
#include "loaders/loader_tanki.c"
