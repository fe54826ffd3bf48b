/* page_parts.c - see page_parts.h */
#include "cli/commands/page_parts.h"
#include "cli/input/files.h"
#include "cli/output/complain.h"
#include "os/files.h"
#include "os/process.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 16 << 20, MOST_PATH = 4096 };

/* The scripts of the page, in the order in which they need each other. */
static const char *const scripts[] = {
    "shell.js", "dom.js",  "unpack.js", "selection.js", "marks.js", "findings.js", "story.js",
    "bytes.js", "tree.js", "stage.js",  "file.js",      "list.js",  "start.js",    "page.js",
};
enum { SCRIPTS = sizeof scripts / sizeof *scripts };

/* Folders relative to that of the program: where it is installed, built, or built as a variant. */
static const char *const places[] = {
    "../share/a3dlint", "share/a3dlint", "../src/page", "../../src/page", "page", "../page", NULL,
};

/* Reads FOLDER/PLACE/NAME. False when there is no such file. */
static bool read_part(a3d_arena *arena, const char *folder, const char *place, const char *name, a3d_page_part *part)
{
    a3d_text path;
    a3d_input input;
    a3d_text_init(&path, arena);
    a3d_printf(&path, "%s%s%s/%s", folder, place[0] != '\0' ? "/" : "", place, name);
    a3d_putc(&path, '\0');
    bool good = !path.failed && a3d_os_exists(path.data) && a3d_read_input(arena, path.data, MOST, &input) == NULL &&
                !input.too_large;
    if (good)
        *part = (a3d_page_part){(const char *)input.data, input.size};
    a3d_text_free(&path);
    return good;
}

/* Looks for a part in all places. In a build tree the parts are in different ones. */
static bool find_part(a3d_arena *arena, const char *name, a3d_page_part *part)
{
    const char *share = getenv("A3DLINT_SHARE");
    char program[MOST_PATH];
    if (share != NULL && share[0] != '\0')
        return read_part(arena, share, "", name, part);
    if (!a3d_os_program(program, sizeof program))
        return false;
    *strrchr(program, '/') = '\0';
    for (unsigned i = 0; places[i] != NULL; i++)
        if (read_part(arena, program, places[i], name, part))
            return true;
    return false;
}

/* Whether a part can be put into an HTML element without ending it. */
static bool fits_element(const a3d_page_part *part)
{
    for (size_t i = 0; i + 8 < part->size; i++)
        if (part->text[i] == '<' &&
            (memcmp(part->text + i, "</script", 8) == 0 || memcmp(part->text + i, "</style", 7) == 0 ||
             memcmp(part->text + i, "<!--", 4) == 0))
            return false;
    return true;
}

/* Finds all scripts. False when one is missing, or when memory ran out. */
static bool find_scripts(a3d_arena *arena, a3d_page_parts *parts)
{
    a3d_page_part *at = a3d_arena_alloc(arena, SCRIPTS * sizeof *at);
    bool good = at != NULL;
    for (unsigned i = 0; good && i < SCRIPTS; i++)
        good = find_part(arena, scripts[i], &at[i]);
    parts->scripts = at;
    parts->n_scripts = SCRIPTS;
    return good;
}

bool a3d_load_page(a3d_arena *arena, a3d_page_parts *parts)
{
    *parts = (a3d_page_parts){.view = {NULL, 0}};
    if (!find_part(arena, "page.css", &parts->style) || !find_scripts(arena, parts)) {
        a3d_complain("the page's scripts and style are not where they belong, in share/a3dlint beside the folder of "
                     "the program; `make install` puts them there, and A3DLINT_SHARE names another folder");
        return false;
    }
    find_part(arena, "a3dlint-page-3d.js", &parts->view);
    bool fits = fits_element(&parts->style) && fits_element(&parts->view);
    for (unsigned i = 0; i < SCRIPTS; i++)
        fits &= fits_element(&parts->scripts[i]);
    if (!fits)
        a3d_complain("a part of the page would end its own element; it is not what was installed");
    return fits;
}
