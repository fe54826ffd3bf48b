/* zip_list.c - see zip_list.h
 *
 * All numbers are little-endian. A number of two or four bytes that is all ones is elsewhere, with eight bytes (zip64):
 * for the list in a record before the last one, for a member in a field after its name. */
#include "cli/archive/zip_list.h"
#include "base/bytes.h"

/* How records begin: "PK" and two bytes. */
enum { LOCAL = 0x04034b50, LISTED = 0x02014b50, END = 0x06054b50, END64 = 0x06064b50, LOCATOR64 = 0x07064b50 };

/* Sizes of records, without names, fields and comments. */
enum { LOCAL_SIZE = 30, LISTED_SIZE = 46, END_SIZE = 22, END64_SIZE = 56, LOCATOR64_SIZE = 20, COMMENT_MOST = 65535 };

enum { ZIP64_FIELD = 1 };

static bool is(const uint8_t *p, uint32_t kind)
{
    return a3d_load32(p, false) == kind;
}

/* ---- the end ---- */

/* What the last record says, and where the list must end. */
typedef struct ending {
    uint64_t members, size, off;
    size_t stop;
} ending;

/* The record with the larger numbers is where the locator before the last record says; if something precedes the
 * archive, it is just before the locator. */
static bool find_larger(const uint8_t *data, size_t at, ending *e)
{
    if (at < LOCATOR64_SIZE + END64_SIZE || !is(data + at - LOCATOR64_SIZE, LOCATOR64))
        return false;
    size_t last = at - LOCATOR64_SIZE - END64_SIZE;
    uint64_t claimed = a3d_load64(data + at - LOCATOR64_SIZE + 8, false);
    size_t place = claimed < last && is(data + claimed, END64) ? (size_t)claimed : last;
    if (!is(data + place, END64))
        return false;
    *e = (ending){a3d_load64(data + place + 32, false), a3d_load64(data + place + 40, false),
                  a3d_load64(data + place + 48, false), place};
    return true;
}

static bool read_end(const uint8_t *data, size_t size, size_t at, a3d_zip_list *list)
{
    const uint8_t *p = data + at;
    if (!is(p, END) || a3d_load16(p + 20, false) > size - at - END_SIZE)
        return false;
    ending e = {a3d_load16(p + 10, false), a3d_load32(p + 12, false), a3d_load32(p + 16, false), at};
    bool large = e.members == UINT16_MAX || e.size == UINT32_MAX || e.off == UINT32_MAX;
    bool one_disk = a3d_load16(p + 4, false) == 0 && a3d_load16(p + 8, false) == e.members;
    if (!(large && find_larger(data, at, &e)) && !one_disk)
        return false;
    if (e.size > e.stop || e.off > e.stop - e.size)
        return false;
    *list = (a3d_zip_list){e.stop - (size_t)e.size, e.stop, e.stop - (size_t)e.size - (size_t)e.off, e.members,
                            false};
    return e.members == 0 || (e.size >= LISTED_SIZE && is(data + list->first, LISTED));
}

/* An end may be inside the comment of another one. Some readers take the last of them, others one whose comment ends
 * where the file does. */
bool a3d_zip_find_list(const uint8_t *data, size_t size, a3d_zip_list *list)
{
    a3d_zip_list found;
    size_t last = size, rest = 0;
    for (size_t back = END_SIZE; back <= size && back <= END_SIZE + COMMENT_MOST; back++) {
        size_t at = size - back;
        if (!read_end(data, size, at, &found))
            continue;
        size_t comment = a3d_load16(data + at + END_SIZE - 2, false), after = back - END_SIZE - comment;
        bool first = last == size;
        if (!first && at + END_SIZE + comment <= last)
            continue; /* of an archive before this one, such as a stored member */
        if (first || (rest > 0 && after == 0)) {
            *list = found;
            rest = after;
        }
        list->doubtful = !first;
        last = first ? at : last;
    }
    return last < size;
}

/* ---- headers ---- */

/* Reads the larger numbers of a member, which come in this order and only where they are needed. */
static bool read_larger(const uint8_t *p, size_t n, a3d_zip_header *h, bool listed)
{
    uint64_t *const numbers[] = {&h->unpacked, &h->packed, &h->off};
    for (unsigned i = 0; i < (listed ? 3u : 2u); i++) {
        if (*numbers[i] != UINT32_MAX)
            continue;
        if (n < 8)
            return false;
        *numbers[i] = a3d_load64(p, false);
        p += 8;
        n -= 8;
    }
    return true;
}

static bool read_fields(const uint8_t *p, size_t n, a3d_zip_header *h, bool listed)
{
    while (n >= 4) {
        size_t size = a3d_load16(p + 2, false);
        if (size > n - 4)
            return true; /* fields that others have written may be anything */
        if (a3d_load16(p, false) == ZIP64_FIELD)
            return read_larger(p + 4, size, h, listed);
        p += 4 + size;
        n -= 4 + size;
    }
    return true;
}

/* What both headers have in the same order, from `p` on: flags, method, time, day, checksum, two sizes, two lengths. */
static bool read_common(const uint8_t *data, size_t size, const uint8_t *p, size_t start, size_t comment, bool listed,
                        a3d_zip_header *h)
{
    size_t name = a3d_load16(p + 20, false), fields = a3d_load16(p + 22, false);
    h->flags = a3d_load16(p, false);
    h->method = a3d_load16(p + 2, false);
    h->crc = a3d_load32(p + 8, false);
    h->packed = a3d_load32(p + 12, false);
    h->unpacked = a3d_load32(p + 16, false);
    if (name + fields + comment > size - start)
        return false;
    h->name = (const char *)data + start;
    h->n_name = name;
    h->end = start + name + fields + comment;
    h->folder = name > 0 && h->name[name - 1] == '/';
    return read_fields(data + start + name, fields, h, listed);
}

bool a3d_zip_listed(const uint8_t *data, size_t size, size_t at, a3d_zip_header *h)
{
    *h = (a3d_zip_header){0};
    if (size - at < LISTED_SIZE || !is(data + at, LISTED))
        return false;
    const uint8_t *p = data + at;
    h->off = a3d_load32(p + 42, false);
    return read_common(data, size, p + 8, at + LISTED_SIZE, a3d_load16(p + 32, false), true, h);
}

bool a3d_zip_local(const uint8_t *data, size_t size, size_t at, a3d_zip_header *h)
{
    *h = (a3d_zip_header){0};
    return size - at >= LOCAL_SIZE && is(data + at, LOCAL) &&
           read_common(data, size, data + at + 6, at + LOCAL_SIZE, 0, false, h);
}
