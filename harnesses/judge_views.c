/* judge_views.c - hex shows what dump shows; see judge_views.h */
#include "judge_views.h"
#include "report/dump/dump.h"
#include "report/hex/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct looking {
    const leaves *dump;
    const a3d_result *result;
    const char *note; /* the line that is looked at, after its bytes */
    uint8_t bytes[16];
    unsigned n_bytes;
    char *path; /* room for that of a value */
    size_t path_room;
    char *why;
    size_t room;
} looking;

/* What dump calls a list that has no name in paths; NULL: the document has none. */
static const char *unnamed_list(const a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (a3d_at(doc, i)->row->transparent && a3d_shape_of(a3d_at(doc, i))->kind == A3D_VECTOR)
            return a3d_row_name(a3d_at(doc, i)->row);
    return NULL;
}

/* Takes that name out of a path. */
static void shorten(char *path, const char *name)
{
    size_t n = strlen(name);
    for (char *dot = strchr(path, '.'); dot != NULL; dot = strchr(dot, '.')) {
        if (strncmp(dot + 1, name, n) == 0 && (dot[n + 1] == '[' || dot[n + 1] == '\0'))
            memmove(dot, dot + n + 1, strlen(dot + n + 1) + 1);
        else
            dot++;
    }
}

bool judge_leaves(a3d_arena *arena, const a3d_doc *doc, bool full, leaves *list)
{
    a3d_text out;
    a3d_result result = {.doc = (a3d_doc *)doc, .format = doc->format};
    a3d_text_init(&out, arena);
    a3d_dump(&out, NULL, &result, &(a3d_dump_options){.full = full});
    bool good = leaves_of(arena, &out, "document", list);
    a3d_text_free(&out);
    const char *name = good ? unnamed_list(doc) : NULL;
    for (size_t i = 0; name != NULL && i < list->n; i++)
        shorten(list->at[i].path, name);
    leaves_sort(list);
    return good;
}

static bool fail(const looking *l, const char *what)
{
    snprintf(l->why, l->room, "hex and dump: %s: %.*s", what, (int)strcspn(l->note, "\n"), l->note);
    return false;
}

/* Whether hex and JSON show one number. JSON has a text for what it cannot write as a number. */
static bool same_number(const char *hex, size_t n, const char *json)
{
    bool quoted = json[0] == '"';
    if (strncmp(hex, "0x", 2) == 0) /* checksums */
        return (uint32_t)strtoul(hex, NULL, 16) == (uint32_t)strtoll(json, NULL, 10);
    if (strncmp(json, "\"nan:", 5) == 0) /* with its bits */
        return n == 3 && strncmp(hex, "nan", 3) == 0;
    return strncmp(json + quoted, hex, n) == 0 && (json[quoted + n] == '\0' || (quoted && json[quoted + n] == '"'));
}

/* The numbers from `p` on, those of an array from index `first` on, and what they are called in brackets. */
static bool look_at_numbers(looking *l, size_t n_path, const char *p, size_t n, unsigned long first, unsigned long last,
                            bool indexed)
{
    unsigned long i = first;
    for (const char *end = p + n; p < end; i++) {
        size_t word = 0;
        while (p + word < end && p[word] != ' ' && p[word] != ',')
            word++;
        l->path[n_path] = '\0';
        leaf *value = indexed ? NULL : leaves_find(l->dump, l->path);
        if (value == NULL) {
            snprintf(l->path + n_path, l->path_room - n_path, "[%lu]", i);
            value = leaves_find(l->dump, l->path);
        }
        if (value == NULL || !same_number(p, word, value->value))
            return fail(l, value == NULL ? "dump has no such value" : "another value");
        value->seen = true;
        const char *comma = strstr(p + word, ", ");
        p = comma != NULL && comma < end ? comma + 2 : end;
        indexed = true;
    }
    return last == 0 || i == last + 1 || fail(l, "another range of values");
}

