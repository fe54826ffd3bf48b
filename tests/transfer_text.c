/* transfer_text.c - what happens to a file that is taken for text. */
#include "transfer.h"

/* As a stream in text mode writes: every LF, once or twice over. */
bool make_crlf(maker *m)
{
    for (size_t i = 0; i < m->size; i++) {
        if (m->data[i] == '\n')
            a3d_put(m->out, "\r\r", m->arg);
        a3d_putc(m->out, (char)m->data[i]);
    }
    return true;
}

/* As unix2dos writes: an LF that follows a CR stays. */
bool make_lone_crlf(maker *m)
{
    bool both = false;
    for (size_t i = 0; i < m->size; i++) {
        bool lone = m->data[i] == '\n' && (i == 0 || m->data[i - 1] != '\r');
        both |= m->data[i] == '\n' && !lone;
        if (lone)
            a3d_putc(m->out, '\r');
        a3d_putc(m->out, (char)m->data[i]);
    }
    return both; /* else it is the same as make_crlf */
}

bool make_lf(maker *m)
{
    for (size_t i = 0; i < m->size; i++)
        if (m->data[i] != '\r' || i + 1 == m->size || m->data[i + 1] != '\n')
            a3d_putc(m->out, (char)m->data[i]);
    return true;
}

static void put_utf8(a3d_text *out, unsigned c)
{
    if (c >= 0x800)
        a3d_putc(out, (char)(0xe0 | c >> 12));
    if (c >= 0x80)
        a3d_putc(out, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3f) : 0xc0 | c >> 6));
    a3d_putc(out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
}

/* The characters of 80 to 9f in Windows-1252; the five that it does not define are control characters. */
static const uint16_t cp1252[32] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
    0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
    0x17e,  0x178,
};

bool make_utf8(maker *m)
{
    bool differs = false;
    for (size_t i = 0; i < m->size; i++) {
        unsigned c = m->data[i];
        bool c1 = c >= 0x80 && c < 0xa0;
        differs |= c1 && cp1252[c - 0x80] != c;
        put_utf8(m->out, m->arg == CP1252 && c1 ? cp1252[c - 0x80] : c);
    }
    if (m->arg == LATIN1_TWICE) {
        char *once = a3d_arena_text(m->arena, m->out->data, m->out->size);
        size_t n = m->out->size;
        m->out->size = 0;
        for (size_t i = 0; i < n; i++)
            put_utf8(m->out, (uint8_t)once[i]);
    }
    return m->arg != CP1252 || differs; /* else it is the same as Latin-1 */
}

/* As PowerShell writes what it takes from a program: a mark, then two bytes for each. */
bool make_utf16(maker *m)
{
    a3d_put(m->out, "\xff\xfe", 2);
    for (size_t i = 0; i < m->size; i++)
        a3d_put(m->out, (uint8_t[]){m->data[i], 0}, 2);
    return true;
}

/* How many bytes at p begin a character of UTF-8, and whether it is whole; Unicode 16, table 3-7. */
static size_t utf8_part(const uint8_t *p, size_t left, bool *whole)
{
    unsigned c = p[0], n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    *whole = n == 1;
    if (n < 2)
        return 1;
    unsigned lo = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80, hi = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    for (size_t i = 1; i < n; i++, lo = 0x80, hi = 0xbf)
        if (i >= left || p[i] < lo || p[i] > hi)
            return i;
    *whole = true;
    return n;
}

bool make_replaced(maker *m)
{
    for (size_t i = 0, n; i < m->size; i += n) {
        bool whole;
        n = utf8_part(m->data + i, m->size - i, &whole);
        n = whole || m->arg == PARTS ? n : 1;
        a3d_put(m->out, whole ? (const char *)m->data + i : "\xef\xbf\xbd", whole ? n : 3);
    }
    return true;
}

bool make_seven_bits(maker *m)
{
    for (size_t i = 0; i < m->size; i++)
        a3d_putc(m->out, (char)(m->data[i] & 0x7f));
    return true;
}

bool make_base64(maker *m)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (m->arg == DATA_URI)
        a3d_puts(m->out, "data:application/octet-stream;base64,");
    for (size_t i = 0; i < m->size; i += 3) {
        size_t n = m->size - i < 3 ? m->size - i : 3;
        unsigned v = 0;
        for (size_t k = 0; k < 3; k++)
            v = v << 8 | (k < n ? m->data[i + k] : 0);
        char four[4] = {digits[v >> 18], digits[v >> 12 & 63], n > 1 ? digits[v >> 6 & 63] : '=',
                        n > 2 ? digits[v & 63] : '='};
        a3d_put(m->out, four, 4);
        size_t line = m->arg == MIME ? 19 : m->arg == PEM ? 16 : 0;
        if (line > 0 && (i / 3 % line == line - 1 || i + 3 >= m->size))
            a3d_puts(m->out, m->arg == MIME ? "\r\n" : "\n");
    }
    while (m->arg == UNPADDED && m->out->size > 0 && m->out->data[m->out->size - 1] == '=')
        m->out->size--;
    return true;
}

/* The characters at the right of a dump. */
static void put_column(maker *m, size_t from, size_t n, const char *edge)
{
    a3d_puts(m->out, edge);
    for (size_t k = 0; k < n; k++) {
        uint8_t c = m->data[from + k];
        a3d_putc(m->out, c >= 0x20 && c < 0x7f ? (char)c : '.');
    }
    a3d_puts(m->out, edge);
    a3d_putc(m->out, '\n');
}

static void put_dump_line(maker *m, size_t from, size_t n)
{
    bool xxd = m->arg == XXD;
    a3d_put_digits(m->out, from, 8);
    a3d_puts(m->out, xxd ? ": " : "  ");
    for (size_t k = 0; k < 16; k++) {
        if (k < n)
            a3d_put_digits(m->out, m->data[from + k], 2);
        else
            a3d_puts(m->out, "  ");
        a3d_puts(m->out, xxd ? (k % 2 == 1 ? " " : "") : k == 7 ? "  " : " ");
    }
    a3d_puts(m->out, " ");
    put_column(m, from, n, xxd ? "" : "|");
}

bool make_hex(maker *m)
{
    for (size_t i = 0; m->arg <= SPACED && i < m->size; i++) {
        a3d_printf(m->out, m->arg == CAPITALS ? "%02X" : "%02x", m->data[i]);
        if (m->arg == SPACED)
            a3d_putc(m->out, i % 16 == 15 ? '\n' : ' ');
    }
    for (size_t i = 0; m->arg > SPACED && i < m->size; i += 16)
        put_dump_line(m, i, m->size - i < 16 ? m->size - i : 16);
    if (m->arg == HEXDUMP)
        a3d_put_digits(m->out, m->size, 8);
    a3d_puts(m->out, m->arg == HEXDUMP || m->arg == PAIRS ? "\n" : "");
    return true;
}
