/* ends.c - what follows the end of a model, and what is missing there */
#include "base/amount.h"
#include "base/text.h"
#include "engine/diagnose/suspect.h"
#include "engine/document/declared.h"
#include "engine/document/flat.h"
#include "engine/document/findings.h"
#include "engine/document/path.h"
#include "lint/whole_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what follows ---- */

/* Where the bytes begin that are left over at the end of the file, or the size of the file. */
static uint32_t rest_begins(const a3d_whole *w)
{
    uint32_t end = (uint32_t)w->size;
    const a3d_doc *doc = w->doc;
    for (const a3d_side *s = NULL; (s = a3d_side_find(doc, doc->root, A3D_SIDE_SLACK, s)) != NULL;) {
        const a3d_node *slack = a3d_at(doc, (uint32_t)s->value);
        if (slack->stream == 0 && (uint64_t)slack->off + slack->size == w->size && slack->off < end)
            end = slack->off;
    }
    return end;
}

/* Where the model ends by what was read of it, or the size of the file. */
static uint32_t model_end(const a3d_whole *w)
{
    uint32_t node, end = rest_begins(w);
    uint64_t declared = a3d_declared_size(w->doc, &node);
    return node != A3D_NO_NODE && declared < end ? (uint32_t)declared : end;
}

static bool is_zero(const uint8_t *data, size_t size)
{
    return size > 0 && data[0] == 0 && memcmp(data, data + 1, size - 1) == 0;
}

/* Whether the bytes from `end` on repeat those before. */
static bool is_repeat(const a3d_whole *w, uint32_t end)
{
    enum { FEW = 16 }; /* so many may be the same by chance */
    size_t n = w->size - end;
    return n > FEW && n <= end && memcmp(w->data + end - n, w->data + end, n) == 0;
}

static bool name_rest(a3d_whole *w, uint32_t end)
{
    const uint8_t *rest = w->data + end;
    uint32_t n = (uint32_t)w->size - end;
    unsigned block = w->size % A3D_LARGE_BLOCK == 0 ? A3D_LARGE_BLOCK : A3D_SMALL_BLOCK;
    const char *kind = a3d_other_kind(rest, n);
    const a3d_format *format;
    bool clean;
    if (is_zero(rest, n))
        return w->size % A3D_SMALL_BLOCK == 0 && n < 65536 &&
               a3d_found(w, A3D_FILE_ZERO_PADDING,
                         "the model ends after %" PRIu32 " bytes; %" PRIu32 " zeros follow up to a multiple of %u", end,
                         n, block);
    if (n == end && memcmp(w->data, rest, n) == 0)
        return a3d_found(w, A3D_FILE_TWICE, "the file holds the same model twice, %" PRIu32 " bytes each", n);
    if (is_repeat(w, end))
        return a3d_found(w, A3D_FILE_TRAILING_BYTES,
                         "the model ends after %" PRIu32 " bytes; the %" PRIu32
                         " bytes that follow repeat the ones before them", end, n);
    if (kind != NULL)
        return a3d_found(w, A3D_FILE_TRAILING_FILE, "the model ends after %" PRIu32 " bytes; %" PRIu32
                         " bytes follow, which start like %s", end, n, kind);
    if (a3d_starts_model(rest, n) || (a3d_is_sound(w, rest, n, &format, &clean) && clean))
        return a3d_found(w, A3D_FILE_TWO_FILES,
                         "the model ends after %" PRIu32 " bytes; another model of %" PRIu32
                         " bytes follows, which fix drops (a3dlint find --extract saves both)", end, n);
    return false;
}

/* Where bytes follow a model that is sound without them, or 0. */
static uint32_t sound_end(a3d_whole *w)
{
    uint32_t end = model_end(w);
    const a3d_format *format;
    bool clean;
    return end < w->size && a3d_is_sound(w, w->data, end, &format, &clean) && format == w->format ? end : 0;
}

static bool drop_rest(a3d_whole *w, uint32_t end, bool found)
{
    if (!found)
        return false;
    w->off = end;
    w->size_shown = (uint32_t)w->size - end;
    w->undone = w->data;
    w->undone_size = end;
    return true;
}

bool a3d_find_end(a3d_whole *w)
{
    w->end = sound_end(w);
    return w->end > 0 && drop_rest(w, w->end, name_rest(w, w->end));
}

/* Whether what was read from this offset on cannot be read. If it can, the size that the file declares is wrong. */
static bool is_no_part_from(const a3d_doc *doc, uint32_t off)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->rule->fault != A3D_FAULT_NONE && f->stream == 0 && f->off >= off)
            return true;
    }
    return false;
}

bool a3d_find_rest(a3d_whole *w)
{
    uint32_t n = (uint32_t)w->size - w->end;
    /* A format that takes the bytes for left-over ones has a rule of its own for them. */
    return w->end > 0 && rest_begins(w) == w->size && is_no_part_from(w->doc, w->end) &&
           drop_rest(w, w->end, a3d_found(w, A3D_FILE_TRAILING_BYTES,
                                          "the model ends after %" PRIu32 " bytes; %s %s", w->end,
                                          a3d_amount_of(n, "extra byte").text, n == 1 ? "follows" : "follow"));
}