/* Bytes and text: a JSON text of hexadecimal digits, or of characters. */
static bool look_at_bytes(looking *l, const char *text, unsigned long first)
{
    leaf *value = leaves_find(l->dump, l->path);
    char digits[2 * sizeof l->bytes + 1];
    size_t n = 2 * (size_t)l->n_bytes;
    if (value == NULL || value->value[0] != '"')
        return fail(l, "dump has no such bytes");
    value->seen = true;
    for (unsigned i = 0; i < l->n_bytes; i++)
        snprintf(digits + 2 * i, 3, "%02x", l->bytes[i]);
    bool plain = *text == '"' && strchr(value->value, '\\') == NULL;
    for (unsigned i = 0; i < l->n_bytes; i++)
        plain &= l->bytes[i] >= ' ' && l->bytes[i] < 0x7f;
    bool in_digits = strlen(value->value) >= 2 * first + n + 2 && strncmp(value->value + 1 + 2 * first, digits, n) == 0;
    bool in_text = !plain || (first == 0 && strncmp(value->value + 1, text + 1, strcspn(text + 1, "\"")) == 0);
    return in_digits || (*text == '"' && (in_text || first != 0)) || fail(l, "other bytes");
}

/* A count is that of the elements in the dump, unless dump shows a claim of its own. */
static bool look_at_count(looking *l, size_t n_path, const char *number)
{
    unsigned long count = strtoul(number, NULL, 10);
    leaf *claim = leaves_find(l->dump, l->path);
    l->path[n_path - strlen(".$count")] = '\0';
    n_path = strlen(l->path);
    leaf *value = leaves_find(l->dump, l->path);
    if (claim != NULL)
        return same_number(number, strcspn(number, "\n"), claim->value) || fail(l, "another count");
    if (value != NULL && value->value[0] == '"') /* bytes have two digits each; text is as long as its characters are */
        return true;
    if (count == 0)
        return value != NULL || fail(l, "dump has elements");
    snprintf(l->path + n_path, l->path_room - n_path, "[%lu]", count - 1);
    leaf *last = leaves_from(l->dump, l->path);
    bool there = last < l->dump->at + l->dump->n && leaf_is_inside(last, l->path);
    snprintf(l->path + n_path, l->path_room - n_path, "[%lu]", count);
    leaf *next = leaves_from(l->dump, l->path);
    bool more = next < l->dump->at + l->dump->n && leaf_is_inside(next, l->path);
    return (there && !more) || fail(l, "another number of elements");
}

/* Nothing is asked of the rest of an element once there is text in its line, which may look like anything. */
static void pass_over(looking *l, size_t n_path)
{
    l->path[n_path] = '\0';
    for (leaf *at = leaves_from(l->dump, l->path);
         at < l->dump->at + l->dump->n && strncmp(at->path, l->path, n_path) == 0; at++)
        at->seen = true;
}

/* "x 1, y 2, name 3, 4": fields of an element, by name. */
static bool look_at_element(looking *l, size_t n_path, const char *p)
{
    for (size_t n; *p != '\n'; p += n, p += strncmp(p, ", ", 2) == 0 ? 2 : 0) {
        size_t name = strcspn(p, " ,\n");
        n = name;
        if (p[name] != ' ') /* a field without values */
            continue;
        if (p[name + 1] == '|' || p[name + 1] == '"') {
            pass_over(l, n_path);
            return true;
        }
        snprintf(l->path + n_path, l->path_room - n_path, ".%.*s", (int)name, p);
        const char *values = p + name + 1, *end = values;
        for (const char *next = values; next != NULL;) { /* its values go on as long as no name follows */
            end = next + strcspn(next, ",\n");
            next = strncmp(end, ", ", 2) == 0 ? end + 2 : NULL;
            const char *space = next != NULL ? next + strcspn(next, " ,\n") : NULL;
            if (next != NULL &&
                ((*space == ' ' && space[1] != '(') || (*space != ' ' && strchr("-0123456789tfniN", *next) == NULL)))
                next = NULL;
        }
        if (!look_at_numbers(l, strlen(l->path), values, (size_t)(end - values), 0, 0, false))
            return false;
        n = (size_t)(end - p);
    }
    return true;
}

