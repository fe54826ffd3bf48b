/* hex.c - `a3dlint hex`: shows every byte next to the field that owns it */
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/commands/outputs.h"
#include "cli/options/cli.h"
#include "cli/options/color.h"
#include "cli/options/library.h"
#include "cli/options/names.h"
#include "cli/options/width.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "lint/lint.h"
#include "report/hex/hex.h"

#include <string.h>

/* A number from 0 to `most`, or -1 after a message. */
static long number(const char *option, const char *text, long most)
{
    long value = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && value <= most; p++)
        value = value * 10 + (*p - '0');
    if (p > text && *p == '\0' && value <= most)
        return value;
    a3d_complain("%s takes a number from 0 to %ld, not '%s'", option, most, text);
    return -1;
}

/* The number of a finding, or -1 after a message. */
static long finding_number(const char *text)
{
    enum { MOST_DIGITS = 9 };
    size_t n = strspn(text, "0123456789");
    if (n > 0 && n <= MOST_DIGITS && text[n] == '\0')
        return number("--finding", text, 999999999);
    a3d_complain("--finding takes the number of a finding, such as 0 for the first, or the id of a rule, such as "
                 "m3g/checksum, not '%s'",
                 text);
    return -1;
}

/* The number of --finding, or NULL when it names a rule or is not given. */
static const char *number_of_finding(const a3d_cli *cli)
{
    const char *text = cli->finding != NULL && cli->finding[0] == '#' ? cli->finding + 1 : cli->finding;
    return text != NULL && strchr(text, '/') != NULL ? NULL : text;
}

/* With a rule in --finding, chooses its findings. */
static int choose_rule(const a3d_cli *cli, const char *path, const a3d_doc *doc, a3d_hex_options *options)
{
    if (cli->finding == NULL || number_of_finding(cli) != NULL)
        return 0;
    size_t found = 0;
    bool *among = a3d_arena_alloc(cli->arena, (doc->n_findings + 1) * sizeof *among);
    if (among == NULL) {
        a3d_complain("not enough memory");
        return A3D_EXIT_FAULT;
    }
    for (size_t i = 0; i < doc->n_findings; i++)
        found += among[i] = strcmp(doc->findings[i].rule->id, cli->finding) == 0;
    options->among = among;
    options->near = true;
    if (found > 0)
        return 0;
    a3d_complain("%s: no finding of %s; a3dlint check --show note lists the findings", path, cli->finding);
    return A3D_EXIT_USAGE;
}

static int complain_rule(const a3d_cli *cli)
{
    a3d_near near = {0};
    a3d_text text;
    a3d_text_init(&text, cli->arena);
    a3d_near_rules(&near, cli->finding);
    a3d_put_near(&text, &near, "a3dlint rules");
    a3d_complain("--finding: unknown rule '%s'%.*s", cli->finding, (int)text.size, text.data);
    return A3D_EXIT_USAGE;
}

static int read_options(const a3d_cli *cli, a3d_hex_options *options)
{
    const char *finding = number_of_finding(cli);
    long context = cli->context != NULL ? number("--context", cli->context, A3D_HEX_MOST_CONTEXT) : A3D_HEX_CONTEXT;
    long id = finding != NULL ? finding_number(finding) : 0;
    int color = cli->output != NULL && cli->color == NULL ? 0 : a3d_wants_color(cli);
    if (context < 0 || id < 0 || color < 0)
        return A3D_EXIT_USAGE;
    if (cli->finding != NULL && finding == NULL && !a3d_names_rule(cli->finding))
        return complain_rule(cli);
    if (cli->at != NULL && cli->finding != NULL) {
        a3d_complain("hex takes --at or --finding, not both");
        return A3D_EXIT_USAGE;
    }
    *options = (a3d_hex_options){.full = cli->full, .color = color != 0, .at = cli->at, .one = finding != NULL,
                                 .finding = (uint32_t)id, .near = cli->context != NULL, .context = (uint32_t)context};
    return a3d_wanted_width(cli, &options->width);
}

/* What to try after a wrong --at. An offset as reports print it, or a number alone, was taken for the path of a
 * field. */
static const char *hint_for(const char *at, const char *why)
{
    bool offset = at != NULL && at[0] != '@' && (strstr(at, "+0x") != NULL || (at[0] >= '0' && at[0] <= '9'));
    return offset                                 ? "; an offset is written as @STREAM+OFFSET, such as @file+0x20"
           : strstr(why, "no such field") != NULL ? "; a3dlint dump FILE lists the fields, such as materials[0].name"
                                                  : "";
}

int a3d_run_hex(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_hex_options options;
    a3d_text out;
    const char *path = a3d_one_operand(cli, "file");
    if (path == NULL)
        return A3D_EXIT_USAGE;
    int status = a3d_may_replace(cli, "-o", cli->output) ? read_options(cli, &options) : A3D_EXIT_USAGE;
    if (status == 0)
        status = a3d_open_document(cli, path, &result);
    if (status == 0)
        status = choose_rule(cli, path, result->doc, &options);
    if (status != 0)
        return status;
    a3d_text_init(&out, cli->arena);
    a3d_bound_output(cli, result, &out);
    const char *why = a3d_hex(&out, result, &options);
    if (out.full)
        return a3d_complain_work(path, "the output");
    if (why != NULL) {
        a3d_complain("%s: %s%s", path, why, hint_for(cli->at, why));
        return A3D_EXIT_USAGE;
    }
    return a3d_deliver(cli->output, &out, false);
}
