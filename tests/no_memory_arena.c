/* no_memory_arena.c - arenas whose small allocations are requests of their own; takes the place of base/arena.c in
 * build/release/no_memory */
#define A3D_CHUNK 1
#include "base/arena.c"
