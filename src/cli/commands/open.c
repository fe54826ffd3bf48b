/* open.c - see open.h */
#include "cli/commands/open.h"
#include "a3dlint.h"
#include "base/never.h"
#include "cli/archive/archive.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "lint/fix.h"
#include "lint/lint.h"
#include "model/doc.h"
#include "model/finding.h"

enum { STEPS_PER_BYTE = 3 }; /* of what is slow to pack, at the level of large content */

/* Whether any field of the root was read. */
static bool was_read(const a3d_doc *doc)
{
    const a3d_node *root = a3d_at(doc, doc->root);
    for (uint32_t i = 0; i < root->v.at.count; i++)
        if (a3d_at(doc, root->v.at.first + i)->state == A3D_PRESENT)
            return true;
    return false;
}

/* 0 when there is a document to work on, else an exit status after a message. */
static int check_decoded(a3d_cli *cli, const char *path, const a3d_result *result, bool damaged)
{
    if (result == NULL)
        return a3d_complain_memory(cli->arena, path);
    if (damaged && result->undone != NULL)
        return 0;
    const char *next = result->undone != NULL ? "; run 'a3dlint fix FILE -o OUT' first" : "";
    if (result->verdict == A3DLINT_LIMITED || result->verdict == A3DLINT_UNREADABLE) {
        a3d_complain("%s: %s%s", path, result->message, next);
        return result->verdict == A3DLINT_LIMITED ? A3D_EXIT_LIMITED : A3D_EXIT_UNREADABLE;
    }
    if (was_read(result->doc))
        return 0;
    const a3d_finding *first = result->doc->n_findings > 0 ? result->doc->findings : NULL;
    a3d_complain("%s: does not decode as %s: %s%s", path, result->format->name,
                 first != NULL ? first->message : "nothing was read", next);
    return A3D_EXIT_UNREADABLE;
}

static int complain_unread(const char *path, const char *why)
{
    int part = (int)a3d_archive_part(path);
    if (part > 0)
        a3d_complain("%s: only check reads members in their archive (a3dlint check %.*s); extract this one first", path,
                     part, path);
    else
        a3d_complain("%s: cannot be read: %s", path, why);
    return A3D_EXIT_UNREADABLE;
}

static int open_file(a3d_cli *cli, const char *path, const a3d_options *given, bool damaged, const a3d_result **result)
{
    a3d_options options = *given;
    a3d_input input;
    a3d_limits limits = options.limits;
    a3d_limits_fill(&limits, 0);
    a3d_bound_memory(cli);
    const char *why = a3d_read_input(cli->arena, path, limits.input, &input);
    if (a3d_arena_is_bound(cli->arena))
        return a3d_complain_memory(cli->arena, path);
    if (why != NULL)
        return complain_unread(path, why);
    if (input.too_large) {
        a3d_complain("%s: larger than the limit of input (--max-input)", path);
        return A3D_EXIT_LIMITED;
    }
    a3d_archive_kind kind = options.format == NULL ? a3d_archive_kind_of(input.data, input.size) : A3D_NO_ARCHIVE;
    if (kind != A3D_NO_ARCHIVE) {
        a3d_complain("%s is %s; extract the member first (a3dlint check checks all members in place)", path,
                     a3d_archive_words(kind));
        return A3D_EXIT_UNREADABLE;
    }
    options.name = path;
    *result = a3d_lint(cli->arena, input.data, input.size, &options);
    return check_decoded(cli, path, *result, damaged);
}

int a3d_open_with(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result)
{
    return open_file(cli, path, options, false, result);
}

int a3d_open_damaged(a3d_cli *cli, const char *path, const a3d_options *options, const a3d_result **result)
{
    return open_file(cli, path, options, true, result);
}

int a3d_open_document(a3d_cli *cli, const char *path, const a3d_result **result)
{
    a3d_options options;
    int status = a3d_library_options(cli, &options);
    return status != 0 ? status : a3d_open_with(cli, path, &options, result);
}

int a3d_open_operand(a3d_cli *cli, const char **path, const a3d_result **result)
{
    *path = a3d_one_operand(cli, "file");
    return *path != NULL ? a3d_open_document(cli, *path, result) : A3D_EXIT_USAGE;
}

uint64_t a3d_steps_for(a3d_cli *cli, const a3d_result *result)
{
    a3d_options options = {.name = NULL};
    int status = a3d_library_options(cli, &options);
    A3D_ASSERT(status == 0); /* they opened the file */
    (void)status;
    return a3d_budget_of(result, &options);
}

uint64_t a3d_packs_for(a3d_cli *cli, const a3d_result *result)
{
    return a3d_steps_for(cli, result) / STEPS_PER_BYTE;
}

void a3d_bound_output(a3d_cli *cli, const a3d_result *result, a3d_text *out)
{
    uint64_t steps = a3d_steps_for(cli, result);
    out->most = steps < SIZE_MAX / 4 ? (size_t)steps : SIZE_MAX / 4;
}

int a3d_complain_work(const char *path, const char *what)
{
    a3d_complain("%s: %s would exceed the limit of work (--max-work)", path, what);
    return A3D_EXIT_LIMITED;
}
