/* zip.c - reads the stored and deflated members of zip archives
 *
 * The list at the end of the archive says which members there are. If it is missing or wrong, the headers before the
 * data are followed from the first byte on, as far as they say how long the data are. */
#include "cli/archive/zip.h"
#include "cli/archive/archive.h"
#include "cli/archive/zip_gaps.h"
#include "cli/archive/zip_list.h"
#include "codec/inflate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { STEP = 65536, CRC_STEP = 1 << 30 };

struct a3d_zip {
    a3d_inflate inflate;
    a3d_zip_list list;
    bool listed;
    uint64_t members;   /* of the list, that were read */
    a3d_zip_gaps gaps;
    const char *doubt; /* what makes readers disagree about the member that is read, or NULL */
};

const char *a3d_zip_open(a3d_archive *a)
{
    a->zip = a3d_arena_alloc(a->arena, sizeof *a->zip);
    if (a->zip == NULL)
        return "not enough memory";
    a->zip->gaps = (a3d_zip_gaps){0};
    a->zip->listed = a3d_zip_find_list(a->data, a->size, &a->zip->list);
    a->at = a->zip->listed ? a->zip->list.first : 0;
    return NULL;
}

/* ---- the data of a member ---- */

/* The next size of a buffer that has this many bytes in it. */
static size_t grown(const a3d_arena *arena, size_t size, uint64_t most)
{
    size_t more = size / 2, room = a3d_arena_room(arena), next = size + STEP + (more > room ? size / 16 : more);
    return next > most && most >= size ? (size_t)most + 1 : next;
}

/* Unpacks step by step, because the size that the archive claims may be wrong. At most one byte more than `most`. */
static void unpack(a3d_archive *a, a3d_arena *arena, const uint8_t *data, size_t size, uint64_t most, a3d_member *m)
{
    a3d_inflate *s = &a->zip->inflate;
    a3d_codec_result r = {.what = NULL};
    size_t made;
    int more;
    a3d_inflate_begin_raw(s, data, size);
    do {
        if (m->room == m->size && !a3d_member_resize(a, arena, m, grown(arena, m->size, most)))
            return;
        more = a3d_inflate_more(s, m->data, m->size, m->room - m->size, &made, &r);
        m->size += made;
    } while (more && m->size <= most);
    if (more)
        return;
    if (r.status != A3D_CODEC_OK)
        m->problem = r.what;
    else if (r.used != size)
        m->problem = "bytes follow its packed data";
}

static uint32_t sum_of(const uint8_t *data, size_t size)
{
    uLong sum = crc32(0, NULL, 0);
    for (size_t n; size > 0; data += n, size -= n) {
        n = size < CRC_STEP ? size : CRC_STEP;
        sum = crc32(sum, data, (uInt)n);
    }
    return (uint32_t)sum;
}

static const char *fault(a3d_arena *arena, const char *format, uint64_t number, const char *word)
{
    char text[160];
    snprintf(text, sizeof text, format, number, word);
    char *kept = a3d_arena_text(arena, text, strlen(text));
    return kept != NULL ? kept : "not enough memory";
}

static const char *method_name(unsigned method)
{
    static const struct {
        unsigned method;
        const char *name;
    } known[] = {{1, "shrunk"}, {6, "imploded"},   {9, "Deflate64"}, {12, "bzip2"},
                 {14, "LZMA"},  {93, "Zstandard"}, {95, "xz"},       {98, "PPMd"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].method == method)
            return known[i].name;
    return "unknown";
}

/* Reads the data of a member, which begin at h->end. Returns false when the limit of the whole archive is reached. */
static bool read_data(a3d_archive *a, a3d_arena *arena, const a3d_zip_header *h, a3d_member *m)
{
    enum { AES = 99 };
    uint64_t most = a->most < a->left ? a->most : a->left;
    if ((h->flags & A3D_ZIP_ENCRYPTED) != 0 || h->method == AES)
        m->problem = "it is encrypted";
    else if (h->method != A3D_ZIP_STORED && h->method != A3D_ZIP_DEFLATED)
        m->problem = fault(arena,
                           "its packing method %" PRIu64 " (%s) is not read; expected a stored or deflated member",
                           h->method, method_name(h->method));
    else if (h->packed > a->size - h->end)
        m->problem = fault(arena, "its data end %" PRIu64 " bytes after the archive", h->packed - (a->size - h->end),
                           "");
    else if (h->method == A3D_ZIP_DEFLATED)
        unpack(a, arena, a->data + h->end, (size_t)h->packed, most, m);
    else {
        m->data = a->data + h->end;
        m->size = (size_t)h->packed;
    }
    m->too_large = m->size > a->most;
    bool fits = m->size <= a->left;
    a->left -= fits ? m->size : a->left;
    a->unpacked += h->method == A3D_ZIP_DEFLATED ? m->size : 0;
    if (m->too_large && m->room > 0)
        m->data = a3d_block_resize(arena, m->data, 0);
    if (m->problem == NULL && !m->limited && m->size <= most) {
        if (m->size != h->unpacked)
            m->problem = fault(arena, "it has %" PRIu64 " unpacked bytes, not as many as its header says", m->size, "");
        else if (sum_of(m->data, m->size) != h->crc)
            m->problem = "its data do not have the CRC-32 of its header";
        else
            m->problem = a->zip->doubt;
    }
    return fits || m->too_large;
}

/* ---- members ---- */

