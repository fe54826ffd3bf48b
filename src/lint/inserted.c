/* inserted.c - bytes that were put into a file, so that it is longer than it declares; see whole_file.h */
#include "base/amount.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/document/declared.h"
#include "engine/document/findings.h"
#include "lint/surplus.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* MOST_TRIALS: each copies the file. MOST_FIELDS: whose starts are tried, the nearest first. NEAR: so many bytes before
 * the end of the fault are tried one by one. FAR: a file of so many times its declared size proves nothing. SUM: the
 * size of a checksum, P: its period. */
enum { MOST_TRIALS = 512, MOST_FIELDS = 6, NEAR = 24, FAR = 8 };
enum { SUM = A3D_ADLER32_SIZE, P = A3D_ADLER32_MODULUS };

/* Other places that must not do as well. AFTER, BEFORE: each so near. FIELDS: the starts of so many fields before, and
 * PIECES: places in what the bytes are in. */
enum { AFTER = 4, BEFORE = 32, FIELDS = 16, PIECES = 48 };

/* The file without n bytes at a place. */
static const uint8_t *without(const a3d_surplus *s, uint32_t at)
{
    memcpy(s->copy, s->w->data, at);
    memcpy(s->copy + at, s->w->data + at + s->n, s->w->size - s->n - at);
    return s->copy;
}

/* The file with n more bytes at a place, which repeat the one before it. */
static const uint8_t *with(const a3d_surplus *s, uint32_t at)
{
    memcpy(s->copy, s->w->data, at);
    memset(s->copy + at, s->w->data[at - 1], s->n);
    memcpy(s->copy + at + s->n, s->w->data + at, s->w->size - at);
    return s->copy;
}

a3d_tried a3d_try_surplus(a3d_surplus *s, uint32_t at)
{
    const a3d_tried none = {.errors = SIZE_MAX};
    if (at == 0 || at > s->w->size - (s->lost ? 0 : s->n))
        return none;
    s->unanswered |= *s->trials >= MOST_TRIALS;
    if (++*s->trials > MOST_TRIALS)
        return none;
    s->w->tries = 0; /* the steps are bounded */
    const a3d_tried tried = s->lost ? a3d_try_file(s->w, with(s, at), s->w->size + s->n)
                                    : a3d_try_file(s->w, without(s, at), s->w->size - s->n);
    s->unanswered |= tried.limited;
    return tried.format == s->w->format && !tried.ends_early ? tried : none;
}

static bool fits_without(a3d_surplus *s, uint32_t at)
{
    const a3d_tried tried = a3d_try_surplus(s, at);
    return tried.sound && tried.errors == 0;
}

/* ---- by a checksum ---- */

/* Bytes from which n at one place are left out, the first place being their start. low, high: their Adler-32 then. */
typedef struct sliding {
    const uint8_t *data;
    uint32_t size, n, at;
    int64_t low, high;
} sliding;

static sliding slide(const uint8_t *data, uint32_t size, uint32_t n)
{
    uint32_t sum = a3d_adler32(1, data + n, size - n);
    return (sliding){data, size, n, 0, sum & 0xffff, sum >> 16};
}

/* Moves the n bytes by one: another byte is then before them, and has one less after it. */
static void move_on(sliding *l)
{
    uint32_t rest = l->size - l->n, at = l->at++;
    int64_t by = at < rest ? l->data[at] - l->data[at + l->n] : 0;
    l->low = (l->low + by + P) % P;
    l->high = ((l->high + by * (int64_t)((rest - at) % P)) % P + P) % P;
}

/* Moves the n bytes on to the next place without which the rest has this Adler-32. False if no such place is left. */
static bool slide_to(sliding *l, uint32_t sum)
{
    while (l->at <= l->size - l->n && (l->low != (sum & 0xffff) || l->high != sum >> 16))
        move_on(l);
    return l->at <= l->size - l->n;
}

/* Without n bytes from `from` of the file on the sum of a record agrees. Finds the place, and the last one that does as
 * well and makes another file: a byte may be moved over others that add up to a multiple of P. */
static bool find_between(a3d_surplus *s, uint32_t from, uint32_t size, uint32_t sum)
{
    const uint8_t *data = s->w->data + from;
    sliding l = slide(data, size, s->n);
    uint32_t last = size;
    for (; slide_to(&l, sum); move_on(&l)) {
        bool same = last < size && memcmp(data + last, data + last + s->n, l.at - last) == 0;
        if (!same && !fits_without(s, from + l.at))
            continue;
        s->from = last < size ? s->from : from + l.at;
        s->unique = last == size || (same && s->unique);
        s->to = s->unique ? s->from : from + l.at;
        last = l.at;
    }
    s->unique &= !s->unanswered;
    return last < size;
}

