/* undeclared.c - bytes that were put into a file, or are lost in it, that has addresses and does not declare its size;
 * see whole_file.h */
#include "base/amount.h"
#include "engine/decode/decode.h"
#include "engine/document/findings.h"
#include "lint/surplus.h"

#include <inttypes.h>
#include <stdio.h>

/* TIED: numbers of bytes that do equally well. FEWER: so many errors that are gone together are no chance. SKIM_STEPS:
 * for all trials of a part of the file, STEPS: and of the whole, beside two for each byte. */
enum { MOST = A3D_SURPLUS_MOST, TIED = 4, FEWER = 2, SKIM_STEPS = 192 << 10, STEPS = 96 << 10 };

/* Numbers of bytes without which, or with which, the file has equally few errors. */
typedef struct numbers {
    uint32_t end;          /* the offset at which they are taken away, or put in */
    uint32_t n, at[TIED];
    size_t errors, fewer;  /* without a change; those that are gone */
} numbers;

/* The first error and the first fault of a file: before the end of one or the other bytes were put in, or are lost. */
typedef struct places {
    uint32_t error, fault; /* their ends */
    uint32_t left_over;    /* bytes at the end of the file, if it was read to its end and they may have been put in */
} places;

/* How many bytes are left over at the end of a file that was read to its end. */
static uint32_t left_over(const a3d_whole *w)
{
    for (size_t i = 0; i < w->doc->n_findings; i++) {
        const a3d_finding *f = &w->doc->findings[i];
        if (f->stream == 0 && f->rule->fault == A3D_FAULT_TRAILING && f->off < w->size && w->size - f->off <= MOST)
            return !a3d_is_own_file(w, f->off) ? (uint32_t)w->size - f->off : 0;
    }
    return 0;
}

/* Takes so many bytes away at an offset, or puts them in if bytes are lost. */
static void try_number(a3d_surplus *s, numbers *best, uint32_t n)
{
    s->n = n;
    size_t now = n + best->end < s->w->size ? a3d_try_surplus(s, best->end).errors : SIZE_MAX;
    if (now >= best->errors || best->errors - now < best->fewer)
        return;
    best->n = best->errors - now > best->fewer ? 1 : best->n + 1;
    best->fewer = best->errors - now;
    if (best->n <= TIED)
        best->at[best->n - 1] = n;
}

/* The same for each number up to MOST, by what is not in elements with addresses: that takes few steps, and what
 * follows the elements is nearly always wrong with another number. */
static numbers skim_numbers(a3d_surplus *s, uint32_t end)
{
    s->w->unplaced = true;
    s->w->tries = 0;
    numbers best = {.end = end, .errors = a3d_try_file(s->w, s->w->data, s->w->size).errors};
    for (uint32_t n = 1; n <= MOST && best.errors != SIZE_MAX; n++)
        try_number(s, &best, n);
    s->w->unplaced = false;
    return best;
}

/* Finds the numbers with which the file has the fewest errors: what its addresses name is then where it should be. */
static numbers find_numbers(a3d_surplus *s, const numbers *quick, uint32_t only, uint32_t end)
{
    numbers best = {.end = end, .errors = a3d_count_errors(s->w->doc)};
    bool known = quick->n > 0 && quick->n <= TIED;
    uint32_t n = only > 0 ? 1 : known ? quick->n : MOST;
    for (uint32_t i = 0; i < n; i++)
        try_number(s, &best, only > 0 ? only : known ? quick->at[i] : i + 1);
    return best;
}

/* Finds the one number of bytes, and the place, without which the file has no error. */
static bool choose_number(a3d_surplus *s, const numbers *best)
{
    a3d_surplus found = {.n = 0};
    for (uint32_t i = 0; i < best->n && best->n <= TIED; i++) {
        s->n = best->at[i];
        s->unique = false;
        if (!a3d_find_surplus(s, best->end))
            continue;
        if (found.n > 0)
            return false;
        found = *s;
    }
    if (found.n > 0)
        *s = found;
    return found.n > 0;
}

/* Whether one number before an offset explains the fault by itself: with it everything decodes. */
static bool has_one_cause(const a3d_doc *doc, uint32_t end)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->n_suspects == 1 && a3d_has_structural_suspect(f) && !f->suspects[0].partial &&
            f->suspects[0].stream == 0 && f->suspects[0].off < end)
            return true;
    }
    return false;
}

