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

typedef enum found { ABSENT, FOUND, UNREADABLE } found;

/* Reads FOLDER/PLACE/NAME. Complains if it is there and cannot be read. */
static found read_part(a3d_arena *arena, const char *folder, const char *place, const char *name, a3d_page_part *part)
{
    a3d_text path;
    a3d_input input;
    a3d_text_init(&path, arena);
    a3d_printf(&path, "%s%s%s/%s", folder, place[0] != '\0' ? "/" : "", place, name);
    a3d_putc(&path, '\0');
    const char *why = path.failed ? "not enough memory" : NULL;
    bool absent = why == NULL && !a3d_os_exists(path.data) && a3d_os_was_missing();
    if (why == NULL && !absent)
        why = a3d_read_input(arena, path.data, MOST, &input);
    if (why == NULL && !absent && input.too_large)
        why = "it is larger than 16 MiB";
    if (why == NULL && !absent)
        *part = (a3d_page_part){(const char *)input.data, input.size};
    if (why != NULL)
        a3d_complain("%s: a part of the page cannot be read: %s", path.failed ? name : path.data, why);
    a3d_text_free(&path);
    return absent ? ABSENT : why == NULL ? FOUND : UNREADABLE;
}

/* Looks for a part in all places. In a build tree the parts are in different ones. */
static found find_part(a3d_arena *arena, const char *name, a3d_page_part *part)
{
    const char *share = getenv("A3DLINT_SHARE");
    char program[MOST_PATH];
    if (share != NULL && share[0] != '\0')
        return read_part(arena, share, "", name, part);
    if (!a3d_os_program(program, sizeof program)) {
        a3d_complain("the folder of the program, beside which the parts of the page are, cannot be found; "
                     "A3DLINT_SHARE can be set to their folder");
        return UNREADABLE;
    }
    *strrchr(program, '/') = '\0';
    found result = ABSENT;
    for (unsigned i = 0; result == ABSENT && places[i] != NULL; i++)
        result = read_part(arena, program, places[i], name, part);
    return result;
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

/* Finds the style and all scripts. */
static found find_text(a3d_arena *arena, a3d_page_parts *parts)
{
    a3d_page_part *at = a3d_arena_alloc(arena, SCRIPTS * sizeof *at);
    if (at == NULL)
        return UNREADABLE; /* main says that memory ran out */
    found result = find_part(arena, "page.css", &parts->style);
    for (unsigned i = 0; result == FOUND && i < SCRIPTS; i++)
        result = find_part(arena, scripts[i], &at[i]);
    parts->scripts = at;
    parts->n_scripts = SCRIPTS;
    return result;
}

bool a3d_load_page(a3d_arena *arena, a3d_page_parts *parts)
{
    *parts = (a3d_page_parts){.view = {NULL, 0}};
    found text = find_text(arena, parts);
    if (text == ABSENT)
        a3d_complain("the page's scripts and style are not where they belong, in share/a3dlint beside the folder of "
                     "the program; `make install` puts them there, and A3DLINT_SHARE names another folder");
    if (text != FOUND || find_part(arena, "a3dlint-page-3d.js", &parts->view) == UNREADABLE)
        return false;
    bool fits = fits_element(&parts->style) && fits_element(&parts->view);
    for (unsigned i = 0; i < SCRIPTS; i++)
        fits &= fits_element(&parts->scripts[i]);
    if (!fits)
        a3d_complain("a part of the page would end its own element; it is not what was installed");
    return fits;
}
