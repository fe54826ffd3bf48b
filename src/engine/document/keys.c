/* keys.c - see keys.h */
#include "engine/document/keys.h"
#include "base/never.h"
#include "base/sort.h"
#include "engine/document/context.h"
#include "engine/document/flat.h"

static int by_key(const void *a, const void *b)
{
    const a3d_key *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    if (p->space != q->space)
        return p->space < q->space ? -1 : 1;
    if (p->list != q->list)
        return p->list < q->list ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

typedef struct wanted {
    const a3d_row *row;
    bool big;
    int64_t value;
} wanted;

static int take_leaf(void *user, const a3d_leaf *leaf)
{
    wanted *w = user;
    if (A3D_NEVER(leaf->depth != 1) || leaf->rows[0] != w->row)
        return 0;
    w->value = a3d_load_type(leaf->data, leaf->shape->type, w->big);
    return 1;
}

bool a3d_element_value(const a3d_doc *doc, uint32_t list, uint32_t index, unsigned slot, int64_t *value)
{
    const a3d_node *node = a3d_at(doc, list);
    A3D_ASSERT(node->state == A3D_PRESENT && index < node->v.at.count);
    if (!node->flat) {
        uint32_t element = node->v.at.first + index;
        bool read = a3d_at(doc, element)->state == A3D_PRESENT;
        const a3d_node *field = read ? a3d_at(doc, a3d_field(doc, element, slot)) : NULL;
        if (field == NULL || field->state != A3D_PRESENT)
            return false;
        *value = field->v.i;
        return true;
    }
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t stream, off, size, at = a3d_flat_locate(doc, list, index, &size);
    const uint8_t *p = a3d_content(doc, node, &stream, &off);
    wanted w = {&type->rows[slot], doc->format->big_endian, 0};
    if (a3d_flat_element(doc, list, type, p + at, size, take_leaf, &w) != A3D_FLAT_ENDED)
        return false;
    *value = w.value;
    return true;
}

static int reserve_keys(a3d_ctx *ctx, uint32_t count)
{
    a3d_index *index = &ctx->index;
    a3d_key *keys = a3d_grow(ctx->doc->arena, index->keys, &index->cap, index->n + count, sizeof *keys);
    if (keys == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    index->keys = keys;
    return A3D_OK;
}

static int add_start(a3d_ctx *ctx, uint32_t list, int64_t first)
{
    a3d_index *index = &ctx->index;
    struct a3d_list_start *lists = a3d_grow(ctx->doc->arena, index->lists, &index->cap_lists, index->n_lists + 1,
                                            sizeof *lists);
    if (lists == NULL)
        return a3d_limit(ctx, A3D_LIMIT_MEMORY);
    index->lists = lists;
    lists[index->n_lists++] = (struct a3d_list_start){first, list};
    return A3D_OK;
}

static int add_keys(a3d_ctx *ctx, uint32_t list, int64_t *positions)
{
    const a3d_keys *k = &a3d_at(ctx->doc, list)->row->keys;
    uint32_t count = a3d_stored_count(a3d_at(ctx->doc, list));
    int64_t *next = &positions[k->space - 1];
    if (k->by_position && add_start(ctx, list, k->base + *next) != A3D_OK)
        return A3D_STOP;
    if (count > 0 && reserve_keys(ctx, count) != A3D_OK)
        return A3D_STOP;
    for (uint32_t i = 0; i < count; i++) {
        int64_t kind = k->space - 1, key = k->base + (*next)++;
        bool read = true;
        if (k->kind_slot != 0)
            read = a3d_element_value(ctx->doc, list, i, k->kind_slot - 1u, &kind);
        if (A3D_NEVER(!read)) /* the kind is the first field of an element */
            continue;
        if (A3D_NEVER(kind < 0) || kind > A3D_SPACE_OTHER)
            kind = A3D_SPACE_OTHER; /* kinds without a bit of their own share the last one */
        if (!k->by_position && !a3d_element_value(ctx->doc, list, i, k->slot, &key))
            continue;
        ctx->index.keys[ctx->index.n++] = (a3d_key){key, list, i, (uint32_t)kind, false};
        if (a3d_work(ctx, 1) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

/* Collects the nodes with keys and references where a3d_check_values did not. */
static int list_all(a3d_ctx *ctx)
{
    if (ctx->listed)
        return A3D_OK;
    ctx->keyed.n = ctx->refs.n = 0;
    for (uint32_t i = 0; i < ctx->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(ctx->doc, i);
        if (node->state == A3D_PRESENT && a3d_is_linked(node) && a3d_list_linked(ctx, i) != A3D_OK)
            return A3D_STOP;
    }
    return A3D_OK;
}

static bool is_sorted(const a3d_index *index)
{
    size_t i = 1;
    while (i < index->n && by_key(&index->keys[i - 1], &index->keys[i]) < 0)
        i++;
    return i >= index->n;
}

static size_t sorting_steps(const a3d_index *index)
{
    size_t depth = 1;
    for (size_t n = index->n; n > 1; n /= 2)
        depth++;
    return index->n * depth;
}

int a3d_index_build(a3d_ctx *ctx)
{
    int64_t positions[64] = {0};
    a3d_index *index = &ctx->index;
    if (list_all(ctx) != A3D_OK)
        return A3D_STOP;
    for (size_t i = 0; i < ctx->keyed.n; i++)
        if (add_keys(ctx, ctx->keyed.at[i], positions) != A3D_OK)
            return A3D_STOP;
    index->last = a3d_arena_alloc(ctx->doc->arena, A3D_ASKED_LAST * sizeof *index->last); /* zeroed entries match no
                                                                                             search, since a search
                                                                                             has at least one space */
    if (!is_sorted(index)) /* most writers number elements consecutively */
        a3d_sort(index->keys, index->n, sizeof *index->keys, by_key);
    return a3d_work(ctx, sorting_steps(index));
}

typedef struct a3d_kept {
    a3d_index index;
    a3d_list refs;
} kept;

void a3d_index_keep(a3d_ctx *ctx)
{
    kept *k = ctx->doc->links > 0 && ctx->listed ? a3d_arena_alloc(ctx->doc->arena, sizeof *k) : NULL;
    if (k == NULL)
        return;
    *k = (kept){ctx->index, ctx->refs};
    k->index.last = NULL;
    ctx->doc->kept = k;
}

int a3d_index_again(a3d_ctx *ctx)
{
    const kept *k = ctx->doc->kept;
    if (k == NULL)
        return a3d_index_build(ctx);
    ctx->index = k->index;
    ctx->refs = k->refs;
    return a3d_work(ctx, k->index.n + sorting_steps(&k->index));
}

void a3d_index_free(a3d_ctx *ctx)
{
    a3d_block_resize(ctx->doc->arena, ctx->index.keys, 0);
    a3d_block_resize(ctx->doc->arena, ctx->index.lists, 0);
    ctx->index = (a3d_index){0};
}

/* One step of a binary search among n keys from `low` on; `less` is whether the middle one is less. Few keys are close
 * together in memory, so arithmetic is faster than a branch, which is hard to predict. Among many keys the branch is
 * better, because the processor fetches the next key that it predicts. */
static inline void halve(size_t *low, size_t *n, bool less)
{
    enum { FEW = 64 };
    size_t half = *n / 2;
    if (*n > FEW) {
        if (less)
            *low += half + 1;
        *n = less ? *n - half - 1 : half;
        return;
    }
    *low += (0 - (size_t)less) & (half + 1);
    *n = half - ((size_t)less & ~*n & 1);
}

/* Finds the key in one space among the keys from `low` on. Equal keys are sorted by space. */
static a3d_key *find_in(const a3d_index *index, size_t low, int64_t key, unsigned space, size_t *steps)
{
    for (size_t n = index->n - low; n > 0; ++*steps) {
        const a3d_key *k = &index->keys[low + n / 2];
        halve(&low, &n, (k->key < key) | ((k->key == key) & (k->space < space)));
    }
    return low < index->n && index->keys[low].key == key && index->keys[low].space == space ? &index->keys[low] : NULL;
}

/* The same where the first of the keys from `low` on, which is the searched one, is in one of the spaces: the halving
 * then always ends at it. Returns how many steps the searches in all spaces up to its own take. */
static size_t steps_to_first(const a3d_index *index, size_t low, uint64_t spaces)
{
    size_t depth = 0, searches = 0;
    for (size_t n = index->n - low; n > 0; n /= 2)
        depth++;
    for (spaces &= UINT64_MAX >> (A3D_SPACE_OTHER - index->keys[low].space); spaces != 0; spaces &= spaces - 1)
        searches++;
    return depth * searches;
}

/* Finds a key, whose first place may be `low`, in any of the spaces. */
static a3d_key *find_from(const a3d_index *index, size_t low, int64_t key, uint64_t spaces, size_t *steps)
{
    a3d_key *first = low < index->n ? &index->keys[low] : NULL, *found = NULL;
    if (first == NULL || first->key != key)
        return NULL;
    if (spaces >> first->space & 1) {
        *steps += steps_to_first(index, low, spaces);
        return first;
    }
    for (unsigned space = 0; space <= A3D_SPACE_OTHER && found == NULL; space++)
        if (spaces >> space & 1)
            found = find_in(index, low, key, space, steps);
    return found;
}

/* Most writers number elements consecutively; then a key is found by its distance from the first. */
static bool find_by_distance(const a3d_index *index, int64_t key, size_t *at)
{
    uint64_t distance = index->n > 0 ? (uint64_t)key - (uint64_t)index->keys[0].key : 0;
    if (distance >= index->n || index->keys[distance].key != key ||
        (distance > 0 && index->keys[distance - 1].key == key))
        return false;
    *at = (size_t)distance;
    return true;
}

/* Where a search would be cached. The same key is often searched again, such as the material of each surface. */
static a3d_asked *cached(const a3d_index *index, uint64_t spaces, int64_t key)
{
    uint64_t mixed = ((uint64_t)key ^ spaces) * UINT64_C(0x9e3779b97f4a7c15);
    return index->last != NULL ? &index->last[mixed >> 32 & (A3D_ASKED_LAST - 1)] : NULL;
}

const a3d_key *a3d_index_find(a3d_ctx *ctx, uint64_t spaces, int64_t key)
{
    const a3d_index *index = &ctx->index;
    a3d_asked *last = cached(index, spaces, key);
    if (last != NULL && last->spaces == spaces && last->key == key)
        return a3d_work(ctx, 1) == A3D_OK ? last->found : NULL;
    size_t low = 0, steps = 1;
    for (size_t n = find_by_distance(index, key, &low) ? 0 : index->n; n > 0; steps++)
        halve(&low, &n, index->keys[low + n / 2].key < key);
    a3d_key *found = find_from(index, low, key, spaces, &steps);
    if (found != NULL)
        found->used = true;
    if (last != NULL)
        *last = (a3d_asked){spaces, key, found};
    return a3d_work(ctx, steps) == A3D_OK ? found : NULL;
}

const a3d_key *a3d_index_any(const a3d_ctx *ctx, int64_t key)
{
    const a3d_index *index = &ctx->index;
    size_t low = 0, high = index->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (index->keys[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < index->n && index->keys[low].key == key ? &index->keys[low] : NULL;
}

uint32_t a3d_key_node(const a3d_doc *doc, const a3d_key *key)
{
    const a3d_node *list = a3d_at(doc, key->list);
    return list->flat ? A3D_NO_NODE : list->v.at.first + key->index;
}
