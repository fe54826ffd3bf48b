/* causes.c - what becomes of the repairs that were found, and which findings follow from the fault; see search.h */
#include "engine/diagnose/search.h"
#include "engine/document/findings.h"
#include "engine/document/path.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(a3d_doc *doc, const char *text)
{
    const char *copy = a3d_arena_text(doc->arena, text, strlen(text));
    return copy != NULL ? copy : "";
}

/* The field that mask bit *n decides about, counting *n down on the way; A3D_NO_NODE if there is none. The last bit
 * may be that of the field that could not be read. */
static uint32_t field_of_bit(const a3d_doc *doc, uint32_t index, uint32_t *n)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    bool asked = node->state == A3D_PRESENT || node->state == A3D_ABSENT || (node->state == A3D_NOT_READ && *n == 0);
    if (node->row->optional && asked && (*n)-- == 0)
        return index;
    if (node->state != A3D_PRESENT || node->flat || (kind != A3D_RECORD && kind != A3D_VECTOR && kind != A3D_SWITCH))
        return A3D_NO_NODE;
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        uint32_t found = field_of_bit(doc, node->v.at.first + i, n);
        if (found != A3D_NO_NODE)
            return found;
    }
    return A3D_NO_NODE;
}

/* Describes a mask bit by its number and the field that it decides about. */
static void describe_bit(a3d_doc *doc, const a3d_attempt *r, a3d_suspect *out)
{
    uint32_t number = 8 * (r->off - a3d_at(doc, r->node)->off) + r->bit - doc->mask.header, n = number;
    uint32_t field = field_of_bit(doc, doc->root, &n);
    a3d_text path;
    char text[320];
    a3d_text_init(&path, doc->arena);
    if (field != A3D_NO_NODE)
        a3d_put_path(&path, doc, field);
    snprintf(text, sizeof text, ".bit[%u]", (unsigned)number);
    out->place.suffix = text_of(doc, text);
    snprintf(text, sizeof text, "%u", (unsigned)r->value);
    out->repair = text_of(doc, text);
    snprintf(text, sizeof text, "mask bit %u should probably be %u (%.*s %s); everything after it then decodes",
             (unsigned)number, r->value ? 1u : 0u, (int)(path.size < 200 ? path.size : 200),
             path.size > 0 ? path.data : "", r->value ? "absent" : "present");
    out->message = text_of(doc, text);
    a3d_text_free(&path);
}

/* What else explains a count that is off by a few: elements that are not there, or more than there were. Only the file
 * that was damaged could tell. */
static const char *unless(const a3d_doc *doc, const a3d_attempt *r, char *out, size_t room)
{
    enum { FEW = 4 };
    bool big = doc->format->big_endian;
    const uint8_t *declared = doc->streams[a3d_at(doc, r->node)->stream].data + r->off;
    int64_t less = (int64_t)(a3d_load(declared, r->size, big) - a3d_load(r->bytes, r->size, big));
    out[0] = '\0';
    if (less != 0 && less >= -FEW && less <= FEW)
        snprintf(out, room, ", unless %lld %s %s", (long long)(less > 0 ? less : -less),
                 less == 1 || less == -1 ? "was" : "were", less > 0 ? "lost" : "added");
    return out;
}

/* The same for an end address that should be where the content ends. It may be right, too: then as many bytes as are
 * left over were lost before. */
static const char *unless_lost(const a3d_finding *f, const a3d_attempt *r, char *out, size_t room)
{
    enum { FEW = 64 };
    out[0] = '\0';
    if (f->rule->fault == A3D_FAULT_LEFT_OVER && r->value == f->off && f->size <= FEW)
        snprintf(out, room, ", unless %s %s lost", a3d_amount_of(f->size, "byte").text, f->size == 1 ? "was" : "were");
    return out;
}

