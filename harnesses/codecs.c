/* codecs.c - see codecs.h */
#include "codecs.h"
#include "family.h"
#include "pool.h"

#include <string.h>

enum { MOST_PACKED = 65535 };

static void compare(const block_codec *codec, const a3d_codec_result *r, const naive *n, bool sound, size_t size)
{
    size_t common = r->made < n->made ? r->made : n->made;
    if ((r->status == A3D_CODEC_OK) != sound)
        family_refuse(codec->name, size, sound ? "a sound stream is refused" : "a faulty stream is read");
    if (common > 0 && memcmp(n->out, n->out + n->out_size, common) != 0)
        family_refuse(codec->name, size, "the reader puts out other bytes than the control");
    if (sound && (r->used != n->used || r->made != n->made))
        family_refuse(codec->name, size, "a sound stream has another size");
    if (r->used > n->in_size || r->at > n->in_size || r->made > n->out_size || r->what == NULL)
        family_refuse(codec->name, size, "the result points beyond the stream");
}

/* The control's output lies before the reader's; both have exactly the room that was claimed. */
static void unpack(const block_codec *codec, a3d_arena *arena, const uint8_t *in, size_t size, size_t room)
{
    uint8_t *both = a3d_block_resize(arena, NULL, 2 * room + 1);
    if (both == NULL)
        return;
    naive n = {.in = in, .in_size = size, .out = both, .out_size = room};
    bool sound = codec->control(&n);
    uint8_t *own = a3d_block_resize(arena, NULL, room + (room == 0));
    if (own != NULL) {
        a3d_codec_result r = codec->unpack(in, size, own, room);
        memcpy(both + room, own, r.made <= room ? r.made : room);
        compare(codec, &r, &n, sound, size);
    }
}

static void round_trip(const block_codec *codec, a3d_arena *arena, const uint8_t *in, size_t size)
{
    size_t bound = codec->pack_bound(size);
    uint8_t *packed = a3d_block_resize(arena, NULL, bound), *back = a3d_block_resize(arena, NULL, size + 1);
    if (packed == NULL || back == NULL)
        return;
    size_t n = codec->pack(in, size, packed);
    a3d_codec_result r = codec->unpack(packed, n, back, size);
    if (n > bound || r.status != A3D_CODEC_OK || r.used != n || r.made != size || (size > 0 && memcmp(in, back, size) != 0))
        family_refuse(codec->name, size, "what was packed does not come back");
}

int codec_run(const block_codec *codec, const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena arena;
    if (size < 2 || size > MOST_PACKED)
        return 0;
    a3d_arena_init(&arena, &mem);
    unpack(codec, &arena, data + 2, size - 2, data[0] | (size_t)data[1] << 8);
    round_trip(codec, &arena, data, size);
    a3d_arena_free(&arena);
    return 0;
}
