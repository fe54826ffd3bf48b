/* find.c - `a3dlint find`: finds documents of the known formats inside any other files */
#include "cli/commands/commands.h"
#include "cli/commands/confine.h"
#include "cli/input/files.h"
#include "cli/input/scan.h"
#include "cli/input/walk.h"
#include "cli/options/cli.h"
#include "cli/options/library.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "report/common/phrases.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct run {
    a3d_cli *cli;
    a3d_options options;
    a3d_text out;
    a3d_json json;
    bool as_json, broken;
    size_t files, members, extracted;
    int status;
} run;

static void raise_status(run *r, int status)
{
    if (status > r->status)
        r->status = status;
}

/* Writes what there is. Nothing more is written after it failed once. */
static void flush(run *r)
{
    int status = r->broken ? A3D_EXIT_CLEAN : a3d_deliver_more(&r->out);
    r->out.size = 0;
    r->broken = r->broken || status != 0;
    raise_status(r, status);
}

/* ---- extracting ---- */

static size_t extension_of(const a3d_format *format)
{
    return strcspn(format->extensions, ",");
}

/* Writes a document to the new file DIR/FILE+OFFSET.EXT. Returns its path, or NULL after a message. */
static const char *extract(run *r, a3d_arena *arena, const char *path, const a3d_found *found, const uint8_t *data)
{
    a3d_text t;
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path, *folder = r->cli->extract;
    a3d_text_init(&t, arena);
    a3d_printf(&t, "%s%s%s+0x%08zx.%.*s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
               strcmp(base, "-") == 0 ? "stdin" : base, found->off, (int)extension_of(found->format),
               found->format->extensions);
    a3d_putc(&t, '\0');
    if (a3d_text_is_lost(&t))
        return NULL;
    const char *why = a3d_write_new(t.data, data + found->off, found->size);
    if (why == NULL) {
        r->extracted++;
        return t.data;
    }
    a3d_complain("cannot write %s: %s", t.data, why);
    raise_status(r, A3D_EXIT_FAULT);
    return NULL;
}

/* ---- reports ---- */

static void put_member_text(run *r, const char *path, const a3d_found *found, const char *extracted)
{
    const a3d_result *result = found->result;
    a3d_put_file_name(&r->out, path);
    a3d_printf(&r->out, "+0x%zx: %zu byte%s, %s%s%s%s%s, %s", found->off, found->size,
               found->size == 1 ? "" : "s", found->format->name, result->version[0] != '\0' ? " " : "",
               result->version, result->branch != NULL ? " " : "", result->branch != NULL ? result->branch : "",
               a3d_verdict_name(result->verdict));
    if (result->counts[A3D_ERROR] > 0) {
        a3d_puts(&r->out, ": ");
        a3d_put_severities(&r->out, result->counts);
    }
    if (extracted != NULL) {
        a3d_puts(&r->out, " -> ");
        a3d_put_file_name(&r->out, extracted);
    }
    a3d_putc(&r->out, '\n');
}

static void put_member_json(run *r, const a3d_found *found, const char *extracted)
{
    a3d_json *j = &r->json;
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "offset", found->off);
    a3d_json_member_uint(j, "size", found->size);
    a3d_json_member_maybe(j, "format", found->format->name);
    a3d_json_member_maybe(j, "version", found->result->version);
    a3d_json_member_maybe(j, "branch", found->result->branch);
    a3d_json_member_maybe(j, "verdict", a3d_verdict_name(found->result->verdict));
    a3d_json_member_uint(j, "errors", found->result->counts[A3D_ERROR]);
    a3d_json_member_uint(j, "warnings", found->result->counts[A3D_WARNING]);
    a3d_json_member_maybe(j, "extracted", extracted);
    a3d_json_close(j, '}');
}

/* ---- files ---- */

static void search(run *r, a3d_arena *arena, const char *path, const a3d_input *input)
{
    a3d_scan scan;
    a3d_found found;
    a3d_scan_begin(&scan, arena, input->data, input->size, &r->options);
    while (!r->broken && !a3d_interrupted() && a3d_scan_next(&scan, &found)) {
        const char *extracted = r->cli->extract != NULL ? extract(r, arena, path, &found, input->data) : NULL;
        r->members++;
        if (r->as_json)
            put_member_json(r, &found, extracted);
        else
            put_member_text(r, path, &found, extracted);
        flush(r);
    }
    if (r->as_json) {
        a3d_json_close(&r->json, ']');
        a3d_json_member_uint(&r->json, "steps", scan.steps);
        a3d_json_member_bool(&r->json, "limited", scan.limited);
    }
    if (scan.limited)
        a3d_complain("%s: the limit of work was reached at byte %zu (--max-work); the rest was not searched", path,
                     scan.at);
    raise_status(r, scan.no_memory ? a3d_complain_memory(arena, path) : scan.limited ? A3D_EXIT_LIMITED : 0);
    a3d_scan_end(&scan);
}

