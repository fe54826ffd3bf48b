/* zlib_control.h - what zlib's inflate says of a stream, in the words of codec/inflate.h, to compare ours with it. */
#ifndef A3D_HARNESSES_ZLIB_CONTROL_H
#define A3D_HARNESSES_ZLIB_CONTROL_H

#include "codec/inflate.h"

#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

typedef struct zlib_verdict {
    int code;
    bool more; /* it holds more than there is room for */
    size_t used, made;
    const char *what; /* of faulty deflate data; NULL: the header or the checksum is wrong */
    size_t bit;       /* the place of the fault, counted in bits */
} zlib_verdict;

/* zlib reports faults only by its message, and has read some values before it rejects them. */
static inline void zlib_explain(zlib_verdict *v, const z_stream *z)
{
    static const struct {
        const char *zlib, *what;
        unsigned back; /* bits of the rejected value that were taken */
    } known[] = {
        {"invalid block type", "a block has the reserved type 3", 2},
        {"invalid stored block lengths", "the length of a stored block does not match its complement", 0},
        {"too many length or distance symbols", "a block has more than 286 length or 30 distance codes", 14},
        {"invalid code lengths set", "the code lengths of the code length code make no complete code", 0},
        {"invalid bit length repeat", "a repeated code length has none before it or runs past the last", 0},
        {"invalid code -- missing end-of-block", "a block has no code for its end", 0},
        {"invalid literal/lengths set", "the literal and length code lengths make no complete code", 0},
        {"invalid distances set", "the distance code lengths make no complete code", 0},
        {"invalid literal/length code", "a literal or length code is not one that the block defines", 0},
        {"invalid distance code", "a distance code is not one that the block defines", 0},
        {"invalid distance too far back", "a back-reference points before the start of the unpacked data", 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (z->msg != NULL && strcmp(z->msg, known[i].zlib) == 0) {
            v->what = known[i].what;
            v->bit = v->used * 8 - ((size_t)z->data_type & 63) - known[i].back;
        }
    }
}

/* Reads a zlib stream, or raw deflate data. `out` has one byte more than `room`. */
static inline zlib_verdict zlib_read(const uint8_t *in, size_t size, uint8_t *out, size_t room, bool raw)
{
    zlib_verdict v = {.code = Z_MEM_ERROR};
    z_stream z = {.next_in = in, .avail_in = (uInt)size, .next_out = out, .avail_out = (uInt)room + 1};
    if (inflateInit2(&z, raw ? -15 : 15) != Z_OK)
        return v;
    v.code = inflate(&z, Z_FINISH);
    v.used = size - z.avail_in;
    v.made = room + 1 - z.avail_out;
    v.more = v.made > room;
    if (v.code == Z_DATA_ERROR)
        zlib_explain(&v, &z);
    (void)inflateEnd(&z);
    return v;
}

/* Compares with what ours says: `more`, or the result. Returns how they differ, or NULL. */
static inline const char *zlib_differs(const zlib_verdict *v, bool more, size_t made, const a3d_codec_result *r,
                                       size_t size)
{
    if (more || v->more)
        return more != v->more ? "one says that more follows" : NULL;
    if (r->made != made || r->used > size || r->at > size || r->bit > 7)
        return "places outside";
    if ((r->status == A3D_CODEC_OK) != (v->code == Z_STREAM_END))
        return "only one accepts it";
    if (v->made != made)
        return "other sizes";
    if (v->code == Z_STREAM_END)
        return v->used != r->used ? "other ends" : NULL;
    if ((r->status == A3D_CODEC_BAD_BLOCK) != (v->what != NULL))
        return "only one finds faulty data";
    if (v->what != NULL && strcmp(v->what, r->what) != 0)
        return "other reasons";
    if (v->what != NULL && r->at * 8 + r->bit != v->bit)
        return "other places";
    if (size <= 2 || r->status == A3D_CODEC_PRESET_DICTIONARY)
        return NULL; /* ours says more of a header without the bytes after it */
    return (r->status == A3D_CODEC_INPUT_ENDS) != (v->code == Z_BUF_ERROR) ? "only one wants more input" : NULL;
}

#endif
