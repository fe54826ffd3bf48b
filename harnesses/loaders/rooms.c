/* rooms.c - memory of the example loaders; see loader.h */
#include "loader.h"

#include <stdlib.h>

#ifdef LOADER_TRUSTS_COUNTS
#define MOST_ROOM ((size_t)1 << 50)
#else
#define MOST_ROOM ((size_t)256 << 20)
#endif

bool rooms_were_full;

static struct rooms {
    void **list;
    size_t n, cap, bytes;
} rooms;

void *room(size_t count, size_t size)
{
    size_t all = count * size;
    if ((size != 0 && count > MOST_ROOM / size) || all > MOST_ROOM - rooms.bytes) {
        rooms_were_full = true;
        return NULL;
    }
    if (rooms.n == rooms.cap) {
        size_t cap = rooms.cap * 2 + 64;
        void **list = realloc(rooms.list, cap * sizeof *list);
        if (list == NULL)
            return NULL;
        rooms.list = list;
        rooms.cap = cap;
    }
    void *block = calloc(1, all);
    if (block == NULL)
        return NULL;
    rooms.list[rooms.n++] = block;
    rooms.bytes += all;
    return block;
}

void rooms_free(void)
{
    while (rooms.n > 0)
        free(rooms.list[--rooms.n]);
    free(rooms.list);
    rooms = (struct rooms){0};
}
