/* overwritten.c - see overwritten.h */
#include "lint/overwritten.h"
#include "base/bytes.h"
#include "engine/document/nodes.h"
#include "engine/document/prefix.h"

#include <string.h>

enum { WORD = 4 };

/* Whether a word is a number such as positions and directions have, 2^-20 to 2^16. */
static bool is_float(const uint8_t *p, bool big)
{
    unsigned exponent = a3d_load32(p, big) >> 23 & 255;
    return exponent >= 107 && exponent <= 143;
}

/* Whether a word is a number as a float. */
static bool is_as_float(const uint8_t *p, const uint8_t *number, bool big)
{
    float as_float = (float)a3d_load32(number, big);
    return memcmp(&as_float, &(uint32_t){a3d_load32(p, big)}, WORD) == 0;
}

/* Whether a word is two indices. */
static bool is_pair(const uint8_t *p, bool big)
{
    unsigned a = a3d_load16(p, big), b = a3d_load16(p + 2, big);
    return a < 1024 && b < 1024 && a != 0 && b != 0;
}

static bool is_printed(uint8_t byte)
{
    return byte >= ' ' && byte < 0x7f;
}

/* Whether most bytes of a word are printed by text. */
static bool is_text(const uint8_t *p)
{
    unsigned n = 0;
    for (unsigned i = 0; i < WORD; i++)
        n += is_printed(p[i]);
    return n + 1 >= WORD;
}

bool a3d_is_overwritten(const a3d_doc *doc, const a3d_suspect *s)
{
    const a3d_stream *stream = &doc->streams[s->stream];
    bool big = doc->format->big_endian;
    if (s->size != WORD || s->off < WORD || stream->size - s->off < 2 * WORD)
        return false;
    const uint8_t *p = stream->data + s->off;
    if (is_float(p, big))
        return !is_as_float(p, s->bytes, big) && (is_float(p - WORD, big) || is_float(p + WORD, big));
    if (is_text(p))
        return is_text(p - WORD) || is_text(p + WORD);
    return is_pair(p, big) && is_pair(p - WORD, big) && is_pair(p + WORD, big);
}

/* Whether any bytes between two offsets of a stream were read as fields. */
static bool has_fields(const a3d_doc *doc, uint32_t stream, uint32_t from, uint32_t end)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        if (n->stream == stream && n->state == A3D_PRESENT && n->size > 0 && n->off >= from && n->off + n->size <= end)
            return true;
    }
    return false;
}

bool a3d_swallows(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s)
{
    const a3d_node *list = a3d_at(doc, s->place.node);
    bool big = doc->format->big_endian;
    uint64_t is = a3d_load(doc->streams[s->stream].data + s->off, s->size, big);
    return strcmp(s->place.suffix, ".$count") == 0 && is > 0 && a3d_load(s->bytes, s->size, big) > is &&
           f->stream == s->stream && has_fields(doc, s->stream, list->off + list->size, f->off);
}

static const uint8_t *content_of(const a3d_doc *doc, const a3d_node *text)
{
    const a3d_stream *stream = &doc->streams[text->stream];
    uint32_t first = text->v.at.first, count = text->v.at.count;
    return first <= stream->size && count <= stream->size - first ? stream->data + first : NULL;
}

/* Whether a text is a name, a point and more. */
static bool is_file_name(const a3d_doc *doc, const a3d_node *text)
{
    const uint8_t *name = content_of(doc, text);
    uint32_t n = text->v.at.count;
    return name != NULL && n > 1 && memchr(name + 1, '.', n - 1) != NULL;
}

bool a3d_splits_text(const a3d_doc *doc, const a3d_doc *after, const a3d_suspect *s)
{
    bool big = doc->format->big_endian;
    uint64_t is = a3d_load(doc->streams[s->stream].data + s->off, s->size, big);
    if (strcmp(s->place.suffix, ".$count") != 0 || a3d_load(s->bytes, s->size, big) <= is)
        return false;
    for (uint32_t i = 0; i < after->n_nodes; i++) {
        const a3d_node *text = a3d_at(after, i);
        const a3d_shape *shape = a3d_shape_of(text);
        if (shape->kind == A3D_ARRAY && shape->count_by == A3D_COUNT_NUL && text->state == A3D_PRESENT &&
            a3d_at(after, text->parent)->parent == s->place.node && !is_file_name(after, text))
            return true;
    }
    return false;
}

