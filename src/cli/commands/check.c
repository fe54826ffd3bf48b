/* check.c - `a3dlint check`: checks files and reports what is wrong with them */
#include "cli/commands/check_files.h"
#include "cli/commands/commands.h"
#include "cli/commands/page_parts.h"
#include "cli/commands/reports.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"

#include <string.h>

/* The name of the report may say that another form is wanted than the one of a run without --format. Returns 0, or an
 * exit status after a message. */
static int check_name(const a3d_cli *cli)
{
    static const struct {
        const char *end, *form;
    } forms[] = {{".glb", NULL},     {".gltf", NULL},   {".json", "json"}, {".ndjson", "ndjson"},
                 {".sarif", "sarif"}, {".xml", "junit"}, {".html", "html"}};
    const char *dot = cli->output != NULL && cli->format == NULL ? strrchr(cli->output, '.') : NULL;
    for (size_t i = 0; dot != NULL && i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(dot, forms[i].end) != 0)
            continue;
        if (forms[i].form == NULL) {
            a3d_complain("-o %s: check writes a report; a3dlint dump --gltf writes the 3D content", cli->output);
            return A3D_EXIT_USAGE;
        }
        a3d_complain("-o %s: the report is text; --format %s writes that form", cli->output, forms[i].form);
    }
    return 0;
}

int a3d_run_check(a3d_cli *cli)
{
    a3d_page_parts page = {0};
    int status = check_name(cli);
    if (status != 0)
        return status;
    const a3d_report_form *form = a3d_form_of_user(cli, cli->format != NULL ? cli->format : "text");
    if (form == NULL)
        return A3D_EXIT_USAGE;
    if (form->page && !a3d_load_page(cli->arena, &page))
        return A3D_EXIT_FAULT;
    return a3d_check_files(cli, form, &page, NULL);
}