static a3d_member_status broken(a3d_archive *a, const char *why)
{
    a->why = why;
    return A3D_MEMBERS_BROKEN;
}

/* After the last member of the list: the next one that the list lacks, or the end. */
static a3d_member_status next_hidden(a3d_archive *a, a3d_zip_header *h, a3d_member *m)
{
    if (a3d_zip_gaps_next(&a->zip->gaps, a->data, a->zip->list.first, h)) {
        m->problem = "the list of the archive does not contain it, so only some readers find it";
        return A3D_MEMBER;
    }
    if (a->zip->list.doubtful)
        return broken(a, "it is an ambiguous zip archive: its comment contains another end of an archive, so other "
                         "readers may find other members");
    return A3D_MEMBERS_END;
}

/* A folder with data is read as a file by some readers. */
static bool is_empty(const a3d_zip_header *h)
{
    return h->packed == 0 && h->unpacked == 0;
}

/* Compares the header of the list with the member's own, from which some readers take the name and where the data end.
 * False when memory ran out. */
static bool compare(a3d_archive *a, const a3d_zip_header *h, const a3d_zip_header *own, a3d_member *m)
{
    bool described = (own->flags & A3D_ZIP_DESCRIBED) != 0; /* then the sizes follow its data */
    if (own->n_name != h->n_name || memcmp(own->name, h->name, own->n_name) != 0)
        m->problem = "its own header has another name"; /* so readers disagree about what it is */
    if (own->method != h->method || (!described && (own->packed != h->packed || own->unpacked != h->unpacked)))
        a->zip->doubt = "its own header has another size or packing method";
    size_t start = a->zip->list.base + (size_t)h->off, rest = a->size - own->end;
    size_t stop = h->packed < rest ? own->end + (size_t)h->packed : a->size;
    return a3d_zip_gaps_add(&a->zip->gaps, a->arena, start, stop);
}

/* Finds the header of the next member in the list, and sets its end to the data. */
static a3d_member_status next_listed(a3d_archive *a, a3d_zip_header *h, a3d_member *m)
{
    struct a3d_zip *zip = a->zip;
    a3d_zip_header own;
    if (a->at == zip->list.stop && zip->members == zip->list.members)
        return next_hidden(a, h, m);
    if (a->at == zip->list.stop || zip->members == zip->list.members)
        return broken(a, fault(a->arena,
                               "it is a damaged zip archive: its end announces %" PRIu64 " members, its list has "
                               "another number",
                               zip->list.members, ""));
    if (!a3d_zip_listed(a->data, zip->list.stop, a->at, h))
        return broken(a, fault(a->arena, "it is a damaged zip archive: its list of members is wrong at byte %" PRIu64,
                               a->at, ""));
    a->at = h->end;
    zip->members++;
    if (h->off > a->size - zip->list.base ||
        !a3d_zip_local(a->data, a->size, zip->list.base + (size_t)h->off, &own))
        m->problem = fault(a->arena, "there is no header of it at byte %" PRIu64, zip->list.base + h->off, "");
    else if (!compare(a, h, &own, m))
        return broken(a, "not enough memory");
    h->folder = h->folder && is_empty(h) && is_empty(&own);
    h->end = own.end;
    return A3D_MEMBER;
}

/* Without a list. What is said of a member only after its data cannot be found. */
static a3d_member_status next_in_turn(a3d_archive *a, a3d_zip_header *h)
{
    bool local = a3d_zip_local(a->data, a->size, a->at, h);
    if (!local || (h->flags & A3D_ZIP_DESCRIBED) != 0 || h->packed > a->size - h->end)
        return broken(a, "it is a damaged zip archive: its end, with the list of its members, is missing or wrong, and "
                         "members may be missing too");
    a->at = h->end + (size_t)h->packed;
    h->folder = h->folder && is_empty(h);
    return A3D_MEMBER;
}

static const char *name_of(a3d_arena *arena, const a3d_zip_header *h)
{
    bool whole = h->n_name > 0 && memchr(h->name, '\0', h->n_name) == NULL;
    return whole ? a3d_arena_text(arena, h->name, h->n_name) : "(a name that cannot be read)";
}

/* Finds the next member that is no folder. */
static a3d_member_status next_member(a3d_archive *a, a3d_zip_header *h, a3d_member *m)
{
    do {
        a->zip->doubt = NULL;
        a3d_member_status status = a->zip->listed ? next_listed(a, h, m) : next_in_turn(a, h);
        if (status != A3D_MEMBER)
            return status;
    } while (h->folder && m->problem == NULL);
    a->seen++;
    return A3D_MEMBER;
}

void a3d_zip_pass(a3d_archive *a)
{
    a3d_zip_header h;
    a3d_member m = {0};
    while (next_member(a, &h, &m) == A3D_MEMBER)
        m.problem = NULL;
}

a3d_member_status a3d_zip_next(a3d_archive *a, a3d_arena *arena, a3d_member *m)
{
    a3d_zip_header h;
    a3d_member_status status = next_member(a, &h, m);
    if (status != A3D_MEMBER)
        return status;
    m->name = name_of(arena, &h);
    if (m->name == NULL)
        return broken(a, "not enough memory");
    if (m->problem != NULL || read_data(a, arena, &h, m))
        return A3D_MEMBER;
    a->why = "its members unpack to more than the limit (--max-unpacked); the rest was not checked";
    return A3D_MEMBERS_LIMITED;
}
