/* archive.c - see archive.h */
#define _XOPEN_SOURCE 700
#include "cli/archive/archive.h"
#include "cli/archive/pbo.h"
#include "cli/archive/zip.h"
#include "os/files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_zip(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 'P' && data[1] == 'K' &&
           ((data[2] == 3 && data[3] == 4) || (data[2] == 5 && data[3] == 6) || (data[2] == 7 && data[3] == 8));
}

a3d_archive_kind a3d_archive_kind_of(const uint8_t *data, size_t size)
{
    return is_zip(data, size) ? A3D_ZIP : a3d_pbo_recognise(data, size) ? A3D_PBO : A3D_NO_ARCHIVE;
}

a3d_archive_kind a3d_archive_named(const char *path)
{
    static const struct {
        const char *extension;
        a3d_archive_kind kind;
    } known[] = {{".jar", A3D_ZIP}, {".zip", A3D_ZIP}, {".pbo", A3D_PBO}};
    size_t n = strlen(path);
    for (size_t i = 0; n >= 4 && i < sizeof known / sizeof *known; i++)
        if (strcasecmp(path + n - 4, known[i].extension) == 0)
            return known[i].kind;
    return A3D_NO_ARCHIVE;
}

const char *a3d_archive_words(a3d_archive_kind kind)
{
    return kind == A3D_ZIP ? "a zip archive" : kind == A3D_PBO ? "a packed bank" : "no archive";
}

size_t a3d_archive_part(const char *path)
{
    a3d_os_info info;
    size_t found = 0;
    char *part = !a3d_os_info_of(path, &info) ? strdup(path) : NULL;
    for (char *end = part; found == 0 && end != NULL && (end = strchr(end, '!')) != NULL; *end++ = '!') {
        *end = '\0';
        if (a3d_os_info_of(part, &info) && info.kind == A3D_OS_FILE)
            found = (size_t)(end - part);
    }
    free(part);
    return found;
}

const char *a3d_archive_open(a3d_archive *archive, a3d_archive_kind kind, a3d_arena *arena, uint8_t *data, size_t size)
{
    a3d_archive opened = {.kind = kind, .arena = arena, .data = data, .size = size};
    opened.most = archive->most;
    opened.left = archive->left;
    opened.make_room = archive->make_room;
    opened.user = archive->user;
    opened.little = archive->little;
    *archive = opened;
    return kind == A3D_ZIP ? a3d_zip_open(archive) : a3d_pbo_open(archive);
}

a3d_member_status a3d_archive_next(a3d_archive *archive, a3d_arena *arena, a3d_member *member)
{
    memset(member, 0, sizeof *member);
    if (archive->members == A3D_MEMBERS_MOST) {
        archive->why = "it has more than 1 Mi members; the rest was not checked";
        return A3D_MEMBERS_LIMITED;
    }
    archive->members++;
    return archive->kind == A3D_ZIP ? a3d_zip_next(archive, arena, member) : a3d_pbo_next(archive, arena, member);
}

void a3d_archive_pass(a3d_archive *archive)
{
    if (archive->kind == A3D_ZIP)
        a3d_zip_pass(archive);
    else
        a3d_pbo_pass(archive);
}

bool a3d_member_resize(a3d_archive *a, a3d_arena *arena, a3d_member *m, size_t size)
{
    if (size > a->little && m->room <= a->little && a->make_room != NULL)
        a->make_room(a->user);
    uint8_t *data = a3d_block_resize(arena, m->data, size);
    if (data != NULL) {
        m->data = data;
        m->room = size;
        return true;
    }
    m->data = a3d_block_resize(arena, m->data, 0);
    m->limited = a3d_arena_is_bound(arena);
    if (!m->limited)
        m->problem = "not enough memory";
    a3d_arena_excuse(arena);
    return false;
}
