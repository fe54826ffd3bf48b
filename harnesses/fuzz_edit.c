/* fuzz_edit.c - edits in words on any document: paths, values, claims and patches; see engine/edit/edit.h
 *
 * The input is edits, one a line, then a NUL, then a file. Without a file the smallest document is taken of the
 * format and version that the first byte chooses. Whatever the edits do, what is encoded afterwards must be an
 * input like any other. */
#include "lint/lint.h"
#include "engine/decode/decode.h"
#include "engine/edit/edit.h"
#include "judge_edited.h"
#include "engine/document/context.h"
#include "engine/edit/resolve.h"
#include "family.h"
#include "judge.h"
#include "pool.h"
#include "engine/generate/smallest.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_EDITS = 64, MOST_LOOKS = 16, LOOKS_IN = 4, MOST_BYTES = 1 << 20 };

static a3d_limits limits_for(size_t size)
{
    return (a3d_limits){.unpacked = 1 << 20, .nodes = (1 << 16) + size, .work = (1 << 20) + 64 * (uint64_t)size};
}

static a3d_doc *document(a3d_arena *arena, unsigned choice, const uint8_t *file, size_t size)
{
    const a3d_format *list[A3D_FORMATS];
    const char *why;
    if (size > 0) {
        a3d_limits limits = limits_for(size);
        return judge_candidates(file, size, list) > 0 ? a3d_decode(arena, list[0], file, (uint32_t)size, &limits, list[0]->usual) : NULL;
    }
    const a3d_format *const *formats = a3d_formats();
    unsigned n = 0, versions = 0;
    while (formats[n] != NULL)
        n++;
    const a3d_format *format = formats[choice % n];
    while (format->versions[versions].text != NULL)
        versions++;
    const a3d_version *version = &format->versions[choice / n % versions];
    return version->generated ? a3d_generate(arena, format, version->number, 0, &why) : NULL;
}

/* An edit that asks for millions of elements is legal, and of no use here. */
static bool modest(const char *edit)
{
    unsigned digits = 0, most = 0;
    for (; *edit != '\0'; edit++) {
        digits = *edit >= '0' && *edit <= '9' ? digits + 1 : (*edit | 32) == 'x' ? digits + 3 : (*edit | 32) >= 'a' && (*edit | 32) <= 'f' && digits > 0 ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    return most <= 4;
}

static const char *take_count(void *user, a3d_ctx *ctx, const a3d_target *target)
{
    const a3d_node *node = a3d_at(ctx->doc, target->node);
    const a3d_shape *shape = a3d_shape_of(node);
    bool list = !target->element && !target->field && (shape->kind == A3D_VECTOR || shape->kind == A3D_ARRAY);
    list = list && shape->count_by == A3D_COUNT_PREFIX; /* else another field may give the count */
    *(int64_t *)user = list ? (int64_t)node->v.at.count : -1;
    return NULL;
}

/* How many elements the list of an edit "LIST-=N" or "LIST[I]-=N" has, or -1 where it is no such edit. */
static int64_t count_at(a3d_doc *doc, const char *edit)
{
    char path[128];
    const char *minus = strstr(edit, "-=");
    size_t n = minus != NULL ? (size_t)(minus - edit) : 0;
    int64_t count = -1;
    if (n == 0 || n >= sizeof path || strspn(minus + 2, "0123456789") != strlen(minus + 2) || minus[2] == '\0')
        return -1;
    memcpy(path, edit, n);
    path[n] = '\0';
    char *index = path[n - 1] == ']' ? strrchr(path, '[') : NULL;
    if (index != NULL)
        *index = '\0';
    if (strchr(path, '*') != NULL || strstr(path, "..") != NULL) /* several lists */
        return -1;
    a3d_ctx ctx;
    bool one = a3d_resume(&ctx, doc) == A3D_OK &&
               a3d_resolve(&ctx, NULL, path, strlen(path), false, take_count, &count) == NULL;
    return one ? count : -1;
}

static void judge_encoded(a3d_arena *arena, a3d_doc *doc, a3d_patch *patches, size_t n_patches, const a3d_allocator *mem)
{
    a3d_text out;
    a3d_text_init(&out, arena);
    if (a3d_encode(doc, A3D_FAITHFUL, &out, patches, n_patches) != NULL || out.size > MOST_BYTES)
        return;
    a3d_limits limits = limits_for(out.size);
    judge_how how = {.mem = mem, .limits = &limits, .quick = true};
    judged result = judge_with(doc->format, (const uint8_t *)out.data, (uint32_t)out.size, &how);
    if (result.broken[0] != '\0')
        family_refuse(doc->format->name, out.size, result.broken);
}

/* An edit that cannot be done may leave half of it done. One that removes elements removes as many as it says.
 * With an arena, what it changes in the file is looked at, too (judge_edited.h). */
static void edit_once(a3d_arena *arena, a3d_doc *doc, const char *words, a3d_patch **patches, size_t *n_patches)
{
    edited look = {.known = false};
    int64_t before = count_at(doc, words);
    if (arena != NULL)
        edited_begin(&look, arena, doc, words);
    if (a3d_edit(doc, words, patches, n_patches) != NULL)
        return;
    const char *wrong = edited_end(&look, doc, words);
    if (wrong != NULL)
        family_refuse("edit", strlen(words), wrong);
    if (before < 0)
        return;
    int64_t after = count_at(doc, words), removed = (int64_t)strtoul(strstr(words, "-=") + 2, NULL, 10);
    if (after >= 0 && removed > before)
        family_refuse("edit", strlen(words), "more elements were removed than there were");
    if (after >= 0 && after != before - removed)
        family_refuse("edit", strlen(words), "another number of elements was removed");
}

static void run(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_allocator *mem)
{
    const uint8_t *end = memchr(data, 0, size);
    size_t n = end != NULL ? (size_t)(end - data) : size;
    char *words = a3d_arena_text(arena, (const char *)data, n);
    a3d_doc *doc = words != NULL ? document(arena, data[0], data + n + (end != NULL), size - n - (end != NULL)) : NULL;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    if (doc == NULL || doc->limited != A3D_LIMIT_NONE)
        return;
    bool looked = family_is_full() || family_digest(data, size) % LOOKS_IN == 0;
    for (unsigned i = 0; i < MOST_EDITS && words != NULL; i++) {
        char *next = strchr(words, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (modest(words))
            edit_once(looked && i < MOST_LOOKS ? arena : NULL, doc, words, &patches, &n_patches);
        words = next;
    }
    judge_encoded(arena, doc, patches, n_patches, mem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    a3d_arena arena;
    if (size == 0 || size >= MOST_BYTES)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    a3d_arena_init(&arena, &mem);
    run(&arena, data, size, &mem);
    a3d_arena_free(&arena);
    return 0;
}