bool a3d_is_inside_text(const a3d_doc *doc, const a3d_suspect *s)
{
    enum { FAR = 16 };
    const uint8_t *at = doc->streams[s->stream].data + s->off;
    bool big = doc->format->big_endian;
    uint64_t length = a3d_load(s->bytes, s->size, big);
    if (strcmp(s->place.suffix, ".$count") != 0 || !a3d_shape_of(a3d_at(doc, s->place.node))->text)
        return false;
    for (uint32_t back = s->size; back <= FAR && back <= s->off; back++) {
        if (back > s->size && !is_printed(at[(int64_t)s->size - back]))
            return false;
        if (a3d_load(at - back, s->size, big) == back + length)
            return true;
    }
    return false;
}

/* Whether a text has a control character, at `from` of its stream or after it. */
static bool has_control(const a3d_doc *doc, const a3d_node *text, uint32_t from)
{
    const uint8_t *p = content_of(doc, text);
    uint32_t first = text->v.at.first;
    for (uint32_t i = from > first ? from - first : 0; p != NULL && i < text->v.at.count; i++)
        if (p[i] < ' ')
            return true;
    return false;
}

static bool is_text_at(const a3d_node *node, uint32_t stream)
{
    return a3d_shape_of(node)->text && node->state == A3D_PRESENT && !node->packed && node->stream == stream;
}

/* The text that ends just before an offset, as one of the nodes before `node`, or NULL. */
static const a3d_node *text_before(const a3d_doc *doc, uint32_t node, uint32_t stream, uint32_t off)
{
    for (uint32_t i = node; i > 0; i--) { /* the field before it in the file is not far */
        const a3d_node *n = a3d_at(doc, i - 1);
        if (is_text_at(n, stream) && n->off < off && off - n->off - n->size < WORD)
            return n;
    }
    return NULL;
}

bool a3d_takes_controls(const a3d_doc *after, const a3d_suspect *s)
{
    if (s->place.node >= after->n_nodes)
        return false;
    const a3d_node *text = a3d_at(after, s->place.node);
    const a3d_node *before = text_before(after, s->place.node, s->stream, s->off);
    return (before != NULL && has_control(after, before, s->off - WORD)) ||
           (is_text_at(text, text->stream) && has_control(after, text, 0));
}

bool a3d_is_over_long(const a3d_doc *doc, const a3d_suspect *s)
{
    if (strcmp(s->place.suffix, ".$count") != 0 || doc->format->prefix == A3D_PREFIX_U32)
        return false;
    return a3d_prefix_least(doc->format, a3d_prefix_load(doc->format, s->bytes, s->size)) < s->size;
}

static bool has_same_bytes(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    int balance[256] = {0};
    bool same = true;
    for (uint32_t i = 0; i < n; i++) {
        balance[a[i]]++;
        balance[b[i]]--;
    }
    for (uint32_t i = 0; i < n; i++)
        same &= balance[a[i]] == 0;
    return same;
}

bool a3d_is_scattered(const a3d_doc *doc, const a3d_suspect *s)
{
    const uint8_t *is = doc->streams[s->stream].data + s->off;
    uint32_t runs = 0;
    if (s->bit != A3D_NO_BIT || s->size > sizeof s->bytes)
        return false;
    for (uint32_t i = 0; i < s->size; i++)
        runs += is[i] != s->bytes[i] && (i == 0 || is[i - 1] == s->bytes[i - 1]);
    return runs > 1 && !has_same_bytes(is, s->bytes, s->size) &&
           !(s->size == WORD && is_as_float(is, s->bytes, doc->format->big_endian));
}
