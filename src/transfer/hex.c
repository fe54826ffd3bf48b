/* hex.c - files that are hexadecimal text: digits with or without separators, or an array of C */
#include "transfer/digits.h"
#include "transfer/tracing.h"

#include <string.h>

/* The size of 0x or \x, which may precede each byte, or 0. */
static size_t prefix_of(const uint8_t *data, size_t size)
{
    return size >= 2 && (data[0] == '0' || data[0] == '\\') && (data[1] == 'x' || data[1] == 'X') ? 2 : 0;
}

/* Decodes to the end. Returns the number of bytes, or 0 if there is something else. *letters counts bytes with a digit
 * above 9. */
static size_t decode_digits(const uint8_t *data, size_t size, uint8_t *to, size_t *letters)
{
    size_t made = 0;
    for (size_t i = 0; i < size;) {
        size_t prefix = prefix_of(data + i, size - i), n = a3d_hex_run(data + i + prefix, size - i - prefix);
        if (n == 0 && (prefix > 0 || memchr(" \t\r\n,:;-\"'", data[i], 10) == NULL))
            return 0;
        i += prefix + (n == 0);
        if (prefix > 0 && n == 1) {
            to[made++] = (uint8_t)a3d_hex_digit(data[i++]);
            continue;
        }
        if (n % 2 != 0)
            return 0;
        for (size_t end = i + n; i < end; i += 2) {
            int high = a3d_hex_digit(data[i]), low = a3d_hex_digit(data[i + 1]);
            *letters += high > 9 || low > 9;
            to[made++] = (uint8_t)(high << 4 | low);
        }
    }
    return made;
}

/* Where the values of an array of C are: between the braces. False if the text is no array. */
static bool find_array(const uint8_t *data, size_t size, size_t *from, size_t *end)
{
    const uint8_t *open = memchr(data, '{', size < 256 ? size : 256), *close;
    if (open == NULL || memchr(data, ']', (size_t)(open - data)) == NULL)
        return false;
    *from = (size_t)(open - data) + 1;
    close = memchr(open, '}', size - *from);
    *end = close != NULL ? (size_t)(close - data) : size;
    return close != NULL;
}

/* A byte is a hexadecimal digit with a chance of 22 in 256, which proves 3 bits, less for separators; a byte of an
 * array of C is one of about 60 characters. Numbers without a letter are rather decimal. */
static void trace_digits(a3d_tracing *t)
{
    size_t from = 0, end = t->size, letters = 0;
    bool array = find_array(t->data, t->size, &from, &end);
    uint8_t *undone = a3d_undone_room(t, (end - from) / 2 + 1);
    size_t made = undone != NULL ? decode_digits(t->data + from, end - from, undone, &letters) : 0;
    if (made < 4)
        return;
    uint64_t bits = array || letters > 0 ? 2 * t->size : made / 2;
    a3d_evidence e = {A3D_FILE_HEX_TEXT, 0, t->size, bits, letters > 0 && bits >= 96, undone, made};
    a3d_add_trace(t, &e, "the file is hexadecimal text%s: its digits are %s", array ? " in an array of C" : "",
                  a3d_amount_of(made, "byte").text);
}

void a3d_trace_hex(a3d_tracing *t)
{
    if (!t->binary && !a3d_trace_dump(t))
        trace_digits(t);
}
