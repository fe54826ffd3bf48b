/* offer.c - see offer.h */
#include "engine/fix/offer.h"
#include "engine/document/declared.h"
#include "engine/document/path.h"

#include <string.h>

/* BLANK: so many zeros before zeros that no field owns may be part of a blank, in which reading lost its way. SHIFT: so
 * many bytes are not put into a text or left out of it unseen. */
enum { BLANK = 1, SHIFT = 64 };

bool a3d_is_redundant(const a3d_stream *stream, uint32_t off, uint32_t size)
{
    const uint8_t *data = stream->data;
    uint32_t zeros = 0, before = 0;
    if ((uint64_t)off + size > stream->size)
        return false;
    while (zeros < size && data[off + zeros] == 0)
        zeros++;
    while (before < off && before < BLANK && data[off - 1 - before] == 0)
        before++;
    return (zeros == size && before < BLANK) ||
           (size <= off && (memcmp(data + off, data + off - size, size) == 0 || memcmp(data + off, data, size) == 0));
}

bool a3d_may_cut(const a3d_doc *doc, const a3d_finding *f)
{
    return a3d_is_redundant(&doc->streams[f->stream], f->off, f->size) || a3d_is_after_end(doc, f);
}

bool a3d_has_proven_cause(const a3d_finding *f)
{
    return f->n_suspects == 1 && f->suspects[0].proven && !f->suspects[0].unsure;
}

bool a3d_has_content_cause(const a3d_finding *f)
{
    return a3d_has_proven_cause(f) || (f->n_suspects == 1 && f->suspects[0].content && !f->suspects[0].unsure);
}

static uint64_t number(const a3d_quantity *q)
{
    return q->kind == A3D_Q_UINT ? q->u : (uint64_t)q->i;
}

/* Whether a checksum differs from what the bytes give in one byte only, and in one where changed content would not show
 * alone. A sum of bytes differs in its low bytes then. Of Adler-32 both halves differ, but an exchange of neighboring
 * bytes may change the lower byte of the upper half alone. So the checksum itself was damaged. */
static bool is_slip(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t differ = (uint32_t)(number(&f->min) ^ number(&f->actual));
    bool upper = (differ & 0xffffff) == 0, lower = (differ & ~0xffu) == 0 || (differ & ~0xff00u) == 0;
    bool sum = f->place.node != A3D_NO_NODE && a3d_shape_of(a3d_at(doc, f->place.node))->pack == A3D_PACK_BLOCK;
    return f->min.kind != A3D_Q_NONE && differ != 0 && (upper || (lower && !sum));
}

uint32_t a3d_right_sum_over(const a3d_doc *doc, uint32_t node)
{
    for (uint32_t i = node; i != A3D_NO_NODE; i = a3d_at(doc, i)->parent) {
        const a3d_record *type = a3d_record_type(doc, i);
        for (unsigned k = 0; type != NULL && k < type->n_rows; k++) {
            const a3d_node *field = a3d_at(doc, a3d_field(doc, i, k));
            if (type->rows[k].derive.kind == A3D_ADLER32 && field->state == A3D_PRESENT && field->honest)
                return a3d_field(doc, i, k);
        }
    }
    return A3D_NO_NODE;
}

bool a3d_is_vouched(const a3d_doc *doc, uint32_t node)
{
    return a3d_right_sum_over(doc, node) != A3D_NO_NODE;
}

/* Whether a stream was packed with another checksum: its content was damaged, and packing it anew would hide that. */
static bool is_unsummed(const a3d_doc *doc, uint32_t stream)
{
    for (; doc->streams[stream].owner != A3D_NO_NODE; stream = doc->streams[stream].parent)
        for (size_t i = 0; i < doc->n_findings; i++)
            if (doc->findings[i].rule->fault == A3D_FAULT_PACKED_CHECKSUM &&
                doc->findings[i].place.node == doc->streams[stream].owner)
                return true;
    return false;
}

/* Whether a length that the format itself checks, since texts in it end with a NUL, is off by little: bytes put into a
 * text or left out of it look the same. */