/* Whether nothing of the file was read after this offset. */
static bool is_last(const a3d_doc *doc, uint32_t off)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        unsigned kind = a3d_shape_of(n)->kind;
        if (n->stream == 0 && n->off > off && n->size > 0 && n->state == A3D_PRESENT && kind != A3D_SLACK &&
            kind != A3D_GAP)
            return false;
    }
    return true;
}

/* Whether a count claims more than a file has of which all but a little is missing. Other bytes that are taken for a
 * count nearly always do. */
static bool claims_much(const a3d_finding *f)
{
    enum { TIMES = 64, MANY = 1 << 20 };
    return f->rule->fault == A3D_FAULT_COUNT && f->actual.i - TIMES * f->max.i > MANY;
}

/* Whether something was read up to the end of the file and needs more. Where the file says that it is longer, an
 * address or a length past the end will do; else the fault must be the last that was read, and no consequence. */
static bool is_end_fault(const a3d_doc *doc, const a3d_finding *f, bool declared)
{
    a3d_fault fault = f->rule->fault;
    if (f->stream != 0 && fault != A3D_FAULT_PACKED_ENDS)
        return false;
    if (declared && (fault == A3D_FAULT_ADDRESS || fault == A3D_FAULT_LENGTH_PAST))
        return true;
    return (declared || (f->cause == A3D_NO_CAUSE && !claims_much(f) && (f->stream != 0 || is_last(doc, f->off)))) &&
           (fault == A3D_FAULT_TRUNCATED || fault == A3D_FAULT_LENGTH_PAST || fault == A3D_FAULT_COUNT ||
            fault == A3D_FAULT_PACKED_ENDS || fault == A3D_FAULT_TEXT_END);
}

/* Whether an error shows that the fault was read from wrong bytes: one that does not follow from it, or one about the
 * same bytes. A file that is only cut off has none before its end. */
static bool is_misread(const a3d_doc *doc, const a3d_finding *fault)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f == fault || f->severity < A3D_ERROR)
            continue;
        bool same = f->stream == fault->stream && f->off < fault->off + fault->size && fault->off < f->off + f->size;
        if (f->cause == A3D_NO_CAUSE || same)
            return true;
    }
    return false;
}

/* The fault that may come from the end of the file, other than that of its size; NULL when there is none or when a
 * single change explains it. */
static const a3d_finding *end_fault(const a3d_doc *doc, bool declared, uint32_t size_node)
{
    const a3d_finding *found = NULL;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (a3d_has_structural_suspect(f))
            return NULL;
        bool own = size_node != A3D_NO_NODE && f->place.node == size_node;
        if (found == NULL && !own && is_end_fault(doc, f, declared))
            found = f;
    }
    return found != NULL && !declared && is_misread(doc, found) ? NULL : found;
}

/* Whether a suspect leaves out a field of a file that ends too early and does not say how long it is. More files are
 * cut than have a wrong bit in their null mask. */
static bool leaves_out(const a3d_doc *doc, const a3d_finding *f, const a3d_suspect *s)
{
    uint32_t node;
    return f->rule->fault == A3D_FAULT_TRUNCATED && s->bit != A3D_NO_BIT &&
           (uint64_t)f->off + f->size >= doc->streams[f->stream].size && a3d_declared_size(doc, &node) == 0;
}

void a3d_doubt_cuts(a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        if (f->n_suspects > 0 && f->stream == 0 && leaves_out(doc, f, f->suspects))
            a3d_own_suspects(f)->unsure = true;
    }
}

static bool differ_in_one_byte(uint64_t a, uint64_t b)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 8; i++)
        n += (a >> 8 * i & 255) != (b >> 8 * i & 255);
    return n == 1;
}

/* Whether the bytes that are missing may be the CR of each CR LF: they are few, no CR LF is left, and an LF is where
 * bytes are missing. Of random bytes one pair in 65,536 is a CR LF. */
static bool may_lack_cr(const a3d_whole *w, uint64_t missing)
{
    size_t lf = 0;
    if (memchr(w->data + w->off, '\n', w->size_shown) == NULL)
        return false;
    for (size_t i = 1; i < w->size; i++) {
        lf += w->data[i] == '\n';
        if (w->data[i] == '\n' && w->data[i - 1] == '\r')
            return false;
    }
    return missing <= lf && missing <= 4 + w->size / 16384;
}

/* Whether a length is that of packed data which ends with the file, and nothing is wrong with them: then nothing is
 * missing, and the length is wrong. */
static bool has_whole_content(const a3d_doc *doc, uint32_t length)
{
    bool whole = false;
    if (length == A3D_NO_NODE || a3d_at(doc, length)->row->derive.kind != A3D_SPAN)
        return false;
    for (size_t i = 1; i < doc->n_streams; i++)
        whole |= doc->streams[i].parent == 0 && doc->streams[i].owner != A3D_NO_NODE &&
                 doc->streams[i].off + doc->streams[i].packed_size == doc->streams[0].size;
    for (size_t i = 0; i < doc->n_findings && whole; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        whole = fault < A3D_FAULT_ZLIB_HEADER || fault > A3D_FAULT_PACKED_TRAILING;
    }
    return whole;
}

