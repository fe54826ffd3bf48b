/* second_odol.c - the example loader of this format, watched; see second.h */
#define LOADER_WATCHED
#define load second_odol
#include "loaders/odol_unpack.c"
#include "loaders/odol_lod.c"
#undef SINCE
#include "loaders/odol_read.c"
#include "loaders/loader_odol.c"
