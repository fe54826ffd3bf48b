/* alternativa.c - checks texts, parents and lists; see alternativa.h */
#include "formats/alternativa/alternativa.h"
#include "base/bytes.h"
#include "base/never.h"
#include "base/sort.h"
#include "engine/check/links.h"
#include "engine/document/findings.h"
#include "engine/document/flat.h"

#include <string.h>

bool a3d_alternativa_open(a3d_alternativa *s, a3d_ctx *ctx, const uint16_t *rules)
{
    *s = (a3d_alternativa){ctx, rules, a3d_arena_alloc(ctx->scratch, ctx->format->n_rules * sizeof *s->noted)};
    if (s->noted == NULL)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
    return s->noted != NULL;
}

a3d_finding *a3d_alternativa_report(a3d_alternativa *s, unsigned rule, uint32_t node, uint32_t stream, uint32_t off,
                                    uint32_t size)
{
    A3D_ASSERT(rule > 0 && rule < s->ctx->format->n_rules);
    a3d_doc *doc = s->ctx->doc;
    const a3d_rule *r = &s->ctx->format->rules[rule];
    if (r->severity != A3D_NOTE)
        return a3d_report(s->ctx, r, node, stream, off, size);
    if (a3d_alternativa_noted(s, rule, node))
        return &s->ctx->spare;
    size_t before = doc->n_findings;
    a3d_finding *f = a3d_report(s->ctx, r, node, stream, off, size);
    if (doc->n_findings > before)
        s->noted[rule] = (uint32_t)doc->n_findings;
    return f;
}

a3d_finding *a3d_alternativa_report_node(a3d_alternativa *s, unsigned rule, uint32_t node)
{
    const a3d_node *n = a3d_at(s->ctx->doc, node);
    return a3d_alternativa_report(s, rule, node, n->stream, n->off, n->size);
}

uint32_t a3d_alternativa_number(const a3d_alternativa *s, const a3d_finding *f)
{
    return f == &s->ctx->spare ? 0 : (uint32_t)(f - s->ctx->doc->findings) + 1;
}

void a3d_alternativa_missing(const a3d_alternativa *s, a3d_finding *f)
{
    if (f->cause == A3D_NO_CAUSE)
        f->cause = a3d_missing_cause(s->ctx->doc);
}

/* ---- reading the document ---- */

const a3d_node *a3d_present(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    if (a3d_at(doc, record)->state != A3D_PRESENT)
        return NULL;
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, slot));
    return node->state == A3D_PRESENT ? node : NULL;
}

a3d_bytes a3d_bytes_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    static const uint8_t nothing[1] = {0};
    a3d_bytes b = {.node = A3D_NO_NODE};
    const a3d_node *node = a3d_present(doc, record, slot);
    if (node == NULL)
        return b;
    const a3d_shape *shape = a3d_shape_of(node);
    uint32_t width = shape->kind == A3D_ARRAY ? a3d_width(shape->type)
                                              : a3d_flat_stride(doc, (uint32_t)(node - doc->nodes), shape->record);
    b.node = (uint32_t)(node - doc->nodes);
    b.data = a3d_content(doc, node, &b.stream, &b.off);
    b.data = b.data != NULL ? b.data : nothing;
    b.count = node->v.at.count;
    b.size = b.count * width;
    return b;
}

uint32_t a3d_elements(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first)
{
    const a3d_node *list = a3d_present(doc, record, slot);
    bool none = list == NULL || list->flat;
    *first = none ? A3D_NO_NODE : list->v.at.first;
    return none ? 0 : list->v.at.count;
}

/* ---- texts ---- */