/* Without the bytes, the checksum of a record is n bytes after where it was read, and agrees. */
static bool find_by_sum(a3d_surplus *s)
{
    const a3d_doc *doc = s->w->doc;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *sum = a3d_at(doc, i);
        if (sum->row->derive.kind != A3D_ADLER32 || sum->stream != 0 || sum->state != A3D_PRESENT)
            continue;
        uint32_t from = a3d_at(doc, a3d_field(doc, sum->parent, 0))->off, to = sum->off + s->n;
        if (to < s->n || to > s->w->size - SUM)
            continue;
        if (find_between(s, from, to - from, a3d_load32(s->w->data + to, doc->format->big_endian)))
            return true;
    }
    return false;
}

/* ---- by trials ---- */

uint32_t a3d_field_before(const a3d_doc *doc, uint32_t off)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        bool array = n->flat || a3d_shape_of(n)->kind == A3D_ARRAY;
        if (n->stream != 0 || n->state != A3D_PRESENT || n->packed || n->size == 0)
            continue;
        if (n->off < off && n->off > last)
            last = n->off;
        if (array && n->v.at.first < off && n->v.at.first > last)
            last = n->v.at.first;
    }
    return last;
}

static bool has_sum(const a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (a3d_at(doc, i)->row->derive.kind == A3D_ADLER32)
            return true;
    return false;
}

/* Whether the file is sound without the bytes at an earlier place. Sets `from` to it then. */
static bool fits_before(a3d_surplus *s, uint32_t at)
{
    bool fits = at > 0 && fits_without(s, at);
    s->from = fits && at < s->from ? at : s->from;
    return fits;
}

static uint32_t part(uint32_t from, uint32_t to)
{
    return (to - from) / PIECES + 1;
}

/* The same at a later place, up to the end of the fault. */
static bool fits_after(a3d_surplus *s, uint32_t at, uint32_t end)
{
    bool fits = false;
    for (uint32_t by = 1; by <= AFTER && !fits; by++)
        fits = fits_without(s, at + by);
    for (uint32_t by = 0; end > at + AFTER + by && !fits && !s->unanswered; by += by < NEAR ? 1 : part(at, end))
        fits = fits_without(s, end - by);
    return fits;
}

/* Whether the file is sound with the bytes taken away at another place, which makes another file: near one, between it
 * and the end of the fault, in the array or the packed data that it is in, or before one of the fields before it. An
 * array of plain numbers takes any bytes, and packed data may go on after a few. Places between which all bytes repeat
 * make the same file. */
static bool fits_elsewhere(a3d_surplus *s, uint32_t found, uint32_t end)
{
    const uint8_t *data = s->w->data;
    uint32_t low = found, high = found, at = found;
    while (low > 0 && data[low - 1] == data[low - 1 + s->n])
        low--;
    while (high + s->n < s->w->size && data[high] == data[high + s->n])
        high++;
    bool other = fits_after(s, high, end);
    for (uint32_t by = 1; by <= BEFORE && by < low && !other && !s->unanswered; by++)
        other = fits_before(s, low - by);
    uint32_t start = a3d_field_before(s->w->doc, low);
    for (uint32_t to = start + 1; to < low && !other && !s->unanswered; to += part(start, low))
        other = fits_before(s, to);
    for (unsigned i = 0; i < FIELDS && at > 0 && !other && !s->unanswered; i++)
        if ((at = a3d_field_before(s->w->doc, at)) < low)
            other = fits_before(s, at);
    return other || s->unanswered;
}

/* Whether the place is the only one, as far as that can be found out: the trials for that may take half of the steps
 * that are left. Warnings that the file did not have are a sign of shifted bytes, unless a checksum agrees. */
static bool is_unique(a3d_surplus *s, uint32_t found, uint32_t end)
{
    a3d_whole *w = s->w;
    uint64_t allowed = w->allowed, before = w->steps;
    uint64_t left = w->doc->work_limit > w->doc->steps ? w->doc->work_limit - w->doc->steps : 0;
    s->unanswered = false;
    a3d_allow_trials(w, left / 2 + 1);
    bool calm = has_sum(w->doc) || a3d_try_surplus(s, found).warnings <= a3d_count_warnings(w->doc);
    bool unique = calm && !fits_elsewhere(s, found, end);
    w->allowed = allowed > 0 ? allowed + w->steps - before : 0;
    return unique;
}