static void describe_value(a3d_doc *doc, const a3d_finding *f, const a3d_attempt *r, const char *name, a3d_suspect *out)
{
    char text[360], part[24] = "", other[128];
    unsigned kind = a3d_shape_of(a3d_at(doc, r->node))->kind;
    bool block = a3d_shape_of(a3d_at(doc, r->node))->pack == A3D_PACK_BLOCK;
    bool list = r->element == A3D_ITSELF && (kind == A3D_ARRAY || kind == A3D_VECTOR);
    if (r->element == A3D_PACKED_BYTE) {
        out->place.suffix = "";
        snprintf(part, sizeof part, "hex:%02x", r->bytes[0]);
        out->repair = text_of(doc, part);
        snprintf(text, sizeof text, "byte %u of the packed data%s%s should probably be 0x%02x; %s", (unsigned)r->value,
                 name[0] != '\0' ? " of " : "", name, r->bytes[0],
                 block ? "it then unpacks to its size" : "its checksum then agrees");
    } else if (r->node == doc->mask.node) {
        snprintf(text, sizeof text,
                 "byte %u of the null mask should probably be 0x%02x; everything after it then decodes",
                 (unsigned)(r->off - a3d_at(doc, r->node)->off), r->bytes[0]);
    } else if (a3d_ends_with_nul(a3d_at(doc, r->node))) {
        snprintf(part, sizeof part, "[%u]", (unsigned)r->element);
        out->place.suffix = text_of(doc, part);
        snprintf(text, sizeof text, "%s should probably end after %s; everything after it then decodes", name,
                 a3d_amount_of(r->element, "byte").text);
    } else if (kind == A3D_VECTOR && !list && r->element < A3D_PACK_FLAG) {
        const char *array = a3d_row_name(a3d_nested_array(a3d_shape_of(a3d_at(doc, r->node))->record));
        snprintf(text, sizeof text, "[%u].%s.$count", (unsigned)r->element, array);
        out->place.suffix = text_of(doc, text);
        snprintf(text, sizeof text, "%s[%u].%s should probably have %s; everything after it then decodes", name,
                 (unsigned)r->element, array, a3d_amount_of((uint64_t)r->value, "entry").text);
    } else if (r->element == A3D_FILL_FLAG || r->element == A3D_PACK_FLAG) {
        out->place.suffix = r->element == A3D_FILL_FLAG ? ".$fill" : ".$pack";
        snprintf(text, sizeof text, "the %s flag of %s should probably be %lld; everything after it then decodes",
                 r->element == A3D_FILL_FLAG ? "fill" : "compression", name, (long long)r->value);
    } else if (list) {
        out->place.suffix = ".$count";
        snprintf(text, sizeof text, "%s should probably have %s%s; everything after it then decodes", name,
                 a3d_amount_of((uint64_t)r->value, "entry").text,
                 unless(doc, r, other, sizeof other));
    } else {
        if (r->element != A3D_ITSELF) {
            snprintf(part, sizeof part, "[%u]", (unsigned)r->element);
            out->place.suffix = text_of(doc, part);
        }
        snprintf(text, sizeof text, "%s%s should probably be %lld%s; everything after it then decodes", name, part,
                 (long long)r->value, unless_lost(f, r, other, sizeof other));
    }
    out->message = text_of(doc, text);
}

void a3d_attach_attempts(a3d_search *s, a3d_finding *f, const a3d_attempt *attempts, unsigned n, bool partial)
{
    a3d_doc *doc = s->doc;
    a3d_suspect *list = n > 0 ? a3d_arena_alloc(doc->arena, n * sizeof *list) : NULL;
    if (list == NULL)
        return;
    for (unsigned i = 0; i < n; i++) {
        const a3d_attempt *r = &attempts[i];
        const char *name = a3d_node_name(doc, r->node);
        char text[160];
        list[i].place = (a3d_place){r->node, ""};
        list[i].stream = s->stream;
        list[i].off = r->off;
        list[i].size = r->size;
        list[i].bit = r->bit;
        list[i].structural = true;
        list[i].unsure = partial || (r->element == A3D_PACKED_BYTE && !s->packed.only);
        list[i].partial = partial;
        memcpy(list[i].bytes, r->bytes, sizeof r->bytes);
        if (r->bit != A3D_NO_BIT) {
            describe_bit(doc, r, &list[i]);
            continue;
        }
        snprintf(text, sizeof text, "%lld", (long long)r->value);
        if (r->node == doc->mask.node)
            snprintf(text, sizeof text, "hex:%02x", r->bytes[0]);
        list[i].repair = text_of(doc, text);
        describe_value(doc, f, r, name, &list[i]);
    }
    f->suspects = list;
    f->n_suspects = n;
}

void a3d_attach_suspects(a3d_search *s, a3d_finding *f)
{
    /* next to a repair with which no value breaks a rule, those that leave broken rules are dropped. In trials of a
     * unit the rules also look at the rest of the document, so what the best repair leaves is the base. */
    unsigned base = 0;
    if (s->unit != A3D_NO_NODE && s->n_best > 0)
        base = s->best[0].score / A3D_VALUE_FINDING * A3D_VALUE_FINDING;
    while (s->n_best > 1 && s->best[0].score < base + A3D_VALUE_FINDING &&
           s->best[s->n_best - 1].score >= base + A3D_VALUE_FINDING)
        s->n_best--;
    a3d_attach_attempts(s, f, s->best, s->n_best, false);
}

