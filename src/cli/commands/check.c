/* check.c - `a3dlint check`: checks files and reports what is wrong with them */
#include "cli/commands/check_files.h"
#include "cli/commands/commands.h"
#include "cli/commands/page_parts.h"
#include "cli/commands/reports.h"
#include "cli/options/cli.h"
#include "cli/output/status.h"

int a3d_run_check(a3d_cli *cli)
{
    a3d_page_parts page = {0};
    const a3d_report_form *form = a3d_form_of_user(cli, cli->format != NULL ? cli->format : "text");
    if (form == NULL)
        return A3D_EXIT_USAGE;
    if (form->page && !a3d_load_page(cli->arena, &page))
        return A3D_EXIT_FAULT;
    return a3d_check_files(cli, form, &page, NULL);
}
