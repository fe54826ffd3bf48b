/* family.c - see family.h */
#include "family.h"
#include "base/bytes.h"
#include "engine/document/plan_cache.h"
#include "judge.h"
#include "pool.h"
#include "second.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 8, CHOICES = 8, ONE_IN = 16, SECOND_IN = 4, MOST_POWER = 24 };

void family_refuse(const char *who, size_t size, const char *what)
{
    if (pool_refused())
        return;
    fprintf(stderr, "%s, %zu bytes: %s\n", who, size, what);
    abort();
}

uint32_t family_digest(const uint8_t *data, size_t size)
{
    uint64_t hash = size;
    for (; size >= 8; data += 8, size -= 8)
        hash = (hash ^ a3d_load64(data, false)) * UINT64_C(0x9e3779b97f4a7c15) ^ hash >> 29;
    for (; size > 0; data++, size--)
        hash = (hash ^ *data) * UINT64_C(0x100000001b3);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(hash >> 32);
}

bool family_is_full(void)
{
    static int every = -1;
    if (every < 0) {
        const char *mode = getenv("A3D_HARNESS");
        every = mode != NULL && strcmp(mode, "full") == 0;
    }
    return every;
}

/* What all runs share; but where memory is refused each asks for everything itself. */
static a3d_plan_cache *kept_tables(void)
{
    static a3d_plan_cache sorted;
    if (pool_starving())
        return NULL;
    if (sorted.n == 0)
        a3d_plan_cache_init(&sorted, NULL);
    sorted.at_once = true;
    return &sorted;
}

static uint64_t power(uint8_t choice)
{
    return choice != 0 ? UINT64_C(1) << choice % MOST_POWER : 0;
}

/* Limits, and the request for memory that fails, from the bytes before the mark. */
static void run_bounded(pool *memory, const a3d_format *format, const uint8_t *data, uint32_t size)
{
    const uint8_t *choice = data + size;
    a3d_limits limits = {.unpacked = choice[3] != 0 ? power(choice[3]) : (uint64_t)1 << MOST_POWER, .nodes = power(choice[4]),
                         .depth = choice[5], .findings = choice[6], .work = power(choice[7])};
    a3d_allocator mem = pool_restart(memory);
    memory->fail_at = choice[0] | (uint32_t)choice[1] << 8;
    memory->stays = choice[2] == 1 || choice[2] == 3;
    mem.chunk = choice[2] == 2 || choice[2] == 3;
    judge_how how = {.mem = &mem, .limits = &limits, .bounded = true, .seen = family_rules_seen};
    judged result = judge_with(format, data, size, &how);
    memory->refused = false; /* what a bounded judgement asks holds all the same */
    if (result.broken[0] != '\0')
        family_refuse(format->name, size, result.broken);
}

void family_seen(const a3d_doc *doc)
{
    family_rules_seen(doc);
    const a3d_stream *file = &doc->streams[0];
    const char *differs = second_opinion(doc, file->data, file->size);
    if (differs != NULL)
        family_refuse(doc->format->name, file->size, differs);
}

int family_run(const a3d_format *format, const uint8_t *data, size_t size)
{
    static pool memory;
    if (size >= UINT32_MAX)
        return 0;
    if (size >= MARK + CHOICES && memcmp(data + size - MARK, "A3DLIMIT", MARK) == 0) {
        run_bounded(&memory, format, data, (uint32_t)size - MARK - CHOICES);
        return 0;
    }
    a3d_allocator mem = pool_restart(&memory);
    bool every = family_is_full();
    uint32_t hash = family_digest(data, size), choice = every ? JUDGE_ALL : hash & 0xffff;
    bool full = every || (hash >> 16) % ONE_IN == 0;
    bool second = full || (hash >> 20) % SECOND_IN == 0;
    judge_how how = {.mem = &mem, .plan_cache = kept_tables(), .quick = !full, .once = full, .untiled = (choice & JUDGE_TILES) != JUDGE_TILES,
                     .seen = second ? family_seen : family_rules_seen};
    judged result = judge_with(format, data, (uint32_t)size, &how);
    if (full && result.broken[0] == '\0')
        judge_reports(format, data, (uint32_t)size, &how, choice, &result);
    if (result.broken[0] != '\0')
        family_refuse(format->name, size, result.broken);
    return 0;
}
