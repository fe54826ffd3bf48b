/* rules.c - `a3dlint rules`: lists all rules */
#include "cli/commands/commands.h"
#include "cli/help/describe.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "formats/formats.h"
#include "report/reference/catalog.h"
#include "report/reference/rule_page.h"

#include <string.h>

static const a3d_format *set_named(const char *name)
{
    const a3d_format *const *sets = a3d_rule_sets();
    while (*sets != NULL && strcmp((*sets)->name, name) != 0)
        sets++;
    return *sets;
}

/* The set of the operand in *only, or NULL without an operand. Returns an exit status. */
static int find_set(const a3d_cli *cli, const a3d_format **only)
{
    *only = cli->operands.n == 1 ? set_named(cli->operands.at[0]) : NULL;
    if (cli->operands.n == 0 || *only != NULL)
        return 0;
    if (cli->operands.n > 1)
        a3d_complain("rules takes at most one format");
    else if (strchr(cli->operands.at[0], '/') != NULL)
        a3d_complain("rules takes a format; a3dlint explain %s takes a rule", cli->operands.at[0]);
    else
        a3d_complain("unknown format '%s'; choose from a3d1, a3d2, tanki, m3g, odol and file (rules of any file)",
                     cli->operands.at[0]);
    return A3D_EXIT_USAGE;
}

int a3d_run_rules(a3d_cli *cli)
{
    a3d_text out;
    const a3d_format *only;
    const char *form = cli->format != NULL ? cli->format : "text";
    if (find_set(cli, &only) != 0)
        return A3D_EXIT_USAGE;
    if (strcmp(form, "json") != 0 && strcmp(form, "text") != 0 && strcmp(form, "mdoc") != 0) {
        a3d_complain("unknown format '%s'; choose from text, json and mdoc", form);
        return A3D_EXIT_USAGE;
    }
    a3d_text_init(&out, cli->arena);
    if (cli->page)
        a3d_rules_index(&out);
    else if (strcmp(form, "json") == 0)
        a3d_rules_json(&out, only);
    else if (strcmp(form, "mdoc") == 0)
        a3d_put_rules_manual(&out);
    else
        a3d_rules_text(&out, only);
    return a3d_deliver(NULL, &out, false);
}