/* "path = value", "path[4..7] = values", "list[3] = fields", "path.$count = 3". Nothing else has a value. */
static bool look_at_note(looking *l)
{
    const char *end = l->note + strcspn(l->note, "\n"), *is = strstr(l->note, " = ");
    if (is == NULL || is > end || (size_t)(is - l->note) + 64 > l->path_room ||
        memchr(l->note, '(', (size_t)(is - l->note)) != NULL)
        return true;
    size_t n = (size_t)(is - l->note);
    const char *value = is + 3, *range;
    memcpy(l->path, l->note, n);
    l->path[n] = '\0';
    if (n > 7 && strcmp(l->path + n - 7, ".$count") == 0)
        return look_at_count(l, n, value);
    if (strchr(l->path, '$') != NULL)
        return true;
    leaf *inside = leaves_from(l->dump, l->path);
    bool element = l->path[n - 1] == ']' && inside < l->dump->at + l->dump->n && leaf_is_inside(inside, l->path) &&
                   inside->path[n] == '.';
    if (element)
        return look_at_element(l, n, value);
    unsigned long first = 0, last = 0;
    bool indexed = l->path[n - 1] == ']' && leaves_find(l->dump, l->path) == NULL;
    indexed |= l->path[n - 1] == ']' && (*value == '|' || *value == '"');
    range = indexed ? strrchr(l->path, '[') : NULL;
    if (range != NULL) {
        char *dots;
        first = strtoul(range + 1, &dots, 10);
        last = strncmp(dots, "..", 2) == 0 ? strtoul(dots + 2, NULL, 10) : 0;
        n = (size_t)(range - l->path);
        l->path[n] = '\0';
    }
    if ((*value == '|' || *value == '"') && last != 0 && last - first + 1 != l->n_bytes)
        return fail(l, "another range of bytes");
    if (*value == '|' || *value == '"')
        return look_at_bytes(l, value, first);
    return look_at_numbers(l, n, value, (size_t)(end - value), first, last, indexed);
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "bit 3 absent  path", below the bytes of a null mask: the digit that dump has. */
static bool look_at_bit(looking *l, const char *line)
{
    const char *p = line + strspn(line, " ");
    const leaf *bits = leaves_find(l->dump, "$mask.$bits");
    char *word;
    if (strncmp(p, "bit ", 4) != 0 || bits == NULL)
        return true;
    unsigned long bit = strtoul(p + 4, &word, 10);
    l->note = p;
    bool absent = strncmp(word, " absent ", 8) == 0;
    return (bit + 2 < strlen(bits->value) && (bits->value[bit + 1] == '1') == absent) ||
           fail(l, "another bit of the mask");
}

/* "00000010 !01 02  note": the bytes are those at the offset. */
static bool look_at_line(looking *l, const char *line, const char *end, bool file)
{
    char *after;
    unsigned long off = strtoul(line, &after, 16);
    if (*line == ' ' || after != line + 8 || end - line < 10 || line[8] != ' ')
        return *line != ' ' || look_at_bit(l, line);
    const char *p = line + 10;
    for (l->n_bytes = 0; l->n_bytes < 16 && end - p >= 3 && digit(p[0]) >= 0 && digit(p[1]) >= 0 && p[2] == ' '; p += 3)
        l->bytes[l->n_bytes++] = (uint8_t)(16 * digit(p[0]) + digit(p[1]));
    while (p < end && *p == ' ')
        p++;
    l->note = p;
    const a3d_stream *s = &l->result->doc->streams[0];
    if (file && (off + l->n_bytes > s->size || memcmp(s->data + off, l->bytes, l->n_bytes) != 0))
        return fail(l, "not the bytes at this offset");
    return look_at_note(l);
}

static bool look(looking *l, const a3d_text *hex)
{
    const char *p = hex->data, *end = p + hex->size, *next;
    for (bool file = false; p < end; p = next + 1) {
        next = memchr(p, '\n', (size_t)(end - p));
        if (next == NULL)
            break;
        if (strncmp(p, "== ", 3) == 0)
            file = strncmp(p, "== file,", 8) == 0;
        else if (!look_at_line(l, p, next, file))
            return false;
    }
    for (size_t i = 0; i < l->dump->n; i++) {
        const leaf *at = &l->dump->at[i];
        bool number = strchr("-0123456789tf", at->value[0]) != NULL && strchr(at->path, '$') == NULL;
        if (!number || at->seen)
            continue;
        l->note = at->path;
        return fail(l, "hex does not show it");
    }
    return true;
}

bool judge_hex_values(a3d_arena *arena, const a3d_result *result, char *why, size_t room)
{
    enum { LONGEST = 4096 };
    leaves dump;
    a3d_text hex;
    char path[LONGEST];
    a3d_text_init(&hex, arena);
    if (!judge_leaves(arena, result->doc, true, &dump)) {
        snprintf(why, room, "a dump is not JSON, or has a path twice");
        return arena->refused;
    }
    const char *problem = a3d_hex(&hex, result, &(a3d_hex_options){.full = true});
    looking l = {.dump = &dump, .result = result, .path = path, .path_room = sizeof path, .why = why, .room = room};
    a3d_putc(&hex, '\0');
    hex.size--;
    bool good = problem != NULL || hex.failed || look(&l, &hex);
    a3d_text_free(&hex);
    return good;
}