void a3d_text_list_add(a3d_alternativa *s, a3d_text_list *words, uint32_t record, unsigned slot)
{
    a3d_bytes b = a3d_bytes_of(s->ctx->doc, record, slot);
    if (b.data == NULL || b.size == 0)
        return;
    a3d_text_entry *at = a3d_grow(s->ctx->scratch, words->at, &words->cap, words->n + 1, sizeof *at);
    if (at == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    words->at = at;
    at[words->n++] = (a3d_text_entry){b.data, b.size, b.node};
    words->bytes += b.size;
}

static int compare_texts(const uint8_t *a, uint32_t a_size, const uint8_t *b, uint32_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order != 0 ? order : a_size < b_size ? -1 : a_size > b_size;
}

static int by_text(const void *a, const void *b)
{
    const a3d_text_entry *p = a, *q = b;
    int order = compare_texts(p->text, p->size, q->text, q->size);
    return order != 0 ? order : (p->node > q->node) - (p->node < q->node);
}

static uint64_t depth_of(uint64_t n)
{
    uint64_t depth = 1;
    for (; n > 1; n /= 2)
        depth++;
    return depth;
}

void a3d_text_list_sort(a3d_alternativa *s, a3d_text_list *words)
{
    uint64_t depth = depth_of(words->n);
    if (a3d_work(s->ctx, depth * (words->n + words->bytes / 64)) != A3D_OK)
        words->n = 0;
    if (words->n > 1)
        a3d_sort(words->at, words->n, sizeof *words->at, by_text);
}

size_t a3d_text_list_count(a3d_alternativa *s, const a3d_text_list *words, a3d_bytes text)
{
    size_t low = 0, high = words->n, n = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const a3d_text_entry *w = &words->at[middle];
        if (compare_texts(w->text, w->size, text.data, text.size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    /* callers only ask whether there is more than one */
    while (n < 2 && low + n < words->n &&
           compare_texts(words->at[low + n].text, words->at[low + n].size, text.data, text.size) == 0)
        n++;
    a3d_work(s->ctx, depth_of(words->n) * (1 + text.size / 64));
    return n;
}

int a3d_quoted(size_t size)
{
    enum { MOST = 80 };
    return (int)(size < MOST ? size : MOST);
}

void a3d_text_list_report_repeats(a3d_alternativa *s, const a3d_text_list *words, unsigned rule, const char *what)
{
    for (size_t i = 1; i < words->n; i++) {
        const a3d_text_entry *w = &words->at[i], *before = w - 1;
        if (compare_texts(before->text, before->size, w->text, w->size) == 0)
            a3d_say(s->ctx, a3d_alternativa_report_node(s, rule, w->node),
                    "%s \"%.*s\" is already used; expected another", what, a3d_quoted(w->size), (const char *)w->text);
    }
}

/* Checks A3D-054, which counts characters, not bytes, and A3D-064. */
static void check_text(a3d_alternativa *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->ctx->doc, index);
    uint32_t stream, off, characters = 0, n = node->v.at.count;
    const uint8_t *p = a3d_content(s->ctx->doc, node, &stream, &off);
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        a3d_say(s->ctx, a3d_alternativa_report(s, s->rules[A3D_SAYS_STRING_BOM], index, stream, off, 3),
                "%s starts with a byte order mark; expected none, because the reference loader drops it",
                a3d_row_name(node->row));
    if (n <= A3D_MOST_CHARACTERS || a3d_work(s->ctx, n / 64) != A3D_OK)
        return;
    for (uint32_t i = 0; i < n; i++)
        characters += (p[i] & 0xc0) != 0x80;
    if (characters <= A3D_MOST_CHARACTERS)
        return;
    a3d_finding *f = a3d_alternativa_report_node(s, s->rules[A3D_SAYS_STRING_LENGTH], index);
    a3d_actual(f, characters);
    a3d_expect(f, 0, A3D_MOST_CHARACTERS);
    a3d_say(s->ctx, f, "%s has %s; expected at most 2,097,152", a3d_row_name(node->row),
            a3d_amount_of(characters, "character").text);
}

void a3d_check_texts(a3d_alternativa *s, void (*check)(a3d_alternativa *s, uint32_t text))
{
    size_t at = 0;
    for (uint32_t i; (i = a3d_next_text(s->ctx, &at)) != A3D_NO_NODE && !a3d_alternativa_stopped(s);)
        check(s, i);
    at = 0;
    for (uint32_t i; (i = a3d_next_text(s->ctx, &at)) != A3D_NO_NODE && !a3d_alternativa_stopped(s);)
        check_text(s, i);
}

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Checks A3D-138 and A3D-139. A url that starts with a NUL counts as empty. */
void a3d_check_url(a3d_alternativa *s, uint32_t image, unsigned slot)
{
    a3d_bytes url = a3d_bytes_of(s->ctx->doc, image, slot);
    if (url.data == NULL)
        return;
    if (url.size == 0 || url.data[0] == 0) {
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_URL_EMPTY], url.node),
                "url is empty; expected the path of an image");
        return;
    }
    bool drive = url.size >= 2 && is_letter(url.data[0]) && url.data[1] == ':';
    if (drive || url.data[0] == '/' || url.data[0] == '\\')
        a3d_say(
            s->ctx,
            a3d_alternativa_report(s, s->rules[A3D_SAYS_URL_RELATIVE], url.node, url.stream, url.off, drive ? 2 : 1),
            "url is \"%.*s\", an absolute path; expected a relative one, which other computers can find",
            a3d_quoted(url.size), (const char *)url.data);
}

