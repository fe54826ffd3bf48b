/* rules.c - `a3dlint rules`: lists all rules */
#include "cli/commands/commands.h"
#include "cli/help/describe.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "report/reference/catalog.h"
#include "report/reference/rule_page.h"

#include <string.h>

int a3d_run_rules(a3d_cli *cli)
{
    a3d_text out;
    const char *form = cli->format != NULL ? cli->format : "text";
    if (cli->operands.n > 0) {
        a3d_complain("rules takes no operand; explain takes a rule");
        return A3D_EXIT_USAGE;
    }
    if (strcmp(form, "json") != 0 && strcmp(form, "text") != 0 && strcmp(form, "mdoc") != 0) {
        a3d_complain("unknown format '%s'; choose from text, json and mdoc", form);
        return A3D_EXIT_USAGE;
    }
    a3d_text_init(&out, cli->arena);
    if (cli->page)
        a3d_rules_index(&out);
    else if (strcmp(form, "json") == 0)
        a3d_rules_json(&out);
    else if (strcmp(form, "mdoc") == 0)
        a3d_put_rules_manual(&out);
    else
        a3d_rules_text(&out);
    return a3d_deliver(NULL, &out, false);
}
