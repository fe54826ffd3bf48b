/* gaps.c - bytes that are missing inside a file, not only at its end; see whole_file.h */
#include "engine/document/declared.h"
#include "lint/whole_file.h"

#include <string.h>

/* TAIL: a file that is only cut off may have any fault in its last bytes. ROOM: shorter arrays and elements are not
 * tried. MOST_PLACES: those that are tried, the nearest first. */
enum { TAIL = 16, ROOM = 8, MOST_PLACES = 8 };

/* Packed data that are cut off are read to their end. If they are damaged before it, or end with a wrong checksum, then
 * bytes are missing inside. */
static const a3d_finding *damaged_packing(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->stream == 0 && (f->rule->fault == A3D_FAULT_PACKED_DATA || f->rule->fault == A3D_FAULT_PACKED_CHECKSUM))
            return f;
    }
    return NULL;
}

uint32_t a3d_packed_from(const a3d_doc *doc, const a3d_finding *f)
{
    for (size_t i = 1; i < doc->n_streams; i++) {
        const a3d_stream *s = &doc->streams[i];
        if (s->parent == 0 && s->owner != A3D_NO_NODE && s->off <= f->off && f->off - s->off < s->packed_size)
            return s->off;
    }
    for (uint32_t i = 0; i < doc->n_nodes; i++) { /* nothing of them may have been kept but bytes that no field owns */
        const a3d_node *n = a3d_at(doc, i);
        if (n->row == &a3d_row_slack && n->stream == 0 && f->off - n->off <= n->size)
            return n->off;
    }
    return f->off;
}

/* Whether a count claims no more than there would be room for if the missing bytes were there. */
static bool has_room(const a3d_finding *f, double rest, double missing)
{
    return (double)f->actual.i * rest <= ((double)f->max.i + 1) * (rest + missing);
}

/* Whether a fault is what the end of a file may cause that lacks its last `missing` bytes. */
static bool comes_from_end(const a3d_finding *f, uint32_t size, uint64_t missing)
{
    uint32_t rest = size - f->off;
    switch (f->rule->fault) {
    case A3D_FAULT_TRUNCATED:
    case A3D_FAULT_TEXT_END:
    case A3D_FAULT_PACKED_ENDS: return true;
    case A3D_FAULT_COUNT: return has_room(f, rest, (double)missing);
    default: return rest <= TAIL;
    }
}

/* The first fault that the end of the file does not cause, or NULL. */
static const a3d_finding *first_fault(const a3d_doc *doc, uint64_t missing)
{
    const a3d_finding *first = NULL;
    uint32_t size = doc->streams[0].size;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (a3d_is_fault(doc, f) && f->off < (first == NULL ? size : first->off) && !comes_from_end(f, size, missing))
            first = f;
    }
    return first;
}

/* Where the last list element or the content of the last array begins before an offset, or 0. */
static uint32_t place_before(const a3d_doc *doc, uint32_t off)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        bool array = n->flat || a3d_shape_of(n)->kind == A3D_ARRAY;
        uint32_t begin = array ? n->v.at.first : n->off;
        if (n->stream == 0 && n->state == A3D_PRESENT && !n->packed && n->size >= ROOM && begin < off && begin > last &&
            (array || n->row == &a3d_row_element))
            last = begin;
    }
    return last;
}

/* Whether the file is sound if it has `n` more bytes at an offset. They repeat what is before it, as elements of a list
 * do. */
static bool fits_with(a3d_whole *w, uint32_t at, uint32_t n)
{
    const a3d_format *format;
    bool clean;
    uint32_t from = at < n ? 0 : at - n;
    uint8_t *copy = a3d_block_resize(w->arena, NULL, w->size + n);
    if (copy == NULL)
        return false;
    memcpy(copy, w->data, at);
    for (uint32_t i = 0; i < n; i++)
        copy[at + i] = w->data[from + i % (at - from)];
    memcpy(copy + at + n, w->data + at, w->size - at);
    bool fits = a3d_is_sound(w, copy, w->size + n, &format, &clean) && format == w->format;
    a3d_block_resize(w->arena, copy, 0);
    return fits;
}