/* Says what is known when no place makes the file sound. least: so many errors must be gone. */
static bool name_number(a3d_surplus *s, const numbers *best, size_t least)
{
    s->n = best->at[0];
    s->w->off = s->lost ? best->end : 0;
    s->w->size_shown = s->lost ? 0 : best->end;
    if (best->n != 1 || best->fewer < least || a3d_addresses_moved(s->w->doc).by > 0 ||
        (!s->lost && best->fewer < best->errors && has_one_cause(s->w->doc, best->end)))
        return false;
    const a3d_amount n = a3d_amount_of(s->n, "byte");
    char gone[64] = "no error is left";
    if (best->fewer < best->errors)
        snprintf(gone, sizeof gone, "%zu of %zu errors are gone", best->fewer, best->errors);
    if (s->lost)
        return a3d_found(s->w, A3D_FILE_BYTES_LOST,
                         "%s %s probably missing; with %" PRIu32 " more at offset %" PRIu32 ", %s", n.text,
                         s->n == 1 ? "is" : "are", s->n, best->end, gone);
    return a3d_found(s->w, A3D_FILE_BYTES_INSERTED, "%s %s probably inserted; without %s at offset %" PRIu32 ", %s",
                     n.text, s->n == 1 ? "was" : "were", n.text, best->end, gone);
}

/* Tries the end of the fault and, if it is another, that of the first error. In `best`, whichever makes more errors go.
 * Returns whether the file has none without the bytes at some place. */
static bool try_places(a3d_surplus *s, const places *p, numbers *best)
{
    uint32_t only = s->lost ? 0 : p->left_over;
    bool two = p->error != p->fault, proven = false;
    numbers quick = {.n = 0};
    a3d_allow_trials(s->w, SKIM_STEPS);
    if (only == 0)
        quick = skim_numbers(s, p->fault);
    if (only == 0 && quick.n == 0 && two)
        quick = skim_numbers(s, p->error);
    a3d_allow_trials(s->w, STEPS + 2 * (uint64_t)s->w->size);
    for (unsigned i = 0; i < 1u + two && !proven; i++) {
        const numbers found = find_numbers(s, &quick, only, i == 0 ? p->fault : p->error);
        *best = i == 0 || found.fewer > best->fewer ? found : *best;
        proven = !s->lost && choose_number(s, &found);
    }
    a3d_allow_trials(s->w, 0);
    return proven;
}

/* So many errors must be gone with a number of bytes: more than half. If as many bytes are left over at the end of the
 * file, that is nearly proof. */
static size_t least_of(const a3d_surplus *s, const places *p, const numbers *found)
{
    size_t half = found->errors / 2 + 1;
    return !s->lost && p->left_over > 0 ? 1 : half > FEWER ? half : FEWER;
}

/* Bytes that are too few, if more errors are gone with them than without some. */
static bool find_lost(a3d_surplus *s, const places *p, size_t fewer)
{
    numbers best;
    if (a3d_is_rule_off(s->w, A3D_FILE_BYTES_LOST))
        return false;
    s->lost = true;
    try_places(s, p, &best);
    return best.fewer > fewer && name_number(s, &best, least_of(s, p, &best));
}

/* Bytes that are too many or too few. Values that contradict each other may be before them, but a fault is not. If what
 * is before the first address is sound, all addresses may be wrong instead. */
static bool find_either(a3d_surplus *s, const places *p)
{
    numbers best = {.n = 0};
    bool moved = a3d_addresses_moved(s->w->doc).by > 0, off = a3d_is_rule_off(s->w, A3D_FILE_BYTES_INSERTED);
    bool proven = !off && try_places(s, p, &best);
    if (proven) {
        s->unique &= !moved;
        return a3d_name_surplus(s, 0, moved ? "probably " : "");
    }
    s->unique = false;
    if (p->left_over == 0 && find_lost(s, p, best.n == 1 ? best.fewer : 0))
        return true;
    s->lost = false;
    return name_number(s, &best, least_of(s, p, &best));
}

bool a3d_find_undeclared(a3d_surplus *s, const a3d_finding *error)
{
    const a3d_finding *fault = a3d_first_error(s->w->doc, true);
    bool single = fault == NULL && a3d_count_errors(s->w->doc) == 1; /* no more than a wrong value */
    fault = fault != NULL ? fault : error;
    const places p = {.error = a3d_fault_end(s->w, error), .fault = a3d_fault_end(s->w, fault),
                      .left_over = left_over(s->w)};
    bool found = !single && !a3d_is_explained(s->w->doc, fault->off) && find_either(s, &p);
    a3d_undo_surplus(s);
    return found;
}