static a3d_amount bytes_of(uint32_t first, uint32_t last)
{
    a3d_amount out;
    snprintf(out.text, sizeof out.text, "byte%s %.60s", first == last ? "" : "s", a3d_range_of(first, last, last).text);
    return out;
}

/* What the packed bytes of a range unpack to, or how much of the content comes before them when it is nothing. */
static a3d_amount content_of(const a3d_packed_range *range)
{
    a3d_amount out;
    bool one = range->first == range->last;
    uint32_t made = range->end_made - range->first_made;
    if (made > 0)
        snprintf(out.text, sizeof out.text, "which unpack%s to byte%s %.40s", one ? "s" : "", made == 1 ? "" : "s",
                 a3d_span_of(range->first_made, range->end_made - 1).text);
    else if (range->end_made == 0)
        snprintf(out.text, sizeof out.text, "before the first unpacked byte");
    else
        snprintf(out.text, sizeof out.text, "after %.40s", a3d_amount_of(range->end_made, "unpacked byte").text);
    return out;
}

void a3d_widen_to_range(a3d_doc *doc, a3d_finding *f, const a3d_packed_range *range)
{
    char text[500];
    f->off = range->start + range->first;
    f->size = range->last - range->first + 1;
    snprintf(text, sizeof text, "%.250s; the damage is in %.60s of the packed data, %.60s", f->message,
             bytes_of(range->first, range->last).text, content_of(range).text);
    f->message = text_of(doc, text);
}

/* ---- what follows from the fault ---- */

static bool inside(const a3d_doc *doc, uint32_t node, uint32_t container)
{
    while (node != A3D_NO_NODE && node != container)
        node = a3d_at(doc, node)->parent;
    return node == container;
}

/* The bytes of a stream that a finding is about. */
typedef struct span {
    uint32_t off, size;
} span;

/* Finds the bytes of stream `outer` that a finding is about, however deep its stream is packed there. */
static bool span_in(const a3d_doc *doc, const a3d_finding *f, uint32_t outer, span *at)
{
    uint32_t stream = f->stream;
    *at = (span){f->off, f->size};
    while (stream != outer && doc->streams[stream].owner != A3D_NO_NODE) {
        *at = (span){doc->streams[stream].off, doc->streams[stream].packed_size};
        stream = doc->streams[stream].parent;
    }
    return stream == outer;
}

static bool ends_after(const span *s, uint32_t off)
{
    return s->off >= off || s->size > off - s->off;
}

uint32_t a3d_tainted_by(const a3d_doc *doc, uint32_t number)
{
    for (size_t i = 0; i < doc->n_sides; i++)
        if (doc->sides[i].kind == A3D_SIDE_TAINT && doc->sides[i].value == number)
            return doc->sides[i].node;
    return doc->root;
}

/* Whether a finding is about the container that a fault left partly unread, and ends after `from`. *at is its place
 * there. */
static bool concerns(const a3d_doc *doc, const a3d_finding *f, const a3d_finding *root, uint32_t container,
                     uint32_t from, span *at)
{
    return f != root && f->cause == A3D_NO_CAUSE && f->place.node != A3D_NO_NODE && span_in(doc, f, root->stream, at) &&
           ends_after(at, from) && inside(doc, f->place.node, container);
}

static bool is_structural(const a3d_finding *f)
{
    return f->rule->fault != A3D_FAULT_NONE && f->rule->fault <= A3D_FAULT_OVERLONG;
}

/* The first wrong value before a fault, or the fault itself if there is none. Everything before the damage is sound,
 * so the first error is the nearest to it. */
static uint32_t first_error(const a3d_doc *doc, const a3d_finding *root, uint32_t container)
{
    uint32_t first = (uint32_t)(root - doc->findings), least = root->off;
    span at;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && !is_structural(f) && concerns(doc, f, root, container, 0, &at) &&
            at.off < least) {
            least = at.off;
            first = (uint32_t)i;
        }
    }
    return first;
}

/* Makes a finding the consequence of another, unless that one follows from it. */
static void set_cause(a3d_doc *doc, uint32_t i, uint32_t cause)
{
    for (uint32_t at = cause; at != A3D_NO_CAUSE; at = doc->findings[at].cause)
        if (at == i)
            return;
    doc->findings[i].cause = cause;
}

