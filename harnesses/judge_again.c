/* judge_again.c - whether a result that was kept as bytes is reported in the same words; see judge.h */
#include "judge.h"
#include "report/common/again.h"
#include "report/forms.h"

#include <string.h>

bool judge_again(a3d_arena *arena, const a3d_report_form *form, const a3d_result *result, const a3d_text *text)
{
    a3d_text kept, out;
    a3d_text_init(&kept, arena);
    a3d_text_init(&out, arena);
    const a3d_result *again = NULL;
    if (a3d_again_put(&kept, result, 0))
        again = a3d_again_read(arena, (const uint8_t *)kept.data, kept.size, 0);
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .verbose = true};
    if (again != NULL) {
        form->begin(&sink);
        form->file(&sink, "input", again);
        form->end(&sink);
    }
    bool same = again != NULL && out.size == text->size && memcmp(out.data, text->data, out.size) == 0;
    bool lost = arena->refused || text->failed || kept.failed || out.failed;
    a3d_text_free(&out);
    a3d_text_free(&kept);
    return same || lost;
}