bool a3d_find_surplus(a3d_surplus *s, uint32_t end)
{
    uint32_t at = end, found = 0;
    for (unsigned i = 0; i < MOST_FIELDS && at > 0 && found == 0; i++) {
        at = a3d_field_before(s->w->doc, at);
        found = fits_without(s, at) ? at : 0;
    }
    for (uint32_t i = 0; found == 0 && i <= NEAR && i < end; i++)
        found = fits_without(s, end - i) ? end - i : 0;
    if (found == 0)
        return false;
    s->from = found;
    s->unique = is_unique(s, found, end);
    if (!s->unique) /* other bytes of the field may do, too */
        s->from = a3d_field_before(s->w->doc, s->from + 1);
    s->to = s->unique ? found : end;
    for (at = s->from; !s->unique && (at = a3d_field_before(s->w->doc, at)) > 0 && a3d_try_surplus(s, at).whole;)
        s->from = at;
    return true;
}

/* ---- the fault ---- */

/* Whether a fault only says that the file is longer than it declares. */
static bool is_about_end(const a3d_finding *f, uint32_t size_node)
{
    a3d_fault fault = f->rule->fault;
    return f->place.node == size_node || fault == A3D_FAULT_TOTAL || fault == A3D_FAULT_TRAILING ||
           fault == A3D_FAULT_LEFT_OVER || fault == A3D_FAULT_LENGTH_WRONG;
}

static bool is_packed_fault(a3d_fault fault)
{
    return fault == A3D_FAULT_PACKED_DATA || fault == A3D_FAULT_PACKED_ENDS || fault == A3D_FAULT_PACKED_CHECKSUM;
}

/* A packed block may be faulty long after the one byte that would explain it, which its finding shows. */
uint32_t a3d_fault_end(const a3d_whole *w, const a3d_finding *f)
{
    const a3d_side *side = f->stream == 0 && f->place.node != A3D_NO_NODE && is_packed_fault(f->rule->fault)
                               ? a3d_side_find(w->doc, f->place.node, A3D_SIDE_PACKED, NULL)
                               : NULL;
    uint32_t end = f->off + f->size, start = side != NULL ? (uint32_t)(side->value >> 32) : 0;
    if (side == NULL || a3d_shape_of(a3d_at(w->doc, f->place.node))->pack != A3D_PACK_BLOCK || start >= w->size)
        return end;
    uint8_t *out = a3d_block_resize(w->arena, NULL, (uint32_t)side->value);
    size_t at = out != NULL ? a3d_lzo1x_unpack(w->data + start, w->size - start, out, (uint32_t)side->value).at : 0;
    a3d_block_resize(w->arena, out, 0);
    return start + at >= end && start + at < w->size ? start + (uint32_t)at + 1 : end;
}

const a3d_finding *a3d_first_error(const a3d_doc *doc, bool structural)
{
    uint32_t size_node;
    a3d_declared_size(doc, &size_node);
    const a3d_finding *first = NULL;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        bool unreadable = f->rule->fault != A3D_FAULT_NONE || a3d_is_fault(doc, f);
        if (f->severity == A3D_ERROR && f->stream == 0 && !is_about_end(f, size_node) && (unreadable || !structural) &&
            (first == NULL || f->off < first->off))
            first = f;
    }
    return first;
}

/* Whether more than the size of the file is wrong. */
static bool has_other_error(const a3d_doc *doc)
{
    uint32_t size_node;
    a3d_declared_size(doc, &size_node);
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && !is_about_end(&doc->findings[i], size_node))
            return true;
    return false;
}

bool a3d_is_own_file(const a3d_whole *w, uint64_t from)
{
    const uint8_t *rest = w->data + from;
    size_t n = w->size - (size_t)from;
    return a3d_other_kind(rest, n) != NULL || a3d_starts_model(rest, n);
}

/* Whether packed data is damaged, in which no place can be found, and nothing else explains why the file is longer: the
 * data has no likely cause, and what follows the declared end is no file of its own. */
static bool is_likely(const a3d_surplus *s, uint64_t declared, const a3d_finding *fault)
{
    const a3d_whole *w = s->w;
    const uint8_t *rest = w->data + declared;
    return fault != NULL && is_packed_fault(fault->rule->fault) && !has_sum(w->doc) &&
           !a3d_is_explained(w->doc, UINT32_MAX) && declared > w->size / FAR && !a3d_is_own_file(w, declared) &&
           (rest[0] != 0 || memcmp(rest, rest + 1, s->n - 1) != 0);
}

