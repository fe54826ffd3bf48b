/* zip_end.c - finds the end record of a zip archive, which has the offset of the list of its members
 *
 * 22 bytes and a comment: "PK\5\6", number of this disk, disk of the list, members on this disk, members, size of the
 * list, its offset, length of the comment; all little-endian. Fields full of ones refer to larger ones in another
 * record (zip64). Without this record members can still be read one after the other, but not how many there should be.
 * Source of fact: PKWARE's application note on the format. */
#include "cli/archive/zip_end.h"
#include "base/bytes.h"

enum { RECORD = 22, COMMENT_MOST = 65535 };

static bool is_end(const uint8_t *p, size_t at, size_t room)
{
    if (p[0] != 'P' || p[1] != 'K' || p[2] != 5 || p[3] != 6 || a3d_load16(p + 20, false) > room - RECORD)
        return false;
    uint32_t size = a3d_load32(p + 12, false), off = a3d_load32(p + 16, false);
    if (size == UINT32_MAX || off == UINT32_MAX || a3d_load16(p + 10, false) == UINT16_MAX)
        return true;
    bool one_disk = a3d_load16(p + 4, false) == 0 && a3d_load16(p + 8, false) == a3d_load16(p + 10, false);
    return one_disk && (uint64_t)off + size <= at;
}

bool a3d_zip_has_end(const uint8_t *data, size_t size)
{
    for (size_t back = RECORD; back <= size && back <= RECORD + COMMENT_MOST; back++)
        if (is_end(data + size - back, size - back, back))
            return true;
    return false;
}