/* Starts the object of a file; the text form has none. */
static void begin_json_file(run *r, const char *path, uint64_t size)
{
    if (!r->as_json)
        return;
    a3d_json_open(&r->json, '{');
    a3d_json_member_maybe(&r->json, "path", path);
    a3d_json_member_uint(&r->json, "size", size);
    a3d_json_member_open(&r->json, "members", '[');
}

static bool search_file(void *user, const a3d_walk_entry *entry)
{
    run *r = user;
    a3d_arena arena;
    a3d_input input;
    a3d_limits limits = r->options.limits;
    a3d_limits_fill(&limits, 0);
    if (r->broken || a3d_interrupted())
        return false;
    if (entry->passed_over && !entry->named)
        return true;
    a3d_arena_init_below(&arena, r->cli->arena);
    const char *why = entry->problem;
    if (why == NULL)
        why = a3d_read_input(&arena, entry->path, limits.input, &input);
    if (why != NULL && a3d_interrupted()) {
        a3d_arena_free(&arena);
        return false;
    }
    if (a3d_arena_is_bound(&arena)) {
        raise_status(r, a3d_complain_memory(&arena, entry->path));
    } else if (why != NULL || input.too_large) {
        a3d_complain("%s: %s%s", entry->path, why != NULL ? "cannot be read: " : "",
                     why != NULL ? why : "larger than the limit of input (--max-input)");
        raise_status(r, why != NULL ? A3D_EXIT_UNREADABLE : A3D_EXIT_LIMITED);
    } else {
        r->files++;
        begin_json_file(r, entry->path, input.size);
        search(r, &arena, entry->path, &input);
        if (r->as_json)
            a3d_json_close(&r->json, '}');
        flush(r);
    }
    a3d_arena_free(&arena);
    return true;
}

/* Leaves no empty folder of its own, and says why nothing is where the user will look. */
static void end_extracting(const run *r)
{
    const a3d_cli *cli = r->cli;
    if (cli->extract == NULL || r->extracted > 0)
        return;
    bool removed = cli->extract_made && a3d_os_remove_folder(cli->extract) == 0;
    if (r->members == 0)
        a3d_complain("--extract %s: no model was found, so nothing was extracted%s", cli->extract,
                     removed ? " and the folder was not kept" : "");
}

static void put_summary(run *r)
{
    if (!r->as_json) {
        a3d_printf(&r->out, "%zu member%s in %zu file%s\n", r->members, r->members == 1 ? "" : "s", r->files,
                   r->files == 1 ? "" : "s");
        return;
    }
    a3d_json_close(&r->json, ']');
    a3d_json_member_open(&r->json, "summary", '{');
    a3d_json_member_uint(&r->json, "files", r->files);
    a3d_json_member_uint(&r->json, "members", r->members);
    a3d_json_close(&r->json, '}');
    a3d_json_close(&r->json, '}');
    a3d_putc(&r->out, '\n');
}

static int begin(run *r)
{
    a3d_cli *cli = r->cli;
    const char *form = cli->format != NULL ? cli->format : "text";
    r->as_json = strcmp(form, "json") == 0;
    if (!r->as_json && strcmp(form, "text") != 0) {
        a3d_complain("unknown format '%s'; choose from text and json", form);
        return A3D_EXIT_USAGE;
    }
    if (cli->operands.n == 0) {
        a3d_complain("find takes files or folders; see a3dlint find --help");
        return A3D_EXIT_USAGE;
    }
    const char *why = cli->extract != NULL ? a3d_make_folder(cli->extract, &cli->extract_made) : NULL;
    if (why != NULL) {
        a3d_complain("--extract %s: %s", cli->extract, why);
        return A3D_EXIT_FAULT;
    }
    a3d_text_init(&r->out, cli->arena);
    a3d_bound_memory(cli);
    int status = a3d_library_options(cli, &r->options);
    return status != 0 ? status : a3d_confine(cli, NULL);
}

int a3d_run_find(a3d_cli *cli)
{
    run r = {.cli = cli};
    int status = begin(&r);
    if (status != 0)
        return status;
    a3d_catch_interrupts();
    if (r.as_json) {
        a3d_json_init(&r.json, &r.out, true);
        a3d_json_open(&r.json, '{');
        a3d_json_tool(&r.json);
        a3d_json_member_open(&r.json, "files", '[');
    }
    for (size_t i = 0; i < cli->operands.n && !r.broken && !a3d_interrupted(); i++)
        a3d_walk(cli->arena, cli->operands.at[i], A3D_LINKS_INSIDE, search_file, NULL, &r);
    put_summary(&r);
    flush(&r);
    end_extracting(&r);
    if (!a3d_interrupted() || r.status == A3D_EXIT_FAULT)
        return r.status;
    a3d_complain("interrupted: the report holds what was found before");
    return A3D_EXIT_SIGNAL + a3d_interrupted();
}