/* Whether an error shows before an offset, other than one of a size: then bytes may be missing before it, too. */
static bool is_wrong_before(const a3d_doc *doc, uint32_t off)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && f->stream == 0 && !a3d_is_of_size(f->rule->fault) && f->off < off)
            return true;
    }
    return false;
}

/* The earliest of the places that follow each other, back from an offset, at which the missing bytes make the file
 * sound, or 0. Stores whether they do not before it: neither at another place nor at the field before. */
static uint32_t earliest_place(a3d_whole *w, uint32_t at, uint32_t missing, bool *bounded)
{
    uint32_t found = 0;
    *bounded = false;
    for (unsigned i = 0; i < MOST_PLACES && !*bounded; i++) {
        at = place_before(w->doc, at);
        bool fits = at > 0 && fits_with(w, at, missing);
        *bounded = at == 0 || (found > 0 && !fits);
        if (fits)
            found = at;
    }
    uint32_t field = *bounded && found > 0 ? a3d_field_before(w->doc, found) : 0;
    *bounded &= field == 0 || !fits_with(w, field, missing);
    return found;
}

/* The file, if it has addresses, with the missing number of bytes added at its end: an element whose end address is
 * past the end of the file can be read only this way. */
static a3d_tried try_with_end(a3d_whole *w, uint32_t missing)
{
    uint32_t node;
    a3d_tried tried = {.fault = SIZE_MAX};
    uint8_t *copy = NULL;
    if (a3d_declared_size(w->doc, &node) > 0 && node == A3D_NO_NODE)
        copy = a3d_block_resize(w->arena, NULL, w->size + missing);
    if (copy == NULL)
        return tried;
    memcpy(copy, w->data, w->size);
    memset(copy + w->size, 0, missing);
    tried = a3d_try_file(w, copy, w->size + missing);
    a3d_block_resize(w->arena, copy, 0);
    return tried;
}

/* The end of the first fault that such a file shows. 0: there is none but in its last bytes. */
static uint32_t end_of_unread(const a3d_whole *w, const a3d_tried *tried)
{
    bool before = tried->format == w->format && tried->fault < w->size && w->size - tried->fault > TAIL;
    return before ? (uint32_t)tried->fault : 0;
}

/* Whether addresses claim the missing bytes since all are too great. */
static bool are_moved(const a3d_moved *moved, uint64_t missing)
{
    return moved->by >= missing && !moved->before;
}

a3d_gap_found a3d_find_gap(a3d_whole *w, uint64_t missing)
{
    const a3d_finding *packed = damaged_packing(w->doc);
    const a3d_finding *fault = packed != NULL ? packed : first_fault(w->doc, missing);
    a3d_tried longer = {.moved = a3d_addresses_moved(w->doc)};
    if (fault == NULL && missing <= w->size)
        longer = try_with_end(w, (uint32_t)missing);
    uint32_t end = fault != NULL ? fault->off + fault->size : end_of_unread(w, &longer), at = 0;
    bool bounded = false;
    if (are_moved(&longer.moved, missing))
        return A3D_GAP_MOVED;
    if (packed == NULL && fault != NULL && missing <= w->size)
        at = earliest_place(w, fault->off, (uint32_t)missing, &bounded);
    bool placed = at > 0 && bounded && !is_wrong_before(w->doc, at);
    w->off = packed != NULL ? a3d_packed_from(w->doc, packed) : placed ? at : 0;
    w->size_shown = end - w->off;
    return placed           ? A3D_GAP_PROVEN
           : packed != NULL ? A3D_GAP_PACKED
           : end > 0        ? A3D_GAP_LIKELY
                            : A3D_GAP_NONE;
}
