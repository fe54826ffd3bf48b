/* causes.c - see causes.h */
#include "formats/m3g/causes.h"
#include "formats/m3g/internal.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

static unsigned rule_of(const a3d_ctx *ctx, const a3d_finding *f)
{
    return a3d_rule_index(ctx->format, f->rule);
}

/* The first finding of the rule, or A3D_NO_CAUSE. */
static uint32_t first_of(const a3d_ctx *ctx, unsigned rule)
{
    for (size_t i = 0; i < ctx->doc->n_findings; i++)
        if (rule_of(ctx, &ctx->doc->findings[i]) == rule)
            return (uint32_t)i;
    return A3D_NO_CAUSE;
}

/* Makes finding `root` the cause of `i`, which has none, and of all that follow from `i`. Returns the new index of
 * `root`. */
static uint32_t lead(a3d_doc *doc, uint32_t root, uint32_t i)
{
    a3d_finding *list = doc->findings;
    if (i < root) {
        a3d_finding follows = list[i];
        list[i] = list[root];
        list[i].cause = A3D_NO_CAUSE;
        list[root] = follows;
        list[root].cause = i;
        return i;
    }
    list[i].cause = root;
    return root;
}

/* --- the version --- */

/* The Adler-32 of `size` bytes after the byte at `place` changes from `was` to `is`. */
static uint32_t adler_with(uint32_t sum, uint32_t size, uint32_t place, int64_t was, int64_t is)
{
    enum { MODULUS = 65521 };
    int64_t low = sum & 0xFFFF, high = sum >> 16;
    low = (low + is - was + MODULUS) % MODULUS;
    high = (high + (is - was) * (int64_t)(size - place)) % MODULUS;
    return (uint32_t)((high + MODULUS) % MODULUS) << 16 | (uint32_t)low;
}

void a3d_m3g_blame_version(a3d_doc *doc, uint32_t header, uint32_t version, int64_t major, int64_t minor)
{
    uint32_t section = header;
    while (a3d_record_type(doc, section) == NULL || a3d_record_type(doc, section)->id != M3G_REC_SECTION)
        section = a3d_at(doc, section)->parent;
    uint32_t sum = a3d_field(doc, section, SECTION_checksum);
    uint32_t start = a3d_at(doc, section)->off, size = a3d_at(doc, sum)->off - start;
    uint32_t place = a3d_at(doc, a3d_field(doc, header, HEADER_versionMajor))->off - start;
    for (uint32_t i = 0; i < version; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule->fault != A3D_FAULT_CHECKSUM || f->place.node != sum || f->cause != A3D_NO_CAUSE)
            continue;
        uint32_t right = adler_with((uint32_t)f->min.i, size, place, major, 1);
        if (adler_with(right, size, place + 1, minor, 0) == (uint32_t)f->actual.i)
            lead(doc, version, i);
        return;
    }
}

/* --- headers in other places --- */

/* Whether a node is an object with the header's type that is not the header, or is inside such an object. */
static bool in_stray_header(const a3d_doc *doc, uint32_t node, uint32_t header)
{
    uint32_t at = node, below = node;
    while (at != A3D_NO_NODE && (a3d_record_type(doc, at) == NULL || a3d_record_type(doc, at)->id != M3G_REC_OBJECT)) {
        below = at;
        at = a3d_at(doc, at)->parent;
    }
    if (at == A3D_NO_NODE || a3d_at(doc, at)->state != A3D_PRESENT || a3d_value(doc, at, OBJECT_type) != M3G_HEADER)
        return false;
    uint32_t body = a3d_field(doc, at, OBJECT_body);
    return body != header && (at == node || below == body);
}

void a3d_m3g_blame_stray_headers(a3d_ctx *ctx, uint32_t header)
{
    a3d_doc *doc = ctx->doc;
    uint32_t once = first_of(ctx, M3G_RULE_HEADER_ONCE);
    uint32_t root = once != A3D_NO_CAUSE ? once : first_of(ctx, M3G_RULE_HEADER_ALONE);
    for (uint32_t i = 0; root != A3D_NO_CAUSE && i < doc->n_findings; i++)
        if (i != root && doc->findings[i].cause == A3D_NO_CAUSE &&
            in_stray_header(doc, doc->findings[i].place.node, header))
            root = lead(doc, root, i);
}

/* --- numbers of objects, and sections of unknown schemes --- */

void a3d_m3g_blame_numbers(a3d_ctx *ctx, unsigned numbers)
{
    a3d_doc *doc = ctx->doc;
    uint32_t root = first_of(ctx, numbers);
    for (uint32_t i = 0; root != A3D_NO_CAUSE && i < doc->n_findings; i++) {
        unsigned rule = rule_of(ctx, &doc->findings[i]);
        if ((rule == M3G_RULE_REFERENCE_TYPE || rule == M3G_RULE_REFERENCE_ORDER) &&
            doc->findings[i].cause == A3D_NO_CAUSE)
            root = lead(doc, root, i);
    }
}

void a3d_m3g_blame_scheme(a3d_ctx *ctx)
{
    a3d_doc *doc = ctx->doc;
    uint32_t root = first_of(ctx, M3G_RULE_COMPRESSION_SCHEME);
    if (root == A3D_NO_CAUSE)
        return;
    uint32_t section = a3d_at(doc, doc->findings[root].place.node)->parent;
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (rule_of(ctx, f) == M3G_RULE_UNCOMPRESSED_LENGTH && f->cause == A3D_NO_CAUSE &&
            a3d_at(doc, f->place.node)->parent == section)
            root = lead(doc, root, i);
    }
}