static bool may_be_shift(const a3d_doc *doc, const a3d_finding *f)
{
    if (f->rule->fix != A3D_FIX_VALUE || f->rule->fault != A3D_FAULT_NONE || f->min.kind == A3D_Q_NONE ||
        f->place.node == A3D_NO_NODE || a3d_at(doc, f->place.node)->row->derive.kind != A3D_SPAN)
        return false;
    uint64_t is = number(&f->actual), other = number(&f->min);
    return (is > other ? is - other : other - is) < SHIFT;
}

/* Whether a byte may go on with a text: it is printable, or not ASCII, as bytes of the text are. */
static bool may_go_on(const uint8_t *text, uint32_t size, uint8_t byte)
{
    bool other = false;
    for (uint32_t i = 0; i < size && byte >= 0x80; i++)
        other |= text[i] >= 0x80;
    return (byte > ' ' && byte < 0x7f) || other;
}

bool a3d_is_text_beyond(const a3d_doc *doc, const a3d_finding *f)
{
    if (f->rule->fault != A3D_FAULT_PADDING || f->place.node == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(doc, f->place.node);
    const a3d_stream *stream = &doc->streams[f->stream];
    uint32_t from, in;
    if (!a3d_shape_of(node)->text || f->off >= stream->size || a3d_content(doc, node, &in, &from) == NULL ||
        in != f->stream || from > f->off)
        return false;
    uint32_t at = f->off, end = f->size < stream->size - at ? at + f->size : stream->size;
    bool cut = from < at && stream->data[at - 1] == 0; /* a NUL in the text, so its end may be anywhere */
    while (at < end && (stream->data[at] == ' ' || (cut && stream->data[at] == 0)))
        at++;
    return at < end && may_go_on(stream->data + from, f->off - from, stream->data[at]);
}

/* Whether the repair of a finding would hide its likely cause: padding that is the end of a text, or bytes that may be
 * left over because a count before them is too small. */
static bool hides_cause(const a3d_doc *doc, const a3d_finding *f)
{
    bool counted = a3d_has_structural_suspect(f) && f->suspects[0].place.node != doc->mask.node;
    return a3d_is_text_beyond(doc, f) || (f->rule->fix == A3D_FIX_CUT && counted);
}

/* Whether bytes are left over at the end of a file that declares no size, and a value in it is wrong. Then reading may
 * have lost its way, and the bytes are content. */
static bool may_be_astray(const a3d_doc *doc, const a3d_finding *f)
{
    uint32_t node;
    if (f->rule->fault != A3D_FAULT_TRAILING || f->stream != 0 || a3d_declared_size(doc, &node) != 0)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *other = &doc->findings[i];
        if (other->rule != f->rule && other->severity >= A3D_WARNING && other->place.node != A3D_NO_NODE &&
            a3d_at(doc, other->place.node)->state == A3D_PRESENT)
            return true;
    }
    return false;
}

/* Whether a field begins where a length says that the content ends: what follows may not belong to it. */
static bool ends_at_field(const a3d_doc *doc, const a3d_finding *f)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        if (n->stream == f->stream && n->state == A3D_PRESENT && n->off == number(&f->actual))
            return true;
    }
    return false;
}

/* Whether the repair of a wrong file size takes the content for right: a checksum says that the size is as it was
 * written. */
static bool is_size_right(const a3d_doc *doc, const a3d_finding *f)
{
    return f->place.node != A3D_NO_NODE && a3d_is_vouched(doc, f->place.node) &&
           (number(&f->actual) > number(&f->min) || ends_at_field(doc, f));
}

/* Whether a length claims a few bytes more than there are, and another one as many: one is inside the other, so bytes
 * may have been lost in both. */
static bool is_confirmed(const a3d_doc *doc, const a3d_finding *f)
{
    uint64_t missing = number(&f->actual) - number(&f->min);
    if (f->min.kind == A3D_Q_NONE || missing == 0 || missing >= SHIFT)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *other = &doc->findings[i];
        if (other != f && other->rule->fault == A3D_FAULT_LENGTH_WRONG && other->min.kind != A3D_Q_NONE &&
            other->stream == f->stream && number(&other->actual) - number(&other->min) == missing)
            return true;
    }
    return false;
}

