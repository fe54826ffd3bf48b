/* fix_file.c - see fix_file.h */
#include "cli/commands/fix_file.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"

bool a3d_can_fix(const a3d_result *result)
{
    return a3d_is_fixable_file(result);
}

/* Makes a file valid that repairs alone cannot, by dropping what cannot be kept. */
static void salvage(a3d_arena *arena, a3d_fix_outcome *outcome, const a3d_options *options)
{
    a3d_fixing *x = &outcome->fixing;
    if (a3d_salvage_rest(arena, x, options))
        return;
    outcome->hopeless = true;
    outcome->why = x->why;
    *x = (a3d_fixing){.before = x->before, .after = x->before, .data = x->before->doc->streams[0].data,
                      .size = (size_t)x->before->size};
}

void a3d_fix_checked(const a3d_cli *cli, a3d_arena *arena, const a3d_result *result, const a3d_options *options,
                     a3d_fix_outcome *outcome)
{
    a3d_fixing *x = &outcome->fixing;
    a3d_options own = *options;
    own.accept_content = cli->accept_content;
    *outcome = (a3d_fix_outcome){.file = {.dry = cli->dry_run, .content = cli->accept_content, .fixing = x}};
    *x = a3d_fix_result(arena, result, &own, UINT64_MAX);
    if (x->after == NULL || x->after->doc == NULL)
        x->before = NULL;
    if (x->before != NULL && cli->salvage && x->after->verdict == A3DLINT_INVALID)
        salvage(arena, outcome, &own);
}

int a3d_complain_unfixed(const char *path, const a3d_fix_outcome *outcome)
{
    if (outcome->fixing.before == NULL) {
        a3d_complain("%s: not enough memory", path);
        return A3D_EXIT_FAULT;
    }
    if (!outcome->hopeless)
        return 0;
    a3d_complain("%s: not salvageable: %s", path, outcome->why != NULL ? outcome->why : "no element is whole");
    return A3D_EXIT_FINDINGS;
}