/* Reports bytes that are missing inside the file. If likely causes were found, more than a fault must show it. */
static bool name_gap(a3d_whole *w, a3d_gap_found gap, const char *have, const char *all, uint64_t missing, bool caused)
{
    enum { FEW = 64 };
    const char *or = gap != A3D_GAP_PROVEN && missing > FEW ? ", or its end is that of another file" : "";
    return gap >= (caused ? A3D_GAP_PACKED : A3D_GAP_LIKELY) &&
           a3d_found(w, A3D_FILE_BYTES_LOST,
                     "the file has %s of %s; bytes are %smissing between offsets %" PRIu32
                     " and %" PRIu32 "%s%s",
                     have, all, gap == A3D_GAP_PROVEN ? "" : "probably ", w->off, w->off + w->size_shown, or,
                     may_lack_cr(w, missing) ? "; a conversion of CR LF to LF may be the cause" : "");
}

/* Whether a file declares so much more than it has that the size is as likely wrong as what shows a fault in the rest:
 * what changed other bytes changed the size, too. */
static bool is_far_from(uint64_t declared, uint64_t size)
{
    enum { TIMES = 8 };
    return declared / TIMES > size;
}

/* Whether the place of missing bytes ends before the field is read that declares the size: without them this field
 * would not be where it is, so the size says nothing. */
static bool ends_before(const a3d_whole *w, uint32_t size_node)
{
    const a3d_node *field = size_node != A3D_NO_NODE ? a3d_at(w->doc, size_node) : NULL;
    return field != NULL && field->stream == 0 && w->off + w->size_shown <= field->off + field->size;
}

/* Whether a declared size is no reason to call the file cut off: it is larger than models are, or it is far too large
 * and there is another error, which does not come from the end of the file. */
static bool is_wild(const a3d_doc *doc, uint64_t declared, uint64_t size)
{
    enum { TIMES = 1024, LARGE = 64 << 20 };
    bool other = false;
    for (size_t i = 0; i < doc->n_findings && is_far_from(declared, size); i++) {
        const a3d_finding *f = &doc->findings[i];
        other |= f->severity == A3D_ERROR && f->cause == A3D_NO_CAUSE && f->rule->fault == A3D_FAULT_NONE;
    }
    return other || (declared > LARGE && declared / TIMES > size);
}

/* Why a file that does not say how long it is ends too early. A list that does not fit may as well be read from a wrong
 * number. */
static const char *why_it_ends(const a3d_finding *fault)
{
    switch (fault->rule->fault) {
    case A3D_FAULT_COUNT: return "cut off, or this count is wrong";
    case A3D_FAULT_LENGTH_PAST: return "cut off, or this length is wrong";
    default: return "probably cut off";
    }
}

bool a3d_find_cut(a3d_whole *w)
{
    char all[64];
    uint32_t node;
    uint64_t declared = a3d_declared_size(w->doc, &node), size = w->size;
    if (node == A3D_NO_NODE && declared <= size) /* addresses give the least that the file has, not all of it */
        declared = 0;
    const a3d_finding *fault = end_fault(w->doc, declared > size, node);
    if (declared > 0 && declared <= size)
        return false;
    if (is_wild(w->doc, declared, size) || (node != A3D_NO_NODE && a3d_has_sum_for(w->doc, node, (int64_t)size)))
        return false;
    bool cut = !a3d_is_rule_off(w, A3D_FILE_TRUNCATED);
    bool known = fault != NULL || (node != A3D_NO_NODE && !differ_in_one_byte(declared, size));
    const a3d_amount have = a3d_number_of(size);
    snprintf(all, sizeof all,
             node == A3D_NO_NODE ? "at least %s bytes, which its addresses need" : "the %s bytes it declares",
             a3d_number_of(declared).text);
    if (declared > 0 && !has_whole_content(w->doc, node)) {
        a3d_gap_found gap = a3d_find_gap(w, declared - size);
        bool before = gap == A3D_GAP_LIKELY && ends_before(w, node);
        if (gap == A3D_GAP_MOVED || (gap != A3D_GAP_NONE && (before || is_far_from(declared, size))))
            return false;
        if (!a3d_is_rule_off(w, A3D_FILE_BYTES_LOST) && name_gap(w, gap, have.text, all, declared - size, !known))
            return true;
    }
    w->off = (uint32_t)size;
    w->size_shown = 0;
    if (declared == 0)
        return cut && fault != NULL &&
               a3d_found(w, A3D_FILE_TRUNCATED, "%s; the file is %s", fault->message, why_it_ends(fault));
    if (!cut || !known || has_whole_content(w->doc, node))
        return false;
    bool least = node == A3D_NO_NODE && (declared - size) >= declared / 100; /* not "at least less than 1 %" */
    return a3d_found(w, A3D_FILE_TRUNCATED, "the file has %s of %s; %s%s is missing", have.text, all,
                     least ? "at least " : "", a3d_percent_of(declared - size, declared).text);
}
