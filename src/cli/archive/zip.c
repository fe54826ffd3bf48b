/* zip.c - reads zip archives with libarchive
 *
 * The library is loaded with the first archive, so that a run without one costs nothing and the build needs neither
 * headers nor library. The functions that are used are declared here. */
#define _POSIX_C_SOURCE 200809L
#include "cli/archive/zip.h"
#include "cli/archive/archive.h"
#include "cli/archive/zip_end.h"
#include "cli/output/status.h"

#ifdef A3D_WITH_LIBARCHIVE

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { OK = 0, END = 1, WARN = -20, FOLDER = 0040000, KIND = 0170000, STEP = 65536 };

typedef struct archive archive;
typedef struct archive_entry archive_entry;

static struct {
    void *library;
    archive *(*new)(void);
    int (*support_zip)(archive *);
    int (*set_data)(archive *, void *);
    int (*open_memory)(archive *, const void *, size_t);
    int (*next_header)(archive *, archive_entry **);
    ssize_t (*read_data)(archive *, void *, size_t);
    const char *(*error)(archive *);
    int (*free)(archive *);
    const char *(*name)(archive_entry *);
    const char *(*name_utf8)(archive_entry *);
    unsigned (*filetype)(archive_entry *);
} la;

/* Copies the pointer, because standard C cannot convert one to an object into one to a function. */
static bool find(const char *name, void *function)
{
    void *symbol = dlsym(la.library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static const char *load(void)
{
    if (la.free != NULL)
        return NULL;
    la.library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (la.library == NULL)
        return "archives are read through libarchive.so.13, which cannot be loaded (Debian: libarchive13)";
    if (find("archive_read_new", &la.new) && find("archive_read_support_format_zip", &la.support_zip) &&
        find("archive_read_set_callback_data", &la.set_data) &&
        find("archive_read_open_memory", &la.open_memory) && find("archive_read_next_header", &la.next_header) &&
        find("archive_read_data", &la.read_data) && find("archive_error_string", &la.error) &&
        find("archive_entry_pathname", &la.name) && find("archive_entry_pathname_utf8", &la.name_utf8) &&
        find("archive_entry_filetype", &la.filetype) && find("archive_read_free", &la.free))
        return NULL;
    la.free = NULL; /* marks the library as not loaded */
    dlclose(la.library);
    return "libarchive.so.13 is there, but not all that is needed of it";
}

static const char *reason(const a3d_archive *a, a3d_arena *arena)
{
    const char *text = la.error(a->reader);
    char *kept = text != NULL ? a3d_arena_text(arena, text, strlen(text)) : NULL;
    return kept != NULL ? kept : "it is damaged";
}

/* ---- memory that runs out ---- */

static bool inside; /* libarchive is at work, and may end the process with a status of its own */

static void end_as_fault(void)
{
    if (inside)
        _exit(A3D_EXIT_FAULT);
}

static void enter(void)
{
    inside = true;
    errno = 0;
}

/* Returns whether memory ran out. libarchive does not report each lack of it: it may end the list of members early, or
 * crash later. If it `worked`, errno says nothing, because the C library may have found other memory. */
static bool leave(a3d_arena *arena, bool worked)
{
    bool lack = !worked && errno == ENOMEM;
    inside = false;
    if (lack)
        a3d_arena_refuse(arena);
    return lack;
}

/* ---- archives ---- */

static const char *open_reader(a3d_archive *a)
{
    static bool watched;
    const char *why = load();
    if (why != NULL)
        return why;
    if (!watched && atexit(end_as_fault) != 0)
        return "not enough memory";
    watched = true;
    a->reader = la.new();
    if (a->reader == NULL)
        return "not enough memory";
    /* archive_read_open_memory crashes if memory runs out for the place of its data, which the call before makes */
    if (la.support_zip(a->reader) == OK && errno != ENOMEM && la.set_data(a->reader, NULL) == OK &&
        la.open_memory(a->reader, a->data, a->size) == OK)
        return NULL;
    why = reason(a, a->arena);
    a3d_zip_close(a);
    return why;
}

const char *a3d_zip_open(a3d_archive *a)
{
    enter();
    const char *why = open_reader(a);
    if (!leave(a->arena, false))
        return why;
    a3d_zip_close(a);
    return "not enough memory";
}

void a3d_zip_close(a3d_archive *a)
{
    if (a->reader != NULL)
        la.free(a->reader);
    a->reader = NULL;
}

/* The next size of a buffer that has this many bytes in it. */
static size_t grown(const a3d_arena *arena, size_t size)
{
    size_t more = size / 2, room = a3d_arena_room(arena);
    return size + STEP + (more > room ? size / 16 : more);
}

/* Unpacks a member piece by piece, because the size that the archive claims may be wrong. Returns false when the limit
 * of the whole archive is reached. */
static bool unpack(a3d_archive *a, a3d_arena *arena, a3d_member *m)
{
    uint64_t most = a->most < a->left ? a->most : a->left;
    for (;;) {
        if (m->room < m->size + STEP && !a3d_member_resize(a, arena, m, grown(arena, m->size)))
            break;
        enter();
        ssize_t n = la.read_data(a->reader, m->data + m->size, STEP);
        if (leave(arena, n > 0))
            m->problem = "not enough memory";
        else if (n < 0)
            m->problem = reason(a, arena);
        if (n <= 0)
            break;
        m->size += (size_t)n;
        if (m->size > most)
            break;
    }
    m->too_large = m->size > a->most;
    if (m->too_large)
        m->data = a3d_block_resize(arena, m->data, 0);
    bool fits = m->size <= a->left;
    a->left -= fits ? m->size : a->left;
    return fits || m->too_large;
}

static a3d_member_status no_memory(a3d_archive *a)
{
    a->why = "not enough memory";
    return A3D_MEMBERS_BROKEN;
}

static const char unreadable[] = "(a name that cannot be read)";

static const char *name_of(archive_entry *entry)
{
    const char *name = la.name(entry);
    if (name == NULL)
        name = la.name_utf8(entry);
    return name != NULL ? name : unreadable;
}

a3d_member_status a3d_zip_next(a3d_archive *a, a3d_arena *arena, a3d_member *m)
{
    archive_entry *entry;
    bool folder;
    do {
        enter();
        int code = la.next_header(a->reader, &entry);
        if (leave(arena, code == OK))
            return no_memory(a);
        if (code == END && a3d_zip_has_end(a->data, a->size))
            return A3D_MEMBERS_END;
        if (code == END) {
            a->why = "it is damaged: its end, with the list of its members, is missing or wrong, and members may be "
                     "missing too";
            return A3D_MEMBERS_BROKEN;
        }
        if (code != OK && code != WARN) {
            a->why = reason(a, a->arena);
            return A3D_MEMBERS_BROKEN;
        }
        folder = (la.filetype(entry) & KIND) == FOLDER;
    } while (folder);
    enter();
    const char *name = name_of(entry);
    if (leave(arena, name != unreadable))
        return no_memory(a);
    m->name = a3d_arena_text(arena, name, strlen(name));
    if (m->name == NULL)
        return no_memory(a);
    if (unpack(a, arena, m))
        return A3D_MEMBER;
    a->why = "its members unpack to more than the limit (--max-unpacked); the rest was not checked";
    return A3D_MEMBERS_LIMITED;
}

void a3d_zip_load(void)
{
    load();
}

#else

void a3d_zip_load(void)
{
}

const char *a3d_zip_open(a3d_archive *a)
{
    (void)a;
    return "this a3dlint was built without archives (A3D_WITH_LIBARCHIVE)";
}

a3d_member_status a3d_zip_next(a3d_archive *a, a3d_arena *arena, a3d_member *m)
{
    (void)a, (void)arena, (void)m;
    return A3D_MEMBERS_END;
}

void a3d_zip_close(a3d_archive *a)
{
    (void)a;
}

#endif
