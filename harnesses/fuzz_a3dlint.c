/* fuzz_a3dlint.c - any bytes: the whole library call, and everything that judge.h promises. */
#include "lint/lint.h"
#include "engine/document/path.h"
#include "family.h"
#include "judge.h"
#include "pool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The places of all findings, as reports name them. */
static void name_places(a3d_arena *arena, const a3d_doc *doc)
{
    a3d_text text;
    a3d_text_init(&text, arena);
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_put_place(&text, doc, &doc->findings[i].place);
        a3d_put_stream(&text, doc, doc->findings[i].stream);
        text.size = 0;
    }
}

static const char *verdict_fault(const a3d_result *result)
{
    if (result == NULL)
        return "there is no result";
    if (result->verdict == A3DLINT_UNREADABLE)
        return result->format != NULL || result->message == NULL ? "unreadable, without a message or with a format" : NULL;
    if (result->format == NULL || result->doc == NULL)
        return "a verdict without a format or a document";
    if ((result->verdict == A3DLINT_LIMITED) != (result->doc->limited != A3D_LIMIT_NONE))
        return "the verdict does not tell that a limit was reached";
    if (result->verdict != A3DLINT_LIMITED && (result->verdict == A3DLINT_VALID) != (result->counts[A3D_ERROR] == 0))
        return "the verdict does not follow from the errors";
    if (result->verdict != A3DLINT_LIMITED && result->doc->steps > result->doc->work_limit)
        return "more steps than are allowed";
    return NULL;
}

/* The call that every command makes: detection, decode, rules, suspects, verdict. The search for suspects takes
 * what work the limit leaves, so the limit is low here: many inputs find more than a long look at each. */
static const char *check(const uint8_t *data, size_t size, const a3d_allocator *mem)
{
    enum { UNPACKED = 4 << 20, WORK = 8192 };
    const uint64_t n = size;
    a3d_options options = {.limits = {.unpacked = UNPACKED + 64 * n, .work = WORK + 8 * n}};
    a3d_arena arena;
    a3d_arena_init(&arena, mem);
    const a3d_result *result = a3d_lint(&arena, data, size, &options);
    const char *fault = verdict_fault(result);
    if (fault == NULL && result->doc != NULL) {
        name_places(&arena, result->doc);
        family_rules_seen(result->doc);
    }
    a3d_arena_free(&arena);
    return fault;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const a3d_format *formats[A3D_FORMATS];
    static pool memory;
    if (size >= UINT32_MAX)
        return 0;
    a3d_allocator mem = pool_restart(&memory);
    const char *fault = check(data, size, &mem);
    if (fault != NULL)
        family_refuse("check", size, fault);
    unsigned n = judge_candidates(data, size, formats);
    for (unsigned i = 0; i < n; i++) {
        judged result = judge_with(formats[i], data, (uint32_t)size, &(judge_how){.mem = &mem, .seen = family_seen});
        if (result.broken[0] != '\0')
            family_refuse(formats[i]->name, size, result.broken);
    }
    return 0;
}
