/* zeros.c - content that was overwritten with zeros: all of it, the start, whole blocks, or the end */
#include "base/lanes.h"
#include "transfer/tracing.h"

#include <string.h>

enum {
    SMALL = A3D_SMALL_BLOCK, LARGE = A3D_LARGE_BLOCK, STRIDE = SMALL / 2,
    GROUP = 8 * SMALL, AHEAD = 4 * GROUP, /* blocks; how many are looked at together */
    WORD = 8, LEAST_HEAD = 16, LEAST_TAIL = 32, LEAST_PADDING = 4, SLIP = 3, SLIDE = 64
};

static bool is_zero_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, WORD);
    return word == 0;
}

static size_t zeros_from(const a3d_tracing *t, size_t at)
{
    size_t i = at;
    while (t->size - i >= WORD && is_zero_word(t->data + i))
        i += WORD;
    while (i < t->size && t->data[i] == 0)
        i++;
    return i - at;
}

static size_t zeros_before(const a3d_tracing *t, size_t end)
{
    size_t i = end;
    while (i >= WORD && is_zero_word(t->data + i - WORD))
        i -= WORD;
    while (i > 0 && t->data[i - 1] == 0)
        i--;
    return end - i;
}

/* Whether a run of zeros consists of whole blocks and of zeros beside them that may have been there: a few at one end,
 * and not many at the other. */
static bool is_blocks(size_t from, size_t end, size_t block, size_t *first, size_t *last)
{
    *first = (from + block - 1) / block * block;
    *last = end / block * block;
    size_t before = *first - from, after = end - *last;
    return *first < *last && (before <= SLIP || after <= SLIP) && before <= SLIDE && after <= SLIDE;
}

/* Finds the next run of at least SMALL zeros that begins at `from` or later. Such a run holds a word at a multiple of
 * half its size. Returns its size, or 0. */
static size_t next_run(const a3d_tracing *t, size_t from, size_t *at)
{
    for (size_t i = (from + STRIDE - 1) / STRIDE * STRIDE; i < t->size && t->size - i >= WORD; i += STRIDE) {
        if (!is_zero_word(t->data + i))
            continue;
        size_t n = zeros_from(t, i);
        *at = i - zeros_before(t, i);
        i += n;
        if (i - *at >= SMALL)
            return i - *at;
        i = i / STRIDE * STRIDE;
    }
    return 0;
}

/* The zeros may have been inserted: without them the file may be a sound model. They are as many as whole blocks, and
 * where in the run they begin makes no difference. */
static void trace_inserted(a3d_tracing *t, size_t off, size_t n)
{
    uint8_t *undone = a3d_undone_room(t, t->size - n);
    if (undone == NULL)
        return;
    memcpy(undone, t->data, off);
    memcpy(undone + off, t->data + off + n, t->size - n - off);
    a3d_evidence e = {A3D_FILE_BYTES_INSERTED, off, n, A3D_EVIDENT - 1, false, undone, t->size - n};
    a3d_add_trace(t, &e, "%s zeros were inserted at offset %zu", a3d_number_of(n).text, off);
}

/* A run of zeros in other data is beside bounds of blocks with a chance of 2 * 4 * 65 / 512^2, or 2^-9; but a run of
 * 512 zeros is not to be expected at all where half of the bytes are not zero. */
static void trace_blocks(a3d_tracing *t)
{
    size_t first_off = 0, end = 0, blocks = 0, block = LARGE, first, last, i = 0;
    for (size_t n; (n = next_run(t, i, &i)) > 0; i += n) {
        if (i > 0 && i + n < t->size && is_blocks(i, i + n, SMALL, &first, &last)) {
            if (!is_blocks(i, i + n, LARGE, &first, &last))
                block = SMALL;
            is_blocks(i, i + n, SMALL, &first, &last);
            first_off = blocks == 0 ? first : first_off;
            blocks += (last - first) / SMALL;
            end = last;
        }
    }
    if (blocks == 0)
        return;
    if (end - first_off == blocks * SMALL) /* one run */
        trace_inserted(t, first_off, blocks * SMALL);
    blocks /= block / SMALL;
    a3d_evidence e = {.rule = A3D_FILE_ZEROED_BLOCKS, .off = first_off, .size = end - first_off, .bits = 30 * blocks};
    a3d_add_trace(t, &e, "%s of %zu bytes %s overwritten with zeros, between offsets %zu and %zu",
                  a3d_amount_of(blocks, "block").text, block, blocks == 1 ? "is" : "are", first_off, end);
}

