/* scan.c - see scan.h */
#include "cli/input/scan.h"
#include "engine/decode/decode.h"
#include "formats/a3d2/a3d2.h"
#include "os/interrupt.h"

#include <string.h>

enum { CERTAIN = 3, LIKELY = 2 }; /* what a3d_format.probe returns */
enum {
    LONG_MAGIC = 8,        /* bytes of a magic that is not in a file by chance */
    LEAST_SIZE = 64,       /* bytes of a document that has no magic */
    MASK_MOST = 64,        /* bytes of a null mask in front of the version of an A3D2 */
    TRIAL = 512,           /* steps that starting a trial costs */
    PIECE = 4096,          /* bytes between two looks at the limit of work */
    NODES_AT_FIRST = 16384
};

void a3d_scan_begin(a3d_scan *scan, a3d_arena *above, const uint8_t *data, size_t size, const a3d_options *options)
{
    a3d_limits limits = options->limits;
    a3d_limits_fill(&limits, size);
    *scan = (a3d_scan){.data = data, .size = size, .options = options, .most = limits.work};
    a3d_arena_init_below(&scan->arena, above);
}

void a3d_scan_end(a3d_scan *scan)
{
    a3d_arena_free(&scan->arena);
}

static bool spend(a3d_scan *scan, uint64_t steps)
{
    scan->steps += steps;
    scan->limited = scan->limited || scan->steps > scan->most;
    return !scan->limited;
}

/* ---- places to try ---- */

/* Whether the version of an A3D2, 00 02 00 MINOR, is close enough: only the null mask comes before it. */
static bool word_near(a3d_scan *scan, size_t at)
{
    if (scan->word < at + 3)
        scan->word = at + 3;
    while (scan->word + 4 <= scan->size && scan->word <= at + 2 + MASK_MOST) {
        const uint8_t *p = scan->data + scan->word;
        if (p[0] == 0 && p[1] == 2 && p[2] == 0 && p[3] < 8)
            return true;
        scan->word++;
    }
    return false;
}

/* The size of an A3D2 by its package header, which has 14 bits of length, or 31 if packed. 0 when the file ends
 * before. */
static size_t package_size(const uint8_t *p, size_t rest)
{
    if (rest < 6)
        return 0;
    uint64_t size = p[0] & 0x80 ? (a3d_load32(p, true) & 0x7fffffff) + UINT64_C(4)
                                : (a3d_load16(p, true) & 0x3fffu) + UINT64_C(2);
    return size <= rest ? (size_t)size : 0;
}

/* How well the bytes match a format, as a3d_format.probe says it. Stores the most bytes that a document may have. */
static int probe(a3d_scan *scan, const a3d_format *format, size_t at, size_t *reach)
{
    const uint8_t *p = scan->data + at;
    int level = format->probe(p, scan->size - at);
    *reach = scan->size - at;
    if (format != &a3d_format_a3d2 || level == 0)
        return level;
    *reach = package_size(p, scan->size - at);
    if (*reach < LEAST_SIZE)
        return 0;
    if (level == LIKELY)
        return p[p[0] & 0x80 ? 4 : 2] == 0x78 ? LIKELY : 0; /* the zlib header of every known writer */
    return word_near(scan, at) ? LIKELY : 0;
}

/* ---- the result of a trial ---- */

/* The size of the document: by its own statement, else up to the slack at its end. */
static size_t extent_of(const a3d_doc *doc, size_t rest)
{
    size_t extent = rest;
    for (size_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = &doc->nodes[i];
        if (n->stream != 0 || n->state != A3D_PRESENT)
            continue;
        if (n->row == &a3d_row_slack && (size_t)n->off + n->size == rest && n->off < extent)
            extent = n->off;
        if (n->row != NULL && n->row->derive.kind == A3D_TOTAL)
            return n->v.u < rest && n->v.u > n->off ? (size_t)n->v.u : rest;
    }
    return extent;
}

/* Whether all derived values of the root are honest. */
static bool root_is_honest(const a3d_doc *doc)
{
    const a3d_node *root = a3d_at(doc, doc->root);
    for (uint32_t i = 0; i < root->v.at.count; i++) {
        const a3d_node *field = a3d_at(doc, root->v.at.first + i);
        if (field->row != NULL && field->row->derive.kind != A3D_GIVEN &&
            (field->state != A3D_PRESENT || !field->honest))
            return false;
    }
    return true;
}

/* Whether the document was read to its end without an error or warning. Bytes after it are expected here. */
static bool was_read(const a3d_doc *doc)
{
    if (doc->mask.node != A3D_NO_NODE && doc->mask.room >= doc->mask.used + 32)
        return false; /* no writer makes the mask so much larger than needed */
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING && doc->findings[i].rule->fault != A3D_FAULT_TRAILING)
            return false;
    return doc->more_findings == 0;
}

static bool version_exists(const a3d_result *result)
{
    for (const a3d_version *v = result->format->versions; v->text != NULL; v++)
        if (strcmp(v->text, result->version) == 0)
            return true;
    return false;
}

static bool has_long_magic(const a3d_format *format)
{
    const a3d_domain *domain = &format->root->rows[0].domain;
    return domain->kind == A3D_BYTES && domain->lo >= LONG_MAGIC;
}