/* Where the packed data is that a fault is in. */
static void place_roughly(a3d_surplus *s, const a3d_finding *f)
{
    s->from = a3d_packed_from(s->w->doc, f);
    s->to = f->rule->fault == A3D_FAULT_PACKED_ENDS ? (uint32_t)s->w->size : f->off + f->size;
}

bool a3d_name_surplus(const a3d_surplus *s, uint64_t declared, const char *probably)
{
    a3d_whole *w = s->w;
    char size[240] = "", place[64];
    a3d_amount have = a3d_amount_of(w->size, "byte"), all = a3d_number_of(declared), n = a3d_amount_of(s->n, "byte");
    w->off = s->from;
    w->size_shown = s->unique ? s->n : s->to - s->from;
    if (declared > 0)
        snprintf(size, sizeof size, "the file has %s and declares %s; ", have.text, all.text);
    if (s->unique)
        return a3d_found(w, A3D_FILE_BYTES_INSERTED,
                         "%swithout the %s at offset %" PRIu32 " %s decodes without an error", size,
                         s->n == 1 ? "byte" : n.text, s->from, declared > 0 ? "it" : "the file");
    snprintf(place, sizeof place, s->from == s->to ? "at offset %" PRIu32 : "between offsets %" PRIu32 " and %" PRIu32,
             s->from, s->to);
    return a3d_found(w, A3D_FILE_BYTES_INSERTED, "%s%s %s %sinserted%s %s%s", size, n.text, s->n == 1 ? "was" : "were",
                     probably, probably[0] != '\0' || has_sum(w->doc) ? "" : ", probably", place,
                     probably[0] != '\0' && s->n > A3D_SURPLUS_MOST ? ", or its end is that of another file" : "");
}

bool a3d_undo_surplus(a3d_surplus *s)
{
    if (s->unique) {
        s->w->undone = without(s, s->from);
        s->w->undone_size = s->w->size - s->n;
    } else {
        s->copy = a3d_block_resize(s->w->arena, s->copy, 0);
    }
    return s->unique;
}

/* Whether the text that a fault follows goes on for n bytes: it was written anew by hand, and the fault says more. */
static bool is_longer_text(const a3d_surplus *s, const a3d_finding *f)
{
    const uint8_t *p = s->w->data + f->off;
    uint32_t n = 0, left = (uint32_t)s->w->size - f->off;
    if (f->rule->fault != A3D_FAULT_PADDING)
        return false;
    while (n < left && p[n] >= ' ' && p[n] < 0x7f)
        n++;
    return n == s->n;
}

/* Bytes by which the file is longer than it declares. error: the first one in the file itself, or NULL. */
static bool find_declared(a3d_surplus *s, uint64_t declared, const a3d_finding *error)
{
    const a3d_finding *fault = a3d_first_error(s->w->doc, true);
    bool placed = error != NULL && !is_packed_fault(error->rule->fault);
    s->n = (uint32_t)(s->w->size - declared);
    if (find_by_sum(s) || (placed && a3d_find_surplus(s, a3d_fault_end(s->w, error))))
        return (a3d_undo_surplus(s) || error == NULL || !is_longer_text(s, error)) && a3d_name_surplus(s, declared, "");
    a3d_undo_surplus(s);
    if (!is_likely(s, declared, fault))
        return false;
    place_roughly(s, fault);
    return a3d_name_surplus(s, declared, "probably ");
}

bool a3d_find_inserted(a3d_whole *w)
{
    uint32_t node;
    unsigned trials = 0;
    uint64_t declared = a3d_declared_size(w->doc, &node);
    const a3d_finding *error = a3d_first_error(w->doc, false);
    a3d_surplus s = {.w = w, .trials = &trials};
    if (declared == 0 || declared > w->size || w->end > 0 || !has_other_error(w->doc) ||
        (error == NULL && node == A3D_NO_NODE) ||
        (node != A3D_NO_NODE && (declared == w->size || a3d_is_rule_off(w, A3D_FILE_BYTES_INSERTED))))
        return false;
    s.copy = a3d_block_resize(w->arena, NULL, w->size + A3D_SURPLUS_MOST);
    if (s.copy == NULL)
        return false;
    return node != A3D_NO_NODE ? find_declared(&s, declared, error) : a3d_find_undeclared(&s, error);
}
