/* json_read.c - see json_read.h */
#include "base/json_read.h"
#include "base/bytes.h"
#include "base/utf8.h"

#include <string.h>

void a3d_json_read(a3d_json_reader *r, a3d_arena *arena, const void *data, size_t size)
{
    *r = (a3d_json_reader){.arena = arena, .data = data, .size = size, .line = 1};
}

bool a3d_json_fail(a3d_json_reader *r, const char *problem)
{
    if (r->problem == NULL)
        r->problem = problem;
    return false;
}

static bool fail_at(a3d_json_reader *r, size_t at, const char *problem)
{
    if (r->problem == NULL)
        r->at = at;
    return a3d_json_fail(r, problem);
}

unsigned a3d_json_line(a3d_json_reader *r, size_t at)
{
    for (; r->counted < at; r->counted++)
        r->line += r->data[r->counted] == '\n';
    return r->line;
}

void a3d_json_place(const a3d_json_reader *r, size_t at, unsigned *line, unsigned *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && i < r->size; i++) {
        bool ends = r->data[i] == '\n';
        *line += ends;
        *column = ends ? 1 : *column + 1;
    }
}

static void skip_space(a3d_json_reader *r)
{
    while (r->pos < r->size && strchr(" \t\r\n", r->data[r->pos]) != NULL && r->data[r->pos] != '\0')
        r->pos++;
}

/* The next character that is not white space, or NUL at the end and after a problem. */
static char peek(a3d_json_reader *r)
{
    skip_space(r);
    return r->problem == NULL && r->pos < r->size ? r->data[r->pos] : '\0';
}

bool a3d_json_enter(a3d_json_reader *r, char bracket)
{
    if (peek(r) != bracket)
        return fail_at(r, r->pos, bracket == '{' ? "expected {" : "expected [");
    r->at = r->pos++;
    return r->problem == NULL;
}

bool a3d_json_more(a3d_json_reader *r, char bracket, size_t *n)
{
    char c = peek(r);
    if (r->problem != NULL)
        return false;
    if (c == bracket) {
        r->pos++;
        return false;
    }
    if (*n > 0 && c != ',')
        return fail_at(r, r->pos, bracket == '}' ? "expected , or }" : "expected , or ]");
    r->pos += *n > 0;
    ++*n;
    if (*n > 1 && peek(r) == bracket)
        return fail_at(r, r->pos, "expected another element after ,");
    return true;
}

/* Reads the four digits after \u. */
static bool read_unit(a3d_json_reader *r, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = r->pos < r->size ? a3d_hex_digit((uint8_t)r->data[r->pos]) : -1;
        if (digit < 0)
            return fail_at(r, r->pos, "\\u needs four hexadecimal digits");
        *value = *value << 4 | (uint32_t)digit;
        r->pos++;
    }
    return true;
}

static bool escaped_point(a3d_json_reader *r, char **to)
{
    size_t at = r->pos;
    uint32_t point, low;
    if (!read_unit(r, &point))
        return false;
    if (point >= 0xd800 && point < 0xdc00) {
        if (r->size - r->pos < 2 || r->data[r->pos] != '\\' || r->data[r->pos + 1] != 'u')
            return fail_at(r, at, "half of a surrogate pair");
        r->pos += 2;
        if (!read_unit(r, &low))
            return false;
        if (low < 0xdc00 || low > 0xdfff)
            return fail_at(r, at, "half of a surrogate pair");
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    } else if (point >= 0xdc00 && point < 0xe000) {
        return fail_at(r, at, "half of a surrogate pair");
    }
    if (point == 0)
        return fail_at(r, at, "a NUL in a text");
    unsigned more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    *(*to)++ = (char)(first[more] | point >> 6 * more);
    while (more-- > 0)
        *(*to)++ = (char)(0x80 | (point >> 6 * more & 0x3f));
    return true;
}

static bool escaped(a3d_json_reader *r, char **to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (r->pos == r->size)
        return fail_at(r, r->pos, "the text does not end");
    char c = r->data[r->pos++];
    if (c == 'u')
        return escaped_point(r, to);
    const char *known = c != '\0' ? strchr(names, c) : NULL;
    if (known == NULL)
        return fail_at(r, r->pos - 1, "no such escape");
    *(*to)++ = values[known - names];
    return true;
}

/* The unescaped text is never longer than its escaped form, so its size in the file is enough room. */
const char *a3d_json_string(a3d_json_reader *r)
{
    if (peek(r) != '"') {
        fail_at(r, r->pos, "expected a string");
        return NULL;
    }
    size_t start = r->pos++;
    const char *end = r->data + r->pos;
    while (end < r->data + r->size && *end != '"')
        end += *end == '\\' && end + 1 < r->data + r->size ? 2 : 1;
    char *text = a3d_arena_alloc(r->arena, (size_t)(end - (r->data + r->pos)) + 2), *to = text;
    if (text == NULL) {
        a3d_json_fail(r, "not enough memory");
        return NULL;
    }
    while (r->pos < r->size && r->data[r->pos] != '"') {
        unsigned char c = (unsigned char)r->data[r->pos];
        size_t step = a3d_utf8_step((const uint8_t *)r->data + r->pos, r->size - r->pos);
        if (c == '\\') {
            r->pos++;
            if (!escaped(r, &to))
                return NULL;
            continue;
        }
        if (c < 0x20 || step == 0) {
            fail_at(r, r->pos, c < 0x20 ? "a control character in a text" : "this is not UTF-8");
            return NULL;
        }
        memcpy(to, r->data + r->pos, step);
        to += step;
        r->pos += step;
    }
    if (r->pos == r->size) {
        fail_at(r, start, "the text does not end");
        return NULL;
    }
    r->pos++;
    r->at = start;
    *to = '\0';
    return text;
}

const char *a3d_json_name(a3d_json_reader *r)
{
    const char *name = a3d_json_string(r);
    size_t at = r->at;
    if (name == NULL)
        return NULL;
    if (peek(r) != ':') {
        fail_at(r, r->pos, "expected :");
        return NULL;
    }
    r->pos++;
    r->at = at;
    return name;
}

bool a3d_json_whole(a3d_json_reader *r, uint64_t *value)
{
    char c = peek(r);
    size_t start = r->pos, n = 0;
    *value = 0;
    if (c < '0' || c > '9')
        return fail_at(r, start, "expected a whole number");
    for (; r->pos < r->size && r->data[r->pos] >= '0' && r->data[r->pos] <= '9'; r->pos++, n++)
        *value = n < 15 ? *value * 10 + (uint64_t)(r->data[r->pos] - '0') : *value;
    if (n > 15 || (c == '0' && n > 1))
        return fail_at(r, start, n > 15 ? "the number is too large" : "a number does not begin with 0");
    c = r->pos < r->size ? r->data[r->pos] : '\0';
    if (c == '.' || c == 'e' || c == 'E')
        return fail_at(r, start, "expected a whole number");
    r->at = start;
    return true;
}

bool a3d_json_ends(a3d_json_reader *r)
{
    skip_space(r);
    if (r->problem != NULL || r->pos == r->size)
        return r->problem == NULL;
    return fail_at(r, r->pos, "extra content after the end");
}
