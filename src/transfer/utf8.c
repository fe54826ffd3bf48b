/* utf8.c - bytes that were read as text and written as UTF-8, with all of them or without those that are no text */
#include "base/utf8.h"
#include "transfer/pages.h"
#include "transfer/tracing.h"

#include <string.h>

enum { MOST_ROUNDS = 3 };

/* How text is read: the page, and the byte of each character from 80 on; 0: the page does not have it. */
typedef struct reading {
    const a3d_page *page;
    uint8_t bytes[A3D_PAGE_CHARACTERS];
} reading;

static void read_as(reading *r, const a3d_page *page)
{
    memset(r->bytes, 0, sizeof r->bytes);
    r->page = page;
    for (unsigned i = 0; i < 128; i++)
        r->bytes[page->upper[i] != 0 ? page->upper[i] : i + 128] = (uint8_t)(i + 128);
}

/* The character of well-formed UTF-8 at p. */
static uint32_t character(const uint8_t *p, size_t length)
{
    switch (length) {
    case 1: return p[0];
    case 2: return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
    case 3: return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
    default: return 0x10000; /* in no page */
    }
}

/* Makes bytes of well-formed UTF-8; returns how many, or 0 if a character is not of the page. *converted counts those
 * from 80 on. `to` may be NULL. */
static size_t from_utf8(const reading *r, const uint8_t *data, size_t size, uint8_t *to, size_t *converted)
{
    size_t made = 0;
    *converted = 0;
    for (size_t i = 0, length; i < size; i += length) {
        length = a3d_utf8_step(data + i, size - i);
        uint32_t c = length > 0 ? character(data + i, length) : A3D_PAGE_CHARACTERS;
        if (c >= A3D_PAGE_CHARACTERS || (c >= 0x80 && r->bytes[c] == 0))
            return 0;
        *converted += c >= 0x80;
        if (to != NULL)
            to[made] = c < 0x80 ? (uint8_t)c : r->bytes[c];
        made++;
    }
    return made;
}

/* The first page that has all characters. Returns the size of the bytes, or 0. */
static size_t choose_page(reading *r, const uint8_t *data, size_t size, size_t *converted)
{
    for (size_t i = 0; i < A3D_PAGES; i++) {
        read_as(r, &a3d_pages[i]);
        size_t made = from_utf8(r, data, size, NULL, converted);
        if (made > 0 || a3d_utf8_valid(data, size) < size)
            return made;
    }
    return 0;
}

/* Undoes one conversion. Returns the bytes, or NULL if there was none. */
static const uint8_t *undo_utf8(a3d_tracing *t, reading *r, const uint8_t *data, size_t *size, size_t *converted)
{
    size_t made = choose_page(r, data, *size, converted);
    uint8_t *to = made > 0 && *converted > 0 ? a3d_undone_room(t, made) : NULL;
    if (to != NULL)
        from_utf8(r, data, *size, to, converted);
    *size = made;
    return to;
}

/* In random bytes a character of Latin-1 or Windows-1252 is seen with a chance of 2^-9, one of other pages with one
 * of 2^-5, and a byte below 80 with one of 2^-1. All ways to arrange m characters among such bytes together have a
 * chance below 2^(1-8m), or 2^(1-4m). */
void a3d_trace_utf8(a3d_tracing *t)
{
    static const char *const times[] = {"", "", " twice", " three times"};
    size_t mark = a3d_utf8_mark(t->data, t->size), size = t->size - mark, first, more = 0;
    reading *r = a3d_arena_alloc(t->arena, sizeof *r);
    const uint8_t *data = r != NULL ? undo_utf8(t, r, t->data + mark, &size, &first) : NULL;
    if (data == NULL)
        return;
    size_t wide = r->page <= &a3d_pages[1] ? 8 : 4, rounds = 1;
    const char *page = r->page->name;
    for (; rounds < MOST_ROUNDS; rounds++) {
        size_t inner = size;
        const uint8_t *before = undo_utf8(t, r, data, &inner, &more);
        if (before == NULL || wide * more < A3D_EVIDENT)
            break;
        data = before;
        size = inner;
    }
    if (!a3d_is_binary(data, size))
        return;
    a3d_evidence e = {A3D_FILE_LATIN1_AS_UTF8, 0, t->size, wide * first - 1, false, data, size};
    a3d_add_trace(t, &e, "the file passed through a conversion of %s to UTF-8%s: %s outside ASCII; %s added", page,
                  times[rounds], a3d_amount_of(first, "character").text, a3d_amount_of(t->size - size, "byte").text);
}

/* Bytes that were not UTF-8 became U+FFFD, so the whole file is well-formed. One such character is seen in random bytes
 * with a chance of 2^-24 at each place, and well-formed bytes become rare with their number. */
void a3d_trace_replaced(a3d_tracing *t)
{
    size_t n = 0, first = 0, end = 0;
    const uint8_t *p = t->data, *stop = t->data + t->size;
    for (; t->binary && (p = memchr(p, 0xef, (size_t)(stop - p))) != NULL; p++) {
        if (stop - p < 3 || p[1] != 0xbf || p[2] != 0xbd)
            continue;
        first = n++ == 0 ? (size_t)(p - t->data) : first;
        end = (size_t)(p - t->data) + 3;
    }
    bool whole = n > 0 && a3d_utf8_valid(t->data, t->size) == t->size;
    if (n == 0 || !(whole || (n >= 8 && n >= t->size / 1024)))
        return;
    a3d_evidence e = {.rule = A3D_FILE_REPLACEMENT_CHARACTERS, .off = first, .size = end - first,
                      .bits = whole ? 20 * n : 4 * n};
    a3d_add_trace(
        t, &e,
        "the file passed through a conversion that replaced what is not UTF-8: %s U+FFFD in the place of lost "
        "bytes, from offset %zu to %zu",
        a3d_amount_of(n, "character").text, first, end - 1);
}