/* ---- values that repeat ---- */

static int by_value(const void *a, const void *b)
{
    const a3d_indexed_value *p = a, *q = b;
    if (p->value != q->value)
        return p->value < q->value ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

a3d_indexed_value *a3d_sorted_values(a3d_alternativa *s, const a3d_bytes *array, uint32_t start, uint32_t count,
                                     uint32_t stride, uint32_t at, unsigned type)
{
    if (array->data == NULL || count == 0 || a3d_work(s->ctx, count * depth_of(count)) != A3D_OK)
        return NULL;
    a3d_indexed_value *members = a3d_arena_alloc(s->ctx->scratch, count * sizeof *members);
    if (members == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        members[i] = (a3d_indexed_value){a3d_load_type(array->data + (size_t)(start + i) * stride + at, type, true),
                                         start + i};
    a3d_sort(members, count, sizeof *members, by_value);
    return members;
}

bool a3d_has_value(const a3d_indexed_value *sorted, uint32_t count, int64_t value)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sorted[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && sorted[low].value == value;
}

/* ---- parents ---- */

static void report_cycle(a3d_alternativa *s, const a3d_child *children, uint32_t at)
{
    uint32_t least = at, length = 1;
    for (uint32_t i = children[at].parent; i != at; i = children[i].parent, length++)
        least = i < least ? i : least;
    if (length == 1)
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_PARENT_SELF], children[at].field),
                "parentId is %lld, the id of the node itself; expected another node",
                (long long)a3d_at(s->ctx->doc, children[at].field)->v.i);
    else
        a3d_say(s->ctx, a3d_alternativa_report_node(s, s->rules[A3D_SAYS_PARENT_CYCLE], children[least].field),
                "parentId is %lld, in a cycle of %s; expected a tree",
                (long long)a3d_at(s->ctx->doc, children[least].field)->v.i, a3d_amount_of(length, "node").text);
}

/* Checks A3D-081 and A3D-082. Each node is visited once; a walk that meets its own trail has found a cycle. */
void a3d_check_parents(a3d_alternativa *s, const a3d_child *children, uint32_t count)
{
    if (count == 0 || a3d_work(s->ctx, count) != A3D_OK)
        return;
    uint32_t *walk = a3d_block_resize(s->ctx->scratch, NULL, count * sizeof *walk);
    if (walk == NULL) {
        a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    memset(walk, 0, count * sizeof *walk);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at != A3D_NO_NODE && walk[at] == 0; at = children[at].parent)
            walk[at] = i + 1;
        if (at != A3D_NO_NODE && walk[at] == i + 1)
            report_cycle(s, children, at);
    }
    a3d_block_resize(s->ctx->scratch, walk, 0);
}
