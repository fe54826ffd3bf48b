/* judge_hex.c - the lines of hex, folded and whole, tile each stream; see judge.h */
#include "judge.h"
#include "report/hex/lines.h"

#include <stdio.h>

typedef struct tiling {
    const a3d_doc *doc;
    bool full;
    uint32_t stream;
    uint64_t pos; /* where the next line of the stream must begin */
    bool failed;
    char *why;
    size_t room;
} tiling;

static void fail(tiling *t, const char *what, uint64_t at)
{
    if (!t->failed)
        snprintf(t->why, t->room, "hex%s, stream %u at %llu: %s", t->full ? " --full" : "", (unsigned)t->stream, (unsigned long long)at, what);
    t->failed = true;
}

/* The stream that is under way ends here, and those without a line before `next` have no bytes. */
static void go_to(tiling *t, uint32_t next)
{
    for (; t->stream < next; t->stream++, t->pos = 0)
        if (t->pos != t->doc->streams[t->stream].size)
            fail(t, "the lines end before the stream does", t->pos);
}

static void take(void *user, const a3d_hex_line *line)
{
    tiling *t = user;
    if (line->piece->stream < t->stream)
        fail(t, "a line of an earlier stream", line->off);
    go_to(t, line->piece->stream);
    if (line->off != t->pos)
        fail(t, line->off > t->pos ? "bytes are left out" : "bytes are shown twice", t->pos);
    if (line->size == 0)
        fail(t, "a line without bytes", line->off);
    if (t->full && line->kind == A3D_HEX_FOLD)
        fail(t, "bytes are folded", line->off);
    if (line->piece->part == A3D_PART_UNOWNED)
        fail(t, "no field owns the bytes", line->off);
    t->pos = (uint64_t)line->off + line->size;
}

static bool keep_none(void *user, uint32_t stream, uint32_t off, uint32_t size)
{
    (void)user, (void)stream, (void)off, (void)size;
    return false;
}

bool judge_hex(const a3d_doc *doc, char *why, size_t room)
{
    a3d_pieces pieces;
    bool good = true;
    if (!a3d_pieces_make(&pieces, doc, doc->arena))
        return true; /* that memory ran out is judged elsewhere */
    for (int full = 0; good && full < 2; full++) {
        tiling t = {.doc = doc, .full = full != 0, .why = why, .room = room};
        a3d_hex_cutter cutter = {doc, t.full, keep_none, take, &t};
        for (size_t i = 0; i < pieces.n; i++)
            a3d_hex_cut(&cutter, &pieces.at[i]);
        go_to(&t, (uint32_t)doc->n_streams);
        good = !t.failed;
    }
    a3d_pieces_free(&pieces, doc->arena);
    return good;
}