static void trace_head(a3d_tracing *t, size_t n)
{
    size_t blocks = n / SMALL * SMALL, size = n - blocks <= SLIP && blocks > 0 ? blocks : n;
    a3d_evidence e = {.rule = A3D_FILE_ZEROED_HEAD, .size = size, .bits = 8 * (uint64_t)n};
    a3d_add_trace(t, &e, "the first %s are zeros; the content there is lost", a3d_amount_of(size, "byte").text);
}

/* Zeros up to the size of a block are padding, or content that never came. Only the caller knows where the model ends,
 * so both are guesses, unless there are many zeros, which models do not have at their end; other files may. */
static void trace_tail(a3d_tracing *t, size_t n)
{
    size_t at = t->size - n, bound = (at + SMALL - 1) / SMALL * SMALL;
    bool blocks = bound - at <= SLIP && t->size - bound >= SMALL;
    bool many = n >= SMALL / 2 && a3d_model_starts(t, t->data, t->size);
    size_t from = blocks ? bound : at;
    a3d_evidence padding = {A3D_FILE_ZERO_PADDING, at, n, A3D_EVIDENT - 2, false, t->data, at};
    a3d_evidence lost = {.rule = A3D_FILE_ZEROED_BLOCKS, .off = from, .size = t->size - from,
                         .bits = blocks ? A3D_EVIDENT + 6 : many ? A3D_EVIDENT + 2 : A3D_EVIDENT - 4};
    a3d_add_trace(t, &padding, "the last %s are zeros%s", a3d_amount_of(n, "byte").text,
                  t->size % LARGE == 0 ? ", up to a multiple of 4,096"
                                       : t->size % SMALL == 0 ? ", up to a multiple of 512" : "");
    a3d_add_trace(t, &lost, "the content from offset %zu on was overwritten with zeros: %s", from,
                  a3d_amount_of(t->size - from, "byte").text);
}

void a3d_trace_zeros(a3d_tracing *t)
{
    size_t head = zeros_from(t, 0), tail = zeros_before(t, t->size);
    if (t->size > 0 && head == t->size) {
        a3d_evidence e = {.rule = A3D_FILE_ALL_ZEROS, .size = t->size, .bits = 8 * (uint64_t)t->size, .sure = true};
        a3d_add_trace(t, &e, "the whole content is zeros: %s", a3d_amount_of(t->size, "byte").text);
        return;
    }
    if (head >= LEAST_HEAD)
        trace_head(t, head);
    trace_blocks(t);
    if (tail >= LEAST_TAIL || (tail >= LEAST_PADDING && t->size % SMALL == 0))
        trace_tail(t, tail);
}

/* Whether zeros from one bound of blocks to another are whole blocks. A few zeros beside them may have been there; many
 * are a reason for doubt, but less so beside large blocks, whose bounds are seldom met by chance. */
static bool is_exact(const uint8_t *data, size_t size, size_t from, size_t end)
{
    size_t before = 0, after = 0;
    while (before <= SLIP && before < from && data[from - 1 - before] == 0)
        before++;
    while (after <= SLIP && end + after < size && data[end + after] == 0)
        after++;
    bool large = from % LARGE == 0 && end % LARGE == 0;
    return before + after <= SLIP || (large && before <= SLIP && after <= SLIP);
}

/* Whether any of the next blocks of a group begins with a word of zeros. Nothing branches on a single one, since a
 * processor could not predict it, and a group far ahead is asked for. */
static bool any_begins(const uint8_t *p)
{
    bool any = false;
    for (unsigned k = 0; k < GROUP; k += SMALL) {
        uint64_t word;
        memcpy(&word, p + k, sizeof word);
        a3d_ask_for((uintptr_t)p + k + AHEAD);
        any |= word == 0;
    }
    return any;
}

size_t a3d_find_zeroed(const uint8_t *data, size_t size, size_t *off)
{
    static const uint8_t zeros[SMALL];
    for (size_t i = SMALL; i + SMALL < size; i += SMALL) {
        while (i % GROUP == SMALL && size - i > GROUP + SMALL && !any_begins(data + i))
            i += GROUP;
        size_t end = i;
        while (end + SMALL < size && data[end] == 0 && memcmp(data + end, zeros, SMALL) == 0)
            end += SMALL;
        if (end > i && is_exact(data, size, i, end)) {
            *off = i;
            return end - i;
        }
        i = end > i ? end : i;
    }
    return 0;
}
