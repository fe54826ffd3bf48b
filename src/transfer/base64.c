/* base64.c - files that are base64 text: one line, MIME lines, or a data URI */
#include "transfer/tracing.h"

#include <string.h>

/* What there is besides the content. */
typedef struct counts {
    size_t digits, padding, lines, blanks;
    bool upper, lower, figure;
} counts;

/* The value of a character of either alphabet (RFC 4648, 4 and 5), or -1. */
static int value_of(uint8_t c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* The size of what precedes the base64 text of a data URI, or 0. */
static size_t uri_prefix(const uint8_t *data, size_t size)
{
    static const char last[] = ";base64,";
    if (size < 5 || memcmp(data, "data:", 5) != 0)
        return 0;
    for (size_t i = 5; i + sizeof last - 1 <= size && i < 256; i++)
        if (memcmp(data + i, last, sizeof last - 1) == 0)
            return i + sizeof last - 1;
    return 0;
}

/* Counts all characters. False if there is one that base64 text does not have. */
static bool count(const uint8_t *data, size_t size, counts *c)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = data[i];
        if (value_of(byte) >= 0) {
            if (c->padding > 0)
                return false;
            c->digits++;
            c->upper |= byte >= 'A' && byte <= 'Z';
            c->lower |= byte >= 'a' && byte <= 'z';
            c->figure |= byte >= '0' && byte <= '9';
        } else if (byte == '=') {
            c->padding++;
        } else if (byte == '\n' || byte == '\r') {
            c->lines += byte == '\n';
        } else if (byte == ' ' || byte == '\t') {
            c->blanks++;
        } else {
            return false;
        }
    }
    return c->digits % 4 != 1 && c->blanks <= c->lines + 1 &&
           (c->padding == 0 || (c->digits + c->padding) % 4 == 0) && c->padding < 3;
}

/* Decodes. False if bits remain that should be 0. */
static bool decode(const uint8_t *data, size_t size, uint8_t *to)
{
    uint32_t held = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < size; i++) {
        int value = value_of(data[i]);
        if (value < 0)
            continue;
        held = held << 6 | (uint32_t)value;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *to++ = (uint8_t)(held >> bits);
            held &= (1u << bits) - 1;
        }
    }
    return held == 0;
}

/* A quarter of all bytes are base64 characters, so each proves 2 bits; line ends among them make that a little less. */
void a3d_trace_base64(a3d_tracing *t)
{
    const uint8_t *data = t->data;
    size_t size = t->size, prefix = uri_prefix(data, size);
    data += prefix;
    size -= prefix;
    if (prefix == 0 && size > 2 && (data[0] == '"' || data[0] == '\'') && data[size - 1] == data[0]) {
        data++;
        size -= 2;
    }
    counts c = {0};
    if (!count(data, size, &c) || c.digits < 8)
        return;
    size_t made = c.digits / 4 * 3 + (c.digits % 4 > 0 ? c.digits % 4 - 1 : 0);
    uint8_t *undone = a3d_undone_room(t, made);
    if (undone == NULL || !decode(data, size, undone))
        return;
    bool varied = c.upper && c.lower && c.figure;
    uint64_t bits = 8 * prefix + (varied || prefix > 0 ? 2 * c.digits : c.digits) * 3 / 4;
    a3d_evidence e = {A3D_FILE_BASE64, 0, t->size, bits, prefix > 0 || (varied && bits >= 96), undone, made};
    a3d_add_trace(t, &e, "the file is base64 text%s: %s encode %s", prefix > 0 ? " in a data URI" : "",
                  a3d_amount_of(c.digits, "character").text, a3d_amount_of(made, "byte").text);
}
