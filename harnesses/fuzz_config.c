/* fuzz_config.c - any bytes as a configuration file, a .gitignore file or an index of Git, and a path that their patterns
 * are held against.
 *
 * An input is a path, a NUL, and the text; without a NUL it is all text. What is read is read the same again; a
 * mistake has a line that the text has. */
#include "cli/config/config.h"
#include "base/git_index.h"
#include "cli/input/git_config.h"
#include "cli/input/ignore_list.h"
#include "family.h"
#include "pool.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LONGEST_PATH = 512 };

static unsigned lines_of(const uint8_t *data, size_t size)
{
    unsigned n = 1;
    for (size_t i = 0; i < size; i++)
        n += data[i] == '\n';
    return n;
}

/* The text as a .gitignore file. */
static void ignore(a3d_arena *arena, const uint8_t *data, size_t size, const char *path)
{
    a3d_ignore_list list = {.fold = a3d_git_ignores_case((const char *)data, size)};
    unsigned line = 0;
    uint64_t steps = 1 << 20;
    const char *why = a3d_ignore_read(arena, (const char *)data, size, &list, &line);
    if (why != NULL ? list.n > 0 || line > lines_of(data, size) : line > 0)
        family_refuse("config", size, "a .gitignore has a mistake in a line that is not there");
    size_t at = a3d_ignore_match(&list, list.n, path, size % 2 != 0, &steps);
    if (at > list.n || (at > 0 && !a3d_ignore_fits(&list.at[at - 1], path, size % 2 != 0, &steps) && steps > 0))
        family_refuse("config", size, "a line of a .gitignore matches only once");
}

/* The bytes as an index. */
static void track(a3d_arena *arena, const uint8_t *data, size_t size, const char *path)
{
    a3d_git_index index;
    const char *why = a3d_git_index_read(arena, data, size, &index);
    if (why != NULL && index.n > 0)
        family_refuse("config", size, "a broken index has entries");
    for (size_t i = 0; i < index.n; i++)
        if (!a3d_git_index_has(&index, index.files[i].path, false))
            family_refuse("config", size, "an index does not have its own entry");
    a3d_git_index_has(&index, path, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[LONGEST_PATH] = "models/lod12/tree.m3g";
    const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
    size_t before = nul != NULL ? (size_t)(nul - data) : 0;
    if (nul != NULL && before < sizeof path) {
        memcpy(path, data, before + 1);
        data += before + 1;
        size -= before + 1;
    }
    static pool memory;
    a3d_arena arena;
    a3d_config config = {0}, again = {0};
    a3d_text problem;
    unsigned line = 0, line_again = 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    a3d_text_init(&problem, &arena);
    bool read = a3d_config_read(&arena, data, size, &config, &line, &problem);
    if (!read && (problem.size == 0 || line > lines_of(data, size)))
        family_refuse("config", size, "a mistake without a reason, or with a line that is not there");
    if (read != a3d_config_read(&arena, data, size, &again, &line_again, &problem) || line != line_again || config.n != again.n)
        family_refuse("config", size, "it is read otherwise the second time");
    for (size_t i = 0; read && i < config.n; i++)
        if (config.settings[i].glob != NULL)
            a3d_glob_fits(&arena, config.settings[i].glob, path);
    if (read)
        a3d_excludes_fit(&arena, &config.excludes, "/", "/models", "/models/lod12/tree.m3g", size % 2 != 0);
    ignore(&arena, data, size, path);
    track(&arena, data, size, path);
    a3d_arena_free(&arena);
    return 0;
}
