/* explain.c - `a3dlint explain RULE`: one rule's page. */
#include "cli/cli.h"
#include "cli/files.h"
#include "report/report.h"

#include <string.h>

enum { NEAREST = 3 };

typedef struct near {
    const char *id;
    unsigned distance;
} near;

static void keep_nearest(near *best, const char *id, unsigned d)
{
    for (unsigned i = 0; i < NEAREST; i++) {
        if (best[i].id != NULL && best[i].distance <= d)
            continue;
        memmove(best + i + 1, best + i, (NEAREST - 1 - i) * sizeof *best);
        best[i] = (near){id, d};
        return;
    }
}

/* A name without its family is compared with names without theirs. */
static int unknown(const char *word)
{
    near best[NEAREST] = {{NULL, 0}};
    for (const a3d_format *const *f = a3dlint_formats(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const char *id = (*f)->rules[i].id, *slash = strchr(id, '/');
            keep_nearest(best, id, a3d_distance(word, strchr(word, '/') == NULL && slash != NULL ? slash + 1 : id));
        }
    }
    a3d_complain("there is no rule '%s'; the nearest names are %s, %s, %s", word, best[0].id, best[1].id, best[2].id);
    return A3D_EXIT_USAGE;
}

int a3d_run_explain(a3d_cli *cli)
{
    a3d_text out;
    const char *id = a3d_one_operand(cli, "rule");
    if (id == NULL)
        return A3D_EXIT_USAGE;
    const a3d_rule *rule = a3dlint_rule(id);
    if (rule == NULL)
        return unknown(id);
    a3d_text_init(&out, cli->arena);
    a3d_rule_page(&out, rule);
    return out.failed ? A3D_EXIT_FAULT : a3d_deliver(NULL, out.data, out.size, false);
}