/* Whether an error without a cause is about the value at a suspect. Only a short span says something of that value. */
static bool blames(const a3d_finding *f, const a3d_suspect *s)
{
    enum { SHORT = 16 };
    return f->cause == A3D_NO_CAUSE && f->severity == A3D_ERROR && f->n_suspects == 0 && f->stream == s->stream &&
           f->size <= SHORT && f->off < s->off + s->size && s->off < f->off + f->size;
}

/* If the first suspect of a finding has an error of its own, that error is the cause and takes the suspects. Returns
 * the finding that now leads. */
static uint32_t lead_by_suspect(a3d_doc *doc, uint32_t number)
{
    a3d_finding *f = &doc->findings[number];
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *root = &doc->findings[i];
        if (i == number || !blames(root, &f->suspects[0]))
            continue;
        root->suspects = f->suspects;
        root->n_suspects = f->n_suspects;
        f->n_suspects = 0;
        set_cause(doc, number, i);
        return i;
    }
    return number;
}

void a3d_follow_suspects(a3d_doc *doc)
{
    enum { MOST = 64 };
    unsigned seen = 0;
    for (uint32_t i = 0; i < doc->n_findings && seen < MOST; i++)
        if (doc->findings[i].cause == A3D_NO_CAUSE && doc->findings[i].n_suspects > 0 &&
            !doc->findings[i].suspects[0].partial) {
            lead_by_suspect(doc, i);
            seen++;
        }
}

/* Misread values break rules by chance, so such findings follow from the fault, unless they are before its likely
 * cause. If no cause is known, they and the fault follow from the first of them. */
uint32_t a3d_link_causes(a3d_doc *doc, a3d_finding *root)
{
    bool known = root->n_suspects > 0;
    uint32_t number = (uint32_t)(root - doc->findings), from = known ? root->suspects[0].off : 0;
    span at;
    uint32_t container = known ? doc->root : a3d_tainted_by(doc, number);
    uint32_t first = known ? lead_by_suspect(doc, number) : first_error(doc, root, container);
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (i != first && concerns(doc, f, root, container, from, &at) &&
            (!is_structural(f) || at.off > root->off || known))
            set_cause(doc, i, first);
    }
    if (first != number)
        set_cause(doc, number, first);
    return first;
}

void a3d_lead_stream(a3d_doc *doc, a3d_finding *f, bool all)
{
    uint32_t root = (uint32_t)(f - doc->findings);
    f->cause = A3D_NO_CAUSE;
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *other = &doc->findings[i];
        if (i != root && other->cause == A3D_NO_CAUSE && inside(doc, other->place.node, f->place.node))
            set_cause(doc, i, root);
    }
    if (all)
        a3d_link_rest(doc, root, A3D_NO_NODE);
}

/* Whether a finding without a cause is about bytes from..to of the file, and ends after `at`. */
static bool is_within(const a3d_doc *doc, const a3d_finding *f, uint32_t from, uint32_t to, uint32_t at, span *s)
{
    return f->cause == A3D_NO_CAUSE && span_in(doc, f, 0, s) && s->off >= from && s->off < to && ends_after(s, at);
}

uint32_t a3d_lead_bytes(a3d_doc *doc, uint32_t from, uint32_t to, uint32_t at)
{
    uint32_t root = A3D_NO_CAUSE, least = to;
    span s;
    for (uint32_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && is_within(doc, &doc->findings[i], from, to, at, &s) &&
            s.off < least) {
            least = s.off;
            root = i;
        }
    for (uint32_t i = 0; i < doc->n_findings && root != A3D_NO_CAUSE; i++)
        if (i != root && is_within(doc, &doc->findings[i], from, to, at, &s))
            set_cause(doc, i, root);
    return root;
}

uint32_t a3d_placed_around(const a3d_doc *doc, uint32_t node)
{
    for (; node != A3D_NO_NODE; node = a3d_at(doc, node)->parent) {
        uint32_t parent = a3d_at(doc, node)->parent;
        if (parent != A3D_NO_NODE && a3d_at(doc, node)->row == &a3d_row_element &&
            a3d_at(doc, parent)->row->place_start != 0)
            return node;
    }
    return A3D_NO_NODE;
}

void a3d_link_rest(a3d_doc *doc, uint32_t root, uint32_t unit)
{
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        uint32_t around = a3d_placed_around(doc, f->place.node);
        if (i != root && f->cause == A3D_NO_CAUSE && f->severity == A3D_ERROR &&
            (around == A3D_NO_NODE || around == unit || unit == doc->root))
            set_cause(doc, i, root);
    }
}
