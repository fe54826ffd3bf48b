/* mutator_rules.c - which rules the files of a queue break, and which file broke one first; see mutator.h */
#include "mutator.h"

#include <string.h>

enum { RULES_LARGEST = 1 << 20, MOST_WORK = 1 << 20, LOOKS = 8 };

uint64_t mutator_hash(const uint8_t *data, size_t size)
{
    uint64_t hash = size * UINT64_C(0x9e3779b97f4a7c15), word;
    for (; size >= sizeof word; data += sizeof word, size -= sizeof word) {
        memcpy(&word, data, sizeof word);
        hash = (hash ^ word) * UINT64_C(0xd6e8feb86659fd93);
        hash ^= hash >> 32;
    }
    for (; size > 0; data++, size--)
        hash = (hash ^ *data) * UINT64_C(0x100000001b3);
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 32;
    return hash != 0 ? hash : 1;
}

static unsigned format_number(const a3d_format *format)
{
    unsigned n = 0;
    while (a3d_formats()[n] != NULL && a3d_formats()[n] != format)
        n++;
    return n;
}

static unsigned count_fresh(mutator_rules *r, const a3d_doc *doc)
{
    unsigned fresh = 0, format = format_number(doc->format);
    for (size_t i = 0; format < MUTATOR_FORMATS && i < doc->n_findings; i++) {
        unsigned rule = a3d_rule_index(doc->format, doc->findings[i].rule);
        if (rule >= MUTATOR_RULES)
            continue;
        uint8_t *byte = &r->seen[format][rule / 8], bit = (uint8_t)(1u << rule % 8);
        fresh += (*byte & bit) == 0;
        *byte |= bit;
    }
    return fresh;
}

/* The entry of a hash, or a free one if it has none, or NULL. */
static uint8_t *weight_of(mutator_rules *r, uint64_t hash, bool add)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        size_t at = (hash + i) % MUTATOR_WEIGHTS;
        if (r->weights[at].hash == 0 && add)
            r->weights[at].hash = hash;
        if (r->weights[at].hash == hash)
            return &r->weights[at].fresh;
    }
    return NULL;
}

unsigned mutator_rules_add(mutator_rules *r, const uint8_t *data, size_t size)
{
    a3d_arena arena;
    a3d_options options = {.limits = {.work = MOST_WORK}, .format = mutator_format(data, size)};
    if (size > RULES_LARGEST || options.format == NULL)
        return 0;
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    unsigned fresh = result != NULL && result->doc != NULL ? count_fresh(r, result->doc) : 0;
    a3d_arena_free(&arena);
    uint8_t *weight = fresh > 0 ? weight_of(r, mutator_hash(data, size), true) : NULL;
    if (weight != NULL)
        *weight = (uint8_t)(fresh < UINT8_MAX ? fresh : UINT8_MAX);
    return fresh;
}

unsigned mutator_rules_turn(mutator_rules *r, const uint8_t *data, size_t size)
{
    uint8_t *weight = weight_of(r, mutator_hash(data, size), false);
    unsigned fresh = weight != NULL ? *weight : 0;
    if (weight != NULL)
        *weight /= 2;
    return fresh;
}
