/* utf16.c - bytes that were read as 8-bit text and written as UTF-16 or as 7-bit text */
#include "base/bytes.h"
#include "transfer/kinds.h"
#include "transfer/pages.h"
#include "transfer/tracing.h"

/* The byte of a 16-bit unit in Windows-1252, which has Latin-1 but for the range 80 to 9F; -1: none. */
static int byte_of(unsigned unit)
{
    const uint16_t *upper = a3d_pages[1].upper;
    if (unit < 0x100)
        return (int)unit;
    for (int i = 0; i < 32; i++)
        if (upper[i] == unit)
            return i + 128;
    return -1;
}

static bool from_utf16(const uint8_t *data, size_t size, bool big, uint8_t *to)
{
    bool some = false;
    for (size_t i = 0; i < size; i += 2) {
        int byte = byte_of(a3d_load16(data + i, big));
        if (byte < 0)
            return false;
        if (to != NULL)
            to[i / 2] = (uint8_t)byte;
        some |= byte >= 0x20;
    }
    return some;
}

/* Whether some unit is one of those that Windows-1252 has and Latin-1 has not. */
static bool is_beyond_latin1(const uint8_t *data, size_t size, bool big)
{
    for (size_t i = 0; i < size; i += 2)
        if (a3d_load16(data + i, big) >= 0x100)
            return true;
    return false;
}

/* 256 of 65,536 units are of the code page, so each proves 8 bits. */
void a3d_trace_utf16(a3d_tracing *t)
{
    if (t->size < 4 || t->size % 2 != 0 || a3d_is_utf32(t->data, t->size))
        return;
    bool little = t->data[0] == 0xff && t->data[1] == 0xfe, big = t->data[0] == 0xfe && t->data[1] == 0xff;
    size_t mark = little || big ? 2 : 0, units = (t->size - mark) / 2;
    if (mark == 0) { /* as most characters are below 256, the zeros tell the byte order */
        big = t->data[0] == 0;
        if (a3d_model_starts(t, t->data, t->size) || a3d_count_byte(t, 0) < units / 2)
            return;
    }
    if (!from_utf16(t->data + mark, t->size - mark, big, NULL))
        return;
    uint8_t *undone = a3d_undone_room(t, units);
    if (undone == NULL)
        return;
    from_utf16(t->data + mark, t->size - mark, big, undone);
    if (!a3d_is_binary(undone, units))
        return;
    a3d_evidence e = {A3D_FILE_LATIN1_AS_UTF16, 0, t->size, 8 * (units - 1), mark > 0, undone, units};
    a3d_add_trace(t, &e, "the file passed through a conversion of %s to UTF-16%s%s: %s added",
                  is_beyond_latin1(t->data + mark, t->size - mark, big) ? "Windows-1252" : "Latin-1",
                  big ? ", big-endian" : "", mark > 0 ? " with a byte-order mark" : "",
                  a3d_amount_of(t->size - units, "byte").text);
}

enum { TEXT_RUN = 6 };

/* Bytes that are neither text nor next to a zero. Where a model has such bytes (mantissas of floats, packed data), they
 * are 80 or more about as often as not. */
static size_t count_mixed(const uint8_t *data, size_t size)
{
    size_t mixed = 0, run = 0, kept = 0;
    for (size_t i = 1; i + 1 < size; i++) {
        bool printable = data[i] >= 0x20 && data[i] < 0x7f;
        run = printable ? run + 1 : 0;
        kept = run == 1 ? mixed : kept;
        if (run >= TEXT_RUN)
            mixed = kept;
        else
            mixed += data[i - 1] != 0 && data[i] != 0 && data[i + 1] != 0;
    }
    return mixed;
}

/* Question marks replace the other bytes in a conversion to ASCII. */
static bool is_questioned(const a3d_tracing *t, size_t marks)
{
    size_t pairs = 0;
    for (size_t i = 1; i < t->size; i++)
        pairs += t->data[i] == '?' && t->data[i - 1] == '?';
    return pairs >= 8 && marks > (t->size - a3d_count_byte(t, 0)) / 8;
}

/* Whether no byte differs from the first one in its top bit. */
static bool is_eighth_bit_same(const uint8_t *data, size_t size)
{
    size_t i = 1;
    while (i < size && ((data[i] ^ data[0]) & 0x80) == 0)
        i++;
    return i >= size;
}

static void trace_set_bits(a3d_tracing *t)
{
    a3d_evidence e = {.rule = A3D_FILE_EIGHTH_BIT_LOST, .size = t->size,
                      .bits = count_mixed(t->data, t->size) / 2};
    a3d_add_trace(t, &e, "the top bit of each byte was set: none of %s is below 0x80; every eighth bit is lost",
                  a3d_amount_of(t->size, "byte").text);
}

void a3d_trace_seven_bits(a3d_tracing *t)
{
    if (t->size == 0 || !is_eighth_bit_same(t->data, t->size))
        return;
    if (t->data[0] >= 0x80)
        trace_set_bits(t);
    if (!t->binary || t->data[0] >= 0x80)
        return;
    size_t marks = a3d_count_byte(t, '?');
    a3d_evidence e = {.size = t->size, .bits = count_mixed(t->data, t->size) / 2};
    e.rule = is_questioned(t, marks) ? A3D_FILE_REPLACEMENT_CHARACTERS : A3D_FILE_EIGHTH_BIT_LOST;
    if (e.rule == A3D_FILE_REPLACEMENT_CHARACTERS)
        a3d_add_trace(
            t, &e,
            "the file passed through a conversion to ASCII: none of %s is 0x80 or more; %s replace those that were",
            a3d_amount_of(t->size, "byte").text, a3d_amount_of(marks, "question mark").text);
    else
        a3d_add_trace(t, &e,
                      "the file passed through a 7-bit transfer: none of %s is 0x80 or more; every eighth bit is lost",
                      a3d_amount_of(t->size, "byte").text);
}