/* A number of bytes less those of the null mask, which says nothing: any bytes are a valid mask. */
static uint64_t content_of(const a3d_doc *doc, uint64_t bytes)
{
    return bytes - (doc->mask.node != A3D_NO_NODE ? a3d_at(doc, doc->mask.node)->size : 0);
}

/* Bytes up to the end of the last field that was read. */
static uint64_t consumed(const a3d_doc *doc)
{
    for (size_t i = doc->n_nodes; i-- > 1;)
        if (doc->nodes[i].state == A3D_PRESENT)
            return content_of(doc, (uint64_t)doc->nodes[i].off + doc->nodes[i].size);
    return 0;
}

static a3d_doc *decode(a3d_scan *scan, const a3d_format *format, size_t at, size_t rest, uint64_t nodes)
{
    a3d_limits limits = scan->options->limits;
    limits.work = scan->most > scan->steps ? scan->most - scan->steps : 1;
    if (limits.nodes == 0 || limits.nodes > nodes)
        limits.nodes = nodes;
    a3d_arena_reset(&scan->arena);
    a3d_doc *doc = a3d_decode_structure(&scan->arena, format, scan->data + at, (uint32_t)rest, &limits,
                                       a3d_start_branches(format, scan->options));
    scan->no_memory = doc == NULL;
    return doc != NULL && spend(scan, doc->steps + TRIAL) ? doc : NULL;
}

/* Decodes with a limit of nodes that grows with the bytes that were read, because a random count in a large file could
 * ask for millions of nodes. */
static a3d_doc *decode_growing(a3d_scan *scan, const a3d_format *format, size_t at, size_t rest)
{
    for (uint64_t nodes = NODES_AT_FIRST;;) {
        a3d_doc *doc = decode(scan, format, at, rest, nodes);
        uint64_t read = doc != NULL && doc->limited == A3D_LIMIT_NODES ? consumed(doc) : 0;
        if (read < nodes / 2 || (scan->options->limits.nodes != 0 && nodes > scan->options->limits.nodes))
            return doc;
        nodes = 4 * read;
    }
}

/* The first check: the size of the document at a place, or 0 when there is none. */
static size_t measure(a3d_scan *scan, const a3d_format *format, size_t at, size_t rest, int level, bool *packed)
{
    a3d_doc *doc = decode_growing(scan, format, at, rest);
    if (doc == NULL || (doc->limited != A3D_LIMIT_NONE && level < CERTAIN))
        return 0;
    size_t extent = extent_of(doc, rest);
    *packed = doc->n_streams > 1;
    if (level == CERTAIN)
        return extent;
    if (*packed)
        return root_is_honest(doc) ? extent : 0;
    return at >= scan->shadow && content_of(doc, extent) >= LEAST_SIZE && was_read(doc) ? extent : 0;
}

static bool is_clean(const a3d_result *result)
{
    for (int s = A3D_WARNING; s <= A3D_ERROR; s++)
        if (result->counts[s] + result->more[s] > 0)
            return false;
    return result->verdict == A3DLINT_VALID;
}

/* The second check, of these bytes alone: whether they are a document. Without magic and packing it must be clean, so
 * that a single finding is enough to know. */
static bool confirm(a3d_scan *scan, const a3d_format *format, size_t at, size_t size, int level, bool packed,
                    a3d_found *found)
{
    a3d_options options = *scan->options;
    options.format = format;
    options.limits.work = scan->most > scan->steps ? scan->most - scan->steps : 1;
    if (level < CERTAIN && !packed)
        options.limits.findings = 1;
    a3d_arena_reset(&scan->arena);
    const a3d_result *result = a3d_lint(&scan->arena, scan->data + at, size, &options);
    scan->no_memory = result == NULL;
    if (result == NULL || !spend(scan, result->steps))
        return false;
    *found = (a3d_found){format, at, size, result};
    if (level == CERTAIN || packed)
        return version_exists(result) || (level == CERTAIN && has_long_magic(format));
    return is_clean(result) && version_exists(result);
}

/* Continues after a document that is whole, but inside one that is damaged: its size is not certain. */
static void move_on(a3d_scan *scan, const a3d_found *found)
{
    size_t end = found->off + found->size;
    if (found->result->verdict == A3DLINT_VALID || !found->result->doc->faulty) {
        scan->at = end;
        return;
    }
    scan->at = found->off + 1;
    if (end > scan->shadow)
        scan->shadow = end;
}

bool a3d_scan_next(a3d_scan *scan, a3d_found *found)
{
    for (; scan->at < scan->size; scan->at++) {
        if (scan->at % PIECE == 0 && (a3d_interrupted() || !spend(scan, PIECE / 64)))
            return false;
        for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
            size_t reach;
            int level = probe(scan, *f, scan->at, &reach);
            if (level < LIKELY)
                continue;
            bool packed;
            size_t size = measure(scan, *f, scan->at, reach, level, &packed);
            bool is = size > 0 && confirm(scan, *f, scan->at, size, level, packed, found);
            if (scan->limited || scan->no_memory)
                return false;
            if (is) {
                move_on(scan, found);
                return true;
            }
        }
    }
    return false;
}
