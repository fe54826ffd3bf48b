/* archive.h - reads the members of archives, one after the other
 *
 * Zip archives (.zip, .jar) are read by zip.c, packed banks (.pbo) by pbo.c.
 * The format of a file is known only from its content, so every member is unpacked. */
#ifndef A3D_CLI_ARCHIVE_ARCHIVE_H
#define A3D_CLI_ARCHIVE_ARCHIVE_H

#include "base/arena.h"
#include "model/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum a3d_archive_kind { A3D_NO_ARCHIVE, A3D_ZIP, A3D_PBO } a3d_archive_kind;

/* The kind of archive by its bytes, whatever its name. Unlike the functions below that read archives, it may be called
 * in any thread. */
a3d_archive_kind a3d_archive_kind_of(const uint8_t *data, size_t size);

/* The kind of archive by the extension of a path. */
a3d_archive_kind a3d_archive_named(const char *path);

/* A kind in words: "a zip archive". */
const char *a3d_archive_words(a3d_archive_kind kind);

/* The length of ARCHIVE in a path ARCHIVE!MEMBER. 0 when the path itself names a file or folder, and when no such
 * archive exists. */
size_t a3d_archive_part(const char *path);

typedef struct a3d_member {
    const char *name;    /* as in the archive */
    const char *problem; /* why it cannot be unpacked, or NULL */
    bool too_large;      /* larger than the limit of one member; it has no data then */
    bool limited;        /* larger than the arena allows; it has no data then */
    uint8_t *data;       /* in the arena, or in the bytes of the archive */
    size_t size;
    size_t room; /* bytes of the block in the arena */
} a3d_member;

typedef enum a3d_member_status {
    A3D_MEMBER,
    A3D_MEMBERS_END,
    A3D_MEMBERS_BROKEN,
    A3D_MEMBERS_LIMITED
} a3d_member_status;

typedef struct a3d_archive {
    a3d_archive_kind kind;
    a3d_arena *arena; /* of the archive itself */
    uint8_t *data;
    size_t size;
    uint64_t most;                 /* bytes of one member */
    uint64_t left;                 /* bytes that may still be unpacked */
    unsigned members;              /* so far */
    uint64_t seen;                 /* members whose headers were read, and which are no folders */
    uint64_t unpacked;             /* bytes that were unpacked, of all members */
    const char *why;               /* the reason for A3D_MEMBERS_BROKEN or A3D_MEMBERS_LIMITED */
    const char *note;              /* at the end: something odd that prevented nothing, or NULL */
    void (*make_room)(void *user); /* called before a member takes more than `little` bytes, or NULL */
    void *user;
    size_t little;
    struct a3d_zip *zip; /* what zip.c needs; in the arena */
    size_t entry, at;    /* offsets: pbo: of the next entry of the header and of its data; zip: of the next header */
} a3d_archive;

enum { A3D_MEMBERS_MOST = 1 << 20 };

/* Opens an archive. The caller sets `most`, `left`, and for `make_room` what it needs, before. The bytes must stay in
 * place until the last member was read. Returns NULL, or why it cannot be done. */
const char *a3d_archive_open(a3d_archive *archive, a3d_archive_kind kind, a3d_arena *arena, uint8_t *data, size_t size);
/* Reads the next member that is no folder; what it needs comes from `arena`. Any result but A3D_MEMBER is the end. */
a3d_member_status a3d_archive_next(a3d_archive *archive, a3d_arena *arena, a3d_member *member);
/* Counts the members that are left in `seen`, without their data. */
void a3d_archive_pass(a3d_archive *archive);

/* For the readers of archives: resizes the data of a member as a block of the arena. False when that is refused; then
 * the member has no data and says why. */
bool a3d_member_resize(a3d_archive *archive, a3d_arena *arena, a3d_member *member, size_t size);

#endif
