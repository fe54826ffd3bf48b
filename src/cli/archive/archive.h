/* archive.h - the members of archives, one after the other.
 *
 * Zip archives (.zip, .jar) are read through libarchive, which is loaded when the first is met; packed banks
 * (.pbo) by the reader of pbo.c. What is in an archive is judged by its content, so every member is unpacked. */
#ifndef A3D_CLI_ARCHIVE_ARCHIVE_H
#define A3D_CLI_ARCHIVE_ARCHIVE_H

#include "base/arena.h"
#include "model/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum a3d_archive_kind { A3D_NO_ARCHIVE, A3D_ZIP, A3D_PBO } a3d_archive_kind;

/* What the bytes are, whatever the file is called. Safe in any thread, as nothing else here is. */
a3d_archive_kind a3d_archive_kind_of(const uint8_t *data, size_t size);

/* The kind that a file's extension claims. */
a3d_archive_kind a3d_archive_named(const char *path);

/* Its name in words: "a zip archive". */
const char *a3d_archive_words(a3d_archive_kind kind);

/* The length of ARCHIVE in a path ARCHIVE!MEMBER that names no file while ARCHIVE does, else 0. */
size_t a3d_archive_part(const char *path);

typedef struct a3d_member {
    const char *name;    /* as it stands in the archive */
    const char *problem; /* why it cannot be unpacked, or NULL */
    bool too_large;      /* more than the limit of one member; there is no data then */
    uint8_t *data;       /* of the arena, or bytes of the archive */
    size_t size;
} a3d_member;

typedef enum a3d_next { A3D_MEMBER, A3D_MEMBERS_END, A3D_MEMBERS_BROKEN, A3D_MEMBERS_LIMITED } a3d_next;

typedef struct a3d_archive {
    a3d_archive_kind kind;
    a3d_arena *arena; /* of the archive itself */
    uint8_t *data;
    size_t size;
    uint64_t most;    /* bytes of one member */
    uint64_t left;    /* bytes that may still be unpacked */
    unsigned members; /* so far */
    const char *why;  /* after BROKEN and LIMITED */
    const char *note; /* at the end: what is odd and stopped nothing, or NULL */
    void *reader;     /* libarchive's */
    size_t entry, at; /* pbo: where the next entry of the header and its data are */
} a3d_archive;

enum { A3D_MEMBERS_MOST = 1 << 20 };

/* Opens an archive over bytes that stay in place. Returns NULL, or why it cannot be done. What was opened must be
 * closed. */
const char *a3d_archive_open(a3d_archive *archive, a3d_archive_kind kind, a3d_arena *arena, uint8_t *data, size_t size);
/* The next member that is no folder; what it needs comes from `arena`. Anything but A3D_MEMBER is the end. */
a3d_next a3d_archive_next(a3d_archive *archive, a3d_arena *arena, a3d_member *member);
void a3d_archive_close(a3d_archive *archive);

#endif
