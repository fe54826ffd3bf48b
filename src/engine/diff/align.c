/* align.c - see align.h */
#include "engine/diff/align.h"
#include "model/row.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LIKENED = 4096, MOST_DEPTH = 12 };

/* The elements a..a_end and b..b_end. */
typedef struct range {
    uint32_t a, a_end, b, b_end;
} range;

/* An element of either side, for sorting by hash. */
typedef struct entry {
    uint64_t hash;
    uint32_t index, side;
} entry;

static void put(a3d_alignment *x, uint32_t a, uint32_t b)
{
    x->pairs[x->n++] = (a3d_pair){a, b};
}

static int by_hash(const void *left, const void *right)
{
    const entry *l = left, *r = right;
    if (l->hash != r->hash)
        return l->hash < r->hash ? -1 : 1;
    if (l->side != r->side)
        return l->side < r->side ? -1 : 1;
    return (l->index > r->index) - (l->index < r->index);
}

static int by_a(const void *left, const void *right)
{
    const a3d_pair *l = left, *r = right;
    if (l->a != r->a)
        return l->a < r->a ? -1 : 1;
    return l->b < r->b ? -1 : l->b > r->b;
}

static entry *sorted(const a3d_alignment *x, const range *r, size_t *n)
{
    *n = (size_t)(r->a_end - r->a) + (r->b_end - r->b);
    entry *all = a3d_block_resize(x->arena, NULL, (*n + 1) * sizeof *all), *at = all;
    for (uint32_t i = r->a; all != NULL && i < r->a_end; i++)
        *at++ = (entry){x->a[i], i, 0};
    for (uint32_t i = r->b; all != NULL && i < r->b_end; i++)
        *at++ = (entry){x->b[i], i, 1};
    if (all != NULL)
        qsort(all, *n, sizeof *all, by_hash);
    return all;
}

/* ---- equal elements that occur once on each side ---- */

/* Collects these pairs in the order of a. `out` needs room for n / 2 pairs. */
static size_t unique_pairs(const entry *all, size_t n, a3d_pair *out)
{
    size_t found = 0;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && all[end].hash == all[i].hash; end++)
            continue;
        if (end - i == 2 && all[i].side == 0 && all[i + 1].side == 1)
            out[found++] = (a3d_pair){all[i].index, all[i + 1].index};
    }
    if (found > 0)
        qsort(out, found, sizeof *out, by_a);
    return found;
}

/* Keeps the longest run of pairs that also ascends in b. `scratch` has room for two numbers per pair. */
static size_t longest_ascending(a3d_pair *pairs, size_t n, uint32_t *scratch)
{
    uint32_t *ends = scratch, *before = scratch + n; /* ends[k]: the pair that ends the best run of k + 1 pairs */
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        size_t low = 0, high = length;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (pairs[ends[middle]].b < pairs[i].b)
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? ends[low - 1] : A3D_NO_NODE;
        ends[low] = (uint32_t)i;
        length = low == length ? length + 1 : length;
    }
    uint32_t at = length > 0 ? ends[length - 1] : A3D_NO_NODE;
    for (size_t k = length; k-- > 0; at = before[at])
        ends[k] = at;
    for (size_t k = 0; k < length; k++)
        pairs[k] = pairs[ends[k]];
    return length;
}

/* ---- the elements between them ---- */

static void pair_from_front(a3d_alignment *x, range r)
{
    while (r.a < r.a_end && r.b < r.b_end)
        put(x, r.a++, r.b++);
    while (r.a < r.a_end)
        put(x, r.a++, A3D_NO_NODE);
    while (r.b < r.b_end)
        put(x, A3D_NO_NODE, r.b++);
}

/* Finds the pairing with the highest total likeness, by dynamic programming: best[i][j] is the highest total from
 * element i of a and j of b on. */
