/* mapped_windows.c - see mapped.h
 *
 * Nobody can shorten a file that is mapped here, but one on another machine can get lost. Files are read instead. */
#include "os/mapped.h"

#ifdef _WIN32
void a3d_mapped_begin(void)
{
}

uint8_t *a3d_map(a3d_arena *arena, int fd, size_t size)
{
    (void)arena, (void)fd, (void)size;
    return NULL;
}

void a3d_map_set_aside(const uint8_t *data, size_t size)
{
    (void)data, (void)size;
}

bool a3d_map_is_cut(const uint8_t *data)
{
    (void)data;
    return false;
}
#endif
