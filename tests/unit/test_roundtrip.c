/* Real files, where there are any: they come back byte for byte, sound ones have no error, and they cost little. */
#define _FILE_OFFSET_BITS 64 /* for 32-bit programs: folders whose places need more */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../harnesses/judge.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 100000 };

/* What is known to be damaged, unfinished or of a version that is only listed, by parts of the names. */
static const char *const unsound[] = {
    "GasparVardanyan__Alternativa3D__demo.a3d", "GasparVardanyan__Alternativa3D__demo_452549", "tubixpvp__tanks_demo__model",
    "TO_custom_files__object_1_", "300-models", "untitled", "id-only", NULL};

static const char *assets(void)
{
    const char *named = getenv("A3D_ASSETS");
    return named != NULL ? named : "../shared/assets";
}

static bool is_m3g_2(const uint8_t *data, size_t size)
{
    enum { MAJOR_AT = 26 }; /* behind the identifier, the head of a section and that of its object */
    return size > MAJOR_AT && memcmp(data, "\xABJSR184", 7) == 0 && data[MAJOR_AT] == 2;
}

static bool is_sound(const char *name, const uint8_t *data, size_t size)
{
    for (const char *const *part = unsound; *part != NULL; part++)
        if (strstr(name, *part) != NULL)
            return false;
    return !is_m3g_2(data, size);
}

/* Whether a file is as it should be; says what is not. */
static bool good(const char *path, const uint8_t *data, uint32_t size)
{
    const a3d_format *formats[A3D_FORMATS];
    if (judge_candidates(data, size, formats) == 0) {
        print_error("%s: of no known format\n", path);
        return false;
    }
    judged r = judge(formats[0], data, size);
    const char *wrong = r.broken[0] != '\0' ? r.broken
                        : r.limited != A3D_LIMIT_NONE ? a3d_limit_name(r.limited)
                        : is_sound(path, data, size) != (r.errors == 0) ? "sound files have no error, others have one"
                        : size > LARGE && r.nodes >= size / 8 ? "too many nodes"
                        : r.errors == 0 && r.steps >= r.work_limit / 8 ? "too many steps" : NULL;
    if (wrong != NULL)
        print_error("%s: %s (%u errors, %zu nodes, %llu steps of %llu)\n", path, wrong, r.errors, r.nodes, (unsigned long long)r.steps,
                    (unsigned long long)r.work_limit);
    return wrong == NULL;
}

/* A block of exactly the file's size. */
static uint8_t *read_whole(const char *path, long *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(*size > 0 ? (size_t)*size : 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)*size, file), *size);
    fclose(file);
    return data;
}

static void family(void **state)
{
    char folder[1024], path[2048];
    unsigned bad = 0, files = 0;
    bool slow = getenv("A3D_TEST_SLOW") != NULL;
    snprintf(folder, sizeof folder, "%s/%s", assets(), (const char *)*state);
    DIR *dir = opendir(folder);
    if (dir == NULL)
        skip(); /* no real files here */
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        long size;
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        uint8_t *data = read_whole(path, &size);
        if (!slow || size < LARGE)
            bad += !good(path, data, (uint32_t)size);
        files++;
        free(data);
    }
    closedir(dir);
    assert_true(files > 0);
    assert_int_equal(bad, 0);
}

int main(void)
{
    static char a3d2[] = "a3d2", m3g[] = "m3g", odol[] = "odol", tanki[] = "tanki";
    const struct CMUnitTest tests[] = {
        {"real files: a3d2", family, NULL, NULL, a3d2},
        {"real files: m3g", family, NULL, NULL, m3g},
        {"real files: odol", family, NULL, NULL, odol},
        {"real files: tanki", family, NULL, NULL, tanki},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