static bool pair_by_likeness(a3d_alignment *x, range r)
{
    uint32_t rows = r.a_end - r.a, columns = r.b_end - r.b, wide = columns + 1;
    size_t cells = (size_t)(rows + 1) * wide;
    uint32_t *best = a3d_block_resize(x->arena, NULL, 2 * cells * sizeof *best);
    if (best == NULL)
        return false;
    uint32_t *like = best + cells;
    memset(best, 0, cells * sizeof *best);
    for (uint32_t i = rows; i-- > 0;)
        for (uint32_t j = columns; j-- > 0;) {
            uint32_t here = x->likeness(x->user, r.a + i, r.b + j), at = i * wide + j;
            uint32_t skip = best[at + wide] > best[at + 1] ? best[at + wide] : best[at + 1];
            like[at] = here;
            best[at] = here > 0 && best[at + wide + 1] + here >= skip ? best[at + wide + 1] + here : skip;
        }
    uint32_t i = 0, j = 0;
    while (i < rows && j < columns) {
        uint32_t at = i * wide + j;
        if (like[at] > 0 && best[at] == best[at + wide + 1] + like[at])
            put(x, r.a + i++, r.b + j++);
        else if (best[at] == best[at + wide])
            put(x, r.a + i++, A3D_NO_NODE);
        else
            put(x, A3D_NO_NODE, r.b + j++);
    }
    pair_from_front(x, (range){r.a + i, r.a_end, r.b + j, r.b_end});
    a3d_block_resize(x->arena, best, 0);
    return true;
}

static bool pair_rest(a3d_alignment *x, range r)
{
    uint64_t rows = r.a_end - r.a, columns = r.b_end - r.b;
    if (rows != columns && rows > 0 && columns > 0 && x->likeness != NULL && rows * columns <= MOST_LIKENED)
        return pair_by_likeness(x, r);
    pair_from_front(x, r);
    return true;
}

static bool pair_range(a3d_alignment *x, range r, unsigned depth);

/* Pairs the ranges between the fixed pairs. */
static bool pair_around(a3d_alignment *x, range r, unsigned depth, const a3d_pair *fixed, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!pair_range(x, (range){r.a, fixed[i].a, r.b, fixed[i].b}, depth + 1))
            return false;
        put(x, fixed[i].a, fixed[i].b);
        r.a = fixed[i].a + 1;
        r.b = fixed[i].b + 1;
    }
    return pair_range(x, r, depth + 1);
}

static bool pair_middle(a3d_alignment *x, range r, unsigned depth)
{
    size_t n, found;
    entry *all = sorted(x, &r, &n);
    a3d_pair *pairs = all != NULL ? a3d_block_resize(x->arena, NULL, (n + 1) * 2 * sizeof *pairs) : NULL;
    bool ok = pairs != NULL;
    if (ok) {
        found = longest_ascending(pairs, unique_pairs(all, n, pairs), (uint32_t *)(pairs + n + 1));
        ok = found > 0 ? pair_around(x, r, depth, pairs, found) : pair_rest(x, r);
    }
    if (pairs != NULL)
        a3d_block_resize(x->arena, pairs, 0);
    if (all != NULL)
        a3d_block_resize(x->arena, all, 0);
    return ok;
}

static bool pair_range(a3d_alignment *x, range r, unsigned depth)
{
    uint32_t same = 0;
    for (; r.a < r.a_end && r.b < r.b_end && x->a[r.a] == x->b[r.b]; r.a++, r.b++)
        put(x, r.a, r.b);
    while (r.a < r.a_end && r.b < r.b_end && x->a[r.a_end - 1] == x->b[r.b_end - 1]) {
        r.a_end--;
        r.b_end--;
        same++;
    }
    bool ok = r.a == r.a_end || r.b == r.b_end || depth >= MOST_DEPTH ? pair_rest(x, r) : pair_middle(x, r, depth);
    for (uint32_t i = 0; ok && i < same; i++)
        put(x, r.a_end + i, r.b_end + i);
    return ok;
}

bool a3d_align(a3d_alignment *x)
{
    x->n = 0;
    return pair_range(x, (range){0, x->n_a, 0, x->n_b}, 0);
}

bool a3d_align_keys(a3d_alignment *x)
{
    size_t n, mine, theirs;
    range r = {0, x->n_a, 0, x->n_b};
    entry *all = sorted(x, &r, &n);
    if (all == NULL)
        return false;
    x->n = 0;
    for (size_t i = 0; i < n; i = theirs) {
        for (mine = i; mine < n && all[mine].hash == all[i].hash && all[mine].side == 0; mine++)
            continue;
        for (theirs = mine; theirs < n && all[theirs].hash == all[i].hash; theirs++)
            continue;
        for (size_t k = i, l = mine; k < mine || l < theirs; k++, l++)
            put(x, k < mine ? all[k].index : A3D_NO_NODE, l < theirs ? all[l].index : A3D_NO_NODE);
    }
    a3d_block_resize(x->arena, all, 0);
    if (x->n > 0)
        qsort(x->pairs, x->n, sizeof *x->pairs, by_a);
    return true;
}
