/* limits.c - see limits.h */
#include "model/limits.h"

#include "base/never.h"

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Packed small records have up to 20 nodes for each byte of the file. They get them, up to what one file may hold in
 * memory by default. */
static uint64_t usual_nodes(uint64_t size)
{
    const uint64_t mebi = UINT64_C(1) << 20, small = 4 * mebi + 20 * size;
    return greater(4 * mebi + size / 2, small < 30 * mebi ? small : 30 * mebi);
}

void a3d_limits_fill(a3d_limits *limits, uint64_t size)
{
    const uint64_t mebi = UINT64_C(1) << 20;
    if (limits->input == 0 || limits->input > UINT32_MAX - 1)
        limits->input = UINT32_MAX - 1;
    if (limits->unpacked == 0)
        limits->unpacked = greater(64 * mebi, 200 * size);
    if (limits->nodes == 0)
        limits->nodes = usual_nodes(size);
    if (limits->depth == 0)
        limits->depth = 64;
    if (limits->findings == 0)
        limits->findings = 1000;
    if (limits->work == 0)
        limits->work = mebi + 64 * size;
}

void a3d_limits_lower_work(a3d_limits *limits, uint64_t size, uint64_t steps)
{
    a3d_limits filled = *limits;
    a3d_limits_fill(&filled, size);
    if (steps < filled.work)
        limits->work = greater(steps, 1); /* 0 would mean the default */
}

const char *a3d_limit_name(int limit)
{
    A3D_ASSERT(limit >= 0 && limit < A3D_LIMIT_COUNT);
    static const char *const names[] = {"none", "input", "unpacked", "nodes", "depth", "work", "streams", "memory"};
    return names[limit];
}

const a3d_limit_text a3d_limit_texts[] = {
    {"--max-input", "4 GiB - 2", "bytes of one file; larger files are refused"},
    {"--max-unpacked", "the greater of 64 MiB and 200 x input", "bytes of all unpacked streams of a file together"},
    {"--max-nodes", "4 Mi + 20 x input up to 30 Mi, or 4 Mi + input / 2",
     "nodes of the document (32 bytes each); the greater of both"},
    {"--max-depth", "64", "records inside records"},
    {"--max-findings", "1000", "findings kept for a file; further ones are counted"},
    {"--max-work", "1 Mi + 64 x (input + unpacked)",
     "steps; a node, 64 bytes scanned, 16 bytes unpacked or one comparison is a step"},
    {"--max-memory", "1 GiB",
     "bytes of memory for all inputs and threads of a run together; one file gets 15/16 of it"},
    {NULL, NULL, NULL},
};
