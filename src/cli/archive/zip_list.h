/* zip_list.h - the list of members at the end of a zip archive, and the two kinds of headers
 *
 * Source of fact: PKWARE's application note on the format, APPNOTE.TXT 6.3. */
#ifndef A3D_CLI_ARCHIVE_ZIP_LIST_H
#define A3D_CLI_ARCHIVE_ZIP_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the list is. Offsets in it count from `base`, since something else may precede the archive. */
typedef struct a3d_zip_list {
    size_t first, stop, base;
    uint64_t members;
    bool doubtful; /* the comment of one end holds another end, so readers disagree about the list */
} a3d_zip_list;

/* Finds the list by the record at the end of the archive; of several, the last one whose comment ends with the file.
 * False if the archive has no list, or a wrong one. */
bool a3d_zip_find_list(const uint8_t *data, size_t size, a3d_zip_list *list);

enum { A3D_ZIP_ENCRYPTED = 1, A3D_ZIP_DESCRIBED = 8, A3D_ZIP_STORED = 0, A3D_ZIP_DEFLATED = 8 };

/* What both kinds of headers say of a member. */
typedef struct a3d_zip_header {
    unsigned flags, method;
    uint32_t crc;
    uint64_t packed, unpacked;
    uint64_t off;     /* of the member's own header; only in the list */
    const char *name; /* in the archive, not ended */
    size_t n_name;
    size_t end; /* the offset after the header */
    bool folder; /* its name ends with a slash, as other readers have it; it may have data all the same */
} a3d_zip_header;

/* Reads the header at `at`, which is at most `size`: of the list, or that before the data of a member. False when no
 * whole header is there. */
bool a3d_zip_listed(const uint8_t *data, size_t size, size_t at, a3d_zip_header *header);
bool a3d_zip_local(const uint8_t *data, size_t size, size_t at, a3d_zip_header *header);

#endif
