/* fuzz_config.c - any bytes as a configuration file, and a path that its patterns are held against.
 *
 * An input is a path, a NUL, and the text; without a NUL it is all text. What is read is read the same again; a
 * mistake has a line that the text has. */
#include "cli/config/config.h"
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
    a3d_arena_free(&arena);
    return 0;
}
