/* Which lengths of a soft window lead a trial to where the last one ended: those that neither fit its content nor seem
 * to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/decode/reading.h"
#include "formats/tanki/tanki.h"

/* A block of Tanki begins with its number. Here one seems to begin 8 bytes into the content. */
static const uint8_t data[24] = {[16] = 4};
enum { CONTENT = 8, BASE = 8, END = 20, MARKED = 16 };

static const a3d_row *row_of_block(uint32_t number)
{
    for (unsigned k = 0; k < a3d_format_tanki.n_records; k++) {
        const a3d_record *record = a3d_format_tanki.records[k];
        for (unsigned i = 0; i < record->n_rows; i++) {
            const a3d_shape *s = &record->rows[i].shape;
            const a3d_domain *first = s->kind == A3D_RECORD ? &s->record->rows[0].domain : NULL;
            if (first != NULL && first->kind == A3D_IS && first->lo == number)
                return &record->rows[i];
        }
    }
    fail_msg("no block has the number %u", (unsigned)number);
    return NULL;
}

static void only_lengths_that_cannot_fit_are_alike(void **state)
{
    (void)state;
    const a3d_row *block = row_of_block(data[MARKED]);
    const struct {
        const a3d_row *follow;
        int64_t length;
        bool alike;
    } cases[] = {
        {NULL, 1, true},
        {NULL, 0, false}, /* may break another rule */
        {NULL, END - BASE, false}, /* fits */
        {NULL, sizeof data - BASE, false}, /* the file ends there */
        {NULL, MARKED - BASE, true},
        {NULL, 100, true},
        {block, 1, true},
        {block, MARKED - BASE, false}, /* the next block seems to begin there */
        {block, sizeof data - BASE, true}, /* no block fits there */
        {block, 100, true},
    };
    a3d_ctx ctx = {.format = &a3d_format_tanki};
    assert_false(a3d_misfits(&ctx, 1)); /* no window was wrong */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ctx.misfit = (a3d_misfit){{data, 0, CONTENT, sizeof data}, cases[i].follow, BASE, END};
        ctx.follow = &a3d_format_tanki.root->rows[0];
        if (a3d_misfits(&ctx, cases[i].length) != cases[i].alike)
            fail_msg("case %u", (unsigned)i);
        assert_ptr_equal(ctx.follow, &a3d_format_tanki.root->rows[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_lengths_that_cannot_fit_are_alike),
    };
    return cmocka_run_group_tests_name("misfits", tests, NULL, NULL);
}
