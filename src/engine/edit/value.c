/* value.c - see value.h */
#include "engine/edit/value.h"
#include "engine/edit/resolve.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

const char *a3d_item_end(const char *p, const char *end)
{
    int depth = 0;
    bool quoted = false;
    for (; p < end; p++) {
        if (quoted && *p == '\\' && p + 1 < end)
            p++;
        else if (*p == '"')
            quoted = !quoted;
        else if (!quoted && *p == '{')
            depth++;
        else if (!quoted && *p == '}')
            depth--;
        else if (!quoted && *p == ',' && depth == 0)
            break;
    }
    return p;
}

static const char *parse_hex(a3d_ctx *ctx, const char *p, size_t n, a3d_text *out)
{
    if (n % 2 != 0)
        return a3d_error(ctx, "hex digits come in pairs: '%.*s'", (int)n, p);
    for (size_t i = 0; i < n; i += 2) {
        int high = hex_digit(p[i]), low = hex_digit(p[i + 1]);
        if (high < 0 || low < 0)
            return a3d_error(ctx, "not a pair of hex digits: '%.2s'", p + i);
        a3d_putc(out, (char)(high << 4 | low));
    }
    return NULL;
}

static const char *parse_quoted(a3d_ctx *ctx, const char *p, size_t n, a3d_text *out)
{
    for (size_t i = 1; i + 1 < n; i++) {
        char c = p[i];
        if (c != '\\') {
            a3d_putc(out, c);
            continue;
        }
        c = p[++i];
        if (c == 'x' && i + 2 < n - 1 && hex_digit(p[i + 1]) >= 0 && hex_digit(p[i + 2]) >= 0) {
            a3d_putc(out, (char)(hex_digit(p[i + 1]) << 4 | hex_digit(p[i + 2])));
            i += 2;
        } else if (c == '\\' || c == '"') {
            a3d_putc(out, c);
        } else {
            return a3d_error(ctx, "only \\xHH, \\\\ and \\\" can follow a backslash in '%.*s'", (int)n, p);
        }
    }
    return NULL;
}

const char *a3d_parse_bytes(a3d_ctx *ctx, const char *text, size_t n, a3d_text *out)
{
    if (n >= 2 && text[0] == '"' && text[n - 1] == '"')
        return parse_quoted(ctx, text, n, out);
    if (n >= 4 && memcmp(text, "hex:", 4) == 0)
        return parse_hex(ctx, text + 4, n - 4, out);
    return a3d_error(ctx, "'%.*s' is neither \"text\" nor hex:…", (int)n, text);
}

static const char *parse_float(a3d_ctx *ctx, const char *word, int64_t *value)
{
    char *end;
    errno = 0;
    float f = strtof(word, &end);
    uint32_t bits;
    if (end == word || *end != '\0')
        return a3d_error(ctx, "'%s' is not a number", word);
    if (errno == ERANGE && (f > FLT_MAX || f < -FLT_MAX))
        return a3d_error(ctx, "%s is too large for a float", word);
    memcpy(&bits, &f, sizeof bits);
    if (strcmp(word, "nan") == 0)
        bits = 0x7fc00000; /* the sign of the C library's NaN varies */
    *value = bits;
    return NULL;
}

static bool is_signed(unsigned type)
{
    return type == A3D_I8 || type == A3D_I16 || type == A3D_I32 || type == A3D_I64;
}

/* The digits after "bits:". */
static const char *parse_bits(a3d_ctx *ctx, const char *word, unsigned type, int64_t *value)
{
    char *end;
    const char *digits = word + 5;
    unsigned bits = 8 * a3d_width(type);
    errno = 0;
    uint64_t v = strtoull(digits, &end, 16);
    if (hex_digit(digits[0]) < 0 || *end != '\0')
        return a3d_error(ctx, "'%s' is not hex digits", word);
    if (errno != 0 || (bits < 64 && v >> bits != 0))
        return a3d_error(ctx, "'%s' does not fit in %u bits", word, bits);
    *value = (int64_t)v;
    if (is_signed(type) && bits < 64 && v >> (bits - 1) != 0)
        *value -= INT64_C(1) << bits;
    return NULL;
}

static const char *parse_integer(a3d_ctx *ctx, const char *word, unsigned type, int64_t *value)
{
    char *end;
    bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    errno = 0;
    *value = hex ? (int64_t)strtoull(word, &end, 16) : (int64_t)strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0)
        return a3d_error(ctx, "'%s' is not a number that fits", word);
    unsigned bits = 8 * a3d_width(type);
    if (bits == 64)
        return NULL;
    int64_t least = is_signed(type) && !hex ? -(INT64_C(1) << (bits - 1)) : 0;
    int64_t most = is_signed(type) && !hex ? (INT64_C(1) << (bits - 1)) - 1 : (INT64_C(1) << bits) - 1;
    if (*value < least || *value > most)
        return a3d_error(ctx, "%s does not fit in %u bits (%" PRId64 " to %" PRId64 ")", word, bits, least, most);
    if (is_signed(type) && hex && *value >> (bits - 1) != 0)
        *value -= INT64_C(1) << bits;
    return NULL;
}

static const char *unknown_name(a3d_ctx *ctx, const char *word, const a3d_name *names)
{
    char text[240] = "";
    size_t n = 0;
    const a3d_name *e = names;
    for (; e->name != NULL && n < sizeof text - 40; e++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n > 0 ? ", " : "", e->name);
    return a3d_error(ctx, "'%s' is neither a number nor one of %s%s", word, text, e->name != NULL ? " and others" : "");
}

const char *a3d_parse_scalar(a3d_ctx *ctx, const char *text, size_t n, unsigned type, const a3d_name *names,
                             int64_t *value)
{
    char word[80];
    if (n == 0 || n >= sizeof word)
        return a3d_error(ctx, "'%.*s' is not a value", (int)n, text);
    memcpy(word, text, n);
    word[n] = '\0';
    for (const a3d_name *e = names; e != NULL && e->name != NULL; e++)
        if (strcmp(e->name, word) == 0) {
            *value = e->value;
            return NULL;
        }
    if (type == A3D_BOOL && (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)) {
        *value = word[0] == 't';
        return NULL;
    }
    if (strncmp(word, "bits:", 5) == 0)
        return parse_bits(ctx, word, type, value);
    if (strncmp(word, "f:", 2) == 0 && a3d_width(type) != 4)
        return a3d_error(ctx, "'%s' has 32 bits; expected %u", word, 8 * a3d_width(type));
    if (strncmp(word, "f:", 2) == 0)
        return parse_float(ctx, word + 2, value);
    if (type == A3D_F32)
        return parse_float(ctx, word, value);
    bool number = (word[0] >= '0' && word[0] <= '9') || word[0] == '-';
    return number || names == NULL ? parse_integer(ctx, word, type, value) : unknown_name(ctx, word, names);
}
