/* explain.c - `a3dlint explain RULE`: prints the page of a rule */
#include "cli/commands/commands.h"
#include "cli/options/cli.h"
#include "base/distance.h"
#include "cli/options/library.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "formats/formats.h"
#include "lint/lint.h"
#include "os/files.h"
#include "report/reference/explain.h"

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

/* Suggests the most similar names. A name without a format is compared with the names after the slash. */
static int unknown(const char *word)
{
    near best[NEAREST] = {{NULL, 0}};
    if (a3d_format_named(word, strlen(word)) != NULL) {
        a3d_complain("'%s' is a format; a3dlint rules %s lists its rules", word, word);
        return A3D_EXIT_USAGE;
    }
    if (a3d_os_exists(word)) {
        a3d_complain("'%s' is a file; explain takes a rule, such as those that a3dlint check reports", word);
        return A3D_EXIT_USAGE;
    }
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const char *id = (*f)->rules[i].id, *slash = strchr(id, '/');
            keep_nearest(best, id, a3d_distance(word, strchr(word, '/') == NULL && slash != NULL ? slash + 1 : id));
        }
    }
    if (best[0].distance == 0 && best[1].distance > 0) { /* it differs in capitals alone */
        a3d_complain("unknown rule '%s'; did you mean %s?", word, best[0].id);
        return A3D_EXIT_USAGE;
    }
    a3d_complain("unknown rule '%s'; the most similar names are %s, %s and %s", word, best[0].id, best[1].id,
                 best[2].id);
    return A3D_EXIT_USAGE;
}

int a3d_run_explain(a3d_cli *cli)
{
    a3d_text out;
    const char *id = a3d_one_operand(cli, "rule");
    unsigned width;
    if (id == NULL || a3d_wanted_width(cli, &width) != 0)
        return A3D_EXIT_USAGE;
    const a3d_rule *rule = a3d_rule_named(id);
    if (rule == NULL)
        return unknown(id);
    a3d_text_init(&out, cli->arena);
    if (!a3d_explain(&out, rule, cli->page, width)) {
        a3d_complain("not enough memory for the files that show %s", id);
        return A3D_EXIT_FAULT;
    }
    return a3d_deliver(NULL, &out, false);
}