/* Whether a value repeats what is elsewhere while parts of the file may not be in their places: then it may be compared
 * with another part than its own. */
static bool may_be_of_another(const a3d_doc *doc, const a3d_finding *f)
{
    for (size_t i = 0; i < doc->n_findings && f->rule->fix == A3D_FIX_VALUE; i++) {
        const a3d_finding *other = &doc->findings[i];
        a3d_fault fault = other->rule->fault;
        bool moved = other->rule->fix == A3D_FIX_ORDER || fault == A3D_FAULT_ADDRESS || fault == A3D_FAULT_ADDRESS_GAP;
        if (moved && other->severity == A3D_ERROR && other->rule != f->rule)
            return true;
    }
    return false;
}

/* Whether the repair of a finding takes the content for right. A value that is stated twice may be wrong at either
 * place: then a suspect is the other one. */
static bool takes_content(const a3d_doc *doc, const a3d_finding *f)
{
    bool parted = f->rule->fault == A3D_FAULT_NONE && may_be_of_another(doc, f);
    if (f->rule->fix == A3D_FIX_VALUE && (f->n_suspects > 0 || parted))
        return true;
    switch (f->rule->fault) {
    case A3D_FAULT_CHECKSUM:
    case A3D_FAULT_PACKED_CHECKSUM: return !is_slip(doc, f);
    case A3D_FAULT_PACKED_ENDS: return true;
    case A3D_FAULT_PACKED_TRAILING: return !a3d_is_redundant(&doc->streams[f->stream], f->off, f->size);
    case A3D_FAULT_LENGTH_PAST:
    case A3D_FAULT_TOTAL: return is_size_right(doc, f);
    case A3D_FAULT_LENGTH_WRONG: return is_confirmed(doc, f) || is_unsummed(doc, f->stream);
    case A3D_FAULT_BOOLEAN: return f->severity == A3D_ERROR;
    case A3D_FAULT_TRAILING: return may_be_astray(doc, f);
    default: break;
    }
    a3d_fix fix = f->rule->fix;
    return fix == A3D_FIX_BOUNDS || fix == A3D_FIX_ORDER || fix == A3D_FIX_SWAP || may_be_shift(doc, f) ||
           is_unsummed(doc, f->stream);
}

/* Whether a fix trusts values, which may have been misread in a damaged file. */
static bool is_about_values(a3d_fix fix)
{
    return fix == A3D_FIX_BOOLEAN || fix == A3D_FIX_SWAP || fix == A3D_FIX_BOUNDS || fix == A3D_FIX_MASK ||
           fix == A3D_FIX_SHORTEST || fix == A3D_FIX_ORDER;
}

/* Whether the rule's fix can be tried at all; CAUSE alone is nothing without a proven cause. */
static bool has_fix(const a3d_doc *doc, const a3d_rule *rule)
{
    return rule->fix != A3D_FIX_NONE && rule->fix != A3D_FIX_CAUSE && !(doc->faulty && is_about_values(rule->fix));
}

a3d_offer a3d_offer_of(const a3d_doc *doc, const a3d_finding *f)
{
    if (f->later)
        return f->n_suspects > 0 ? A3D_OFFER_CAUSES : A3D_OFFER_NOTHING;
    if (a3d_has_proven_cause(f))
        return A3D_OFFER_REPAIR;
    if (a3d_has_content_cause(f))
        return A3D_OFFER_CONTENT;
    if (has_fix(doc, f->rule) && !hides_cause(doc, f))
        return takes_content(doc, f) ? A3D_OFFER_CONTENT : A3D_OFFER_REPAIR;
    return f->n_suspects > 0 ? A3D_OFFER_CAUSES : A3D_OFFER_NOTHING;
}

bool a3d_is_fixable(const a3d_doc *doc, const a3d_finding *f, bool content)
{
    a3d_offer offer = a3d_offer_of(doc, f);
    return offer == A3D_OFFER_REPAIR || (content && offer == A3D_OFFER_CONTENT);
}
